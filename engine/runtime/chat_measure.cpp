#include "runtime/chat_marks.h"

#include <hearth/prompt.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace hearth {
namespace {

constexpr std::string_view kWhiteSpace = " \t\n\r\f\v";

bool is_blank(std::string_view text) {
    return text.find_first_not_of(kWhiteSpace) == std::string_view::npos;
}

/// Marks the end of what each message says; white space after it is left behind the mark, for templates that
/// trim.
void mark_ends(ChatTemplateInput& input, const ChatMarks& marks) {
    for (std::size_t i = 0; i < input.messages.size(); ++i) {
        nlohmann::ordered_json& message = input.messages[i];
        if (!message.is_object() || !message.contains("content") || !message["content"].is_string()) {
            continue;
        }
        auto& content = message["content"].get_ref<std::string&>();
        const std::size_t last = content.find_last_not_of(kWhiteSpace);
        if (last != std::string::npos) {
            content.insert(last + 1, marks.mark(i));
        }
    }
}

/// Where a turn ends within the ids that begin after its text: before the second control token (the first one
/// closes the turn, the second opens the next), absent where there are fewer.
std::optional<std::size_t> second_control(const Tokenizer& tokenizer, std::span<const TokenId> ids) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (tokenizer.kind(ids[i]) == TokenKind::control && ++seen == 2) {
            return i;
        }
    }
    return std::nullopt;
}

/// Tokens of a piece, and of them those that still belong to the turn that ended before it.
struct PieceLength {
    std::size_t tokens = 0;
    std::size_t of_turn_before = 0;
};
Result<PieceLength> piece_length(const Tokenizer& tokenizer, const Segments& piece) {
    HEARTH_TRY_ASSIGN(const std::vector<TokenId> ids, tokenizer.encode(piece));
    if (const auto end = second_control(tokenizer, ids)) {
        return PieceLength{ids.size(), *end};
    }
    const auto next_text = std::find_if(piece.begin(), piece.end(), [](const Segment& segment) {
        return segment.origin == TextOrigin::message && !is_blank(segment.text);
    });
    HEARTH_TRY_ASSIGN(const std::vector<TokenId> between,
                      tokenizer.encode(Segments(piece.begin(), next_text)));
    return PieceLength{ids.size(), between.size()};
}

}  // namespace

Result<ChatLength> measure_chat(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                const ChatTemplateInput& input) {
    HEARTH_TRY_ASSIGN(const ChatMarks marks, ChatMarks::choose(input));
    ChatTemplateInput marked = input;
    mark_ends(marked, marks);
    HEARTH_TRY_ASSIGN(Segments segments, chat.render(marked));
    const std::vector<ChatMarks::Found> found = marks.take_from(segments);

    HEARTH_TRY_ASSIGN(const std::vector<TokenId> ids, tokenizer.encode(segments));
    ChatLength length;
    const std::size_t total = with_bos(tokenizer, ids).size();
    length.total = static_cast<std::uint32_t>(total);

    std::vector<std::optional<std::size_t>> ends(input.messages.size());
    std::size_t tokens = total - ids.size();
    const std::vector<Segments> pieces = split_at(segments, found);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        HEARTH_TRY_ASSIGN(const PieceLength piece, piece_length(tokenizer, pieces[i]));
        if (i > 0 && found[i - 1].message < ends.size()) {
            ends[found[i - 1].message] = std::min(tokens + piece.of_turn_before, total);
        }
        tokens += piece.tokens;
    }

    // A message that the template moves behind later ones belongs to the turn where it is read.
    std::size_t next = total;
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        if (*end) {
            next = std::min(next, **end);
            *end = next;
        }
    }
    std::size_t last = 0;
    for (const std::optional<std::size_t>& end : ends) {
        last = end.value_or(last);
        length.turn_ends.push_back(static_cast<std::uint32_t>(last));
    }
    return length;
}

}  // namespace hearth
