#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>

class QThreadPool;

namespace hearth {

/// Keeps one small file up to date without the GUI thread ever waiting for the disk: changes are gathered for
/// a moment, then the whole content is written to a new file, synced and renamed over the old one on a thread
/// of its own, so that a reader sees the old content or the new, never half. Lives on the GUI thread; its end
/// waits for the last write.
class FileWriter : public QObject {
    Q_OBJECT

 public:
    /// `content` is asked on the GUI thread when a write is due.
    FileWriter(QString path, std::function<QByteArray()> content, QObject* parent = nullptr);
    ~FileWriter() override;

    /// The content has changed: a write follows within the delay (250 ms after the first change not yet
    /// written).
    void schedule();

    /// Starts a write now, without the delay and without waiting for it.
    void start();

    /// Starts the pending write now and returns once everything is on disk. For the end of the program and
    /// for tests.
    void flush();

    /// Removes the file, after the writes before it.
    void remove();

 Q_SIGNALS:
    /// The file could not be written. `reason` is the system's. It is tried again with the next change.
    void failed(const QString& path, const QString& reason);

 private:
    QString m_path;
    std::function<QByteArray()> m_content;
    QTimer m_timer;
    std::unique_ptr<QThreadPool> m_thread;
};

}  // namespace hearth
