#include "system/single_instance.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QLocalSocket>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>

using namespace hearth;

namespace {

/// What a process started by the test does: takes the lock and says which role it got.
int other(const QStringList& arguments) {
    SingleInstance instance(arguments.at(2));
    if (instance.role() == SingleInstance::Role::Second) {
        const bool taken = instance.handOver(arguments.mid(3), 2000);
        std::puts(taken ? "handed over" : "no answer");
    } else {
        std::puts("first");
        std::fflush(stdout);
        std::getchar();  // until the test lets it go or kills it
    }
    return 0;
}

}  // namespace

class SingleInstanceTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString lock(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    static std::unique_ptr<QProcess> start(const QString& lockFile, const QStringList& arguments = {}) {
        auto process = std::make_unique<QProcess>();
        process->start(QCoreApplication::applicationFilePath(),
                       QStringList{QStringLiteral("other"), lockFile} + arguments);
        return process;
    }
    static QByteArray said(QProcess& process) {
        if (!process.canReadLine()) {
            process.waitForReadyRead(5000);
        }
        return process.readLine().trimmed();
    }

 private Q_SLOTS:
    void aSecondStartHandsOverAndEnds() {
        SingleInstance first(lock("a"));
        QCOMPARE(first.role(), SingleInstance::Role::First);
        QVERIFY(first.listen());
        QSignalSpy again(&first, &SingleInstance::startedAgain);
        const auto second = start(lock("a"), {QStringLiteral("/模型/a b.gguf")});
        QVERIFY(again.wait(5000));
        QCOMPARE(again.at(0).at(0).toStringList(), QStringList{QStringLiteral("/模型/a b.gguf")});
        QVERIFY(second->waitForFinished(5000));
        QCOMPARE(said(*second), QByteArray("handed over"));
    }

    void aStartThatIsNotListeningYetIsWaitedFor() {
        SingleInstance first(lock("b"));
        const auto second = start(lock("b"));
        QTest::qWait(200);
        QVERIFY(first.listen());
        QSignalSpy again(&first, &SingleInstance::startedAgain);
        QVERIFY(again.wait(5000));
        QVERIFY(second->waitForFinished(5000));
    }

    void anotherDataFolderIsAnotherProgram() {
        const SingleInstance first(lock("c"));
        const SingleInstance elsewhere(lock("d"));
        QCOMPARE(elsewhere.role(), SingleInstance::Role::First);
    }

    void theLockDiesWithItsProcess() {
        const auto process = start(lock("e"));
        QCOMPARE(said(*process), QByteArray("first"));
        QCOMPARE(SingleInstance(lock("e")).role(), SingleInstance::Role::Second);
        process->kill();
        QVERIFY(process->waitForFinished(5000));
        SingleInstance next(lock("e"));
        QCOMPARE(next.role(), SingleInstance::Role::First);
        QVERIFY(next.listen());  // in spite of what the dead one left
    }

    void ofManyAtOnceOneWins() {
        std::vector<std::unique_ptr<QProcess>> all;
        for (int i = 0; i < 6; ++i) {
            all.push_back(start(lock("f")));
        }
        int first = 0;
        for (const auto& process : all) {
            first += said(*process) == "first" ? 1 : 0;
        }
        QCOMPARE(first, 1);
        for (const auto& process : all) {
            process->kill();
            process->waitForFinished(5000);
        }
    }

    void aFirstThatHangsIsNotWaitedForForEver() {
        const SingleInstance first(lock("g"));
        const SingleInstance second(lock("g"));
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!second.handOver({}, 300));
        QVERIFY(timer.elapsed() < 2000);
    }

    void aFirstThatEndsTakesNothing() {
        SingleInstance first(lock("h"));
        QVERIFY(first.listen());
        QSignalSpy started(&first, &SingleInstance::startedAgain);
        first.stopListening();
        const SingleInstance second(lock("h"));
        QVERIFY(!second.handOver({QStringLiteral("/m/a.gguf")}, 300));
        QCoreApplication::processEvents();
        QCOMPARE(started.count(), 0);
    }

    void aFolderWithoutLocksIsSaid() {
        QCOMPARE(SingleInstance(QStringLiteral("/proc/nowhere/lock")).role(),
                 SingleInstance::Role::LockUnusable);
    }
};

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    if (app.arguments().value(1) == QLatin1String("other")) {
        return other(app.arguments());
    }
    SingleInstanceTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_single_instance.moc"
