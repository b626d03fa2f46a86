#include "system/closed_network.h"

#include <QLoggingCategory>
#include <QNetworkReply>

namespace hearth {

namespace {

Q_LOGGING_CATEGORY(logNetwork, "hearth.network")

/// Finished with an error before anything was sent.
class RefusedReply : public QNetworkReply {
 public:
    RefusedReply(QNetworkAccessManager::Operation operation, const QNetworkRequest& request, QObject* parent)
        : QNetworkReply(parent) {
        setOperation(operation);
        setRequest(request);
        setUrl(request.url());
        setError(ContentAccessDenied, QStringLiteral("The window has no network access."));
        open(ReadOnly);
        setFinished(true);
        QMetaObject::invokeMethod(
            this,
            [this] {
                Q_EMIT errorOccurred(error());
                Q_EMIT finished();
            },
            Qt::QueuedConnection);
    }

    void abort() override {}

 protected:
    qint64 readData(char*, qint64) override { return -1; }
};

}  // namespace

QNetworkAccessManager* ClosedNetworkFactory::create(QObject* parent) {
    return new ClosedNetworkManager(m_refused, parent);
}

ClosedNetworkManager::ClosedNetworkManager(std::atomic<int>& refused, QObject* parent)
    : QNetworkAccessManager(parent), m_refused(refused) {}

QNetworkReply* ClosedNetworkManager::createRequest(Operation operation, const QNetworkRequest& request,
                                                   QIODevice*) {
    ++m_refused;
    qCWarning(logNetwork, "refused a request of the window to the scheme '%s'",
              qPrintable(request.url().scheme()));
    return new RefusedReply(operation, request, this);
}

}  // namespace hearth
