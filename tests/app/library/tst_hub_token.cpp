#include "library/hub_token.h"
#include "scripted_hub.h"

#include <QLocale>
#include <QSignalSpy>
#include <QtTest>

using namespace hearth;

/// A token where there is no keyring: no session bus can be reached in this test.
class HubTokenTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void initTestCase() {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
        QLocale::setDefault(QLocale(QStringLiteral("en_US")));
    }

    void withoutAKeyringItLastsForThisRunAndSaysSo() {
        HubAccess access([](const hub::Endpoint&) { return std::make_shared<test::ScriptedHub>(); });
        SecretStore store(QStringLiteral("Hearth tests"));
        HubToken token(access, store);
        QSignalSpy changed(&token, &HubToken::tokenChanged);
        token.lookUp();
        QTRY_VERIFY(!token.isBusy());
        QVERIFY(!token.isGiven());
        token.give(QStringLiteral("  hf_secret \n"));
        QTRY_VERIFY(token.isGiven());
        QCOMPARE(token.token(), QStringLiteral("hf_secret"));
        QVERIFY(!token.isLasting());
        QVERIFY2(token.note().contains(QStringLiteral("until Hearth ends")), qPrintable(token.note()));
        QVERIFY(!token.note().contains(QStringLiteral("hf_secret")));
        QVERIFY(access.hasToken());
        QCOMPARE(changed.count(), 1);

        // Another hub never sees it.
        access.setCurrent(1);
        QVERIFY(token.token().isEmpty());
        QVERIFY(!access.hasToken());
        QCOMPARE(changed.count(), 2);
        QTRY_VERIFY(!token.isBusy());
        QVERIFY(!token.isGiven());

        // It is there again with its own.
        access.setCurrent(0);
        QTRY_COMPARE(token.token(), QStringLiteral("hf_secret"));
        token.remove();
        QTRY_VERIFY(!token.isGiven());
        access.setCurrent(1);
        access.setCurrent(0);
        QTRY_VERIFY(!token.isBusy());
        QVERIFY(!token.isGiven());
    }
};

QTEST_GUILESS_MAIN(HubTokenTest)
#include "tst_hub_token.moc"
