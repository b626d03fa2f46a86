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
#include <utility>

namespace hearth {

void ChatSession::send() {
    if (m_loading || m_loadError || !m_composer.canSend()) {
        return;
    }
    if (m_composer.isEditing()) {
        storeEdit();
        return;
    }
    begin({.kind = Outgoing::Kind::NewMessage, .text = {}, .target = std::nullopt, .fromComposer = true});
}

void ChatSession::sendText(const QString& text) {
    if (!m_loading && !m_loadError && !text.trimmed().isEmpty()) {
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
    const MessageKey key = storedAs(MessageKey{m_composer.editedKey()});
    if (key == kSummaryKey) {
        setCut({.lastLeftOut = m_cut.lastLeftOut, .summary = m_composer.message()});
        m_composer.clear();
        return;
    }
    begin({.kind = Outgoing::Kind::EditedMessage, .text = {}, .target = key, .fromComposer = true});
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
    // What is asked once more is seen, even where it had been left out.
    const std::size_t ahead = m_outgoing->asksSomething() || target == 0 ? target : target - 1;
    PromptTurns prompt = promptTurns(m_path, target, m_parameters.systemPrompt(),
                                     cutApplies(m_path, ahead, m_cut) ? m_cut : ContextCut());
    if (m_outgoing->kind == Outgoing::Kind::Continuation) {
        prompt.append(ChatRole::Assistant, m_outgoing->text, m_outgoing->target);
    }
    return prompt;
}

QString ChatSession::outgoingDraft() const {
    if (!m_outgoing->asksSomething()) {
        return {};
    }
    return m_outgoing->fromComposer ? m_composer.message() : m_outgoing->text;
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
        storeUnsaved([this, serial = m_outgoingSerial](const Status& stored) {
            if (serial != m_outgoingSerial || !m_outgoing) {
                return;
            }
            if (stored) {
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
    m_store.beginTurn(
        {.parent = parent,
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
            onStored(
                {.question = begun->user, .answer = begun->answer, .model = m_services.activeModel.name()},
                std::move(begun->path));
        });
}

void ChatSession::storeNewAnswer(const Outgoing& outgoing) {
    const auto done = [this](Result<ConversationStore::BegunAnswer> begun) {
        if (begun) {
            onStored(
                {.question = std::nullopt, .answer = begun->answer, .model = m_services.activeModel.name()},
                std::move(begun->path));
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

void ChatSession::onStored(const OutgoingPlace& place, std::optional<ConversationPath> path) {
    const Outgoing outgoing = std::exchange(m_outgoing, std::nullopt).value_or(Outgoing());
    setSaveError({});
    // What is on disk is shown and answered, also where it could not be read back.
    begun(outgoing, place, path ? std::move(*path) : pathWith(m_path, outgoing, place));
}

/// The message has its place, in the store or at least here: its answer starts.
void ChatSession::begun(const Outgoing& outgoing, const OutgoingPlace& place, ConversationPath path) {
    showPath(std::move(path), place.answer);
    setStage(Stage::None);
    if (outgoing.fromComposer) {
        m_composer.clear();
    }
    startAnswer(place.answer, outgoing.kind == Outgoing::Kind::Continuation ? outgoing.text : QString());
    if (outgoing.stopped) {
        m_run->stop();
    }
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

}  // namespace hearth
