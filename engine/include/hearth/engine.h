#pragma once

#include <hearth/chat_template.h>
#include <hearth/event.h>
#include <hearth/load.h>
#include <hearth/model_file.h>
#include <hearth/request.h>
#include <hearth/result.h>
#include <hearth/tokenizer.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hearth {

/// What a loaded engine is and holds.
struct EngineInfo {
    std::string model_name;  ///< general.name, else the file's stem
    std::string architecture;
    std::string backend;  ///< e.g. "cpu (AVX-512 VNNI)"
    std::uint64_t parameter_count = 0;
    std::uint32_t vocabulary_size = 0;
    std::uint32_t context_tokens = 0;        ///< longest sequence it accepts
    std::uint32_t model_context_tokens = 0;  ///< what the model was made for
    std::uint32_t thread_count = 0;
    std::uint64_t weight_bytes = 0;
    std::uint64_t kv_bytes = 0;
    std::uint64_t workspace_bytes = 0;
};

/// Numbers of the engine at one moment.
struct EngineLoad {
    std::uint32_t running = 0;
    std::uint32_t waiting = 0;
    std::uint32_t blocks_total = 0;  ///< of all KV groups
    std::uint32_t blocks_free = 0;   ///< not referenced by a running sequence
};

/// A model answering requests on its own thread. All members may be called from any thread. Destruction
/// cancels what runs and joins the thread.
class Engine {
 public:
    /// Loads a model on the calling thread. Errors name file and field; out_of_memory carries the numbers.
    static Result<std::unique_ptr<Engine>> load(const std::filesystem::path& path, const LoadOptions& options,
                                                const LoadProgress& progress = {});
    virtual ~Engine() = default;

    virtual const EngineInfo& info() const = 0;
    virtual const Tokenizer& tokenizer() const = 0;
    /// The model's own chat template; no_chat_template names the missing key, a template that cannot be
    /// parsed gives its error.
    virtual Result<ChatTemplate> chat_template() const = 0;

    /// Queues a request; what becomes of it, a refusal too, arrives as events. Never blocks.
    virtual SequenceId submit(GenerateRequest request) = 0;
    virtual SequenceId submit(ScoreRequest request) = 0;
    /// Ends a request with Finished{cancelled} within one step, its blocks freed. Unknown ids are ignored.
    virtual void cancel(SequenceId request) = 0;
    /// Changes GenerateRequest::priority, from the next step on, whether the request waits or runs. What it
    /// answers stays the same. Unknown ids are ignored.
    virtual void set_priority(SequenceId request, std::int32_t priority) = 0;

    /// All events since the last call, in order; waits up to `timeout` for the first.
    virtual std::vector<Event> wait_events(std::chrono::milliseconds timeout) = 0;
    virtual EngineLoad load_now() const = 0;
};

}  // namespace hearth
