// The chats in the trash, as a person sees them.

#include "chat/chat_list_model.h"
#include "chat/deleted_chats_model.h"
#include "chat_fixture.h"

#include <QAbstractItemModelTester>
#include <QFile>

#include <sqlite3.h>

using namespace hearth;

class DeletedChatsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ChatFixture> m_fixture;
    std::unique_ptr<ChatListModel> m_list;
    std::unique_ptr<DeletedChatsModel> m_deleted;
    std::unique_ptr<QAbstractItemModelTester> m_tester;

    ChatFixture& fixture() { return *m_fixture; }

    /// Chats deleted before the program starts; `age` in days, nothing for one that was not deleted.
    void fill(const std::vector<std::pair<std::string, std::optional<int>>>& chats) {
        fixture().end();
        const storage::UtcTime now =
            std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
        int age = 0;
        storage::OpenOptions options;
        options.clock = [&] { return now - std::chrono::hours(24 * age); };
        Result<storage::ChatStore> store = storage::ChatStore::open(fixture().file(), options);
        QVERIFY(store.has_value());
        for (const auto& [title, days] : chats) {
            age = days.value_or(0);
            storage::NewConversation request;
            request.title = title;
            const auto made = store->create_conversation(request);
            QVERIFY(made.has_value());
            storage::NewMessage message;
            message.conversation = made->id;
            message.text = "words";
            QVERIFY(store->add_message(message).has_value());
            if (days) {
                QVERIFY(store->delete_conversation(made->id).has_value());
            }
        }
    }
    void show() {
        fixture().start();
        m_list = std::make_unique<ChatListModel>(*fixture().storage, *fixture().registry);
        m_deleted = std::make_unique<DeletedChatsModel>(*fixture().storage, *m_list);
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_deleted.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        QVERIFY(fixture().pump([&] { return !m_list->isLoading(); }));
    }
    QStringList column(DeletedChatsModel::Role role) {
        QStringList values;
        for (int row = 0; row < m_deleted->rowCount(); ++row) {
            values.append(m_deleted->data(m_deleted->index(row), role).toString());
        }
        return values;
    }
    bool shows(int deleted, int listed) {
        return fixture().pump(
            [=, this] { return m_deleted->count() == deleted && m_list->count() == listed; });
    }

 private Q_SLOTS:
    void init() { m_fixture = std::make_unique<ChatFixture>(); }
    void cleanup() {
        m_tester.reset();
        m_deleted.reset();
        m_list.reset();
        m_fixture->end();
        m_fixture.reset();
    }

    void whatWasDeletedLastIsFirstAndSaysHowLongItIsKept() {
        fill({{"long ago", 20}, {"here", std::nullopt}, {"of today", 0}, {"of yesterday", 1}, {"", 29}});
        show();
        QVERIFY(shows(4, 1));
        QCOMPARE(column(DeletedChatsModel::TitleRole),
                 QStringList({QStringLiteral("of today"), QStringLiteral("of yesterday"),
                              QStringLiteral("long ago"), QStringLiteral("New chat")}));
        const QStringList notes = column(DeletedChatsModel::NoteRole);
        QVERIFY(notes[0].startsWith(QStringLiteral("Deleted today · ")));
        QVERIFY(notes[0].contains(QStringLiteral("30")));
        QVERIFY(notes[1].startsWith(QStringLiteral("Deleted yesterday · ")));
        QVERIFY(notes[1].contains(QStringLiteral("29")));
        QVERIFY(notes[2].contains(QStringLiteral("20")) && notes[2].contains(QStringLiteral("10")));
        QVERIFY(notes[3].contains(QStringLiteral("29")) && notes[3].contains(QStringLiteral(" 1 ")));
        QCOMPARE(m_deleted->keptDays(), 30);
    }

    void whatIsPastItsTimeIsNotOffered() {
        fill({{"too old", 31}, {"in time", 29}});
        show();
        QVERIFY(shows(1, 0));
        QCOMPARE(column(DeletedChatsModel::TitleRole), QStringList{QStringLiteral("in time")});
    }

    void aDeletedChatComesBackWithItsMessages() {
        fill({{"a", std::nullopt}, {"b", std::nullopt}});
        show();
        QVERIFY(shows(0, 2));
        m_list->remove(1);
        QVERIFY(shows(1, 1));
        QCOMPARE(m_deleted->data(m_deleted->index(0), DeletedChatsModel::ConversationIdRole).toLongLong(), 1);
        m_deleted->restore(1);
        QVERIFY(shows(0, 2));
        QCOMPARE(fixture().stored(1).messages.size(), std::size_t{1});
        QVERIFY(m_deleted->error().isEmpty());
    }

    void theUndoOfTheNoticeTakesItOutAsWell() {
        fill({{"a", std::nullopt}});
        show();
        m_list->remove(1);
        QVERIFY(shows(1, 0));
        m_list->restore(1);
        QVERIFY(shows(0, 1));
    }

    void deletedForGoodIsInNoListAndCannotBeBroughtBack() {
        fill({{"a", 1}, {"b", 2}});
        show();
        QVERIFY(shows(2, 0));
        QSignalSpy resets(m_deleted.get(), &DeletedChatsModel::modelReset);
        m_deleted->purge(1);
        QVERIFY(shows(1, 0));
        QCOMPARE(resets.count(), 0);  // the others keep their place
        QCOMPARE(column(DeletedChatsModel::TitleRole), QStringList{QStringLiteral("b")});
        m_deleted->restore(1);
        QVERIFY(fixture().pump([&] { return !m_deleted->error().isEmpty(); }));
        QVERIFY(shows(1, 0));
        m_deleted->look();
        QVERIFY(m_deleted->error().isEmpty());
    }

    void anEmptyNewChatIsNotAmongThem() {
        show();
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("a draft"));
        session->composer()->flushDraft();
        QVERIFY(shows(0, 1));
        session->composer()->setText({});
        fixture().registry->release(session);
        QVERIFY(shows(0, 0));
        m_deleted->look();
        fixture().ticks(20);
        QCOMPARE(m_deleted->count(), 0);
    }

    void aChatThatIsOnlyReadOrEmptiedOutlivesItsTab() {
        fill({{"rescued", std::nullopt}, {"emptied", std::nullopt}});
        {
            // As in a file that was mended, or comes from elsewhere.
            sqlite3* raw = nullptr;
            QCOMPARE(sqlite3_open(fixture().file().c_str(), &raw), SQLITE_OK);
            QCOMPARE(
                sqlite3_exec(raw, "UPDATE conversation SET active_leaf = NULL", nullptr, nullptr, nullptr),
                SQLITE_OK);
            sqlite3_close(raw);
        }
        show();
        QVERIFY(shows(0, 2));
        ChatSession* rescued = fixture().reopen(1);
        QCOMPARE(ChatFixture::shown(rescued), QStringList{QStringLiteral("words")});
        ChatSession* emptied = fixture().reopen(2);
        emptied->remove(ChatFixture::keys(emptied, true).front());
        QVERIFY(fixture().pump([&] { return emptied->isEmpty(); }));
        fixture().registry->release(rescued);
        fixture().registry->release(emptied);
        QVERIFY(fixture().pump([&] { return fixture().registry->sessions().empty(); }));
        bool tidied = false;
        fixture().storage->run<void>(
            fixture().storage.get(),
            [](storage::ChatStore& store) -> Status {
                for (Result<bool> more = true; more && *more;) {
                    more = store.tidy();
                }
                return {};
            },
            [&](const Status&) { tidied = true; });
        QVERIFY(fixture().pump([&] { return tidied; }));
        QVERIFY(shows(0, 2));
        QCOMPARE(fixture().stored(1).messages.size(), std::size_t{1});
        // What is in the trash of the messages stays there for its time.
        Result<storage::ChatStore> store = storage::ChatStore::open_read_only(fixture().file());
        QVERIFY(store.has_value() && store->message(storage::MessageId{2}).has_value());
    }

    void aFileThatCannotBeWrittenSaysSo() {
        fill({{"a", 1}});
        QFile file(QString::fromStdString(fixture().file().string()));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(60));
        file.write(
            QByteArray("\x00\x00\x03\xE7", 4));  // the version of what is in it: a later one, so only read
        file.close();
        show();
        QVERIFY(fixture().storage->state() == ChatStorage::State::ReadOnly);
        QVERIFY(shows(1, 0));
        m_deleted->restore(1);
        QVERIFY(fixture().pump([&] { return !m_deleted->error().isEmpty(); }));
        QCOMPARE(m_deleted->count(), 1);
    }
};

QTEST_MAIN(DeletedChatsTest)
#include "tst_deleted_chats.moc"
