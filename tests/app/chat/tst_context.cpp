// The context: the meter, the rule, and the three ways on when it is full.

#include "chat/answer_run.h"
#include "chat_fixture.h"

using namespace hearth;

/// An engine that does nothing but end its one answer as it is told.
class EndingEngine : public EngineClient {
    Q_OBJECT

 public:
    ModelHandle load(LoadModelRequest) override { return {}; }
    void cancelLoad(ModelHandle) override {}
    void unload(ModelHandle) override {}
    void plan(const LoadModelRequest&, QObject*, PlanCallback) override {}
    RequestHandle generate(ModelHandle, ChatRequest) override { return RequestHandle{1}; }
    void stop(RequestHandle) override {}
    void setPriority(RequestHandle, int) override {}
    void measure(ModelHandle, std::vector<ChatTurn>, QString, QObject*, MeasureCallback) override {}
    EngineFigures figures() const override { return {}; }
    void setFrameClock(FrameClock&) override {}
    std::chrono::nanoseconds now() const override { return {}; }

    void end(const Done& done) { Q_EMIT events({EngineEvent{RequestHandle{1}, done}}); }
    void endWithLength(std::uint32_t tokens) {
        Q_EMIT events({EngineEvent{RequestHandle{1}, TextDelta{QStringLiteral("text"), tokens}}});
        AnswerStatistics statistics;
        statistics.generatedTokens = tokens;
        end({.reason = FinishReason::length, .statistics = statistics});
    }
};

class ContextTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ChatFixture> m_fixture;

    ChatFixture& fixture() { return *m_fixture; }

    /// About 106 tokens of the scripted engine.
    static QString longText() { return QStringLiteral("word ").repeated(105); }

    int ruleCount(ChatSession* session) {
        TranscriptModel* model = session->transcript();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->data(model->index(row), TranscriptModel::KindRole).toInt() ==
                TranscriptModel::ContextRule) {
                return model->data(model->index(row), TranscriptModel::LeftOutRole).toInt();
            }
        }
        return 0;
    }
    /// Three exchanges that all but fill a context of 1024.
    ChatSession* fullChat() {
        fixture().answers = [](const ChatRequest& request) {
            if (request.turns.back().text.startsWith(QStringLiteral("Sum up"))) {
                return ChatFixture::answer(QStringLiteral("They spoke of words."));
            }
            return ChatFixture::answer(longText());
        };
        if (!fixture().load()) {
            return nullptr;
        }
        ChatSession* session = fixture().registry->create();
        for (int i = 0; i < 3; ++i) {
            if (!fixture().say(session, longText())) {
                return nullptr;
            }
        }
        return session;
    }
    bool refused(ChatSession* session) {
        QSignalSpy choices(session, &ChatSession::contextChoiceNeeded);
        session->composer()->setText(longText().repeated(2));
        session->send();
        return fixture().pump([&] { return choices.count() == 1; });
    }

    /// Answers to what asks for a summary.
    void sumUpWith(const FakeAnswer& summary) {
        fixture().answers = [summary](const ChatRequest& request) {
            return request.turns.back().text.startsWith(QStringLiteral("Sum up"))
                       ? summary
                       : ChatFixture::answer(QStringLiteral("fine"));
        };
    }

 private Q_SLOTS:
    void init() {
        m_fixture = std::make_unique<ChatFixture>();
        fixture().end();
        fixture().script.models[kSmallModel] = ChatFixture::model(QStringLiteral("Small"), 1024);
        fixture().start();
    }
    void cleanup() {
        m_fixture->end();
        m_fixture.reset();
    }

    void theMeterCountsWhatIsTyped() {
        ChatSession* session = fixture().registry->create();
        QVERIFY(!session->contextMeter()->isKnown());
        QVERIFY(fixture().load());
        session->composer()->setText(QStringLiteral("three short words"));
        QVERIFY(fixture().pump([&] { return session->contextMeter()->draftTokens() > 0; }));
        QCOMPARE(session->contextMeter()->contextTokens(), 1024);
        const int before = session->contextMeter()->usedTokens();
        session->composer()->setText(QStringLiteral("three short words and more"));
        QVERIFY(fixture().pump([&] { return session->contextMeter()->usedTokens() > before; }));
        fixture().activeModel->unload();
        QVERIFY(fixture().pump([&] { return !session->contextMeter()->isKnown(); }));
    }

    void theRuleShowsBeforeItHappens() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QCOMPARE(ruleCount(session), 0);
        session->composer()->setText(longText().repeated(2));
        QVERIFY(fixture().pump([&] { return session->contextMeter()->isOverfull(); }));
        QVERIFY(fixture().pump([&] { return ruleCount(session) == 2; }));
        session->composer()->setText({});
        QVERIFY(fixture().pump([&] { return ruleCount(session) == 0; }));
    }

    void nothingIsSentOrDroppedUnasked() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        const std::size_t before = fixture().requests.size();
        QVERIFY(refused(session));
        fixture().ticks(30);
        QCOMPARE(fixture().requests.size(), before);
        QCOMPARE(session->composer()->text(), longText().repeated(2));
        QCOMPARE(fixture().stored(session->conversationId()).messages.size(), std::size_t{6});
        QVERIFY(session->contextChoices()->canLeaveOut());
        QVERIFY(session->contextChoices()->canSummarize());
        QVERIFY(session->composer()->canSend());
    }

    void aMessageLongerThanAnyContextSaysSoAndOffersNothingElse() {
        QVERIFY(fixture().load());  // 1024 tokens, made for 4096
        ChatSession* session = fixture().registry->create();
        QSignalSpy asked(session, &ChatSession::contextChoiceNeeded);
        const ContextChoices* choices = session->contextChoices();
        session->composer()->setText(longText().repeated(60));
        session->send();
        QVERIFY(fixture().pump([&] { return asked.count() == 1; }));
        QVERIFY(choices->isHopeless());
        QVERIFY(choices->explanation().contains(QLocale().toString(4096)));
        fixture().ticks(20);
        QVERIFY(!choices->canEnlarge() && !choices->canLeaveOut() && !choices->canSummarize());
        QVERIFY(choices->enlargeText().isEmpty() && choices->leaveOutText().isEmpty());
        session->contextChoices()->dismiss();
        QVERIFY(!session->isChoosing());
        QVERIFY(!session->composer()->text().isEmpty());
        // A shorter one is a matter of a larger context.
        session->composer()->setText(longText().repeated(20));
        session->send();
        QVERIFY(fixture().pump([&] { return asked.count() == 2 && choices->canEnlarge(); }));
        QVERIFY(!choices->isHopeless());
    }

    /// The model could read it, but there is not so much memory.
    void aMessageLongerThanTheMemoryAllowsSaysSo() {
        fixture().end();
        FakeModel& model = fixture().script.models[kSmallModel];
        model.info = ChatFixture::model(QStringLiteral("Small"), 1024).info;
        model.info.modelContextTokens = 65'536;
        model.kvBytesPerToken = 1'000'000;
        fixture().script.memoryAvailableBytes = 10'000'000'000;
        fixture().start();
        QVERIFY(fixture().load());
        ChatSession* session = fixture().registry->create();
        const ContextChoices* choices = session->contextChoices();
        session->composer()->setText(longText().repeated(300));  // some 32,000 tokens
        session->send();
        QVERIFY(fixture().pump([&] { return choices->isHopeless(); }));
        QVERIFY(choices->explanation().contains(QStringLiteral("memory")));
        QVERIFY(!choices->canEnlarge() && choices->enlargeText().isEmpty());
        session->contextChoices()->dismiss();
        // What twice the context would not hold in memory, the context that just does may.
        session->composer()->setText(longText().repeated(80));  // more than 8192 tokens
        session->send();
        QVERIFY(fixture().pump([&] { return choices->canEnlarge(); }));
        QVERIFY(!choices->isHopeless());
    }

    void notNowGivesTheMessageUp() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        const std::size_t before = fixture().requests.size();
        QVERIFY(refused(session));
        session->contextChoices()->dismiss();
        session->composer()->setText(QStringLiteral("half typed ") + longText().repeated(2));
        session->contextChoices()->prepare();
        QVERIFY(fixture().pump([&] { return session->contextChoices()->canLeaveOut(); }));
        session->contextChoices()->leaveOut();
        fixture().ticks(30);
        QVERIFY(session->contextChoices()->leavesOut() || ruleCount(session) > 0);
        QCOMPARE(fixture().requests.size(), before);
        QVERIFY(session->composer()->text().startsWith(QStringLiteral("half typed")));
        QCOMPARE(fixture().stored(session->conversationId()).messages.size(), std::size_t{6});
    }

    void leavingOutSendsAndIsShownAndKept() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QVERIFY(refused(session));
        QSignalSpy offers(session, &ChatSession::undoOffered);
        session->contextChoices()->leaveOut();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 8; }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{5});  // one exchange less
        QVERIFY(ruleCount(session) >= 2);
        const qint64 id = session->conversationId();
        QCOMPARE(fixture().stored(id).messages.size(), std::size_t{8});
        fixture().restart();
        fixture().script.models[kSmallModel] = ChatFixture::model(QStringLiteral("Small"), 4096);
        fixture().engine->setScript(fixture().script);
        session = fixture().reopen(id);
        QVERIFY(fixture().pump([&] { return ruleCount(session) == 2; }));
        QVERIFY(fixture().load());
        QVERIFY(fixture().say(session, QStringLiteral("next")));
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{7});  // still left out
        session->contextChoices()->useEverything();
        QVERIFY(fixture().say(session, QStringLiteral("all")));
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{11});
    }

    void summarizingShowsASummaryThatCanBeChanged() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QVERIFY(refused(session));
        session->contextChoices()->summarize();
        QVERIFY(session->contextChoices()->isSummarizing());
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 9; }));
        QVERIFY(fixture().idle(session));
        const ChatRequest& request = fixture().requests.back();
        QCOMPARE(request.turns.size(), std::size_t{6});
        QCOMPARE(request.turns[0].role, ChatRole::System);
        QVERIFY(request.turns[0].text.contains(QStringLiteral("They spoke of words.")));
        QVERIFY(session->transcript()
                    ->source(ChatSession::kSummaryKey)
                    .contains(QStringLiteral("They spoke of words.")));
        session->act(QStringLiteral("edit"),
                     static_cast<double>(static_cast<qint64>(ChatSession::kSummaryKey)));
        QCOMPARE(session->composer()->text(), QStringLiteral("They spoke of words."));
        session->composer()->setText(QStringLiteral("Only words."));
        session->send();
        QVERIFY(
            session->transcript()->source(ChatSession::kSummaryKey).contains(QStringLiteral("Only words.")));
        const qint64 id = session->conversationId();
        fixture().restart();
        session = fixture().reopen(id);
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 9; }));
        QVERIFY(
            session->transcript()->source(ChatSession::kSummaryKey).contains(QStringLiteral("Only words.")));
    }

    void aSummaryWithoutItsEndIsNone() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QVERIFY(refused(session));
        FakeAnswer endless = ChatFixture::answer(QStringLiteral("They spoke of words and"), 100'000);
        endless.minimumTokens = 5000;
        sumUpWith(endless);
        session->contextChoices()->summarize();
        QVERIFY(fixture().pump([&] { return !session->contextChoices()->isSummarizing(); }));
        QVERIFY(!session->contextChoices()->error().isEmpty());
        QVERIFY(!session->contextChoices()->leavesOut());
        fixture().ticks(20);
        QCOMPARE(ChatFixture::shown(session).size(), 6);
        QVERIFY(session->isChoosing());  // another way is still open
    }

    void aSummaryThatIsThoughtAboutIsTheSummaryAlone() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QVERIFY(refused(session));
        // Longer than a summary, and without the opening tag: the template has written that.
        sumUpWith(ChatFixture::answer(
            QStringLiteral("hmm ").repeated(450) + QStringLiteral("\n</think>\n\nThey spoke of words."),
            100'000));
        session->contextChoices()->summarize();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 9; }));
        QVERIFY(fixture().idle(session));
        QVERIFY(fixture().requests.back().turns[0].text.endsWith(QStringLiteral("\n\nThey spoke of words.")));
        QVERIFY(!fixture().requests.back().turns[0].text.contains(QStringLiteral("hmm")));
    }

    void aSummaryCanBeStopped() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QVERIFY(refused(session));
        session->contextChoices()->summarize();
        session->contextChoices()->cancelSummary();
        fixture().ticks(60);
        QVERIFY(!session->contextChoices()->isSummarizing());
        QCOMPARE(ChatFixture::shown(session).size(), 6);
        QCOMPARE(session->composer()->text(), longText().repeated(2));
    }

    void enlargingLoadsTheModelAgainAndSends() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QVERIFY(refused(session));
        QVERIFY(fixture().pump([&] { return session->contextChoices()->canEnlarge(); }));
        QVERIFY(session->contextChoices()->enlargeText().contains(QStringLiteral("2,048")));
        QVERIFY(session->contextChoices()->enlargeText().contains(QStringLiteral("B")));
        session->contextChoices()->enlarge();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 8; }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(fixture().activeModel->contextTokens(), 2048);
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{7});
    }

    void undoBringsTheOldestBack() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QSignalSpy offers(session, &ChatSession::undoOffered);
        QVERIFY(refused(session));
        session->contextChoices()->leaveOut();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 8; }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(offers.count(), 1);
        session->undo(offers.front().at(1).toInt());
        QVERIFY(!session->contextChoices()->leavesOut());
    }

    void whatIsAskedAgainAboveTheCutIsSeenWhole() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QVERIFY(refused(session));
        session->contextChoices()->leaveOut();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 8; }));
        QVERIFY(fixture().idle(session));
        session->regenerate(ChatFixture::keys(session, false).front());
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{1});
        QCOMPARE(fixture().requests.back().turns[0].text, longText());
    }

    void aBranchLeavesOutWhatItsOriginDid() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QVERIFY(refused(session));
        session->contextChoices()->summarize();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 9; }));
        QVERIFY(fixture().idle(session));
        QSignalSpy branched(session, &ChatSession::branched);
        session->branch(ChatFixture::keys(session, false)[2]);
        QVERIFY(fixture().pump([&] { return branched.count() == 1; }));
        ChatSession* branch = fixture().reopen(branched.front().front().toLongLong());
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(branch).size() == 7; }));
        QCOMPARE(ruleCount(branch), 2);
        QVERIFY(fixture().say(branch, QStringLiteral("next")));
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{6});  // the summary, two exchanges, this
        QVERIFY(fixture().requests.back().turns[0].text.contains(QStringLiteral("They spoke of words.")));
        // One that ends above the cut leaves out nothing.
        branched.clear();
        session->branch(ChatFixture::keys(session, true)[0]);
        QVERIFY(fixture().pump([&] { return branched.count() == 1; }));
        branch = fixture().reopen(branched.front().front().toLongLong());
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(branch).size() == 1; }));
        branch->contextChoices()->prepare();
        fixture().ticks(10);
        QVERIFY(!branch->contextChoices()->leavesOut());
    }

    void aSummaryOfWhatComesLaterIsNotGiven() {
        ChatSession* session = fullChat();
        QVERIFY(session);
        QVERIFY(refused(session));
        session->contextChoices()->summarize();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 9; }));
        QVERIFY(fixture().idle(session));
        session->beginEdit(ChatFixture::keys(session, true).front());
        session->composer()->setText(QStringLiteral("another beginning"));
        session->send();
        QVERIFY(fixture().pump([&] { return ChatFixture::shown(session).size() == 2; }));
        QVERIFY(fixture().idle(session));
        QCOMPARE(fixture().requests.back().turns.size(), std::size_t{1});
        QCOMPARE(fixture().requests.back().turns[0].text, QStringLiteral("another beginning"));
    }

    void theEndOfTheContextIsToldFromThePersonsLimit() {
        for (const std::optional<std::uint32_t> limit :
             {std::optional<std::uint32_t>(), std::optional<std::uint32_t>(20)}) {
            EndingEngine engine;
            AnswerRouter router(engine);
            ChatRequest request;
            request.maxTokens = limit;
            AnswerRun::Target target;
            target.key = MessageKey{5};
            AnswerRun run(engine, router, target, ModelHandle{1}, request);
            std::optional<AnswerEnd> ended;
            connect(&run, &AnswerRun::finished, this, [&](const AnswerEnd& end) { ended = end; });
            engine.endWithLength(20);
            QVERIFY(ended);
            QCOMPARE(ended->state, MessageState::LengthLimit);
            QCOMPARE(ended->contextFull, !limit.has_value());
        }
    }

    void anAnswerWithoutAWordIsAFailure() {
        EndingEngine engine;
        AnswerRouter router(engine);
        AnswerRun::Target target;
        target.key = MessageKey{5};
        AnswerRun run(engine, router, target, ModelHandle{1}, {});
        std::optional<AnswerEnd> ended;
        connect(&run, &AnswerRun::finished, this, [&](const AnswerEnd& end) { ended = end; });
        engine.end({.reason = FinishReason::stop, .statistics = {}});
        QVERIFY(ended && ended->state == MessageState::Failed);
        QVERIFY(!ended->errorText.isEmpty());
    }
};

QTEST_MAIN(ContextTest)
#include "tst_context.moc"
