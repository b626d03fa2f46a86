#pragma once

#include "storage/open_report.h"

#include <hearth/error.h>

#include <QString>

namespace hearth {

/// What went wrong with the chats' file and what to do, for people.
QString storageSentence(const Error& error);

/// What a person should know about how the file was opened; empty where all is as usual.
QString openSentence(const storage::OpenReport& report);

}  // namespace hearth
