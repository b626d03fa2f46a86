#include "engine_bridge/fake_engine.h"

#include "engine_bridge/bridge_errors.h"
#include "engine_bridge/event_joiner.h"
#include "engine_bridge/fake_stream.h"
#include "engine_bridge/measure_desk.h"
#include "engine_bridge/token_rate.h"
#include "engine_bridge/turn_repair.h"

#include <QPointer>
#include <algorithm>
#include <list>
#include <map>
#include <utility>

namespace hearth {
namespace {

constexpr std::chrono::nanoseconds kFiguresEvery = std::chrono::milliseconds(250);
constexpr std::uint32_t kTokensAroundTurn = 4;
constexpr std::uint32_t kTokensBeforeAnswer = 3;

std::uint32_t turnTokens(const QString& text) {
    return kTokensAroundTurn + fakeTokenCount(text);
}

Error notFound(const QString& path) {
    const std::string file = path.toStdString();
    return Error{ErrorCode::file_not_found, escaped(file) + ": there is no such file", {.file = file}};
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
    ModelHandle load(LoadModelRequest request);
    void cancelLoad(ModelHandle model);
    void unload(ModelHandle model);
    void plan(const QString& path, std::optional<std::uint32_t> contextTokens, QObject* context,
              PlanCallback callback);
    RequestHandle generate(ModelHandle model, ChatRequest request);
    FakeStream* find(RequestHandle request);
    void measure(ModelHandle model, const std::vector<ChatTurn>& turns, const QString& draft,
                 QObject* context, MeasureCallback callback);

 private:
    struct Model {
        FakeModel fake;
        bool loaded = false;
        bool cancelled = false;
        std::optional<Error> broken;
        std::chrono::nanoseconds since{};
        std::uint64_t done = 0;

        std::uint64_t bytes() const {
            return fake.info.weightBytes + fake.info.kvBytes + fake.info.workspaceBytes;
        }
    };
    struct Stream {
        ModelHandle model;
        FakeStream stream;
    };

    Result<FakeModel> prepare(const LoadModelRequest& request) const;
    std::optional<Error> refusal(const Model* model, std::uint32_t promptTokens) const;
    std::uint64_t available() const;
    void later(std::function<void()> delivery);
    bool inFlight() const {
        return !m_streams.empty() || !m_later.empty() || !m_refused.empty() || loading();
    }
    bool loading() const;

    void tick();
    void advanceLoads();
    void advanceLoad(ModelHandle handle, Model& model);
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
    std::map<ModelHandle, Model> m_models;
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

std::uint64_t FakeEngine::Machine::available() const {
    std::uint64_t held = 0;
    for (const auto& [handle, model] : m_models) {
        held += model.bytes();
    }
    return m_script.memoryAvailableBytes - std::min(held, m_script.memoryAvailableBytes);
}

Result<FakeModel> FakeEngine::Machine::prepare(const LoadModelRequest& request) const {
    const auto known = m_script.models.find(request.path);
    if (known == m_script.models.end()) {
        return notFound(request.path);
    }
    FakeModel model = known->second;
    ModelInfo& info = model.info;
    info.path = request.path;
    if (request.contextTokens && *request.contextTokens > info.modelContextTokens) {
        return Error{ErrorCode::invalid_request,
                     "the model was made for a shorter context",
                     {.file = request.path.toStdString(), .field = "context_tokens"}};
    }
    info.contextTokens = request.contextTokens.value_or(info.contextTokens);
    info.kvBytes = request.kvBytes.value_or(info.contextTokens * model.kvBytesPerToken);
    info.threadCount = request.threads.value_or(info.threadCount);
    const std::uint64_t needed = info.weightBytes + info.kvBytes + info.workspaceBytes;
    if (!request.force && needed > available()) {
        return Error{
            ErrorCode::out_of_memory,
            "the model does not fit into memory",
            {.file = request.path.toStdString(), .bytes_needed = needed, .bytes_available = available()}};
    }
    return model;
}

ModelHandle FakeEngine::Machine::load(LoadModelRequest request) {
    const ModelHandle handle{++m_lastHandle};
    auto prepared = prepare(request);
    if (!prepared) {
        later([this, handle, error = prepared.error()] { Q_EMIT m_client.loadFailed(handle, error); });
        return handle;
    }
    m_models.emplace(handle, Model{.fake = *std::move(prepared), .broken = {}, .since = m_clock->now()});
    m_clock->start();
    return handle;
}

void FakeEngine::Machine::cancelLoad(ModelHandle handle) {
    if (const auto place = m_models.find(handle); place != m_models.end() && !place->second.loaded) {
        place->second.cancelled = true;
    }
}

void FakeEngine::Machine::unload(ModelHandle handle) {
    cancelLoad(handle);
    const auto place = m_models.find(handle);
    if (place == m_models.end() || !place->second.loaded) {
        return;
    }
    m_models.erase(place);
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

void FakeEngine::Machine::plan(const QString& path, std::optional<std::uint32_t> contextTokens,
                               QObject* context, PlanCallback callback) {
    const auto prepared = prepare({.path = path, .contextTokens = contextTokens, .force = true});
    Result<LoadPlan> plan = LoadPlan{};
    if (prepared) {
        plan = LoadPlan{.context_tokens = prepared->info.contextTokens,
                        .weight_bytes = prepared->info.weightBytes,
                        .kv_bytes = prepared->info.kvBytes,
                        .workspace_bytes = prepared->info.workspaceBytes,
                        .available_bytes = available()};
    } else {
        plan = prepared.error();
    }
    later([plan, context = QPointer(context), callback = std::move(callback)] {
        if (context) {
            callback(plan);
        }
    });
}

std::optional<Error> FakeEngine::Machine::refusal(const Model* model, std::uint32_t promptTokens) const {
    if (model == nullptr || !model->loaded) {
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
    request.turns = std::move(repaired.turns);
    request.start = repaired.start;
    const std::uint64_t number = m_requests++;
    FakeAnswer answer = m_script.answer ? m_script.answer(request, number) : fakeAnswerFor(request, number);
    std::uint32_t promptTokens = kTokensBeforeAnswer;
    for (const ChatTurn& turn : request.turns) {
        promptTokens += turnTokens(turn.text);
    }
    promptTokens = answer.promptTokens.value_or(promptTokens);

    const auto place = m_models.find(handle);
    const Model* model = place == m_models.end() ? nullptr : &place->second;
    if (const auto error = refusal(model, promptTokens)) {
        addEvent(m_refused, result, Failure{*error});
    } else {
        if (isRepaired(repaired.repairs)) {
            addEvent(m_refused, result, repaired.repairs);
        }
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
    if (const auto place = m_models.find(handle); place != m_models.end() && place->second.loaded) {
        ContextMeasure measure;
        measure.contextTokens = place->second.fake.info.contextTokens;
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

bool FakeEngine::Machine::loading() const {
    return std::any_of(m_models.begin(), m_models.end(),
                       [](const auto& entry) { return !entry.second.loaded; });
}

// Loads that end are taken out first: whoever is told may load and unload.
void FakeEngine::Machine::advanceLoads() {
    std::vector<ModelHandle> handles;
    for (const auto& [handle, model] : m_models) {
        if (!model.loaded) {
            handles.push_back(handle);
        }
    }
    for (const ModelHandle handle : handles) {
        if (const auto place = m_models.find(handle); place != m_models.end()) {
            advanceLoad(handle, place->second);
        }
    }
}

void FakeEngine::Machine::advanceLoad(ModelHandle handle, Model& model) {
    const FakeModel& fake = model.fake;
    const double total = std::max(1.0, static_cast<double>(std::chrono::nanoseconds(fake.loadTime).count()));
    const double part = std::min(1.0, static_cast<double>((m_clock->now() - model.since).count()) / total);
    std::optional<Error> failure;
    if (model.cancelled) {
        failure = loadCancelled(fake.info.path.toStdString());
    } else if (fake.loadError && part >= fake.loadErrorAt) {
        failure = fake.loadError;
    }
    m_figuresStale = true;
    if (failure) {
        m_models.erase(handle);
        Q_EMIT m_client.loadFailed(handle, *failure);
        return;
    }
    const auto done = static_cast<std::uint64_t>(part * static_cast<double>(fake.info.weightBytes));
    const ModelInfo info = fake.info;
    model.loaded = part >= 1;
    const bool isLoaded = model.loaded;
    if (std::exchange(model.done, done) != done) {
        Q_EMIT m_client.loadProgress(handle, done, info.weightBytes);
    }
    if (isLoaded && m_models.contains(handle)) {
        Q_EMIT m_client.loaded(handle, info);
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
    const auto place = m_models.find(handle);
    if (place != m_models.end() && !place->second.broken) {
        place->second.broken = error;
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
    for (const auto& [handle, model] : m_models) {
        if (model.loaded) {
            figures.weightBytes += model.fake.info.weightBytes;
            figures.kvBytes += model.fake.info.kvBytes;
        }
    }
    for (const Stream& entry : m_streams) {
        if (!entry.stream.running()) {
            ++figures.waiting;
            continue;
        }
        ++figures.running;
        if (const auto place = m_models.find(entry.model); place != m_models.end()) {
            figures.kvUsedBytes += place->second.fake.kvBytesPerToken *
                                   (entry.stream.promptTokens() + entry.stream.generatedTokens());
        }
    }
    figures.kvUsedBytes = std::min(figures.kvUsedBytes, figures.kvBytes);
    figures.tokensPerSecond = m_streams.empty() ? 0 : m_rate.perSecond(m_clock->now());
    figures.memoryTotalBytes = m_script.memoryTotalBytes;
    figures.memoryAvailableBytes = available();
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
    return m_machine->load(std::move(request));
}

void FakeEngine::cancelLoad(ModelHandle model) {
    m_machine->cancelLoad(model);
}

void FakeEngine::unload(ModelHandle model) {
    m_machine->unload(model);
}

void FakeEngine::plan(const QString& path, std::optional<std::uint32_t> contextTokens, QObject* context,
                      PlanCallback callback) {
    m_machine->plan(path, contextTokens, context, std::move(callback));
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
