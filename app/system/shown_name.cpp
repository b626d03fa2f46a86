#include "system/shown_name.h"

#include <algorithm>

namespace hearth {

QString shownName(const QString& name) {
    const auto turns = [](QChar character) { return turnsDirection(character.unicode()); };
    if (std::none_of(name.begin(), name.end(), turns)) {
        return name;
    }
    QString shown;
    for (const QChar character : name) {
        if (turns(character)) {
            shown += QStringLiteral("<U+%1>").arg(QString::number(character.unicode(), 16).toUpper());
        } else {
            shown += character;
        }
    }
    return shown;
}

}  // namespace hearth
