// The way of a message from the composer to its answer: model, context, store, engine, in this order.

#include "chat/answer_run.h"
#include "chat/chat_session.h"
#include "chat/chat_storage.h"
#include "chat/sampling.h"
#include "chat/storage_sentences.h"
#include "chat/title_text.h"
#include "engine_bridge/active_model.h"
#include "system/error_sentences.h"

#include <QRandomGenerator>
#include <algorithm>
#include <utility>

namespace hearth {

void ChatSession::send() {
    if (m_loading || !m_loadError.isEmpty() || !m_composer.canSend()) {
        return;
    }
    if (m_composer.isEditing()) {
        storeEdit();
        return;
    }
    begin({.kind = Outgoing::Kind::NewMessage, .text = {}, .target = std::nullopt, .fromComposer = true});
}

void ChatSession::sendText(const QString& text) {
    if (!m_loading && m_loadError.isEmpty() && !text.trimmed().isEmpty()) {
        begin({.kind = Outgoing::Kind::NewMessage,
               .text = text,
               .target = std::nullopt,
               .fromComposer = false});
    }
}

void ChatSession::regenerate(double messageKey) {
    const MessageKey key{static_cast<qint64>(messageKey)};
    if (key == kSummaryKey) {
        Q_EMIT contextChoiceNeeded();
        return;
    }
    if (const PathMessage* message = m_path.find(key);
        message != nullptr && message->role == MessageRole::Assistant) {
        begin({.kind = Outgoing::Kind::NewVersion, .text = {}, .target = key, .fromComposer = false});
    }
}

void ChatSession::continueAnswer(double messageKey) {
    const MessageKey key{static_cast<qint64>(messageKey)};
    const PathMessage* message = m_path.find(key);
    if (message == nullptr || message->role != MessageRole::Assistant) {
        return;
    }
    const auto kind = message->text.isEmpty() ? Outgoing::Kind::NewVersion : Outgoing::Kind::Continuation;
    begin({.kind = kind, .text = message->text, .target = key, .fromComposer = false});
}

void ChatSession::storeEdit() {
    const MessageKey key{m_composer.editedKey()};
    const QString text = m_composer.message();
    if (key == kSummaryKey) {
        setCut({.lastLeftOut = m_cut.lastLeftOut, .summary = text});
        m_composer.clear();
        return;
    }
    if (!m_composer.isEditingAnswer()) {
        begin({.kind = Outgoing::Kind::EditedMessage, .text = {}, .target = key, .fromComposer = true});
        return;
    }
    if (refusedForUnsaved()) {
        return;
    }
    m_composer.setBusy(true);
    m_store.addVersion(key, text, [this](Result<ConversationPath> path) {
        m_composer.setBusy(false);
        if (!path) {
            report(path.error());
            return;
        }
        m_composer.clear();
        showPath(std::move(*path));
    });
}

void ChatSession::begin(Outgoing outgoing) {
    if (m_run || m_stage == Stage::Measuring || m_stage == Stage::Storing) {
        tellOfWriting();
        return;
    }
    m_outgoing = std::move(outgoing);
    ++m_outgoingSerial;
    m_titleMaker.cancel();
    proceed();
}

void ChatSession::tellOfWriting() {
    Q_EMIT noticeRaised(tr("An answer is being written. Wait for it or stop it first."));
}

/// Every step towards the answer begins here: what was made ready before may no longer be so.
void ChatSession::proceed() {
    if (m_services.activeModel.handle()) {
        measureOutgoing();
        return;
    }
    if (!m_unsaved) {
        setSaveError({});  // of a try before this one
    }
    setStage(Stage::WaitingForModel);
    if (m_services.activeModel.state() != ActiveModel::Loading) {
        Q_EMIT modelNeeded();
    }
}

void ChatSession::onModelState() {
    if (m_stage == Stage::WaitingForModel && m_services.activeModel.handle()) {
        measureOutgoing();
    }
}

PromptTurns ChatSession::outgoingPrompt() const {
    const std::size_t target =
        m_outgoing->target ? m_path.indexOf(*m_outgoing->target).value_or(m_path.size()) : m_path.size();
    const bool newMessage =
        m_outgoing->kind == Outgoing::Kind::NewMessage || m_outgoing->kind == Outgoing::Kind::EditedMessage;
    // What is asked once more is seen, even where it had been left out.
    const std::size_t ahead = newMessage || target == 0 ? target : target - 1;
    PromptTurns prompt = promptTurns(m_path, target, m_parameters.systemPrompt(),
                                     cutApplies(m_path, ahead, m_cut) ? m_cut : ContextCut());
    if (m_outgoing->kind == Outgoing::Kind::Continuation) {
        prompt.append(ChatRole::Assistant, m_outgoing->text, m_outgoing->target);
    }
    return prompt;
}

QString ChatSession::outgoingDraft() const {
    switch (m_outgoing->kind) {
        case Outgoing::Kind::NewMessage:
        case Outgoing::Kind::EditedMessage:
            return m_outgoing->fromComposer ? m_composer.message() : m_outgoing->text;
        case Outgoing::Kind::NewVersion:
        case Outgoing::Kind::Continuation:
            break;
    }
    return {};
}

/// A message may wait for minutes; meanwhile the one it belongs to may be deleted, or another version shown.
bool ChatSession::abandonedWithoutTarget() {
    if (!m_outgoing->target || m_path.indexOf(*m_outgoing->target)) {
        return false;
    }
    Q_EMIT noticeRaised(tr("Nothing was sent: the message it belongs to is no longer shown in this chat."));
    abandonOutgoing();
    return true;
}

void ChatSession::measureOutgoing() {
    if (abandonedWithoutTarget()) {
        return;
    }
    if (m_outgoing->fromComposer && !m_composer.hasContent()) {
        abandonOutgoing();  // it was taken back
        return;
    }
    setStage(Stage::Measuring);
    m_planner.measure(outgoingPrompt(), outgoingDraft(), &m_sendContext,
                      [this, serial = m_outgoingSerial](const Result<MeasuredPrompt>& prompt) {
                          if (serial != m_outgoingSerial || !m_outgoing) {
                              return;
                          }
                          if (!prompt) {
                              Q_EMIT noticeRaised(errorSentence(prompt.error()));
                              abandonOutgoing();
                              return;
                          }
                          if (!prompt->fit.fits) {
                              if (!m_unsaved) {
                                  setSaveError({});
                              }
                              setStage(Stage::Choosing);
                              m_relief.prepare(*prompt, m_cut);
                              Q_EMIT contextChoiceNeeded();
                              return;
                          }
                          buildRequest(*prompt);
                          storeOutgoing();
                      });
}

void ChatSession::buildRequest(const MeasuredPrompt& prompt) {
    const ParameterValues& values = m_parameters.values();
    // 32 bits: short enough to be read out and typed in to have the answer again.
    const std::uint64_t seed = QRandomGenerator::global()->generate();
    m_outgoing->text = m_outgoing->kind == Outgoing::Kind::Continuation ? m_outgoing->text : prompt.draft;
    m_request = ChatRequest();
    m_request.turns = prompt.prompt.turns;
    if (!prompt.draft.isEmpty()) {
        m_request.turns.push_back({ChatRole::User, prompt.draft});
    }
    m_request.start =
        m_outgoing->kind == Outgoing::Kind::Continuation ? AnswerStart::ContinueLast : AnswerStart::NewTurn;
    m_request.sampling = samplingFrom(values, seed);
    m_request.stopStrings = values.stopStrings;
    m_request.maxTokens = values.maxTokens;
    m_request.priority = m_visible ? kVisiblePriority : kHiddenPriority;
    ParameterValues used = values;
    used.seed = m_request.sampling.seed;
    m_requestParameters = used.toJson();
}

void ChatSession::storeOutgoing() {
    if (abandonedWithoutTarget()) {
        return;
    }
    if (m_outgoing->unstored) {
        showUnsaved();
        return;
    }
    switch (m_services.storage.state()) {
        case ChatStorage::State::Opening:
            setStage(Stage::WaitingForStorage);
            return;
        case ChatStorage::State::Failed:
            onUnstorable(m_services.storage.message());
            return;
        case ChatStorage::State::Open:
        case ChatStorage::State::ReadOnly:
        case ChatStorage::State::Memory:
            break;
    }
    setStage(Stage::Storing);
    if (hasUnsaved()) {
        // What is above it comes first; where that still fails the person has said to go on.
        storeUnsaved([this](Result<ConversationPath> path) {
            if (path) {
                showPath(std::move(*path));
                storeOutgoing();
            } else if (m_outgoing->target) {
                refusedForUnsaved();
                abandonOutgoing();
            } else {
                showUnsaved();
            }
        });
        return;
    }
    switch (m_outgoing->kind) {
        case Outgoing::Kind::NewMessage:
            storeNewMessage(*m_outgoing, m_path.leaf());
            break;
        case Outgoing::Kind::EditedMessage:
            storeNewMessage(*m_outgoing, m_path.parentOf(*m_outgoing->target));
            break;
        case Outgoing::Kind::NewVersion:
        case Outgoing::Kind::Continuation:
            storeNewAnswer(*m_outgoing);
            break;
    }
}

void ChatSession::storeNewMessage(const Outgoing& outgoing, std::optional<MessageKey> parent) {
    const QString title = m_titleByPerson || !m_title.isEmpty() ? QString() : titleFromMessage(outgoing.text);
    if (m_store.id() == 0) {
        saveParameters();
    }
    m_store.beginTurn({.parent = parent,
                       .text = outgoing.text,
                       .model = m_services.activeModel.name(),
                       .answerParameters = m_requestParameters,
                       .titleIfNone = title},
                      [this, title](Result<ConversationStore::BegunTurn> begun) {
                          if (!begun) {
                              onUnstorable(storageSentence(begun.error()));
                              return;
                          }
                          if (!title.isEmpty()) {
                              setTitle(title);
                          }
                          onStored(begun->answer, std::move(begun->path));
                      });
}

void ChatSession::storeNewAnswer(const Outgoing& outgoing) {
    const auto done = [this](Result<ConversationStore::BegunAnswer> begun) {
        if (begun) {
            onStored(begun->answer, std::move(begun->path));
        } else {
            onUnstorable(storageSentence(begun.error()));
        }
    };
    const PathMessage* target = m_path.find(*outgoing.target);
    const std::optional<MessageKey> parent = m_path.parentOf(*outgoing.target);
    if (target == nullptr || !parent) {
        abandonOutgoing();
        return;
    }
    // An answer without a word is no version worth keeping: it is written where it is.
    if (target->text.isEmpty() && target->state != MessageState::Complete &&
        m_path.leaf() == outgoing.target) {
        m_store.resumeAnswer(*outgoing.target, m_services.activeModel.name(), m_requestParameters, done);
        return;
    }
    m_store.beginAnswer({.parent = *parent,
                         .text = outgoing.kind == Outgoing::Kind::Continuation ? outgoing.text : QString(),
                         .model = m_services.activeModel.name(),
                         .parameters = m_requestParameters},
                        done);
}

void ChatSession::onStored(MessageKey answer, ConversationPath path) {
    const Outgoing outgoing = std::exchange(m_outgoing, std::nullopt).value_or(Outgoing());
    setSaveError({});
    showPath(std::move(path), answer);
    setStage(Stage::None);
    if (outgoing.fromComposer) {
        m_composer.clear();
    }
    startAnswer(answer, outgoing.kind == Outgoing::Kind::Continuation ? outgoing.text : QString());
    if (outgoing.stopped) {
        m_run->stop();
    }
}

void ChatSession::onUnstorable(const QString& sentence) {
    if (m_outgoing && m_outgoing->stopped) {
        abandonOutgoing();
        return;
    }
    setStage(Stage::Unstorable);
    setSaveError(sentence);
}

void ChatSession::retrySaving() {
    if (m_stage == Stage::Unstorable) {
        proceed();
        return;
    }
    if (!hasUnsaved() || m_run || m_stage != Stage::None) {
        return;
    }
    storeUnsaved([this](Result<ConversationPath> path) {
        if (path) {
            showPath(std::move(*path));
        } else {
            setSaveError(storageSentence(path.error()));
        }
    });
}

void ChatSession::storeUnsaved(std::function<void(Result<ConversationPath>)> done) {
    const std::size_t first = firstUnsaved();
    const auto& messages = m_path.messages();
    const std::optional<MessageKey> parent =
        first > 0 ? std::optional(messages[first - 1].key) : std::nullopt;
    m_store.addMessages(parent, {messages.begin() + static_cast<std::ptrdiff_t>(first), messages.end()},
                        titleFromMessage(messages[first].text),
                        [this, before = m_path, done = std::move(done)](Result<ConversationPath> path) {
                            if (path) {
                                takeKeysOf(*path, before);
                                m_unsaved = false;
                                m_saveError.clear();
                                Q_EMIT saveErrorChanged();
                            }
                            done(std::move(path));
                        });
}

/// What was not stored has keys of the store now.
void ChatSession::takeKeysOf(const ConversationPath& path, const ConversationPath& before) {
    const auto keyNow = [&](MessageKey key) {
        const std::optional<std::size_t> index = before.indexOf(key);
        if (!index || static_cast<qint64>(key) > 0) {
            return key;
        }
        // Answers without a word were left behind.
        std::size_t count = 0;
        for (std::size_t i = 0; i <= *index; ++i) {
            const PathMessage& message = before.messages()[i];
            count += static_cast<qint64>(message.key) > 0 || !message.text.isEmpty() ? 1 : 0;
        }
        return count > 0 && count <= path.size() ? path.messages()[count - 1].key : key;
    };
    if (m_outgoing && m_outgoing->target) {
        m_outgoing->target = keyNow(*m_outgoing->target);
    }
    if (m_cut.lastLeftOut) {
        if (const MessageKey key = keyNow(*m_cut.lastLeftOut); key != *m_cut.lastLeftOut) {
            m_cut.lastLeftOut = key;
            saveParameters();
        }
    }
}

bool ChatSession::refusedForUnsaved() {
    if (hasUnsaved()) {
        Q_EMIT noticeRaised(
            tr("Store the newest messages of this chat first: this would hide them for good."));
        return true;
    }
    return false;
}

std::size_t ChatSession::firstUnsaved() const {
    const auto& messages = m_path.messages();
    const auto found = std::find_if(messages.begin(), messages.end(), [](const PathMessage& message) {
        return static_cast<qint64>(message.key) < 0;
    });
    return static_cast<std::size_t>(found - messages.begin());
}

void ChatSession::goOnUnsaved() {
    if (m_stage == Stage::Unstorable && m_outgoing) {
        m_outgoing->unstored = true;
        proceed();
    }
}

void ChatSession::showUnsaved() {
    m_unsaved = true;
    const Outgoing outgoing = std::exchange(m_outgoing, std::nullopt).value_or(Outgoing());
    ConversationPath path = m_path;
    if (const std::optional<std::size_t> target =
            outgoing.target ? path.indexOf(*outgoing.target) : std::nullopt) {
        path.cutFrom(*target);
    }
    if (outgoing.kind == Outgoing::Kind::NewMessage || outgoing.kind == Outgoing::Kind::EditedMessage) {
        PathMessage question;
        question.key = MessageKey{m_nextUnsavedKey--};
        question.role = MessageRole::User;
        question.text = outgoing.text;
        path.append(std::move(question));
    }
    PathMessage answer;
    answer.key = MessageKey{m_nextUnsavedKey--};
    answer.role = MessageRole::Assistant;
    answer.text = outgoing.kind == Outgoing::Kind::Continuation ? outgoing.text : QString();
    answer.modelName = m_services.activeModel.name();
    const MessageKey key = answer.key;
    const QString text = answer.text;
    path.append(std::move(answer));
    if (m_title.isEmpty()) {
        setTitle(titleFromMessage(outgoing.text));
    }
    showPath(std::move(path), key);
    setStage(Stage::None);
    Q_EMIT saveErrorChanged();
    if (outgoing.fromComposer) {
        m_composer.clear();
    }
    startAnswer(key, text);
}

void ChatSession::abandonOutgoing() {
    m_outgoing.reset();
    ++m_outgoingSerial;
    if (!m_unsaved) {
        setSaveError({});
    }
    setStage(Stage::None);
}

void ChatSession::stop() {
    if (m_run) {
        m_run->stop();
    } else if (m_stage == Stage::WaitingForModel || m_stage == Stage::Measuring ||
               m_stage == Stage::Choosing || m_stage == Stage::WaitingForStorage ||
               m_stage == Stage::Unstorable) {
        abandonOutgoing();
    } else if (m_stage == Stage::Storing && m_outgoing) {
        m_outgoing->stopped = true;
    }
}

bool ChatSession::isChoosing() const {
    return m_stage == Stage::Choosing;
}

bool ChatSession::isWaitingForModel() const {
    return m_stage == Stage::WaitingForModel;
}

void ChatSession::setStage(Stage stage) {
    if (m_stage == stage) {
        return;
    }
    const Stage before = std::exchange(m_stage, stage);
    m_composer.setBusy(m_loading || (m_outgoing && m_outgoing->fromComposer &&
                                     (stage == Stage::Measuring || stage == Stage::Storing)));
    if (before == Stage::WaitingForModel || stage == Stage::WaitingForModel) {
        Q_EMIT waitingForModelChanged();
    }
    if (before == Stage::Choosing || stage == Stage::Choosing) {
        refreshActivityText();
        Q_EMIT choosingChanged();
    }
    if (before == Stage::Storing) {
        Q_EMIT settled();
    }
}

void ChatSession::setSaveError(const QString& sentence) {
    if (m_saveError != sentence) {
        m_saveError = sentence;
        Q_EMIT saveErrorChanged();
    }
}

void ChatSession::startAnswer(MessageKey key, const QString& text) {
    if (std::exchange(m_contextEnded, false)) {
        Q_EMIT contextEndedChanged();
    }
    const bool stored = static_cast<qint64>(key) > 0;
    m_run = std::make_unique<AnswerRun>(
        m_services.engine, m_services.router,
        AnswerRun::Target{
            .key = key, .text = text, .writer = stored ? &m_services.storage.streams() : nullptr},
        m_services.activeModel.handle().value_or(ModelHandle{}), std::exchange(m_request, {}));
    connect(m_run.get(), &AnswerRun::phaseChanged, this, [this] {
        switch (m_run->phase()) {
            case AnswerRun::Phase::Queued:
                setActivity(Activity::Queued);
                break;
            case AnswerRun::Phase::Reading:
                setActivity(Activity::Reading);
                break;
            case AnswerRun::Phase::Writing:
                setActivity(Activity::Writing);
                break;
        }
    });
    connect(m_run.get(), &AnswerRun::progressed, this, [this] {
        // At once, then at most four times a second.
        m_progressed = true;
        if (!m_activityTimer.isActive()) {
            refreshProgress();
        }
    });
    connect(m_run.get(), &AnswerRun::textAdded, this, &ChatSession::onText);
    connect(m_run.get(), &AnswerRun::noticeRaised, this, &ChatSession::noticeRaised);
    connect(m_run.get(), &AnswerRun::finished, this, &ChatSession::onFinished);
    m_activity = Activity::Queued;
    refreshActivityText();
    Q_EMIT activityChanged();
}

void ChatSession::onText(const QString& delta) {
    // Another version may be shown; the text is in the run and in the store all the same.
    if (PathMessage* message = m_path.find(m_run->key())) {
        message->text += delta;
        m_transcript.appendText(m_run->key(), delta);
    }
}

void ChatSession::onFinished(const AnswerEnd& ended) {
    AnswerEnd end = ended;
    const MessageKey key = m_run->key();
    const QString text = m_run->text();
    const bool stored = static_cast<qint64>(key) > 0;
    if (PathMessage* message = m_path.find(key)) {
        end.footer.thinkingMs = m_transcript.thinkingMs(key);
        message->state = end.state;
        message->errorText = end.errorText;
        message->footer = end.footer;
        m_transcript.finish(key, end.state, end.errorText);
        m_transcript.setFooter(key, end.footer);
        for (TranscriptMessage& shown : m_shown) {
            if (shown.key == key) {
                shown.state = end.state;
            }
        }
    }
    m_run.release()->deleteLater();  // it is the one that tells us
    if (stored) {
        storeFinished(key, text, end);
    }
    if (end.contextFull) {
        m_contextEnded = true;
        Q_EMIT contextEndedChanged();
    }
    m_activityTimer.stop();
    Activity next = Activity::Idle;
    if (end.state == MessageState::Stopped) {
        next = Activity::Stopped;
    } else if (end.state == MessageState::Failed) {
        next = Activity::Failed;
    }
    m_activity = next;
    m_failure = end.errorText;
    refreshActivityText();
    Q_EMIT activityChanged();
    m_planner.refresh();
    if (end.state == MessageState::Complete && stored) {
        makeTitle();
    }
    Q_EMIT settled();
}

void ChatSession::storeFinished(MessageKey key, const QString& text, const AnswerEnd& end) {
    PathMessage finished;
    finished.key = key;
    finished.text = text;
    finished.state = end.state;
    finished.errorText = end.errorText;
    finished.footer = end.footer;
    m_finishing[key] = std::move(finished);
    ChatStorage& storage = m_services.storage;
    storage.streams().finish(finishedForStore(key, text, end),
                             [&storage, key, self = QPointer<ChatSession>(this)](const Status& status) {
                                 if (!status) {
                                     return;  // held and tried again; ChatStorage tells the person
                                 }
                                 storage.deliver([self, key] {
                                     if (self) {
                                         self->m_finishing.erase(key);
                                         Q_EMIT self->stored();
                                         Q_EMIT self->settled();
                                     }
                                 });
                             });
}

void ChatSession::makeTitle() {
    const bool firstExchange = m_path.size() == 2 && !m_titleByPerson;
    // A model that thinks first would think about five words for longer than they are worth.
    if (firstExchange && withoutThinking(m_path.messages().back().text) == m_path.messages().back().text) {
        m_titleMaker.start(promptTurns(m_path, m_path.size(), m_parameters.systemPrompt(), m_cut).turns);
    }
}

}  // namespace hearth
