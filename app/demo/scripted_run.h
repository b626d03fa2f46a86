#pragma once

#include "system/data_folder.h"

#include <cstdint>

namespace hearth {

/// Chats by itself, with everything that writes to the store, until the process is killed: new chats, answers
/// that stream, stops, new versions, edits, titles, drafts, tabs that come and go. What a person has seen of
/// it is said on standard output, one line each, for the crash test to compare with what is on disk
/// afterwards:
///
///     ready                        the window is there
///     sent TIME KEY BYTES          a message of the person, or of an earlier run, is in the chat
///     seen TIME KEY BYTES          so much of an answer could be read
///     done TIME KEY BYTES          an answer is complete and stored
///
/// TIME is that of the monotonic clock in milliseconds, KEY the row of the message. The same seed does the
/// same things, though not at the same moments.
int runScript(const DataFolder& folder, std::uint32_t seed);

}  // namespace hearth
