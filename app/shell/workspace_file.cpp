#include "shell/workspace_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace hearth {

namespace {

constexpr QSize kUsual(1280, 820);
constexpr QSize kLeast(640, 480);
constexpr int kMostWindows = 32;
constexpr int kMostTabs = 500;

const QString kWindows = QStringLiteral("windows");
const QString kTabs = QStringLiteral("tabs");
const QString kConversation = QStringLiteral("conversation");
const QString kTitle = QStringLiteral("title");
const QString kCurrent = QStringLiteral("current");
const QString kMaximized = QStringLiteral("maximized");
const QString kListVisible = QStringLiteral("listVisible");
const QString kGeometry = QStringLiteral("geometry");

QRect rectangle(const QJsonArray& numbers) {
    if (numbers.size() != 4) {
        return {};
    }
    return {numbers[0].toInt(), numbers[1].toInt(), numbers[2].toInt(), numbers[3].toInt()};
}

SavedWindow parseWindow(const QJsonObject& object) {
    SavedWindow window;
    window.geometry = rectangle(object.value(kGeometry).toArray());
    window.maximized = object.value(kMaximized).toBool(false);
    window.listVisible = object.value(kListVisible).toBool(true);
    for (const QJsonValue& value : object.value(kTabs).toArray()) {
        const SavedTab tab{value.toObject().value(kConversation).toInteger(),
                           value.toObject().value(kTitle).toString()};
        if (tab.conversationId > 0 && window.tabs.size() < kMostTabs) {
            window.tabs.append(tab);
        }
    }
    const int last = std::max(0, static_cast<int>(window.tabs.size()) - 1);
    window.current = qBound(0, object.value(kCurrent).toInt(0), last);
    return window;
}

QJsonObject windowObject(const SavedWindow& window) {
    QJsonArray tabs;
    for (const SavedTab& tab : window.tabs) {
        tabs.append(QJsonObject{{kConversation, tab.conversationId}, {kTitle, tab.title}});
    }
    QJsonObject object{{kMaximized, window.maximized},
                       {kListVisible, window.listVisible},
                       {kCurrent, window.current},
                       {kTabs, tabs}};
    if (window.geometry.isValid()) {
        const QRect& place = window.geometry;
        object.insert(kGeometry, QJsonArray{place.x(), place.y(), place.width(), place.height()});
    }
    return object;
}

int area(const QRect& rect) {
    return rect.isEmpty() ? 0 : rect.width() * rect.height();
}

}  // namespace

SavedWorkspace parseWorkspace(const QByteArray& content) {
    SavedWorkspace workspace;
    for (const QJsonValue& value : QJsonDocument::fromJson(content).object().value(kWindows).toArray()) {
        if (value.isObject() && workspace.windows.size() < kMostWindows) {
            workspace.windows.append(parseWindow(value.toObject()));
        }
    }
    return workspace;
}

QByteArray writeWorkspace(const SavedWorkspace& workspace) {
    QJsonArray windows;
    for (const SavedWindow& window : workspace.windows) {
        windows.append(windowObject(window));
    }
    return QJsonDocument(QJsonObject{{kWindows, windows}}).toJson();
}

QRect clampedToScreens(const QRect& wanted, const QList<QRect>& screens) {
    if (screens.isEmpty()) {
        return wanted.isValid() ? wanted : QRect(QPoint(0, 0), kUsual);
    }
    QRect screen = screens.constFirst();
    for (const QRect& other : screens) {
        if (area(other.intersected(wanted)) > area(screen.intersected(wanted))) {
            screen = other;
        }
    }
    QRect place(QPoint(), kUsual);
    if (wanted.isValid()) {
        place = wanted;
    } else {
        place.moveCenter(screen.center());
    }
    place.setSize(place.size().expandedTo(kLeast).boundedTo(screen.size()));
    place.moveLeft(qBound(screen.left(), place.left(), screen.right() + 1 - place.width()));
    place.moveTop(qBound(screen.top(), place.top(), screen.bottom() + 1 - place.height()));
    return place;
}

}  // namespace hearth
