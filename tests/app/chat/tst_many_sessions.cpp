// Eight conversations at once: nothing of one is ever found in another, whatever is opened, closed or
// switched meanwhile.

#include "chat_fixture.h"

using namespace hearth;

class ManySessionsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ChatFixture> m_fixture;

    ChatFixture& fixture() { return *m_fixture; }

    static QString marker(int chat) { return QStringLiteral("[chat-%1]").arg(chat); }

 private Q_SLOTS:
    void init() {
        m_fixture = std::make_unique<ChatFixture>();
        // The answer repeats the marker of the question it belongs to.
        fixture().answers = [](const ChatRequest& request) {
            const QString text = request.turns.back().text;
            return ChatFixture::answer(
                (text.left(text.indexOf(QLatin1Char(']')) + 1) + QLatin1Char(' ')).repeated(60), 10);
        };
    }
    void cleanup() {
        m_fixture->end();
        m_fixture.reset();
    }

    void markersNeverCross() {
        QVERIFY(fixture().load());
        std::vector<ChatSession*> sessions;
        for (int i = 0; i < 8; ++i) {
            sessions.push_back(fixture().registry->create());
            sessions.back()->composer()->setText(marker(i) + QStringLiteral(" go"));
            sessions.back()->send();
        }
        QVERIFY(fixture().pump([&] { return fixture().registry->writingCount() == 8; }));
        // While all write: the visible one changes, one is closed and opened again, one is stopped.
        std::vector<qint64> ids;
        for (ChatSession* session : sessions) {
            ids.push_back(session->conversationId());
        }
        for (int round = 0; round < 8; ++round) {
            sessions[static_cast<std::size_t>(round)]->setVisible(true);
            fixture().ticks(3);
            sessions[static_cast<std::size_t>(round)]->setVisible(false);
        }
        fixture().registry->release(sessions[2]);
        fixture().ticks(2);
        QVERIFY(fixture().registry->find(ids[2]) != nullptr);  // it writes on without a tab
        QCOMPARE(fixture().registry->open(ids[2]), sessions[2]);
        sessions[5]->stop();
        QVERIFY(fixture().pump([&] { return fixture().registry->writingCount() == 0; }));
        for (ChatSession* session : sessions) {
            QVERIFY(fixture().idle(session));
        }
        for (int i = 0; i < 8; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const QString shown = ChatFixture::shown(sessions[at]).last();
            const storage::ConversationPath path = fixture().stored(ids[at]);
            QCOMPARE(path.messages.size(), std::size_t{2});
            QCOMPARE(QString::fromStdString(path.messages[1].message.text), shown);
            QString rest = shown;
            QVERIFY(rest.contains(marker(i)));
            rest.remove(marker(i) + QLatin1Char(' '));
            rest.remove(marker(i));  // the last one of a stopped answer has no space after it
            QVERIFY2(i == 5 || rest.isEmpty(), qPrintable(rest));
            QVERIFY(i != 5 || !rest.contains(QLatin1Char(']')));
        }
    }

    void aClosedChatFinishesAndIsThenLetGo() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(marker(1) + QStringLiteral(" go"));
        session->send();
        QVERIFY(fixture().pump([&] { return session->isWriting(); }));
        const qint64 id = session->conversationId();
        fixture().registry->release(session);
        QVERIFY(fixture().pump([&] { return fixture().registry->find(id) == nullptr; }));
        const storage::ConversationPath path = fixture().stored(id);
        QCOMPARE(path.messages[1].message.status, storage::MessageStatus::complete);
        QCOMPARE(QString::fromStdString(path.messages[1].message.text),
                 (marker(1) + QLatin1Char(' ')).repeated(60));
        ChatSession* again = fixture().reopen(id);
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(again).size() == 2; }));
    }

    void theEndOfTheProgramKeepsWhatWasWritten() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(marker(1) + QStringLiteral(" go"));
        session->send();
        QVERIFY(fixture().pump([&] {
            return ChatFixture::shown(session).size() == 2 && ChatFixture::shown(session).last().size() > 40;
        }));
        const qint64 id = session->conversationId();
        const QString shown = ChatFixture::shown(session).last();
        fixture().end();
        const storage::ConversationPath path = fixture().stored(id);
        QCOMPARE(path.messages[1].message.status, storage::MessageStatus::stopped);
        QCOMPARE(QString::fromStdString(path.messages[1].message.text), shown);
    }

    void theVisibleChatHasPriority() {
        QVERIFY(fixture().load());
        ChatSession* hidden = fixture().registry->create();
        ChatSession* visible = fixture().registry->create();
        visible->setVisible(true);
        QVERIFY(fixture().say(hidden, marker(1)));
        QVERIFY(fixture().say(visible, marker(2)));
        QVERIFY(fixture().requests[1].priority > fixture().requests[0].priority);
    }

    void moreThanTheEngineTakesWaitAndSayTheirPlace() {
        fixture().end();
        fixture().script.concurrentRequests = 2;
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("word ").repeated(900), 1);
        };
        fixture().start();
        QVERIFY(fixture().load());
        std::vector<ChatSession*> sessions;
        for (int i = 0; i < 4; ++i) {
            sessions.push_back(fixture().registry->create());
            sessions.back()->composer()->setText(marker(i));
            sessions.back()->send();
            QVERIFY(fixture().pump([&] { return sessions.back()->isWriting(); }));
        }
        QVERIFY2(
            fixture().pump([&] { return sessions[3]->activityText() == QStringLiteral("2nd in queue"); }),
            qPrintable(sessions[3]->activityText()));
        QCOMPARE(sessions[3]->activity(), ChatSession::Activity::Queued);
        for (ChatSession* session : sessions) {
            session->stop();
        }
        QVERIFY(fixture().pump([&] { return fixture().registry->writingCount() == 0; }));
    }

    void flushAnswersOnceEverythingIsStored() {
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("typed just now"));
        bool flushed = false;
        fixture().registry->flush([&] { flushed = true; });
        QVERIFY(fixture().pump([&] { return flushed; }));
        Result<storage::ChatStore> store = storage::ChatStore::open_read_only(fixture().file());
        QVERIFY(store.has_value());
        const auto list = store->list({});
        QVERIFY(list.has_value() && list->size() == 1);
        QCOMPARE(*store->draft(list->front().id), std::string("typed just now"));
    }
};

QTEST_MAIN(ManySessionsTest)
#include "tst_many_sessions.moc"
