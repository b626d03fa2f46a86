#include "library/local_models.h"

#include "catalog/added_files.h"
#include "catalog/inspection_cache.h"
#include "library/model_text.h"
#include "system/error_sentences.h"
#include "system/human_format.h"

#include <QFileInfo>
#include <algorithm>

namespace hearth {

namespace {

std::filesystem::path toPath(const QString& text) {
    return {text.toStdString()};
}

LocalModels::State stateOf(catalog::ModelState state) {
    switch (state) {
        case catalog::ModelState::ready:
            return LocalModels::Ready;
        case catalog::ModelState::incomplete:
            return LocalModels::Incomplete;
        case catalog::ModelState::unsupported:
            return LocalModels::Unsupported;
    }
    return LocalModels::Unsupported;
}

}  // namespace

/// What the worker thread has for itself; one scan at a time.
struct LocalModels::Worker {
    explicit Worker(const Options& options) : cache(HEARTH_VERSION), inspect(options.inspect) {}

    catalog::InspectionCache cache;
    catalog::Inspector inspect;
    bool cacheLoaded = false;
    std::vector<std::filesystem::path> files;  ///< opened by the person
    bool filesLoaded = false;
    std::atomic<bool> stopping{false};

    catalog::ScanReport scan(catalog::ModelFolders folders, const std::filesystem::path& cacheFile,
                             const std::filesystem::path& filesList,
                             const std::vector<std::filesystem::path>& newFiles) {
        if (!cacheLoaded) {
            cache.load(cacheFile);
            cacheLoaded = true;
        }
        if (!filesLoaded) {
            files = catalog::read_added_files(filesList);
            filesLoaded = true;
        }
        std::vector<catalog::ScanProblem> problems;
        rememberFiles(filesList, newFiles, problems);
        folders.files = files;
        catalog::ScanReport report = catalog::find_local_models(
            folders, [&](const std::filesystem::path& path) { return cache.inspect(path, inspect); },
            [&] { return stopping.load(); });
        report.problems.insert(report.problems.end(), problems.begin(), problems.end());
        if (!stopping) {
            // Without it the next start only takes longer.
            static_cast<void>(cache.save(cacheFile));
        }
        return report;
    }

    void rememberFiles(const std::filesystem::path& list, const std::vector<std::filesystem::path>& newFiles,
                       std::vector<catalog::ScanProblem>& problems) {
        bool changed = false;
        for (const std::filesystem::path& file : newFiles) {
            if (std::ranges::find(files, file) == files.end()) {
                files.push_back(file);
                changed = true;
            }
        }
        if (changed) {
            if (const Status written = catalog::write_added_files(list, files); !written) {
                problems.push_back({list, written.error().message});
            }
        }
    }
};

LocalModels::LocalModels(Options options, QObject* parent)
    : QAbstractListModel(parent),
      m_options(std::move(options)),
      m_worker(std::make_shared<Worker>(m_options)) {
    m_pool.setMaxThreadCount(1);
}

LocalModels::~LocalModels() {
    m_worker->stopping = true;
    m_pool.waitForDone();
}

int LocalModels::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant LocalModels::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const catalog::LocalModel& model = m_models[static_cast<std::size_t>(index.row())];
    switch (role) {
        case PathRole:
            return QString::fromStdString(model.path.string());
        case NameRole:
        case Qt::DisplayRole:
            return QString::fromStdString(model.name);
        case OriginRole:
            return QString::fromStdString(model.origin);
        case DetailRole:
            return modelDetail(model);
        case SizeBytesRole:
            return static_cast<double>(model.bytes);
        case SizeTextRole:
            return formatBytes(model.bytes);
        case SourceNameRole:
            return modelPlace(model.source);
        case StateRole:
            return stateOf(model.state);
        case ReadyRole:
            return model.state == catalog::ModelState::ready;
        case ReasonRole:
            return model.reason ? errorSentence(*model.reason) : QString();
        default:
            return {};
    }
}

QHash<int, QByteArray> LocalModels::roleNames() const {
    return {{PathRole, "path"},
            {NameRole, "name"},
            {OriginRole, "origin"},
            {DetailRole, "detail"},
            {SizeBytesRole, "sizeBytes"},
            {SizeTextRole, "sizeText"},
            {SourceNameRole, "sourceName"},
            {StateRole, "modelState"},
            {ReadyRole, "ready"},
            {ReasonRole, "reason"}};
}

void LocalModels::setFolders(const QStringList& added, bool otherPrograms) {
    if (added == m_added && otherPrograms == m_otherPrograms && (m_scanned || m_scanning)) {
        return;
    }
    m_added = added;
    m_otherPrograms = otherPrograms;
    refresh();
}

void LocalModels::refresh() {
    if (m_scanning) {
        m_again = true;
        return;
    }
    m_scanning = true;
    Q_EMIT scanningChanged();
    m_pool.start([this, worker = m_worker, newFiles = std::exchange(m_newFiles, {}),
                  hearth = toPath(m_options.modelsFolder), cache = toPath(m_options.cacheFile),
                  list = toPath(m_options.addedFiles), environment = m_options.environment, added = m_added,
                  others = m_otherPrograms] {
        catalog::ModelFolders folders{.hearth = hearth};
        if (others) {
            folders = catalog::default_model_folders(hearth, environment);
        }
        for (const QString& folder : added) {
            folders.added.push_back(toPath(folder));
        }
        catalog::ScanReport report = worker->scan(std::move(folders), cache, list, newFiles);
        // The destructor waits for this job, so `this` lives; the call is dropped with the object.
        QMetaObject::invokeMethod(
            this, [this, report = std::move(report)]() mutable { take(std::move(report)); },
            Qt::QueuedConnection);
    });
}

void LocalModels::take(catalog::ScanReport report) {
    const int before = count();
    beginResetModel();
    m_models = std::move(report.models);
    endResetModel();
    m_scanProblems = std::move(report.problems);
    m_scanning = false;
    m_scanned = true;
    retranslate();
    if (count() != before) {
        Q_EMIT countChanged();
    }
    Q_EMIT scanningChanged();
    Q_EMIT scanEnded();
    if (std::exchange(m_again, false)) {
        refresh();
    }
}

QString LocalModels::refusalOf(const QUrl& url) const {
    const QFileInfo file(url.isLocalFile() ? url.toLocalFile() : QString());
    if (file.fileName().isEmpty() || !file.isAbsolute()) {
        return tr("That is not a file on this computer.");
    }
    if (file.suffix().compare(QLatin1String("gguf"), Qt::CaseInsensitive) != 0) {
        return tr("“%1” is not a model that Hearth can use. Model files end in .gguf.").arg(file.fileName());
    }
    return {};
}

QString LocalModels::addFile(const QUrl& url) {
    if (!refusalOf(url).isEmpty()) {
        return {};
    }
    const QString path = url.toLocalFile();
    m_newFiles.push_back(toPath(path));
    refresh();
    return path;
}

void LocalModels::retranslate() {
    m_problems.clear();
    for (const catalog::ScanProblem& problem : m_scanProblems) {
        m_problems << tr("%1 could not be read: %2")
                          .arg(QString::fromStdString(problem.path.string()),
                               QString::fromStdString(problem.reason));
    }
    Q_EMIT problemsChanged();
    if (!m_models.empty()) {
        Q_EMIT dataChanged(index(0), index(count() - 1));
    }
}

}  // namespace hearth
