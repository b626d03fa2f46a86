#include "engine_bridge/active_model.h"

#include <QFileInfo>
#include <QStringList>
#include <limits>
#include <utility>

namespace hearth {
namespace {

/// An estimate from less than this jumps about.
constexpr std::chrono::nanoseconds kShortestEstimate = std::chrono::milliseconds(300);

std::uint64_t heldBytes(const ModelInfo& info) {
    return info.weightBytes + info.kvBytes + info.workspaceBytes;
}

}  // namespace

ActiveModel::ActiveModel(EngineClient& client, ErrorSentence errorSentence, QObject* parent)
    : QObject(parent), m_client(client), m_errorSentence(std::move(errorSentence)) {
    connect(&client, &EngineClient::loadProgress, this, &ActiveModel::onProgress);
    connect(&client, &EngineClient::loaded, this, &ActiveModel::onLoaded);
    connect(&client, &EngineClient::loadFailed, this, &ActiveModel::onLoadFailed);
    connect(&client, &EngineClient::modelBroke, this, &ActiveModel::onBroke);
    connect(&client, &EngineClient::figuresChanged, this, [this] {
        const auto available = static_cast<qint64>(m_client.figures().memoryAvailableBytes);
        if (std::exchange(m_availableBytes, available) != available) {
            Q_EMIT availableBytesChanged();
        }
    });
    m_availableBytes = static_cast<qint64>(client.figures().memoryAvailableBytes);
}

std::optional<ModelHandle> ActiveModel::handle() const {
    return ready() ? m_model : std::nullopt;
}

QString ActiveModel::name() const {
    if (const QString known = m_nameOfFile ? m_nameOfFile(m_request.path) : QString(); !known.isEmpty()) {
        return known;
    }
    return m_info ? m_info->name : QFileInfo(m_request.path).completeBaseName();
}

QString ActiveModel::detail() const {
    return m_info ? tr("Architecture %1, computed on %2").arg(m_info->architecture, m_info->backend)
                  : QString();
}

double ActiveModel::secondsLeft() const {
    if (m_state == Loading && m_firstProgress && m_progress > m_firstProgress->progress) {
        const std::chrono::nanoseconds time = m_client.now() - m_firstProgress->time;
        if (time >= kShortestEstimate) {
            const double perSecond =
                (m_progress - m_firstProgress->progress) / std::chrono::duration<double>(time).count();
            return (1 - m_progress) / perSecond;
        }
    }
    return std::numeric_limits<double>::quiet_NaN();
}

qint64 ActiveModel::weightBytes() const {
    return m_info ? static_cast<qint64>(m_info->weightBytes) : 0;
}

qint64 ActiveModel::kvBytes() const {
    return m_info ? static_cast<qint64>(m_info->kvBytes) : 0;
}

qint64 ActiveModel::availableBytes() const {
    return m_availableBytes;
}

qint64 ActiveModel::contextTokens() const {
    return m_info ? m_info->contextTokens : 0;
}

qint64 ActiveModel::modelContextTokens() const {
    return m_info ? m_info->modelContextTokens : 0;
}

QString ActiveModel::errorName() const {
    if (!m_error) {
        return {};
    }
    const std::string_view name = error_name(m_error->code);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString ActiveModel::errorSentence() const {
    return m_error ? m_errorSentence(*m_error) : QString();
}

QString ActiveModel::errorDetails() const {
    return m_error ? QString::fromStdString(m_error->message) : QString();
}

void ActiveModel::use(const QString& path) {
    use(LoadModelRequest{.path = path});
}

void ActiveModel::use(LoadModelRequest request) {
    m_before.reset();
    start(std::move(request));
}

void ActiveModel::start(LoadModelRequest request) {
    release();
    m_request = std::move(request);
    m_model = m_client.load(m_request);
    setState(Loading);
    Q_EMIT progressChanged();
}

void ActiveModel::cancel() {
    if (m_state == Loading) {
        unload();
    }
}

void ActiveModel::unload() {
    m_before.reset();
    release();
    m_request = {};
    setState(None);
}

void ActiveModel::reload(qint64 contextTokens) {
    if (m_request.path.isEmpty() || contextTokens < 1 ||
        contextTokens > std::numeric_limits<std::uint32_t>::max()) {
        return;
    }
    LoadModelRequest request = m_request;
    request.contextTokens = static_cast<std::uint32_t>(contextTokens);
    if (m_larger && m_larger->path == request.path && m_larger->contextTokens == request.contextTokens) {
        request = *m_larger;
    }
    m_before = m_info ? std::optional(m_request) : std::nullopt;
    start(std::move(request));
}

void ActiveModel::retry() {
    if (!m_request.path.isEmpty()) {
        use(LoadModelRequest(m_request));
    }
}

void ActiveModel::forceLoad() {
    m_request.force = true;
    retry();
}

void ActiveModel::askPrice(qint64 contextTokens) {
    if (m_request.path.isEmpty() || contextTokens < 1 ||
        contextTokens > std::numeric_limits<std::uint32_t>::max()) {
        return;
    }
    m_larger.reset();
    const auto answer = [this, contextTokens](const LoadModelRequest& request, const Result<LoadPlan>& plan) {
        if (!plan) {
            Q_EMIT priceUnknown(contextTokens, m_errorSentence(plan.error()));
            return;
        }
        m_larger = request;
        const std::uint64_t available = plan->available_bytes + (m_info ? heldBytes(*m_info) : 0);
        Q_EMIT priceKnown(contextTokens, static_cast<qint64>(plan->total_bytes()),
                          static_cast<qint64>(available), plan->total_bytes() <= available);
    };
    planReload(static_cast<std::uint32_t>(contextTokens), answer);
}

void ActiveModel::planReload(std::uint32_t contextTokens, Planned done) {
    LoadModelRequest request = m_request;
    request.contextTokens = contextTokens;
    m_client.plan(request, this, [this, request, done = std::move(done)](const Result<LoadPlan>& plan) {
        if (plan || !request.kvBytes || plan.error().code != ErrorCode::out_of_memory) {
            done(request, plan);
            return;
        }
        // As much as the context needs, and no longer as little as was set.
        LoadModelRequest larger = request;
        larger.kvBytes.reset();
        m_client.plan(larger, this, [larger, done](const Result<LoadPlan>& needed) { done(larger, needed); });
    });
}

bool ActiveModel::reloadGrowsChatMemory() const {
    return m_larger && m_larger->path == m_request.path && m_request.kvBytes && !m_larger->kvBytes;
}

bool ActiveModel::switchNeedsConfirmation(int writingCount) const {
    return m_state == Ready && writingCount > 0;
}

void ActiveModel::setState(State state, std::optional<Error> error) {
    m_state = state;
    m_error = std::move(error);
    Q_EMIT stateChanged();
    Q_EMIT errorSentenceChanged();
}

// The client gives up a load where there is one, and frees what it holds before the next one.
void ActiveModel::release() {
    if (m_model) {
        m_client.unload(*m_model);
    }
    m_model.reset();
    m_info.reset();
    m_progress = 0;
    m_firstProgress.reset();
}

void ActiveModel::onProgress(ModelHandle model, std::uint64_t done, std::uint64_t total) {
    if (model != m_model || m_state != Loading || total == 0) {
        return;
    }
    m_progress = static_cast<double>(done) / static_cast<double>(total);
    if (!m_firstProgress && done > 0) {
        m_firstProgress = FirstProgress{m_client.now(), m_progress};
    }
    Q_EMIT progressChanged();
}

void ActiveModel::onLoaded(ModelHandle model, const ModelInfo& info) {
    if (model != m_model) {
        return;
    }
    m_info = info;
    m_progress = 1;
    m_request.force = false;  // Given for this once.
    m_before.reset();
    setState(info.chatTemplateError ? NoChatTemplate : Ready, info.chatTemplateError);
    Q_EMIT progressChanged();
    if (ready()) {
        Q_EMIT used(m_request.path);
    }
}

void ActiveModel::onLoadFailed(ModelHandle model, const Error& error) {
    if (model != m_model) {
        return;
    }
    m_model.reset();
    if (m_before) {
        const LoadModelRequest before = *std::exchange(m_before, std::nullopt);
        Q_EMIT reloadFailed(m_errorSentence(error));
        start(before);
        return;
    }
    setState(Failed, error);
}

void ActiveModel::onBroke(ModelHandle model, const Error& error) {
    if (model == m_model) {
        setState(Failed, error);
    }
}

}  // namespace hearth
