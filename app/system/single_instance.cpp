#include "system/single_instance.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>
#include <QThread>

#ifdef Q_OS_WIN
#include <qt_windows.h>
#else
#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace hearth {

namespace {

constexpr quint32 kGreeting = 0x48454152;  // "HEAR"
constexpr qint64 kMostBytes = 1 << 20;
const QByteArray kTaken = QByteArrayLiteral("taken");

}  // namespace

SingleInstance::SingleInstance(const QString& lockFile, QObject* parent)
    : QObject(parent), m_lockFile(lockFile) {
#ifdef Q_OS_WIN
    const auto path = reinterpret_cast<const wchar_t*>(QDir::toNativeSeparators(lockFile).utf16());
    m_handle = CreateFileW(path, GENERIC_WRITE, 0, nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (m_handle != INVALID_HANDLE_VALUE) {
        m_role = Role::First;
    } else if (GetLastError() == ERROR_SHARING_VIOLATION) {
        m_role = Role::Second;
    }
#else
    m_descriptor = ::open(QFile::encodeName(lockFile).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (m_descriptor < 0) {
        return;
    }
    int locked = -1;
    do {
        locked = ::flock(m_descriptor, LOCK_EX | LOCK_NB);
    } while (locked != 0 && errno == EINTR);
    if (locked == 0) {
        m_role = Role::First;
    } else if (errno == EWOULDBLOCK) {
        m_role = Role::Second;
    }
#endif
}

SingleInstance::~SingleInstance() {
    m_server.reset();
    // The lock file stays: removing it would let a third process lock a new file of the same name beside a
    // second one that waits on this one.
#ifdef Q_OS_WIN
    if (m_handle != INVALID_HANDLE_VALUE) {
        CloseHandle(m_handle);
    }
#else
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
#endif
}

QString SingleInstance::socketName() const {
    const QString canonical = QFileInfo(m_lockFile).canonicalFilePath();
    const QByteArray digest = QCryptographicHash::hash(
        (canonical.isEmpty() ? m_lockFile : canonical).toUtf8(), QCryptographicHash::Sha256);
    const QString name = QStringLiteral("hearth-") + QString::fromLatin1(digest.toHex().left(16));
#ifdef Q_OS_WIN
    return name;
#else
    // The run-time folder is private to the person; a path of a socket holds at most 107 bytes, so not the
    // data folder.
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return (folder.isEmpty() ? QDir::tempPath() : folder) + QLatin1Char('/') + name;
#endif
}

bool SingleInstance::listen() {
    m_server = std::make_unique<QLocalServer>();
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    QLocalServer::removeServer(
        socketName());  // of a process that died: whoever holds the lock is the only one
    if (!m_server->listen(socketName())) {
        m_server.reset();
        return false;
    }
    connect(m_server.get(), &QLocalServer::newConnection, this, &SingleInstance::serve);
    return true;
}

void SingleInstance::stopListening() {
    m_server.reset();
}

void SingleInstance::serve() {
    while (QLocalSocket* socket = m_server->nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            if (socket->bytesAvailable() > kMostBytes) {
                socket->abort();
                return;
            }
            QDataStream stream(socket);
            stream.setVersion(QDataStream::Qt_6_4);
            stream.startTransaction();
            quint32 greeting = 0;
            QStringList arguments;
            QString token;
            stream >> greeting >> arguments >> token;
            if (!stream.commitTransaction()) {
                return;  // more is to come
            }
            if (greeting != kGreeting) {
                socket->abort();
                return;
            }
            socket->write(kTaken);
            socket->flush();
            Q_EMIT startedAgain(arguments, token);
        });
    }
}

bool SingleInstance::handOver(const QStringList& arguments, int patienceMs) const {
    QByteArray message;
    QDataStream stream(&message, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_4);
    QString token = qEnvironmentVariable("XDG_ACTIVATION_TOKEN");
    if (token.isEmpty()) {
        token = qEnvironmentVariable("DESKTOP_STARTUP_ID");
    }
    stream << kGreeting << arguments << token;

    QDeadlineTimer deadline(patienceMs);
    while (!deadline.hasExpired()) {
        QLocalSocket socket;
        socket.connectToServer(socketName());
        if (socket.waitForConnected(static_cast<int>(deadline.remainingTime()))) {
            socket.write(message);
            while (socket.bytesAvailable() < kTaken.size() &&
                   socket.waitForReadyRead(static_cast<int>(deadline.remainingTime()))) {
            }
            if (socket.readAll() == kTaken) {
                return true;
            }
        }
        QThread::msleep(50);  // the first holds the lock but does not listen yet
    }
    return false;
}

}  // namespace hearth
