// One conversation from the composer to the disk and back.

#include "chat_fixture.h"

using namespace hearth;

class ChatSessionTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ChatFixture> m_fixture;

    ChatFixture& fixture() { return *m_fixture; }

    /// Comes back while the message is on its way to a store that has other things to do.
    bool sendWhileTheStoreIsBusy(ChatSession* session, const QString& text) {
        fixture().storage->run<void>(
            fixture().storage.get(),
            [](storage::ChatStore&) -> Status {
                QThread::msleep(150);
                return {};
            },
            [](const Status&) {});
        session->composer()->setText(text);
        session->send();
        return fixture().pump([&] { return session->isStoring(); });
    }

 private Q_SLOTS:
    void init() { m_fixture = std::make_unique<ChatFixture>(); }
    void cleanup() {
        m_fixture->end();
        m_fixture.reset();
    }

    void aMessageIsOnDiskBeforeTheEngineHearsOfIt() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        std::vector<storage::Role> storedAtRequest;
        std::string storedText;
        fixture().onRequest = [&](const ChatRequest&) {
            const storage::ConversationPath path = fixture().stored(session->conversationId());
            for (const storage::PathMessage& message : path.messages) {
                storedAtRequest.push_back(message.message.role);
            }
            storedText = path.messages.empty() ? "" : path.messages[0].message.text;
        };
        QVERIFY(fixture().say(session, QStringLiteral("  Hello <b>world</b>\n")));
        QCOMPARE(storedAtRequest, std::vector({storage::Role::user, storage::Role::assistant}));
        QCOMPARE(storedText, std::string("  Hello <b>world</b>\n"));
        QCOMPARE(fixture().requests.size(), std::size_t{1});
        QCOMPARE(fixture().requests[0].turns.back().text, QStringLiteral("  Hello <b>world</b>\n"));

        const storage::ConversationPath path = fixture().stored(session->conversationId());
        QCOMPARE(path.messages.size(), std::size_t{2});
        QCOMPARE(path.messages[1].message.text, std::string("An answer of a few words."));
        QCOMPARE(path.messages[1].message.status, storage::MessageStatus::complete);
        QCOMPARE(path.messages[1].message.model, std::string("Small"));
        QVERIFY(path.messages[1].message.statistics.text.find("generated_tokens") != std::string::npos);
        QCOMPARE(ChatFixture::shown(session).last(), QStringLiteral("An answer of a few words."));
        QVERIFY(session->composer()->text().isEmpty());
        QCOMPARE(session->activity(), ChatSession::Activity::Idle);
    }

    void theStreamIsStoredWhileItRuns() {
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("word ").repeated(400), 200);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("go"));
        session->send();
        std::string stored;
        QVERIFY(fixture().pump([&] { return session->isWriting(); }));
        QVERIFY(fixture().pump([&] {
            const auto path = fixture().stored(session->conversationId());
            stored = path.messages.size() == 2 ? path.messages[1].message.text : "";
            return stored.size() > 100;
        }));
        QVERIFY(session->isWriting());
        QVERIFY(QString::fromStdString(stored).startsWith(QStringLiteral("word word")));
        QCOMPARE(session->activity(), ChatSession::Activity::Writing);
        session->stop();
        QVERIFY(fixture().idle(session));
    }

    void statesOnTheWay() {
        fixture().answers = [](const ChatRequest&) {
            FakeAnswer answer = ChatFixture::answer(QStringLiteral("word ").repeated(200), 100);
            answer.readingTime = std::chrono::milliseconds(800);
            answer.promptTokens = 400;
            return answer;
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QList<ChatSession::Activity> states;
        connect(session, &ChatSession::activityChanged, this, [&] { states.append(session->activity()); });
        QStringList words;
        connect(session, &ChatSession::activityTextChanged, this,
                [&] { words.append(session->activityText()); });
        QVERIFY(fixture().say(session, QStringLiteral("go")));
        states.erase(std::unique(states.begin(), states.end()), states.end());
        QCOMPARE(states, QList({ChatSession::Activity::Queued, ChatSession::Activity::Reading,
                                ChatSession::Activity::Writing, ChatSession::Activity::Idle}));
        QVERIFY(!words.filter(QStringLiteral("reading")).isEmpty());
        QCOMPARE(session->activityText(), QString());
    }

    void stopKeepsWhatHasComeAndContinueGoesOn() {
        fixture().answers = [](const ChatRequest& request) {
            return request.start == AnswerStart::ContinueLast
                       ? ChatFixture::answer(QStringLiteral("and the rest."))
                       : ChatFixture::answer(QStringLiteral("word ").repeated(300), 100);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("go"));
        session->send();
        QVERIFY(fixture().pump([&] {
            return ChatFixture::shown(session).size() == 2 && ChatFixture::shown(session).last().size() > 20;
        }));
        session->stop();
        QVERIFY(fixture().idle(session));
        QCOMPARE(session->activity(), ChatSession::Activity::Stopped);
        const QString partial = ChatFixture::shown(session).last();
        storage::ConversationPath path = fixture().stored(session->conversationId());
        QCOMPARE(path.messages[1].message.status, storage::MessageStatus::stopped);
        QCOMPARE(QString::fromStdString(path.messages[1].message.text), partial);

        session->continueAnswer(ChatFixture::lastKey(session, false));
        QVERIFY(fixture().pump([&] { return session->isWriting(); }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(fixture().requests.back().start, AnswerStart::ContinueLast);
        QCOMPARE(fixture().requests.back().turns.back().text, partial);
        QCOMPARE(ChatFixture::shown(session).last(), partial + QStringLiteral("and the rest."));
        path = fixture().stored(session->conversationId());
        QCOMPARE(path.messages[1].version_count, 2U);  // what was stopped is kept beside it
        QCOMPARE(QString::fromStdString(path.messages[1].message.text),
                 partial + QStringLiteral("and the rest."));
    }

    void regenerateAddsAVersionAndSwitchingShowsEither() {
        int number = 0;
        fixture().answers = [&](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("version %1").arg(++number));
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("go")));
        session->regenerate(ChatFixture::lastKey(session, false));
        QVERIFY(fixture().pump(
            [&] { return ChatFixture::shown(session).last() == QStringLiteral("version 2"); }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(fixture().requests[1].turns.size(), std::size_t{1});  // without the answer it replaces
        const double second = ChatFixture::lastKey(session, false);
        session->switchVersion(second, -1);
        QVERIFY(fixture().pump(
            [&] { return ChatFixture::shown(session).last() == QStringLiteral("version 1"); }));
        session->switchVersion(ChatFixture::lastKey(session, false), -1);  // there is none before the first
        fixture().ticks(20);
        QCOMPARE(ChatFixture::shown(session).last(), QStringLiteral("version 1"));
        session->switchVersion(ChatFixture::lastKey(session, false), 1);
        QVERIFY(fixture().pump([&] { return ChatFixture::lastKey(session, false) == second; }));
        QCOMPARE(fixture().stored(session->conversationId()).messages[1].version_index, 1U);
    }

    void aVersionThatIsWrittenGoesOnWhileAnotherIsShown() {
        fixture().answers = [n = 0](const ChatRequest&) mutable {
            return n++ == 0 ? ChatFixture::answer(QStringLiteral("first"))
                            : ChatFixture::answer(QStringLiteral("slow ").repeated(60), 100);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("go")));
        session->regenerate(ChatFixture::lastKey(session, false));
        QVERIFY(fixture().pump(
            [&] { return ChatFixture::shown(session).last().startsWith(QStringLiteral("slow")); }));
        session->switchVersion(ChatFixture::lastKey(session, false), -1);
        QVERIFY(
            fixture().pump([&] { return ChatFixture::shown(session).last() == QStringLiteral("first"); }));
        QVERIFY(session->isWriting());
        fixture().ticks(5);
        QCOMPARE(ChatFixture::shown(session).last(), QStringLiteral("first"));
        session->switchVersion(ChatFixture::lastKey(session, false), 1);
        QVERIFY(fixture().pump(
            [&] { return ChatFixture::shown(session).last().startsWith(QStringLiteral("slow")); }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(ChatFixture::shown(session).last(), QStringLiteral("slow ").repeated(60));
    }

    void editOfAMessageIsAVersionWithAnAnswerOfItsOwn() {
        fixture().answers = [](const ChatRequest& request) {
            return ChatFixture::answer(QStringLiteral("about ") + request.turns.back().text);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("cats")));
        session->composer()->setText(QStringLiteral("half a thought"));
        session->beginEditOfLast();
        QCOMPARE(session->composer()->text(), QStringLiteral("cats"));
        session->composer()->setText(QStringLiteral("dogs"));
        session->send();
        QVERIFY(fixture().pump(
            [&] { return ChatFixture::shown(session).last() == QStringLiteral("about dogs"); }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(ChatFixture::shown(session),
                 QStringList({QStringLiteral("dogs"), QStringLiteral("about dogs")}));
        QCOMPARE(session->composer()->text(), QStringLiteral("half a thought"));
        session->switchVersion(ChatFixture::lastKey(session, true), -1);
        QVERIFY(fixture().pump(
            [&] { return ChatFixture::shown(session).last() == QStringLiteral("about cats"); }));
    }

    void anAnswerThatFillsTheContextIsRememberedAsThat() {
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("word ").repeated(20'000), 1'000'000);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("q")));
        QVERIFY(session->contextEnded());
        fixture().restart();
        session = fixture().reopen(1);
        QVERIFY(session->contextEnded());
        QCOMPARE(session->transcript()->messageCount(), 2);
        session->remove(ChatFixture::lastKey(session, false));
        QVERIFY(fixture().pump([&] { return !session->contextEnded(); }));
        // The limit that the person set is another thing.
        QVERIFY(fixture().load());
        session->parameters()->setLimitsAnswer(true);
        session->parameters()->setMaxTokens(5);
        QVERIFY(fixture().say(session, QStringLiteral("q")));
        QVERIFY(!session->contextEnded());
        fixture().restart();
        QVERIFY(!fixture().reopen(1)->contextEnded());
    }

    void muchThatComesBackIsParsedByTheWorker() {
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("A paragraph of an answer. ").repeated(800), 1'000'000);
        };
        fixture().script.models[kSmallModel] = ChatFixture::model(QStringLiteral("Small"), 100'000);
        fixture().restart();
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        for (int i = 0; i < 3; ++i) {
            QVERIFY(fixture().say(session, QString::number(i)));
        }
        const QStringList all = ChatFixture::shown(session);
        QCOMPARE(all.size(), 6);
        QSignalSpy undo(session, &ChatSession::undoOffered);
        session->remove(ChatFixture::keys(session, true).front());
        QVERIFY(fixture().pump([&] { return undo.count() == 1 && session->isEmpty(); }));
        QSignalSpy inserted(session->transcript(), &QAbstractItemModel::rowsInserted);
        session->undo(undo.front().at(1).toInt());
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session) == all; }));
        QCOMPARE(inserted.count(), 0);
    }

    void branchIsAConversationOfItsOwn() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("one")));
        const double firstAnswer = ChatFixture::lastKey(session, false);
        QVERIFY(fixture().say(session, QStringLiteral("two")));
        QSignalSpy branched(session, &ChatSession::branched);
        session->branch(firstAnswer);
        QVERIFY(fixture().pump([&] { return branched.count() == 1; }));
        const qint64 id = branched.front().front().toLongLong();
        QVERIFY(id != session->conversationId());
        ChatSession* branch = fixture().reopen(id);
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(branch).size() == 2; }));
        QVERIFY(fixture().say(branch, QStringLiteral("other")));
        QCOMPARE(ChatFixture::shown(session).size(), 4);
        QCOMPARE(ChatFixture::shown(branch).size(), 4);
        QCOMPARE(fixture().stored(session->conversationId()).messages[2].message.text, std::string("two"));
    }

    void deleteHidesWhatFollowsAndUndoBringsItBack() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("one")));
        QVERIFY(fixture().say(session, QStringLiteral("two")));
        QSignalSpy offers(session, &ChatSession::undoOffered);
        session->remove(ChatFixture::lastKey(session, true));
        QVERIFY(fixture().pump([&] { return offers.count() == 1; }));
        QCOMPARE(ChatFixture::shown(session).size(), 2);
        QCOMPARE(fixture().stored(session->conversationId()).messages.size(), std::size_t{2});
        session->undo(offers.front().at(1).toInt());
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 4; }));
        QCOMPARE(fixture().stored(session->conversationId()).messages.size(), std::size_t{4});
    }

    void deletingWhatIsBeingWrittenStopsIt() {
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("word ").repeated(2000), 50);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("go"));
        session->send();
        QVERIFY(fixture().pump([&] { return session->activity() == ChatSession::Activity::Writing; }));
        session->remove(ChatFixture::lastKey(session, true));
        QVERIFY(fixture().pump([&] { return session->isEmpty(); }));
        QVERIFY(fixture().idle(session));
    }

    void whatIsBeingStoredCanBeStoppedAndDeleted() {
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("word ").repeated(2000), 50);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(sendWhileTheStoreIsBusy(session, QStringLiteral("one")));
        session->stop();
        QVERIFY(
            fixture().pump([&] { return ChatFixture::shown(session).size() >= 1 && !session->isStoring(); }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(session->activity(), ChatSession::Activity::Stopped);
        QVERIFY(sendWhileTheStoreIsBusy(session, QStringLiteral("two")));
        session->remove(ChatFixture::keys(session, true).front());
        QVERIFY(fixture().pump([&] { return session->isWriting(); }));
        QVERIFY(fixture().pump([&] { return session->isEmpty(); }));
        QVERIFY(fixture().idle(session));  // not after 2,000 words
    }

    void aFailureIsARowThatCanBeTriedAgain() {
        fixture().answers = [n = 0](const ChatRequest&) mutable {
            FakeAnswer answer = ChatFixture::answer(QStringLiteral("fine now"));
            if (n++ == 0) {
                answer.failure = Error{ErrorCode::out_of_memory, "no memory for the batch"};
            }
            return answer;
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("go")));
        QCOMPARE(session->activity(), ChatSession::Activity::Failed);
        QCOMPARE(session->activityText(),
                 QStringLiteral("failed: ") +
                     errorSentence({ErrorCode::out_of_memory, "no memory for the batch"}));
        storage::ConversationPath path = fixture().stored(session->conversationId());
        QCOMPARE(path.messages[1].message.status, storage::MessageStatus::failed);
        QCOMPARE(QString::fromStdString(path.messages[1].message.error),
                 errorSentence({ErrorCode::out_of_memory, "no memory for the batch"}));
        QVERIFY(path.messages[1].message.text.empty());
        session->act(QStringLiteral("retry"), ChatFixture::lastKey(session, false));
        QVERIFY(
            fixture().pump([&] { return ChatFixture::shown(session).last() == QStringLiteral("fine now"); }));
        QVERIFY(fixture().idle(session));
        path = fixture().stored(session->conversationId());
        QCOMPARE(path.messages[1].version_count, 1U);  // an answer without a word is no version
        QCOMPARE(path.messages[1].message.status, storage::MessageStatus::complete);
        QVERIFY(path.messages[1].message.error.empty());
    }

    void withoutAModelTheTextStaysAndGoesWhenThereIsOne() {
        ChatSession* session = fixture().registry->create();
        QSignalSpy needed(session, &ChatSession::modelNeeded);
        session->composer()->setText(QStringLiteral("hello"));
        session->send();
        QCOMPARE(needed.count(), 1);
        QVERIFY(session->isWaitingForModel());
        QCOMPARE(session->composer()->text(), QStringLiteral("hello"));
        session->composer()->setText(QStringLiteral("hello there"));  // still the person's
        QVERIFY(fixture().load());
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(ChatFixture::shown(session).front(), QStringLiteral("hello there"));
        QVERIFY(!session->isWaitingForModel());
    }

    void waitingForAModelCanBeGivenUp() {
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("hello"));
        session->send();
        session->stop();
        QVERIFY(!session->isWaitingForModel());
        QVERIFY(fixture().load());
        fixture().ticks(20);
        QVERIFY(session->isEmpty());
        QCOMPARE(session->composer()->text(), QStringLiteral("hello"));
    }

    void anAnswerTriedAgainRemembersTheModelThatWroteIt() {
        fixture().answers = [n = 0](const ChatRequest&) mutable {
            FakeAnswer answer = ChatFixture::answer(QStringLiteral("fine now"));
            if (n++ == 0) {
                answer.failure = Error{ErrorCode::out_of_memory, "no memory for the batch"};
            }
            return answer;
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("go")));
        const std::string before =
            fixture().stored(session->conversationId()).messages[1].message.parameters.text;
        QVERIFY(fixture().load(kOtherModel));
        session->act(QStringLiteral("retry"), ChatFixture::lastKey(session, false));
        QVERIFY(
            fixture().pump([&] { return ChatFixture::shown(session).last() == QStringLiteral("fine now"); }));
        QVERIFY(fixture().idle(session));
        const storage::Message answer = fixture().stored(session->conversationId()).messages[1].message;
        QCOMPARE(answer.model, std::string("Other"));
        QVERIFY(answer.parameters.text != before);  // its own seed: it can be had again
        TranscriptModel* model = session->transcript();
        QCOMPARE(model->data(model->index(model->rowCount() - 1), TranscriptModel::ModelNameRole).toString(),
                 QStringLiteral("Other"));
    }

    void whatWaitsIsGivenUpWhenAnotherTextComesIntoTheComposer() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("old")));
        fixture().activeModel->unload();
        QVERIFY(fixture().pump([&] { return !fixture().activeModel->ready(); }));
        // A new message, then an edit.
        session->composer()->setText(QStringLiteral("hello"));
        session->send();
        QVERIFY(session->isWaitingForModel());
        session->beginEditOfLast();
        QVERIFY(!session->isWaitingForModel());
        QVERIFY(fixture().load());
        fixture().ticks(30);
        QCOMPARE(fixture().requests.size(), std::size_t{1});
        QCOMPARE(session->composer()->text(), QStringLiteral("old"));
        // An edit, then back to the draft.
        fixture().activeModel->unload();
        QVERIFY(fixture().pump([&] { return !fixture().activeModel->ready(); }));
        session->composer()->setText(QStringLiteral("new"));
        session->send();
        QVERIFY(session->isWaitingForModel());
        session->composer()->cancelEdit();
        QVERIFY(!session->isWaitingForModel());
        QCOMPARE(session->composer()->text(), QStringLiteral("hello"));
        QVERIFY(fixture().load());
        fixture().ticks(30);
        QCOMPARE(fixture().requests.size(), std::size_t{1});
        QCOMPARE(ChatFixture::shown(session).size(), 2);
    }

    void aTextTakenBackWhileItWaitsIsNotSent() {
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("hello"));
        session->send();
        session->composer()->setText(QStringLiteral("  "));
        QVERIFY(fixture().load());
        // What is asked later has its answer: this one was not asked.
        QVERIFY(fixture().say(fixture().registry->create(), QStringLiteral("other")));
        QCOMPARE(fixture().requests.size(), std::size_t{1});
        QVERIFY(session->isEmpty());
        QVERIFY(!session->isWaitingForModel());
    }

    void anEditWhoseMessageIsGoneIsNotSent() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        for (const char* text : {"one", "two", "three"}) {
            QVERIFY(fixture().say(session, QString::fromLatin1(text)));
        }
        const QStringList before = ChatFixture::shown(session);
        const std::vector<double> own = ChatFixture::keys(session, true);
        fixture().activeModel->unload();
        QVERIFY(fixture().pump([&] { return !fixture().activeModel->ready(); }));
        session->beginEdit(own[2]);
        session->composer()->setText(QStringLiteral("three, edited"));
        session->send();
        QVERIFY(session->isWaitingForModel());
        session->remove(own[1]);
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QSignalSpy notices(session, &ChatSession::noticeRaised);
        QVERIFY(fixture().load());
        fixture().ticks(30);
        QCOMPARE(ChatFixture::shown(session), before.mid(0, 2));
        QCOMPARE(fixture().requests.size(), std::size_t{3});
        QCOMPARE(notices.count(), 1);
        QVERIFY(!session->isWaitingForModel());
        QCOMPARE(session->composer()->text(), QStringLiteral("three, edited"));
    }

    void eachAnswerRemembersItsModelAndAChatGoesOnAfterASwitch() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("one")));
        QVERIFY(fixture().load(kOtherModel));
        QVERIFY(fixture().say(session, QStringLiteral("two")));
        const storage::ConversationPath path = fixture().stored(session->conversationId());
        QCOMPARE(path.messages[1].message.model, std::string("Small"));
        QCOMPARE(path.messages[3].message.model, std::string("Other"));
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{3});
    }

    void unloadingTheModelStopsTheAnswerAndKeepsIt() {
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("word ").repeated(2000), 50);
        };
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("go"));
        session->send();
        QVERIFY(fixture().pump([&] { return session->activity() == ChatSession::Activity::Writing; }));
        fixture().activeModel->unload();
        QVERIFY(fixture().idle(session));
        QCOMPARE(session->activity(), ChatSession::Activity::Stopped);
        QVERIFY(!fixture().stored(session->conversationId()).messages[1].message.text.empty());
    }

    void everythingIsThereAfterARestart() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->parameters()->setSystemPrompt(QStringLiteral("be brief"));
        session->parameters()->setTemperature(0.2);
        QVERIFY(fixture().say(session, QStringLiteral("one")));
        session->composer()->setText(QStringLiteral("not sent"));
        const qint64 id = session->conversationId();
        fixture().restart();
        session = fixture().reopen(id);
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QCOMPARE(session->composer()->text(), QStringLiteral("not sent"));
        QCOMPARE(session->title(), QStringLiteral("one"));
        QCOMPARE(session->parameters()->systemPrompt(), QStringLiteral("be brief"));
        QCOMPARE(session->parameters()->temperature(), 0.2);
        QVERIFY(fixture().load());
        QVERIFY(fixture().say(session, QStringLiteral("two")));
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{4});
        QCOMPARE(fixture().requests.back().turns[0].text, QStringLiteral("be brief"));
    }

    void aDraftMakesANewChatThatAnEmptyOneLeavesBehindNothing() {
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("a draft"));
        QVERIFY(fixture().pump([&] { return session->conversationId() != 0; }));
        const qint64 id = session->conversationId();
        fixture().restart();
        session = fixture().reopen(id);
        QCOMPARE(session->composer()->text(), QStringLiteral("a draft"));
        session->composer()->setText({});
        fixture().registry->release(session);
        fixture().ticks(20);
        fixture().end();
        Result<storage::ChatStore> store = storage::ChatStore::open_read_only(fixture().file());
        QVERIFY(store.has_value());
        QVERIFY(store->list({})->empty());
    }

    void aCrashLeavesAnInterruptedAnswerThatGoesOn() {
        qint64 id = 0;
        {
            // As a process that died while it wrote: a streaming row without its writer.
            fixture().end();
            Result<storage::ChatStore> store = storage::ChatStore::open(fixture().file());
            QVERIFY(store.has_value());
            const auto conversation = store->create_conversation({});
            QVERIFY(conversation.has_value());
            id = conversation->id.value;
            storage::NewTurn turn;
            turn.conversation = conversation->id;
            turn.text = "go";
            turn.model = "Small";
            const auto begun = store->begin_turn(turn);
            QVERIFY(begun.has_value());
            storage::FinishedAnswer half;
            half.message = begun->answer;
            half.text = "half an";
            half.status = storage::MessageStatus::interrupted;
            QVERIFY(store->finish_answer(half).has_value());
        }
        fixture().answers = [](const ChatRequest&) { return ChatFixture::answer(QStringLiteral(" answer")); };
        fixture().restart();
        ChatSession* session = fixture().reopen(id);
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QVERIFY(fixture().load());
        session->act(QStringLiteral("continue"), ChatFixture::lastKey(session, false));
        QVERIFY(fixture().pump(
            [&] { return ChatFixture::shown(session).last() == QStringLiteral("half an answer"); }));
        QVERIFY(fixture().idle(session));
    }

    void theTitleIsCutFromTheFirstMessageAndAPersonsTitleStays() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("Explain paged attention\nplease")));
        QCOMPARE(session->title(), QStringLiteral("Explain paged attention"));
        session->rename(QStringLiteral(" Mine "));
        QVERIFY(fixture().pump([&] { return session->title() == QStringLiteral("Mine"); }));
        QVERIFY(fixture().say(session, QStringLiteral("more")));
        QCOMPARE(session->title(), QStringLiteral("Mine"));
        QCOMPARE(fixture().stored(session->conversationId()).conversation.title_source,
                 storage::TitleSource::user);
    }

    void aCapableModelMakesATitleBehindAllOtherWork() {
        fixture().end();
        fixture().script.models[kSmallModel].info.parameterCount = 4'000'000'000;
        fixture().answers = [](const ChatRequest& request) {
            return ChatFixture::answer(request.maxTokens == 12U ? QStringLiteral("\"A fine title.\"")
                                                                : QStringLiteral("An answer."));
        };
        fixture().start();
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("hello there")));
        QCOMPARE(session->title(), QStringLiteral("hello there"));
        QVERIFY(fixture().pump([&] { return session->title() == QStringLiteral("A fine title"); }));
        QVERIFY(fixture().requests.back().priority < 0);
        QCOMPARE(ChatFixture::shown(session).size(), 2);  // it is no message
        QVERIFY(fixture().idle(session));
        QVERIFY(fixture().say(session, QStringLiteral("again")));
        fixture().ticks(60);
        QCOMPARE(fixture().requests.size(), std::size_t{3});  // asked once
    }

    void aModelThatThinksMakesNoTitle() {
        fixture().end();
        fixture().script.models[kSmallModel].info.parameterCount = 4'000'000'000;
        fixture().answers = [](const ChatRequest&) {
            return ChatFixture::answer(QStringLiteral("The user greets.\nGreet back.\n</think>\n\nHi."));
        };
        fixture().start();
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("hello there")));
        QElapsedTimer idle;
        idle.start();
        fixture().pump([&] { return idle.elapsed() > 800; });  // a title is asked for after half a second
        QCOMPARE(fixture().requests.size(), std::size_t{1});
        QCOMPARE(session->title(), QStringLiteral("hello there"));
    }

    void whatCannotBeStoredIsSaidAndCanGoOnAndBeStoredLater() {
        QVERIFY(fixture().load());
        fixture().end();
        fixture().start();
        QVERIFY(fixture().load());
        // A file that another program holds locked refuses every write.
        storage::StorageThreadOptions options;
        options.open.busy_timeout = std::chrono::milliseconds(1);
        fixture().end();
        fixture().start(options);
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("stored")));
        lockFile();
        session->composer()->setText(QStringLiteral("not stored"));
        session->send();
        QVERIFY(fixture().pump([&] { return !session->saveError().isEmpty(); }));
        QCOMPARE(fixture().requests.size(), std::size_t{1});  // the engine was not asked
        QCOMPARE(session->composer()->text(), QStringLiteral("not stored"));
        QVERIFY(!session->isUnsaved());
        session->goOnUnsaved();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 4; }));
        QVERIFY(fixture().idle(session));
        QVERIFY(session->isUnsaved());
        QCOMPARE(fixture().registry->unstoredCount(), 1);
        // Without a tab it stays: what it holds is nowhere else.
        fixture().registry->release(session);
        QCOMPARE(fixture().registry->open(session->conversationId()), session);
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{3});
        QCOMPARE(ChatFixture::shown(session).last(), QStringLiteral("An answer of a few words."));
        unlockFile();
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return !session->isUnsaved(); }));
        QVERIFY(session->saveError().isEmpty());
        QCOMPARE(fixture().registry->unstoredCount(), 0);
        const storage::ConversationPath path = fixture().stored(session->conversationId());
        QCOMPARE(path.messages.size(), std::size_t{4});
        QCOMPARE(path.messages[2].message.text, std::string("not stored"));
        QVERIFY(fixture().say(session, QStringLiteral("stored again")));
        QCOMPARE(fixture().stored(session->conversationId()).messages.size(), std::size_t{6});
    }

    void aRefusedMessageCanBeTriedAgain() {
        storage::StorageThreadOptions options;
        options.open.busy_timeout = std::chrono::milliseconds(1);
        fixture().end();
        fixture().start(options);
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("stored")));
        lockFile();
        session->composer()->setText(QStringLiteral("second"));
        session->send();
        QVERIFY(fixture().pump([&] { return !session->saveError().isEmpty(); }));
        unlockFile();
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 4; }));
        QVERIFY(fixture().idle(session));
        QVERIFY(session->saveError().isEmpty());
        QVERIFY(session->composer()->text().isEmpty());
    }

    void aRefusedMessageThatIsChangedIsStoredAsItStands() {
        storage::StorageThreadOptions options;
        options.open.busy_timeout = std::chrono::milliseconds(1);
        fixture().end();
        fixture().start(options);
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        QVERIFY(fixture().say(session, QStringLiteral("stored")));
        lockFile();
        session->composer()->setText(QStringLiteral("second"));
        session->send();
        QVERIFY(fixture().pump([&] { return !session->saveError().isEmpty(); }));
        session->composer()->setText(QStringLiteral("second, with more"));
        unlockFile();
        session->retrySaving();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 4; }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(ChatFixture::shown(session)[2], QStringLiteral("second, with more"));
        QCOMPARE(fixture().requests.back().turns.back().text, QStringLiteral("second, with more"));
    }

    void aChatThatIsNotThereSaysSo() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().reopen(4711);
        QVERIFY(!session->loadError().isEmpty());
        // What is typed there makes no chat of it.
        session->composer()->setText(QStringLiteral("x"));
        session->composer()->flushDraft();
        session->send();
        fixture().ticks(20);
        QVERIFY(fixture().requests.empty());
        Result<storage::ChatStore> store = storage::ChatStore::open_read_only(fixture().file());
        QVERIFY(store.has_value());
        QVERIFY(store->list({})->empty());
        QCOMPARE(*store->draft(storage::ConversationId{4711}), std::string());
    }

    void sendingTwiceIsOneMessage() {
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        session->composer()->setText(QStringLiteral("once"));
        session->send();
        session->send();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() >= 2; }));
        QVERIFY(fixture().idle(session));
        fixture().ticks(10);
        QCOMPARE(fixture().requests.size(), std::size_t{1});
    }

 private:
    void lockFile();
    void unlockFile();
    struct sqlite3* m_lock = nullptr;
};

#include <sqlite3.h>

void ChatSessionTest::lockFile() {
    QCOMPARE(sqlite3_open(fixture().file().c_str(), &m_lock), SQLITE_OK);
    QCOMPARE(sqlite3_exec(m_lock, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
}

void ChatSessionTest::unlockFile() {
    sqlite3_exec(m_lock, "ROLLBACK", nullptr, nullptr, nullptr);
    sqlite3_close(m_lock);
    m_lock = nullptr;
}

QTEST_MAIN(ChatSessionTest)
#include "tst_chat_session.moc"
