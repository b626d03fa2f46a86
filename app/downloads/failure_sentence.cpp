#include "downloads/failure_sentence.h"

#include "system/human_format.h"

#include <QCoreApplication>

namespace hearth {

namespace {

using transfers::Failure;
using transfers::FailureKind;

class FailureSentence {
    Q_DECLARE_TR_FUNCTIONS(FailureSentence)

 public:
    static QString httpStatus(const Failure& failure, const QString& host) {
        const quint32 status = failure.http_status.value_or(0);
        if (status == 401 || status == 403) {
            return tr("%1 does not give this file to you (error %2). It may want you to sign in, or be "
                      "blocked where you are. Try another source.")
                .arg(host)
                .arg(status);
        }
        if (status == 404 || status == 410) {
            return tr("%1 no longer has this file (error %2). Try another source, or choose another model.")
                .arg(host)
                .arg(status);
        }
        if (status == 429) {
            return tr("%1 is asked too often just now (error 429). Wait a while, then try again.").arg(host);
        }
        if (status >= 500) {
            return tr("%1 has trouble of its own (error %2). Try again later.").arg(host).arg(status);
        }
        return tr("%1 answered with error %2. Try again later, or try another source.").arg(host).arg(status);
    }

    static QString noSpace(const Failure& failure) {
        if (!failure.bytes_needed || !failure.bytes_available) {
            return tr(
                "The drive is full. Free some space, then try again. What has been downloaded is kept.");
        }
        const quint64 free = *failure.bytes_available;
        const quint64 missing = *failure.bytes_needed > free ? *failure.bytes_needed - free : 0;
        return tr("There is not enough space on the drive: %1 more is needed, %2 is free. Free some space, "
                  "then try again.")
            .arg(formatBytes(missing), formatBytes(free));
    }

    static QString sentence(const Failure& failure) {
        const QString host = QString::fromStdString(failure.host);
        const QString file = QString::fromStdString(failure.file);
        const QString reason = QString::fromStdString(failure.reason);
        switch (failure.kind) {
            case FailureKind::offline:
                return tr("Hearth is offline. The download waits until you go online again.");
            case FailureKind::stopped:
                return tr("The download was stopped. Try again to go on where it stopped.");
            case FailureKind::no_source:
                return tr(
                    "No address is known for this file. Choose another model, or look for this one in "
                    "Discover.");
            case FailureKind::bad_address:
                return tr(
                    "The address of this file cannot be used. Look for the model in Discover and get it "
                    "there.");
            case FailureKind::bad_request:
                return tr(
                    "The list of models describes this file wrongly, so it cannot be checked. Look for the "
                    "model in Discover and get it there.");
            case FailureKind::in_use:
                return tr("Another program is downloading this file now. Wait until it has finished.");
            case FailureKind::target_exists:
                return tr("A different file is already at %1. Move or rename it, then try again.").arg(file);
            case FailureKind::host_not_found:
                return tr("%1 could not be found. Check your connection to the Internet, then try again.")
                    .arg(host);
            case FailureKind::proxy_not_found:
                return tr(
                    "The proxy of your network could not be found. Check its settings, then try again.");
            case FailureKind::proxy_unreachable:
                return tr("The proxy %1 could not be reached. Check its settings, then try again.")
                    .arg(QString::fromStdString(failure.proxy));
            case FailureKind::proxy_refused:
                return tr("The proxy of your network did not let Hearth reach %1 (%2). Check its settings, "
                          "or ask who looks after the network.")
                    .arg(host, reason);
            case FailureKind::cannot_connect:
                return tr("%1 could not be reached. Check your connection to the Internet, then try again.")
                    .arg(host);
            case FailureKind::connect_timed_out:
                return tr("%1 does not answer. Check your connection to the Internet, then try again.")
                    .arg(host);
            case FailureKind::tls_failed:
                return tr("No secure connection to %1 could be made (%2). Check the date of this computer; "
                          "on a company network, ask for its certificate.")
                    .arg(host, reason);
            case FailureKind::stalled:
                return tr("%1 stopped sending. What has come is kept; try again to go on from there.")
                    .arg(host);
            case FailureKind::connection_lost:
                return tr("The connection to %1 was lost. What has come is kept; try again to go on from "
                          "there.")
                    .arg(host);
            case FailureKind::http_status:
                return httpStatus(failure, host);
            case FailureKind::token_needed:
                return tr("%1 gives this file only to people who have signed in. Add your token of the hub "
                          "in the settings, then try again.")
                    .arg(host);
            case FailureKind::token_refused:
                return tr("%1 does not accept your token: it may have expired. Make a new one on its web "
                          "site, then try again.")
                    .arg(host);
            case FailureKind::licence_not_accepted:
                return tr("This model has a licence that you have to accept first: open its page on %1, "
                          "accept it, then try again.")
                    .arg(host);
            case FailureKind::no_such_repository:
                return tr("%1 has no such model, or does not show it to you. Check its name, or try another "
                          "source.")
                    .arg(host);
            case FailureKind::no_such_file:
                return tr("%1 has no such file. Choose another size of this model, or try another source.")
                    .arg(host);
            case FailureKind::redirect_refused:
                return tr("%1 leads to an address that is not safe to follow. Try another source.").arg(host);
            case FailureKind::web_page:
                return tr("A web page came from %1 instead of the file. If your network wants you to sign "
                          "in, do that first, then try again.")
                    .arg(host);
            case FailureKind::pointer_file:
                return tr("%1 sent a pointer to the file, not the file itself. Try another source.")
                    .arg(host);
            case FailureKind::error_text:
                return tr("%1 sent an error message instead of the file (%2). Try again later, or try "
                          "another source.")
                    .arg(host, reason);
            case FailureKind::nothing_received:
                return tr("Nothing came from %1. Try again later, or try another source.").arg(host);
            case FailureKind::wrong_size:
                return tr("%1 has a file of another size than expected, so it is not the right one. Try "
                          "another source.")
                    .arg(host);
            case FailureKind::unexpected_encoding:
                return tr("%1 sends the file in a form that was not asked for (%2). Try another source.")
                    .arg(host, reason);
            case FailureKind::file_changed:
                return tr("%1 has another file under this name now. Look for the model in Discover and get "
                          "it again.")
                    .arg(host);
            case FailureKind::range_refused:
                return tr("%1 sends neither the rest of the file nor all of it. Try another source, or "
                          "cancel the download and begin again.")
                    .arg(host);
            case FailureKind::wrong_content:
                return tr("What came from %1 is not the right file and was thrown away. Try again, or try "
                          "another source.")
                    .arg(host);
            case FailureKind::no_space:
                return noSpace(failure);
            case FailureKind::cannot_write:
                return tr("%1 cannot be written (%2). Check that the drive is connected and that you may "
                          "write to it.")
                    .arg(file, reason);
            case FailureKind::cannot_read:
                return tr("%1 cannot be read (%2). Check that the drive is connected and that you may read "
                          "it.")
                    .arg(file, reason);
            case FailureKind::internal:
                return tr("Hearth made a mistake (%1). Try again; if it comes back, start Hearth anew.")
                    .arg(reason);
        }
        return {};
    }
};

}  // namespace

QString failureSentence(const Failure& failure) {
    return FailureSentence::sentence(failure);
}

}  // namespace hearth
