#include "library/hub_model_view.h"

#include "downloads/downloads.h"
#include "downloads/failure_sentence.h"
#include "hub/download_plan.h"
#include "library/local_models.h"
#include "library/model_text.h"
#include "system/error_sentences.h"
#include "system/human_format.h"
#include "system/shown_name.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace hearth {

namespace {

GroupPlace::State stateOf(Downloads::State state) {
    switch (state) {
        case Downloads::Running:
            return GroupPlace::State::downloading;
        case Downloads::Paused:
            return GroupPlace::State::paused;
        case Downloads::Failed:
            return GroupPlace::State::failed;
        case Downloads::Finished:
            return GroupPlace::State::here;
    }
    return GroupPlace::State::to_get;
}

/// Where the files of a group will be; none where it cannot be taken.
std::vector<QString> targetsOf(const hub::HubModelPage& page, const hub::FileGroup& group,
                               const QString& folder) {
    std::vector<QString> targets;
    if (group.problem || group.files.empty()) {
        return targets;
    }
    for (const std::filesystem::path& target : hub::targets_of(page, group, folder.toStdString())) {
        targets.push_back(QString::fromStdString(target.string()));
    }
    return targets;
}

}  // namespace

HubModelView::HubModelView(HubAccess& access, Downloads& downloads, LocalModels& models,
                           const QString& modelsFolder, QObject* parent)
    : QObject(parent),
      m_access(access),
      m_downloads(downloads),
      m_models(models),
      m_modelsFolder(modelsFolder) {
    connect(&access, &HubAccess::endpointChanged, this, &HubModelView::retry);
    connect(&access, &HubAccess::computerChanged, this, [this] {
        if (m_state == Ready) {
            m_fit.reset();
            m_nextToAssess.reset();
            readHeader(firstToAssess());
        }
    });
    connect(&downloads, &Downloads::changed, this, &HubModelView::onDownloadChanged);
    connect(&models, &LocalModels::scanningChanged, this, &HubModelView::placeRows);
    connect(&models, &LocalModels::scanEnded, this, &HubModelView::placeRows);
    connect(&models, &LocalModels::countChanged, this, &HubModelView::placeRows);
}

QString HubModelView::name() const {
    return shownName(m_page ? QString::fromStdString(m_page->model.name) : m_id.section(QLatin1Char('/'), 1));
}

QString HubModelView::author() const {
    return shownName(m_page ? QString::fromStdString(m_page->model.author)
                            : m_id.section(QLatin1Char('/'), 0, 0));
}

QString HubModelView::context() const {
    return m_page && m_page->model.context_tokens
               ? tr("%1 context", "a number of tokens").arg(contextText(*m_page->model.context_tokens))
               : QString();
}

QString HubModelView::pageUrl() const {
    if (m_page) {
        return QString::fromStdString(m_page->page_url);
    }
    return m_id.isEmpty() ? QString()
                          : QString::fromStdString(m_access.endpoint().base_url) + QLatin1Char('/') + m_id;
}

QString HubModelView::note() const {
    if (!m_page) {
        return {};
    }
    QStringList notes;
    if (!m_page->renamed_from.empty()) {
        notes << tr("It was called %1 before.").arg(QString::fromStdString(m_page->renamed_from));
    }
    if (m_page->freshness.from_cache) {
        notes << (m_page->freshness.age ? tr("%1 cannot be reached now. This page is %2.")
                                              .arg(m_access.name(), ageText(*m_page->freshness.age))
                                        : tr("%1 cannot be reached now. This page is one kept from before.")
                                              .arg(m_access.name()));
    }
    return notes.join(QLatin1Char(' '));
}

QString HubModelView::summary() const {
    if (m_state != Ready || m_groups.count() == 0) {
        return {};
    }
    if (m_fit) {
        const QString what =
            tr("Choose a size. The figures are for this computer: %1 free for a model, %2 context.")
                .arg(formatBytes(m_fit->free_bytes), contextText(m_fit->context_tokens));
        return m_groups.hasEstimates()
                   ? tr("%1 “About” marks an estimate: point at its row for the exact figure.").arg(what)
                   : what;
    }
    return m_assessing ? tr("Reading how large it becomes in memory…") : fitProblem();
}

QString HubModelView::fitProblem() const {
    if (const auto* failure = std::get_if<transfers::Failure>(&m_fitFault)) {
        return tr("How much memory it takes could not be found out. %1").arg(failureSentence(*failure));
    }
    const auto* fault = std::get_if<Error>(&m_fitFault);
    return fault == nullptr ? QString() : errorSentence(*fault);
}

void HubModelView::open(const QString& id) {
    if (id == m_id && m_state != Failed) {
        return;
    }
    m_id = id;
    retry();
}

void HubModelView::retry() {
    m_pageJob.stop();
    m_fitJob.stop();
    m_page.reset();
    m_hashJob.stop();
    m_preparing.clear();
    m_targets.clear();
    m_fit.reset();
    m_fitFault = {};
    m_assessing = false;
    m_nextToAssess.reset();
    m_failure.reset();
    m_groups.setGroups({});
    m_state = m_id.isEmpty() ? Nothing : Asking;
    Q_EMIT changed();
    if (m_id.isEmpty()) {
        return;
    }
    m_pageJob.start(
        this,
        [source = m_access.source(), id = m_id.toStdString()](std::stop_token stop) {
            return source->model(id, std::move(stop));
        },
        [this](transfers::Outcome<hub::HubModelPage> answer) { take(std::move(answer)); });
}

HubTrouble HubModelView::trouble() const {
    return m_failure ? hubTrouble(*m_failure, m_access.name(), m_access.hasToken()) : HubTrouble{};
}

void HubModelView::take(transfers::Outcome<hub::HubModelPage> answer) {
    if (!answer) {
        m_failure = answer.failure();
        m_state = Failed;
        Q_EMIT changed();
        return;
    }
    m_page = *std::move(answer);
    m_groups.setGroups(m_page->groups);
    for (const hub::FileGroup& group : m_page->groups) {
        m_targets.push_back(targetsOf(*m_page, group, m_modelsFolder));
    }
    m_state = Ready;
    placeRows();
    Q_EMIT changed();
    readHeader(firstToAssess());
}

int HubModelView::firstToAssess() const {
    int first = m_groups.recommended();
    for (int row = 0; row < m_groups.count() && first < 0; ++row) {
        if (!m_groups.groupAt(row).problem) {
            first = row;
        }
    }
    return first;
}

void HubModelView::assess(int row) {
    if (row < 0 || row >= m_groups.count() || m_groups.groupAt(row).problem) {
        return;
    }
    const std::optional<Prospect>& known = m_groups.prospectAt(row);
    if (m_assessing) {
        m_nextToAssess = row;  // the row to take is read to its end, whatever is pointed at meanwhile
    } else if (!known || known->rough) {
        readHeader(row);
    }
}

void HubModelView::readHeader(int row) {
    if (row < 0) {
        return;
    }
    m_assessing = true;
    Q_EMIT changed();
    m_fitJob.start(
        this,
        [source = m_access.source(), group = m_groups.groupAt(row), replaced = m_access.replacedBytes()](
            std::stop_token stop) { return source->assess(group, replaced, std::move(stop)); },
        [this, row](const FitAnswer& answer) { takeFit(row, answer); });
}

void HubModelView::takeFit(int row, const FitAnswer& answer) {
    m_assessing = false;
    if (const auto* fit = std::get_if<fit::Fit>(&answer)) {
        const Prospect exact = prospectOf(*fit);
        if (!m_fit) {
            m_fit = *fit;
            m_fitBytes = m_groups.groupAt(row).bytes;
            for (int other = 0; other < m_groups.count(); ++other) {
                const hub::FileGroup& group = m_groups.groupAt(other);
                if (other != row && !group.problem) {
                    m_groups.setProspect(other, prospectOfSibling(*fit, m_fitBytes, group.bytes));
                }
            }
            Q_EMIT assessed(m_id, exact);
        }
        m_groups.setProspect(row, exact);
    } else if (const auto* failure = std::get_if<transfers::Failure>(&answer)) {
        m_fitFault = *failure;
        showTooLarge();
    } else {
        m_groups.setFault(row, std::get<Error>(answer));
        m_fitFault = std::get<Error>(answer);
    }
    if (const auto next = std::exchange(m_nextToAssess, std::nullopt)) {
        assess(*next);
    }
    Q_EMIT changed();
}

void HubModelView::showTooLarge() {
    for (int row = 0; row < m_groups.count(); ++row) {
        const hub::FileGroup& group = m_groups.groupAt(row);
        const Prospect rough = roughProspect(group.bytes, m_access.freeBytes(), m_access.device());
        if (!group.problem && !m_groups.prospectAt(row) && m_access.freeBytes() > 0 && !rough.fits) {
            m_groups.setProspect(row, rough);
            if (row == firstToAssess()) {
                Q_EMIT assessed(m_id, rough);
            }
        }
    }
}

void HubModelView::get(int row) {
    if (row < 0 || row >= m_groups.count() || m_groups.groupAt(row).problem) {
        return;
    }
    const QString& first = m_targets[static_cast<std::size_t>(row)].front();
    // One that has ended, and whose files have gone since, is begun anew.
    if (const auto* download = m_downloads.find(first);
        download != nullptr && download->state != transfers::DownloadState::finished) {
        m_downloads.resume(first);
        return;
    }
    const hub::FileGroup& group = m_groups.groupAt(row);
    if (std::ranges::none_of(group.files, [](const hub::HubFile& file) { return file.sha256.empty(); })) {
        begin(group);
    } else if (std::ranges::find(m_preparing, row) == m_preparing.end()) {
        m_preparing.push_back(row);
        m_groups.setPreparing(row, true);
        if (m_preparing.size() == 1) {
            prepareNext();
        }
    }
}

/// Some hubs tell the hashes of a group only when they are asked for them: that takes a moment.
void HubModelView::prepareNext() {
    const int row = m_preparing.front();
    m_hashJob.start(
        this,
        [source = m_access.source(), group = m_groups.groupAt(row)](std::stop_token stop) {
            return source->withHashes(group, std::move(stop));
        },
        [this, row](const transfers::Outcome<hub::FileGroup>& answer) {
            m_preparing.pop_front();
            m_groups.setPreparing(row, false);
            if (!m_preparing.empty()) {
                prepareNext();
            }
            if (answer) {
                begin(*answer);
            } else {
                Q_EMIT refused(hubTrouble(answer.failure(), m_access.name(), m_access.hasToken()).sentence);
            }
        });
}

void HubModelView::begin(const hub::FileGroup& group) {
    // Who wants a sign-in wants it of this hub: mirrors that cannot be reached would only hide that.
    const std::vector<hub::Endpoint> mirrors =
        m_page->model.gated ? std::vector<hub::Endpoint>() : m_access.mirrors();
    auto request = hub::download_of(*m_page, group, m_modelsFolder.toStdString(), mirrors);
    if (request) {
        m_downloads.start(*std::move(request));
    } else {
        Q_EMIT refused(failureSentence(request.failure()));
    }
}

void HubModelView::pause(int row) {
    if (row >= 0 && row < static_cast<int>(m_targets.size()) &&
        !m_targets[static_cast<std::size_t>(row)].empty()) {
        m_downloads.pause(m_targets[static_cast<std::size_t>(row)].front());
    }
}

void HubModelView::placeRows() {
    for (int row = 0; row < static_cast<int>(m_targets.size()); ++row) {
        m_groups.setPlace(row, placeOf(row));
    }
}

GroupPlace HubModelView::placeOf(int row) const {
    const std::vector<QString>& targets = m_targets[static_cast<std::size_t>(row)];
    if (targets.empty()) {
        return {};
    }
    const std::filesystem::path model =
        transfers::path_to_load(targets.front().toStdString(), targets.size());
    const QString path = QString::fromStdString(model.string());
    const auto known = std::ranges::find(m_models.models(), model, &catalog::LocalModel::path);
    const bool listed = known != m_models.models().end();
    if (listed && known->state == catalog::ModelState::ready) {
        return {.state = GroupPlace::State::here, .progress = 1, .path = path};
    }
    const int download = m_downloads.rowOf(targets.front());
    if (download < 0) {
        return {};
    }
    const QModelIndex index = m_downloads.index(download);
    const GroupPlace::State state =
        stateOf(static_cast<Downloads::State>(index.data(Downloads::StateRole).toInt()));
    // It has come, but is not among the models: not found yet, or removed since.
    const bool gone = !listed || known->state == catalog::ModelState::missing;
    if (state == GroupPlace::State::here && gone && !m_models.scanning()) {
        return {};
    }
    return {.state = state, .progress = index.data(Downloads::ProgressRole).toDouble(), .path = path};
}

void HubModelView::onDownloadChanged(const QString& path) {
    for (int row = 0; row < static_cast<int>(m_targets.size()); ++row) {
        const std::vector<QString>& targets = m_targets[static_cast<std::size_t>(row)];
        if (std::ranges::find(targets, path) != targets.end()) {
            m_groups.setPlace(row, placeOf(row));
        }
    }
}

void HubModelView::retranslate() {
    m_groups.retranslate();
    Q_EMIT changed();
}

}  // namespace hearth
