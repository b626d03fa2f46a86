// Grabs the gallery of controls into PNG files: controls_gallery FOLDER. Run offscreen with the software
// renderer.

#include <QDir>
#include <QGuiApplication>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickWindow>
#include <QTest>
#include <QTextStream>

namespace {

/// Shows what only appears with the focus or when opened.
void showStates(QQuickItem& gallery, const QString& focused) {
    if (auto* menu = gallery.findChild<QObject*>(QStringLiteral("menu"))) {
        menu->setProperty("visible", true);
    }
    if (auto* item = gallery.findChild<QQuickItem*>(focused)) {
        item->forceActiveFocus(Qt::TabFocusReason);
    }
}

bool grab(QQmlEngine& engine, QObject& theme, const QString& file, const QString& focused) {
    QQmlComponent component(&engine, QUrl::fromLocalFile(QStringLiteral(GALLERY_FILE)));
    std::unique_ptr<QQuickItem> gallery(qobject_cast<QQuickItem*>(component.create()));
    if (!gallery) {
        QTextStream(stderr) << component.errorString();
        return false;
    }
    QQuickWindow window;
    gallery->setParentItem(window.contentItem());
    window.setColor(theme.property("window").value<QColor>());
    window.resize(static_cast<int>(gallery->width()), static_cast<int>(gallery->height()));
    window.show();
    window.requestActivate();
    QTest::qWait(50);
    window.resize(static_cast<int>(gallery->width()), static_cast<int>(gallery->height()));
    showStates(*gallery, focused);
    QTest::qWait(300);
    return window.grabWindow().save(file);
}

}  // namespace

int main(int argc, char** argv) {
    const QGuiApplication application(argc, argv);
    if (argc != 2 || !QDir().mkpath(QString::fromLocal8Bit(argv[1]))) {
        QTextStream(stderr) << "usage: controls_gallery FOLDER\n";
        return 2;
    }
    QQmlEngine engine;
    engine.addImportPath(QStringLiteral(":/qt/qml"));
    QQmlComponent probe(&engine);
    probe.setData("import QtQuick\nimport Hearth.Controls\nQtObject { property QtObject theme: Theme }",
                  QUrl());
    const std::unique_ptr<QObject> holder(probe.create());
    if (!holder) {
        QTextStream(stderr) << probe.errorString();
        return 1;
    }
    auto* theme = holder->property("theme").value<QObject*>();
    bool good = true;
    for (const bool dark : {false, true}) {
        for (const int percent : {100, 200}) {
            for (const auto* language : {"en", "zh_CN"}) {
                theme->setProperty("dark", dark);
                theme->setProperty("fontScale", percent / 100.0);
                theme->setProperty("language", QString::fromLatin1(language));
                const QString file = QStringLiteral("%1/gallery_%2_%3_%4.png")
                                         .arg(QString::fromLocal8Bit(argv[1]),
                                              dark ? QStringLiteral("dark") : QStringLiteral("light"))
                                         .arg(percent)
                                         .arg(QString::fromLatin1(language));
                good = grab(engine, *theme, file,
                            dark ? QStringLiteral("focusedButton") : QStringLiteral("focusedField")) &&
                       good;
            }
        }
    }
    return good ? 0 : 1;
}
