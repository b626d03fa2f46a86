#pragma once

#include "storage/requests.h"

#include <hearth/result.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace hearth::storage {

/// When streaming texts are committed.
struct StreamTiming {
    std::chrono::milliseconds interval{250};     ///< at most one commit per message in this time
    std::chrono::milliseconds retry_first{500};  ///< after a failure; doubles up to retry_last
    std::chrono::milliseconds retry_last{5000};
};

/// Holds the text of every answer that is being written and has the storage thread commit it at most once in
/// an interval. Owned by StorageThread; every member may be called from any thread, never waits for the disk.
/// The text lives here until it is committed, however often that fails.
class StreamWriter {
 public:
    /// Told on the storage thread. Success; or a failure that nothing helps against (is_hopeless), after
    /// which the answer is let go; or any other failure, told once, while the answer is held and tried again
    /// until it succeeds, which is told too.
    using Finished = std::function<void(const Status&)>;

    virtual ~StreamWriter() = default;

    /// An answer begins with `text` (empty, or what resume_answer gave). Call before append.
    virtual void begin(MessageId answer, std::string text = {}) = 0;
    /// Adds to the text of a begun answer.
    virtual void append(MessageId answer, std::string_view delta) = 0;
    /// The answer is over. What was begun and appended is its text; `answer.text` counts for one that was
    /// never begun.
    virtual void finish(FinishedAnswer answer, Finished finished = {}) = 0;
};

}  // namespace hearth::storage
