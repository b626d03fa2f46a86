#include "engine_bridge/turn_repair.h"

#include <QtTest>

using namespace hearth;

namespace {

constexpr auto kSystem = ChatRole::System;
constexpr auto kUser = ChatRole::User;
constexpr auto kAssistant = ChatRole::Assistant;

ChatTurn turn(ChatRole role, const char* text) {
    return {role, QString::fromUtf8(text)};
}

class TurnRepairTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void leavesGoodTurnsAlone() {
        const std::vector turns{turn(kSystem, "s"), turn(kUser, "a"), turn(kAssistant, "b"),
                                turn(kUser, "c")};
        const RepairedTurns repaired = repairTurns(turns, AnswerStart::NewTurn);
        QCOMPARE(repaired.turns, turns);
        QCOMPARE(repaired.placeOf, (std::vector<std::size_t>{0, 1, 2, 3}));
        QVERIFY(!isRepaired(repaired.repairs));
    }

    void dropsEmptyAnswersAndJoinsWhatMeets() {
        const RepairedTurns repaired =
            repairTurns({turn(kUser, "a"), turn(kAssistant, " \n"), turn(kUser, "b")}, AnswerStart::NewTurn);
        QCOMPARE(repaired.turns, std::vector{turn(kUser, "a\n\nb")});
        QCOMPARE(repaired.placeOf, (std::vector<std::size_t>{0, 0, 0}));
        QCOMPARE(repaired.repairs.emptyTurnsDropped, 1U);
        QCOMPARE(repaired.repairs.turnsMerged, 1U);
        QVERIFY(isRepaired(repaired.repairs));
    }

    void anEmptyFirstAnswerLeavesNothing() {
        const RepairedTurns repaired = repairTurns({turn(kAssistant, "")}, AnswerStart::NewTurn);
        QVERIFY(repaired.turns.empty());
        QCOMPARE(repaired.placeOf, (std::vector<std::size_t>{0}));
    }

    void continuingAnEmptyAnswerIsANewOne() {
        const RepairedTurns repaired =
            repairTurns({turn(kUser, "a"), turn(kAssistant, "")}, AnswerStart::ContinueLast);
        QCOMPARE(repaired.turns, std::vector{turn(kUser, "a")});
        QVERIFY(repaired.start == AnswerStart::NewTurn);
        QVERIFY(!isRepaired(repaired.repairs));
    }

    void continuesAnAnswerThatHasText() {
        const RepairedTurns repaired =
            repairTurns({turn(kUser, "a"), turn(kAssistant, "b")}, AnswerStart::ContinueLast);
        QVERIFY(repaired.start == AnswerStart::ContinueLast);
        QCOMPARE(repaired.turns.size(), 2U);
    }

    void systemTextLeadsTheFirstUserTurn() {
        const RepairedTurns repaired =
            repairTurns({turn(kSystem, "be kind"), turn(kUser, "a"), turn(kAssistant, "b"), turn(kUser, "c")},
                        AnswerStart::NewTurn);
        const auto moved = withoutSystemRole(repaired);
        QVERIFY(moved);
        QCOMPARE(moved->turns,
                 (std::vector{turn(kUser, "be kind\n\na"), turn(kAssistant, "b"), turn(kUser, "c")}));
        QCOMPARE(moved->placeOf, (std::vector<std::size_t>{0, 0, 1, 2}));
        QVERIFY(moved->repairs.systemTextMoved);
    }

    void withoutASystemTurnNothingMoves() {
        QVERIFY(!withoutSystemRole(repairTurns({turn(kUser, "a")}, AnswerStart::NewTurn)));
        QVERIFY(!withoutSystemRole(repairTurns({turn(kSystem, "s")}, AnswerStart::NewTurn)));
    }
};

}  // namespace

QTEST_APPLESS_MAIN(TurnRepairTest)
#include "turn_repair_test.moc"
