#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <map>

namespace hearth {

/// Secrets of the person, such as access tokens, in the system's keyring. Where there is none, or it stays
/// locked, they are kept until the program ends and nowhere on the drive. Answers come later, on the GUI
/// thread; those of a destroyed store never come.
class SecretStore : public QObject {
    Q_OBJECT

 public:
    enum class Place {
        keyring,
        this_run,  ///< there is no keyring to be used: the program remembers it until it ends
    };
    struct Answer {
        QString secret;  ///< empty: none
        Place place = Place::keyring;
        QString reason;  ///< why it is not the keyring, in the system's words; mostly empty
    };
    using Take = std::function<void(const Answer&)>;

    /// `service`: whose secrets, e.g. "Hearth".
    explicit SecretStore(QString service, QObject* parent = nullptr);

    void read(const QString& name, Take take);
    /// An empty secret takes it away.
    void write(const QString& name, const QString& secret, Take take);

 private:
    QString m_service;
    std::map<QString, QString> m_thisRun;
};

}  // namespace hearth
