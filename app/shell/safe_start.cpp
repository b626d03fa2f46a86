#include "shell/safe_start.h"

#include <QFileInfo>

namespace hearth {

SafeStart::SafeStart(const std::optional<RunMarker::Crash>& crash, const QString& lastModel, QObject* parent)
    : QObject(parent),
      m_crashed(crash.has_value()),
      m_whileLoading(crash && crash->activity == QLatin1String("loading")),
      m_model(crash && !crash->model.isEmpty() ? crash->model : lastModel) {
    m_shown = m_crashed && !m_model.isEmpty();
}

QString SafeStart::modelName() const {
    return QFileInfo(m_model).completeBaseName();
}

QString SafeStart::text() const {
    if (m_whileLoading) {
        return tr("Hearth ended unexpectedly while it was loading %1, so it was not loaded again. Your chats "
                  "are kept.")
            .arg(modelName());
    }
    return tr("Hearth ended unexpectedly last time, so %1 was not loaded by itself. Your chats are kept.")
        .arg(modelName());
}

QString SafeStart::loadText() const {
    return tr("Load it now");
}

void SafeStart::load() {
    dismiss();
    Q_EMIT loadRequested(m_model);
}

void SafeStart::dismiss() {
    if (m_shown) {
        m_shown = false;
        Q_EMIT changed();
    }
}

}  // namespace hearth
