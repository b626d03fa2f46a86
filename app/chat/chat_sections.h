#pragma once

#include <QDate>
#include <QDateTime>
#include <QLocale>
#include <QString>

namespace hearth {

/// The heading under which a chat stands in the list by its last change: Today, Yesterday, Last week (the
/// seven days before), else its month. Days are those of the person's time zone.
QString dateSection(const QDateTime& changed, const QDate& today, const QLocale& locale);

}  // namespace hearth
