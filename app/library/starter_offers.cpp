#include "library/starter_offers.h"

#include "catalog/catalog_download.h"
#include "downloads/download_note.h"
#include "downloads/download_text.h"
#include "downloads/downloads.h"
#include "downloads/failure_sentence.h"
#include "library/guarded_answer.h"
#include "library/language_names.h"
#include "library/local_models.h"
#include "library/model_text.h"
#include "system/error_sentences.h"
#include "system/human_format.h"
#include "system/shown_name.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>

namespace hearth {

namespace {

constexpr std::size_t kMostFound = 3;

using transfers::DownloadState;
using transfers::FailureKind;

}  // namespace

StarterOffers::StarterOffers(const QString& catalogFile, const QString& modelsFolder, LocalModels& models,
                             Downloads& downloads, QObject* parent)
    : QAbstractListModel(parent),
      m_models(models),
      m_downloads(downloads),
      m_catalogFile(catalogFile),
      m_modelsFolder(modelsFolder) {
    m_pool.setMaxThreadCount(1);
    connect(&m_models, &LocalModels::scanEnded, this, &StarterOffers::refresh);
    connect(&m_downloads, &Downloads::changed, this, &StarterOffers::onDownloadChanged);
    connect(&m_downloads, &Downloads::finished, this, &StarterOffers::onDownloadFinished);
    connect(&m_downloads, &Downloads::offlineChanged, this, &StarterOffers::retranslate);
    refresh();
}

StarterOffers::~StarterOffers() {
    m_pool.waitForDone();
}

void StarterOffers::refresh() {
    m_pool.start([this, catalogFile = m_catalogFile.toStdString(), models = m_modelsFolder.toStdString()] {
        StarterProbe probe;
        if (auto found =
                guardedAnswer([&]() -> Result<StarterProbe> { return probeStarter(catalogFile, models); })) {
            probe = *std::move(found);
        } else {
            probe.problem = found.error();
        }
        // The destructor waits for this job; the call is dropped with the object.
        QMetaObject::invokeMethod(
            this, [this, probe = std::move(probe)]() mutable { take(std::move(probe)); },
            Qt::QueuedConnection);
    });
}

void StarterOffers::take(StarterProbe probe) {
    m_probe = std::move(probe);
    const bool first = !std::exchange(m_probed, true);
    takeModels();
    if (first) {
        Q_EMIT lookingChanged();
    }
    Q_EMIT problemChanged();
}

void StarterOffers::takeModels() {
    std::vector<catalog::LocalModel> found;
    int ready = 0;
    for (const catalog::LocalModel& model : m_models.models()) {
        const bool starter = m_probe.model && model.path == m_probe.target;
        if (model.state != catalog::ModelState::ready || starter) {
            continue;
        }
        ++ready;
        if (found.size() < kMostFound) {
            found.push_back(model);
        }
    }
    const int count = static_cast<int>(found.size()) + (m_probe.model ? 1 : 0);
    const bool same = count == m_count && std::ranges::equal(found, m_found, {}, &catalog::LocalModel::path,
                                                             &catalog::LocalModel::path);
    if (same) {
        // Cards stay where they are: a reset would take the focus from a button under somebody's finger.
        m_found = std::move(found);
        retranslate();
    } else {
        beginResetModel();
        m_found = std::move(found);
        m_count = count;
        endResetModel();
    }
    m_moreCount = ready - static_cast<int>(m_found.size());
    Q_EMIT countChanged();
}

int StarterOffers::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_count;
}

const catalog::LocalModel& StarterOffers::found(int row) const {
    return m_found[static_cast<std::size_t>(row - (m_probe.model ? 1 : 0))];
}

QVariant StarterOffers::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return isStarter(index.row()) ? starterData(role) : foundData(index.row(), role);
}

QString StarterOffers::starterPath() const {
    return QString::fromStdString(m_probe.target.string());
}

StarterOffers::State StarterOffers::starterState() const {
    if (const transfers::DownloadSetSnapshot* download = m_downloads.find(starterPath())) {
        switch (download->state) {
            case DownloadState::finished:
                return m_probe.here ? Here : ToDownload;
            case DownloadState::failed:
                return Failed;
            case DownloadState::paused:
                return m_downloads.offline() ? Offline : Paused;
            default:
                return Downloading;
        }
    }
    if (m_probe.here) {
        return Here;
    }
    return m_downloads.offline() ? Offline : ToDownload;
}

QVariant StarterOffers::starterData(int role) const {
    const catalog::CatalogModel& model = *m_probe.model;
    const State state = starterState();
    const transfers::DownloadSetSnapshot* download = m_downloads.find(starterPath());
    switch (role) {
        case TitleRole:
        case Qt::DisplayRole:
            return QString::fromStdString(model.title);
        case DescriptionRole:
            return QString::fromStdString(model.description_in(QLocale().name().toStdString()));
        case FactsRole: {
            const bool untouched = state == ToDownload || (state == Offline && download == nullptr);
            QStringList facts{untouched ? tr("%1 to download").arg(formatBytes(model.bytes))
                                        : formatBytes(model.bytes)};
            facts << tr("licence %1").arg(QString::fromStdString(model.licence));
            if (!model.languages.empty()) {
                facts << languageNames(model.languages);
            }
            return facts.join(QStringLiteral(" · "));
        }
        case StateRole:
            return state;
        case ProgressRole:
            return download != nullptr ? downloadProgress(*download) : 0.0;
        case StatusRole:
            return download != nullptr ? downloadStatus(*download) : QString();
        case ProblemRole:
            if (state == Offline) {
                return tr("Hearth is offline. Nothing is downloaded until you go online again.");
            }
            if (state == Failed && download->failure) {
                return failureSentence(*download->failure);
            }
            return state == Downloading ? downloadNote(*download) : QString();
        case PathRole:
            return starterPath();
        case StarterRole:
            return true;
        case KnownRole:
            return download != nullptr && download->state != DownloadState::finished;
        default:
            return {};
    }
}

QVariant StarterOffers::foundData(int row, int role) const {
    const catalog::LocalModel& model = found(row);
    switch (role) {
        case TitleRole:
        case Qt::DisplayRole:
            return shownName(QString::fromStdString(model.shown_name()));
        case DescriptionRole:
            return model.source == catalog::ModelSource::hearth
                       ? tr("On this computer already.")
                       : tr("Found in %1. Used in place, nothing is copied.").arg(modelPlace(model.source));
        case FactsRole: {
            QStringList facts{formatBytes(model.bytes)};
            for (const std::string& fact : {model.facts.size_label, model.facts.quantization, model.origin}) {
                if (!fact.empty()) {
                    facts << shownName(QString::fromStdString(fact));
                }
            }
            return facts.join(QStringLiteral(" · "));
        }
        case StateRole:
            return Here;
        case ProgressRole:
            return 0.0;
        case StatusRole:
        case ProblemRole:
            return QString();
        case PathRole:
            return QString::fromStdString(model.path.string());
        case StarterRole:
        case KnownRole:
            return false;
        default:
            return {};
    }
}

QHash<int, QByteArray> StarterOffers::roleNames() const {
    return {{TitleRole, "title"},       {DescriptionRole, "description"},
            {FactsRole, "facts"},       {StateRole, "offerState"},
            {ProgressRole, "progress"}, {StatusRole, "status"},
            {ProblemRole, "problem"},   {PathRole, "path"},
            {StarterRole, "starter"},   {KnownRole, "known"}};
}

QString StarterOffers::problem() const {
    return m_probe.problem ? errorSentence(*m_probe.problem) : QString();
}

void StarterOffers::startDownload() {
    m_wanted = true;
    m_downloads.start(catalog::download_of(*m_probe.model, m_modelsFolder.toStdString()));
}

QString StarterOffers::choose(int row) {
    if (row < 0 || row >= m_count) {
        return {};
    }
    if (!isStarter(row)) {
        return QString::fromStdString(found(row).path.string());
    }
    switch (starterState()) {
        case Here:
            return starterPath();
        case ToDownload:
            startDownload();
            break;
        case Paused:
        case Failed:
            m_wanted = true;
            m_downloads.resume(starterPath());
            break;
        case Downloading:
        case Offline:
            break;
    }
    return {};
}

void StarterOffers::pause(int row) {
    if (isStarter(row)) {
        m_downloads.pause(starterPath());
    }
}

void StarterOffers::cancel(int row) {
    if (isStarter(row)) {
        m_wanted = false;
        m_downloads.cancel(starterPath());
    }
}

void StarterOffers::onDownloadChanged(const QString& path) {
    if (m_probe.model && path == starterPath()) {
        Q_EMIT dataChanged(index(0), index(0));
    }
}

void StarterOffers::onDownloadFinished(const QString& path) {
    if (m_probe.model && path == starterPath()) {
        m_probe.here = true;
        Q_EMIT dataChanged(index(0), index(0));
        if (std::exchange(m_wanted, false)) {
            Q_EMIT modelReady(path);
        }
    }
    m_models.refresh();
}

void StarterOffers::retranslate() {
    if (m_count > 0) {
        Q_EMIT dataChanged(index(0), index(m_count - 1));
    }
    Q_EMIT problemChanged();
}

}  // namespace hearth
