#include "engine_bridge/local_engine.h"

#include "engine_bridge/bridge_errors.h"
#include "engine_bridge/chat_prompt.h"
#include "engine_bridge/event_joiner.h"
#include "engine_bridge/frame_queue.h"
#include "engine_bridge/measure_desk.h"
#include "engine_bridge/model_session.h"
#include "engine_bridge/serial_worker.h"
#include "engine_bridge/token_rate.h"

#include <hearth/devices.h>
#include <hearth/model_file.h>

#include <QPointer>
#include <QTimer>
#include <atomic>
#include <unordered_map>
#include <utility>

namespace hearth {
namespace {

constexpr std::chrono::nanoseconds kFiguresEvery = std::chrono::milliseconds(250);
constexpr std::chrono::milliseconds kIdleFiguresEvery = std::chrono::seconds(5);

std::filesystem::path filePath(const QString& path) {
    return std::filesystem::path(path.toStdU16String());
}

GenerateRequest generateRequest(ChatRequest&& chat, Prompt&& prompt) {
    GenerateRequest request;
    request.prompt = std::move(prompt.ids);
    request.stable_prefix = prompt.stable_prefix;
    request.max_tokens = chat.maxTokens;
    request.sampling = std::move(chat.sampling);
    for (const QString& stop : std::as_const(chat.stopStrings)) {
        request.stop_strings.push_back(stop.toStdString());
    }
    return request;
}

/// A load that is going on; shared with the loader thread.
struct Loading {
    std::atomic<std::uint64_t> done{0};
    std::atomic<std::uint64_t> total{0};
    std::atomic<bool> cancelled{false};
    std::pair<std::uint64_t, std::uint64_t> said{0, 0};  ///< GUI thread
};

/// Runs on the gauging thread.
EngineFigures readFigures(const std::vector<std::shared_ptr<ModelSession>>& sessions) {
    EngineFigures figures;
    for (const std::shared_ptr<ModelSession>& session : sessions) {
        const EngineLoad load = session->load();
        const ModelInfo& info = session->info();
        figures.running += load.running;
        figures.waiting += load.waiting;
        figures.weightBytes += info.weightBytes;
        figures.kvBytes += info.kvBytes;
        if (load.blocks_total > 0) {
            const double used = double(load.blocks_total - load.blocks_free) / load.blocks_total;
            figures.kvUsedBytes += static_cast<std::uint64_t>(used * double(info.kvBytes));
        }
    }
    if (const auto machine = devices(); machine && !machine->empty()) {
        figures.memoryTotalBytes = machine->front().memory_total;
        figures.memoryAvailableBytes = machine->front().memory_free;
    }
    return figures;
}

}  // namespace

/// What a LocalEngine owns. Its members belong to the GUI thread, except for the queue and what jobs share.
class LocalEngine::Workshop {
 public:
    Workshop(LocalEngine& client, EngineLoader loader) : m_client(client), m_loader(std::move(loader)) {
        m_idle.setInterval(kIdleFiguresEvery);
        m_idle.setTimerType(Qt::VeryCoarseTimer);
        QObject::connect(&m_idle, &QTimer::timeout, &m_idle, [this] { figuresAreStale(); });
        m_idle.start();
        setFrameClock(m_ownClock);
        figuresAreStale();
    }
    ~Workshop();
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;

    void setFrameClock(FrameClock& clock);
    ModelHandle load(LoadModelRequest request);
    void cancelLoad(ModelHandle model);
    void unload(ModelHandle model);
    void plan(const QString& path, std::optional<std::uint32_t> contextTokens, QObject* context,
              PlanCallback callback);
    RequestHandle generate(ModelHandle model, ChatRequest request);
    std::shared_ptr<ModelSession> sessionOf(RequestHandle request) const;
    void measure(ModelHandle model, std::vector<ChatTurn> turns, QString draft, QObject* context,
                 MeasureCallback callback);
    const EngineFigures& figures() const { return m_figures; }
    std::chrono::nanoseconds now() const { return m_clock->now(); }

 private:
    struct Model {
        std::shared_ptr<Loading> loading;       ///< until it is loaded
        std::shared_ptr<ModelSession> session;  ///< from then on
    };
    struct Workers {
        SerialWorker loading;  ///< loads and frees, so that memory is free before it is asked for again
        SerialWorker prompts;  ///< renders and tokenizes
        SerialWorker gauging;  ///< measures, plans, figures
    };

    std::shared_ptr<ModelSession> session(ModelHandle model) const;

    /// Posts a job whose result `deliver` says on the GUI thread, where the job threw with its Error.
    template <class Value>
    void post(SerialWorker& worker, std::function<Result<Value>()> job,
              std::function<void(Result<Value>)> deliver);
    void deliverNextFrame(FrameQueue::Delivery delivery);
    void finishLoad(ModelHandle model, Result<std::shared_ptr<ModelSession>> result);

    void figuresAreStale();
    void askFigures();
    bool inFlight() const;
    void frame();
    void sayLoadProgress();

    LocalEngine& m_client;
    EngineLoader m_loader;
    FrameQueue m_queue;
    TimerFrameClock m_ownClock;
    QPointer<FrameClock> m_clock;
    QTimer m_idle;
    std::uint64_t m_lastHandle = 0;
    std::unordered_map<ModelHandle, Model> m_models;
    std::unordered_map<RequestHandle, std::weak_ptr<ModelSession>> m_requests;  ///< without a final event
    std::size_t m_awaited = 0;  ///< deliveries that are still to come
    MeasureDesk m_measures;
    TokenRate m_rate;
    EngineFigures m_figures;
    std::chrono::nanoseconds m_figuresTime{};
    bool m_figuresStale = false;
    bool m_figuresAsked = false;
    std::unique_ptr<Workers> m_workers = std::make_unique<Workers>();
};

LocalEngine::Workshop::~Workshop() {
    for (const auto& [handle, model] : m_models) {
        if (model.loading) {
            model.loading->cancelled = true;
        }
        if (model.session) {
            model.session->stopAll();
        }
    }
    // Nobody is left who posts, before what was posted goes; sessions in it still use the queue.
    m_workers.reset();
    const FrameQueue::Frame undelivered = m_queue.take();
}

void LocalEngine::Workshop::setFrameClock(FrameClock& clock) {
    if (m_clock) {
        m_clock->stop();
        QObject::disconnect(m_clock, nullptr, &m_client, nullptr);
    }
    m_clock = &clock;
    QObject::connect(m_clock, &FrameClock::tick, &m_client, [this] { frame(); });
    if (inFlight()) {
        m_clock->start();
    }
}

std::shared_ptr<ModelSession> LocalEngine::Workshop::session(ModelHandle model) const {
    const auto place = m_models.find(model);
    return place == m_models.end() ? nullptr : place->second.session;
}

std::shared_ptr<ModelSession> LocalEngine::Workshop::sessionOf(RequestHandle request) const {
    const auto place = m_requests.find(request);
    return place == m_requests.end() ? nullptr : place->second.lock();
}

template <class Value>
void LocalEngine::Workshop::post(SerialWorker& worker, std::function<Result<Value>()> job,
                                 std::function<void(Result<Value>)> deliver) {
    ++m_awaited;
    const auto say = [this, deliver = std::move(deliver)](Result<Value> result) {
        m_queue.post([this, deliver, result = std::move(result)] {
            --m_awaited;
            deliver(result);
        });
    };
    worker.post([job = std::move(job), say] { say(job()); }, [say](Error error) { say(std::move(error)); });
    m_clock->start();
}

void LocalEngine::Workshop::deliverNextFrame(FrameQueue::Delivery delivery) {
    ++m_awaited;
    m_queue.post([this, delivery = std::move(delivery)] {
        --m_awaited;
        delivery();
    });
    m_clock->start();
}

ModelHandle LocalEngine::Workshop::load(LoadModelRequest request) {
    const ModelHandle handle{++m_lastHandle};
    const auto loading = std::make_shared<Loading>();
    m_models.emplace(handle, Model{.loading = loading, .session = nullptr});
    post<std::shared_ptr<ModelSession>>(
        m_workers->loading,
        [this, handle, loading, request = std::move(request)]() -> Result<std::shared_ptr<ModelSession>> {
            LoadOptions options;
            options.context_tokens = request.contextTokens;
            options.kv_bytes = request.kvBytes;
            options.thread_count = request.threads;
            options.memory = request.force ? MemoryPolicy::force : MemoryPolicy::refuse;
            const auto progress = [&](std::uint64_t done, std::uint64_t total) {
                loading->total = total;
                loading->done = done;
                return loading->cancelled ? LoadControl::stop : LoadControl::go_on;
            };
            if (loading->cancelled) {
                return loadCancelled(request.path.toStdString());
            }
            HEARTH_TRY_ASSIGN(std::unique_ptr<Engine> engine,
                              m_loader(filePath(request.path), options, progress));
            const auto broke = [this, handle](Error error) {
                m_queue.post([this, handle, error = std::move(error)] {
                    if (session(handle)) {
                        Q_EMIT m_client.modelBroke(handle, error);
                    }
                });
            };
            return std::make_shared<ModelSession>(request.path, std::move(engine), m_queue, broke);
        },
        [this, handle](Result<std::shared_ptr<ModelSession>> result) {
            finishLoad(handle, std::move(result));
        });
    return handle;
}

void LocalEngine::Workshop::finishLoad(ModelHandle handle, Result<std::shared_ptr<ModelSession>> result) {
    const auto place = m_models.find(handle);
    Model& model = place->second;
    if (model.loading->cancelled && result) {
        // It was finished just before the person gave it up.
        const std::shared_ptr<ModelSession> unwanted = *std::move(result);
        m_workers->loading.post([unwanted] { unwanted->close(); }, [](const Error&) {});
        result = loadCancelled(unwanted->info().path.toStdString());
    }
    if (!result) {
        m_models.erase(place);
        figuresAreStale();
        Q_EMIT m_client.loadFailed(handle, result.error());
        return;
    }
    model.loading = nullptr;
    model.session = *std::move(result);
    figuresAreStale();
    const ModelInfo info = model.session->info();
    Q_EMIT m_client.loaded(handle, info);
}

void LocalEngine::Workshop::cancelLoad(ModelHandle model) {
    const auto place = m_models.find(model);
    if (place != m_models.end() && place->second.loading) {
        place->second.loading->cancelled = true;
    }
}

void LocalEngine::Workshop::unload(ModelHandle handle) {
    cancelLoad(handle);
    const std::shared_ptr<ModelSession> leaving = session(handle);
    if (!leaving) {
        return;
    }
    leaving->stopAll();
    m_models.erase(handle);
    const auto say = [this, handle](const Result<bool>&) {
        figuresAreStale();
        Q_EMIT m_client.unloaded(handle);
    };
    post<bool>(
        m_workers->loading,
        [leaving]() -> Result<bool> {
            leaving->close();
            return true;
        },
        say);
}

void LocalEngine::Workshop::plan(const QString& path, std::optional<std::uint32_t> contextTokens,
                                 QObject* context, PlanCallback callback) {
    const auto answer =
        std::make_shared<std::pair<QPointer<QObject>, PlanCallback>>(context, std::move(callback));
    post<LoadPlan>(
        m_workers->gauging,
        [path, contextTokens]() -> Result<LoadPlan> {
            LoadOptions options;
            options.context_tokens = contextTokens;
            options.memory = MemoryPolicy::force;
            HEARTH_TRY_ASSIGN(const ModelFile file, ModelFile::open(filePath(path)));
            return plan_load(file, options);
        },
        [answer](const Result<LoadPlan>& plan) {
            if (answer->first) {
                answer->second(plan);
            }
        });
}

RequestHandle LocalEngine::Workshop::generate(ModelHandle model, ChatRequest request) {
    const RequestHandle handle{++m_lastHandle};
    const std::shared_ptr<ModelSession> worker = session(model);
    m_requests.emplace(handle, worker);
    m_clock->start();
    if (!worker) {
        m_queue.push(EngineEvent{handle, Failure{modelNotLoaded()}});
        return handle;
    }
    worker->announce(handle, request.priority);
    const auto job = [this, worker, handle, request = std::move(request)]() mutable {
        if (!worker->wanted(handle)) {
            return;
        }
        const ModelSession::Use use = worker->use();
        if (const Result<ChatTemplate>& chat = use.chatTemplate(); !chat) {
            worker->fail(handle, chat.error());
            return;
        }
        auto prompt = buildChatPrompt(use.engine().tokenizer(), *use.chatTemplate(), std::move(request.turns),
                                      request.start);
        if (!prompt) {
            worker->fail(handle, std::move(prompt).error());
            return;
        }
        if (isRepaired(prompt->repairs)) {
            m_queue.push(EngineEvent{handle, prompt->repairs});
        }
        worker->submit(handle, generateRequest(std::move(request), std::move(prompt->prompt)));
    };
    m_workers->prompts.post(job, [worker, handle](Error error) { worker->fail(handle, std::move(error)); });
    return handle;
}

void LocalEngine::Workshop::measure(ModelHandle model, std::vector<ChatTurn> turns, QString draft,
                                    QObject* context, MeasureCallback callback) {
    const MeasureDesk::Question question = m_measures.ask(context, std::move(callback));
    const std::shared_ptr<ModelSession> measured = session(model);
    if (!measured) {
        deliverNextFrame([this, question] { m_measures.answer(question, modelNotLoaded()); });
        return;
    }
    post<ContextMeasure>(
        m_workers->gauging,
        [question, model, measured, turns = std::move(turns),
         draft = std::move(draft)]() -> Result<ContextMeasure> {
            if (question.outdated()) {
                return Error{ErrorCode::cancelled, "a later question has taken its place"};
            }
            const ModelSession::Use use = measured->use();
            if (!use) {
                return modelNotLoaded();
            }
            HEARTH_TRY_ASSIGN(const ChatTemplate chat, use.chatTemplate());
            return question.asker->gauge.measure(model, use.engine().tokenizer(), chat,
                                                 measured->info().contextTokens, turns, draft);
        },
        [this, question](const Result<ContextMeasure>& measure) { m_measures.answer(question, measure); });
}

void LocalEngine::Workshop::figuresAreStale() {
    m_figuresStale = true;
    m_clock->start();
}

void LocalEngine::Workshop::askFigures() {
    m_figuresStale = false;
    m_figuresAsked = true;
    m_figuresTime = m_clock->now();
    std::vector<std::shared_ptr<ModelSession>> sessions;
    for (const auto& [handle, model] : m_models) {
        if (model.session) {
            sessions.push_back(model.session);
        }
    }
    post<EngineFigures>(
        m_workers->gauging,
        [sessions = std::move(sessions)]() -> Result<EngineFigures> { return readFigures(sessions); },
        [this](const Result<EngineFigures>& read) {
            m_figuresAsked = false;
            if (!read) {
                return;
            }
            EngineFigures figures = *read;
            figures.tokensPerSecond = m_requests.empty() ? 0 : m_rate.perSecond(m_clock->now());
            if (figures != m_figures) {
                m_figures = figures;
                Q_EMIT m_client.figuresChanged();
            }
        });
}

bool LocalEngine::Workshop::inFlight() const {
    return !m_requests.empty() || m_awaited > 0 || m_figuresStale;
}

void LocalEngine::Workshop::sayLoadProgress() {
    for (const auto& [handle, model] : m_models) {
        if (!model.loading) {
            continue;
        }
        const std::pair now{model.loading->done.load(), model.loading->total.load()};
        if (std::exchange(model.loading->said, now) != now) {
            Q_EMIT m_client.loadProgress(handle, now.first, now.second);
        }
    }
}

void LocalEngine::Workshop::frame() {
    FrameQueue::Frame frame = m_queue.take();
    sayLoadProgress();
    const std::vector<EngineEvent> events = joined(std::move(frame.events));
    for (const EngineEvent& event : events) {
        if (const auto* text = std::get_if<TextDelta>(&event.what)) {
            m_rate.add(m_clock->now(), text->tokens);
        } else if (isFinal(event)) {
            m_requests.erase(event.request);
            m_figuresStale = true;
        }
    }
    if (!events.empty()) {
        Q_EMIT m_client.events(events);
    }
    for (const FrameQueue::Delivery& delivery : frame.deliveries) {
        delivery();
    }
    const bool due = m_clock->now() - m_figuresTime >= kFiguresEvery;
    if (due && !m_figuresAsked && (m_figuresStale || inFlight())) {
        askFigures();
    }
    if (!inFlight()) {
        m_clock->stop();
    }
}

LocalEngine::LocalEngine(QObject* parent)
    : LocalEngine([](const std::filesystem::path& path, const LoadOptions& options,
                     const LoadProgress& progress) { return Engine::load(path, options, progress); },
                  parent) {}

LocalEngine::LocalEngine(EngineLoader loader, QObject* parent)
    : EngineClient(parent), m_workshop(std::make_unique<Workshop>(*this, std::move(loader))) {}

LocalEngine::~LocalEngine() = default;

ModelHandle LocalEngine::load(LoadModelRequest request) {
    return m_workshop->load(std::move(request));
}

void LocalEngine::cancelLoad(ModelHandle model) {
    m_workshop->cancelLoad(model);
}

void LocalEngine::unload(ModelHandle model) {
    m_workshop->unload(model);
}

void LocalEngine::plan(const QString& path, std::optional<std::uint32_t> contextTokens, QObject* context,
                       PlanCallback callback) {
    m_workshop->plan(path, contextTokens, context, std::move(callback));
}

RequestHandle LocalEngine::generate(ModelHandle model, ChatRequest request) {
    return m_workshop->generate(model, std::move(request));
}

void LocalEngine::stop(RequestHandle request) {
    if (const auto session = m_workshop->sessionOf(request)) {
        session->stop(request);
    }
}

void LocalEngine::setPriority(RequestHandle request, int priority) {
    if (const auto session = m_workshop->sessionOf(request)) {
        session->setPriority(request, priority);
    }
}

void LocalEngine::measure(ModelHandle model, std::vector<ChatTurn> turns, QString draft, QObject* context,
                          MeasureCallback callback) {
    m_workshop->measure(model, std::move(turns), std::move(draft), context, std::move(callback));
}

EngineFigures LocalEngine::figures() const {
    return m_workshop->figures();
}

void LocalEngine::setFrameClock(FrameClock& clock) {
    m_workshop->setFrameClock(clock);
}

std::chrono::nanoseconds LocalEngine::now() const {
    return m_workshop->now();
}

}  // namespace hearth
