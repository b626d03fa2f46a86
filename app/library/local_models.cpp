#include "library/local_models.h"

#include "library/local_models_jobs.h"
#include "library/local_models_text.h"
#include "library/model_text.h"
#include "system/human_format.h"
#include "system/shown_name.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace hearth {

namespace {

using catalog::LocalModel;

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
    library.files = options.files;
    library.old_added_files = toPath(options.addedFiles);
    library.old_cache = toPath(options.cacheFile);
    library.curated_list = toPath(options.curatedList);
    return library;
}

/// library.db is beside the models where no other place is wished.
LocalModels::Options settled(LocalModels::Options options) {
    if (options.libraryFile.isEmpty()) {
        options.libraryFile = fromPath(toPath(options.modelsFolder).parent_path() / "library.db");
    }
    return options;
}

}  // namespace

LocalModels::LocalModels(Options options, QObject* parent)
    : QAbstractListModel(parent),
      m_options(settled(std::move(options))),
      m_worker(
          std::make_shared<LocalModelsWorker>(toPath(m_options.libraryFile), libraryOptions(m_options))) {
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
            return shownName(QString::fromStdString(model.shown_name()));
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
        case DamagedRole:
            return model.verdict == catalog::Verdict::differs;
        case SourceKnownRole:
            return model.source_known;
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
            {DamagedRole, "damaged"},
            {SourceKnownRole, "sourceKnown"},
            {OwnRole, "own"},
            {FolderRole, "folder"}};
}

LocalModels::Verdict LocalModels::verdictOf(catalog::Verdict verdict) {
    switch (verdict) {
        case catalog::Verdict::none:
            return NeverVerified;
        case catalog::Verdict::matches:
            return Matches;
        case catalog::Verdict::remembered:
            return Remembered;
        case catalog::Verdict::differs:
            return Differs;
    }
    return NeverVerified;
}

int LocalModels::rowOf(const QString& id) const {
    const auto found = std::ranges::find(m_models, id.toStdString(), &LocalModel::id);
    return found == m_models.end() ? -1 : static_cast<int>(found - m_models.begin());
}

QString LocalModels::nameOf(const QString& id) const {
    const int row = rowOf(id);
    return row < 0 ? QString()
                   : shownName(QString::fromStdString(m_models[static_cast<std::size_t>(row)].shown_name()));
}

QString LocalModels::nameOfPath(const QString& path) const {
    const auto found = std::ranges::find(m_models, toPath(path), &LocalModel::path);
    return found == m_models.end() ? QString() : shownName(QString::fromStdString(found->shown_name()));
}

QString LocalModels::doubtOf(const QString& path) const {
    const auto found = std::ranges::find(m_models, toPath(path), &LocalModel::path);
    return found == m_models.end() ? QString() : modelDoubt(*found);
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

void LocalModels::retranslate() {
    showProblems();
    m_notice = libraryNotice(m_kept);
    Q_EMIT noticeChanged();
    if (!m_models.empty()) {
        Q_EMIT dataChanged(index(0), index(count() - 1));
    }
}

}  // namespace hearth
