#include "system/system_appearance.h"

#include "system/portal_settings.h"

#include <QEvent>
#include <QGuiApplication>
#include <QPalette>

namespace hearth {

namespace {
constexpr uint kPreferDark = 1;
constexpr uint kPreferLight = 2;
}  // namespace

SystemAppearance::SystemAppearance(Source most, QObject* parent) : QObject(parent) {
    readPalette();
    qApp->installEventFilter(this);
    if (most == Source::Palette) {
        return;
    }
    auto* portal = new PortalSettings;
    portal->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, portal, &QObject::deleteLater);
    connect(portal, &PortalSettings::colorScheme, this, &SystemAppearance::takeColorScheme);
    connect(portal, &PortalSettings::animations, this, &SystemAppearance::takeAnimations);
    m_thread.setObjectName(QStringLiteral("portal"));
    m_thread.start(QThread::LowPriority);
    QMetaObject::invokeMethod(portal, &PortalSettings::start, Qt::QueuedConnection);
}

SystemAppearance::~SystemAppearance() {
    m_thread.quit();
    m_thread.wait();
}

bool SystemAppearance::eventFilter(QObject* watched, QEvent* event) {
    if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange && m_source == Source::Palette) {
        readPalette();
    }
    return QObject::eventFilter(watched, event);
}

void SystemAppearance::takeColorScheme(uint scheme) {
    if (scheme != kPreferDark && scheme != kPreferLight) {
        // No preference: what the toolkit was themed with is the best guess.
        m_source = Source::Palette;
        readPalette();
        return;
    }
    m_source = Source::Portal;
    const bool dark = scheme == kPreferDark;
    if (dark != m_dark) {
        m_dark = dark;
        Q_EMIT changed();
    }
}

void SystemAppearance::takeAnimations(bool enabled) {
    if (m_reducedMotion == enabled) {
        m_reducedMotion = !enabled;
        Q_EMIT changed();
    }
}

void SystemAppearance::readPalette() {
    const QPalette palette = QGuiApplication::palette();
    const bool dark =
        palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
    if (dark != m_dark) {
        m_dark = dark;
        Q_EMIT changed();
    }
}

}  // namespace hearth
