#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>

class QLocalServer;

namespace hearth {

/// One window program per data folder. The lock is the operating system's and dies with the process, so a
/// crash leaves nothing behind and two starts at the same moment cannot both win. A second start hands its
/// arguments to the first, which raises its window.
class SingleInstance : public QObject {
    Q_OBJECT

 public:
    enum class Role {
        First,         ///< this process holds the lock
        Second,        ///< another one does
        LockUnusable,  ///< the folder takes no lock (read-only, foreign file system): nothing protects it
    };

    /// Takes the lock on `lockFile`. Needs no application object.
    explicit SingleInstance(const QString& lockFile, QObject* parent = nullptr);
    ~SingleInstance() override;

    Role role() const { return m_role; }

    /// First only, with an application object: starts to listen for later starts. False where the socket
    /// cannot be made.
    bool listen();

    /// First: ends before it is gone; a start from now on waits for that and is told of no success.
    void stopListening();

    /// Second only: sends the arguments to the first and waits until it has taken them. False where it did
    /// not answer within `patienceMs` (it may be starting: the connection is tried again until then).
    bool handOver(const QStringList& arguments, int patienceMs = 5000) const;

 Q_SIGNALS:
    /// First: somebody started the program again. `activationToken` lets the window come to the front (may be
    /// empty).
    void startedAgain(const QStringList& arguments, const QString& activationToken);

 private:
    void serve();
    QString socketName() const;

    QString m_lockFile;
    Role m_role = Role::LockUnusable;
    std::unique_ptr<QLocalServer> m_server;
#ifdef Q_OS_WIN
    void* m_handle = nullptr;
#else
    int m_descriptor = -1;
#endif
};

}  // namespace hearth
