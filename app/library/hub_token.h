#pragma once

#include "library/hub_access.h"
#include "system/secret_store.h"
#include "transfers/credentials.h"

#include <QObject>
#include <QString>
#include <map>
#include <vector>

namespace hearth {

/// The person's access tokens, kept in the system's keyring by hub; shown and given is that of the hub that
/// is asked. Those of the others are known as well: a download from one of them goes on while another is
/// looked at. Where the keyring cannot be used they last for this run, which `note` says. A token itself
/// never reaches the window. GUI thread.
class HubToken : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool given READ isGiven NOTIFY changed)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed)
    Q_PROPERTY(bool lasting READ isLasting NOTIFY changed)
    Q_PROPERTY(QString note READ note NOTIFY changed)

 public:
    /// Both outlive it.
    HubToken(HubAccess& access, SecretStore& store, QObject* parent = nullptr);

    bool isGiven() const { return !present().token.isEmpty(); }
    bool isBusy() const { return present().busy; }
    /// It is in the keyring rather than in memory alone.
    bool isLasting() const { return present().place == SecretStore::Place::keyring; }
    /// Where the token is, and who may see it: one sentence.
    QString note() const;
    const QString& token() const { return present().token; }
    /// Every token that is known, each with the hosts that may see it.
    std::vector<transfers::Credentials> credentials() const;

    /// Looks up the tokens of all hubs, each once; asked for again when there are other hubs.
    void lookUp();
    /// Spaces around it are taken off. Empty: as remove().
    Q_INVOKABLE void give(const QString& token);
    Q_INVOKABLE void remove();
    void retranslate() { Q_EMIT changed(); }

 Q_SIGNALS:
    void changed();
    /// Requests to some hub carry another token, or none, from now on.
    void tokenChanged();

 private:
    struct Known {
        std::vector<std::string> hosts;
        QString token;
        SecretStore::Place place = SecretStore::Place::keyring;
        bool busy = false;
    };
    const Known& present() const;
    void showPresent();
    void take(const QString& key, const SecretStore::Answer& answer);

    HubAccess& m_access;
    SecretStore& m_store;
    bool m_wanted = false;             ///< lookUp() has been called
    std::map<QString, Known> m_known;  ///< by the name of its secret
};

}  // namespace hearth
