#include "system/portal_settings.h"
#include "system/system_appearance.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QGuiApplication>
#include <QPalette>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

using namespace hearth;

/// A portal as desktops have it, for one setting.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

 public:
    uint scheme = 0;

    void change(uint to) {
        scheme = to;
        Q_EMIT SettingChanged(QStringLiteral("org.freedesktop.appearance"), QStringLiteral("color-scheme"),
                              QDBusVariant(to));
    }

 public Q_SLOTS:
    // The portal wraps what it reads twice.
    QDBusVariant Read(const QString& group, const QString& key) {
        if (group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme")) {
            return QDBusVariant(QVariant::fromValue(QDBusVariant(scheme)));
        }
        return QDBusVariant(QVariant::fromValue(QDBusVariant(QVariant(true))));
    }

 Q_SIGNALS:
    void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

class AppearanceTest : public QObject {
    Q_OBJECT

    QProcess m_bus;

    static void setPalette(bool dark) {
        QPalette palette(dark ? Qt::black : Qt::white);
        palette.setColor(QPalette::WindowText, dark ? Qt::white : Qt::black);
        QGuiApplication::setPalette(palette);
    }

 private Q_SLOTS:
    void initTestCase() {
        m_bus.start(QStringLiteral("dbus-daemon"), {QStringLiteral("--session"), QStringLiteral("--nofork"),
                                                    QStringLiteral("--print-address")});
        if (m_bus.waitForStarted(3000) && m_bus.waitForReadyRead(3000)) {
            qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.readLine().trimmed());
        }
    }
    void cleanupTestCase() {
        m_bus.kill();
        m_bus.waitForFinished();
    }

    void withoutAPortalThePaletteDecides() {
        setPalette(false);
        SystemAppearance appearance(SystemAppearance::Source::Palette);
        QVERIFY(!appearance.dark());
        QSignalSpy changed(&appearance, &SystemAppearance::changed);
        setPalette(true);
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(appearance.dark());
        QCOMPARE(appearance.source(), SystemAppearance::Source::Palette);
    }

    void thePortalDecidesAndIsFollowed() {
        if (m_bus.state() != QProcess::Running) {
            QSKIP("no dbus-daemon here");
        }
        setPalette(false);
        FakePortal portal;
        portal.scheme = 1;
        // The portal answers on this thread, the appearance asks on its own.
        QDBusConnection bus = QDBusConnection::connectToBus(
            QString::fromLocal8Bit(qgetenv("DBUS_SESSION_BUS_ADDRESS")), QStringLiteral("portal"));
        QVERIFY(bus.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
        QVERIFY(bus.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &portal,
                                   QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
        {
            SystemAppearance appearance;
            QTRY_VERIFY_WITH_TIMEOUT(appearance.dark(), 3000);
            QCOMPARE(appearance.source(), SystemAppearance::Source::Portal);
            portal.change(2);
            QTRY_VERIFY(!appearance.dark());
            setPalette(true);
            QTest::qWait(20);
            QVERIFY(!appearance.dark());  // the portal knows better than the palette
            portal.change(0);
            QTRY_VERIFY(appearance.dark());  // no preference: the palette again
        }
        bus.unregisterService(QStringLiteral("org.freedesktop.portal.Desktop"));
    }

    void aBusWithoutAPortalChangesNothing() {
        setPalette(true);
        SystemAppearance appearance;
        QTest::qWait(100);
        QVERIFY(appearance.dark());
        QCOMPARE(appearance.source(), SystemAppearance::Source::Palette);
    }
};

QTEST_MAIN(AppearanceTest)
#include "tst_appearance.moc"
