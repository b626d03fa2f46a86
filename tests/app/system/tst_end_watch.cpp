#include "system/end_watch.h"

#include <QtTest>
#include <functional>

#include <sys/wait.h>
#include <unistd.h>

using namespace hearth;
using namespace std::chrono_literals;

namespace {

/// The exit code of a process that does this.
int endOf(const std::function<void()>& what) {
    const pid_t child = ::fork();
    if (child == 0) {
        what();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class EndWatchTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void whatHangsIsLeftBehind() {
        QCOMPARE(endOf([] {
                     const EndWatch watch(50ms, 7);
                     std::this_thread::sleep_for(20s);
                 }),
                 7);
    }

    void inTimeNothingHappens() {
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(endOf([] {
                     { const EndWatch watch(50ms, 7); }
                     std::this_thread::sleep_for(150ms);
                 }),
                 0);
        { const EndWatch watch(20s, 7); }
        QVERIFY(timer.elapsed() < 10'000);  // nobody waits for it
    }
};

}  // namespace

QTEST_GUILESS_MAIN(EndWatchTest)
#include "tst_end_watch.moc"
