#pragma once

#include <QHash>
#include <QList>
#include <QRegularExpression>
#include <QSet>
#include <QString>

class QIODevice;

namespace hearth {

/// The sentences of a translation file (.ts): tells whether a text of the window is English that has a
/// translation.
class TranslationTable {
 public:
    /// Nothing is known, nothing is found.
    TranslationTable() = default;
    /// Reads a .ts file; a file that is none gives an empty table.
    static TranslationTable read(QIODevice& file);

    bool isEmpty() const { return m_texts.isEmpty() && m_patterns.isEmpty(); }
    /// The English sentence that `text` is, with its values filled in; empty where it is none that was
    /// translated.
    QString englishSource(const QString& text) const;

 private:
    struct Pattern {
        QRegularExpression expression;
        QString source;
    };

    void add(const QString& source, const QStringList& translations);

    QSet<QString> m_texts;
    QList<Pattern> m_patterns;  ///< of sentences with %1 or %n
};

/// Whether a text holds a Chinese, Japanese or Korean character.
bool holdsCjk(const QString& text);

}  // namespace hearth
