#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQuickStyle>

int main(int argc, char** argv) {
    const QGuiApplication app(argc, argv);
    QQuickStyle::setStyle(QStringLiteral("Basic"));
    QQmlApplicationEngine engine;
    engine.addImportPath(QStringLiteral(":/qt/qml"));
    engine.loadData("import QtQuick\nimport Hearth.Controls\nWindow { visible: true; color: Theme.window; width: 400; height: 300 }");
    return engine.rootObjects().isEmpty() ? 1 : QGuiApplication::exec();
}
