#include "transcript/latex_text.h"

#include "transcript/latex_symbols.h"

#include <QStringList>
#include <algorithm>
#include <array>

namespace hearth {
namespace {

constexpr int kDeepest = 24;

bool isOneOf(QStringView name, std::initializer_list<QStringView> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Reads LaTeX maths from left to right. After `failed_` the result means nothing.
class MathReader {
 public:
    explicit MathReader(QStringView tex) : tex_(tex) {}

    std::optional<QString> read() {
        QString text = readUntil(Stop::End);
        if (failed_ || at_ < tex_.size()) {
            return std::nullopt;
        }
        return tidied(text);
    }

 private:
    enum class Stop : quint8 { End, Brace, Bracket, Environment };

    static QString tidied(const QString& text) {
        QString tidy;
        for (const QChar character : text) {
            const bool space =
                character == u' ' && (tidy.isEmpty() || tidy.back() == u' ' || tidy.back() == u'\n');
            if (!space) {
                if (character == u'\n' && tidy.endsWith(u' ')) {
                    tidy.chop(1);
                }
                tidy += character;
            }
        }
        return tidy.trimmed();
    }

    static void addOperator(QString& text, QStringView sign) {
        if (!text.isEmpty() && !text.endsWith(u' ') && !text.endsWith(u'\n')) {
            text += u' ';
        }
        text += sign;
        text += u' ';
    }

    QString readUntil(Stop stop) {
        QString text;
        if (++depth_ > kDeepest) {
            failed_ = true;
        }
        while (!failed_ && at_ < tex_.size()) {
            const QChar character = tex_[at_];
            if ((character == u'}' && stop == Stop::Brace) || (character == u']' && stop == Stop::Bracket)) {
                ++at_;
                --depth_;
                return text;
            }
            if (stop == Stop::Environment && tex_.sliced(at_).startsWith(u"\\end{")) {
                --depth_;
                return text;
            }
            readOne(text);
        }
        failed_ = failed_ || stop != Stop::End;
        --depth_;
        return text;
    }

    void readOne(QString& text) {
        const QChar character = tex_[at_];
        if (character == u'\\') {
            readCommand(text);
            return;
        }
        ++at_;
        if (character == u'{') {
            text += readUntil(Stop::Brace);
        } else if (character == u'}') {
            failed_ = true;
        } else if (character == u'^' || character == u'_') {
            readScript(text, character == u'^');
        } else if (character == u'&' || character == u'~' || character.isSpace()) {
            text += u' ';
        } else if (character == u'-') {
            text += QChar(0x2212);
        } else if (character == u'\'') {
            text += QChar(0x2032);
        } else if (character == u'=' || character == u'<' || character == u'>') {
            addOperator(text, QStringView(&character, 1));
        } else if (character != u'%') {
            text += character;
        }
    }

    /// One group or one token.
    QString readArgument() {
        while (at_ < tex_.size() && tex_[at_].isSpace()) {
            ++at_;
        }
        if (at_ >= tex_.size()) {
            failed_ = true;
            return {};
        }
        if (tex_[at_] == u'{') {
            ++at_;
            return tidied(readUntil(Stop::Brace));
        }
        QString text;
        if (++depth_ > kDeepest) {
            failed_ = true;
            return {};
        }
        readOne(text);
        --depth_;
        return tidied(text);
    }

    void readScript(QString& text, bool raised) {
        const QString script = readArgument();
        QString shifted;
        for (const QChar character : script) {
            if (character == u' ') {
                continue;
            }
            const auto form = raised ? superscript(character) : subscript(character);
            if (!form) {
                text += raised ? u'^' : u'_';
                text += script.size() == 1 ? script : QString(u'(' + script + u')');
                return;
            }
            shifted += *form;
        }
        while (text.endsWith(u' ')) {
            text.chop(1);
        }
        text += shifted;
    }

    static QString grouped(const QString& text) {
        const bool simple = std::all_of(text.begin(), text.end(), [](QChar character) {
            return character.isLetterOrNumber() || character == u'.' || character.isMark() ||
                   character == QChar(0x221A);
        });
        return simple || (text.startsWith(u'(') && text.indexOf(u')') == text.size() - 1)
                   ? text
                   : QString(u'(' + text + u')');
    }

    /// The fraction slash is made for short neighbours and runs into others.
    static void addFraction(QString& text, const QString& top, const QString& bottom) {
        const auto isShort = [](const QString& part) {
            return part.size() <= 2 &&
                   std::all_of(part.begin(), part.end(), [](QChar unit) { return unit.isLetterOrNumber(); });
        };
        text += top + (isShort(top) && isShort(bottom) ? QChar(0x2044) : QChar(u'/')) + bottom;
    }

    QString readName() {
        const qsizetype begin = at_;
        while (at_ < tex_.size() &&
               ((tex_[at_] >= u'a' && tex_[at_] <= u'z') || (tex_[at_] >= u'A' && tex_[at_] <= u'Z'))) {
            ++at_;
        }
        if (at_ == begin && at_ < tex_.size()) {
            ++at_;
        }
        return tex_.sliced(begin, at_ - begin).toString();
    }

    /// Text in braces, letter for letter.
    QString readWords() {
        while (at_ < tex_.size() && tex_[at_].isSpace()) {
            ++at_;
        }
        const qsizetype close = at_ < tex_.size() && tex_[at_] == u'{' ? tex_.indexOf(u'}', at_) : -1;
        if (close < 0) {
            failed_ = true;
            return {};
        }
        QString words = tex_.sliced(at_ + 1, close - at_ - 1).toString();
        failed_ = failed_ || words.contains(u'{') || words.contains(u'$');
        at_ = close + 1;
        words.remove(u'\\');
        return words;
    }

    void readCommand(QString& text) {
        ++at_;
        if (at_ >= tex_.size()) {
            failed_ = true;
            return;
        }
        const QString name = readName();
        if (const MathSymbol* symbol = mathSymbol(name)) {
            addSymbol(text, *symbol);
        } else if (name == u"\\") {
            skipLength();
            text += u'\n';
        } else if (isOneOf(name, {u",", u";", u":", u" ", u"quad", u"qquad", u"enspace", u"hspace"})) {
            if (name == u"hspace") {
                readWords();
            }
            text += name == u"qquad" || name == u"quad" ? QString(2, QChar(0x2002)) : QStringLiteral(" ");
        } else if (isOneOf(name,
                           {u"!",        u"displaystyle", u"textstyle", u"limits", u"nolimits", u"hline",
                            u"nonumber", u"notag",        u"big",       u"Big",    u"bigg",     u"Bigg",
                            u"bigl",     u"bigr",         u"Bigl",      u"Bigr",   u"biggl",    u"biggr",
                            u"Biggl",    u"Biggr",        u"mathstrut"})) {
        } else if (name == u"left" || name == u"right" || name == u"middle") {
            readDelimiter(text);
        } else if (isOneOf(name, {u"{", u"}", u"%", u"$", u"#", u"&", u"_"})) {
            text += name;
        } else if (name == u"|") {
            text += QChar(0x2016);
        } else if (isOneOf(name, {u"frac", u"dfrac", u"tfrac", u"cfrac"})) {
            const QString top = grouped(readArgument());
            addFraction(text, top, grouped(readArgument()));
        } else if (name == u"binom") {
            const QString top = readArgument();
            text += u'C' + QStringLiteral("(") + top + QStringLiteral(", ") + readArgument() + u')';
        } else if (name == u"sqrt") {
            readRoot(text);
        } else if (isOneOf(name, {u"text", u"textbf", u"textit", u"textrm", u"texttt", u"mbox",
                                  u"operatorname", u"tag", u"label"})) {
            addWords(text, name);
        } else if (isOneOf(name,
                           {u"mathrm", u"mathbf", u"mathit", u"mathsf", u"mathtt", u"mathcal", u"mathscr",
                            u"mathfrak", u"boldsymbol", u"bm", u"boxed", u"displaylines", u"underbrace",
                            u"overbrace", u"mathop", u"phantom", u"cancel", u"substack"})) {
            text += readArgument();
        } else if (name == u"mathbb") {
            addBlackboard(text);
        } else if (name == u"pmod") {
            text += QStringLiteral(" (mod ") + readArgument() + u')';
        } else if (name == u"bmod" || name == u"mod") {
            addOperator(text, u"mod");
        } else if (name == u"not") {
            text += readArgument() + QChar(0x0338);
        } else if (name == u"begin") {
            readEnvironment(text);
        } else {
            addAccent(text, name);
        }
    }

    void addSymbol(QString& text, const MathSymbol& symbol) {
        switch (symbol.kind) {
            case MathClass::Operator:
                addOperator(text, symbol.text);
                break;
            case MathClass::Name:
                if (!text.isEmpty() && text.back().isLetterOrNumber()) {
                    text += u' ';
                }
                text += symbol.text;
                if (at_ < tex_.size() && (tex_[at_].isSpace() || tex_[at_] == u'\\')) {
                    text += u' ';
                }
                break;
            case MathClass::Large:
                text += symbol.text;
                if (at_ < tex_.size() && tex_[at_] != u'_' && tex_[at_] != u'^') {
                    text += u' ';
                }
                break;
            case MathClass::Ordinary:
                text += symbol.text;
                break;
        }
    }

    void addWords(QString& text, QStringView name) {
        const QString words = readWords();
        if (name == u"tag") {
            text += QString(2, QChar(0x2002)) + u'(' + words + u')';
        } else if (name != u"label") {
            text += words;
        }
    }

    void readDelimiter(QString& text) {
        if (at_ < tex_.size() && tex_[at_] == u'.') {
            ++at_;
        } else if (at_ < tex_.size()) {
            readOne(text);
        }
    }

    /// The optional length after a line break, "[2pt]".
    void skipLength() {
        if (at_ < tex_.size() && tex_[at_] == u'[') {
            const qsizetype close = tex_.indexOf(u']', at_);
            at_ = close < 0 ? at_ : close + 1;
        }
    }

    void readRoot(QString& text) {
        QString degree;
        if (at_ < tex_.size() && tex_[at_] == u'[') {
            ++at_;
            degree = tidied(readUntil(Stop::Bracket));
        }
        const QString radicand = grouped(readArgument());
        for (const QChar character : degree) {
            const auto raised = superscript(character);
            failed_ = failed_ || !raised;
            if (raised && degree != u"2") {
                text += *raised;
            }
        }
        text += QChar(0x221A) + radicand;
    }

    void addBlackboard(QString& text) {
        static constexpr QStringView kPairs = u"CℂHℍNℕPℙQℚRℝZℤ";
        const QString letters = readArgument();
        for (const QChar letter : letters) {
            const qsizetype found = kPairs.indexOf(letter);
            text += found >= 0 ? kPairs[found + 1] : letter;
        }
    }

    void addAccent(QString& text, QStringView name) {
        struct Accent {
            QStringView name;
            char16_t mark;
        };
        static constexpr std::array kAccents{
            Accent{u"hat", 0x0302},
            Accent{u"widehat", 0x0302},
            Accent{u"bar", 0x0304},
            Accent{u"overline", 0x0305},
            Accent{u"vec", 0x20D7},
            Accent{u"dot", 0x0307},
            Accent{u"ddot", 0x0308},
            Accent{u"tilde", 0x0303},
            Accent{u"widetilde", 0x0303},
            Accent{u"underline", 0x0332},
            Accent{u"overrightarrow", 0x20D7},
        };
        const auto* found = std::find_if(kAccents.begin(), kAccents.end(),
                                         [&](const Accent& accent) { return accent.name == name; });
        if (found == kAccents.end()) {
            failed_ = true;
            return;
        }
        const QString base = readArgument();
        const bool line = found->mark == 0x0305 || found->mark == 0x0332 || base.size() == 1;
        if (!line) {
            text += base + QChar(found->mark);
            return;
        }
        for (const QChar character : base) {
            text += character;
            text += QChar(found->mark);
        }
    }

    void readEnvironment(QString& text) {
        QString name = readWords();
        name.remove(u'*');
        if (name == u"array" || name == u"alignedat" || name == u"alignat") {
            readWords();
        }
        const QString inner = tidied(readUntil(Stop::Environment));
        if (failed_) {
            return;
        }
        at_ += 4;  // "\end"
        readWords();
        static constexpr QStringView kPlain =
            u"align aligned alignat alignedat equation gather gathered split array eqnarray multline";
        const QStringList lines = inner.split(u'\n', Qt::SkipEmptyParts);
        if (kPlain.toString().split(u' ').contains(name)) {
            text += lines.join(u'\n');
        } else if (name == u"cases") {
            addBracketed(text, lines, u"⎧⎨⎩⎪{", QStringView());
        } else if (name == u"matrix" || name == u"smallmatrix" || name == u"pmatrix") {
            addBracketed(text, lines, u"⎛⎜⎝⎜(", u"⎞⎟⎠⎟)");
        } else if (name == u"bmatrix") {
            addBracketed(text, lines, u"⎡⎢⎣⎢[", u"⎤⎥⎦⎥]");
        } else if (name == u"vmatrix" || name == u"Vmatrix") {
            addBracketed(text, lines, u"⎢⎢⎢⎢|", u"⎢⎢⎢⎢|");
        } else {
            failed_ = true;
        }
    }

    /// Lines between tall brackets, given as top, middle, bottom, filler and single.
    static void addBracketed(QString& text, const QStringList& lines, QStringView left, QStringView right) {
        for (qsizetype index = 0; index < lines.size(); ++index) {
            const bool first = index == 0;
            const bool last = index + 1 == lines.size();
            const qsizetype piece = first && last ? 4 : first ? 0 : last ? 2 : lines.size() == 3 ? 1 : 3;
            if (!first || text.contains(u'\n') || !text.trimmed().isEmpty()) {
                text += first ? u"" : u"\n";
            }
            text += QString(left[piece]) + u' ' + lines[index].trimmed();
            if (!right.isEmpty()) {
                text += QString(u' ') + right[piece];
            }
        }
    }

    QStringView tex_;
    qsizetype at_ = 0;
    int depth_ = 0;
    bool failed_ = false;
};

}  // namespace

std::optional<QString> readableMath(QStringView tex, MathPlace place) {
    auto text = MathReader(tex).read();
    if (text && place == MathPlace::Inline) {
        text->replace(QStringLiteral("\n"), QStringLiteral("; "));
    }
    return text;
}

}  // namespace hearth
