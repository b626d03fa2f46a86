#include "fake_sessions.h"
#include "shell/workspace.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace hearth;

namespace {

const QList<QRect> kScreens{QRect(0, 0, 1920, 1080)};

QList<qint64> conversations(const WindowState* window) {
    QList<qint64> ids;
    for (int row = 0; row < window->tabs()->count(); ++row) {
        ids.append(window->tabs()->at(row).conversationId);
    }
    return ids;
}

QObject* chatOnPage(const WindowState* window, int row) {
    return window->pages()->index(row, 0).data(PagePool::SessionRole).value<QObject*>();
}
QList<QObject*> chatsOnPages(const WindowState* window) {
    QList<QObject*> chats;
    for (int row = 0; row < window->pages()->rowCount(); ++row) {
        chats.append(chatOnPage(window, row));
    }
    return chats;
}

}  // namespace

class WorkspaceTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeSessions> m_sessions;
    std::unique_ptr<Workspace> m_workspace;

    QString path() const { return m_folder->filePath(QStringLiteral("workspace.json")); }

    void start(const QList<QRect>& screens = kScreens) {
        m_sessions = std::make_unique<FakeSessions>();
        m_workspace = std::make_unique<Workspace>(*m_sessions, path());
        m_workspace->restore(screens);
        for (WindowState* window : m_workspace->windowStates()) {
            window->setExposed(true);
        }
    }
    void restart(const QList<QRect>& screens = kScreens) {
        m_workspace->flush();
        m_workspace.reset();
        start(screens);
    }
    WindowState* first() const { return m_workspace->windowStates().constFirst(); }
    /// One window with the chats 1, 2, 3; 3 is current.
    void openThree() {
        for (const qint64 id : {1, 2, 3}) {
            first()->openConversation(id);
        }
    }

 private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        start();
    }
    void cleanup() {
        m_workspace.reset();
        m_sessions.reset();
    }

    void startsWithAnEmptyChatInOneWindow() {
        QCOMPARE(m_workspace->windowCount(), 1);
        QCOMPARE(first()->tabs()->count(), 1);
        QVERIFY(first()->currentSession() != nullptr);
        QCOMPARE(first()->title(), QStringLiteral("New chat"));
        QCOMPARE(m_workspace->currentWindow(), first());
    }

    void anOpenedChatTakesThePlaceOfTheEmptyOne() {
        openThree();
        QCOMPARE(conversations(first()), (QList<qint64>{1, 2, 3}));
        QCOMPARE(first()->currentIndex(), 2);
        QCOMPARE(first()->title(), QStringLiteral("chat 3"));
    }

    void aChatIsOpenInOneTabAtMost() {
        openThree();
        first()->openConversation(1);
        QCOMPARE(first()->tabs()->count(), 3);
        QCOMPARE(first()->currentIndex(), 0);
        QCOMPARE(m_sessions->opened.value(1), 1);
    }

    void onlyWhatIsSeenIsVisible() {
        openThree();
        QCOMPARE(m_sessions->visibleConversations(), QList<qint64>{3});
        first()->activate(0);
        QCOMPARE(m_sessions->visibleConversations(), QList<qint64>{1});
        first()->setPage(WindowState::Settings);
        QCOMPARE(m_sessions->visibleConversations(), QList<qint64>());
        first()->setPage(WindowState::Chats);
        first()->setExposed(false);
        QCOMPARE(m_sessions->visibleConversations(), QList<qint64>());
    }

    void everyWindowsCurrentTabIsVisible() {
        openThree();
        first()->detachTab(0, {});
        m_workspace->windowStates().at(1)->setExposed(true);
        QCOMPARE(m_sessions->visibleConversations(), (QList<qint64>{1, 3}));
    }

    void closingReleasesOnceAndShowsANeighbour() {
        openThree();
        QObject* closed = first()->tabs()->at(1).session;
        first()->closeTab(1);
        QCOMPARE(conversations(first()), (QList<qint64>{1, 3}));
        QCOMPARE(first()->title(), QStringLiteral("chat 3"));
        QCOMPARE(m_sessions->released.value(closed), 1);
        first()->closeTab(1);
        QCOMPARE(first()->title(), QStringLiteral("chat 1"));
    }

    void fewPagesShowManyChats() {
        for (qint64 id = 1; id <= 9; ++id) {
            first()->openConversation(id);
            QCOMPARE(chatOnPage(first(), first()->pages()->current()), first()->currentSession());
        }
        QCOMPARE(first()->pages()->rowCount(), PagePool::kMostPages);
        QSignalSpy changed(first()->pages(), &QAbstractItemModel::dataChanged);
        for (const int tab : {7, 6, 8}) {  // looked at lately
            first()->activate(tab);
            QCOMPARE(chatOnPage(first(), first()->pages()->current()), first()->currentSession());
        }
        QCOMPARE(changed.count(), 0);
        first()->activate(0);
        QCOMPARE(chatOnPage(first(), first()->pages()->current()), first()->currentSession());
        QVERIFY(!chatsOnPages(first()).contains(first()->tabs()->at(7).session));  // the longest out of sight
        QCOMPARE(changed.count(), 1);
    }

    void theFirstChatComesIntoThePageThatIsThere() {
        first()->openConversation(1);
        QCOMPARE(first()->pages()->rowCount(), 1);
        QCOMPARE(chatOnPage(first(), 0), first()->currentSession());
    }

    void aPageWaitsForTheNextNewTab() {
        first()->openConversation(1);
        first()->openConversation(2);
        const int before = first()->pages()->rowCount();
        QTRY_COMPARE(first()->pages()->rowCount(), before + 1);
        QObject* waiting = chatOnPage(first(), before);
        QSignalSpy changed(first()->pages(), &QAbstractItemModel::dataChanged);
        first()->newTab();
        QCOMPARE(first()->currentSession(), waiting);
        QCOMPARE(first()->pages()->current(), before);
        QCOMPARE(changed.count(), 0);
        first()->closeTab(first()->currentIndex());
        QCOMPARE(m_sessions->released.value(waiting), 1);
    }

    void pagesNeverShowAChatThatIsGone() {
        openThree();
        first()->closeTab(1);
        first()->closeTab(0);
        first()->openConversation(7);
        first()->closeTab(0);
        first()->detachTab(0, {});
        first()->newTab();
        first()->closeTab(0);
        for (const WindowState* window : m_workspace->windowStates()) {
            const QList<QObject*> chats = chatsOnPages(window);
            for (QObject* chat : chats) {
                QVERIFY(chat != nullptr);
                QVERIFY(!m_sessions->released.contains(chat));
                QCOMPARE(chats.count(chat), 1);
            }
        }
        QTest::qWait(450);  // a page is prepared
        m_workspace.reset();
        for (QObject* session : m_sessions->made()) {
            QCOMPARE(m_sessions->released.value(session), 1);
        }
    }

    void theLastTabClosedLeavesAnEmptyChat() {
        first()->openConversation(1);
        first()->closeTab(0);
        QCOMPARE(conversations(first()), QList<qint64>{0});
        QVERIFY(first()->currentSession() != nullptr);
    }

    void aChatThatIsStoredNowhereComesBackAsItWas() {
        openThree();
        first()->newTab();
        QObject* session = first()->currentSession();
        m_sessions->set(session, {0, QStringLiteral("on a full disk"), {}, 0, false, false, true});
        first()->closeTab(first()->currentIndex());
        QCOMPARE(m_sessions->released.value(session), 1);
        QVERIFY(m_workspace->canReopen());
        m_workspace->reopenTab();
        QCOMPARE(first()->currentSession(), session);
        QCOMPARE(m_sessions->retained.value(session), 1);
        // Stored meanwhile, it is a chat as any other.
        first()->closeTab(first()->currentIndex());
        m_sessions->set(session, {44, QStringLiteral("stored"), {}, 0, false, false, false});
        m_workspace->reopenTab();
        QCOMPARE(conversations(first()), (QList<qint64>{1, 2, 3, 44}));
        QCOMPARE(m_sessions->opened.value(44), 1);
    }

    void aChatThatIsStoredNowhereOpensFromTheListInOneTab() {
        openThree();
        first()->newTab();
        QObject* session = first()->currentSession();
        m_sessions->set(session, {0, QStringLiteral("on a full disk"), {}, 0, false, false, true});
        m_sessions->list(-7, session);
        const int tab = first()->currentIndex();
        first()->activate(0);
        first()->openConversation(-7);  // its tab is still there
        QCOMPARE(first()->currentIndex(), tab);
        QCOMPARE(first()->tabs()->count(), 4);
        QCOMPARE(m_sessions->opened.value(-7), m_sessions->released.value(session));
        first()->closeTab(tab);
        const int released = m_sessions->released.value(session);
        first()->openConversation(-7);
        QCOMPARE(first()->currentSession(), session);
        QCOMPARE(first()->tabs()->count(), 4);
        QCOMPARE(m_sessions->released.value(session), released);
        m_workspace->reopenTab();  // the same chat, which has a tab
        QCOMPARE(first()->tabs()->count(), 4);
        QCOMPARE(first()->currentSession(), session);
        QVERIFY(!m_workspace->canReopen());
    }

    void whatIsRefusedInAnEmptyChatKeepsItsTab() {
        QObject* session = first()->currentSession();
        m_sessions->set(session, {0, {}, {}, 0, false, true, true});  // a message that could not be stored
        first()->openConversation(1);
        QCOMPARE(first()->tabs()->count(), 2);
        QCOMPARE(first()->tabs()->at(0).session, session);
    }

    void aNewAnswerIsMarkedOnItsTab() {
        openThree();
        TabListModel& tabs = *first()->tabs();
        QSignalSpy changed(&tabs, &QAbstractItemModel::dataChanged);
        m_sessions->set(tabs.at(0).session, {1, QStringLiteral("chat 1"), {}, 0, false, false, false, true});
        QCOMPARE(changed.count(), 1);
        QVERIFY(tabs.index(0).data(TabListModel::NewAnswerRole).toBool());
        QVERIFY(!tabs.index(1).data(TabListModel::NewAnswerRole).toBool());
    }

    void whatIsGoneWithTheProgramIsNotRestored() {
        openThree();
        first()->openConversation(m_sessions->firstInMemory + 1);
        QCOMPARE(m_workspace->saved().windows.first().tabs.size(), 3);
    }

    void closedTabsComeBackWhereTheyWere() {
        openThree();
        first()->closeTab(0);
        first()->closeTab(0);
        m_workspace->reopenTab();
        QCOMPARE(conversations(first()), (QList<qint64>{2, 3}));
        QCOMPARE(first()->title(), QStringLiteral("chat 2"));
        m_workspace->reopenTab();
        QCOMPARE(conversations(first()), (QList<qint64>{1, 2, 3}));
        QCOMPARE(first()->currentIndex(), 0);
        QVERIFY(!m_workspace->canReopen());
        m_workspace->reopenTab();
        QCOMPARE(first()->tabs()->count(), 3);
    }

    void anEmptyChatIsNotReopened() {
        first()->newTab();
        first()->closeTab(1);
        QVERIFY(!m_workspace->canReopen());
    }

    void reordering_data() {
        QTest::addColumn<int>("current");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<QList<qint64>>("order");
        for (int current = 0; current < 3; ++current) {
            QTest::addRow("first to last, %d shown", current) << current << 0 << 2 << QList<qint64>{2, 3, 1};
            QTest::addRow("last to first, %d shown", current) << current << 2 << 0 << QList<qint64>{3, 1, 2};
            QTest::addRow("beyond the end, %d shown", current) << current << 1 << 9 << QList<qint64>{1, 3, 2};
            QTest::addRow("in place, %d shown", current) << current << 1 << 1 << QList<qint64>{1, 2, 3};
        }
    }
    void reordering() {
        QFETCH(int, current);
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(QList<qint64>, order);
        openThree();
        first()->activate(current);
        QObject* shown = first()->currentSession();
        first()->moveTab(from, to);
        QCOMPARE(conversations(first()), order);
        QCOMPARE(first()->currentSession(), shown);
        QCOMPARE(m_sessions->released.size(), 1);  // the empty chat of the start alone
    }

    void aTabGetsAWindowOfItsOwnAndGoesBack() {
        openThree();
        QObject* session = first()->tabs()->at(1).session;
        first()->detachTab(1, QPoint(300, 200));
        QCOMPARE(m_workspace->windowCount(), 2);
        WindowState* second = m_workspace->windowStates().at(1);
        QCOMPARE(conversations(first()), (QList<qint64>{1, 3}));
        QCOMPARE(conversations(second), QList<qint64>{2});
        QCOMPARE(second->currentSession(), session);
        QCOMPARE(second->geometry().topLeft(), QPoint(300, 200));

        second->moveTabToWindow(0, first()->number(), 1);
        QCOMPARE(m_workspace->windowCount(), 1);
        QCOMPARE(conversations(first()), (QList<qint64>{1, 2, 3}));
        QCOMPARE(first()->currentIndex(), 1);
        QCOMPARE(m_sessions->opened.value(2), 1);
        QVERIFY(!m_sessions->released.contains(session));
    }

    void aWindowHasItsPlaceWhenItIsMade() {
        openThree();
        QList<QRect> made;
        connect(m_workspace->windows(), &QAbstractItemModel::rowsInserted, this,
                [&](const QModelIndex&, int row) {
                    made.append(m_workspace->windowStates().at(row)->geometry());
                });
        first()->setGeometry(QRect(10, 20, 800, 600));
        first()->detachTab(2, {});
        first()->detachTab(1, QPoint(300, 200));
        m_workspace->newWindow(*first());
        QCOMPARE(made.size(), 3);
        QCOMPARE(made[0].size(), QSize(800, 600));
        QVERIFY(made[0].topLeft() != QPoint(10, 20));
        QCOMPARE(made[1], QRect(300, 200, 800, 600));
        QCOMPARE(made[2].size(), QSize(800, 600));
    }

    void theOnlyTabOfAWindowIsNotDetached() {
        first()->openConversation(1);
        first()->detachTab(0, {});
        QCOMPARE(m_workspace->windowCount(), 1);
    }

    void dropsFindTheWindowUnderThePointer() {
        openThree();
        first()->detachTab(2, {});
        WindowState* second = m_workspace->windowStates().at(1);
        second->setExposed(true);
        first()->setGeometry(QRect(0, 0, 800, 600));
        second->setGeometry(QRect(1000, 100, 800, 600));
        first()->placeStrip(QRect(312, 0, 488, 40), 200, 0);
        second->placeStrip(QRect(312, 0, 488, 40), 200, 0);
        QCOMPARE(first()->windowAt(QPoint(1320, 120)), second->number());
        QCOMPARE(first()->positionAt(second->number(), QPoint(1320, 120)), 0);
        QCOMPARE(first()->positionAt(second->number(), QPoint(1550, 120)), 1);
        QCOMPARE(first()->windowAt(QPoint(1320, 400)), 0);
    }

    void closingAWindowAmongOthersReleasesItsChats() {
        openThree();
        first()->detachTab(1, {});
        WindowState* second = m_workspace->windowStates().at(1);
        QObject* session = second->currentSession();
        second->close();
        QCOMPARE(m_workspace->windowCount(), 1);
        QCOMPARE(m_sessions->released.value(session), 1);
        m_workspace->reopenTab();
        QCOMPARE(conversations(first()), (QList<qint64>{2, 1, 3}));
    }

    void closingTheLastWindowEndsTheProgramAndKeepsItsTabs() {
        openThree();
        const QSignalSpy quit(m_workspace.get(), &Workspace::quitRequested);
        first()->close();
        QCOMPARE(quit.count(), 1);
        QCOMPARE(m_workspace->windowCount(), 1);
        restart();
        QCOMPARE(conversations(first()), (QList<qint64>{1, 2, 3}));
    }

    void everythingIsThereAfterARestart() {
        openThree();
        first()->detachTab(1, QPoint(400, 300));
        WindowState* second = m_workspace->windowStates().at(1);
        second->openConversation(4);
        second->activate(0);
        second->setMaximized(true);
        first()->setListVisible(false);
        first()->setGeometry(QRect(20, 30, 1000, 700));
        first()->activate(0);
        restart();
        QCOMPARE(m_workspace->windowCount(), 2);
        second = m_workspace->windowStates().at(1);
        QCOMPARE(conversations(first()), (QList<qint64>{1, 3}));
        QCOMPARE(conversations(second), (QList<qint64>{2, 4}));
        QCOMPARE(first()->currentIndex(), 0);
        QCOMPARE(second->currentIndex(), 0);
        QVERIFY(second->isMaximized());
        QVERIFY(!first()->isListVisible());
        QCOMPARE(first()->geometry(), QRect(20, 30, 1000, 700));
        // Titles are known before the chats are: those behind are loaded when somebody looks at them.
        QCOMPARE(first()->tabs()->titleAt(1), QStringLiteral("chat 3"));
        QCOMPARE(m_sessions->opened.size(), 2);
        first()->activate(1);
        QCOMPARE(m_sessions->opened.value(3), 1);
    }

    void emptyChatsAreNotRemembered() {
        openThree();
        first()->newTab();
        restart();
        QCOMPARE(conversations(first()), (QList<qint64>{1, 2, 3}));
    }

    void aNewChatIsRememberedOnceItIsStored() {
        QObject* session = first()->currentSession();
        m_sessions->set(session, {7, QStringLiteral("seven"), {}, 0, false, false});
        QCOMPARE(first()->title(), QStringLiteral("seven"));
        // A title cannot turn what stands around it.
        m_sessions->set(session, {7, QStringLiteral("bill\u202Efdp"), {}, 0, false, false});
        QCOMPARE(first()->title(), QStringLiteral("bill<U+202E>fdp"));
        QCOMPARE(first()->tabs()->at(0).title, QStringLiteral("bill\u202Efdp"));
        restart();
        QCOMPARE(conversations(first()), QList<qint64>{7});
    }

    void aScreenThatIsGoneLosesNoWindow() {
        first()->openConversation(1);
        first()->setGeometry(QRect(3000, 200, 1200, 800));
        restart({QRect(0, 0, 1366, 768)});
        QVERIFY2(QRect(0, 0, 1366, 768).contains(first()->geometry()), QTest::toString(first()->geometry()));
    }

    void damagedFilesOpenWhatTheyCan_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QList<qint64>>("tabs");
        QTest::newRow("empty") << QByteArray() << QList<qint64>{0};
        QTest::newRow("no JSON") << QByteArray("\0\0\0", 3) << QList<qint64>{0};
        QTest::newRow("no windows") << QByteArray(R"({"windows": 3})") << QList<qint64>{0};
        QTest::newRow("wrong tabs")
            << QByteArray(R"({"windows":[{"tabs":[{"conversation":-4},7,{"conversation":9}],)"
                          R"("current":99,"geometry":[1,2]}]})")
            << QList<qint64>{9};
        QTest::newRow("the same twice")
            << QByteArray(R"({"windows":[{"tabs":[{"conversation":9},{"conversation":9}]}]})")
            << QList<qint64>{9};
    }
    void damagedFilesOpenWhatTheyCan() {
        QFETCH(QByteArray, content);
        QFETCH(QList<qint64>, tabs);
        m_workspace.reset();
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        start();
        QCOMPARE(m_workspace->windowCount(), 1);
        QCOMPARE(conversations(first()), tabs);
        QVERIFY(first()->geometry().isValid());
    }

    void aDeletedChatLosesItsTab() {
        openThree();
        first()->closeTab(0);
        m_workspace->forgetConversation(2);
        m_workspace->forgetConversation(1);
        QCOMPARE(conversations(first()), QList<qint64>{3});
        QVERIFY(!m_workspace->canReopen());
    }

    void actionsDoWhatTheySay() {
        openThree();
        const auto perform = [this](const char* action) { first()->perform(QLatin1String(action)); };
        perform("nextTab");
        QCOMPARE(first()->currentIndex(), 0);
        perform("previousTab");
        QCOMPARE(first()->currentIndex(), 2);
        perform("tab2");
        QCOMPARE(first()->currentIndex(), 1);
        perform("tab8");
        QCOMPARE(first()->currentIndex(), 1);
        perform("moveTabLeft");
        QCOMPARE(conversations(first()), (QList<qint64>{2, 1, 3}));
        perform("moveTabLeft");
        QCOMPARE(conversations(first()), (QList<qint64>{2, 1, 3}));
        perform("lastTab");
        QCOMPARE(first()->currentIndex(), 2);
        perform("newChat");
        QCOMPARE(first()->tabs()->count(), 4);
        perform("closeTab");
        QCOMPARE(first()->tabs()->count(), 3);
        perform("showModels");
        QCOMPARE(first()->page(), WindowState::Models);
        perform("showSettings");
        QCOMPARE(first()->page(), WindowState::Settings);
        perform("toggleList");
        QVERIFY(!first()->isListVisible());
        perform("newWindow");
        QCOMPARE(m_workspace->windowCount(), 2);

        QSignalSpy page(first(), &WindowState::actionRequested);
        QSignalSpy program(m_workspace.get(), &Workspace::actionRequested);
        perform("focusComposer");
        perform("toggleTheme");
        QCOMPARE(page.count(), 1);
        QCOMPARE(program.count(), 1);
    }

    void geometry_data() {
        QTest::addColumn<QRect>("wanted");
        QTest::addColumn<QRect>("given");
        QTest::newRow("fits") << QRect(10, 20, 700, 500) << QRect(10, 20, 700, 500);
        QTest::newRow("on the second") << QRect(1100, 20, 700, 500) << QRect(1100, 20, 700, 500);
        QTest::newRow("over the border") << QRect(-200, -50, 700, 500) << QRect(0, 0, 700, 500);
        QTest::newRow("too large") << QRect(0, 0, 5000, 5000) << QRect(1000, 0, 2000, 1000);
        QTest::newRow("too small") << QRect(10, 10, 20, 20) << QRect(10, 10, 640, 480);
        QTest::newRow("nowhere") << QRect(9000, 9000, 700, 500) << QRect(300, 300, 700, 500);
    }
    void geometry() {
        QFETCH(QRect, wanted);
        QFETCH(QRect, given);
        QCOMPARE(clampedToScreens(wanted, {QRect(0, 0, 1000, 800), QRect(1000, 0, 2000, 1000)}), given);
    }
};

QTEST_GUILESS_MAIN(WorkspaceTest)
#include "tst_workspace.moc"
