#pragma once

#include "library/hub_access.h"
#include "system/secret_store.h"

#include <QObject>
#include <QString>
#include <functional>

namespace hearth {

/// The person's access token for the hub that is asked, kept in the system's keyring by hub. Where that
/// cannot be used it lasts for this run, which `note` says. The token itself never reaches the window. GUI
/// thread.
class HubToken : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool given READ isGiven NOTIFY changed)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed)
    Q_PROPERTY(bool lasting READ isLasting NOTIFY changed)
    Q_PROPERTY(QString note READ note NOTIFY changed)

 public:
    /// Both outlive it.
    HubToken(HubAccess& access, SecretStore& store, QObject* parent = nullptr);

    bool isGiven() const { return !m_token.isEmpty(); }
    bool isBusy() const { return m_busy; }
    /// It is in the keyring rather than in memory alone.
    bool isLasting() const { return m_place == SecretStore::Place::keyring; }
    /// Where the token is, and who may see it: one sentence.
    QString note() const;
    const QString& token() const { return m_token; }

    /// Looks the token of the present hub up; asked for again when another hub is chosen.
    void lookUp();
    /// Spaces around it are taken off. Empty: as remove().
    Q_INVOKABLE void give(const QString& token);
    Q_INVOKABLE void remove();
    void retranslate() { Q_EMIT changed(); }

 Q_SIGNALS:
    void changed();
    /// Requests to the hub carry another token, or none, from now on.
    void tokenChanged();

 private:
    void take(const QString& hub, const SecretStore::Answer& answer);
    QString key() const;

    HubAccess& m_access;
    SecretStore& m_store;
    QString m_token;
    SecretStore::Place m_place = SecretStore::Place::keyring;
    bool m_busy = false;
};

}  // namespace hearth
