#include "system/file_writer.h"

#include <QFile>
#include <QPointer>
#include <QSaveFile>
#include <QThreadPool>

namespace hearth {

namespace {

/// The reason it failed, or nothing.
QString write(const QString& path, const QByteArray& content) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return file.errorString();
    }
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (file.write(content) != content.size() || !file.commit()) {
        return file.errorString();
    }
    return {};
}

}  // namespace

FileWriter::FileWriter(QString path, std::function<QByteArray()> content, QObject* parent)
    : QObject(parent),
      m_path(std::move(path)),
      m_content(std::move(content)),
      m_thread(std::make_unique<QThreadPool>()) {
    m_thread->setMaxThreadCount(1);  // so that writes happen in order
    m_thread->setExpiryTimeout(1000);
    m_timer.setSingleShot(true);
    m_timer.setInterval(250);
    connect(&m_timer, &QTimer::timeout, this, &FileWriter::start);
}

FileWriter::~FileWriter() {
    m_thread->waitForDone();
}

void FileWriter::schedule() {
    if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void FileWriter::flush() {
    if (m_timer.isActive()) {
        start();
    }
    m_thread->waitForDone();
}

void FileWriter::remove() {
    m_timer.stop();
    m_thread->start([path = m_path] { QFile::remove(path); });
}

void FileWriter::start() {
    m_timer.stop();
    // The destructor waits for the thread, so `this` outlives the job; the queued call dies with `this`.
    m_thread->start([this, path = m_path, content = m_content()] {
        const QString reason = write(path, content);
        if (!reason.isEmpty()) {
            QMetaObject::invokeMethod(
                this, [this, path, reason] { Q_EMIT failed(path, reason); }, Qt::QueuedConnection);
        }
    });
}

}  // namespace hearth
