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
            forget();
            m_openFailure = error;
            setState(State::Failed);
        });
    };
    callbacks.write_failed = [this](const Error& error) { deliver([this, error] { setWriteError(error); }); };
    callbacks.write_recovered = [this] { deliver([this] { setWriteError({}); }); };
    m_thread = storage::StorageThread::open(file, std::move(callbacks), std::move(options));
}

ChatStorage::~ChatStorage() {
    // Before the rest of this object: the callbacks still post to it.
    m_thread.reset();
}

void ChatStorage::retry() {
    forget();
    setState(State::Opening);
    m_thread->retry();
}

void ChatStorage::useReadOnly() {
    forget();
    setState(State::Opening);
    m_thread->use_read_only();
}

void ChatStorage::useMemory() {
    forget();
    setState(State::Opening);
    m_thread->use_memory();
}

void ChatStorage::dismissMessage() {
    forget();
    setState(m_state);
}

void ChatStorage::retranslate() {
    Q_EMIT stateChanged();
    Q_EMIT writeErrorChanged();
}

QString ChatStorage::message() const {
    if (m_openFailure) {
        return storageSentence(*m_openFailure);
    }
    return m_report == nullptr ? QString() : openSentence(*m_report);
}

QString ChatStorage::writeError() const {
    return m_writeError ? storageSentence(*m_writeError) : QString();
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
    forget();
    m_report = std::make_unique<const storage::OpenReport>(report);
    setState(state);
}

void ChatStorage::forget() {
    m_openFailure.reset();
    m_report.reset();
}

void ChatStorage::setState(State state) {
    m_state = state;
    Q_EMIT stateChanged();
}

void ChatStorage::setWriteError(std::optional<Error> error) {
    const QString before = writeError();
    m_writeError = std::move(error);
    if (writeError() != before) {
        Q_EMIT writeErrorChanged();
    }
}

}  // namespace hearth
