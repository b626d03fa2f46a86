#include "random_markdown.h"

#include <iterator>

namespace hearth {
namespace {

template <std::size_t size>
QString any(QRandomGenerator& random, const char* const (&choices)[size]) {
    return QString::fromUtf8(choices[random.bounded(static_cast<int>(size))]);
}

QString inlineText(QRandomGenerator& random) {
    static constexpr const char* kWords[] = {
        "word",   "**bold**", "*it*",       "`code`",      "[a](https://b.c)",
        "$x^2$",  "中文，",   "**重点：**", "👩‍💻", "x<y",
        "~~no~~", "1 < 2",    "[ref]",      "a_b_c",       "end.",
        "!",      "![i](u)",  "\\*",        "&amp;",       "$5"};
    QString text;
    const int count = random.bounded(1, 9);
    for (int word = 0; word < count; ++word) {
        text += any(random, kWords) + u' ';
    }
    return text.trimmed();
}

QString block(QRandomGenerator& random) {
    switch (random.bounded(12)) {
        case 0:
            return QString(random.bounded(1, 5), u'#') + u' ' + inlineText(random);
        case 1: {
            QString list;
            const int count = random.bounded(1, 6);
            const bool ordered = random.bounded(2) == 0;
            const bool loose = random.bounded(3) == 0;
            for (int item = 1; item <= count; ++item) {
                list += (ordered ? QString::number(item) + u'.' : QStringLiteral("-")) + u' ' +
                        inlineText(random) + u'\n';
                if (random.bounded(4) == 0) {
                    list += QStringLiteral("   - ") + inlineText(random) + u'\n';
                }
                if (loose && item < count) {
                    list += u'\n';
                }
            }
            return list.trimmed();
        }
        case 2:
            return QStringLiteral("```python\ndef f(x):\n\n    return \"a\" # b\n```");
        case 3:
            return QStringLiteral("> ") + inlineText(random) + QStringLiteral("\n> ") + inlineText(random);
        case 4:
            return QStringLiteral("| a | b |\n|---|---|\n| 1 | **2** |\n| 3 | 4 |");
        case 5:
            return QStringLiteral("---");
        case 6:
            return QStringLiteral("$$\n\\frac{a}{b}\n$$");
        case 7:
            return QStringLiteral("1. a\n\n   ```sh\n   ls\n   ```\n\n2. b");
        default:
            return inlineText(random) +
                   (random.bounded(3) == 0 ? QStringLiteral("\n") + inlineText(random) : QString());
    }
}

}  // namespace

QString randomDocument(QRandomGenerator& random) {
    QString text;
    const int count = random.bounded(1, 9);
    for (int index = 0; index < count; ++index) {
        text += block(random) + QStringLiteral("\n\n");
    }
    if (random.bounded(3) == 0) {
        text += QStringLiteral("[ref]: https://example.org");
    }
    return text;
}

QString randomHeap(QRandomGenerator& random) {
    static constexpr const char* kPieces[] = {"\n",         "\n",
                                              "\n\n",       "\n\n",
                                              " ",          "  ",
                                              "   ",        "    ",
                                              "a",          "word",
                                              "中文",       "👍🏽",
                                              "- ",         "* ",
                                              "1. ",        "2) ",
                                              "> ",         "# ",
                                              "```",        "``",
                                              "`",          "~~~",
                                              "---",        "===",
                                              "|",          "|--|",
                                              "|-|\n",      "**",
                                              "*",          "_",
                                              "[a]",        "]:",
                                              "(b)",        "[r]: http://x\n",
                                              "<think>",    "</think>\n",
                                              "<b>",        "$",
                                              "$$",         "\\(",
                                              "\\)",        "\\[",
                                              "\\]",        "\\",
                                              "&lt;",       "~",
                                              "~~",         "\t",
                                              "：**",       "![i](u)",
                                              "\r\n",       "\xEF\xB7\x90",
                                              "http://a.b", "- [x] ",
                                              "+ ",         "10. ",
                                              "\n```\n",    "````"};
    QString text;
    const int count = random.bounded(1, 40);
    for (int piece = 0; piece < count; ++piece) {
        text += any(random, kPieces);
    }
    return text;
}

}  // namespace hearth
