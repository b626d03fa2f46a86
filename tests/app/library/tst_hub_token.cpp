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

        // Another hub never sees it; what runs from its own goes on.
        access.setCurrent(1);
        QVERIFY(token.token().isEmpty());
        QVERIFY(!token.isGiven());
        QVERIFY(!access.hasToken());
        QCOMPARE(changed.count(), 1);
        const transfers::CredentialsList known(token.credentials());
        QVERIFY(known.for_address("https://huggingface.co/a/b/resolve/main/x.gguf") != nullptr);
        QVERIFY(known.for_address("https://hf-mirror.com/a/b/resolve/main/x.gguf") == nullptr);
        token.give(QStringLiteral("other"));
        QTRY_COMPARE(token.credentials().size(), std::size_t{2});
        QCOMPARE(transfers::CredentialsList(token.credentials())
                     .for_address("https://hf-mirror.com/a/b/resolve/main/x.gguf")
                     ->token,
                 std::string("other"));

        // It is there again with its own.
        access.setCurrent(0);
        QCOMPARE(token.token(), QStringLiteral("hf_secret"));
        QVERIFY(access.hasToken());
        token.remove();
        QTRY_VERIFY(!token.isGiven());
        access.setCurrent(1);
        access.setCurrent(0);
        QVERIFY(!token.isGiven());
        QCOMPARE(token.credentials().size(), std::size_t{1});
    }

    void tokensOfAllHubsAreFoundWhicheverIsLookedAt() {
        HubAccess access([](const hub::Endpoint&) { return std::make_shared<test::ScriptedHub>(); });
        SecretStore store(QStringLiteral("Hearth tests"));
        {
            HubToken earlier(access, store);
            earlier.give(QStringLiteral("hf_secret"));
            QTRY_VERIFY(earlier.isGiven());
        }
        access.setCurrent(2);
        HubToken token(access, store);
        QSignalSpy changed(&token, &HubToken::tokenChanged);
        token.lookUp();
        QTRY_COMPARE(token.credentials().size(), std::size_t{1});
        QCOMPARE(changed.count(), 1);
        QTRY_VERIFY(!token.isBusy());
        QVERIFY(!token.isGiven());
        QVERIFY(!access.hasToken());

        // An own address that is given later has its own.
        access.setOwnAddress(QStringLiteral("https://hub.example"));
        access.setCurrentId(QStringLiteral("custom"));
        QVERIFY(token.isBusy());
        QTRY_VERIFY(!token.isBusy());
        token.give(QStringLiteral("mine"));
        QTRY_VERIFY(token.isGiven());
        QVERIFY(transfers::CredentialsList(token.credentials()).for_address("https://hub.example/x") !=
                nullptr);
    }
};

QTEST_GUILESS_MAIN(HubTokenTest)
#include "tst_hub_token.moc"
