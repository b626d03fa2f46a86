#include "engine_bridge/event_joiner.h"

#include "engine_bridge/token_rate.h"

#include <QtTest>

using namespace hearth;
using namespace std::chrono_literals;

namespace {

constexpr RequestHandle kFirst{1};
constexpr RequestHandle kSecond{2};

TextDelta text(const char* utf8) {
    return {QString::fromUtf8(utf8), 1};
}

class EventJoinerTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void joinsTheTextOfEachRequest() {
        std::vector<EngineEvent> events;
        addEvent(events, kFirst, text("你"));
        addEvent(events, kSecond, text("a"));
        addEvent(events, kFirst, text("好"));
        addEvent(events, kSecond, text("b"));
        addEvent(events, kFirst, Done{});
        events = joined(std::move(events));
        QCOMPARE(events.size(), 3U);
        QCOMPARE(events[0].request.value, kFirst.value);
        QCOMPARE(std::get<TextDelta>(events[0].what).text, QStringLiteral("你好"));
        QCOMPARE(std::get<TextDelta>(events[0].what).tokens, 2U);
        QCOMPARE(std::get<TextDelta>(events[1].what).text, QStringLiteral("ab"));
        QVERIFY(isFinal(events[2]));
    }

    void keepsTheOrderAroundOtherEvents() {
        std::vector<EngineEvent> events;
        addEvent(events, kFirst, text("a"));
        addEvent(events, kFirst, Queued{2});
        addEvent(events, kFirst, text("b"));
        events = joined(std::move(events));
        QCOMPARE(events.size(), 3U);
        QCOMPARE(std::get<TextDelta>(events[2].what).text, QStringLiteral("b"));
    }

    void keepsTheLatestProgress() {
        std::vector<EngineEvent> events;
        addEvent(events, kFirst, Queued{3});
        addEvent(events, kFirst, Queued{1});
        addEvent(events, kFirst, Reading{1, 9});
        addEvent(events, kFirst, Reading{5, 9});
        events = joined(std::move(events));
        QCOMPARE(events.size(), 2U);
        QCOMPARE(std::get<Queued>(events[0].what).position, 1U);
        QCOMPARE(std::get<Reading>(events[1].what).done, 5U);
    }

    void ratesTheLastSecond() {
        TokenRate rate;
        QCOMPARE(rate.perSecond(0ns), 0.0);
        for (auto time = 0ms; time <= 3000ms; time += 10ms) {
            rate.add(time, 1);
        }
        QVERIFY(qAbs(rate.perSecond(3000ms) - 100) < 2);
        QCOMPARE(rate.perSecond(5000ms), 0.0);
    }
};

}  // namespace

QTEST_APPLESS_MAIN(EventJoinerTest)
#include "event_joiner_test.moc"
