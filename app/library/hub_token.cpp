#include "library/hub_token.h"

namespace hearth {

namespace {

QString keyOf(const hub::Endpoint& endpoint) {
    // A person's own address: each has a token of its own.
    return QStringLiteral("token of ") +
           QString::fromStdString(endpoint.id == "custom" ? endpoint.base_url : endpoint.id);
}

}  // namespace

HubToken::HubToken(HubAccess& access, SecretStore& store, QObject* parent)
    : QObject(parent), m_access(access), m_store(store) {
    connect(&access, &HubAccess::endpointChanged, this, &HubToken::showPresent);
    connect(&access, &HubAccess::endpointsChanged, this, [this] {
        if (m_wanted) {
            lookUp();
        }
    });
}

const HubToken::Known& HubToken::present() const {
    static const Known kNothing;
    const auto known = m_known.find(keyOf(m_access.endpoint()));
    return known == m_known.end() ? kNothing : known->second;
}

QString HubToken::note() const {
    if (isBusy()) {
        return tr("Asking the system's keyring…");
    }
    if (!isGiven()) {
        return tr("Some models are given only to people who have signed in at %1. Make a token there that "
                  "may "
                  "read, and paste it here.")
            .arg(m_access.name());
    }
    return isLasting()
               ? tr("Kept in the system's keyring, and shown to %1 alone.").arg(m_access.name())
               : tr("The system's keyring cannot be used, so the token is kept until Hearth ends. It is "
                    "shown to %1 alone.")
                     .arg(m_access.name());
}

std::vector<transfers::Credentials> HubToken::credentials() const {
    std::vector<transfers::Credentials> list;
    for (const auto& [key, known] : m_known) {
        if (!known.token.isEmpty()) {
            list.push_back({.token = known.token.toStdString(), .hosts = known.hosts});
        }
    }
    return list;
}

void HubToken::lookUp() {
    m_wanted = true;
    for (const hub::Endpoint& endpoint : m_access.endpoints()) {
        const QString key = keyOf(endpoint);
        const auto [known, isNew] = m_known.try_emplace(key);
        if (isNew) {
            known->second.hosts = hub::token_hosts(endpoint);
            known->second.busy = true;
            m_store.read(key, [this, key](const SecretStore::Answer& answer) { take(key, answer); });
        }
    }
    showPresent();
}

void HubToken::showPresent() {
    m_access.setHasToken(isGiven());
    Q_EMIT changed();
}

void HubToken::give(const QString& token) {
    const QString key = keyOf(m_access.endpoint());
    Known& known = m_known[key];
    known.hosts = hub::token_hosts(m_access.endpoint());
    known.busy = true;
    Q_EMIT changed();
    m_store.write(key, token.trimmed(),
                  [this, key](const SecretStore::Answer& answer) { take(key, answer); });
}

void HubToken::remove() {
    give(QString());
}

void HubToken::take(const QString& key, const SecretStore::Answer& answer) {
    Known& known = m_known[key];
    known.busy = false;
    known.place = answer.place;
    const bool differs = answer.secret != known.token;
    known.token = answer.secret;
    showPresent();
    if (differs) {
        Q_EMIT tokenChanged();
    }
}

}  // namespace hearth
