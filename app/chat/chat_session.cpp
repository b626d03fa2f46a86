#include "chat/chat_session.h"

#include "chat/answer_run.h"
#include "chat/chat_storage.h"
#include "chat/storage_sentences.h"
#include "engine_bridge/active_model.h"
#include "system/human_format.h"

#include <QJsonObject>
#include <QLocale>
#include <algorithm>
#include <utility>

namespace hearth {

namespace {

constexpr int kParametersDelayMs = 300;
constexpr int kActivityIntervalMs = 250;
constexpr qint64 kFirstUnsavedKey = -2;

/// "2nd" in English; other languages number the place in their translation.
QString ordinal(quint32 number) {
    const QString digits = QLocale().toString(number);
    const QLocale::Language language = QLocale().language();
    if (language != QLocale::English && language != QLocale::C) {
        return digits;
    }
    const quint32 tens = number % 100;
    const char* suffix = "th";
    if (tens < 11 || tens > 13) {
        switch (number % 10) {
            case 1:
                suffix = "st";
                break;
            case 2:
                suffix = "nd";
                break;
            case 3:
                suffix = "rd";
                break;
            default:
                break;
        }
    }
    return digits + QLatin1String(suffix);
}

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
    return m_loadError;
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
    m_loadError.clear();
    m_composer.setBusy(true);
    Q_EMIT loadingChanged();
    Q_EMIT emptyChanged();
    m_store.load([this](Result<ConversationStore::Loaded> loaded) {
        m_loading = false;
        m_composer.setBusy(false);
        if (loaded) {
            take(*loaded);
        } else {
            m_loadError = storageSentence(loaded.error());
        }
        Q_EMIT loadingChanged();
        Q_EMIT emptyChanged();
    });
}

void ChatSession::reload() {
    if (!m_loading && !m_loadError.isEmpty()) {
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
    m_planner.refresh();
}

void ChatSession::showPath(ConversationPath path, std::optional<MessageKey> writing) {
    const bool wasEmpty = m_path.empty();
    m_path = std::move(path);
    if (m_run && !writing) {
        writing = m_run->key();
    }
    // The store may still be a quarter of a second behind what has been seen.
    for (const auto& [key, finished] : m_finishing) {
        if (PathMessage* message = m_path.find(key)) {
            message->text = finished.text;
            message->state = finished.state;
            message->errorText = finished.errorText;
            message->footer = finished.footer;
        }
    }
    if (PathMessage* message = writing ? m_path.find(*writing) : nullptr) {
        message->state = MessageState::Writing;
        if (m_run && m_run->key() == *writing) {
            message->text = m_run->text();
        }
    }
    showMessages(false);
    if (wasEmpty != m_path.empty()) {
        Q_EMIT emptyChanged();
    }
    m_planner.refresh();
}

std::vector<TranscriptMessage> ChatSession::transcriptMessages() const {
    std::vector<TranscriptMessage> messages;
    messages.reserve(m_path.size() + 1);
    for (const PathMessage& message : m_path.messages()) {
        messages.push_back(message.forTranscript());
        if (m_cut.lastLeftOut == message.key && !m_cut.summary.isEmpty()) {
            TranscriptMessage summary;
            summary.key = kSummaryKey;
            // Shown as the person's own: they may change it, and it stands for what they decided.
            summary.role = MessageRole::User;
            summary.text = tr("Summary of the messages above, which the model no longer sees:") +
                           QStringLiteral("\n\n") + m_cut.summary;
            messages.push_back(std::move(summary));
        }
    }
    return messages;
}

void ChatSession::showMessages(bool fromScratch) {
    std::vector<TranscriptMessage> messages = transcriptMessages();
    const auto same = [](const TranscriptMessage& shown, const TranscriptMessage& wanted) {
        return shown.key == wanted.key && shown.state == wanted.state &&
               (wanted.key != kSummaryKey || shown.text == wanted.text);
    };
    std::size_t shared = 0;
    if (!fromScratch) {
        while (shared < m_shown.size() && shared < messages.size() &&
               same(m_shown[shared], messages[shared])) {
            ++shared;
        }
        for (std::size_t i = 0; i < shared; ++i) {
            if (m_shown[i].versionIndex != messages[i].versionIndex ||
                m_shown[i].versionCount != messages[i].versionCount) {
                m_transcript.setVersions(messages[i].key, messages[i].versionIndex, messages[i].versionCount);
            }
        }
        if (shared < m_shown.size()) {
            m_transcript.removeFrom(m_shown[shared].key);
        }
        for (std::size_t i = shared; i < messages.size(); ++i) {
            m_transcript.append(messages[i]);
        }
    } else {
        m_transcript.reset(messages);
    }
    for (TranscriptMessage& message : messages) {
        if (message.key != kSummaryKey) {
            message.text.clear();
        }
    }
    m_shown = std::move(messages);
    showContextRule();
}

void ChatSession::showContextRule() {
    std::optional<std::size_t> last;
    if (m_cut.lastLeftOut) {
        last = m_path.indexOf(*m_cut.lastLeftOut);
    }
    const bool atCut = last.has_value();
    if (m_lastThatDoesNotFit) {
        last = std::max(last, m_path.indexOf(*m_lastThatDoesNotFit));
    }
    if (!last || *last + 1 >= m_path.size()) {
        m_transcript.setContextRule(std::nullopt, 0);
        return;
    }
    const bool aboveSummary =
        atCut && !m_cut.summary.isEmpty() && m_path.messages()[*last].key == *m_cut.lastLeftOut;
    m_transcript.setContextRule(aboveSummary ? kSummaryKey : m_path.messages()[*last + 1].key,
                                static_cast<int>(*last + 1));
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

void ChatSession::beginEdit(double messageKey) {
    const MessageKey key{static_cast<qint64>(messageKey)};
    if (m_composer.isBusy()) {
        tellOfWriting();
        return;
    }
    if (key == kSummaryKey) {
        m_composer.beginEdit(static_cast<qint64>(key), m_cut.summary, false);
    } else if (const PathMessage* message = m_path.find(key)) {
        m_composer.beginEdit(static_cast<qint64>(key), message->text,
                             message->role == MessageRole::Assistant);
    }
}

void ChatSession::beginEditOfLast() {
    if (const PathMessage* message = m_path.lastOf(MessageRole::User)) {
        beginEdit(static_cast<double>(static_cast<qint64>(message->key)));
    }
}

template <class T>
std::function<void(Result<T>)> ChatSession::showing() {
    return [this](Result<T> result) {
        if (result) {
            showPath(std::move(*result));
        } else {
            report(result.error());
        }
    };
}

void ChatSession::branch(double messageKey) {
    if (messageKey < 0) {
        Q_EMIT noticeRaised(tr("Only stored messages can be branched from."));
        return;
    }
    m_store.branch(MessageKey{static_cast<qint64>(messageKey)}, [this](Result<qint64> made) {
        if (made) {
            Q_EMIT branched(*made);
        } else {
            report(made.error());
        }
    });
}

void ChatSession::remove(double messageKey) {
    const MessageKey key{static_cast<qint64>(messageKey)};
    if (key == kSummaryKey) {
        const ContextCut before = m_cut;
        setCut({.lastLeftOut = m_cut.lastLeftOut, .summary = {}});
        offerUndo(tr("The summary was deleted."), [this, before] { setCut(before); });
        return;
    }
    const std::optional<std::size_t> index = m_path.indexOf(key);
    if (!index || (messageKey > 0 && refusedForUnsaved())) {
        return;
    }
    if (m_run && m_path.indexOf(m_run->key()).value_or(0) >= *index) {
        m_run->stop();
    }
    if (messageKey < 0) {
        removeUnsaved(*index);
        return;
    }
    m_store.remove(key, [this, key](Result<ConversationStore::Removed> removed) {
        if (!removed) {
            report(removed.error());
            return;
        }
        // An answer that was on its way to the store has begun since.
        const std::optional<std::size_t> root = m_path.indexOf(key);
        if (m_run && root && m_path.indexOf(m_run->key()).value_or(0) >= *root) {
            m_run->stop();
        }
        showPath(std::move(removed->path));
        offerUndo(tr("The message was deleted."), [this, deleted = removed->deleted] {
            m_store.restore(deleted, showing<ConversationPath>());
        });
    });
}

void ChatSession::removeUnsaved(std::size_t index) {
    ConversationPath before = m_path;
    ConversationPath path = m_path;
    path.cutFrom(index);
    showPath(std::move(path));
    offerUndo(tr("The message was deleted."), [this, before] { showPath(before); });
}

void ChatSession::switchVersion(double messageKey, int step) {
    if (refusedForUnsaved()) {
        return;
    }
    m_store.showVersion(MessageKey{static_cast<qint64>(messageKey)}, step, showing<ConversationPath>());
}

void ChatSession::offerUndo(const QString& text, std::function<void()> undo) {
    const int token = m_nextUndo++;
    m_undo[token] = std::move(undo);
    Q_EMIT undoOffered(text, token);
}

void ChatSession::undo(int token) {
    if (const auto found = m_undo.find(token); found != m_undo.end()) {
        const std::function<void()> action = std::move(found->second);
        m_undo.erase(found);
        action();
    }
}

void ChatSession::act(const QString& action, double messageKey) {
    if (action == QLatin1String("edit")) {
        beginEdit(messageKey);
    } else if (action == QLatin1String("regenerate") || action == QLatin1String("retry")) {
        regenerate(messageKey);
    } else if (action == QLatin1String("continue")) {
        continueAnswer(messageKey);
    } else if (action == QLatin1String("branch")) {
        branch(messageKey);
    } else if (action == QLatin1String("delete")) {
        remove(messageKey);
    } else if (action == QLatin1String("version-previous")) {
        switchVersion(messageKey, -1);
    } else if (action == QLatin1String("version-next")) {
        switchVersion(messageKey, 1);
    } else if (action == QLatin1String("keep-what")) {
        Q_EMIT contextChoiceNeeded();
    }
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
    if (m_loading || !m_loadError.isEmpty()) {
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

void ChatSession::setActivity(Activity activity) {
    if (m_activity == activity) {
        return;
    }
    m_activity = activity;
    refreshActivityText();
    Q_EMIT activityChanged();
}

void ChatSession::refreshActivityText() {
    QString text;
    switch (m_activity) {
        case Activity::Idle:
            break;
        case Activity::Queued:
            text = m_run && m_run->queuePosition() > 0
                       ? tr("%1 in queue", "place: 1st, 2nd…").arg(ordinal(m_run->queuePosition()))
                       : tr("waiting");
            break;
        case Activity::Reading:
            text = tr("reading %1").arg(formatPercent(readingProgress()));
            break;
        case Activity::Writing: {
            const std::optional<double> rate = m_run ? m_run->tokensPerSecond() : std::nullopt;
            text = rate ? tr("%1 tok/s").arg(formatRate(*rate)) : tr("writing");
            break;
        }
        case Activity::Stopped:
            text = tr("stopped");
            break;
        case Activity::Failed:
            text = m_failure.isEmpty() ? tr("failed") : tr("failed: %1").arg(m_failure);
            break;
    }
    if (isChoosing()) {
        text = tr("needs a choice");
    }
    if (text != m_activityText) {
        m_activityText = text;
        Q_EMIT activityTextChanged();
    }
}

void ChatSession::refreshProgress() {
    if (!std::exchange(m_progressed, false)) {
        return;
    }
    m_activityTimer.start();
    refreshActivityText();
    if (m_run && m_run->phase() == AnswerRun::Phase::Writing) {
        contextMeter()->grow(static_cast<int>(m_run->promptTokens() + m_run->generatedTokens()));
    }
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
    Q_EMIT contextMeter()->changed();
}

}  // namespace hearth
