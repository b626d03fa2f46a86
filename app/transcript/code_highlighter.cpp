#include "transcript/code_highlighter.h"

#include "transcript/code_languages.h"

#include <QStringTokenizer>
#include <algorithm>

namespace hearth {
namespace {

/// What a line end can be inside of. The numbers are the states that highlightCode() hands on.
enum State { Plain = 0, BlockComment, TripleDouble, TripleSingle, Template, Tag, TagDouble, TagSingle };

class CodeReader {
 public:
    CodeReader(const CodeLanguage& language, QStringView code, int state, std::vector<CodeToken>* tokens)
        : language_(language), code_(code), state_(state), tokens_(tokens) {}

    int read() {
        while (at_ < code_.size()) {
            const qsizetype before = at_;
            switch (language_.grammar) {
                case CodeGrammar::Words:
                    readWords();
                    break;
                case CodeGrammar::Markup:
                    readMarkup();
                    break;
                case CodeGrammar::Difference:
                    readDifference();
                    break;
            }
            at_ = std::max(at_, before + 1);
        }
        return state_;
    }

 private:
    bool isWord(QChar character) const {
        return character.isLetterOrNumber() || character == u'_' ||
               language_.wordCharacters.contains(character);
    }

    bool startsWith(QStringView text) const { return !text.isEmpty() && code_.sliced(at_).startsWith(text); }

    qsizetype lineEnd() const {
        const qsizetype found = code_.indexOf(u'\n', at_);
        return found < 0 ? code_.size() : found;
    }

    void add(qsizetype begin, CodeTokenKind kind) {
        if (tokens_ != nullptr && at_ > begin) {
            tokens_->push_back({static_cast<int>(begin), static_cast<int>(at_ - begin), kind});
        }
    }

    /// To the end of `close`, or of the code: then the state stays `state`.
    void readUntil(QStringView close, State state, qsizetype begin, qsizetype from, CodeTokenKind kind) {
        const qsizetype found = code_.indexOf(close, from);
        at_ = found < 0 ? code_.size() : found + close.size();
        state_ = found < 0 ? state : Plain;
        add(begin, kind);
    }

    /// A string with escapes that ends on its line, or at the end of the code for one that may go on.
    void readQuoted(QChar quote, bool overLines, State state, qsizetype begin) {
        while (at_ < code_.size()) {
            const QChar character = code_[at_];
            if (character == u'\\' && at_ + 1 < code_.size() && code_[at_ + 1] != u'\n') {
                at_ += 2;
                continue;
            }
            if (character == u'\n' && !overLines) {
                break;
            }
            ++at_;
            if (character == quote) {
                state_ = Plain;
                addString(begin);
                return;
            }
        }
        state_ = overLines ? state : Plain;
        addString(begin);
    }

    void addString(qsizetype begin) {
        add(begin, language_.keysBeforeColon && colonFollows() ? CodeTokenKind::Name : CodeTokenKind::Text);
    }

    bool colonFollows() const {
        qsizetype at = at_;
        while (at < code_.size() && (code_[at] == u' ' || code_[at] == u'\t')) {
            ++at;
        }
        return at < code_.size() && code_[at] == u':';
    }

    void readWords() {
        const qsizetype begin = at_;
        switch (state_) {
            case BlockComment:
                readUntil(language_.blockCommentEnd, BlockComment, begin, at_, CodeTokenKind::Comment);
                return;
            case TripleDouble:
                readUntil(u"\"\"\"", TripleDouble, begin, at_, CodeTokenKind::Text);
                return;
            case TripleSingle:
                readUntil(u"'''", TripleSingle, begin, at_, CodeTokenKind::Text);
                return;
            case Template:
                readQuoted(u'`', true, Template, begin);
                return;
            default:
                break;
        }
        const QChar character = code_[at_];
        if (startsWith(language_.blockCommentBegin)) {
            readUntil(language_.blockCommentEnd, BlockComment, begin,
                      at_ + language_.blockCommentBegin.size(), CodeTokenKind::Comment);
        } else if ((startsWith(language_.lineComment) || startsWith(language_.secondLineComment)) &&
                   commentMayBegin()) {
            at_ = lineEnd();
            add(begin, CodeTokenKind::Comment);
        } else if (character == u'"' || character == u'\'' || character == u'`') {
            readString(character);
        } else if (character.isDigit()) {
            readNumber();
        } else if (isWord(character) || language_.sigils.contains(character)) {
            readWord();
        } else {
            ++at_;
        }
    }

    /// "#" inside a shell word is no comment.
    bool commentMayBegin() const {
        return language_.lineComment != u"#" || at_ == 0 ||
               !(isWord(code_[at_ - 1]) || code_[at_ - 1] == u'$');
    }

    void readString(QChar quote) {
        const qsizetype begin = at_;
        if ((language_.quotes & TripleQuotes) != 0) {
            if (startsWith(u"\"\"\"")) {
                readUntil(u"\"\"\"", TripleDouble, begin, at_ + 3, CodeTokenKind::Text);
                return;
            }
            if (startsWith(u"'''")) {
                readUntil(u"'''", TripleSingle, begin, at_ + 3, CodeTokenKind::Text);
                return;
            }
        }
        const auto allowed = quote == u'"' ? DoubleQuotes : quote == u'`' ? Backticks : SingleQuotes;
        ++at_;
        if ((language_.quotes & allowed) != 0) {
            readQuoted(quote, quote == u'`', Template, begin);
        } else if (quote == u'\'' && (language_.quotes & CharacterQuotes) != 0) {
            const QStringView near = code_.sliced(at_, std::min<qsizetype>(12, code_.size() - at_));
            const qsizetype lineFeed = near.indexOf(u'\n');
            const QStringView rest = lineFeed < 0 ? near : near.first(lineFeed);
            const qsizetype close = rest.indexOf(u'\'', rest.startsWith(u'\\') ? 2 : 0);
            if (close > 0 && (rest[0] == u'\\' || close <= 2)) {
                at_ += close + 1;
                add(begin, CodeTokenKind::Text);
            }
        }
    }

    void readNumber() {
        const qsizetype begin = at_;
        while (at_ < code_.size()) {
            const QChar character = code_[at_];
            const bool sign = (character == u'+' || character == u'-') &&
                              (code_[at_ - 1] == u'e' || code_[at_ - 1] == u'E') &&
                              !code_.sliced(begin).startsWith(u"0x");
            if (!character.isLetterOrNumber() && character != u'.' && character != u'_' && !sign) {
                break;
            }
            ++at_;
        }
        add(begin, CodeTokenKind::Number);
    }

    static bool contains(QStringView words, QStringView word, Qt::CaseSensitivity sensitivity) {
        for (const QStringView known : words.tokenize(u' ')) {
            if (known.compare(word, sensitivity) == 0) {
                return true;
            }
        }
        return false;
    }

    void readWord() {
        const qsizetype begin = at_;
        const bool sigil = language_.sigils.contains(code_[at_]);
        ++at_;
        if (sigil && at_ < code_.size() && code_[at_] == u'{') {
            ++at_;
        }
        while (at_ < code_.size() && isWord(code_[at_])) {
            ++at_;
        }
        const QStringView word = code_.sliced(begin, at_ - begin);
        if (word.size() > 40) {
            return;
        }
        const auto sensitivity = language_.anyCase ? Qt::CaseInsensitive : Qt::CaseSensitive;
        if (contains(language_.keywords, word, sensitivity)) {
            add(begin, CodeTokenKind::Keyword);
        } else if (contains(language_.types, word, sensitivity)) {
            add(begin, CodeTokenKind::Type);
        } else if ((sigil && word.size() > 1) || (at_ < code_.size() && code_[at_] == u'(') ||
                   (language_.keysBeforeColon && colonFollows())) {
            add(begin, CodeTokenKind::Name);
        }
    }

    void readMarkup() {
        const qsizetype begin = at_;
        switch (state_) {
            case BlockComment:
                readUntil(u"-->", BlockComment, begin, at_, CodeTokenKind::Comment);
                return;
            case TagDouble:
            case TagSingle: {
                const bool isDouble = state_ == TagDouble;
                const qsizetype found = code_.indexOf(isDouble ? u'"' : u'\'', at_);
                at_ = found < 0 ? code_.size() : found + 1;
                state_ = found < 0 ? state_ : int{Tag};
                add(begin, CodeTokenKind::Text);
                return;
            }
            case Tag:
                readInTag();
                return;
            default:
                break;
        }
        if (startsWith(u"<!--")) {
            readUntil(u"-->", BlockComment, begin, at_ + 4, CodeTokenKind::Comment);
        } else if (code_[at_] == u'<' && at_ + 1 < code_.size() &&
                   (code_[at_ + 1].isLetter() || QStringView(u"/!?").contains(code_[at_ + 1]))) {
            at_ += 2;
            while (at_ < code_.size() && isWord(code_[at_])) {
                ++at_;
            }
            state_ = Tag;
            add(begin, CodeTokenKind::Keyword);
        } else {
            const qsizetype next = code_.indexOf(u'<', at_ + 1);
            at_ = next < 0 ? code_.size() : next;
        }
    }

    void readInTag() {
        const qsizetype begin = at_;
        const QChar character = code_[at_++];
        if (character == u'>') {
            state_ = Plain;
            add(begin, CodeTokenKind::Keyword);
        } else if (character == u'"' || character == u'\'') {
            const qsizetype found = code_.indexOf(character, at_);
            at_ = found < 0 ? code_.size() : found + 1;
            if (found < 0) {
                state_ = character == u'"' ? TagDouble : TagSingle;
            }
            add(begin, CodeTokenKind::Text);
        } else if (isWord(character)) {
            while (at_ < code_.size() && isWord(code_[at_])) {
                ++at_;
            }
            add(begin, CodeTokenKind::Name);
        }
    }

    void readDifference() {
        const qsizetype begin = at_;
        const QChar character = code_[at_];
        at_ = lineEnd();
        if (character == u'+') {
            add(begin, CodeTokenKind::Added);
        } else if (character == u'-') {
            add(begin, CodeTokenKind::Removed);
        } else if (character == u'@') {
            add(begin, CodeTokenKind::Name);
        }
        ++at_;
    }

    const CodeLanguage& language_;
    QStringView code_;
    int state_;
    std::vector<CodeToken>* tokens_;
    qsizetype at_ = 0;
};

}  // namespace

int highlightCode(const CodeLanguage* language, QStringView code, int state, std::vector<CodeToken>* tokens) {
    return language == nullptr ? 0 : CodeReader(*language, code, state, tokens).read();
}

}  // namespace hearth
