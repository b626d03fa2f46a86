#include "support/growth.h"
#include "transcript/code_highlighter.h"
#include "transcript/code_languages.h"

#include <QRandomGenerator>
#include <QtTest>

using namespace hearth;

namespace {

/// Tokens in the code, in brackets with the letter of their kind.
QString marked(const QString& language, const QString& code) {
    std::vector<CodeToken> tokens;
    highlightCode(codeLanguage(language), code, 0, &tokens);
    QString result;
    int at = 0;
    for (const CodeToken& token : tokens) {
        result += code.mid(at, token.start - at) + u'[' +
                  QStringLiteral("ktsncf+-")[static_cast<int>(token.kind)] + u' ' +
                  code.mid(token.start, token.length) + u']';
        at = token.start + token.length;
    }
    return result + code.mid(at);
}

}  // namespace

class CodeTest : public QObject {
    Q_OBJECT

 private slots:
    void tokens_data();
    void tokens();
    void everyLanguageIsKnown_data();
    void everyLanguageIsKnown();
    void linesGiveTheSameAsTheWhole();
    void linear_data();
    void linear();
};

void CodeTest::tokens_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* language, const char* code, const char* expected) {
        QTest::addRow("%s: %s", language, code)
            << QString::fromUtf8(language) << QString::fromUtf8(code) << QString::fromUtf8(expected);
    };
    row("python", "def f(x): return 'a' # c", "[k def] [f f](x): [k return] [s 'a'] [c # c]");
    row("python", "\"\"\"a\nb\"\"\" 1.5e-3", "[s \"\"\"a\nb\"\"\"] [n 1.5e-3]");
    row("cpp", "int x = 0xFF; // c", "[t int] x = [n 0xFF]; [c // c]");
    row("cpp", "#include <a>\n'\\n' 1'000", "[f #include] <a>\n[s '\\n'] [n 1]'[n 000]");
    row("c", "/* a\nb */ return;", "[c /* a\nb */] [k return];");
    row("js", "const a = `x\n${b}`;", "[k const] a = [s `x\n${b}`];");
    row("typescript", "let s: string = \"a\\\"b\"", "[k let] s: [t string] = [s \"a\\\"b\"]");
    row("java", "@Override public void f()", "[f @Override] [k public] [t void] [f f]()");
    row("go", "func main() { x := `a` }", "[k func] [f main]() { x := [s `a`] }");
    row("rust", "fn f<'a>(x: &'a str)", "[k fn] f<'a>(x: &'a [t str])");
    row("bash", "echo \"$HOME\" | grep -v a # b", "[t echo] [s \"$HOME\"] | [t grep] -v a [c # b]");
    row("json", "{\"a\": [1, true, \"b\"]}", "{[f \"a\"]: [[n 1], [k true], [s \"b\"]]}");
    row("yaml", "key: value # c\nlist:\n  - yes", "[f key]: value [c # c]\n[f list]:\n  - [k yes]");
    row("html", "<a href=\"x\">t</a><!-- c -->", "[k <a] [f href]=[s \"x\"][k >]t[k </a][k >][c <!-- c -->]");
    row("css", ".a { color: red; } /* c */", "[f .a] { [f color]: red; } [c /* c */]");
    row("sql", "SELECT a FROM t -- c", "[k SELECT] a [k FROM] t [c -- c]");
    row("c#", "var x = \"a\";", "[k var] x = [s \"a\"];");
    row("diff", "+a\n-b\n c\n@@ d", "[+ +a]\n[- -b]\n c\n[f @@ d]");
    row("markdown", "# not code", "# not code");
    row("", "int x", "int x");
}

void CodeTest::tokens() {
    QFETCH(QString, language);
    QFETCH(QString, code);
    QFETCH(QString, expected);
    QCOMPARE(marked(language, code), expected);
}

void CodeTest::everyLanguageIsKnown_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"python", "C",      "C++",   "JavaScript", "TypeScript", "java", "go",         "rust", "bash",
          "sh",     "json",   "yaml",  "html",       "xml",        "css",  "sql",        "C#",   "php",
          "ruby",   "kotlin", "swift", "lua",        "toml",       "diff", "powershell", "qml"}) {
        QTest::newRow(name) << QString::fromUtf8(name);
    }
}

void CodeTest::everyLanguageIsKnown() {
    QFETCH(QString, name);
    QVERIFY(codeLanguage(name) != nullptr);
}

void CodeTest::linesGiveTheSameAsTheWhole() {
    static constexpr QStringView kPieces[] = {u"\"\"\"", u"'''",  u"\"",  u"'", u"/*",   u"*/", u"//", u"#",
                                              u"\n",     u"\n",   u" ",   u"x", u"def ", u"12", u"`",  u"<",
                                              u">",      u"<!--", u"-->", u"=", u"--",   u"$",  u"\\", u"é"};
    QRandomGenerator random(7);
    for (const char* name : {"python", "cpp", "js", "html", "sql", "bash", "yaml", "go", "diff", "rust"}) {
        const CodeLanguage* language = codeLanguage(QString::fromLatin1(name));
        for (int round = 0; round < 300; ++round) {
            QString code;
            for (int piece = 0; piece < 30; ++piece) {
                code += kPieces[random.bounded(static_cast<int>(std::size(kPieces)))];
            }
            std::vector<CodeToken> whole;
            const int end = highlightCode(language, code, 0, &whole);
            std::vector<CodeTokenKind> wanted(static_cast<std::size_t>(code.size()), CodeTokenKind{99});
            for (const CodeToken& token : whole) {
                std::fill_n(wanted.begin() + token.start, token.length, token.kind);
            }
            std::vector<CodeTokenKind> found(wanted.size(), CodeTokenKind{99});
            int state = 0;
            int at = 0;
            for (const QString& line : code.split(u'\n')) {
                std::vector<CodeToken> tokens;
                state = highlightCode(language, line, state, &tokens);
                for (const CodeToken& token : tokens) {
                    std::fill_n(found.begin() + at + token.start, token.length, token.kind);
                }
                at += static_cast<int>(line.size()) + 1;
            }
            QCOMPARE(state, end);
            for (int index = 0; index < code.size(); ++index) {
                if (code[index] != u'\n') {
                    QVERIFY2(
                        wanted[static_cast<std::size_t>(index)] == found[static_cast<std::size_t>(index)],
                        qPrintable(code));
                }
            }
        }
    }
}

void CodeTest::linear_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("piece");
    for (const char* language : {"python", "cpp", "html", "json", "rust", "yaml", "css"}) {
        for (const char* piece :
             {"\"", "'", "/*", "<a ", "x ", "x", "\"\"\"", "<!--", "key", "1.", "\\", "\"a\" "}) {
            QTest::addRow("%s %s", language, piece)
                << QString::fromLatin1(language) << QString::fromLatin1(piece);
        }
    }
}

void CodeTest::linear() {
    QFETCH(QString, language);
    QFETCH(QString, piece);
    QVERIFY(test::grows_linearly(
        [&](std::size_t pieces) {
            std::vector<CodeToken> tokens;
            highlightCode(codeLanguage(language), piece.repeated(static_cast<qsizetype>(pieces)), 0, &tokens);
        },
        100'000));
}

QTEST_GUILESS_MAIN(CodeTest)
#include "tst_code.moc"
