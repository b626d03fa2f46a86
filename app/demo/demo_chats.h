#pragma once

#include <hearth/result.h>

#include <QString>
#include <cstdint>
#include <filesystem>

namespace hearth {

/// What the chats of a demo are about: one of each state that a conversation can be in. Ids of conversations.
struct DemoChats {
    std::int64_t bread = 0;   ///< several questions and answers, pinned
    std::int64_t blocks = 0;  ///< every kind of block
    std::int64_t thinking = 0;
    std::int64_t versions = 0;  ///< an answer with three versions
    std::int64_t stopped = 0;
    std::int64_t interrupted = 0;
    std::int64_t failed = 0;
    std::int64_t longTitle = 0;
    std::int64_t code = 0;
    std::int64_t full = 0;  ///< longer than a context of 2,048 tokens
};

/// Fills a fresh store with the chats of a month, in English or Chinese, some in folders, with presets.
Result<DemoChats> writeDemoChats(const std::filesystem::path& database, bool chinese);

/// Puts a few chats that were deleted in the last weeks into the store; false where that failed.
bool writeDeletedChats(const std::filesystem::path& database, bool chinese);

}  // namespace hearth
