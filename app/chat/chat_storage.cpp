#include "chat/chat_storage.h"

#include "chat/storage_sentences.h"
#include "storage/storage_problem.h"
#include "storage/storage_thread.h"

#include <optional>

namespace hearth {

ChatStorage::ChatStorage(const std::filesystem::path& file, QObject* parent)
    : ChatStorage(file, storage::StorageThreadOptions(), parent) {}

ChatStorage::ChatStorage(const std::filesystem::path& file, storage::StorageThreadOptions options,
                         QObject* parent)
    : QObject(parent) {
    // The callbacks may come before open() has returned; each only posts to this thread.
    storage::StorageCallbacks callbacks;
    callbacks.opened = [this](const storage::OpenReport& report) {
        deliver([this, report] { onOpened(report); });
    };
    callbacks.open_failed = [this](const Error& error) {
        deliver([this, error] {
            using storage::StorageProblem;
            const std::optional<StorageProblem> problem = storage::problem_of(error);
            m_readOnlyHelps = problem == StorageProblem::read_only || problem == StorageProblem::disk_full ||
                              problem == StorageProblem::cannot_open;
            setState(State::Failed, storageSentence(error));
        });
    };
    callbacks.write_failed = [this](const Error& error) {
        deliver([this, error] { setWriteError(storageSentence(error)); });
    };
    callbacks.write_recovered = [this] { deliver([this] { setWriteError({}); }); };
    m_thread = storage::StorageThread::open(file, std::move(callbacks), std::move(options));
}

ChatStorage::~ChatStorage() {
    // Before the rest of this object: the callbacks still post to it.
    m_thread.reset();
}

void ChatStorage::retry() {
    setState(State::Opening, {});
    m_thread->retry();
}

void ChatStorage::useReadOnly() {
    setState(State::Opening, {});
    m_thread->use_read_only();
}

void ChatStorage::useMemory() {
    setState(State::Opening, {});
    m_thread->use_memory();
}

void ChatStorage::dismissMessage() {
    setState(m_state, {});
}

storage::StreamWriter& ChatStorage::streams() {
    return m_thread->streams();
}

Error ChatStorage::faultOfJob(const char* cause) {
    qWarning("A job of the chat store failed: %s", cause);
    return storage::storage_error(storage::StorageProblem::internal, "chats", "work with the chats", cause);
}

void ChatStorage::post(std::function<void(storage::ChatStore&)> job) {
    m_thread->post(std::move(job));
}

void ChatStorage::deliver(std::function<void()> what) {
    QMetaObject::invokeMethod(this, std::move(what), Qt::QueuedConnection);
}

void ChatStorage::onOpened(const storage::OpenReport& report) {
    State state = State::Open;
    switch (report.outcome) {
        case storage::OpenOutcome::created:
        case storage::OpenOutcome::opened:
        case storage::OpenOutcome::migrated:
        case storage::OpenOutcome::salvaged:
            break;
        case storage::OpenOutcome::newer_version:
        case storage::OpenOutcome::read_only:
            state = State::ReadOnly;
            break;
        case storage::OpenOutcome::in_memory:
            state = State::Memory;
            break;
    }
    setState(state, openSentence(report));
}

void ChatStorage::setState(State state, const QString& message) {
    m_state = state;
    m_message = message;
    Q_EMIT stateChanged();
}

void ChatStorage::setWriteError(const QString& sentence) {
    if (m_writeError == sentence) {
        return;
    }
    m_writeError = sentence;
    Q_EMIT writeErrorChanged();
}

}  // namespace hearth
