#include "engine_bridge/fake_tokens.h"

#include "engine_bridge/fake_script.h"

namespace hearth {
namespace {

constexpr qsizetype kLongest = 6;  // the space before the word included

}  // namespace

std::vector<qsizetype> fakeTokenEnds(QStringView text) {
    std::vector<qsizetype> ends;
    qsizetype begin = 0;
    while (begin < text.size()) {
        const bool isWide = text[begin].unicode() >= 0x2E80;  // CJK and surrogates stand alone
        qsizetype end = begin + 1;
        if (isWide) {
            end += text[begin].isHighSurrogate() && end < text.size() ? 1 : 0;
        } else if (text[begin] != u'\n') {
            while (end < text.size() && end - begin < kLongest && !text[end].isSpace() &&
                   text[end].unicode() < 0x2E80) {
                ++end;
            }
        }
        ends.push_back(end);
        begin = end;
    }
    return ends;
}

std::uint32_t fakeTokenCount(QStringView text) {
    return static_cast<std::uint32_t>(fakeTokenEnds(text).size());
}

}  // namespace hearth
