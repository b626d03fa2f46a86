#pragma once

#include <QString>
#include <QUrl>
#include <functional>

class QObject;

namespace hearth {

/// A text file that a person attaches to a message.
struct TextFile {
    QString name;     ///< without folders
    QString text;     ///< exactly as in the file, but for a byte order mark
    QString problem;  ///< why it cannot be attached, as a sentence; empty where it can
};

/// Files beyond this many bytes are refused: no model reads as much.
constexpr qint64 kLongestTextFile = 8 * 1024 * 1024;

/// Reads a file on another thread; `done` runs on the thread of `context`, and not at all once that is gone.
void readTextFile(const QUrl& file, QObject* context, std::function<void(const TextFile&)> done);

}  // namespace hearth
