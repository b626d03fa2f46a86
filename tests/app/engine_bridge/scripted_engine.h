#pragma once

#include "byte_tokenizer.h"

#include <hearth/engine.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <stdexcept>

namespace hearth::test {

/// One turn as "\1role\ntext\2", so that every count can be worked out by hand.
inline constexpr const char* kPlainTemplate =
    "{% for m in messages %}\x01{{ m.role }}\n{{ m.content }}\x02{% endfor %}"
    "{% if add_generation_prompt %}\x01"
    "assistant\n{% endif %}";

/// The same without a system role.
inline constexpr const char* kNoSystemTemplate =
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
    "\x01{{ m.role }}\n{{ m.content }}\x02{% endfor %}"
    "{% if add_generation_prompt %}\x01"
    "assistant\n{% endif %}";

/// What a test says through a ScriptedEngine and what it was asked for. Outlives the engine; any thread.
struct EngineScript {
    std::mutex mutex;
    std::condition_variable news;
    std::vector<Event> events;
    std::map<SequenceId, GenerateRequest> requests;
    std::map<SequenceId, int> priorities;  ///< set after submission
    std::vector<SequenceId> cancelled;
    bool answersCancel = true;
    bool throws = false;  ///< wait_events does
    int alive = 0;        ///< engines

    void say(SequenceId request, decltype(Event::what) what) {
        {
            const std::lock_guard lock(mutex);
            events.push_back({request, std::move(what)});
        }
        news.notify_all();
    }
    void breakDown() {
        {
            const std::lock_guard lock(mutex);
            throws = true;
        }
        news.notify_all();
    }
    std::size_t submitted() {
        const std::lock_guard lock(mutex);
        return requests.size();
    }
    /// The id of the nth request, from 1.
    static SequenceId nth(std::uint64_t number) { return SequenceId{number}; }
    std::string prompt(SequenceId request) {
        const std::lock_guard lock(mutex);
        return ByteTokenizer().decode(requests.at(request).prompt, Tokenizer::ShowControl::yes);
    }
    int living() {
        const std::lock_guard lock(mutex);
        return alive;
    }
};

/// An Engine without a model that does what the script says.
class ScriptedEngine final : public Engine {
 public:
    ScriptedEngine(EngineScript& script, Result<ChatTemplate> chat)
        : m_script(script), m_chat(std::move(chat)) {
        m_info.model_name = "Scripted";
        m_info.architecture = "script";
        m_info.backend = "none";
        m_info.context_tokens = 1000;
        m_info.model_context_tokens = 4000;
        m_info.weight_bytes = 100;
        m_info.kv_bytes = 64;
        const std::lock_guard lock(m_script.mutex);
        ++m_script.alive;
    }
    ~ScriptedEngine() override {
        const std::lock_guard lock(m_script.mutex);
        --m_script.alive;
        m_script.events.clear();
        m_script.throws = false;
    }

    const EngineInfo& info() const override { return m_info; }
    const Tokenizer& tokenizer() const override { return m_tokenizer; }
    Result<ChatTemplate> chat_template() const override { return m_chat; }

    SequenceId submit(GenerateRequest request) override {
        const std::lock_guard lock(m_script.mutex);
        const SequenceId id{m_script.requests.size() + 1};
        m_script.requests.emplace(id, std::move(request));
        return id;
    }
    SequenceId submit(ScoreRequest) override { return SequenceId{0}; }
    void cancel(SequenceId request) override {
        {
            const std::lock_guard lock(m_script.mutex);
            m_script.cancelled.push_back(request);
            if (!m_script.answersCancel) {
                return;
            }
        }
        m_script.say(request, Finished{.reason = FinishReason::cancelled,
                                       .text = "",
                                       .stop_string = {},
                                       .prompt_tokens = 7,
                                       .cached_tokens = 0});
    }
    void set_priority(SequenceId request, std::int32_t priority) override {
        const std::lock_guard lock(m_script.mutex);
        m_script.priorities[request] = priority;
    }
    std::vector<Event> wait_events(std::chrono::milliseconds timeout) override {
        std::unique_lock lock(m_script.mutex);
        m_script.news.wait_for(lock, timeout, [this] { return !m_script.events.empty() || m_script.throws; });
        if (m_script.throws) {
            throw std::runtime_error("the engine broke; load the model again");
        }
        return std::exchange(m_script.events, {});
    }
    EngineLoad load_now() const override {
        return {.running = 1, .waiting = 2, .blocks_total = 4, .blocks_free = 1};
    }

 private:
    EngineScript& m_script;
    ByteTokenizer m_tokenizer;
    Result<ChatTemplate> m_chat;
    EngineInfo m_info;
};

}  // namespace hearth::test
