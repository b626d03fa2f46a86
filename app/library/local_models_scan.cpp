#include "library/local_models_jobs.h"
#include "library/local_models_text.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <utility>

namespace hearth {

namespace {

/// Of a folder without the slash that may end it.
QString localPath(const QUrl& url) {
    return url.isLocalFile() ? QDir::cleanPath(url.toLocalFile()) : QString();
}

/// "jpg" and the like, rather than the end of a folder's name such as "Qwen3-0.6B". Whether it is a folder
/// only the drive could tell, which is not waited for.
bool isEndingOfFiles(const QString& ending) {
    static const QRegularExpression kEnding(QStringLiteral("^([a-z]{2,5}|mp[34]|m4[av]|7z|h5)$"));
    return kEnding.match(ending).hasMatch();
}

}  // namespace

using catalog::LocalModel;

struct LocalModels::View : LocalModelsWorker::View {
    View(LocalModelsWorker::View view) : LocalModelsWorker::View(std::move(view)) {}
};

void LocalModels::setFolders(const QStringList& added, bool otherPrograms) {
    if (added == m_added && otherPrograms == m_otherPrograms && (m_scanned || m_scanning)) {
        return;
    }
    m_added = added;
    m_otherPrograms = otherPrograms;
    if (!m_scanned && !m_scanning) {
        showKnown();  // at once; the scan may take a while
    }
    refresh();
}

void LocalModels::refresh() {
    if (m_scanning) {
        m_again = true;
        return;
    }
    m_scanning = true;
    Q_EMIT scanningChanged();
    // Hashes of downloads that were told before are written first: the scan gives them to their models.
    run(
        m_quickPool, [](LocalModelsWorker&) { return true; }, [this](bool) { beginScan(); });
}

void LocalModels::beginScan() {
    m_shownBeforeScan = m_shown;
    std::vector<std::filesystem::path> folders;
    std::ranges::transform(m_added, std::back_inserter(folders), toPath);
    run(
        m_scanPool,
        [folders, others = m_otherPrograms,
         files = std::exchange(m_newFiles, {})](LocalModelsWorker& worker) {
            auto view = worker.scan(folders, others, files);
            return view ? Result<View>(View(*std::move(view))) : Result<View>(std::move(view).error());
        },
        [this](Result<View> view) { endScan(std::move(view)); });
}

void LocalModels::showKnown() {
    run(
        m_quickPool,
        [](LocalModelsWorker& worker) {
            auto view = worker.view();
            return view ? Result<View>(View(*std::move(view))) : Result<View>(std::move(view).error());
        },
        [this, shown = m_shown](Result<View> view) {
            if (shown != m_shown) {
                showKnown();  // something newer came first; this may be older
                return;
            }
            if (view) {
                show(view.value());
            }
            tellKnown();
        });
}

void LocalModels::tellKnown() {
    if (!std::exchange(m_known, true)) {
        Q_EMIT known();
    }
}

void LocalModels::endScan(Result<View> view) {
    m_scanning = false;
    m_scanned = true;
    const bool shownMeanwhile = m_shown != m_shownBeforeScan;
    if (view) {
        m_scanProblems = std::move(view.value().report.problems);
        show(view.value());
    } else {
        m_scanProblems = {{toPath(m_options.libraryFile), view.error().message}};
    }
    showProblems();
    tellKnown();
    Q_EMIT scanningChanged();
    Q_EMIT scanEnded();
    if (std::exchange(m_again, false)) {
        refresh();
    } else if (shownMeanwhile) {
        showKnown();  // what was shown may be newer than the end of the scan
    }
}

void LocalModels::show(View& view) {
    ++m_shown;
    showModels(std::move(view.report.models));
    m_use = std::move(view.use);
    Q_EMIT diskUseChanged();
    m_kept = std::move(view.kept);
    if (const QString notice = libraryNotice(m_kept); notice != m_notice) {
        m_notice = notice;
        Q_EMIT noticeChanged();
    }
    const QString place = fromPath(view.place);
    const QString unfinished = view.unfinished && !m_moving ? fromPath(view.unfinished->to) : QString();
    if (place != m_place || unfinished != m_unfinishedMove) {
        m_place = place;
        m_unfinishedMove = unfinished;
        Q_EMIT placeChanged();
    }
}

void LocalModels::showModels(std::vector<LocalModel> models) {
    std::erase_if(models, [this](const LocalModel& model) {
        return m_removing.contains(QString::fromStdString(model.id));
    });
    const int before = count();
    if (!joinRows(models)) {
        beginResetModel();
        m_models = std::move(models);
        endResetModel();
    } else if (!m_models.empty()) {
        m_models = std::move(models);
        Q_EMIT dataChanged(index(0), index(count() - 1));
    }
    if (count() != before) {
        Q_EMIT countChanged();
    }
}

/// Removes and inserts rows until there is one for each of `models`; false where rows that stay have changed
/// their order.
bool LocalModels::joinRows(const std::vector<LocalModel>& models) {
    QSet<std::string> wanted;
    QSet<std::string> held;
    for (const LocalModel& model : models) {
        wanted.insert(model.id);
    }
    std::vector<std::string> stay;
    for (const LocalModel& model : m_models) {
        held.insert(model.id);
        if (wanted.contains(model.id)) {
            stay.push_back(model.id);
        }
    }
    auto next = stay.begin();
    for (const LocalModel& model : models) {
        if (held.contains(model.id) && (next == stay.end() || *next++ != model.id)) {
            return false;
        }
    }
    for (int row = count() - 1; row >= 0; --row) {
        if (!wanted.contains(m_models[static_cast<std::size_t>(row)].id)) {
            beginRemoveRows({}, row, row);
            m_models.erase(m_models.begin() + row);
            endRemoveRows();
        }
    }
    for (int row = 0; row < static_cast<int>(models.size()); ++row) {
        const LocalModel& model = models[static_cast<std::size_t>(row)];
        if (!held.contains(model.id)) {
            beginInsertRows({}, row, row);
            m_models.insert(m_models.begin() + row, model);
            endInsertRows();
        }
    }
    return true;
}

void LocalModels::showProblems() {
    m_problems.clear();
    for (const catalog::ScanProblem& problem : m_scanProblems) {
        m_problems << tr("%1 could not be read: %2")
                          .arg(fromPath(problem.path), QString::fromStdString(problem.reason));
    }
    Q_EMIT problemsChanged();
}

QString LocalModels::refusalOf(const QUrl& url) const {
    const QFileInfo file(localPath(url));
    if (file.fileName().isEmpty() || !file.isAbsolute()) {
        return tr("That is not a file on this computer.");
    }
    const QString ending = file.suffix().toLower();
    if (ending != QLatin1String("gguf") && ending != QLatin1String("safetensors") &&
        isEndingOfFiles(ending)) {
        return tr("“%1” is not a model that Hearth can use. Model files end in .gguf or .safetensors.")
            .arg(file.fileName());
    }
    return {};
}

QString LocalModels::addFile(const QUrl& url) {
    if (!refusalOf(url).isEmpty()) {
        return {};
    }
    const QFileInfo file(localPath(url));
    m_newFiles.push_back(toPath(file.filePath()));
    refresh();
    const bool checkpoint = file.suffix().compare(QLatin1String("safetensors"), Qt::CaseInsensitive) == 0;
    return checkpoint ? file.path() : file.filePath();
}

}  // namespace hearth
