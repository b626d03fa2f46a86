#include "engine_bridge/model_session.h"

#include "engine_bridge/bridge_errors.h"

#include <exception>
#include <utility>

namespace hearth {
namespace {

/// How long the engine may say nothing before the pump looks whether it is to end.
constexpr auto kPatience = std::chrono::milliseconds(100);

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

ModelInfo describe(const QString& path, const Engine& engine, const Result<ChatTemplate>& chatTemplate) {
    const EngineInfo& engineInfo = engine.info();
    ModelInfo info;
    info.path = path;
    info.name = QString::fromStdString(engineInfo.model_name);
    info.architecture = QString::fromStdString(engineInfo.architecture);
    info.backend = QString::fromStdString(engineInfo.backend);
    info.parameterCount = engineInfo.parameter_count;
    info.contextTokens = engineInfo.context_tokens;
    info.modelContextTokens = engineInfo.model_context_tokens;
    info.threadCount = engineInfo.thread_count;
    info.weightBytes = engineInfo.weight_bytes;
    info.kvBytes = engineInfo.kv_bytes;
    info.workspaceBytes = engineInfo.workspace_bytes;
    if (!chatTemplate) {
        info.chatTemplateError = chatTemplate.error();
    }
    for (const std::string& warning : engine.tokenizer().warnings()) {
        info.warnings.push_back(QString::fromStdString(warning));
    }
    return info;
}

AnswerStatistics statisticsOf(const Finished& finished, std::chrono::nanoseconds preparation) {
    AnswerStatistics statistics;
    statistics.promptTokens = finished.prompt_tokens;
    statistics.cachedTokens = finished.cached_tokens;
    statistics.generatedTokens = finished.generated_tokens;
    if (finished.generated_tokens > 0) {
        statistics.ttftMs =
            std::chrono::duration<double, std::milli>(preparation + finished.time_to_first_token).count();
    }
    const double seconds = std::chrono::duration<double>(finished.decode_time).count();
    if (finished.generated_tokens > 1 && seconds > 0) {
        statistics.tokensPerSecond = (finished.generated_tokens - 1) / seconds;
    }
    return statistics;
}

Done stopped() {
    return Done{.reason = FinishReason::cancelled, .statistics = {}};
}

}  // namespace

ModelSession::ModelSession(const QString& path, std::unique_ptr<Engine> engine, FrameQueue& events,
                           LoneWork& work, Announcements announcements)
    : m_events(events),
      m_work(work),
      m_announcements(std::move(announcements)),
      m_engine(std::move(engine)),
      m_chatTemplate(m_engine->chat_template()),
      m_info(describe(path, *m_engine, m_chatTemplate)),
      m_pump([this] { pump(); }) {}

ModelSession::~ModelSession() {
    stopAll();
    {
        const std::lock_guard lock(m_mutex);
        m_ended = true;
    }
    m_news.notify_all();
    if (m_pump.joinable()) {
        m_pump.join();
    }
}

ModelSession::Use ModelSession::use() const {
    Use use;
    use.m_lock = std::shared_lock(m_using);
    use.m_engine = m_engine.get();
    use.m_template = &m_chatTemplate;
    return use;
}

void ModelSession::announce(RequestHandle request, int priority) {
    const std::lock_guard lock(m_mutex);
    m_requests.emplace(request, Request{.sequence = std::nullopt,
                                        .priority = priority,
                                        .stopped = m_closing,
                                        .announced = std::chrono::steady_clock::now()});
}

bool ModelSession::wanted(RequestHandle request) {
    const std::lock_guard lock(m_mutex);
    const auto place = m_requests.find(request);
    if (place == m_requests.end()) {
        return false;
    }
    if (place->second.stopped) {
        end(request, stopped());
        return false;
    }
    return true;
}

void ModelSession::submit(RequestHandle handle, GenerateRequest prompt) {
    {
        const std::lock_guard lock(m_mutex);
        const auto place = m_requests.find(handle);
        if (place == m_requests.end()) {
            return;
        }
        Request& request = place->second;
        if (request.stopped) {
            end(handle, stopped());
            return;
        }
        if (m_dead) {
            end(handle, Failure{*m_dead});
            return;
        }
        request.preparation = std::chrono::steady_clock::now() - request.announced;
        prompt.priority = request.priority;
        m_work.begin(handle.value);
        const SequenceId sequence = m_engine->submit(std::move(prompt));
        m_sequences.emplace(sequence, handle);
        request.sequence = sequence;
    }
    m_news.notify_all();
}

void ModelSession::fail(RequestHandle request, Error error) {
    const std::lock_guard lock(m_mutex);
    if (m_requests.contains(request)) {
        end(request, Failure{std::move(error)});
    }
}

void ModelSession::stop(RequestHandle handle) {
    const std::lock_guard lock(m_mutex);
    const auto place = m_requests.find(handle);
    if (place == m_requests.end()) {
        return;
    }
    place->second.stopped = true;
    if (place->second.sequence) {
        m_engine->cancel(*place->second.sequence);
    }
}

void ModelSession::setPriority(RequestHandle handle, int priority) {
    const std::lock_guard lock(m_mutex);
    const auto place = m_requests.find(handle);
    if (place == m_requests.end()) {
        return;
    }
    place->second.priority = priority;
    if (place->second.sequence) {
        m_engine->set_priority(*place->second.sequence, priority);
    }
}

EngineLoad ModelSession::load() const {
    const Use engine = use();
    return engine ? engine.engine().load_now() : EngineLoad{};
}

void ModelSession::stopAll() {
    const std::lock_guard lock(m_mutex);
    m_closing = true;
    for (auto& [handle, request] : m_requests) {
        request.stopped = true;
        if (request.sequence) {
            m_engine->cancel(*request.sequence);
        }
    }
}

void ModelSession::close() {
    stopAll();
    {
        std::unique_lock lock(m_mutex);
        m_news.wait(lock, [this] { return m_requests.empty(); });
        m_ended = true;
    }
    m_news.notify_all();
    if (m_pump.joinable()) {
        m_pump.join();
    }
    const std::unique_lock lock(m_using);
    m_engine.reset();
}

void ModelSession::end(RequestHandle request, std::variant<Done, Failure> how) {
    std::visit([&](auto& what) { m_events.push(EngineEvent{request, std::move(what)}); }, how);
    forget(request);
}

void ModelSession::forget(RequestHandle request) {
    const auto place = m_requests.find(request);
    if (place == m_requests.end()) {
        return;
    }
    if (place->second.sequence) {
        m_sequences.erase(*place->second.sequence);
        m_work.end(request.value);
    }
    m_requests.erase(place);
    if (m_requests.empty()) {
        m_news.notify_all();
    }
}

void ModelSession::pump() {
    try {
        while (true) {
            {
                std::unique_lock lock(m_mutex);
                m_news.wait(lock, [this] { return m_ended || !m_sequences.empty(); });
                if (m_ended) {
                    return;
                }
            }
            hand(address(m_engine->wait_events(kPatience)));
        }
    } catch (...) {
        const Error error = errorOf(std::current_exception());
        reportBroken(error);
        endAll(error);
    }
}

std::vector<ModelSession::Addressed> ModelSession::address(std::vector<Event> events) {
    std::vector<Addressed> result;
    result.reserve(events.size());
    const std::lock_guard lock(m_mutex);
    for (Event& event : events) {
        if (const auto place = m_sequences.find(event.request); place != m_sequences.end()) {
            const RequestHandle request = place->second;
            // Nothing follows a final event; the request itself stays until that has been handed over.
            bool alone = false;
            if (is_final(event)) {
                m_sequences.erase(place);
                alone = m_work.end(request.value);
            }
            result.push_back({request, m_requests.at(request).preparation, alone, std::move(event)});
        }
    }
    return result;
}

// Outside the lock, but for the end: the window asks for stops and priorities meanwhile.
void ModelSession::hand(std::vector<Addressed> addressed) {
    std::vector<EngineEvent> events;
    std::vector<RequestHandle> ended;
    std::optional<Error> broken;
    for (Addressed& item : addressed) {
        const auto say = [&](auto what) { addEvent(events, item.request, std::move(what)); };
        const auto text = [&](const std::string& utf8, std::uint32_t tokens) {
            say(TextDelta{QString::fromStdString(utf8), tokens});
        };
        std::visit(Overloaded{
                       [&](const Waiting& waiting) { say(Queued{waiting.position}); },
                       [&](const Prefilling& prefilling) {
                           say(Reading{prefilling.done, prefilling.total});
                       },
                       [&](const Prefilled& prefilled) {
                           say(Writing{prefilled.prompt_tokens, prefilled.cached_tokens});
                       },
                       [&](const Generated& generated) { text(generated.text, 1); },
                       [&](const Finished& finished) {
                           if (!finished.text.empty()) {
                               text(finished.text, 0);
                           }
                           if (item.alone) {
                               m_announcements.ranAlone(finished);
                           }
                           say(Done{finished.reason, statisticsOf(finished, item.preparation)});
                       },
                       [](const Scored&) {},
                       [&](Failed& failed) {
                           if (failed.error.code == ErrorCode::engine_failed) {
                               broken = failed.error;
                           }
                           say(Failure{std::move(failed.error)});
                       },
                   },
                   item.event.what);
        if (is_final(item.event)) {
            ended.push_back(item.request);
        }
    }
    // Before the final events, after which nobody may be listening any more.
    if (broken && !m_broken) {
        reportBroken(*broken);
    }
    m_events.push(std::move(events));
    const std::lock_guard lock(m_mutex);
    for (const RequestHandle request : ended) {
        forget(request);
    }
}

void ModelSession::endAll(const Error& error) {
    const std::lock_guard lock(m_mutex);
    m_dead = error;
    while (!m_requests.empty()) {
        end(m_requests.begin()->first, Failure{error});
    }
}

void ModelSession::reportBroken(const Error& error) {
    m_broken = true;
    m_announcements.broke(error);
}

}  // namespace hearth
