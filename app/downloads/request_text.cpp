#include "downloads/request_text.h"

#include <QCoreApplication>

namespace hearth {

namespace {

using transfers::FailureKind;
using transfers::RequestOutcome;
using transfers::RequestPurpose;
using transfers::RequestRecord;
using transfers::RequestState;

class RequestText {
    Q_DECLARE_TR_FUNCTIONS(RequestText)

 public:
    static QString purpose(const RequestRecord& record) {
        const QString subject = QString::fromStdString(record.subject);
        switch (record.purpose) {
            case RequestPurpose::download:
                return tr("Download of %1", "a model").arg(subject);
            case RequestPurpose::search:
                return tr("Search for models");
            case RequestPurpose::model_page:
                return tr("Page of %1", "a model").arg(subject);
            case RequestPurpose::model_header:
                return tr("Does %1 fit this computer?", "a model").arg(subject);
            case RequestPurpose::model_list:
                return tr("List of models");
            case RequestPurpose::other:
                break;
        }
        return subject;
    }

    static QString failure(FailureKind kind) {
        switch (kind) {
            case FailureKind::offline:
                return tr("offline");
            case FailureKind::host_not_found:
                return tr("not found");
            case FailureKind::proxy_not_found:
            case FailureKind::proxy_unreachable:
            case FailureKind::proxy_refused:
                return tr("stopped at the proxy");
            case FailureKind::cannot_connect:
                return tr("not reached");
            case FailureKind::connect_timed_out:
            case FailureKind::stalled:
                return tr("no answer");
            case FailureKind::connection_lost:
            case FailureKind::nothing_received:
                return tr("connection lost");
            case FailureKind::tls_failed:
                return tr("no secure connection");
            case FailureKind::redirect_refused:
                return tr("unsafe address not followed");
            default:
                return tr("not used", "an answer");
        }
    }

    static QString state(const RequestOutcome& outcome) {
        switch (outcome.state) {
            case RequestState::started:
                return tr("running", "a request");
            case RequestState::ended:
                return outcome.status.value_or(0) < 400 ? tr("complete", "a request")
                                                        : tr("refused", "a request");
            case RequestState::redirect:
                return tr("leads elsewhere", "an answer");
            case RequestState::failed:
                return failure(outcome.failure.value_or(FailureKind::internal));
            case RequestState::stopped:
                return tr("stopped", "a request");
        }
        return {};
    }
};

}  // namespace

QString requestPurpose(const RequestRecord& record) {
    return RequestText::purpose(record);
}

QString requestOutcome(const RequestOutcome& outcome) {
    const QString text = RequestText::state(outcome);
    // What went well has no number that people would want to know.
    const bool refused = outcome.status && *outcome.status >= 400;
    return refused ? QStringLiteral("%1 · %2").arg(*outcome.status).arg(text) : text;
}

}  // namespace hearth
