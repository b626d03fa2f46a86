#include "downloads/download_text.h"

#include "system/human_format.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <chrono>

namespace hearth {

namespace {

using transfers::DownloadSetSnapshot;
using transfers::DownloadSnapshot;
using transfers::DownloadState;

/// The file that the state of the set is about; null where none is in that state.
const DownloadSnapshot* leadingFile(const DownloadSetSnapshot& set) {
    const auto found = std::ranges::find(set.files, set.state, &DownloadSnapshot::state);
    return found == set.files.end() ? nullptr : &*found;
}

std::uint32_t attemptOf(const DownloadSetSnapshot& set) {
    const DownloadSnapshot* file = leadingFile(set);
    return file == nullptr ? 0 : file->attempt;
}

class DownloadText {
    Q_DECLARE_TR_FUNCTIONS(DownloadText)

 public:
    static QString receiving(const DownloadSetSnapshot& set) {
        QStringList parts{formatBytesOf(set.bytes_done, set.bytes_total)};
        if (set.bytes_per_second) {
            parts << tr("%1/s", "bytes per second")
                         .arg(formatBytes(static_cast<quint64>(*set.bytes_per_second)));
        }
        if (set.time_left) {
            parts << tr("%1 left", "a time").arg(formatSeconds(*set.time_left));
        }
        return parts.join(QStringLiteral(" · "));
    }

    static QString retrying(const DownloadSnapshot* file) {
        const auto left = file == nullptr || !file->retry_in
                              ? std::chrono::seconds(0)
                              : std::chrono::ceil<std::chrono::seconds>(*file->retry_in);
        return left >= std::chrono::seconds(10) ? tr("Trying again in %1…").arg(formatDuration(left))
                                                : tr("Trying again in a moment…");
    }

    static QString status(const DownloadSetSnapshot& set) {
        switch (set.state) {
            case DownloadState::queued:
                return tr("Waiting for other downloads…");
            case DownloadState::checking:
                return tr("Checking what is already here…");
            case DownloadState::connecting:
                return attemptOf(set) > 0 ? tr("Connecting again…") : tr("Connecting…");
            case DownloadState::receiving:
                return receiving(set);
            case DownloadState::retrying:
                return retrying(leadingFile(set));
            case DownloadState::finishing:
                return tr("Finishing…");
            case DownloadState::paused:
                return set.bytes_done == 0
                           ? tr("Paused")
                           : tr("Paused at %1").arg(formatBytesOf(set.bytes_done, set.bytes_total));
            case DownloadState::failed:
                return set.bytes_done == 0
                           ? tr("Stopped")
                           : tr("Stopped at %1").arg(formatBytesOf(set.bytes_done, set.bytes_total));
            case DownloadState::finished:
                return formatBytes(set.bytes_total);
        }
        return {};
    }

    static QString stage(const DownloadSetSnapshot& set) {
        const DownloadSnapshot* file = leadingFile(set);
        if (set.state != DownloadState::receiving || file == nullptr || file->host.empty()) {
            return {};
        }
        const QString host = QString::fromStdString(file->host);
        return set.files.size() == 1 ? tr("from %1, checked as it arrives").arg(host)
                                     : tr("part %1 of %2 from %3, checked as it arrives")
                                           .arg(QString::number(file - set.files.data() + 1),
                                                QString::number(set.files.size()), host);
    }
};

}  // namespace

QString downloadStatus(const DownloadSetSnapshot& set) {
    return DownloadText::status(set);
}

QString downloadStage(const DownloadSetSnapshot& set) {
    return DownloadText::stage(set);
}

double downloadProgress(const DownloadSetSnapshot& set) {
    return set.bytes_total == 0 ? 0
                                : static_cast<double>(set.bytes_done) / static_cast<double>(set.bytes_total);
}

}  // namespace hearth
