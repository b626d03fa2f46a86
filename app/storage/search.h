#pragma once

#include "storage/records.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace hearth::storage {

/// How far a search has looked: first what is not indexed yet, then the index, the newest first in each.
struct SearchPlace {
    bool indexed = false;
    std::int64_t before = std::numeric_limits<std::int64_t>::max();  ///< id of a message: older ones follow
};

/// What a person typed into the search field. Words are parted by white space and all must occur; everything
/// else, quotes and wildcards too, is what is looked for. Case and full width do not matter. One or two
/// letters or digits are found at the beginning of a word, everything else anywhere.
struct SearchRequest {
    std::string text;
    std::uint32_t limit = 50;                    ///< 1 to 1,000
    std::chrono::milliseconds budget{40};        ///< time after which it stops and says so
    std::optional<ConversationId> conversation;  ///< only within this one
    bool one_of_each = false;           ///< at most one message of each conversation, the newest; the limit
                                        ///< is of conversations
    std::optional<SearchPlace> from{};  ///< goes on where a search stopped; titles are not looked at again
};

/// Bytes of a text: offset and length, never splitting a character.
struct TextRange {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
    friend bool operator==(TextRange, TextRange) = default;
};

/// One title or message in which every word occurs.
struct SearchHit {
    ConversationId conversation;
    std::optional<MessageId> message;  ///< none: the title
    Role role = Role::user;            ///< of the message
    std::string title;                 ///< of the conversation
    std::vector<TextRange> title_matches;
    std::string snippet;  ///< one line around the first match; empty for a title
    std::vector<TextRange> snippet_matches;
    UtcTime time;  ///< of the message; for a title, when the conversation was last updated
};

struct SearchResult {
    std::vector<SearchHit> hits;      ///< newest first
    bool more = false;                ///< the limit was reached
    bool complete = true;             ///< false: the budget ran out before the oldest messages were looked at
    std::optional<SearchPlace> rest;  ///< where to go on; set when it is not complete
};

}  // namespace hearth::storage
