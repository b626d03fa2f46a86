#include "downloads/download_text.h"

#include "system/human_format.h"

#include <QCoreApplication>
#include <QStringList>

namespace hearth {

namespace {

using transfers::DownloadSnapshot;
using transfers::DownloadState;
using transfers::Restart;

class DownloadText {
    Q_DECLARE_TR_FUNCTIONS(DownloadText)

 public:
    static QString receiving(const DownloadSnapshot& snapshot) {
        QStringList parts{formatBytesOf(snapshot.bytes_done, snapshot.request.bytes)};
        if (snapshot.bytes_per_second) {
            parts << tr("%1/s", "bytes per second")
                         .arg(formatBytes(static_cast<quint64>(*snapshot.bytes_per_second)));
        }
        if (snapshot.time_left) {
            parts << tr("%1 left", "a time").arg(formatDuration(*snapshot.time_left));
        }
        return parts.join(QStringLiteral(" · "));
    }

    static QString status(const DownloadSnapshot& snapshot) {
        switch (snapshot.state) {
            case DownloadState::queued:
                return tr("Waiting for other downloads…");
            case DownloadState::checking:
                return tr("Checking what is already here…");
            case DownloadState::connecting:
                return snapshot.attempt > 0 ? tr("Connecting again…") : tr("Connecting…");
            case DownloadState::receiving:
                return receiving(snapshot);
            case DownloadState::retrying:
                return tr("Connection lost, trying again (%1)…").arg(snapshot.attempt);
            case DownloadState::finishing:
                return tr("Finishing…");
            case DownloadState::paused:
                return snapshot.bytes_done == 0
                           ? tr("Paused")
                           : tr("Paused at %1")
                                 .arg(formatBytesOf(snapshot.bytes_done, snapshot.request.bytes));
            case DownloadState::failed:
                return snapshot.bytes_done == 0
                           ? tr("Stopped")
                           : tr("Stopped at %1")
                                 .arg(formatBytesOf(snapshot.bytes_done, snapshot.request.bytes));
            case DownloadState::finished:
                return formatBytes(snapshot.request.bytes);
        }
        return {};
    }

    static QString stage(const DownloadSnapshot& snapshot) {
        return snapshot.state == DownloadState::receiving && !snapshot.host.empty()
                   ? tr("from %1, checked as it arrives").arg(QString::fromStdString(snapshot.host))
                   : QString();
    }

    static QString restart(Restart restart) {
        switch (restart) {
            case Restart::cannot_resume:
                return tr("The server could not go on where it stopped, so it began again.");
            case Restart::changed_on_server:
                return tr("The file changed on the server, so the download began again.");
            case Restart::damaged:
                return tr("What was here was damaged, so the download began again.");
        }
        return {};
    }
};

}  // namespace

QString downloadStatus(const DownloadSnapshot& snapshot) {
    return DownloadText::status(snapshot);
}

QString downloadStage(const DownloadSnapshot& snapshot) {
    return DownloadText::stage(snapshot);
}

QString restartSentence(const DownloadSnapshot& snapshot) {
    return snapshot.restart ? DownloadText::restart(*snapshot.restart) : QString();
}

double downloadProgress(const DownloadSnapshot& snapshot) {
    return snapshot.request.bytes == 0
               ? 0
               : static_cast<double>(snapshot.bytes_done) / static_cast<double>(snapshot.request.bytes);
}

}  // namespace hearth
