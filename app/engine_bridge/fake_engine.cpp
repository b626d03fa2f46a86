#include "engine_bridge/fake_engine.h"

#include "engine_bridge/bridge_errors.h"
#include "engine_bridge/event_joiner.h"
#include "engine_bridge/fake_shelf.h"
#include "engine_bridge/fake_stream.h"
#include "engine_bridge/measure_desk.h"
#include "engine_bridge/token_rate.h"
#include "engine_bridge/turn_repair.h"

#include <QPointer>
#include <algorithm>
#include <list>
#include <utility>

namespace hearth {
namespace {

constexpr std::uint32_t kTokensAroundTurn = 4;
constexpr std::uint32_t kTokensBeforeAnswer = 3;

std::uint32_t turnTokens(const QString& text) {
    return kTokensAroundTurn + fakeTokenCount(text);
}

}  // namespace

/// The script as it plays. All on the GUI thread, everything at a tick of the clock.
class FakeEngine::Machine {
 public:
    Machine(FakeEngine& client, FakeScript script) : m_client(client), m_script(std::move(script)) {
        setFrameClock(m_ownClock);
        m_figuresStale = true;
        m_clock->start();
    }

    void setScript(FakeScript script) {
        m_script = std::move(script);
        m_figuresStale = true;
        m_clock->start();
    }
    const FakeScript& script() const { return m_script; }
    const EngineFigures& figures() const { return m_figures; }
    std::chrono::nanoseconds now() const { return m_clock->now(); }

    void setFrameClock(FrameClock& clock);
    ModelHandle load(const LoadModelRequest& request);
    void cancelLoad(ModelHandle model) { m_shelf.cancel(model); }
    void unload(ModelHandle model);
    void plan(const LoadModelRequest& request, QObject* context, PlanCallback callback);
    RequestHandle generate(ModelHandle model, ChatRequest request);
    FakeStream* find(RequestHandle request);
    void measure(ModelHandle model, const std::vector<ChatTurn>& turns, const QString& draft,
                 QObject* context, MeasureCallback callback);

 private:
    struct Stream {
        ModelHandle model;
        FakeStream stream;
    };

    std::optional<Error> refusal(const FakeShelf::Model* model, std::uint32_t promptTokens) const;
    void later(std::function<void()> delivery);
    bool inFlight() const {
        return !m_streams.empty() || !m_later.empty() || !m_refused.empty() || m_shelf.isLoading();
    }

    void tick();
    void advanceLoads();
    void schedule(std::vector<EngineEvent>& events);
    void advanceStreams(std::vector<EngineEvent>& events);
    void breakEngine(ModelHandle handle, const Error& error, std::vector<EngineEvent>& events);
    void updateFigures();

    FakeEngine& m_client;
    FakeScript m_script;
    TimerFrameClock m_ownClock;
    QPointer<FrameClock> m_clock;
    std::uint64_t m_lastHandle = 0;
    std::uint64_t m_requests = 0;
    FakeShelf m_shelf;
    std::list<Stream> m_streams;  ///< in the order in which they were asked for
    std::vector<EngineEvent> m_refused;
    std::vector<std::function<void()>> m_later;
    MeasureDesk m_measures;
    TokenRate m_rate;
    EngineFigures m_figures;
    std::chrono::nanoseconds m_figuresTime = -kFiguresEvery;
    bool m_figuresStale = false;
};

void FakeEngine::Machine::setFrameClock(FrameClock& clock) {
    if (m_clock) {
        m_clock->stop();
        QObject::disconnect(m_clock, nullptr, &m_client, nullptr);
    }
    m_clock = &clock;
    m_figuresTime = clock.now() - kFiguresEvery;
    QObject::connect(m_clock, &FrameClock::tick, &m_client, [this] { tick(); });
    m_clock->start();
}

void FakeEngine::Machine::later(std::function<void()> delivery) {
    m_later.push_back(std::move(delivery));
    m_clock->start();
}

ModelHandle FakeEngine::Machine::load(const LoadModelRequest& request) {
    const ModelHandle handle{++m_lastHandle};
    auto prepared = m_shelf.prepare(m_script, request);
    if (prepared) {
        m_shelf.begin(handle, *std::move(prepared), m_clock->now());
        m_clock->start();
    } else {
        later([this, handle, error = prepared.error()] { Q_EMIT m_client.loadFailed(handle, error); });
    }
    return handle;
}

void FakeEngine::Machine::unload(ModelHandle handle) {
    if (!m_shelf.remove(handle)) {
        m_shelf.cancel(handle);
        return;
    }
    for (Stream& entry : m_streams) {
        if (entry.model == handle) {
            entry.stream.stop();
        }
    }
    later([this, handle] {
        m_figuresStale = true;
        Q_EMIT m_client.unloaded(handle);
    });
}

void FakeEngine::Machine::plan(const LoadModelRequest& request, QObject* context, PlanCallback callback) {
    LoadModelRequest forced = request;
    forced.force = true;
    const auto prepared = m_shelf.prepare(m_script, forced);
    Result<LoadPlan> plan = LoadPlan{};
    if (prepared) {
        plan = LoadPlan{.context_tokens = prepared->info.contextTokens,
                        .weight_bytes = prepared->info.weightBytes,
                        .kv_bytes = prepared->info.kvBytes,
                        .workspace_bytes = prepared->info.workspaceBytes,
                        .available_bytes = m_shelf.availableBytes(m_script)};
    } else {
        plan = prepared.error();
    }
    later([plan, context = QPointer(context), callback = std::move(callback)] {
        if (context) {
            callback(plan);
        }
    });
}

std::optional<Error> FakeEngine::Machine::refusal(const FakeShelf::Model* model,
                                                  std::uint32_t promptTokens) const {
    if (model == nullptr) {
        return modelNotLoaded();
    }
    if (model->broken) {
        return model->broken;
    }
    if (model->fake.info.chatTemplateError) {
        return model->fake.info.chatTemplateError;
    }
    if (promptTokens >= model->fake.info.contextTokens) {
        return Error{ErrorCode::context_too_long,
                     "the conversation is longer than the context",
                     {.expected = std::to_string(model->fake.info.contextTokens),
                      .actual = std::to_string(promptTokens)}};
    }
    return std::nullopt;
}

RequestHandle FakeEngine::Machine::generate(ModelHandle handle, ChatRequest request) {
    const RequestHandle result{++m_lastHandle};
    RepairedTurns repaired = repairTurns(std::move(request.turns), request.start);
    if (repaired.turns.empty()) {
        addEvent(m_refused, result, Failure{nothingToAnswer()});
        m_clock->start();
        return result;
    }
    request.turns = std::move(repaired.turns);
    request.start = repaired.start;
    const std::uint64_t number = m_requests++;
    FakeAnswer answer = m_script.answer ? m_script.answer(request, number) : fakeAnswerFor(request, number);
    std::uint32_t promptTokens = kTokensBeforeAnswer;
    for (const ChatTurn& turn : request.turns) {
        promptTokens += turnTokens(turn.text);
    }
    promptTokens = answer.promptTokens.value_or(promptTokens);

    if (const auto error = refusal(m_shelf.find(handle), promptTokens)) {
        addEvent(m_refused, result, Failure{*error});
    } else {
        if (isRepaired(repaired.repairs)) {
            addEvent(m_refused, result, repaired.repairs);
        }
        const std::uint32_t room = m_shelf.find(handle)->fake.info.contextTokens - promptTokens;
        request.maxTokens = std::min(request.maxTokens.value_or(room), room);
        m_streams.push_back(
            {handle, FakeStream(result, std::move(answer), request, promptTokens, m_clock->now())});
    }
    m_clock->start();
    return result;
}

FakeStream* FakeEngine::Machine::find(RequestHandle request) {
    const auto place = std::find_if(m_streams.begin(), m_streams.end(), [request](const Stream& entry) {
        return entry.stream.request() == request;
    });
    return place == m_streams.end() ? nullptr : &place->stream;
}

void FakeEngine::Machine::measure(ModelHandle handle, const std::vector<ChatTurn>& turns,
                                  const QString& draft, QObject* context, MeasureCallback callback) {
    const MeasureDesk::Question question = m_measures.ask(context, std::move(callback));
    Result<ContextMeasure> result = modelNotLoaded();
    if (const FakeShelf::Model* model = m_shelf.find(handle)) {
        ContextMeasure measure;
        measure.contextTokens = model->fake.info.contextTokens;
        for (const ChatTurn& turn : turns) {
            measure.totalTokens += turnTokens(turn.text);
            measure.turnTokens.push_back(measure.totalTokens);
        }
        measure.draftTokens = draft.isEmpty() ? 0 : turnTokens(draft);
        measure.totalTokens += measure.draftTokens + kTokensBeforeAnswer;
        result = std::move(measure);
    }
    later([this, question, result] { m_measures.answer(question, result); });
}

void FakeEngine::Machine::advanceLoads() {
    for (const FakeShelf::News& news : m_shelf.advance(m_clock->now())) {
        m_figuresStale = true;
        if (const auto* progress = std::get_if<FakeShelf::Progress>(&news.what)) {
            Q_EMIT m_client.loadProgress(news.model, progress->doneBytes, progress->totalBytes);
        } else if (const auto* info = std::get_if<ModelInfo>(&news.what)) {
            Q_EMIT m_client.loaded(news.model, *info);
        } else {
            Q_EMIT m_client.loadFailed(news.model, std::get<Error>(news.what));
        }
    }
}

void FakeEngine::Machine::schedule(std::vector<EngineEvent>& events) {
    std::vector<FakeStream*> waiting;
    std::uint32_t running = 0;
    for (Stream& entry : m_streams) {
        if (entry.stream.running()) {
            ++running;
        } else {
            waiting.push_back(&entry.stream);
        }
    }
    std::stable_sort(waiting.begin(), waiting.end(), [](const FakeStream* left, const FakeStream* right) {
        return left->priority > right->priority;
    });
    std::uint32_t position = 0;
    for (FakeStream* stream : waiting) {
        if (running < m_script.concurrentRequests) {
            ++running;
            stream->start(m_clock->now());
        } else {
            stream->queue(++position, events);
        }
    }
}

void FakeEngine::Machine::advanceStreams(std::vector<EngineEvent>& events) {
    std::vector<std::pair<ModelHandle, Error>> broken;
    for (auto entry = m_streams.begin(); entry != m_streams.end();) {
        entry->stream.advance(m_clock->now(), events);
        if (!entry->stream.ended()) {
            ++entry;
            continue;
        }
        if (const auto* failure = std::get_if<Failure>(&events.back().what);
            failure != nullptr && entry->stream.breaksEngine()) {
            broken.emplace_back(entry->model, failure->error);
        }
        m_figuresStale = true;
        entry = m_streams.erase(entry);
    }
    for (const auto& [handle, error] : broken) {
        breakEngine(handle, error, events);
    }
}

void FakeEngine::Machine::breakEngine(ModelHandle handle, const Error& error,
                                      std::vector<EngineEvent>& events) {
    for (auto entry = m_streams.begin(); entry != m_streams.end();) {
        if (entry->model == handle) {
            addEvent(events, entry->stream.request(), Failure{error});
            entry = m_streams.erase(entry);
        } else {
            ++entry;
        }
    }
    if (FakeShelf::Model* model = m_shelf.find(handle); model != nullptr && !model->broken) {
        model->broken = error;
        later([this, handle = handle, error] { Q_EMIT m_client.modelBroke(handle, error); });
    }
}

void FakeEngine::Machine::updateFigures() {
    if ((!m_figuresStale && m_streams.empty()) || m_clock->now() - m_figuresTime < kFiguresEvery) {
        return;
    }
    m_figuresTime = m_clock->now();
    m_figuresStale = false;
    EngineFigures figures;
    figures.weightBytes = m_shelf.weightBytes();
    figures.kvBytes = m_shelf.kvBytes();
    for (const Stream& entry : m_streams) {
        if (!entry.stream.running()) {
            ++figures.waiting;
            continue;
        }
        ++figures.running;
        if (const FakeShelf::Model* model = m_shelf.find(entry.model)) {
            figures.kvUsedBytes +=
                model->fake.kvBytesPerToken * (entry.stream.promptTokens() + entry.stream.generatedTokens());
        }
    }
    figures.kvUsedBytes = std::min(figures.kvUsedBytes, figures.kvBytes);
    figures.tokensPerSecond = m_streams.empty() ? 0 : m_rate.perSecond(m_clock->now());
    figures.memoryTotalBytes = m_script.memoryTotalBytes;
    figures.memoryAvailableBytes = m_shelf.availableBytes(m_script);
    if (figures != m_figures) {
        m_figures = figures;
        Q_EMIT m_client.figuresChanged();
    }
}

void FakeEngine::Machine::tick() {
    const auto deliveries = std::exchange(m_later, {});
    advanceLoads();
    std::vector<EngineEvent> events = std::exchange(m_refused, {});
    schedule(events);
    advanceStreams(events);
    events = joined(std::move(events));
    for (const EngineEvent& event : events) {
        if (const auto* text = std::get_if<TextDelta>(&event.what)) {
            m_rate.add(m_clock->now(), text->tokens);
        }
    }
    if (!events.empty()) {
        Q_EMIT m_client.events(events);
    }
    for (const auto& delivery : deliveries) {
        delivery();
    }
    updateFigures();
    if (!inFlight() && !m_figuresStale) {
        m_clock->stop();
    }
}

FakeEngine::FakeEngine(FakeScript script, QObject* parent)
    : EngineClient(parent), m_machine(std::make_unique<Machine>(*this, std::move(script))) {}

FakeEngine::~FakeEngine() = default;

void FakeEngine::setScript(FakeScript script) {
    m_machine->setScript(std::move(script));
}

const FakeScript& FakeEngine::script() const {
    return m_machine->script();
}

ModelHandle FakeEngine::load(LoadModelRequest request) {
    return m_machine->load(request);
}

void FakeEngine::cancelLoad(ModelHandle model) {
    m_machine->cancelLoad(model);
}

void FakeEngine::unload(ModelHandle model) {
    m_machine->unload(model);
}

void FakeEngine::plan(const LoadModelRequest& request, QObject* context, PlanCallback callback) {
    m_machine->plan(request, context, std::move(callback));
}

RequestHandle FakeEngine::generate(ModelHandle model, ChatRequest request) {
    return m_machine->generate(model, std::move(request));
}

void FakeEngine::stop(RequestHandle request) {
    if (FakeStream* stream = m_machine->find(request)) {
        stream->stop();
    }
}

void FakeEngine::setPriority(RequestHandle request, int priority) {
    if (FakeStream* stream = m_machine->find(request)) {
        stream->priority = priority;
    }
}

void FakeEngine::measure(ModelHandle model, std::vector<ChatTurn> turns, QString draft, QObject* context,
                         MeasureCallback callback) {
    m_machine->measure(model, turns, draft, context, std::move(callback));
}

EngineFigures FakeEngine::figures() const {
    return m_machine->figures();
}

void FakeEngine::setFrameClock(FrameClock& clock) {
    m_machine->setFrameClock(clock);
}

std::chrono::nanoseconds FakeEngine::now() const {
    return m_machine->now();
}

}  // namespace hearth
