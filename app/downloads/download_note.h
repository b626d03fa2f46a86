#pragma once

#include "transfers/download_set.h"

#include <QString>

namespace hearth {

/// What is worth knowing about a download that goes on, with what to do about it: that nothing comes just
/// now, why it asks again, why bytes that were here are fetched again, that a pause would cost all of it, or
/// that the access token was not accepted. The most pressing of them, a sentence or two; empty where there is
/// nothing to say or it does not run. Plain text, GUI thread.
QString downloadNote(const transfers::DownloadSetSnapshot& snapshot);

}  // namespace hearth
