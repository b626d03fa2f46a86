#include "shell/model_switch.h"

#include "settings/settings.h"

#include <QFileInfo>

namespace hearth {

ModelSwitch::ModelSwitch(ActiveModel& model, const Settings& settings, std::function<int()> writingCount,
                         QObject* parent)
    : QObject(parent), m_model(model), m_settings(settings), m_writingCount(std::move(writingCount)) {}

void ModelSwitch::use(const QString& path) {
    if (!path.isEmpty()) {
        wish(path);
    }
}

void ModelSwitch::unload() {
    wish(QString());
}

void ModelSwitch::wish(const QString& path) {
    m_path = path;
    const bool inUse = m_model.ready() && m_model.path() == path;
    m_reason = m_doubt && !path.isEmpty() && !inUse ? m_doubt(path) : QString();
    if (endsAnswers() || !m_reason.isEmpty()) {
        m_asking = true;
        Q_EMIT changed();
        return;
    }
    cancel();  // what was asked before is not wished for any more
    carryOut();
}

QString ModelSwitch::question() const {
    return !m_reason.isEmpty() ? tr("Use this model anyway?")
           : m_path.isEmpty()  ? tr("Unload the model while chats are writing?")
                               : tr("Change the model while chats are writing?");
}

QString ModelSwitch::explanation() const {
    if (m_reason.isEmpty()) {
        return answersNote();
    }
    return endsAnswers() ? m_reason + QLatin1Char('\n') + answersNote() : m_reason;
}

QString ModelSwitch::answersNote() const {
    const int writing = m_writingCount();
    if (m_path.isEmpty()) {
        return tr("%n chat(s) will stop where they are. What is written so far is kept.", "", writing);
    }
    return tr("%n chat(s) will stop where they are, and can be continued with %1. What is written so far is "
              "kept.",
              "", writing)
        .arg(QFileInfo(m_path).completeBaseName());
}

QString ModelSwitch::yesText() const {
    return !m_reason.isEmpty() ? tr("Use anyway")
           : m_path.isEmpty()  ? tr("Stop and unload")
                               : tr("Stop and change");
}

void ModelSwitch::confirm() {
    if (m_asking) {
        m_asking = false;
        Q_EMIT changed();
        carryOut();
    }
}

void ModelSwitch::cancel() {
    if (m_asking) {
        m_asking = false;
        Q_EMIT changed();
    }
}

void ModelSwitch::carryOut() {
    if (m_path.isEmpty()) {
        m_model.unload();
        return;
    }
    LoadModelRequest request;
    request.path = m_path;
    request.contextTokens = m_settings.contextTokens();
    request.kvBytes = m_settings.chatMemoryBytes();
    request.threads = m_settings.threads();
    m_model.use(std::move(request));
}

}  // namespace hearth
