#include "runtime/chat_marks.h"

#include <optional>
#include <string_view>

namespace hearth {
namespace {

// U+FDD0 to U+FDEF are noncharacters: no text has a use for them, and they are neither white space nor
// letters that a template could trim, split or change the case of. In UTF-8 they are two fixed bytes and 0x90
// to 0xAF.
constexpr std::string_view kLead = "\xEF\xB7";
constexpr std::size_t kNoncharacterBytes = 3;
constexpr char kOpen = '\x90';
constexpr char kFirstDigit = '\x91';
constexpr char kClose = '\xAF';
constexpr std::size_t kBase = 16;

std::string noncharacter(char last) {
    return std::string(kLead) + last;
}

std::string digit(std::size_t value) {
    return noncharacter(static_cast<char>(kFirstDigit + static_cast<char>(value)));
}

std::string written(const nlohmann::ordered_json& json) {
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::ignore);
}

/// The number between the start and the close of a mark; `text` begins after the start and loses the number.
std::optional<std::size_t> take_number(std::string_view& text) {
    std::size_t number = 0;
    std::string_view rest = text;
    while (rest.size() >= kNoncharacterBytes && rest.starts_with(kLead)) {
        const char last = rest[kLead.size()];
        rest.remove_prefix(kNoncharacterBytes);
        if (last == kClose) {
            text = rest;
            return number;
        }
        const auto value = static_cast<std::size_t>(static_cast<unsigned char>(last) -
                                                    static_cast<unsigned char>(kFirstDigit));
        if (value >= kBase) {
            return std::nullopt;
        }
        number = number * kBase + value;
    }
    return std::nullopt;
}

}  // namespace

Result<ChatMarks> ChatMarks::choose(const ChatTemplateInput& input) {
    const std::string all = written(input.messages) + written(input.tools) + written(input.variables);
    for (std::size_t choice = 0; choice < kBase; ++choice) {
        std::string start = noncharacter(kOpen) + digit(choice);
        if (all.find(start) == std::string::npos) {
            return ChatMarks(std::move(start));
        }
    }
    return Error{ErrorCode::invalid_request,
                 "messages hold every noncharacter that could mark a place in them",
                 {.field = "messages"}};
}

std::string ChatMarks::mark(std::size_t message) const {
    std::string digits;
    do {
        digits.insert(0, digit(message % kBase));
        message /= kBase;
    } while (message > 0);
    return start_ + digits + noncharacter(kClose);
}

std::vector<ChatMarks::Found> ChatMarks::take_from(Segments& segments) const {
    std::vector<Found> found;
    std::size_t offset = 0;
    for (Segment& segment : segments) {
        std::string kept;
        std::string_view rest = segment.text;
        for (std::size_t place = rest.find(start_); place != std::string_view::npos;
             place = rest.find(start_)) {
            kept += rest.substr(0, place);
            rest.remove_prefix(place + start_.size());
            if (const auto message = take_number(rest)) {
                found.push_back({*message, offset + kept.size()});
            } else {
                kept += start_;
            }
        }
        kept += rest;
        offset += kept.size();
        segment.text = std::move(kept);
    }
    std::erase_if(segments, [](const Segment& segment) { return segment.text.empty(); });
    return found;
}

std::vector<Segments> split_at(const Segments& segments, const std::vector<ChatMarks::Found>& found) {
    std::vector<Segments> pieces(1);
    std::size_t offset = 0;
    auto cut = found.begin();
    for (const Segment& segment : segments) {
        std::string_view rest = segment.text;
        for (; cut != found.end() && cut->offset <= offset + rest.size(); ++cut) {
            const std::string_view before = rest.substr(0, cut->offset - offset);
            if (!before.empty()) {
                pieces.back().push_back({std::string(before), segment.origin});
            }
            pieces.emplace_back();
            offset += before.size();
            rest.remove_prefix(before.size());
        }
        if (!rest.empty()) {
            pieces.back().push_back({std::string(rest), segment.origin});
        }
        offset += rest.size();
    }
    return pieces;
}

}  // namespace hearth
