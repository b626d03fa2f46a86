#include "chat_template/text.h"

#include "chat_template/failure.h"

#include <algorithm>
#include <limits>

namespace hearth::jinja {

namespace {

bool is_ascii(std::string_view bytes) {
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

Text::Text(std::string bytes, TextOrigin origin)
    : bytes_(std::move(bytes)), origin_(origin), ascii_(is_ascii(bytes_)) {}

std::size_t Text::run_at(std::size_t position) const {
    const auto run =
        std::upper_bound(runs_.begin(), runs_.end(), position,
                         [](std::size_t value, const Run& candidate) { return value < candidate.end; });
    return static_cast<std::size_t>(run - runs_.begin());
}

void TextBuilder::reserve(std::size_t more) {
    if (more > std::numeric_limits<std::size_t>::max() / 4 - bytes_.size()) {
        fail_limit("the template makes a text larger than any memory");
    }
    budget_->step();
    budget_->spend_bytes(more);
    const std::size_t wanted = bytes_.size() + more;
    if (wanted > bytes_.capacity()) {
        const std::size_t capacity = std::max(wanted, 2 * bytes_.capacity());
        charge_.resize(capacity + runs_.capacity() * sizeof(Text::Run));
        bytes_.reserve(capacity);
    }
}

void TextBuilder::add_run(TextOrigin origin) {
    if (runs_.size() == runs_.capacity()) {
        const std::size_t capacity = std::max<std::size_t>(4, 2 * runs_.capacity());
        charge_.resize(bytes_.capacity() + capacity * sizeof(Text::Run));
        runs_.reserve(capacity);
    }
    runs_.push_back({bytes_.size(), origin});
}

void TextBuilder::append(std::string_view bytes, TextOrigin origin) {
    if (bytes.empty()) {
        touch(origin);
        return;
    }
    reserve(bytes.size());
    bytes_.append(bytes);
    if (!runs_.empty() && runs_.back().origin == origin) {
        runs_.back().end = bytes_.size();
    } else {
        add_run(origin);
    }
}

void TextBuilder::append(const Text& text, std::size_t begin, std::size_t end) {
    if (begin >= end) {
        touch(text.origin());
        return;
    }
    text.for_each_run(begin, end,
                      [this](std::string_view piece, TextOrigin origin) { append(piece, origin); });
}

void TextBuilder::append_repeated(const Text& text, std::size_t count) {
    if (text.empty() || count == 0) {
        touch(text.origin());
        return;
    }
    if (count > std::numeric_limits<std::size_t>::max() / 8 / text.size()) {
        fail_limit("the template makes a text larger than any memory");
    }
    reserve(text.size() * count);
    for (std::size_t i = 0; i < count; ++i) {
        budget_->step();
        append(text);
    }
}

Text TextBuilder::finish() {
    Text text;
    text.bytes_ = std::move(bytes_);
    text.ascii_ = is_ascii(text.bytes_);
    text.origin_ = text.bytes_.empty() ? touched_ : TextOrigin::template_text;
    for (const auto& run : runs_) {
        text.origin_ = combine(text.origin_, run.origin);
    }
    if (runs_.size() > 1) {
        text.runs_ = std::move(runs_);
    }
    charge_.resize(0);
    bytes_.clear();
    runs_.clear();
    return text;
}

}  // namespace hearth::jinja
