#include "demo/look/translation_table.h"

#include <QXmlStreamReader>
#include <algorithm>

namespace hearth {

namespace {

bool hasPlace(const QString& source) {
    static const QRegularExpression place(QStringLiteral("%(L?[0-9]|n)"));
    return source.contains(place);
}

QRegularExpression patternOf(const QString& source) {
    static const QRegularExpression place(QStringLiteral("%(L?[0-9]|n)"));
    QString pattern;
    qsizetype from = 0;
    for (QRegularExpressionMatchIterator it = place.globalMatch(source); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        pattern +=
            QRegularExpression::escape(source.mid(from, match.capturedStart() - from)) + QStringLiteral(".*");
        from = match.capturedEnd();
    }
    pattern += QRegularExpression::escape(source.mid(from));
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                              QRegularExpression::DotMatchesEverythingOption);
}

/// Letters outside the places for values: "%1 %2" or "%1 ·" would fit anything.
bool saysSomething(const QString& source) {
    QString words = source;
    static const QRegularExpression place(QStringLiteral("%(L?[0-9]|n)"));
    words.remove(place);
    return std::count_if(words.begin(), words.end(), [](QChar letter) { return letter.isLetter(); }) >= 3;
}

}  // namespace

TranslationTable TranslationTable::read(QIODevice& file) {
    TranslationTable table;
    QXmlStreamReader xml(&file);
    QString source;
    QStringList translations;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1StringView("message")) {
            source.clear();
            translations.clear();
        } else if (xml.isStartElement() && xml.name() == QLatin1StringView("source")) {
            source = xml.readElementText();
        } else if (xml.isStartElement() && xml.name() == QLatin1StringView("numerusform")) {
            translations.append(xml.readElementText());
        } else if (xml.isStartElement() && xml.name() == QLatin1StringView("translation")) {
            // Its own text, or numerusform elements, which are read above.
            xml.readNext();
            if (xml.isCharacters() && !xml.isWhitespace()) {
                translations.append(xml.text().toString());
            } else if (xml.isStartElement() && xml.name() == QLatin1StringView("numerusform")) {
                translations.append(xml.readElementText());
            }
        } else if (xml.isEndElement() && xml.name() == QLatin1StringView("message")) {
            table.add(source, translations);
        }
    }
    return table;
}

void TranslationTable::add(const QString& source, const QStringList& translations) {
    // The same in both languages ("OK", "Hearth") cannot be told apart, and "%1 GB" says nothing.
    const bool differs = std::any_of(translations.begin(), translations.end(),
                                     [&](const QString& text) { return !text.isEmpty() && text != source; });
    if (!differs) {
        return;
    }
    if (!hasPlace(source)) {
        m_texts.insert(source);
    } else if (saysSomething(source)) {
        m_patterns.append({patternOf(source), source});
    }
}

QString TranslationTable::englishSource(const QString& text) const {
    if (text.isEmpty() || holdsCjk(text)) {
        return {};
    }
    if (m_texts.contains(text)) {
        return text;
    }
    const auto found = std::find_if(m_patterns.begin(), m_patterns.end(), [&](const Pattern& pattern) {
        return pattern.expression.match(text).hasMatch();
    });
    return found == m_patterns.end() ? QString() : found->source;
}

bool holdsCjk(const QString& text) {
    return std::any_of(text.begin(), text.end(), [](QChar letter) {
        const QChar::Script script = letter.script();
        return script == QChar::Script_Han || script == QChar::Script_Hiragana ||
               script == QChar::Script_Katakana || script == QChar::Script_Hangul;
    });
}

}  // namespace hearth
