#pragma once

#include <QNetworkAccessManager>
#include <QQmlNetworkAccessManagerFactory>
#include <atomic>

namespace hearth {

/// The only network access the window's QML engine has: none. Every request, of whatever scheme, is answered
/// with an error and counted, so that text from a model can fetch nothing even if a view forgot to keep it
/// plain. Transfers do not go through here: they are asked for by the person and have their own log.
class ClosedNetworkFactory : public QQmlNetworkAccessManagerFactory {
 public:
    /// Called by the engine on its threads.
    QNetworkAccessManager* create(QObject* parent) override;

    /// Requests refused since the start. Any thread.
    int refusedCount() const { return m_refused.load(); }

 private:
    std::atomic<int> m_refused{0};
};

/// What ClosedNetworkFactory makes. `refused` outlives it.
class ClosedNetworkManager : public QNetworkAccessManager {
    Q_OBJECT

 public:
    ClosedNetworkManager(std::atomic<int>& refused, QObject* parent);

 protected:
    QNetworkReply* createRequest(Operation operation, const QNetworkRequest& request,
                                 QIODevice* data) override;

 private:
    std::atomic<int>& m_refused;
};

}  // namespace hearth
