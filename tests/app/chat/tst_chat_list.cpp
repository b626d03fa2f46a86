#include "chat/chat_list_model.h"
#include "chat/preset_list_model.h"
#include "chat_fixture.h"

#include <QAbstractItemModelTester>

using namespace hearth;

class ChatListTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ChatFixture> m_fixture;
    std::unique_ptr<ChatListModel> m_list;
    std::unique_ptr<QAbstractItemModelTester> m_tester;

    ChatFixture& fixture() { return *m_fixture; }

    /// Chats made before the program starts; `age` in days.
    void fill(const std::vector<std::pair<std::string, int>>& chats) {
        fixture().end();
        storage::OpenOptions options;
        storage::UtcTime now =
            std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
        int age = 0;
        options.clock = [&] { return now - std::chrono::hours(24 * age); };
        Result<storage::ChatStore> store = storage::ChatStore::open(fixture().file(), options);
        QVERIFY(store.has_value());
        for (const auto& [title, days] : chats) {
            age = days;
            storage::NewConversation request;
            request.title = title;
            const auto made = store->create_conversation(request);
            QVERIFY(made.has_value());
            storage::NewMessage message;
            message.conversation = made->id;
            message.text = "first words of " + title;
            QVERIFY(store->add_message(message).has_value());
        }
    }
    void show() {
        fixture().start();
        m_list = std::make_unique<ChatListModel>(*fixture().storage, *fixture().registry);
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_list.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        QVERIFY(fixture().pump([&] { return !m_list->isLoading(); }));
    }
    QStringList column(ChatListModel::Role role) {
        QStringList values;
        for (int row = 0; row < m_list->rowCount(); ++row) {
            values.append(m_list->data(m_list->index(row), role).toString());
        }
        return values;
    }

 private Q_SLOTS:
    void init() { m_fixture = std::make_unique<ChatFixture>(); }
    void cleanup() {
        m_tester.reset();
        m_list.reset();
        m_fixture->end();
        m_fixture.reset();
    }

    void sectionsAndOrder() {
        fill({{"old", 70}, {"week", 4}, {"yesterday", 1}, {"today", 0}, {"pinned", 30}, {"filed", 2}});
        show();
        m_list->setPinned(m_list->conversationAt(m_list->rowOf(5)), true);
        m_list->moveToFolder(6, QStringLiteral("Work"));
        QVERIFY(fixture().pump(
            [&] { return column(ChatListModel::SectionRole).contains(QStringLiteral("Work")); }));
        QCOMPARE(column(ChatListModel::PlainTitleRole),
                 QStringList({QStringLiteral("pinned"), QStringLiteral("filed"), QStringLiteral("today"),
                              QStringLiteral("yesterday"), QStringLiteral("week"), QStringLiteral("old")}));
        const QStringList sections = column(ChatListModel::SectionRole);
        QCOMPARE(sections.mid(0, 5),
                 QStringList({QStringLiteral("Pinned"), QStringLiteral("Work"), QStringLiteral("Today"),
                              QStringLiteral("Yesterday"), QStringLiteral("Past 7 days")}));
        QCOMPARE(m_list->folders(), QStringList{QStringLiteral("Work")});
        QVERIFY(column(ChatListModel::SnippetRole).first().contains(QStringLiteral("first words of pinned")));
        m_list->removeFolder(QStringLiteral("Work"));
        QVERIFY(fixture().pump([&] { return m_list->folders().isEmpty(); }));
        QCOMPARE(m_list->rowCount(), 6);
    }

    void deleteAndUndo() {
        fill({{"a", 0}, {"b", 0}});
        show();
        QSignalSpy deleted(m_list.get(), &ChatListModel::deleted);
        m_list->remove(1);
        QVERIFY(fixture().pump([&] { return m_list->rowCount() == 1; }));
        QCOMPARE(deleted.count(), 1);
        QCOMPARE(deleted.front().at(1).toString(), QStringLiteral("a"));
        m_list->restore(1);
        QVERIFY(fixture().pump([&] { return m_list->rowCount() == 2; }));
    }

    void renameOfAClosedAndAnOpenChat() {
        fill({{"a", 0}, {"b", 0}});
        show();
        m_list->rename(1, QStringLiteral("  new   name "));
        QVERIFY(fixture().pump(
            [&] { return column(ChatListModel::PlainTitleRole).contains(QStringLiteral("new name")); }));
        ChatSession* session = fixture().reopen(2);
        m_list->rename(2, QStringLiteral("open"));
        QVERIFY(fixture().pump(
            [&] { return column(ChatListModel::PlainTitleRole).contains(QStringLiteral("open")); }));
        QCOMPARE(session->title(), QStringLiteral("open"));
        m_list->rename(2, QStringLiteral("  "));
        fixture().ticks(20);
        QCOMPARE(session->title(), QStringLiteral("open"));
    }

    void titlesAreShownLiterally() {
        fill({{"<img src=x> & co", 0}});
        show();
        QCOMPARE(column(ChatListModel::TitleRole).front(), QStringLiteral("&lt;img src=x&gt; &amp; co"));
    }

    void snippetsHaveNoMarkdown() {
        fill({{"a", 0}});
        Result<storage::ChatStore> store = storage::ChatStore::open(fixture().file());
        QVERIFY(store.has_value());
        storage::NewMessage message;
        message.conversation = storage::ConversationId{1};
        message.parent = store->conversation(message.conversation)->active_leaf;
        message.role = storage::Role::assistant;
        message.text = "## Use **this** `code` & 2 * 3";
        QVERIFY(store->add_message(message).has_value());
        show();
        QCOMPARE(column(ChatListModel::SnippetRole).front(), QStringLiteral("Use this code &amp; 2 * 3"));
    }

    void searchMarksWhatItFound() {
        fill({{"Trip to Hangzhou", 0}, {"Recipes", 3}, {"杭州三日游", 5}});
        show();
        m_list->setSearchText(QStringLiteral("hang"));
        QVERIFY(fixture().pump([&] { return m_list->isSearching(); }));
        QCOMPARE(m_list->rowCount(), 1);
        QVERIFY(column(ChatListModel::TitleRole).front().contains(QStringLiteral("<b>Hang</b>")));
        m_list->setSearchText(QString::fromUtf8("三日"));
        QVERIFY(fixture().pump([&] {
            return column(ChatListModel::PlainTitleRole) == QStringList{QString::fromUtf8("杭州三日游")};
        }));
        m_list->setSearchText(QStringLiteral("words recipes"));
        QVERIFY(fixture().pump(
            [&] { return column(ChatListModel::PlainTitleRole) == QStringList{QStringLiteral("Recipes")}; }));
        QVERIFY(column(ChatListModel::SnippetRole).front().contains(QStringLiteral("<b>")));
        m_list->setSearchText(QStringLiteral("nothing like it"));
        QVERIFY(fixture().pump([&] { return m_list->rowCount() == 0; }));
        m_list->setSearchText({});
        QVERIFY(fixture().pump([&] { return m_list->rowCount() == 3 && !m_list->isSearching(); }));
    }

    void aLongChatHidesNoOtherAndSearchGoesOnToItsEnd() {
        fill({{"oldest", 9}, {"old", 8}, {"long", 0}});
        {
            Result<storage::ChatStore> store = storage::ChatStore::open(fixture().file());
            QVERIFY(store.has_value());
            storage::NewMessage message;
            message.conversation = storage::ConversationId{3};
            message.parent = store->conversation(message.conversation)->active_leaf;
            for (int i = 0; i < 250; ++i) {
                message.text = "first words " + std::to_string(i);
                const Result<storage::MessageId> added = store->add_message(message);
                QVERIFY(added.has_value());
                message.parent = *added;
            }
        }
        show();
        m_list->setSearchBudget(std::chrono::milliseconds(-1));  // a slice looks at as little as it can
        QSignalSpy progress(m_list.get(), &ChatListModel::searchProgressed);
        m_list->setSearchText(QStringLiteral("first words"));
        QVERIFY(fixture().pump([&] { return m_list->isSearching(); }));
        QVERIFY(!m_list->isSearchComplete());
        QCOMPARE(m_list->rowCount(), 1);
        QVERIFY(fixture().pump([&] { return m_list->isSearchComplete(); }));
        QCOMPARE(m_list->rowCount(), 3);
        QVERIFY(!m_list->isMoreFound());
        QVERIFY(column(ChatListModel::SnippetRole).front().contains(QStringLiteral("249")));
        QVERIFY(progress.count() > 2);
        const qsizetype slices = progress.count();
        fixture().ticks(20);
        QCOMPARE(progress.count(), slices);
    }

    void moreChatsThanAreShownIsSaid() {
        std::vector<std::pair<std::string, int>> chats;
        for (int i = 0; i < 210; ++i) {
            chats.emplace_back("chat " + std::to_string(i), i / 20);
        }
        fill(chats);
        show();
        m_list->setSearchText(QStringLiteral("first words"));
        QVERIFY(fixture().pump([&] { return m_list->isSearching() && m_list->isSearchComplete(); }));
        QCOMPARE(m_list->rowCount(), 200);
        QVERIFY(m_list->isMoreFound());
        m_list->setSearchText(QStringLiteral("chat 209"));
        QVERIFY(fixture().pump([&] { return m_list->rowCount() == 1; }));
        QVERIFY(!m_list->isMoreFound());
    }

    void theListFollowsTheChats() {
        fill({{"a", 3}, {"b", 2}});
        show();
        QVERIFY(fixture().load());
        ChatSession* session = fixture().reopen(1);
        QSignalSpy moves(m_list.get(), &ChatListModel::rowsMoved);
        QSignalSpy resets(m_list.get(), &ChatListModel::modelReset);
        QVERIFY(fixture().say(session, QStringLiteral("again")));
        QVERIFY(fixture().pump([&] { return m_list->rowOf(1) == 0; }));
        QCOMPARE(moves.count(), 1);
        QCOMPARE(resets.count(), 0);
        QVERIFY(fixture().pump([&] {
            return column(ChatListModel::SnippetRole).front().contains(QStringLiteral("An answer"));
        }));
        ChatSession* made = fixture().registry->create();
        QVERIFY(fixture().say(made, QStringLiteral("something new")));
        QVERIFY(fixture().pump([&] { return m_list->rowCount() == 3; }));
        QCOMPARE(column(ChatListModel::PlainTitleRole).front(), QStringLiteral("something new"));
    }

    void activityShows() {
        fill({{"a", 0}});
        show();
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("w ").repeated(500), 50);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().reopen(1);
        session->composer()->setText(QStringLiteral("go"));
        session->send();
        QVERIFY(fixture().pump([&] {
            return m_list->data(m_list->index(0), ChatListModel::ActivityRole).toInt() ==
                   static_cast<int>(ChatSession::Activity::Writing);
        }));
        session->stop();
        QVERIFY(fixture().idle(session));
    }

    void anAnswerNobodySawIsMarkedUntilItIsLookedAt() {
        fill({{"a", 1}, {"b", 0}});
        show();
        QVERIFY(fixture().load());
        const auto isNew = [&](qint64 id) {
            return m_list->data(m_list->index(m_list->rowOf(id)), ChatListModel::NewAnswerRole).toBool();
        };
        ChatSession* session = fixture().reopen(1);
        session->setVisible(true);
        QVERIFY(fixture().say(session, QStringLiteral("seen")));
        QVERIFY(!isNew(1));
        session->setVisible(false);
        QVERIFY(!isNew(1));
        QSignalSpy told(fixture().registry.get(), &SessionRegistry::sessionChanged);
        QVERIFY(fixture().say(session, QStringLiteral("not seen")));
        QVERIFY(isNew(1));
        QVERIFY(!isNew(2));
        // Its tab is closed: the list still says so.
        fixture().registry->release(session);
        QVERIFY(fixture().pump([&] { return fixture().registry->find(1) == nullptr; }));
        QVERIFY(isNew(1));
        session = fixture().reopen(1);
        QVERIFY(isNew(1));
        told.clear();
        session->setVisible(true);
        QVERIFY(!isNew(1));
        QCOMPARE(told.count(), 1);
        session->setVisible(false);
        QVERIFY(!isNew(1));
    }

    void whatThePersonStoppedIsNoNewAnswer() {
        fill({{"a", 0}});
        show();
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("w ").repeated(500), 50);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().reopen(1);
        session->sendText(QStringLiteral("go"));
        QVERIFY(fixture().pump([&] { return session->activity() == ChatSession::Activity::Writing; }));
        session->stop();
        QVERIFY(fixture().idle(session));
        QVERIFY(!m_list->data(m_list->index(0), ChatListModel::NewAnswerRole).toBool());
    }

    void aFolderKeepsAName() {
        fill({{"a", 0}, {"b", 0}});
        show();
        m_list->moveToFolder(1, QStringLiteral("Work"));
        m_list->moveToFolder(2, QStringLiteral("Home"));
        QVERIFY(fixture().pump([&] { return m_list->folders().size() == 2; }));
        QVERIFY(!m_list->folderNameProblem(QStringLiteral(" Home "), QStringLiteral("Work")).isEmpty());
        QVERIFY(m_list->folderNameProblem(QStringLiteral("Work"), QStringLiteral("Work")).isEmpty());
        QVERIFY(m_list->folderNameProblem(QStringLiteral("Garden"), QStringLiteral("Work")).isEmpty());
        m_list->renameFolder(QStringLiteral("Work"), QStringLiteral("Home"));
        fixture().ticks(20);
        QCOMPARE(m_list->folders().count(QStringLiteral("Home")), 1);
        QCOMPARE(m_list->folders().count(QStringLiteral("Work")), 1);
        m_list->renameFolder(QStringLiteral("Work"), QStringLiteral("Garden"));
        QVERIFY(fixture().pump([&] { return m_list->folders().contains(QStringLiteral("Garden")); }));
        QCOMPARE(m_list->folders().size(), 2);
    }

    void aThousandChats() {
        std::vector<std::pair<std::string, int>> chats;
        for (int i = 0; i < 1000; ++i) {
            chats.emplace_back("chat " + std::to_string(i), i / 20);
        }
        fill(chats);
        show();
        QCOMPARE(m_list->rowCount(), 1000);
    }

    void presets() {
        PresetListModel presets(*fixture().storage);
        ChatParameters parameters;
        parameters.setSystemPrompt(QStringLiteral("teach"));
        parameters.setTemperature(0.1);
        QVERIFY(!presets.nameProblem(QStringLiteral("  "), -1).isEmpty());
        QVERIFY(fixture().pump([&] { return fixture().storage->state() == ChatStorage::State::Open; }));
        presets.create(QStringLiteral("Tutor"), &parameters);
        QVERIFY(fixture().pump([&] { return presets.count() == 1; }));
        QCOMPARE(parameters.presetName(), QStringLiteral("Tutor"));
        QVERIFY(!presets.nameProblem(QStringLiteral("Tutor"), -1).isEmpty());
        QVERIFY(presets.nameProblem(QStringLiteral("Tutor"), 0).isEmpty());
        parameters.setTemperature(1.0);
        QCOMPARE(parameters.presetName(), QString());  // it is no longer what the preset says
        presets.apply(0, &parameters);
        QCOMPARE(parameters.temperature(), 0.1);
        QCOMPARE(parameters.systemPrompt(), QStringLiteral("teach"));
        presets.rename(0, QStringLiteral("Teacher"));
        QVERIFY(fixture().pump([&] { return presets.nameAt(0) == QStringLiteral("Teacher"); }));
        QSignalSpy removed(&presets, &PresetListModel::removed);
        presets.remove(0);
        QVERIFY(fixture().pump([&] { return presets.count() == 0; }));
        QCOMPARE(removed.count(), 1);
        presets.undoRemove(removed.front().at(1).toInt());
        QVERIFY(fixture().pump([&] { return presets.count() == 1; }));
        ChatParameters other;
        presets.apply(0, &other);
        QCOMPARE(other.systemPrompt(), QStringLiteral("teach"));
    }

    void eachRemovedPresetHasItsOwnUndo() {
        PresetListModel presets(*fixture().storage);
        QVERIFY(fixture().pump([&] { return fixture().storage->state() == ChatStorage::State::Open; }));
        ChatParameters parameters;
        presets.create(QStringLiteral("A"), &parameters);
        presets.create(QStringLiteral("B"), &parameters);
        QVERIFY(fixture().pump([&] { return presets.count() == 2; }));
        QSignalSpy removed(&presets, &PresetListModel::removed);
        presets.remove(presets.rowNamed(QStringLiteral("A")));
        QVERIFY(fixture().pump([&] { return presets.count() == 1; }));
        presets.remove(0);
        QVERIFY(fixture().pump([&] { return presets.count() == 0 && removed.count() == 2; }));
        const int first = removed.at(0).at(1).toInt();
        presets.undoRemove(first);
        presets.undoRemove(first);  // once
        QVERIFY(fixture().pump([&] { return presets.count() == 1; }));
        fixture().ticks(20);
        QCOMPARE(presets.count(), 1);
        QCOMPARE(presets.nameAt(0), QStringLiteral("A"));
        presets.undoRemove(removed.at(1).at(1).toInt());
        QVERIFY(fixture().pump([&] { return presets.count() == 2; }));
        QVERIFY(presets.rowNamed(QStringLiteral("B")) >= 0);
    }
};

QTEST_MAIN(ChatListTest)
#include "tst_chat_list.moc"
