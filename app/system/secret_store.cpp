#include "system/secret_store.h"

#include <utility>

#include <qt6keychain/keychain.h>

namespace hearth {

SecretStore::SecretStore(QString service, QObject* parent) : QObject(parent), m_service(std::move(service)) {}

void SecretStore::read(const QString& name, Take take) {
    const auto kept = m_thisRun.find(name);
    if (kept != m_thisRun.end()) {
        take({.secret = kept->second, .place = Place::this_run, .reason = {}});
        return;
    }
    auto* job = new QKeychain::ReadPasswordJob(m_service, this);
    job->setInsecureFallback(false);
    job->setKey(name);
    connect(job, &QKeychain::Job::finished, this, [take = std::move(take)](QKeychain::Job* done) {
        const bool answered =
            done->error() == QKeychain::NoError || done->error() == QKeychain::EntryNotFound;
        take({.secret = done->error() == QKeychain::NoError
                            ? static_cast<QKeychain::ReadPasswordJob*>(done)->textData()
                            : QString(),
              .place = answered ? Place::keyring : Place::this_run,
              .reason = answered ? QString() : done->errorString()});
    });
    job->start();
}

void SecretStore::write(const QString& name, const QString& secret, Take take) {
    const auto finish = [this, name, secret, take = std::move(take)](QKeychain::Job* done) {
        const bool stored = done->error() == QKeychain::NoError ||
                            (secret.isEmpty() && done->error() == QKeychain::EntryNotFound);
        if (stored || secret.isEmpty()) {
            m_thisRun.erase(name);
        } else {
            m_thisRun[name] = secret;
        }
        take({.secret = secret,
              .place = stored ? Place::keyring : Place::this_run,
              .reason = stored ? QString() : done->errorString()});
    };
    QKeychain::Job* job = nullptr;
    if (secret.isEmpty()) {
        job = new QKeychain::DeletePasswordJob(m_service, this);
    } else {
        auto* writing = new QKeychain::WritePasswordJob(m_service, this);
        writing->setTextData(secret);
        job = writing;
    }
    job->setInsecureFallback(false);
    job->setKey(name);
    connect(job, &QKeychain::Job::finished, this, finish);
    job->start();
}

}  // namespace hearth
