#include "system/link_opener.h"

#include "system/shown_name.h"

#include <utility>

namespace hearth {

namespace {

constexpr qsizetype kLongestAddress = 4096;

/// The address, or an invalid one where Hearth does not open it.
QUrl openable(const QString& target) {
    if (target.size() > kLongestAddress) {
        return {};
    }
    const QUrl url(target.trimmed(), QUrl::StrictMode);
    const QString scheme = url.scheme();
    const bool web = scheme == QLatin1String("http") || scheme == QLatin1String("https");
    if (web && !url.host().isEmpty()) {
        return url;
    }
    // An attachment would send a file of this computer.
    const bool mail = scheme == QLatin1String("mailto") && url.path().contains(QLatin1Char('@')) &&
                      !url.query().contains(QLatin1String("attach"), Qt::CaseInsensitive);
    return mail ? url : QUrl();
}

}  // namespace

LinkOpener::LinkOpener(std::function<void(const QUrl&)> open, QObject* parent)
    : QObject(parent), m_open(std::move(open)) {}

QString LinkOpener::target() const {
    return m_url.toString(QUrl::FullyEncoded);
}

QString LinkOpener::host() const {
    return m_url.scheme() == QLatin1String("mailto") ? m_url.path(QUrl::FullyEncoded)
                                                     : m_url.host(QUrl::FullyEncoded);
}

void LinkOpener::request(const QString& target) {
    const QUrl url = openable(target);
    if (!url.isValid()) {
        const QString shown = target.size() > 80 ? target.left(80) + QStringLiteral("…") : target;
        Q_EMIT refused(tr("Hearth does not open “%1”: only web and mail addresses are opened from a chat.")
                           .arg(shownName(shown)));
        return;
    }
    m_url = url;
    Q_EMIT changed();
}

void LinkOpener::confirm() {
    const QUrl url = std::exchange(m_url, QUrl());
    Q_EMIT changed();
    if (url.isValid()) {
        m_open(url);
    }
}

void LinkOpener::cancel() {
    m_url = QUrl();
    Q_EMIT changed();
}

}  // namespace hearth
