#pragma once

#include "transfers/download_set.h"

#include <QString>

namespace hearth {

/// What a download is doing, in one line for people: "31 of 98 MB · 2.1 MB/s · 30 s left". Plain text. GUI
/// thread.
QString downloadStatus(const transfers::DownloadSetSnapshot& snapshot);

/// Where it comes from: "part 2 of 3 from hf-mirror.com, checked as it arrives"; empty while nothing comes.
QString downloadStage(const transfers::DownloadSetSnapshot& snapshot);

/// 0 to 1.
double downloadProgress(const transfers::DownloadSetSnapshot& snapshot);

}  // namespace hearth
