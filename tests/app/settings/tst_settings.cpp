#include "settings/settings.h"
#include "settings/settings_schema.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace hearth;

class SettingsTest : public QObject {
    Q_OBJECT

    QString path() const { return m_folder->filePath(QStringLiteral("settings.json")); }

    void write(const QByteArray& content) const {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    QJsonObject onDisk() const {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }

    std::unique_ptr<QTemporaryDir> m_folder;

 private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void everyDefaultIsRight() {
        for (const SettingField& field : settingFields()) {
            QVERIFY2(field.expectation(field.defaultValue).isEmpty(), qPrintable(field.name));
        }
    }

    void firstStartHasDefaultsAndWritesNothing() {
        const Settings settings(path());
        QCOMPARE(settings.language(), QStringLiteral("system"));
        QCOMPARE(settings.fontScale(), 1.0);
        QVERIFY(!settings.contextTokens().has_value());
        QVERIFY(settings.problems().isEmpty());
        QVERIFY(!QFile::exists(path()));
    }

    void whatWasSetIsThereAfterARestart() {
        {
            Settings settings(path());
            settings.setLanguage(QStringLiteral("zh_CN"));
            settings.setTheme(QStringLiteral("dark"));
            settings.setFontScale(1.25);
            settings.setOffline(true);
            settings.setContextAutomatic(false);
            settings.setContextSize(8192);
            settings.setChatMemoryAutomatic(false);
            settings.setChatMemoryMebibytes(2048);
            settings.addModelFolder(QStringLiteral("file:///srv/模型"));
            settings.setLastModel(QStringLiteral("/m/a.gguf"));
            settings.setShortcuts({{QStringLiteral("newChat"), QStringLiteral("Ctrl+J")}});
        }
        const Settings settings(path());
        QCOMPARE(settings.language(), QStringLiteral("zh_CN"));
        QCOMPARE(settings.theme(), QStringLiteral("dark"));
        QCOMPARE(settings.fontScale(), 1.25);
        QVERIFY(settings.offline());
        QCOMPARE(settings.contextTokens(), std::optional<quint32>(8192));
        QCOMPARE(settings.chatMemoryBytes(), std::optional<quint64>(2048ULL << 20));
        QVERIFY(!settings.threads().has_value());
        QCOMPARE(settings.modelFolders(), QStringList{QStringLiteral("/srv/模型")});
        QCOMPARE(settings.lastModel(), QStringLiteral("/m/a.gguf"));
        QCOMPARE(settings.shortcuts().value(QStringLiteral("newChat")), QStringLiteral("Ctrl+J"));
    }

    void aWrongFieldIsNamedAndTheFileKept() {
        const QByteArray content = R"({"fontScale": 9, "theme": "dark", "offline": "yes"})";
        write(content);
        Settings settings(path());
        QCOMPARE(settings.fontScale(), 1.0);
        QCOMPARE(settings.theme(), QStringLiteral("dark"));
        QCOMPARE(settings.problems().size(), 2);
        QVERIFY2(settings.problems().at(0).contains(QStringLiteral("“fontScale”")),
                 qPrintable(settings.problems().at(0)));
        QVERIFY2(settings.problems().at(1).contains(QStringLiteral("“offline”")),
                 qPrintable(settings.problems().at(1)));
        QFile kept(settings.keptAside());
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), content);
    }

    void aFileThatIsNoJsonIsKeptAside() {
        write("{\n\"theme\": \"dark\",\n");
        Settings settings(path());
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QCOMPARE(settings.problems().size(), 1);
        settings.setTheme(QStringLiteral("light"));
        settings.flush();
        QCOMPARE(onDisk().value(QStringLiteral("theme")).toString(), QStringLiteral("light"));
        QVERIFY(QFile::exists(settings.keptAside()));
        QVERIFY(settings.keptAside() != path());
    }

    void fieldsOfOtherVersionsStay() {
        write(R"({"theme": "dark", "hologram": {"depth": 3}})");
        Settings settings(path());
        settings.setTheme(QStringLiteral("light"));
        settings.flush();
        QVERIFY(settings.problems().isEmpty());
        QCOMPARE(onDisk().value(QStringLiteral("hologram")).toObject().value(QStringLiteral("depth")).toInt(),
                 3);
        QCOMPARE(onDisk().value(QStringLiteral("theme")).toString(), QStringLiteral("light"));
    }

    void changesAreWrittenByThemselvesAndOnce() {
        Settings settings(path());
        for (int i = 0; i < 20; ++i) {
            settings.setFontScale(1.0 + i * 0.01);
        }
        QVERIFY(!QFile::exists(path()));  // not on the GUI thread, not at once
        QTRY_COMPARE_WITH_TIMEOUT(onDisk().value(QStringLiteral("fontScale")).toDouble(), 1.19, 2000);
    }

    void aFailedSaveIsSaid() {
        const QString inNoFolder = m_folder->filePath(QStringLiteral("gone/settings.json"));
        Settings settings(inNoFolder);
        QSignalSpy failed(&settings, &Settings::saveFailed);
        settings.setTheme(QStringLiteral("dark"));
        settings.flush();
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(settings.theme(), QStringLiteral("dark"));
    }

    void undoTakesBackOneChange() {
        Settings settings(path());
        settings.setTheme(QStringLiteral("dark"));
        settings.setOffline(true);
        QVERIFY(settings.canUndo());
        settings.undo();
        QVERIFY(!settings.offline());
        QCOMPARE(settings.theme(), QStringLiteral("dark"));
        settings.undo();
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QVERIFY(!settings.canUndo());
    }

    void eachChangeHasItsOwnUndo() {
        Settings settings(path());
        QSignalSpy told(&settings, &Settings::undoableChange);
        settings.setTheme(QStringLiteral("dark"));
        settings.setOffline(true);
        settings.setFontScale(1.5);
        settings.undo(told.at(0).at(1).toInt());
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QVERIFY(settings.offline());
        QCOMPARE(settings.fontScale(), 1.5);
        settings.undo(told.at(0).at(1).toInt());  // once
        QVERIFY(settings.offline());
        settings.undo(told.at(1).at(1).toInt());
        QVERIFY(!settings.offline());
        settings.undo();
        QCOMPARE(settings.fontScale(), 1.0);
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QVERIFY(!settings.canUndo());
    }

    void whatWasSetOverAnUndoneChangeGoesWithIt() {
        Settings settings(path());
        QSignalSpy told(&settings, &Settings::undoableChange);
        settings.setTheme(QStringLiteral("dark"));
        settings.setOffline(true);
        settings.setTheme(QStringLiteral("light"));
        settings.undo(told.at(0).at(1).toInt());
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        settings.undo();
        QVERIFY(!settings.offline());
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QVERIFY(!settings.canUndo());
    }

    void aDragIsOneChange() {
        Settings settings(path());
        settings.setFontScale(1.1);
        settings.setFontScale(1.2);
        settings.setFontScale(1.3);
        settings.undo();
        QCOMPARE(settings.fontScale(), 1.0);
    }

    void whatTheProgramRemembersIsNotUndone() {
        Settings settings(path());
        settings.setTheme(QStringLiteral("dark"));
        settings.setLastModel(QStringLiteral("/m/b.gguf"));
        settings.undo();
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QCOMPARE(settings.lastModel(), QStringLiteral("/m/b.gguf"));
    }

    void everythingCanBeResetAndThatTakenBack() {
        Settings settings(path());
        settings.setTheme(QStringLiteral("dark"));
        settings.setFontScale(1.5);
        settings.resetAll();
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QCOMPARE(settings.fontScale(), 1.0);
        settings.undo();
        QCOMPARE(settings.theme(), QStringLiteral("dark"));
        QCOMPARE(settings.fontScale(), 1.5);
    }

    void wrongValuesAreNotTaken() {
        Settings settings(path());
        QSignalSpy changed(&settings, &Settings::changed);
        settings.setFontScale(3.0);
        settings.setTheme(QStringLiteral("blue"));
        QCOMPARE(settings.fontScale(), 1.0);
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QCOMPARE(changed.count(), 0);
    }

    void numbersInTheFileAreOfNoLanguage() {
        QLocale::setDefault(QLocale(QLocale::German));
        Settings settings(path());
        settings.setFontScale(1.5);
        settings.flush();
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("1.5"));
        QLocale::setDefault(QLocale::c());
    }
};

QTEST_GUILESS_MAIN(SettingsTest)
#include "tst_settings.moc"
