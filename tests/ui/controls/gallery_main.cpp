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

struct Picture {
    const char* file;     ///< QML beside this source
    const char* name;     ///< first word of the PNG's name
    const char* focused;  ///< objectName of what has the focus; may be empty
    const char* shown;    ///< value for the page's `shown`; may be empty
};

constexpr Picture pictures[] = {
    {"Gallery.qml", "gallery", "focusedField", ""},
    {"Overlays.qml", "form", "", "form"},
    {"Overlays.qml", "confirm", "", "confirm"},
    {"Overlays.qml", "popups", "", "popups"},
};

bool grab(QQmlEngine& engine, const QColor& ground, const Picture& picture, const QString& file) {
    QQmlComponent component(
        &engine, QUrl::fromLocalFile(QStringLiteral(GALLERY_FOLDER "/") + QString::fromLatin1(picture.file)));
    const std::unique_ptr<QQuickItem> page(qobject_cast<QQuickItem*>(component.create()));
    if (!page) {
        QTextStream(stderr) << component.errorString();
        return false;
    }
    QQuickWindow window;
    page->setParentItem(window.contentItem());
    window.setColor(ground);
    window.resize(page->size().toSize());
    window.show();
    window.requestActivate();
    QTest::qWait(50);
    window.resize(page->size().toSize());
    if (*picture.shown != 0) {
        page->setProperty("shown", QString::fromLatin1(picture.shown));
    }
    if (auto* menu = page->findChild<QObject*>(QStringLiteral("menu"))) {
        menu->setProperty("visible", true);
    }
    if (auto* item = page->findChild<QQuickItem*>(QString::fromLatin1(picture.focused));
        item && *picture.focused != 0) {
        item->forceActiveFocus(Qt::TabFocusReason);
    }
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
                for (const Picture& picture : pictures) {
                    const QString file =
                        QStringLiteral("%1/%2_%3_%4_%5.png")
                            .arg(QString::fromLocal8Bit(argv[1]), QString::fromLatin1(picture.name),
                                 dark ? QStringLiteral("dark") : QStringLiteral("light"))
                            .arg(percent)
                            .arg(QString::fromLatin1(language));
                    good = grab(engine, theme->property("window").value<QColor>(), picture, file) && good;
                }
            }
        }
    }
    return good ? 0 : 1;
}
