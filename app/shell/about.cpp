#include "shell/about.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QLatin1String>
#include <QSysInfo>
#include <QUrl>
#include <array>

namespace hearth {

namespace {

struct Part {
    const char* name;
    const char* licence;
    const char* use;
};

constexpr std::array<Part, 14> kParts{{
    {"Qt 6", "LGPL-3.0", QT_TRANSLATE_NOOP("hearth::About", "window")},
    {"Inter", "OFL-1.1", QT_TRANSLATE_NOOP("hearth::About", "typeface")},
    {"Noto Sans Mono", "OFL-1.1", QT_TRANSLATE_NOOP("hearth::About", "typeface for code")},
    {"SQLite", QT_TRANSLATE_NOOP("hearth::About", "public domain"),
     QT_TRANSLATE_NOOP("hearth::About", "chats and search")},
    {"SQLiteCpp", "MIT", QT_TRANSLATE_NOOP("hearth::About", "chats and search")},
    {"md4c", "MIT", QT_TRANSLATE_NOOP("hearth::About", "reading Markdown")},
    {"libcurl", "curl", QT_TRANSLATE_NOOP("hearth::About", "downloads")},
    {"OpenSSL", "Apache-2.0", QT_TRANSLATE_NOOP("hearth::About", "checksums and secure connections")},
    {"nlohmann/json", "MIT", QT_TRANSLATE_NOOP("hearth::About", "reading JSON")},
    {"PCRE2", "BSD-3-Clause", QT_TRANSLATE_NOOP("hearth::About", "splitting text for the model")},
    {"utf8proc", "MIT", QT_TRANSLATE_NOOP("hearth::About", "splitting text for the model")},
    {"{fmt}", "MIT", QT_TRANSLATE_NOOP("hearth::About", "writing numbers")},
    {"xxHash", "BSD-2-Clause", QT_TRANSLATE_NOOP("hearth::About", "checksums")},
    {"CLI11", "BSD-3-Clause", QT_TRANSLATE_NOOP("hearth::About", "command line")},
}};

}  // namespace

About::About(QString dataFolder, QObject* parent) : QObject(parent), m_dataFolder(std::move(dataFolder)) {}

QString About::version() {
    return QStringLiteral(HEARTH_VERSION);
}

QString About::qtVersion() {
    return QLatin1String(qVersion());
}

void About::setRenderer(const QString& renderer) {
    if (renderer != m_renderer) {
        m_renderer = renderer;
        Q_EMIT changed();
    }
}

QString About::rendererText() const {
    if (m_renderer == QLatin1String("software")) {
        return tr("Painted by the processor: no graphics card can be used for it here");
    }
    return m_renderer.isEmpty() ? QString() : tr("Painted by the graphics card (%1)").arg(m_renderer);
}

QVariantList About::parts() {
    QVariantList list;
    for (const Part& part : kParts) {
        list.append(QVariantMap{{QStringLiteral("name"), QString::fromLatin1(part.name)},
                                {QStringLiteral("licence"), tr(part.licence)},
                                {QStringLiteral("use"), tr(part.use)}});
    }
    return list;
}

void About::openDataFolder() const {
    QDesktopServices::openUrl(QUrl::fromLocalFile(m_dataFolder));
}

void About::copyDetails() const {
    QGuiApplication::clipboard()->setText(QStringLiteral("Hearth %1\nQt %2, %3, %4\n%5 (%6)")
                                              .arg(version(), qtVersion(), QGuiApplication::platformName(),
                                                   m_renderer.isEmpty() ? QStringLiteral("-") : m_renderer,
                                                   QSysInfo::prettyProductName(),
                                                   QSysInfo::currentCpuArchitecture()));
}

}  // namespace hearth
