// What could not be stored: it is shown, goes on without the store, and is stored later.

#include "chat/chat_session.h"
#include "chat/chat_storage.h"
#include "chat/storage_sentences.h"
#include "chat/title_text.h"
#include "engine_bridge/active_model.h"

#include <algorithm>
#include <utility>

namespace hearth {

void ChatSession::onUnstorable(const QString& sentence) {
    if (m_outgoing && m_outgoing->stopped) {
        abandonOutgoing();
        return;
    }
    setStage(Stage::Unstorable);
    setSaveError(sentence);
}

void ChatSession::setSaveError(const QString& sentence) {
    if (m_saveError != sentence) {
        m_saveError = sentence;
        Q_EMIT saveErrorChanged();
    }
}

void ChatSession::retrySaving() {
    if (m_stage == Stage::Unstorable) {
        proceed();
        return;
    }
    if (!hasUnsaved() || m_run || m_stage != Stage::None || m_storingUnsaved) {
        return;
    }
    // Without a store the job would wait, for as long as the person likes, and run when they have gone on.
    if (m_services.storage.state() == ChatStorage::State::Opening) {
        m_retryWhenOpen = true;
        return;
    }
    if (m_services.storage.state() == ChatStorage::State::Failed) {
        setSaveError(m_services.storage.message());
        return;
    }
    storeUnsaved([this](const Status& stored) {
        if (!stored) {
            setSaveError(storageSentence(stored.error()));
        }
    });
}

/// Stores them once, however many wait for it.
void ChatSession::storeUnsaved(std::function<void(const Status&)> done) {
    m_afterStoring.push_back(std::move(done));
    if (std::exchange(m_storingUnsaved, true)) {
        return;
    }
    const std::size_t first = firstUnsaved();
    const auto& messages = m_path.messages();
    const std::optional<MessageKey> parent =
        first > 0 ? std::optional(messages[first - 1].key) : std::nullopt;
    std::vector<PathMessage> unsaved(messages.begin() + static_cast<std::ptrdiff_t>(first), messages.end());
    std::vector<MessageKey> keys;
    keys.reserve(unsaved.size());
    for (const PathMessage& message : unsaved) {
        keys.push_back(message.key);
    }
    m_store.addMessages(
        parent, std::move(unsaved), titleFromMessage(messages[first].text),
        [this, keys = std::move(keys)](const Result<ConversationStore::AddedMessages>& added) {
            m_storingUnsaved = false;
            Status stored;
            if (added) {
                onUnsavedStored(keys, *added);
            } else {
                stored = added.error();
            }
            for (const auto& waiting : std::exchange(m_afterStoring, {})) {
                waiting(stored);
            }
        });
}

/// What was not stored has keys of the store now. What has come meanwhile stays below it.
void ChatSession::onUnsavedStored(const std::vector<MessageKey>& keys,
                                  const ConversationStore::AddedMessages& added) {
    const ConversationPath shown = added.path.value_or(ConversationPath());
    const std::vector<PathMessage>& stored = shown.messages();
    std::size_t read = 0;  // of `stored`, in the same order
    ConversationPath path;
    for (PathMessage message : m_path.messages()) {
        if (const auto found = std::ranges::find(keys, message.key); found != keys.end()) {
            const std::optional<MessageKey> key = added.keys[static_cast<std::size_t>(found - keys.begin())];
            if (!key) {
                continue;  // an answer without a word
            }
            m_storedAs[message.key] = *key;
            message.key = *key;
        }
        if (read < stored.size() && stored[read].key == message.key) {
            message = stored[read++];
        }
        path.append(std::move(message));
    }
    if (m_outgoing && m_outgoing->target) {
        m_outgoing->target = storedAs(*m_outgoing->target);
    }
    if (m_cut.lastLeftOut && storedAs(*m_cut.lastLeftOut) != *m_cut.lastLeftOut) {
        m_cut.lastLeftOut = storedAs(*m_cut.lastLeftOut);
        saveParameters();
    }
    showPath(std::move(path));
    noteUnsaved();
}

/// The key that a message has now, of which somebody may know another.
MessageKey ChatSession::storedAs(MessageKey key) const {
    const auto found = m_storedAs.find(key);
    return found == m_storedAs.end() ? key : found->second;
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
    const bool goesOn =
        m_outgoing && m_outgoing->kind == Outgoing::Kind::Continuation && m_outgoing->target == m_path.leaf();
    if (m_outgoing && m_outgoing->target && !goesOn && refusedForUnsaved()) {
        abandonOutgoing();  // it would take the place of what is nowhere else
        return;
    }
    m_unsaved = true;
    const Outgoing outgoing = std::exchange(m_outgoing, std::nullopt).value_or(Outgoing());
    OutgoingPlace place;
    if (outgoing.asksSomething()) {
        place.question = MessageKey{m_nextUnsavedKey--};
    }
    place.answer = MessageKey{m_nextUnsavedKey--};
    place.model = m_services.activeModel.name();
    if (m_title.isEmpty()) {
        setTitle(titleFromMessage(outgoing.text));
    }
    begun(outgoing, place, pathWith(m_path, outgoing, place));
    Q_EMIT saveErrorChanged();
}

/// Something is shown that is not stored, or nothing any more.
void ChatSession::noteUnsaved() {
    const bool unsaved = hasUnsaved();
    if (std::exchange(m_unsaved, unsaved) == unsaved) {
        return;
    }
    if (!unsaved) {
        m_saveError.clear();
    }
    Q_EMIT saveErrorChanged();
    Q_EMIT settled();
}

}  // namespace hearth
