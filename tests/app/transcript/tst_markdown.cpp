#include "block_description.h"
#include "support/growth.h"
#include "transcript/markdown_document.h"
#include "transcript/message_text.h"

#include <QtTest>

using namespace hearth;

class MarkdownTest : public QObject {
    Q_OBJECT

 private slots:
    void blocks_data();
    void blocks();
    void nothingIsDropped_data();
    void nothingIsDropped();
    void hostileTextIsLinear_data();
    void hostileTextIsLinear();
    void longTextIsCutAndComplete();
    void thinking_data();
    void thinking();
};

void MarkdownTest::blocks_data() {
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* markdown, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(markdown) << QString::fromUtf8(expected);
    };
    row("empty", "", "");
    row("paragraphs", "One\ntwo\n\nThree", "p One⏎two\np Three");
    row("headings", "# A\n## B ##\nC\n===\nD\n---\n####### E", "h1 A\nh2 B\nh1 C\nh2 D\np ####### E");
    row("inline", "a **b** *c* ~~d~~ `e *f*` ***g***", "p a {b:b} {i:c} {s:d} {c:e *f*} {bi:g}");
    row("escapes", "\\*a\\* &amp; &lt;b&gt; &nope; &#x4F60;", "p *a* & <b> &nope; 你");
    row("links", "[a](https://x.org/?q=1&b) <https://y.org> www.z.org b@c.de",
        "p {l:a -> https://x.org/?q=1&b} {l:https://y.org -> https://y.org} {l:www.z.org -> "
        "http://www.z.org} "
        "{l:b@c.de -> mailto:b@c.de}");
    row("links that are text", "[a](file:///etc/passwd) [b](javascript:alert) [c](#d)",
        "p a (file:///etc/passwd) b (javascript:alert) c (#d)");
    row("reference", "See [this][1] and [that].\n\nMore.\n\n[1]: https://a.org \"T\"\n[that]: https://b.org",
        "p See {l:this -> https://a.org} and {l:that -> https://b.org}.\np More.");
    row("no definition", "[Note]: careful\n\n[x]:\ny", "p [Note]: careful\np [x]:⏎y");
    row("image alone", "![A cat](http://evil/cat.png)", "img A cat⏎http://evil/cat.png");
    row("image without words", "![](file:///etc/passwd)", "img file:///etc/passwd");
    row("image in text", "a ![b](http://c/d) e", "p a {a:b (http://c/d)} e");
    row("two images", "![a](x) ![b](y)", "p {a:a (x)} {a:b (y)}");
    row("linked image", "[![a](x)](https://y)", "p {al:a (x) -> https://y}");
    row("bullets", "- a\n- b\n  - c\n\n    d\n- e", "li@1 • a\nli@1 • b\nli@2 • c\np@2 d\nli@1 • e");
    row("numbers", "3. a\n3. b\n\n4) c\n- d", "li@1 3. a\nli@1 4. b\nli@1 4) c\nli@1 • d");
    row("numbers over gaps", "1. a\n\n1. b\n\n1. c\n\ntext\n\n7. d",
        "li@1 1. a\nli@1 2. b\nli@1 3. c\np text\nli@1 7. d");
    row("tasks", "- [ ] a\n- [x] b", "li@1 • [ ] a\nli@1 • [x] b");
    row("code in item", "1. a\n\n   ```sh\n   ls\n\n   rm\n   ```\n2. b",
        "li@1 1. a\ncode sh@1 ls⏎⏎rm\nli@1 2. b");
    row("item of code", "- ```\n  x\n  ```", "li@1 •\ncode -@1 x");
    row("empty item", "- a\n-\n- b", "li@1 • a\nli@1 •\nli@1 • b");
    row("text then list", "Here:\n- a\n* b\n1. c\nno\n2. d",
        "p Here:\nli@1 • a\nli@1 • b\nli@1 1. c⏎no\nli@1 2. d");
    row("quote", "> a\n> > b\nc\n\n> d", ">p a\n>>p b⏎c\n>p d");
    row("rule", "a\n\n---\n***\nb", "p a\nhr\nhr\np b");
    row("fence", "```python title\nx = 1\n\n  y\n```\nafter", "code python x = 1⏎⏎  y\np after");
    row("fence open", "a\n~~~\nb\n```\nc", "p a\ncode - b⏎```⏎c");
    row("fence longer", "````md\n```\nx\n```\n````", "code md ```⏎x⏎```");
    row("fence indented", "  ```\n    a\n   b\n  ```", "code -   a⏎ b");
    row("fence with blank end", "```\na\n\n```", "code - a⏎");
    row("fence of one line", "```foo", "code foo");
    row("inline fence", "``` a ``` b", "p {c:a} b");
    row("indented code", "a\n\n    b\n\n    c\n\nd", "p a\ncode - b⏎⏎c\np d");
    row("table", "|a|b|\n|---|:-:|\n|1|**2**|\n|3|", "table 2x3 a|b⏎1|{b:2}⏎3|");
    row("table of one dash", "a|b\n-|-:\n1|2", "table 2x2 a|b⏎1|2");
    row("table of two dashes", "| a |\n|--|\n| b |", "table 1x2 a⏎b");
    row("table after text", "Text:\n| a | b |\n|--|--|\n| 1 | 2 |\n\nEnd",
        "p Text:\ntable 2x2 a|b⏎1|2\np End");
    row("no table", "a | b\n-|-|-\nc", "p a | b⏎-|-|-⏎c");
    row("pipe in cell", "a|b\n--|--\n`x\\|y`|z", "table 2x2 a|b⏎{c:x|y}|z");
    row("too many cells", "|a|b|\n|-|-|\n|1|2|3|\n4|5|6\n|`x|y`|$|z|$|",
        "table 2x4 a|b⏎1|2|3⏎4|5|6⏎{c:x|y}|{m:|z|}");
    row("HTML is text", "<b>x</b> <img src=http://e/x>\n\n<script>\nalert(1)\n</script>\n\n<!-- c -->",
        "p <b>x</b> <img src=http://e/x>\np <script>⏎alert(1)⏎</script>\np <!-- c -->");
    row("angle brackets", "std::vector<int> v; if x<y and z>w then <smirk> waffles",
        "p std::vector<int> v; if x<y and z>w then <smirk> waffles");
    row("maths inline", "The area is $\\pi r^2$ and \\(x_1 \\ne y\\).",
        "p The area is {m:π r²} and {m:x₁ ≠ y}.");
    row("prices", "It costs $5 and $10, US$3 or $HOME/$PATH.", "p It costs $5 and $10, US$3 or $HOME/$PATH.");
    row("maths keeps marks", "$a_1 * b_2 * c$ and `$x$` and \\$5$", "p {m:a₁ * b₂ * c} and {c:$x$} and $5$");
    row("maths apart", "Then\n$$\nE = mc^2\n$$\nholds.", "p Then\nmath E = mc²\np holds.");
    row("maths in brackets", "\\[\n\\frac{a}{b}\n\\]\n\nIn text \\[x\\] stays.",
        "math a⁄b\np In text [x] stays.");
    row("maths in item", "1. a\n   $$\n   x_i\n   $$\n2. b", "li@1 1. a\nmath@1 xᵢ\nli@1 2. b");
    row("maths quoted", "> $$\n> x\n> $$", ">math x");
    row("maths environment", "\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}", "math a = b⏎c = d");
    row("maths unknown", "$\\strange{x}$", "p {c:$\\strange{x}$}");
    row("maths unclosed", "a $$ b\n\nc $x", "p a $$ b\np c $x");
    row("Chinese bold", "**重点：**请注意**“引号”**内容", "p {b:重点：}请注意{b:“引号”}内容");
    row("ranges", "3~5个，6~8个 ~~不~~", "p 3~5个，6~8个 {s:不}");
    row("reserved characters",
        "a\xEF\xB7\x90"
        "b\xE2\x81\x9F"
        "c",
        "p a\xEF\xB7\x90"
        "b\xE2\x81\x9F"
        "c");
    row("line endings", "a\r\nb\r\n\r\n```\r\nc\r\n```\r\n", "p a⏎b\ncode - c");
    row("emoji", "👩‍💻 **👍🏽**", "p 👩‍💻 {b:👍🏽}");
}

void MarkdownTest::blocks() {
    QFETCH(QString, markdown);
    QFETCH(QString, expected);
    MarkdownDocument document;
    document.append(markdown);
    QCOMPARE(describe(document.blocks()), expected);
}

void MarkdownTest::nothingIsDropped_data() {
    QTest::addColumn<QString>("markdown");
    QTest::newRow("quotes") << QString(200, u'>') + QStringLiteral(" word");
    QTest::newRow("bullets") << QStringLiteral("- ").repeated(300) + QStringLiteral("word");
    QTest::newRow("wide table") << QStringLiteral("|a").repeated(100) + u'\n' +
                                       QStringLiteral("|-").repeated(100) + QStringLiteral("\nword");
    QTest::newRow("nested brackets") << QStringLiteral("[").repeated(500) + QStringLiteral("word");
}

void MarkdownTest::nothingIsDropped() {
    QFETCH(QString, markdown);
    MarkdownDocument document;
    document.append(markdown);
    QVERIFY(document.blocks().back().text.contains(QStringLiteral("word")));
    for (const Block& block : document.blocks()) {
        QVERIFY(block.quoteDepth <= Block::maxDepth && block.listDepth <= Block::maxDepth);
        QVERIFY(block.table.columns <= MarkdownPreparation::maxColumns);
    }
}

void MarkdownTest::hostileTextIsLinear_data() {
    QTest::addColumn<QString>("piece");
    for (const char* piece : {"`",          "``a",
                              "[",          "[a](",
                              "![",         "*",
                              "**a",        "_a",
                              "$",          "$$a",
                              "$a ",        "\\(",
                              "\\[\n",      "\\begin{a}\n",
                              "> ",         "- ",
                              "1. ",        "|a",
                              "|a\n|-\n",   "<",
                              "&",          "~~",
                              "\\",         "[a]: http://b\n",
                              "[a]",        "#",
                              "\n",         " ",
                              "a\n\n",      "```\n",
                              "- a\n  ",    "👍",
                              "http://a",   "a@b.",
                              "</think>\n", "<think>\n",
                              "a|b\n",      "\t",
                              "中**“",      "$x$_",
                              "^{"}) {
        QTest::newRow(piece) << QString::fromUtf8(piece);
    }
}

void MarkdownTest::hostileTextIsLinear() {
    QFETCH(QString, piece);
    const QString text = piece.repeated(200'000 / piece.size());
    QVERIFY(test::grows_linearly(
        [&](std::size_t size) {
            const QString part = text.first(static_cast<qsizetype>(size));
            const MessageText message(part);
            QCOMPARE(message.source(), part);
        },
        static_cast<std::size_t>(text.size())));
}

void MarkdownTest::longTextIsCutAndComplete() {
    QString text;
    for (int word = 0; word < 60'000; ++word) {
        text += QStringLiteral("word%1 ").arg(word);
    }
    MarkdownDocument document;
    document.append(text);
    QVERIFY(document.blocks().size() > 50);
    QString shown;
    for (const Block& block : document.blocks()) {
        QVERIFY(block.text.size() <= 8192);
        QVERIFY(&block == &document.blocks().front() || block.joint == Joint::None);
        shown += block.text;
    }
    QCOMPARE(shown.simplified().remove(u' '), text.simplified().remove(u' '));

    QString code = QStringLiteral("```json\n");
    for (int line = 0; line < 3000; ++line) {
        code += QStringLiteral("  \"key%1\": [1, 2, 3],\n").arg(line);
    }
    MarkdownDocument fenced;
    fenced.append(code + QStringLiteral("```\n\nEnd"));
    QString joined;
    for (const Block& block : fenced.blocks()) {
        if (block.kind == BlockKind::Code) {
            QCOMPARE(block.language, QStringLiteral("json"));
            joined += block.text + u'\n';
        }
    }
    QCOMPARE(joined, code.mid(8));
    QCOMPARE(fenced.blocks().back().text, QStringLiteral("End"));
}

void MarkdownTest::thinking_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(expected);
    };
    row("none", "Hello <think> there", "say[p Hello <think> there]");
    row("usual", "<think>\nHm **x**\n</think>\n\nAnswer", "think.[p Hm {b:x}] say[p Answer]");
    row("open", "<think>\nHm", "think[p Hm]");
    row("empty", "<think>\n\n</think>\n\nA", "think.[] say[p A]");
    row("one line", "  <think>a</think>b", "think.[p a] say[p b]");
    row("no opening tag", "Hm\n</think>\nA", "think.[p Hm] say[p A]");
    row("in code", "```\n</think>\n```", "say[code - </think>]");
    row("about tags", "Use `</think>` so\nand </think> too", "say[p Use {c:</think>} so⏎and </think> too]");
    row("twice", "<think>a</think>\nb\n<think>\nc\n</think>\nd", "think.[p a] say[p b] think.[p c] say[p d]");
    row("brackets", "[THINK]a[/THINK]b", "think.[p a] say[p b]");
    row("other tag", "<thinking>a</thinking>b", "think.[p a] say[p b]");
    row("prefix", "<thi", "say[p <thi]");
    row("wrong closing tag", "<think>a</thinking>b", "think[p a</thinking>b]");
}

void MarkdownTest::thinking() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto described = [](const MessageText& message) {
        QStringList parts;
        for (const MessagePart& part : message.parts()) {
            const QString name = part.thinking
                                     ? part.closed ? QStringLiteral("think.") : QStringLiteral("think")
                                     : QStringLiteral("say");
            parts += name + u'[' + describe(part.document.blocks()) + u']';
        }
        return parts.join(u' ');
    };
    QCOMPARE(described(MessageText(text)), expected);
    MessageText streamed;
    for (const QChar character : text) {
        streamed.append(QStringView(&character, 1));
    }
    QCOMPARE(described(streamed), expected);
}

QTEST_GUILESS_MAIN(MarkdownTest)
#include "tst_markdown.moc"
