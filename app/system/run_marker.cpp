#include "system/run_marker.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace hearth {

RunMarker::RunMarker(const QString& path, QObject* parent)
    : QObject(parent), m_writer(path, [this] {
          return QJsonDocument(QJsonObject{{QStringLiteral("activity"), m_activity},
                                           {QStringLiteral("model"), m_model},
                                           {QStringLiteral("process"), QCoreApplication::applicationPid()}})
              .toJson();
      }) {
    QFile file(path);
    if (file.open(QIODevice::ReadOnly)) {
        const QJsonObject before = QJsonDocument::fromJson(file.readAll()).object();
        m_crash = Crash{before.value(QStringLiteral("activity")).toString(),
                        before.value(QStringLiteral("model")).toString()};
    }
    m_writer.start();
}

void RunMarker::setActivity(const QString& activity, const QString& model) {
    m_activity = activity;
    m_model = model;
    m_writer.start();
}

void RunMarker::finish() {
    m_writer.remove();
    m_writer.flush();
}

}  // namespace hearth
