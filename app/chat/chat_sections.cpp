#include "chat/chat_sections.h"

#include <QCoreApplication>

namespace hearth {

QString dateSection(const QDateTime& changed, const QDate& today, const QLocale& locale) {
    const QDate day = changed.toLocalTime().date();
    const qint64 ago = day.daysTo(today);
    // A clock that was set back puts chats into the future: they are of today.
    if (ago <= 0) {
        return QCoreApplication::translate("ChatListModel", "Today");
    }
    if (ago == 1) {
        return QCoreApplication::translate("ChatListModel", "Yesterday");
    }
    if (ago <= 7) {
        return QCoreApplication::translate("ChatListModel", "Past 7 days");
    }
    return locale.toString(day, QCoreApplication::translate("ChatListModel", "MMMM yyyy",
                                                            "heading of a month in the list of chats"));
}

}  // namespace hearth
