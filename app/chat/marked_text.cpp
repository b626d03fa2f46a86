#include "chat/marked_text.h"

#include "system/shown_name.h"

#include <algorithm>
#include <string_view>

namespace hearth {

namespace {

QString escapedPart(std::string_view part) {
    return shownName(QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size()))).toHtmlEscaped();
}

}  // namespace

QString markedText(const std::string& text, const std::vector<storage::TextRange>& matches) {
    const std::string_view whole = text;
    QString html;
    std::size_t done = 0;
    for (const storage::TextRange& match : matches) {
        const std::size_t begin = std::clamp<std::size_t>(match.offset, done, whole.size());
        const std::size_t end =
            std::clamp<std::size_t>(std::size_t{match.offset} + match.bytes, begin, whole.size());
        html += escapedPart(whole.substr(done, begin - done)) + QStringLiteral("<b>") +
                escapedPart(whole.substr(begin, end - begin)) + QStringLiteral("</b>");
        done = end;
    }
    return html + escapedPart(whole.substr(done));
}

}  // namespace hearth
