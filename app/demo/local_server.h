#pragma once

#include <QString>
#include <QTcpServer>
#include <cstdint>

namespace hearth {

/// A server on this computer that downloads of a scene come from. GUI thread.
class LocalServer : public QObject {
    Q_OBJECT

 public:
    enum class Behaviour {
        SendsAThird,   ///< of a file of the starter's size, and then nothing more
        KnowsNothing,  ///< 404; so are files with "missing" in their names, always
    };

    LocalServer();

    void behave(Behaviour behaviour) { m_behaviour = behaviour; }
    /// Of the one file that it knows.
    static constexpr qint64 kFileBytes = 98'362'432;

    /// "http://127.0.0.1:PORT"
    QString address() const;

 private:
    void answer(QTcpSocket& client, const QByteArray& request);

    QTcpServer m_server;
    Behaviour m_behaviour = Behaviour::KnowsNothing;
};

}  // namespace hearth
