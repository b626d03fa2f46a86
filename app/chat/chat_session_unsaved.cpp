// What could not be stored: it is shown, goes on without the store, and is stored later.

#include "chat/chat_session.h"
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
    storeUnsaved([this](const Status& stored) {
        if (!stored) {
            setSaveError(storageSentence(stored.error()));
        }
    });
}

void ChatSession::storeUnsaved(std::function<void(const Status&)> done) {
    const std::size_t first = firstUnsaved();
    const auto& messages = m_path.messages();
    const std::optional<MessageKey> parent =
        first > 0 ? std::optional(messages[first - 1].key) : std::nullopt;
    m_storingUnsaved = true;
    m_store.addMessages(parent, {messages.begin() + static_cast<std::ptrdiff_t>(first), messages.end()},
                        titleFromMessage(messages[first].text),
                        [this, before = m_path, first,
                         done = std::move(done)](Result<ConversationStore::AddedMessages> added) {
                            m_storingUnsaved = false;
                            if (!added) {
                                done(std::move(added).error());
                                return;
                            }
                            onUnsavedStored(before, first, std::move(*added));
                            done({});
                        });
}

/// What was not stored has keys of the store now.
void ChatSession::onUnsavedStored(const ConversationPath& before, std::size_t first,
                                  ConversationStore::AddedMessages added) {
    std::map<MessageKey, MessageKey> keys;
    ConversationPath stored = before;
    stored.cutFrom(first);
    for (std::size_t i = 0; i < added.keys.size(); ++i) {
        if (added.keys[i]) {
            PathMessage message = before.messages()[first + i];
            keys[message.key] = *added.keys[i];
            message.key = *added.keys[i];
            stored.append(std::move(message));
        }
    }
    takeKeys(keys);
    m_unsaved = false;
    m_saveError.clear();
    Q_EMIT saveErrorChanged();
    showPath(added.path ? std::move(*added.path) : std::move(stored));
}

void ChatSession::takeKeys(const std::map<MessageKey, MessageKey>& keys) {
    const auto take = [&](std::optional<MessageKey>& key) {
        const auto found = key ? keys.find(*key) : keys.end();
        if (found == keys.end()) {
            return false;
        }
        key = found->second;
        return true;
    };
    if (m_outgoing) {
        take(m_outgoing->target);
    }
    if (take(m_cut.lastLeftOut)) {
        saveParameters();
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
