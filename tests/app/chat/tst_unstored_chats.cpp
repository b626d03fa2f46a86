// What could not be stored, and a file of chats that could not be opened.

#include "chat/chat_list_model.h"
#include "chat_fixture.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>

#include <sqlite3.h>

using namespace hearth;

class UnstoredChatsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ChatFixture> m_fixture;
    sqlite3* m_lock = nullptr;

    ChatFixture& fixture() { return *m_fixture; }

    /// Another program keeps every write off the file.
    void lockFile() {
        QCOMPARE(sqlite3_open(fixture().file().c_str(), &m_lock), SQLITE_OK);
        QCOMPARE(sqlite3_exec(m_lock, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
    }
    void unlockFile() {
        sqlite3_exec(m_lock, "ROLLBACK", nullptr, nullptr, nullptr);
        sqlite3_close(m_lock);
        m_lock = nullptr;
    }
    void startImpatiently() {
        storage::StorageThreadOptions options;
        options.open.busy_timeout = std::chrono::milliseconds(1);
        fixture().end();
        fixture().start(options);
        QVERIFY(fixture().pump([&] { return fixture().storage->state() == ChatStorage::State::Open; }));
        QVERIFY(fixture().load());
    }
    QString place() { return QString::fromStdString(fixture().file().string()); }
    /// Something else lies where the file of the chats should be.
    void startWithoutFile() {
        fixture().end();
        QVERIFY(!QFile::exists(place()) || QFile::rename(place(), place() + QStringLiteral(".away")));
        QVERIFY(QDir().mkdir(place()));
        fixture().start();
        QVERIFY(fixture().pump([&] { return fixture().storage->state() == ChatStorage::State::Failed; }));
    }

 private Q_SLOTS:
    void init() { m_fixture = std::make_unique<ChatFixture>(); }
    void cleanup() {
        if (m_lock != nullptr) {
            unlockFile();
        }
        m_fixture->end();
        m_fixture.reset();
    }

    void aNewChatWithoutATabIsKeptAndStoredWhenThatWorks() {
        startImpatiently();
        ChatSession* other = fixture().registry->create();
        QVERIFY(fixture().say(other, QStringLiteral("stored")));
        lockFile();
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("nowhere else"));
        session->send();
        QVERIFY(fixture().pump([&] { return !session->saveError().isEmpty(); }));
        session->goOnUnsaved();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(session->conversationId(), qint64{0});
        fixture().registry->release(session);
        fixture().ticks(20);
        QCOMPARE(fixture().registry->unstoredCount(), 1);
        fixture().registry->retain(session);  // its tab is reopened
        QCOMPARE(ChatFixture::shown(session).size(), 2);
        fixture().registry->release(session);
        unlockFile();
        QVERIFY(fixture().say(other, QStringLiteral("this can be stored again")));
        QVERIFY(fixture().pump([&] { return fixture().registry->unstoredCount() == 0; }));
        QVERIFY(fixture().pump([&] { return fixture().stored(2).messages.size() == 2; }));
    }

    void whatIsStoredNowhereStandsOnTopOfTheList() {
        startImpatiently();
        ChatSession* other = fixture().registry->create();
        QVERIFY(fixture().say(other, QStringLiteral("stored")));
        ChatListModel list(*fixture().storage, *fixture().registry);
        QAbstractItemModelTester tester(&list, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QVERIFY(fixture().pump([&] { return list.count() == 1; }));
        lockFile();
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("nowhere else"));
        session->send();
        QVERIFY(fixture().pump([&] { return list.count() == 2; }));
        session->goOnUnsaved();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QVERIFY(fixture().idle(session));
        fixture().registry->release(session);
        fixture().ticks(20);
        QCOMPARE(list.count(), 2);
        const qint64 id = list.conversationAt(0);
        QVERIFY(id < 0);
        QCOMPARE(list.plainTitleAt(0), QStringLiteral("nowhere else"));
        QCOMPARE(list.data(list.index(0), ChatListModel::SectionRole).toString(),
                 QStringLiteral("Not stored"));
        QVERIFY(list.data(list.index(0), ChatListModel::UnstoredRole).toBool());
        QVERIFY(!list.data(list.index(1), ChatListModel::UnstoredRole).toBool());
        QSignalSpy refused(&list, &ChatListModel::failed);
        list.remove(id);  // it could not be brought back
        QCOMPARE(refused.count(), 1);
        list.refresh();
        fixture().ticks(20);
        QCOMPARE(list.count(), 2);
        QCOMPARE(fixture().registry->open(id), session);
        QCOMPARE(ChatFixture::shown(session).size(), 2);
        QCOMPARE(fixture().registry->listedId(session), id);
        unlockFile();
        list.storeNow(id);
        QVERIFY(fixture().pump([&] { return session->conversationId() > 0; }));
        QVERIFY(fixture().pump([&] { return list.count() == 2 && list.conversationAt(0) > 0; }));
        QVERIFY(!list.data(list.index(0), ChatListModel::UnstoredRole).toBool());
        QCOMPARE(fixture().registry->listedId(session), session->conversationId());
    }

    void aRefusedMessageIsNotGivenUpWithItsTab() {
        startImpatiently();
        lockFile();
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("refused"));
        session->send();
        QVERIFY(fixture().pump([&] { return !session->saveError().isEmpty(); }));
        fixture().registry->release(session);
        fixture().ticks(20);
        QCOMPARE(fixture().registry->unstoredCount(), 1);
        fixture().registry->retain(session);
        QCOMPARE(session->composer()->text(), QStringLiteral("refused"));
        unlockFile();
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(fixture().registry->unstoredCount(), 0);
    }

    void storingLateKeepsHowAnswersEnded() {
        startImpatiently();
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("word ").repeated(400), 50);
        };
        lockFile();
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("q"));
        session->send();
        QVERIFY(fixture().pump([&] { return !session->saveError().isEmpty(); }));
        session->goOnUnsaved();
        QVERIFY(fixture().pump([&] { return session->activity() == ChatSession::Activity::Writing; }));
        fixture().ticks(20);
        session->stop();
        QVERIFY(fixture().idle(session));
        unlockFile();
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return !session->isUnsaved(); }));
        const storage::ConversationPath path = fixture().stored(session->conversationId());
        QCOMPARE(path.messages.size(), std::size_t{2});
        QVERIFY(path.messages[1].message.status == storage::MessageStatus::stopped);
    }

    void theListOpensTheFileAgain() {
        startWithoutFile();
        ChatListModel list(*fixture().storage, *fixture().registry);
        QVERIFY(!list.error().isEmpty());
        QVERIFY(fixture().storage->readOnlyHelps());
        QVERIFY(QDir().rmdir(place()));
        list.tryAgain();
        QVERIFY(fixture().pump([&] { return list.error().isEmpty() && !list.isLoading(); }));
        QVERIFY(fixture().storage->state() == ChatStorage::State::Open);
        QVERIFY(!fixture().storage->readOnlyHelps());
    }

    void chatsOfTheFileAreNotThoseOfMemory() {
        QVERIFY(fixture().load());
        ChatSession* before = fixture().registry->create();
        QVERIFY(fixture().say(before, QStringLiteral("in the file")));
        const qint64 inTheFile = before->conversationId();
        startWithoutFile();
        fixture().storage->useMemory();
        QVERIFY(fixture().pump([&] { return fixture().storage->state() == ChatStorage::State::Memory; }));
        QVERIFY(fixture().load());
        ChatSession* restored = fixture().reopen(inTheFile);
        QVERIFY(restored->loadError().contains(QStringLiteral("not open")));
        ChatSession* made = fixture().registry->create();
        QVERIFY(fixture().say(made, QStringLiteral("in memory")));
        QVERIFY(made->conversationId() >= storage::kFirstIdInMemory);
        QCOMPARE(ChatFixture::shown(made).first(), QStringLiteral("in memory"));
        QCOMPARE(fixture().registry->find(inTheFile), restored);
    }
};

QTEST_MAIN(UnstoredChatsTest)
#include "tst_unstored_chats.moc"
