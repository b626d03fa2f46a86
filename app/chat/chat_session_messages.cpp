// What a person does with the messages there are: edit, branch, delete, take back, another version.

#include "chat/answer_run.h"
#include "chat/chat_session.h"

#include <utility>

namespace hearth {

namespace {

constexpr std::size_t kMostUndos = 16;  // more notices than can be seen at a time

}  // namespace

void ChatSession::beginEdit(double messageKey) {
    const MessageKey key{static_cast<qint64>(messageKey)};
    if (m_composer.isBusy()) {
        tellOfWriting();
        return;
    }
    if (key == kSummaryKey) {
        m_composer.beginEdit(static_cast<qint64>(key), m_cut.summary);
    } else if (const PathMessage* message = m_path.find(key);
               message != nullptr && message->role == MessageRole::User) {
        m_composer.beginEdit(static_cast<qint64>(key), message->text);
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
    if (messageKey < 0 && m_storingUnsaved) {
        // It is in the store soon, or stays here: only then is it known where it has to go.
        m_afterStoring.emplace_back(
            [this, key](const Status&) { remove(static_cast<double>(static_cast<qint64>(storedAs(key)))); });
        return;
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
        ConversationPath left = m_path;
        if (root) {
            left.cutFrom(*root);
        }
        showPath(removed->path ? std::move(*removed->path) : std::move(left));
        offerRestoring(removed->deleted);
    });
}

void ChatSession::offerRestoring(const storage::DeletedMessages& deleted) {
    offerUndo(tr("The message was deleted."), [this, deleted] {
        if (refusedForUnsaved()) {
            offerRestoring(deleted);
            return;
        }
        m_store.restore(deleted, showing<ConversationPath>());
    });
}

void ChatSession::removeUnsaved(std::size_t index) {
    const auto first = m_path.messages().begin() + static_cast<std::ptrdiff_t>(index);
    std::vector<PathMessage> gone(first, m_path.messages().end());
    ConversationPath left = m_path;
    left.cutFrom(index);
    showPath(std::move(left));
    noteUnsaved();
    offerUndo(tr("The message was deleted."), [this, gone = std::move(gone), leaf = m_path.leaf()] {
        if (m_path.leaf() != (leaf ? std::optional(storedAs(*leaf)) : std::nullopt)) {
            Q_EMIT noticeRaised(tr("The chat has gone on since: what was deleted cannot be put back."));
            return;
        }
        ConversationPath path = m_path;
        for (const PathMessage& message : gone) {
            path.append(message);
        }
        showPath(std::move(path));
        noteUnsaved();
    });
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
    if (m_undo.size() > kMostUndos) {
        m_undo.erase(m_undo.begin());
    }
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

}  // namespace hearth
