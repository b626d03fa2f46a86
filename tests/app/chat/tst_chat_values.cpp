// The pure parts: prompts, what fits, titles, headings, marks, parameters.

#include "chat/chat_parameters.h"
#include "chat/chat_sections.h"
#include "chat/context_fit.h"
#include "chat/marked_text.h"
#include "chat/parameter_values.h"
#include "chat/prompt_turns.h"
#include "chat/sampling.h"
#include "chat/title_text.h"
#include "transcript/message_text.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace hearth;

namespace {

PathMessage message(qint64 key, MessageRole role, const QString& text) {
    PathMessage made;
    made.key = MessageKey{key};
    made.role = role;
    made.text = text;
    return made;
}

ConversationPath fourMessages() {
    return ConversationPath({message(1, MessageRole::User, QStringLiteral("one")),
                             message(2, MessageRole::Assistant, QStringLiteral("<think>hm</think>\n\ntwo")),
                             message(3, MessageRole::User, QStringLiteral("three")),
                             message(4, MessageRole::Assistant, QStringLiteral("four"))});
}

QStringList texts(const PromptTurns& prompt) {
    QStringList all;
    for (const ChatTurn& turn : prompt.turns) {
        all.append(turn.text);
    }
    return all;
}

}  // namespace

class ChatValuesTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void promptHasSystemAndNoThinking() {
        const PromptTurns prompt = promptTurns(fourMessages(), 4, QStringLiteral("be kind"), {});
        QCOMPARE(texts(prompt),
                 QStringList({QStringLiteral("be kind"), QStringLiteral("one"), QStringLiteral("two"),
                              QStringLiteral("three"), QStringLiteral("four")}));
        QCOMPARE(prompt.turns.front().role, ChatRole::System);
        QVERIFY(!prompt.keys.front());
        QCOMPARE(prompt.keys[1], MessageKey{1});
    }

    void promptOfPartOfThePath() {
        QCOMPARE(texts(promptTurns(fourMessages(), 1, {}, {})), QStringList{QStringLiteral("one")});
    }

    void cutLeavesOutAndSummaryTakesItsPlace() {
        const ContextCut cut{.lastLeftOut = MessageKey{2}, .summary = QStringLiteral("they counted")};
        const PromptTurns prompt = promptTurns(fourMessages(), 4, QStringLiteral("be kind"), cut);
        QCOMPARE(prompt.turns.size(), std::size_t{3});
        QVERIFY(prompt.turns[0].text.startsWith(QStringLiteral("be kind\n\n")));
        QVERIFY(prompt.turns[0].text.endsWith(QStringLiteral("they counted")));
        QCOMPARE(prompt.turns[1].text, QStringLiteral("three"));
    }

    void cutOfAnotherBranchDoesNothing() {
        const ContextCut cut{.lastLeftOut = MessageKey{77}, .summary = QStringLiteral("elsewhere")};
        QCOMPARE(promptTurns(fourMessages(), 4, {}, cut).turns.size(), std::size_t{4});
    }

    void cutSurvivesStorage() {
        const ContextCut cut{.lastLeftOut = MessageKey{9}, .summary = QStringLiteral("s")};
        QCOMPARE(ContextCut::fromJson(cut.toJson()), cut);
        QCOMPARE(ContextCut::fromJson(ContextCut().toJson()), ContextCut());
    }

    void answersWithoutWordsMakeNoTurn() {
        ConversationPath path({message(1, MessageRole::User, QStringLiteral("a")),
                               message(2, MessageRole::Assistant, QStringLiteral("<think>never ended"))});
        QCOMPARE(promptTurns(path, 2, {}, {}).turns.size(), std::size_t{1});
    }

    void thinking_data() {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("shown");
        QTest::newRow("none") << "plain"
                              << "plain";
        QTest::newRow("thought") << "\n<think>\nA\n</think>\n\nB"
                                 << "B";
        QTest::newRow("mentioned later") << "use <think> tags </think>"
                                         << "use <think> tags </think>";
        QTest::newRow("cut while thinking") << "<think>A"
                                            << "";
        QTest::newRow("opened by the template") << "Okay, the\nuser wants\n</think>\n\nB\nC"
                                                << "B\nC";
        QTest::newRow("other tags") << "[THINK]A[/THINK]B"
                                    << "B";
        QTest::newRow("twice") << "<think>A</think>B\n<think>\nC\n</think>\nD"
                               << "B\n\nD";
        QTest::newRow("in code") << "so:\n```\n</think>\n```\nB"
                                 << "so:\n```\n</think>\n```\nB";
        QTest::newRow("after code") << "so:\n```\n<think>\n```\nA\n</think>\nB"
                                    << "B";
    }
    void thinking() {
        QFETCH(QString, answer);
        QTEST(withoutThinking(answer), "shown");
        // What the model is shown of its answer is what a person sees of it outside the thinking.
        QString said;
        const MessageText text(answer);
        for (const MessagePart& part : text.parts()) {
            said += part.thinking ? QString() : part.document.source();
        }
        QCOMPARE(said.trimmed(), withoutThinking(answer));
    }

    void fitLeavesOutWholeExchanges() {
        const std::vector<ChatTurn> turns = {{ChatRole::System, {}},
                                             {ChatRole::User, {}},
                                             {ChatRole::Assistant, {}},
                                             {ChatRole::User, {}},
                                             {ChatRole::Assistant, {}}};
        ContextMeasure measure{.turnTokens = {10, 40, 100, 130, 180},
                               .draftTokens = 20,
                               .totalTokens = 205,
                               .contextTokens = 256};
        QVERIFY(fitContext(measure, turns, 51).fits);
        const ContextFit fit = fitContext(measure, turns, 60);
        QVERIFY(!fit.fits);
        QCOMPARE(fit.leaveOut, std::optional<std::size_t>(2));  // the question and its answer, never half
        measure.contextTokens = 120;
        QCOMPARE(fitContext(measure, turns, 60).leaveOut, std::optional<std::size_t>(4));  // the draft alone
        measure.contextTokens = 60;
        QCOMPARE(fitContext(measure, turns, 60).leaveOut, std::optional<std::size_t>());
        // Without a draft the last question stays.
        measure = {
            .turnTokens = {10, 40, 100, 130}, .draftTokens = 0, .totalTokens = 135, .contextTokens = 100};
        QCOMPARE(fitContext(measure, {turns.begin(), turns.begin() + 4}, 20).leaveOut,
                 std::optional<std::size_t>(2));
    }

    void reserveIsAtMostAQuarter() {
        QCOMPARE(answerReserve(std::nullopt, 8192), 256U);
        QCOMPARE(answerReserve(std::nullopt, 400), 100U);
        QCOMPARE(answerReserve(1000, 8192), 1000U);
        QCOMPARE(answerReserve(100'000, 8192), 2048U);
    }

    void titleCut_data() {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("title");
        QTest::newRow("short") << "Hello there"
                               << "Hello there";
        QTest::newRow("first line with words") << "---\n\n  Sort  a list\nin Python"
                                               << "Sort a list";
        QTest::newRow("cut at a word")
            << "Explain how the garbage collector of this language moves objects around"
            << QString::fromUtf8("Explain how the garbage collector of this…");
        QTest::newRow("Chinese") << QString::fromUtf8("分页注意力").repeated(12)
                                 << QString::fromUtf8("分页注意力").repeated(10).left(48) +
                                        QString::fromUtf8("…");
        QTest::newRow("nothing") << " \n "
                                 << "";
    }
    void titleCut() {
        QFETCH(QString, message);
        QTEST(titleFromMessage(message), "title");
    }

    void titleNeverCutsACharacter() {
        const QString family = QString::fromUtf8("👩‍👩‍👧");  // five code points, one character
        const QString title = titleFromMessage(QStringLiteral("a") + family.repeated(60));
        QCOMPARE(title, QStringLiteral("a") + family.repeated(47) + QString::fromUtf8("…"));
    }

    void titleMade_data() {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("title");
        QTest::newRow("quotes") << "\"Trip to Hangzhou.\""
                                << "Trip to Hangzhou";
        QTest::newRow("Markdown") << "**# Trip**\nmore"
                                  << "Trip";
        QTest::newRow("thinking") << "<think>x</think>\nTrip"
                                  << "Trip";
        QTest::newRow("Chinese") << QString::fromUtf8("《杭州三日游》。")
                                 << QString::fromUtf8("《杭州三日游》");
        QTest::newRow("cut thinking") << "<think>The user wants"
                                      << "";
        QTest::newRow("nothing") << "...\n"
                                 << "";
    }
    void titleMade() {
        QFETCH(QString, answer);
        QTEST(titleFromAnswer(answer), "title");
    }

    void sections() {
        const QDate today(2026, 3, 30);  // Europe changes its clocks the night before
        const auto at = [&](const QDate& day, int hour) { return QDateTime(day, QTime(hour, 30)); };
        const QLocale locale(QStringLiteral("en_US"));
        QCOMPARE(dateSection(at(today, 0), today, locale), QStringLiteral("Today"));
        QCOMPARE(dateSection(at(today.addDays(3), 12), today, locale), QStringLiteral("Today"));
        QCOMPARE(dateSection(at(today.addDays(-1), 23), today, locale), QStringLiteral("Yesterday"));
        QCOMPARE(dateSection(at(today.addDays(-2), 1), today, locale), QStringLiteral("Past 7 days"));
        QCOMPARE(dateSection(at(today.addDays(-7), 1), today, locale), QStringLiteral("Past 7 days"));
        QCOMPARE(dateSection(at(today.addDays(-8), 1), today, locale), QStringLiteral("March 2026"));
        QCOMPARE(dateSection(at(QDate(2025, 11, 2), 1), today, locale), QStringLiteral("November 2025"));
    }

    void marks() {
        QCOMPARE(markedText("a<b>c", {{.offset = 1, .bytes = 3}}), QStringLiteral("a<b>&lt;b&gt;</b>c"));
        QCOMPARE(markedText("你好吗", {{.offset = 0, .bytes = 6}}), QString::fromUtf8("<b>你好</b>吗"));
        QCOMPARE(markedText("a\u202Eb", {{.offset = 4, .bytes = 1}}),
                 QStringLiteral("a&lt;U+202E&gt;<b>b</b>"));
        QCOMPARE(markedText("x", {{.offset = 5, .bytes = 9}}), QStringLiteral("x<b></b>"));
    }

    void parametersSurviveStorage() {
        ParameterValues values;
        values.systemPrompt = QStringLiteral("p");
        values.temperature = 0.3;
        values.topK = 40;
        values.maxTokens = 77;
        values.seed = 18'446'744'073'709'551'615ULL;
        values.stopStrings = {QStringLiteral("END")};
        values.unknown[QStringLiteral("of_a_newer_version")] = 5;
        QCOMPARE(ParameterValues::fromJson(values.toJson()), values);
    }

    void storedNonsenseTakesDefaults() {
        const QJsonObject json{{QStringLiteral("temperature"), 99},
                               {QStringLiteral("top_k"), -4},
                               {QStringLiteral("top_p"), 0},
                               {QStringLiteral("stop"), QJsonArray{QString(257, QLatin1Char('x'))}},
                               {QStringLiteral("seed"), QStringLiteral("many")},
                               {QStringLiteral("max_tokens"), 0}};
        const ParameterValues values = ParameterValues::fromJson(json);
        QCOMPARE(values, ParameterValues());
        QVERIFY(!parameterProblem(values));  // else no change would be taken any more
    }

    void refusedValuesAreExplainedAndNotTaken() {
        ChatParameters parameters;
        QSignalSpy changes(&parameters, &ChatParameters::changed);
        parameters.setTemperature(3.0);
        QCOMPARE(parameters.temperature(), 0.7);
        QVERIFY(!parameters.error().isEmpty());
        QCOMPARE(changes.count(), 1);  // so that the field shows the old value again
        parameters.setTemperature(1.2);
        QCOMPARE(parameters.temperature(), 1.2);
        QVERIFY(parameters.error().isEmpty());
        parameters.setTopP(0.0);
        QVERIFY(!parameters.error().isEmpty());
        parameters.setFixedSeed(true);
        parameters.setSeed(QStringLiteral("-1"));
        QVERIFY(!parameters.error().isEmpty());
        parameters.setSeed(QStringLiteral("42"));
        QCOMPARE(parameters.values().seed, std::optional<std::uint64_t>(42));
        parameters.addStopString(QStringLiteral("END"));
        parameters.addStopString(QStringLiteral("END"));
        QCOMPARE(parameters.stopStrings().size(), 1);
        QVERIFY(!parameters.error().isEmpty());
    }

    void resetOfOneAndOfAll() {
        ChatParameters parameters;
        parameters.setSystemPrompt(QStringLiteral("kept"));
        parameters.setTemperature(1.5);
        parameters.setTopK(10);
        QVERIFY(!parameters.isDefaultValue(QStringLiteral("temperature")));
        parameters.reset(QStringLiteral("temperature"));
        QVERIFY(parameters.isDefaultValue(QStringLiteral("temperature")));
        QCOMPARE(parameters.topK(), 10);
        QVERIFY(!parameters.isDefault());
        parameters.resetAll();
        QVERIFY(parameters.isDefault());
        QCOMPARE(parameters.systemPrompt(), QStringLiteral("kept"));
    }

    void samplingOfTheDefaults() {
        const SamplingParameters sampling = samplingFrom(ParameterValues(), 7);
        QCOMPARE(sampling.temperature, 0.7F);
        QVERIFY(sampling.top_p && qFuzzyCompare(*sampling.top_p, 0.95F));
        QVERIFY(!sampling.top_k);
        QVERIFY(!sampling.min_p);
        QCOMPARE(sampling.seed, std::uint64_t{7});
        ParameterValues off;
        off.topP = 1.0;
        off.seed = 3;
        QVERIFY(!samplingFrom(off, 7).top_p);
        QCOMPARE(samplingFrom(off, 7).seed, std::uint64_t{3});
    }
};

QTEST_GUILESS_MAIN(ChatValuesTest)
#include "tst_chat_values.moc"
