#pragma once

#include "chat_template/budget.h"

#include <hearth/segment.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::jinja {

/// The message wins: what is made from both counts as message.
constexpr TextOrigin combine(TextOrigin a, TextOrigin b) {
    return a == TextOrigin::message || b == TextOrigin::message ? TextOrigin::message
                                                                : TextOrigin::template_text;
}

/// Well-formed UTF-8 in which every character knows who wrote it. Positions are bytes. Immutable.
class Text {
 public:
    Text() = default;
    Text(std::string bytes, TextOrigin origin);

    std::string_view bytes() const { return bytes_; }
    bool empty() const { return bytes_.empty(); }
    std::size_t size() const { return bytes_.size(); }
    bool ascii() const { return ascii_; }

    /// Message if any character is; of an empty text, who wrote the emptiness.
    TextOrigin origin() const { return origin_; }

    /// Calls `f(piece, origin)` for the runs of [begin, end) in order.
    template <class F>
    void for_each_run(std::size_t begin, std::size_t end, F&& f) const {
        if (runs_.empty()) {
            if (begin < end) {
                f(bytes().substr(begin, end - begin), origin_);
            }
            return;
        }
        for (std::size_t run = run_at(begin); begin < end; ++run) {
            const std::size_t stop = runs_[run].end < end ? runs_[run].end : end;
            f(bytes().substr(begin, stop - begin), runs_[run].origin);
            begin = stop;
        }
    }
    template <class F>
    void for_each_run(F&& f) const {
        for_each_run(0, size(), f);
    }

    TextOrigin origin_at(std::size_t position) const {
        return runs_.empty() ? origin_ : runs_[run_at(position)].origin;
    }

    /// Memory beyond the object itself.
    std::size_t heap_bytes() const { return bytes_.capacity() + runs_.capacity() * sizeof(Run); }

 private:
    friend class TextBuilder;
    struct Run {
        std::size_t end;  ///< first byte after the run
        TextOrigin origin;
    };
    std::size_t run_at(std::size_t position) const;

    std::string bytes_;
    std::vector<Run> runs_;  ///< empty: all characters are of origin_
    TextOrigin origin_ = TextOrigin::template_text;
    bool ascii_ = true;
};

/// Puts a Text together within a budget.
class TextBuilder {
 public:
    explicit TextBuilder(Budget& budget) : budget_(&budget), charge_(&budget, 0) {}

    void append(std::string_view bytes, TextOrigin origin);
    void append(const Text& text) { append(text, 0, text.size()); }
    void append(const Text& text, std::size_t begin, std::size_t end);
    /// `count` times; fails before taking the memory.
    void append_repeated(const Text& text, std::size_t count);
    /// Counts as a character of this origin even though none is added: the origin of an empty result.
    void touch(TextOrigin origin) { touched_ = combine(touched_, origin); }

    std::size_t size() const { return bytes_.size(); }
    Text finish();

 private:
    void reserve(std::size_t more);
    void add_run(TextOrigin origin);

    Budget* budget_;
    Charge charge_;
    std::string bytes_;
    std::vector<Text::Run> runs_;
    TextOrigin touched_ = TextOrigin::template_text;
};

}  // namespace hearth::jinja
