#include "chat/chat_session.h"

#include "chat/answer_run.h"
#include "chat/chat_storage.h"
#include "chat/storage_sentences.h"
#include "engine_bridge/active_model.h"

#include <QJsonObject>
#include <utility>

namespace hearth {

namespace {

constexpr int kParametersDelayMs = 300;
constexpr int kActivityIntervalMs = 250;
constexpr qint64 kFirstUnsavedKey = -2;

}  // namespace

ChatSession::ChatSession(Services services, qint64 conversationId, QObject* parent)
    : QObject(parent),
      m_services(services),
      m_store(services.storage, conversationId),
      m_planner(
          services.engine, services.activeModel,
          {.turns = [this] { return promptTurns(m_path, m_path.size(), m_parameters.systemPrompt(), m_cut); },
           .draft = [this] { return m_composer.message(); },
           .maxTokens = [this] { return m_parameters.values().maxTokens; }}),
      m_relief(services.engine, services.activeModel, services.router),
      m_titleMaker(services.engine, services.activeModel, services.router),
      m_nextUnsavedKey(kFirstUnsavedKey) {
    m_parametersTimer.setSingleShot(true);
    m_parametersTimer.setInterval(kParametersDelayMs);
    m_activityTimer.setSingleShot(true);
    m_activityTimer.setInterval(kActivityIntervalMs);
    connect(&m_parametersTimer, &QTimer::timeout, this, &ChatSession::saveParameters);
    connect(&m_activityTimer, &QTimer::timeout, this, &ChatSession::refreshProgress);
    connect(&m_parameters, &ChatParameters::changed, this, [this] {
        m_parametersTimer.start();
        m_planner.refresh();
    });
    connect(&m_composer, &Composer::draftChanged, this, &ChatSession::saveDraft);
    connect(&m_composer, &Composer::contentChanged, &m_planner, &ContextPlanner::refresh);
    connect(&m_composer, &Composer::editingChanged, this, [this] {
        // What stands in the composer now is another text than the one that waits.
        if (m_outgoing && m_outgoing->fromComposer) {
            abandonOutgoing();
        }
    });
    connect(&m_composer, &Composer::attachFailed, this, &ChatSession::noticeRaised);
    connect(&m_store, &ConversationStore::created, this, &ChatSession::conversationIdChanged);
    connect(&m_store, &ConversationStore::changed, this, &ChatSession::stored);
    connect(&m_planner, &ContextPlanner::measured, this, [this](const MeasuredPrompt& prompt) {
        m_lastThatDoesNotFit = prompt.lastToLeaveOut();
        showContextRule();
    });
    connect(&m_planner, &ContextPlanner::unknown, this, [this] {
        m_lastThatDoesNotFit.reset();
        showContextRule();
    });
    connect(m_relief.choices(), &ContextChoices::prepareRequested, this, [this] {
        const bool sending = m_outgoing && m_stage == Stage::Choosing;
        m_planner.measure(sending ? outgoingPrompt()
                                  : promptTurns(m_path, m_path.size(), m_parameters.systemPrompt(), m_cut),
                          sending ? outgoingDraft() : m_composer.message(), &m_choiceContext,
                          [this](const Result<MeasuredPrompt>& prompt) {
                              if (prompt) {
                                  m_relief.prepare(*prompt, m_cut);
                              } else {
                                  m_relief.prepareWithoutModel();
                              }
                          });
    });
    connect(m_relief.choices(), &ContextChoices::dismissed, this, [this] {
        if (m_stage == Stage::Choosing) {
            abandonOutgoing();
        }
    });
    connect(&m_relief, &ContextRelief::cutChosen, this, [this](const ContextCut& cut) {
        const ContextCut before = m_cut;
        setCut(cut);
        offerUndo(
            cut.lastLeftOut ? tr("The oldest messages are left out.") : tr("Nothing is left out any more."),
            [this, before] { setCut(before); });
        Q_EMIT m_relief.choices()->settled();
        if (m_stage == Stage::Choosing) {
            proceed();
        }
    });
    connect(&m_relief, &ContextRelief::enlarging, this, [this] {
        Q_EMIT m_relief.choices()->settled();
        if (m_stage == Stage::Choosing) {
            setStage(Stage::WaitingForModel);
        }
    });
    connect(&m_titleMaker, &TitleMaker::made, this, [this](const QString& title) {
        m_store.rename(title, false, [this](Result<QString> held) {
            if (held) {
                setTitle(*held);
            }
        });
    });
    connect(&m_services.activeModel, &ActiveModel::stateChanged, this, &ChatSession::onModelState);
    connect(&m_services.storage, &ChatStorage::stateChanged, this, [this] {
        if (m_services.storage.state() != ChatStorage::State::Opening &&
            std::exchange(m_retryWhenOpen, false)) {
            retrySaving();
        }
        if (m_stage == Stage::WaitingForStorage) {
            proceed();
        }
    });
    if (conversationId != 0) {
        load();
    }
}

ChatSession::~ChatSession() {
    if (m_parametersTimer.isActive()) {
        saveParameters();
    }
    m_composer.flushDraft();
    m_run.reset();
    m_store.dropIfEmpty();
}

qint64 ChatSession::conversationId() const {
    return m_store.id();
}

QString ChatSession::title() const {
    return m_title.isEmpty() ? tr("New chat") : m_title;
}

ChatSession::Activity ChatSession::activity() const {
    return m_activity;
}

QString ChatSession::activityText() const {
    return m_activityText;
}

double ChatSession::readingProgress() const {
    return m_run ? m_run->readingProgress() : 0.0;
}

bool ChatSession::isWriting() const {
    return m_run != nullptr;
}

bool ChatSession::isVisible() const {
    return m_visible;
}

bool ChatSession::isLoading() const {
    return m_loading;
}

QString ChatSession::loadError() const {
    return m_loadError ? storageSentence(*m_loadError) : QString();
}

bool ChatSession::isEmpty() const {
    return m_path.empty() && !m_loading;
}

bool ChatSession::contextEnded() const {
    return m_contextEnded;
}

QString ChatSession::saveError() const {
    return m_saveError;
}

bool ChatSession::isUnsaved() const {
    return m_unsaved;
}

bool ChatSession::isStoring() const {
    return !m_finishing.empty() || m_stage == Stage::Storing;
}

void ChatSession::load() {
    m_loading = true;
    m_loadError.reset();
    m_composer.setBusy(true);
    Q_EMIT loadingChanged();
    Q_EMIT emptyChanged();
    m_store.load([this](Result<ConversationStore::Loaded> loaded) {
        m_loading = false;
        m_composer.setBusy(false);
        if (loaded) {
            take(*loaded);
        } else {
            m_loadError = loaded.error();
        }
        Q_EMIT loadingChanged();
        Q_EMIT emptyChanged();
    });
}

void ChatSession::reload() {
    if (!m_loading && m_loadError) {
        load();
    }
}

void ChatSession::take(const ConversationStore::Loaded& loaded) {
    m_titleByPerson = loaded.titleByPerson;
    setTitle(loaded.title);
    QJsonObject parameters = loaded.parameters;
    m_cut = ContextCut::takeFrom(parameters);
    m_parameters.setValues(ParameterValues::fromJson(parameters));
    m_parametersTimer.stop();  // they come from the store
    m_composer.restoreDraft(loaded.draft);
    m_path = loaded.path;
    showMessages(true);
    showContextEnded();
    m_planner.refresh();
}

void ChatSession::setVisible(bool visible) {
    if (m_visible == visible) {
        return;
    }
    m_visible = visible;
    if (m_run) {
        m_run->setPriority(visible ? kVisiblePriority : kHiddenPriority);
    }
    Q_EMIT visibleChanged();
}

void ChatSession::rename(const QString& title) {
    const QString trimmed = title.simplified();
    if (trimmed.isEmpty() || trimmed == m_title) {
        return;
    }
    m_titleMaker.cancel();
    m_store.rename(trimmed, true, [this](Result<QString> held) {
        if (held) {
            m_titleByPerson = true;
            setTitle(*held);
        } else {
            report(held.error());
        }
    });
}

void ChatSession::setTitle(const QString& title) {
    if (m_title != title) {
        m_title = title;
        Q_EMIT titleChanged();
    }
}

void ChatSession::setCut(const ContextCut& cut) {
    m_cut = cut;
    m_lastThatDoesNotFit.reset();
    saveParameters();
    showMessages(false);
    m_planner.refresh();
}

void ChatSession::saveParameters() {
    m_parametersTimer.stop();
    QJsonObject json = m_parameters.values().toJson();
    m_cut.putInto(json);
    if (m_store.id() == 0) {
        m_store.setNewParameters(json);
        return;
    }
    m_store.saveParameters(json, [this](const Status& saved) {
        if (!saved) {
            report(saved.error());
        }
    });
}

void ChatSession::saveDraft() {
    if (m_loading || m_loadError) {
        return;
    }
    m_store.saveDraft(m_composer.draft(), [this](const Status& saved) {
        // Once for a row of failures: the text is still here.
        if (!saved && !m_draftFailed) {
            report(saved.error());
        }
        m_draftFailed = !saved;
    });
}

void ChatSession::report(const Error& error) {
    Q_EMIT noticeRaised(storageSentence(error));
}

void ChatSession::flush(std::function<void()> done) {
    if (m_parametersTimer.isActive()) {
        saveParameters();
    }
    m_composer.flushDraft();
    m_store.flush(std::move(done));
}

void ChatSession::leave() {
    setVisible(false);
    m_composer.flushDraft();
    if (m_stage == Stage::WaitingForModel || m_stage == Stage::Choosing || m_stage == Stage::Unstorable) {
        abandonOutgoing();
    }
}

void ChatSession::retranslate() {
    refreshActivityText();
    Q_EMIT titleChanged();
    Q_EMIT loadingChanged();
    Q_EMIT contextMeter()->changed();
}

}  // namespace hearth
