#include "downloads/download_note.h"

#include "system/human_format.h"

#include <QCoreApplication>
#include <algorithm>

namespace hearth {

namespace {

using transfers::DownloadSetSnapshot;
using transfers::DownloadSnapshot;
using transfers::DownloadState;
using transfers::Failure;
using transfers::FailureKind;
using transfers::Restart;

/// `tr` gives every sentence the translation context "DownloadNote".
class DownloadNote {
    Q_DECLARE_TR_FUNCTIONS(DownloadNote)

 public:
    static QString quiet(const DownloadSnapshot& file) {
        return tr("Nothing has come from %1 for %2. Hearth asks again by itself; if this lasts, check your "
                  "connection "
                  "to the Internet.")
            .arg(host(file), formatDuration(*file.quiet_for));
    }

    /// Of what gets better by waiting alone: anything else stops the download and is told there.
    static QString retry(const Failure& failure) {
        const QString host = QString::fromStdString(failure.host);
        switch (failure.kind) {
            case FailureKind::proxy_not_found:
            case FailureKind::proxy_unreachable:
                return tr(
                    "The proxy of your network does not answer just now. Hearth goes on trying; if this "
                    "lasts, "
                    "check the proxy in the settings.");
            case FailureKind::stalled:
                return tr("%1 stopped sending. Hearth goes on where it stopped.").arg(host);
            case FailureKind::connection_lost:
                return tr("The connection to %1 broke off. Hearth goes on where it stopped.").arg(host);
            case FailureKind::http_status:
                return failure.http_status == 429U ? tr("%1 is asked too often just now (error 429). Hearth "
                                                        "waits as long as it asks for.")
                                                         .arg(host)
                                                   : tr("%1 has trouble of its own (error %2). Hearth goes "
                                                        "on trying; you can leave it alone.")
                                                         .arg(host)
                                                         .arg(failure.http_status.value_or(0));
            default:
                return tr("%1 cannot be reached just now. Hearth goes on trying; if this lasts, check your "
                          "connection "
                          "to the Internet.")
                    .arg(host);
        }
    }

    static QString tokenRefused(const DownloadSnapshot& file) {
        return tr("%1 does not accept your access token any more; this file comes without it. Make a new one "
                  "there and "
                  "put it into the settings.")
            .arg(host(file));
    }

    static QString restart(Restart restart) {
        switch (restart) {
            case Restart::cannot_resume:
                return tr(
                    "The server could not go on where it stopped, so the download began again. Let it run to "
                    "its "
                    "end.");
            case Restart::changed_on_server:
                return tr(
                    "The file changed on the server, so the download began again. You need not do anything.");
            case Restart::damaged:
                return tr(
                    "What was here was damaged, so the download began again. If that happens again, check "
                    "the "
                    "drive.");
        }
        return {};
    }

    static QString noRanges(const DownloadSnapshot& file) {
        return tr("%1 sends this file only from its beginning: after a pause it would begin again. Let it "
                  "run to its "
                  "end.")
            .arg(host(file));
    }

 private:
    static QString host(const DownloadSnapshot& file) {
        return file.host.empty() ? tr("The server") : QString::fromStdString(file.host);
    }
};

/// The first file of which `holds` is true; null where there is none.
template <class Condition>
const DownloadSnapshot* fileThat(const DownloadSetSnapshot& set, Condition holds) {
    const auto found = std::ranges::find_if(set.files, holds);
    return found == set.files.end() ? nullptr : &*found;
}

}  // namespace

QString downloadNote(const DownloadSetSnapshot& set) {
    if (!is_running(set.state)) {
        return {};
    }
    const auto is_quiet = [](const DownloadSnapshot& file) { return file.quiet_for.has_value(); };
    // Other files of the set may still come.
    const bool comes = fileThat(set, [&](const DownloadSnapshot& file) {
        return file.state == DownloadState::receiving && !is_quiet(file);
    });
    if (const auto* quiet = comes ? nullptr : fileThat(set, is_quiet)) {
        return DownloadNote::quiet(*quiet);
    }
    if (set.state == DownloadState::retrying && set.failure) {
        return DownloadNote::retry(*set.failure);
    }
    if (const auto* refused = fileThat(set, [](const auto& file) { return file.token_refused; })) {
        return DownloadNote::tokenRefused(*refused);
    }
    if (const auto* again = fileThat(set, [](const auto& file) { return file.restart.has_value(); })) {
        return DownloadNote::restart(*again->restart);
    }
    if (const auto* whole = fileThat(set, [](const auto& file) { return file.no_ranges; })) {
        return DownloadNote::noRanges(*whole);
    }
    return {};
}

}  // namespace hearth
