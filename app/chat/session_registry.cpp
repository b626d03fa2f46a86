#include "chat/session_registry.h"

#include "chat/answer_router.h"
#include "chat/chat_session.h"
#include "storage/ids.h"

#include <QTimer>
#include <algorithm>
#include <utility>

namespace hearth {

SessionRegistry::SessionRegistry(EngineClient& engine, ActiveModel& activeModel, ChatStorage& storage,
                                 QObject* parent)
    : QObject(parent),
      m_engine(engine),
      m_activeModel(activeModel),
      m_storage(storage),
      m_router(std::make_unique<AnswerRouter>(engine)) {}

SessionRegistry::~SessionRegistry() = default;

ChatSession* SessionRegistry::open(qint64 conversationId) {
    ChatSession* session = find(conversationId);
    if (session == nullptr) {
        session = adopt(conversationId);
    }
    ++entryOf(session)->tabs;
    return session;
}

ChatSession* SessionRegistry::create() {
    ChatSession* session = adopt(0);
    ++entryOf(session)->tabs;
    return session;
}

ChatSession* SessionRegistry::adopt(qint64 conversationId) {
    auto owned = std::make_unique<ChatSession>(
        ChatSession::Services{
            .engine = m_engine, .activeModel = m_activeModel, .storage = m_storage, .router = *m_router},
        conversationId);
    ChatSession* session = owned.get();
    m_entries.push_back({.session = std::move(owned),
                         .number = m_nextNumber++,
                         .newAnswer = m_newAnswers.erase(conversationId) > 0});
    const auto announce = [this, session] { Q_EMIT sessionChanged(session); };
    connect(session, &ChatSession::titleChanged, this, announce);
    connect(session, &ChatSession::activityTextChanged, this, announce);
    connect(session, &ChatSession::conversationIdChanged, this, announce);
    connect(session, &ChatSession::saveErrorChanged, this, announce);
    connect(session, &ChatSession::visibleChanged, this, [this, session] { noteVisibility(session); });
    connect(session, &ChatSession::activityChanged, this, [this, session] {
        updateWritingCount();
        noteActivity(session);
        Q_EMIT sessionChanged(session);
    });
    connect(session, &ChatSession::stored, this,
            [this, session] { Q_EMIT conversationStored(session->conversationId()); });
    // What one chat could store, another may now as well.
    connect(session, &ChatSession::stored, this, &SessionRegistry::storeWhatWaits, Qt::QueuedConnection);
    // Queued: a session may not go while it is telling that it has finished.
    connect(
        session, &ChatSession::settled, this, [this, session] { dropIfUnused(session); },
        Qt::QueuedConnection);
    return session;
}

bool SessionRegistry::isUnstored(const ChatSession& session) {
    return session.isUnsaved() || !session.saveError().isEmpty() || session.isDraftUnstored();
}

bool SessionRegistry::outlivesTheProgram(qint64 conversationId) {
    return conversationId > 0 && conversationId < storage::kFirstIdInMemory;
}

void SessionRegistry::retain(ChatSession* session) {
    if (const auto entry = entryOf(session); entry != m_entries.end()) {
        ++entry->tabs;
    }
}

void SessionRegistry::storeWhatWaits() {
    for (const Entry& entry : m_entries) {
        if (entry.session->isUnsaved() && entry.tabs == 0) {
            entry.session->retrySaving();
        }
    }
}

void SessionRegistry::release(ChatSession* session) {
    const auto entry = entryOf(session);
    if (entry == m_entries.end() || entry->tabs == 0) {
        return;
    }
    if (--entry->tabs == 0) {
        if (isUnstored(*session)) {
            session->setVisible(false);  // it keeps the message that could not be stored
            Q_EMIT sessionChanged(session);
        } else {
            session->leave();
        }
        // Queued: the release may come from a handler of one of the session's own signals.
        QTimer::singleShot(0, session, [this, session] { dropIfUnused(session); });
    }
}

ChatSession* SessionRegistry::find(qint64 conversationId) const {
    if (conversationId == 0) {
        return nullptr;
    }
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [conversationId](const Entry& entry) {
        return entry.session->conversationId() == conversationId || entry.number == -conversationId;
    });
    return found == m_entries.end() ? nullptr : found->session.get();
}

qint64 SessionRegistry::listedId(const ChatSession* session) const {
    if (session == nullptr || session->conversationId() != 0) {
        return session == nullptr ? 0 : session->conversationId();
    }
    const auto found =
        std::ranges::find(m_entries, session, [](const Entry& entry) { return entry.session.get(); });
    return found == m_entries.end() ? 0 : -found->number;
}

bool SessionRegistry::hasNewAnswer(qint64 listedId) const {
    const ChatSession* session = find(listedId);
    const auto entry =
        std::ranges::find(m_entries, session, [](const Entry& one) { return one.session.get(); });
    return entry != m_entries.end() ? entry->newAnswer : m_newAnswers.contains(listedId);
}

void SessionRegistry::noteActivity(const ChatSession* session) {
    const auto entry = entryOf(session);
    if (entry == m_entries.end()) {
        return;
    }
    const bool wasWriting = std::exchange(entry->writing, session->isWriting());
    if (session->isWriting()) {
        entry->newAnswer = false;
    } else if (wasWriting && session->activity() == ChatSession::Activity::Idle && !session->isVisible()) {
        entry->newAnswer = true;
    }
}

void SessionRegistry::noteVisibility(const ChatSession* session) {
    const auto entry = entryOf(session);
    if (entry != m_entries.end() && session->isVisible() && std::exchange(entry->newAnswer, false)) {
        Q_EMIT sessionChanged(entry->session.get());
    }
}

std::vector<ChatSession*> SessionRegistry::sessions() const {
    std::vector<ChatSession*> sessions;
    for (const Entry& entry : m_entries) {
        sessions.push_back(entry.session.get());
    }
    return sessions;
}

void SessionRegistry::retranslate() {
    for (const Entry& entry : m_entries) {
        entry.session->retranslate();
    }
}

void SessionRegistry::flush(std::function<void()> done) {
    const auto left = std::make_shared<std::size_t>(m_entries.size());
    if (*left == 0) {
        done();
        return;
    }
    for (const Entry& entry : m_entries) {
        entry.session->flush([left, done] {
            if (--*left == 0) {
                done();
            }
        });
    }
}

int SessionRegistry::unstoredCount() const {
    const auto count = std::count_if(m_entries.begin(), m_entries.end(),
                                     [](const Entry& entry) { return isUnstored(*entry.session); });
    const bool answerUnstored = !m_storage.writeError().isEmpty();
    return std::max(static_cast<int>(count), answerUnstored ? 1 : 0);
}

std::vector<SessionRegistry::Entry>::iterator SessionRegistry::entryOf(const ChatSession* session) {
    return std::find_if(m_entries.begin(), m_entries.end(),
                        [session](const Entry& entry) { return entry.session.get() == session; });
}

void SessionRegistry::updateWritingCount() {
    const auto count = std::count_if(m_entries.begin(), m_entries.end(),
                                     [](const Entry& entry) { return entry.session->isWriting(); });
    if (std::exchange(m_writingCount, static_cast<int>(count)) != count) {
        Q_EMIT writingCountChanged();
    }
}

void SessionRegistry::dropIfUnused(ChatSession* session) {
    const auto entry = entryOf(session);
    // What could not be stored lives here alone: opened again it can be tried again.
    if (entry == m_entries.end() || entry->tabs > 0 || session->isWriting() || session->isStoring() ||
        isUnstored(*session)) {
        return;
    }
    // Its last words (drafts, parameters) are posted to the store by its destructor.
    const bool newAnswer = entry->newAnswer;
    std::unique_ptr<ChatSession> last = std::move(entry->session);
    m_entries.erase(entry);
    const qint64 conversationId = last->conversationId();
    if (newAnswer && conversationId != 0) {
        m_newAnswers.insert(conversationId);
    }
    last.reset();
    Q_EMIT conversationStored(conversationId);
}

}  // namespace hearth
