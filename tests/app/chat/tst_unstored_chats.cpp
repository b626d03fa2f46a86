// What could not be stored, and a file of chats that could not be opened.

#include "../storage/fault_vfs.h"
#include "chat/chat_list_model.h"
#include "chat/storage_sentences.h"
#include "chat_fixture.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>

#include <sqlite3.h>

using namespace hearth;

class UnstoredChatsTest : public QObject {
    Q_OBJECT

    storage::FaultVfs m_drive{"unstored-chats"};
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
    void startImpatiently(std::chrono::milliseconds patience = std::chrono::milliseconds(1)) {
        storage::StorageThreadOptions options;
        options.open.busy_timeout = patience;
        fixture().end();
        fixture().start(options);
        QVERIFY(fixture().pump([&] { return fixture().storage->state() == ChatStorage::State::Open; }));
        QVERIFY(fixture().load());
    }
    static constexpr std::chrono::milliseconds kPatience{400};  // of the store with a locked file
    /// A turn that is only here.
    void goOnWithoutStoring(ChatSession* session, const QString& text) {
        const auto before = ChatFixture::shown(session).size();
        session->sendText(text);
        QVERIFY(fixture().pump([&] {
            session->goOnUnsaved();  // once it is known that it cannot be stored
            return ChatFixture::shown(session).size() == before + 2;
        }));
        QVERIFY(fixture().idle(session));
    }
    /// Everything asked of the store so far has been done.
    void settle(ChatSession* session) {
        bool all = false;
        session->flush([&] { all = true; });
        QVERIFY(fixture().pump([&] { return all; }));
    }
    std::vector<std::string> storedTexts(ChatSession* session) {
        std::vector<std::string> texts;
        for (const storage::PathMessage& entry : fixture().stored(session->conversationId()).messages) {
            texts.push_back(entry.message.text);
            if (entry.version_count != 1) {
                texts.emplace_back("stored twice");
            }
        }
        return texts;
    }
    /// A chat of more than SQLite keeps in memory, so that to show it the drive must be read. Its id.
    qint64 startWithLargeChat() {
        constexpr int kTurns = 24;
        const storage::JsonObject large{"{\"note\":\"" + std::string(900'000, 'x') + "\"}"};
        fixture().end();
        qint64 id = 0;
        {
            Result<storage::ChatStore> store = storage::ChatStore::open(fixture().file());
            const storage::ConversationId chat = store->create_conversation({"large", {}, {}, {}})->id;
            std::optional<storage::MessageId> leaf;
            for (int i = 0; i < kTurns; ++i) {
                const auto turn = store->begin_turn({chat, leaf, "q", {}, "m", large});
                leaf = turn->answer;
                if (!store->finish_answer({*leaf, "a", storage::MessageStatus::complete, {}, {}, {}})) {
                    return 0;
                }
            }
            id = chat.value;
        }
        storage::StorageThreadOptions options;
        options.open.vfs = m_drive.name();
        options.open.busy_timeout = std::chrono::milliseconds(1);
        fixture().start(options);
        return fixture().load() ? id : 0;
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
        m_drive.heal();
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
        session->retrySaving();  // pressed twice
        bool all = false;
        session->flush([&] { all = true; });
        QVERIFY(fixture().pump([&] { return all; }));
        QVERIFY(!session->isUnsaved());
        const storage::ConversationPath path = fixture().stored(session->conversationId());
        QCOMPARE(path.messages.size(), std::size_t{2});
        QCOMPARE(path.messages[0].version_count, 1U);
        QVERIFY(path.messages[1].message.status == storage::MessageStatus::stopped);
    }

    void anotherVersionTakesThePlaceOfNothingThatIsStoredNowhere() {
        startWithoutFile();
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        goOnWithoutStoring(session, QStringLiteral("first"));
        const QStringList two = ChatFixture::shown(session);
        const double answer = ChatFixture::keys(session, false).back();
        session->regenerate(answer);
        for (int i = 0; i < 20; ++i) {
            session->goOnUnsaved();  // once it is known that it cannot be stored
            fixture().ticks(1);
        }
        QVERIFY(fixture().idle(session));
        QCOMPARE(ChatFixture::shown(session), two);
        QCOMPARE(ChatFixture::keys(session, false).back(), answer);
    }

    void whatIsStoredOnceThereIsAFileLosesNothingThatCameMeanwhile() {
        startWithoutFile();
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        goOnWithoutStoring(session, QStringLiteral("first"));
        session->retrySaving();
        QCOMPARE(session->saveError(), fixture().storage->message());
        goOnWithoutStoring(session, QStringLiteral("second"));
        const QStringList four = ChatFixture::shown(session);
        QCOMPARE(four.size(), 4);
        QVERIFY(QDir().rmdir(place()));
        fixture().storage->retry();
        session->retrySaving();  // while it is being opened
        QVERIFY(fixture().pump([&] { return fixture().storage->state() == ChatStorage::State::Open; }));
        QVERIFY(fixture().pump([&] { return session->conversationId() != 0; }));
        settle(session);
        QCOMPARE(ChatFixture::shown(session), four);
        QVERIFY(!session->isUnsaved());
        QVERIFY(session->saveError().isEmpty());
        const std::string answer = "An answer of a few words.";
        QCOMPARE(storedTexts(session), (std::vector<std::string>{"first", answer, "second", answer}));
    }

    void aMessageSentWhileTheOneBeforeIsBeingStoredWaitsForIt() {
        startImpatiently(3 * kPatience);
        lockFile();
        ChatSession* session = fixture().registry->create();
        goOnWithoutStoring(session, QStringLiteral("first"));
        session->retrySaving();
        session->sendText(QStringLiteral("second"));
        QVERIFY(fixture().pump([&] { return session->isStoring(); }));
        unlockFile();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 4; }));
        QVERIFY(fixture().idle(session));
        QVERIFY(!session->isUnsaved());
        const std::string answer = "An answer of a few words.";
        QCOMPARE(storedTexts(session), (std::vector<std::string>{"first", answer, "second", answer}));
    }

    void whatIsDeletedWhileItIsBeingStoredDoesNotComeBack() {
        startImpatiently(kPatience);
        lockFile();
        ChatSession* session = fixture().registry->create();
        goOnWithoutStoring(session, QStringLiteral("first"));
        goOnWithoutStoring(session, QStringLiteral("second"));
        const QStringList four = ChatFixture::shown(session);
        QSignalSpy undo(session, &ChatSession::undoOffered);
        session->retrySaving();
        session->remove(ChatFixture::lastKey(session, true));
        unlockFile();
        QVERIFY(fixture().pump([&] { return undo.count() == 1; }));
        settle(session);
        QCOMPARE(ChatFixture::shown(session), four.mid(0, 2));
        QVERIFY(!session->isUnsaved());
        const std::string answer = "An answer of a few words.";
        QCOMPARE(storedTexts(session), (std::vector<std::string>{"first", answer}));
        session->undo(undo.front().at(1).toInt());
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session) == four; }));
        QCOMPARE(storedTexts(session), (std::vector<std::string>{"first", answer, "second", answer}));
        // Where it is not stored after all it is gone from here.
        lockFile();
        goOnWithoutStoring(session, QStringLiteral("third"));
        session->retrySaving();
        session->remove(ChatFixture::lastKey(session, true));
        QVERIFY(fixture().pump([&] { return undo.count() == 2; }));
        QCOMPARE(ChatFixture::shown(session), four);
        QVERIFY(!session->isUnsaved());
    }

    void whatIsPutBackWhileTheRestIsBeingStoredStays() {
        startImpatiently(kPatience);
        lockFile();
        ChatSession* session = fixture().registry->create();
        goOnWithoutStoring(session, QStringLiteral("first"));
        goOnWithoutStoring(session, QStringLiteral("second"));
        goOnWithoutStoring(session, QStringLiteral("third"));
        const QStringList six = ChatFixture::shown(session);
        QSignalSpy undo(session, &ChatSession::undoOffered);
        session->remove(ChatFixture::lastKey(session, true));
        session->remove(ChatFixture::lastKey(session, true));
        QCOMPARE(undo.count(), 2);
        session->retrySaving();
        session->undo(undo.back().at(1).toInt());
        QCOMPARE(ChatFixture::shown(session), six.mid(0, 4));
        unlockFile();
        QVERIFY(fixture().pump([&] { return session->conversationId() != 0; }));
        settle(session);
        QCOMPARE(ChatFixture::shown(session), six.mid(0, 4));
        QVERIFY(session->isUnsaved());
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return !session->isUnsaved(); }));
        // Its place is known by another key now.
        session->undo(undo.front().at(1).toInt());
        QCOMPARE(ChatFixture::shown(session), six);
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return !session->isUnsaved(); }));
        const std::string answer = "An answer of a few words.";
        QCOMPARE(storedTexts(session),
                 (std::vector<std::string>{"first", answer, "second", answer, "third", answer}));
    }

    void whatWasDeletedComesBackOnlyOnceAllIsStored() {
        startImpatiently();
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("first")));
        QVERIFY(fixture().say(session, QStringLiteral("second")));
        QSignalSpy undo(session, &ChatSession::undoOffered);
        session->remove(ChatFixture::lastKey(session, true));
        QVERIFY(fixture().pump([&] { return undo.count() == 1; }));
        lockFile();
        goOnWithoutStoring(session, QStringLiteral("third"));
        const QStringList four = ChatFixture::shown(session);
        unlockFile();
        session->undo(undo.front().at(1).toInt());
        QCOMPARE(undo.count(), 2);  // offered once more
        settle(session);
        QCOMPARE(ChatFixture::shown(session), four);
        QVERIFY(session->isUnsaved());
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return !session->isUnsaved(); }));
        session->undo(undo.back().at(1).toInt());
        settle(session);
        QCOMPARE(ChatFixture::shown(session), four);  // where the person has gone on
    }

    void anEditBegunBeforeItWasStoredIsOfTheStoredMessage() {
        startImpatiently();
        lockFile();
        ChatSession* session = fixture().registry->create();
        goOnWithoutStoring(session, QStringLiteral("first"));
        session->beginEdit(ChatFixture::lastKey(session, true));
        unlockFile();
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return !session->isUnsaved(); }));
        session->composer()->setText(QStringLiteral("first, better"));
        session->send();
        QVERIFY(fixture().pump([&] { return session->isWriting(); }));
        QVERIFY(fixture().idle(session));
        const auto stored = fixture().stored(session->conversationId()).messages;
        QCOMPARE(stored.size(), std::size_t{2});
        QCOMPARE(stored[0].message.text, std::string("first, better"));
        QCOMPARE(stored[0].version_count, 2U);
    }

    void whatIsStoredAndCannotBeReadBackIsAnsweredAndNotStoredTwice() {
        const qint64 id = startWithLargeChat();
        ChatSession* session = fixture().reopen(id);
        const auto before = ChatFixture::shown(session).size();
        QCOMPARE(before, 48);
        m_drive.fail_reads_after_sync();
        session->sendText(QStringLiteral("once"));
        QVERIFY(fixture().pump([&] { return session->isWriting() || !session->saveError().isEmpty(); }));
        QVERIFY(m_drive.has_failed());
        QVERIFY(session->saveError().isEmpty());
        QCOMPARE(ChatFixture::shown(session)[before], QStringLiteral("once"));
        m_drive.heal();
        QVERIFY(fixture().idle(session));
        const auto stored = fixture().stored(id).messages;
        QCOMPARE(stored.size(), std::size_t{50});
        QCOMPARE(stored[48].message.text, std::string("once"));
        QCOMPARE(stored[48].version_count, 1U);
        QCOMPARE(stored[49].message.text, std::string("An answer of a few words."));
        // Another version of it.
        m_drive.fail_reads_after_sync();
        session->regenerate(ChatFixture::lastKey(session, false));
        QVERIFY(fixture().pump([&] { return session->isWriting(); }));
        QVERIFY(m_drive.has_failed());
        m_drive.heal();
        QVERIFY(fixture().idle(session));
        QCOMPARE(ChatFixture::shown(session).size(), before + 2);
        QCOMPARE(fixture().stored(id).messages.back().version_index, 1U);
    }

    void whatIsStoredLateAndCannotBeReadBackIsNotStoredTwice() {
        const qint64 id = startWithLargeChat();
        ChatSession* session = fixture().reopen(id);
        lockFile();
        session->sendText(QStringLiteral("late"));
        QVERIFY(fixture().pump([&] { return !session->saveError().isEmpty(); }));
        session->goOnUnsaved();
        QVERIFY(fixture().pump([&] { return session->isWriting(); }));
        QVERIFY(fixture().idle(session));
        unlockFile();
        m_drive.fail_reads_after_sync();
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return m_drive.has_failed() && !session->isUnsaved(); }));
        m_drive.heal();
        QVERIFY(session->saveError().isEmpty());
        session->retrySaving();
        fixture().ticks(10);
        const auto stored = fixture().stored(id).messages;
        QCOMPARE(stored.size(), std::size_t{50});
        QCOMPARE(stored[48].version_count, 1U);
        // What is shown has the keys of the store.
        QCOMPARE(static_cast<std::int64_t>(ChatFixture::lastKey(session, false)),
                 stored[49].message.id.value);
    }

    void whatIsNotStoredCanBeDeletedAndPutBack() {
        startImpatiently();
        lockFile();
        ChatSession* session = fixture().registry->create();
        session->sendText(QStringLiteral("nowhere else"));
        QVERIFY(fixture().pump([&] { return !session->saveError().isEmpty(); }));
        session->goOnUnsaved();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QVERIFY(fixture().idle(session));
        const QStringList both = ChatFixture::shown(session);
        QSignalSpy undo(session, &ChatSession::undoOffered);
        session->remove(ChatFixture::keys(session, true).front());
        QVERIFY(session->isEmpty());
        QVERIFY(!session->isUnsaved());
        QCOMPARE(fixture().registry->unstoredCount(), 0);
        session->undo(undo.front().at(1).toInt());
        QCOMPARE(ChatFixture::shown(session), both);
        QVERIFY(session->isUnsaved());
        unlockFile();
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return !session->isUnsaved(); }));
        QCOMPARE(fixture().stored(session->conversationId()).messages.size(), std::size_t{2});
    }

    void anAnswerWhoseChatIsDeletedForGoodIsLetGo() {
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("word ").repeated(400), 50);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->sendText(QStringLiteral("q"));
        QVERIFY(fixture().pump([&] { return session->activity() == ChatSession::Activity::Writing; }));
        {
            Result<storage::ChatStore> other = storage::ChatStore::open(fixture().file());
            const storage::ConversationId id{session->conversationId()};
            QVERIFY(other->delete_conversation(id).has_value());
            QVERIFY(other->purge_conversation(id).has_value());
            while (*other->tidy()) {
            }
            QVERIFY(!other->conversation(id).has_value());
        }
        QSignalSpy notices(session, &ChatSession::noticeRaised);
        session->stop();
        QVERIFY(fixture().idle(session));
        QCOMPARE(notices.count(), 0);
        QVERIFY(fixture().storage->writeError().isEmpty());
    }

    void aJobThatThrowsHasAnAnswer() {
        QTest::ignoreMessage(QtWarningMsg, "A job of the chat store failed: a fault");
        std::optional<Result<int>> answer;
        fixture().storage->run<int>(
            fixture().storage.get(),
            [](storage::ChatStore&) -> Result<int> { throw std::runtime_error("a fault"); },
            [&](Result<int> result) { answer = std::move(result); });
        QVERIFY(fixture().pump([&] { return answer.has_value(); }));
        QVERIFY(!answer->has_value());
        QVERIFY(
            storageSentence(answer->error()).startsWith(QStringLiteral("Something went wrong in Hearth")));
    }

    void withoutAFileTheEndWaitsForNothing() {
        startWithoutFile();
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("nowhere to go"));
        session->send();
        QVERIFY(fixture().pump([&] { return !session->saveError().isEmpty(); }));
        bool done = false;
        fixture().registry->flush([&] { done = true; });
        QVERIFY(done);
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
