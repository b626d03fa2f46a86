#include "downloads/register_types.h"
#include "library/register_types.h"
#include "settings/register_types.h"
#include "shell/register_types.h"
#include "shell_fixture.h"
#include "system/register_types.h"

#include <QQmlEngine>
#include <QtQml>
#include <QtQuickTest>

class Setup : public QObject {
    Q_OBJECT

 public Q_SLOTS:
    void applicationAvailable() {
        hearth::registerDownloadTypes();
        hearth::registerLibraryTypes();
        hearth::registerSettingsTypes();
        hearth::registerShellTypes();
        hearth::registerSystemTypes();
        qmlRegisterType<hearth::ShellFixture>("Hearth.Tests", 1, 0, "ShellFixture");
    }
};

QUICK_TEST_MAIN_WITH_SETUP(shell, Setup)
#include "main.moc"
