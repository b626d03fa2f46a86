#pragma once

#include <QStringView>
#include <array>

namespace hearth {

/// What models write around their thinking.
struct ThinkingTag {
    QStringView open;
    QStringView close;
};

inline constexpr std::array kThinkingTags{
    ThinkingTag{u"<think>", u"</think>"},     ThinkingTag{u"<thinking>", u"</thinking>"},
    ThinkingTag{u"<thought>", u"</thought>"}, ThinkingTag{u"<reasoning>", u"</reasoning>"},
    ThinkingTag{u"[THINK]", u"[/THINK]"},     ThinkingTag{u"◁think▷", u"◁/think▷"},
};

}  // namespace hearth
