#include "shell/actions.h"
#include "shell/command_palette.h"
#include "shell/fuzzy_match.h"
#include "shell/notices.h"
#include "shell/shortcut_table.h"

#include <QKeySequence>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

using namespace hearth;

class PaletteTest : public QObject {
    Q_OBJECT

    static QStringList titles(const CommandPalette& palette) {
        QStringList all;
        for (int row = 0; row < palette.count(); ++row) {
            all.append(palette.index(row).data(CommandPalette::TitleRole).toString());
        }
        return all;
    }

 private Q_SLOTS:
    void matching_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("fits");
        QTest::newRow("nothing asked") << ""
                                       << "anything" << true;
        QTest::newRow("initials") << "nc"
                                  << "New chat" << true;
        QTest::newRow("words in any order") << "dark light"
                                            << "Switch between light and dark" << true;
        QTest::newRow("case and accents") << "RESUME"
                                          << "Translate my résumé" << true;
        QTest::newRow("full width") << "Ｎｅｗ"
                                    << "New chat" << true;
        QTest::newRow("wrong order") << "tahc"
                                     << "New chat" << false;
        QTest::newRow("Chinese") << "杭州"
                                 << "杭州三日游" << true;
        QTest::newRow("Chinese with a gap") << "杭三"
                                            << "杭州三日游" << true;
        QTest::newRow("other Chinese") << "上海"
                                       << "杭州三日游" << false;
        QTest::newRow("strewn") << "qzxw"
                                << "The equal lizards exit slowly" << false;
    }
    void matching() {
        QFETCH(QString, query);
        QFETCH(QString, text);
        QFETCH(bool, fits);
        QCOMPARE(fuzzyMatch(query, text).has_value(), fits);
    }

    void betterFitsScoreHigher() {
        const auto score = [](const char* query, const char* text) {
            return fuzzyMatch(QString::fromUtf8(query), QString::fromUtf8(text)).value_or(-1);
        };
        QVERIFY(score("new", "New chat") > score("new", "Renew the wine"));
        QVERIFY(score("ct", "Close tab") > score("ct", "Contact"));
        QVERIFY(score("tab", "Close tab") > score("tab", "That bed"));
    }

    void everyActionIsUniqueAndItsKeysAreFree() {
        QSet<QString> ids;
        const ShortcutTable table;
        for (const Action& action : actions()) {
            const QString id = QLatin1String(action.id);
            QVERIFY2(!ids.contains(id), action.id);
            ids.insert(id);
            QVERIFY2(!actionTitle(action).isEmpty() && !actionGroup(action).isEmpty(), action.id);
            QVERIFY2(table.problem(id, QLatin1String(action.keys)).isEmpty(), action.id);
            QVERIFY2(table.problem(id, QLatin1String(action.moreKeys)).isEmpty(), action.id);
        }
    }

    void actionsChatsAndModelsAreFound() {
        ShortcutTable shortcuts;
        CommandPalette* target = nullptr;
        CommandPalette palette(
            shortcuts,
            {[&target](const QString& query) {
                 target->setChats(query, {{QStringLiteral("12"), QStringLiteral("杭州三日游"), {}}});
             },
             [] {
                 return QList<PaletteTarget>{{QStringLiteral("/m/q.gguf"), QStringLiteral("Qwen3 8B"), {}}};
             },
             {}});
        target = &palette;
        palette.open();
        QVERIFY(palette.count() > 20);
        palette.setQuery(QStringLiteral("qwen"));
        QCOMPARE(titles(palette).constFirst(), QStringLiteral("Qwen3 8B"));
        palette.setQuery(QStringLiteral("杭州"));
        QCOMPARE(titles(palette).constFirst(), QStringLiteral("杭州三日游"));
        palette.setQuery(QStringLiteral("close tab"));
        QCOMPARE(titles(palette).constFirst(), QStringLiteral("Close tab"));

        // Of equals the shorter.
        palette.setQuery(QStringLiteral("sett"));
        QCOMPARE(titles(palette).constFirst(), QStringLiteral("Open settings"));
        palette.setQuery(QStringLiteral("close tab"));

        QSignalSpy action(&palette, &CommandPalette::actionChosen);
        palette.choose(0);
        QCOMPARE(action.value(0).value(0).toString(), QStringLiteral("closeTab"));
        palette.choose(999);
        QCOMPARE(action.count(), 1);
    }

    void anAnswerToAnOldQuestionIsDropped() {
        ShortcutTable shortcuts;
        CommandPalette palette(shortcuts, {});
        palette.open();
        palette.setQuery(QStringLiteral("zzzz"));
        palette.setChats(QStringLiteral("zzz"), {{QStringLiteral("1"), QStringLiteral("old"), {}}});
        QCOMPARE(palette.count(), 0);
        palette.setChats(QStringLiteral("zzzz"), {{QStringLiteral("1"), QStringLiteral("found inside"), {}}});
        QCOMPARE(palette.count(), 1);
    }

    void disabledActionsAreNotOffered() {
        ShortcutTable shortcuts;
        CommandPalette palette(shortcuts,
                               {{}, {}, [](const QString& id) { return id != QLatin1String("quit"); }});
        palette.open();
        QVERIFY(!titles(palette).contains(QStringLiteral("Quit Hearth")));
        QVERIFY(titles(palette).contains(QStringLiteral("New chat")));
    }

    void keysCanBeChangedAndReset() {
        ShortcutTable table;
        QSignalSpy edited(&table, &ShortcutTable::edited);
        QVERIFY(table.setKeys(QStringLiteral("newChat"), QStringLiteral("Ctrl+J")));
        QCOMPARE(table.keys(QStringLiteral("newChat")), QStringLiteral("Ctrl+J"));
        QCOMPARE(table.changes().size(), 1);
        QVERIFY(table.setKeys(QStringLiteral("closeTab"), QStringLiteral("Ctrl+T")));  // free now
        QVERIFY(!table.setKeys(QStringLiteral("nextTab"), QStringLiteral("Ctrl+J")));
        table.reset(QStringLiteral("closeTab"));
        table.reset(QStringLiteral("newChat"));
        QVERIFY(table.changes().isEmpty());
        QCOMPARE(edited.count(), 4);
    }

    void conflictsAreSaid_data() {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("says");
        QTest::newRow("taken") << "Ctrl+W"
                               << "Close tab";
        QTest::newRow("taken by the second way") << "Ctrl+F4"
                                                 << "Close tab";
        QTest::newRow("types text") << "A"
                                    << "typing";
        QTest::newRow("shifted") << "Shift+A"
                                 << "typing";
        QTest::newRow("copies") << "Ctrl+C"
                                << "editing text";
    }
    void conflictsAreSaid() {
        QFETCH(QString, keys);
        QFETCH(QString, says);
        const ShortcutTable table;
        const QString problem = table.problem(QStringLiteral("newChat"), keys);
        QVERIFY2(problem.contains(says), qPrintable(problem));
    }

    void keyPressesBecomeKeys() {
        const ShortcutTable table;
        QCOMPARE(table.keysOf(Qt::Key_K, static_cast<int>(Qt::ControlModifier)), QStringLiteral("Ctrl+K"));
        QCOMPARE(table.keysOf(Qt::Key_F5, 0), QStringLiteral("F5"));
        QCOMPARE(table.keysOf(Qt::Key_Shift, static_cast<int>(Qt::ShiftModifier)), QString());
    }

    void aNoticesActionRunsOnce() {
        Notices notices;
        QSignalSpy raised(&notices, &Notices::raised);
        int runs = 0;
        notices.tell(QStringLiteral("Theme changed"), QStringLiteral("Undo"), [&runs] { ++runs; });
        const int key = raised.value(0).value(3).toInt();
        notices.act(key);
        notices.act(key);
        QCOMPARE(runs, 1);
        QCOMPARE(raised.value(0).value(4).toString(), QString());
        notices.tell(
            QStringLiteral("Theme changed"), QStringLiteral("Undo"), [] {}, QStringLiteral("theme"));
        QCOMPARE(raised.value(1).value(4).toString(), QStringLiteral("theme"));
    }
};

QTEST_MAIN(PaletteTest)
#include "tst_palette.moc"
