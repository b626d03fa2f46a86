#include "engine_bridge/engine_workshop.h"

#include "engine_bridge/bridge_errors.h"
#include "engine_bridge/chat_prompt.h"
#include "engine_bridge/event_joiner.h"
#include "engine_bridge/figures_reader.h"

#include <hearth/model_file.h>

namespace hearth {
namespace {

constexpr std::chrono::milliseconds kIdleFiguresEvery = std::chrono::seconds(5);

std::filesystem::path filePath(const QString& path) {
    return std::filesystem::path(path.toStdU16String());
}

/// Work that keeps answers from running alone, for as long as it lives.
class Beside {
 public:
    Beside(LoneWork& work, std::uint64_t job) : m_work(work), m_job(job) { m_work.begin(m_job); }
    ~Beside() { m_work.end(m_job); }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;

 private:
    LoneWork& m_work;
    std::uint64_t m_job;
};

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

}  // namespace

EngineWorkshop::EngineWorkshop(EngineClient& client, EngineLoader loader)
    : m_client(client), m_loader(std::move(loader)) {
    m_idle.setInterval(kIdleFiguresEvery);
    m_idle.setTimerType(Qt::VeryCoarseTimer);
    QObject::connect(&m_idle, &QTimer::timeout, &m_idle, [this] { figuresAreStale(); });
    m_idle.start();
    setFrameClock(m_ownClock);
    figuresAreStale();
}

EngineWorkshop::~EngineWorkshop() {
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

void EngineWorkshop::setFrameClock(FrameClock& clock) {
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

std::shared_ptr<ModelSession> EngineWorkshop::session(ModelHandle model) const {
    const auto place = m_models.find(model);
    return place == m_models.end() ? nullptr : place->second.session;
}

std::shared_ptr<ModelSession> EngineWorkshop::sessionOf(RequestHandle request) const {
    const auto place = m_requests.find(request);
    return place == m_requests.end() ? nullptr : place->second.lock();
}

template <class Value>
void EngineWorkshop::post(SerialWorker& worker, std::function<Result<Value>()> job,
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

void EngineWorkshop::deliverNextFrame(FrameQueue::Delivery delivery) {
    ++m_awaited;
    m_queue.post([this, delivery = std::move(delivery)] {
        --m_awaited;
        delivery();
    });
    m_clock->start();
}

ModelHandle EngineWorkshop::load(LoadModelRequest request) {
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
            const Beside beside(m_work, handle.value);
            HEARTH_TRY_ASSIGN(std::unique_ptr<Engine> engine,
                              m_loader(filePath(request.path), options, progress));
            return std::make_shared<ModelSession>(request.path, std::move(engine), m_queue, m_work,
                                                  announcements(handle, filePath(request.path), options));
        },
        [this, handle](Result<std::shared_ptr<ModelSession>> result) {
            finishLoad(handle, std::move(result));
        });
    return handle;
}

ModelSession::Announcements EngineWorkshop::announcements(ModelHandle handle, std::filesystem::path path,
                                                          const LoadOptions& options) {
    return {.broke =
                [this, handle](Error error) {
                    m_queue.post([this, handle, error = std::move(error)] {
                        if (session(handle)) {
                            Q_EMIT m_client.modelBroke(handle, error);
                        }
                    });
                },
            .ranAlone =
                [this, path = std::move(path), options](const Finished& finished) {
                    m_queue.post(
                        [this, run = LoneRun{path, options, finished}] { Q_EMIT m_client.ranAlone(run); });
                }};
}

void EngineWorkshop::finishLoad(ModelHandle handle, Result<std::shared_ptr<ModelSession>> result) {
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

void EngineWorkshop::cancelLoad(ModelHandle model) {
    const auto place = m_models.find(model);
    if (place != m_models.end() && place->second.loading) {
        place->second.loading->cancelled = true;
    }
}

void EngineWorkshop::unload(ModelHandle handle) {
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

void EngineWorkshop::plan(const LoadModelRequest& request, QObject* context,
                          EngineClient::PlanCallback callback) {
    const auto answer = std::make_shared<std::pair<QPointer<QObject>, EngineClient::PlanCallback>>(
        context, std::move(callback));
    post<LoadPlan>(
        m_workers->gauging,
        [request]() -> Result<LoadPlan> {
            LoadOptions options;
            options.context_tokens = request.contextTokens;
            options.kv_bytes = request.kvBytes;
            options.thread_count = request.threads;
            options.memory = MemoryPolicy::force;
            HEARTH_TRY_ASSIGN(const ModelFile file, ModelFile::open(filePath(request.path)));
            return plan_load(file, options);
        },
        [answer](const Result<LoadPlan>& plan) {
            if (answer->first) {
                answer->second(plan);
            }
        });
}

RequestHandle EngineWorkshop::generate(ModelHandle model, ChatRequest request) {
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

void EngineWorkshop::measure(ModelHandle model, std::vector<ChatTurn> turns, QString draft, QObject* context,
                             EngineClient::MeasureCallback callback) {
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

void EngineWorkshop::figuresAreStale() {
    m_figuresStale = true;
    m_clock->start();
}

void EngineWorkshop::askFigures() {
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

bool EngineWorkshop::inFlight() const {
    return !m_requests.empty() || m_awaited > 0 || m_figuresStale;
}

// Whoever is told may load and unload.
void EngineWorkshop::sayLoadProgress() {
    std::vector<std::pair<ModelHandle, std::pair<std::uint64_t, std::uint64_t>>> news;
    for (const auto& [handle, model] : m_models) {
        if (!model.loading) {
            continue;
        }
        const std::pair now{model.loading->done.load(), model.loading->total.load()};
        if (std::exchange(model.loading->said, now) != now) {
            news.emplace_back(handle, now);
        }
    }
    for (const auto& [handle, bytes] : news) {
        Q_EMIT m_client.loadProgress(handle, bytes.first, bytes.second);
    }
}

void EngineWorkshop::frame() {
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

}  // namespace hearth
