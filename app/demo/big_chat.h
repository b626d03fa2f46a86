#pragma once

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>

namespace hearth {

/// A long conversation in a fresh chat store.
struct BigChat {
    std::int64_t conversation;
    std::uint32_t messages;
    std::uint64_t tokens;  ///< as a FakeEngine counts them
};

constexpr std::uint32_t kBigChatMessages = 5000;
constexpr std::uint64_t kBigChatTokens = 200'000;

/// Writes it into `database`: paragraphs, lists, tables and code, half of the messages the person's.
Result<BigChat> writeBigChat(const std::filesystem::path& database, std::uint32_t messages = kBigChatMessages,
                             std::uint64_t tokens = kBigChatTokens);

}  // namespace hearth
