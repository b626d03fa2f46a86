#include "library/local_models.h"

#include "library/local_models_text.h"
#include "library/local_models_worker.h"
#include "library/model_text.h"
#include "system/human_format.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>
#include <algorithm>
#include <chrono>
#include <utility>

namespace hearth {

namespace {

using catalog::LocalModel;

std::filesystem::path toPath(const QString& text) {
    return {text.toStdString()};
}

QString fromPath(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

LocalModels::State stateOf(catalog::ModelState state) {
    switch (state) {
        case catalog::ModelState::ready:
            return LocalModels::Ready;
        case catalog::ModelState::incomplete:
            return LocalModels::Incomplete;
        case catalog::ModelState::unsupported:
            return LocalModels::Unsupported;
        case catalog::ModelState::offline:
            return LocalModels::Offline;
        case catalog::ModelState::missing:
            return LocalModels::Missing;
    }
    return LocalModels::Unsupported;
}

LocalModels::Verdict verdictOf(catalog::Verdict verdict) {
    switch (verdict) {
        case catalog::Verdict::none:
            return LocalModels::NeverVerified;
        case catalog::Verdict::matches:
            return LocalModels::Matches;
        case catalog::Verdict::remembered:
            return LocalModels::Remembered;
        case catalog::Verdict::differs:
            return LocalModels::Differs;
    }
    return LocalModels::NeverVerified;
}

QVariantList partsOf(const LocalModel& model) {
    QVariantList parts;
    for (const catalog::ModelPart& part : model.parts) {
        const QString path = fromPath(part.path);
        const std::string_view role = catalog::role_name(part.role);
        parts.append(QVariantMap{
            {QStringLiteral("name"), QFileInfo(path).fileName()},
            {QStringLiteral("path"), path},
            {QStringLiteral("role"), QString::fromUtf8(role.data(), static_cast<qsizetype>(role.size()))},
            {QStringLiteral("sizeText"), formatBytes(part.bytes)}});
    }
    return parts;
}

catalog::LibraryOptions libraryOptions(const LocalModels::Options& options) {
    catalog::LibraryOptions library;
    library.models_folder = toPath(options.modelsFolder);
    library.program_version = HEARTH_VERSION;
    library.inspect = options.inspect;
    library.mounts = options.mounts;
    library.environment = options.environment;
    library.old_added_files = toPath(options.addedFiles);
    library.old_cache = toPath(options.cacheFile);
    return library;
}

std::filesystem::path libraryFile(const LocalModels::Options& options) {
    return options.libraryFile.isEmpty() ? toPath(options.modelsFolder).parent_path() / "library.db"
                                         : toPath(options.libraryFile);
}

/// Tells no more often than people see.
class Ticker {
 public:
    bool due() {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_last < std::chrono::milliseconds(100)) {
            return false;
        }
        m_last = now;
        return true;
    }

 private:
    std::chrono::steady_clock::time_point m_last{};
};

double shareOf(const catalog::Progress& progress) {
    return progress.total == 0 ? 0.0
                               : static_cast<double>(progress.done) / static_cast<double>(progress.total);
}

}  // namespace

struct LocalModels::View : LocalModelsWorker::View {
    View(LocalModelsWorker::View view) : LocalModelsWorker::View(std::move(view)) {}
};

template <class Work, class Then>
void LocalModels::run(QThreadPool& pool, Work work, Then then) {
    pool.start([this, worker = m_worker, work = std::move(work), then = std::move(then)]() mutable {
        auto result = work(*worker);
        // The destructor waits for this job, so `this` lives; the call is dropped with the object.
        QMetaObject::invokeMethod(
            this, [then = std::move(then), result = std::move(result)]() mutable { then(std::move(result)); },
            Qt::QueuedConnection);
    });
}

LocalModels::LocalModels(Options options, QObject* parent)
    : QAbstractListModel(parent),
      m_options(std::move(options)),
      m_worker(std::make_shared<LocalModelsWorker>(libraryFile(m_options), libraryOptions(m_options))) {
    for (QThreadPool* pool : {&m_scanPool, &m_quickPool, &m_longPool}) {
        pool->setMaxThreadCount(1);
    }
}

LocalModels::~LocalModels() {
    m_worker->stop();
    for (QThreadPool* pool : {&m_scanPool, &m_quickPool, &m_longPool}) {
        pool->waitForDone();
    }
}

int LocalModels::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant LocalModels::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const LocalModel& model = m_models[static_cast<std::size_t>(index.row())];
    switch (role) {
        case PathRole:
            return fromPath(model.path);
        case NameRole:
        case Qt::DisplayRole:
            return QString::fromStdString(model.name);
        case OriginRole:
            return originText(model);
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
            return localModelReason(model);
        case IdRole:
            return QString::fromStdString(model.id);
        case PartsRole:
            return partsOf(model);
        case ArchitectureRole:
            return QString::fromStdString(model.facts.architecture);
        case QuantizationRole:
            return QString::fromStdString(model.facts.quantization);
        case ParametersRole:
            return model.facts.parameters ? parametersText(*model.facts.parameters) : QString();
        case ContextTokensRole:
            return static_cast<int>(model.facts.context_tokens.value_or(0));
        case LicenceRole:
            return QString::fromStdString(model.facts.licence);
        case ChatTemplateRole:
            return model.facts.has_chat_template;
        case VerdictRole:
            return verdictOf(model.verdict);
        case VerifyingRole:
            return m_verifying.contains(QString::fromStdString(model.id));
        case VerifyProgressRole:
            return m_verifying.value(QString::fromStdString(model.id)).progress;
        case OwnRole:
            return model.source == catalog::ModelSource::hearth;
        case FolderRole:
            return showInFolder(QString::fromStdString(model.id)).toLocalFile();
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
            {ReasonRole, "reason"},
            {IdRole, "modelId"},
            {PartsRole, "parts"},
            {ArchitectureRole, "architecture"},
            {QuantizationRole, "quantization"},
            {ParametersRole, "parametersText"},
            {ContextTokensRole, "contextTokens"},
            {LicenceRole, "licence"},
            {ChatTemplateRole, "hasChatTemplate"},
            {VerdictRole, "verdict"},
            {VerifyingRole, "verifying"},
            {VerifyProgressRole, "verifyProgress"},
            {OwnRole, "own"},
            {FolderRole, "folder"}};
}

// ---- the list

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
    m_shownBeforeScan = m_shown;
    Q_EMIT scanningChanged();
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
            } else if (view) {
                show(view.value());
            }
        });
}

void LocalModels::endScan(Result<View> view) {
    m_scanning = false;
    m_scanned = true;
    const bool shownMeanwhile = m_shown != m_shownBeforeScan;
    if (view) {
        m_scanProblems = std::move(view.value().report.problems);
        show(view.value());
    } else {
        m_scanProblems = {{libraryFile(m_options), view.error().message}};
    }
    showProblems();
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

int LocalModels::rowOf(const QString& id) const {
    const auto found = std::ranges::find(m_models, id.toStdString(), &LocalModel::id);
    return found == m_models.end() ? -1 : static_cast<int>(found - m_models.begin());
}

QString LocalModels::nameOf(const QString& id) const {
    const int row = rowOf(id);
    return row < 0 ? QString() : QString::fromStdString(m_models[static_cast<std::size_t>(row)].name);
}

QString LocalModels::nameOfPath(const QString& path) const {
    const auto found = std::ranges::find(m_models, toPath(path), &LocalModel::path);
    return found == m_models.end() ? QString() : QString::fromStdString(found->name);
}

void LocalModels::rowChanged(const QString& id) {
    if (const int row = rowOf(id); row >= 0) {
        Q_EMIT dataChanged(index(row), index(row));
    }
}

void LocalModels::fail(const QString& id, const Error& error) {
    if (error.code != ErrorCode::cancelled) {
        Q_EMIT failed(id, libraryProblem(error));
    }
}

// ---- adding

QString LocalModels::refusalOf(const QUrl& url) const {
    const QFileInfo file(url.isLocalFile() ? url.toLocalFile() : QString());
    if (file.fileName().isEmpty() || !file.isAbsolute()) {
        return tr("That is not a file on this computer.");
    }
    const QString ending = file.suffix().toLower();
    if (ending != QLatin1String("gguf") && ending != QLatin1String("safetensors")) {
        return tr("“%1” is not a model that Hearth can use. Model files end in .gguf or .safetensors.")
            .arg(file.fileName());
    }
    return {};
}

QString LocalModels::addFile(const QUrl& url) {
    if (!refusalOf(url).isEmpty()) {
        return {};
    }
    const QFileInfo file(url.toLocalFile());
    m_newFiles.push_back(toPath(file.filePath()));
    refresh();
    const bool checkpoint = file.suffix().compare(QLatin1String("safetensors"), Qt::CaseInsensitive) == 0;
    return checkpoint ? file.path() : file.filePath();
}

void LocalModels::noteDownload(const QString& path, const QString& sha256) {
    run(
        m_quickPool,
        [file = toPath(path), hash = sha256.toStdString()](LocalModelsWorker& worker) -> Status {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->note_download(file, hash);
        },
        [this](const Status& noted) {
            if (!noted) {
                fail({}, noted.error());
            }
        });
}

// ---- checking

void LocalModels::verify(const QString& id) {
    if (m_verifying.contains(id) || rowOf(id) < 0) {
        return;
    }
    const auto cancelled = std::make_shared<std::atomic<bool>>(false);
    m_verifying.insert(id, {cancelled, 0});
    rowChanged(id);
    const QString name = nameOf(id);
    run(
        m_longPool,
        [this, id, cancelled](LocalModelsWorker& worker) -> Result<catalog::Verification> {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            const auto ticker = std::make_shared<Ticker>();
            return library->verify(
                id.toStdString(), [&] { return worker.stopping() || cancelled->load(); },
                [this, id, ticker](const catalog::Progress& progress) {
                    if (ticker->due()) {
                        QMetaObject::invokeMethod(
                            this, [this, id, share = shareOf(progress)] { setVerifying(id, share); },
                            Qt::QueuedConnection);
                    }
                });
        },
        [this, id, name](const Result<catalog::Verification>& done) {
            setVerifying(id, std::nullopt);
            if (!done) {
                fail(id, done.error());
                return;
            }
            if (const int row = rowOf(id); row >= 0) {
                m_models[static_cast<std::size_t>(row)].verdict = done->verdict;
                rowChanged(id);
            }
            Q_EMIT verifyEnded(id, verdictOf(done->verdict), verdictSentence(name, done.value()));
        });
}

void LocalModels::cancelVerify(const QString& id) {
    if (const auto running = m_verifying.constFind(id); running != m_verifying.constEnd()) {
        *running->cancelled = true;
    }
}

void LocalModels::setVerifying(const QString& id, std::optional<double> progress) {
    const auto running = m_verifying.find(id);
    if (running == m_verifying.end()) {
        return;
    }
    if (progress) {
        running->progress = *progress;
    } else {
        m_verifying.erase(running);
    }
    rowChanged(id);
}

// ---- removing

void LocalModels::remove(const QString& id) {
    const int row = rowOf(id);
    if (row < 0) {
        return;
    }
    const QString name = nameOf(id);
    const QString path = fromPath(m_models[static_cast<std::size_t>(row)].path);
    cancelVerify(id);
    m_removing.insert(id);
    beginRemoveRows({}, row, row);
    m_models.erase(m_models.begin() + row);
    endRemoveRows();
    Q_EMIT countChanged();
    run(
        m_quickPool,
        [id](LocalModelsWorker& worker) -> Result<catalog::Removal> {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->remove(id.toStdString());
        },
        [this, id, name, path](const Result<catalog::Removal>& done) {
            m_removing.remove(id);
            if (done) {
                Q_EMIT removed(id, name, done->trashed, path);
            } else {
                fail(id, done.error());
            }
            showKnown();
        });
}

void LocalModels::restore(const QString& id) {
    run(
        m_quickPool,
        [id](LocalModelsWorker& worker) -> Result<LocalModel> {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->restore(id.toStdString());
        },
        [this, id](const Result<LocalModel>& done) {
            if (!done) {
                fail(id, done.error());
                return;
            }
            showKnown();
            Q_EMIT restored(id);
        });
}

// ---- places

QUrl LocalModels::showInFolder(const QString& id) const {
    const int row = rowOf(id);
    if (row < 0) {
        return {};
    }
    const LocalModel& model = m_models[static_cast<std::size_t>(row)];
    const bool isFolder = !model.parts.empty() && model.parts.front().path.parent_path() == model.path;
    return QUrl::fromLocalFile(fromPath(isFolder ? model.path : model.path.parent_path()));
}

QVariantList LocalModels::diskUse() const {
    std::vector<catalog::ModelDiskUse> models = m_use.models;
    std::ranges::stable_sort(models, std::ranges::greater{}, &catalog::ModelDiskUse::bytes);
    QVariantList list;
    for (const catalog::ModelDiskUse& model : models) {
        const QString id = QString::fromStdString(model.id);
        list.append(QVariantMap{{QStringLiteral("id"), id},
                                {QStringLiteral("name"), nameOf(id)},
                                {QStringLiteral("bytes"), static_cast<double>(model.bytes)},
                                {QStringLiteral("sizeText"), formatBytes(model.bytes)}});
    }
    return list;
}

QVariantList LocalModels::drives() const {
    QVariantList list;
    for (const catalog::VolumeDiskUse& volume : m_use.volumes) {
        list.append(QVariantMap{{QStringLiteral("place"), fromPath(volume.mount)},
                                {QStringLiteral("modelBytes"), static_cast<double>(volume.model_bytes)},
                                {QStringLiteral("modelText"), formatBytes(volume.model_bytes)},
                                {QStringLiteral("freeBytes"), static_cast<double>(volume.free_bytes)},
                                {QStringLiteral("freeText"), formatBytes(volume.free_bytes)},
                                {QStringLiteral("totalBytes"), static_cast<double>(volume.total_bytes)}});
    }
    return list;
}

void LocalModels::moveLibrary(const QUrl& folder) {
    if (m_moving || !folder.isLocalFile()) {
        return;
    }
    m_moving = true;
    m_moveProgress = 0;
    m_moveCancelled = std::make_shared<std::atomic<bool>>(false);
    Q_EMIT movingChanged();
    Q_EMIT moveProgressChanged();
    run(
        m_longPool,
        [this, to = toPath(folder.toLocalFile()),
         cancelled = m_moveCancelled](LocalModelsWorker& worker) -> Status {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            const auto ticker = std::make_shared<Ticker>();
            return library->move_library(
                LocalModelsWorker::folderFor(*library, to), [&] { return worker.stopping() || cancelled->load(); },
                [this, ticker](const catalog::Progress& progress) {
                    if (ticker->due()) {
                        QMetaObject::invokeMethod(
                            this,
                            [this, share = shareOf(progress)] {
                                m_moveProgress = share;
                                Q_EMIT moveProgressChanged();
                            },
                            Qt::QueuedConnection);
                    }
                });
        },
        [this](const Status& done) {
            m_moving = false;
            Q_EMIT movingChanged();
            const bool cancelled = !done && done.error().code == ErrorCode::cancelled;
            Q_EMIT moveEnded(done.has_value(), done || cancelled ? QString() : libraryProblem(done.error()));
            refresh();
        });
}

void LocalModels::cancelMove() {
    if (m_moving) {
        *m_moveCancelled = true;
    }
}

void LocalModels::giveUpMove() {
    run(
        m_longPool,
        [](LocalModelsWorker& worker) -> Status {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->give_up_move();
        },
        [this](const Status& done) {
            if (!done) {
                fail({}, done.error());
            }
            showKnown();
        });
}

void LocalModels::retranslate() {
    showProblems();
    m_notice = libraryNotice(m_kept);
    Q_EMIT noticeChanged();
    if (!m_models.empty()) {
        Q_EMIT dataChanged(index(0), index(count() - 1));
    }
}

}  // namespace hearth
