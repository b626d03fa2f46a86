#include "demo/local_server.h"

#include <QHostAddress>
#include <QTcpSocket>

namespace hearth {

LocalServer::LocalServer() {
    if (!m_server.listen(QHostAddress::LocalHost)) {
        qWarning("no local server: %s", qPrintable(m_server.errorString()));
    }
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        QTcpSocket* client = m_server.nextPendingConnection();
        connect(client, &QTcpSocket::readyRead, this, [this, client] {
            if (client->peek(1 << 16).contains("\r\n\r\n")) {
                const QByteArray head = client->readAll();
                answer(*client, head.left(head.indexOf('\r')));
            }
        });
        connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
    });
}

QString LocalServer::address() const {
    return QStringLiteral("http://127.0.0.1:%1").arg(m_server.serverPort());
}

void LocalServer::answer(QTcpSocket& client, const QByteArray& request) {
    if (m_behaviour == Behaviour::KnowsNothing || request.contains("missing")) {
        client.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        return;
    }
    client.write("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: " +
                 QByteArray::number(kFileBytes) + "\r\n\r\n");
    QByteArray begin(kFileBytes * 37 / 100, 'x');
    begin.replace(0, 4, "GGUF");  // what does not begin like a model is refused at once
    client.write(begin);
}

}  // namespace hearth
