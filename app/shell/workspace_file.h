#pragma once

#include <QByteArray>
#include <QList>
#include <QRect>
#include <QString>

namespace hearth {

/// What is remembered of a tab, a window and all windows between two runs.
struct SavedTab {
    qint64 conversationId = 0;
    QString title;
    friend bool operator==(const SavedTab&, const SavedTab&) = default;
};

struct SavedWindow {
    QRect geometry;  ///< invalid where it is not known
    bool maximized = false;
    bool listVisible = true;
    int current = 0;
    QList<SavedTab> tabs;
    friend bool operator==(const SavedWindow&, const SavedWindow&) = default;
};

struct SavedWorkspace {
    QList<SavedWindow> windows;
    friend bool operator==(const SavedWorkspace&, const SavedWorkspace&) = default;
};

/// Never fails: what is damaged is left out, and no file means no windows. Tabs are a convenience; the chats
/// themselves are in the database.
SavedWorkspace parseWorkspace(const QByteArray& content);
QByteArray writeWorkspace(const SavedWorkspace& workspace);

/// `wanted` moved and shrunk as far as needed to lie on one of the screens (their usable areas): the one it
/// covers most, else the first. An invalid rectangle becomes a window of the usual size in the middle.
QRect clampedToScreens(const QRect& wanted, const QList<QRect>& screens);

}  // namespace hearth
