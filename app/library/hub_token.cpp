#include "library/hub_token.h"

namespace hearth {

HubToken::HubToken(HubAccess& access, SecretStore& store, QObject* parent)
    : QObject(parent), m_access(access), m_store(store) {
    connect(&access, &HubAccess::endpointChanged, this, &HubToken::lookUp);
}

QString HubToken::key() const {
    const hub::Endpoint& endpoint = m_access.endpoint();
    // A person's own address: each has a token of its own.
    return QStringLiteral("token of ") +
           QString::fromStdString(endpoint.id == "custom" ? endpoint.base_url : endpoint.id);
}

QString HubToken::note() const {
    if (m_busy) {
        return tr("Asking the system's keyring…");
    }
    if (m_token.isEmpty()) {
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

void HubToken::lookUp() {
    m_busy = true;
    if (!m_token.isEmpty()) {
        m_token.clear();  // it is another hub's
        m_access.setHasToken(false);
        Q_EMIT tokenChanged();
    }
    Q_EMIT changed();
    m_store.read(key(), [this, hub = key()](const SecretStore::Answer& answer) { take(hub, answer); });
}

void HubToken::give(const QString& token) {
    m_busy = true;
    Q_EMIT changed();
    m_store.write(key(), token.trimmed(),
                  [this, hub = key()](const SecretStore::Answer& answer) { take(hub, answer); });
}

void HubToken::remove() {
    give(QString());
}

void HubToken::take(const QString& hub, const SecretStore::Answer& answer) {
    if (hub != key()) {
        return;  // another hub was chosen meanwhile
    }
    m_busy = false;
    m_place = answer.place;
    const bool differs = answer.secret != m_token;
    m_token = answer.secret;
    m_access.setHasToken(!m_token.isEmpty());
    Q_EMIT changed();
    if (differs) {
        Q_EMIT tokenChanged();
    }
}

}  // namespace hearth
