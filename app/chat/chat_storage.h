#pragma once

#include <QObject>

namespace hearth {

/// The GUI thread's door to the chat store: a job runs on the storage thread, its result comes back to the GUI thread.
class ChatStorage;

}  // namespace hearth
