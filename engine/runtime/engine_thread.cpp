#include "runtime/engine_channel.h"
#include "runtime/engine_loop.h"
#include "runtime/engine_parts.h"

#include <thread>
#include <utility>

namespace hearth {
namespace {

/// Steps until the channel closes. Whatever is thrown in here ends the loop, and the channel tells the
/// requests.
void run_engine(EngineLoop& loop, EngineChannel& channel) noexcept {
    try {
        while (true) {
            auto commands =
                channel.take(loop.idle() ? EngineChannel::Wait::for_work : EngineChannel::Wait::no);
            if (!commands) {
                return;
            }
            loop.admit(*std::move(commands));
            const bool has_work = loop.plan();
            if (!loop.events().empty()) {
                channel.publish(loop.events(), loop.load());  // a step takes long for those who only wait
            }
            if (has_work) {
                loop.run();
            }
            channel.publish(loop.events(), loop.load());
        }
    } catch (...) {
        channel.fail(std::current_exception());
    }
}

/// An engine with its thread, which owns the loop and all that it holds.
class ThreadedEngine final : public Engine {
 public:
    explicit ThreadedEngine(EngineParts parts)
        : info_(parts.info),
          tokenizer_(parts.tokenizer),
          chat_template_(std::move(parts.chat_template)),
          loop_(std::move(parts)),
          thread_([this] { run_engine(loop_, channel_); }) {}

    ThreadedEngine(const ThreadedEngine&) = delete;
    ThreadedEngine& operator=(const ThreadedEngine&) = delete;

    ~ThreadedEngine() override {
        channel_.close();
        thread_.join();
    }

    const EngineInfo& info() const override { return info_; }
    const Tokenizer& tokenizer() const override { return *tokenizer_; }
    Result<ChatTemplate> chat_template() const override { return chat_template_; }

    SequenceId submit(GenerateRequest request) override { return channel_.submit(std::move(request)); }
    SequenceId submit(ScoreRequest request) override { return channel_.submit(std::move(request)); }
    void cancel(SequenceId request) override { channel_.cancel(request); }
    void set_priority(SequenceId request, std::int32_t priority) override {
        channel_.set_priority(request, priority);
    }
    std::vector<Event> wait_events(std::chrono::milliseconds timeout) override {
        return channel_.wait_events(timeout);
    }
    EngineLoad load_now() const override { return channel_.load(); }

 private:
    EngineInfo info_;
    std::shared_ptr<const Tokenizer> tokenizer_;
    Result<ChatTemplate> chat_template_;
    EngineChannel channel_;
    EngineLoop loop_;
    std::thread thread_;  ///< the last member: it uses the others
};

}  // namespace

std::unique_ptr<Engine> start_engine(EngineParts parts) {
    return std::make_unique<ThreadedEngine>(std::move(parts));
}

}  // namespace hearth
