#include "chat/sentences.h"

#include <QCoreApplication>

namespace hearth {

QString sentences(const QString& first, const QString& second) {
    return QCoreApplication::translate("Sentences", "%1 %2", "two sentences after each other")
        .arg(first, second);
}

}  // namespace hearth
