#pragma once

#include <hearth/result.h>

#include <QObject>
#include <QPointer>
#include <QString>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace hearth {

namespace storage {
class ChatStore;
class StorageThread;
class StreamWriter;
struct OpenReport;
struct StorageThreadOptions;
}  // namespace storage

/// The GUI thread's door to the chat store: owns the storage thread, runs jobs there and brings their results
/// back. Says for people when the file cannot be opened or written. GUI thread; never waits, but in its
/// destructor, which stores what is under way.
class ChatStorage : public QObject {
    Q_OBJECT
    Q_PROPERTY(State state READ state NOTIFY stateChanged)
    Q_PROPERTY(QString message READ message NOTIFY stateChanged)
    Q_PROPERTY(bool readOnlyHelps READ readOnlyHelps NOTIFY stateChanged)
    Q_PROPERTY(QString writeError READ writeError NOTIFY writeErrorChanged)

 public:
    enum class State {
        Opening,
        Open,
        ReadOnly,  ///< what is there can be read; nothing is stored
        Memory,    ///< nothing outlives the program
        Failed,    ///< jobs wait until retry(), useReadOnly() or useMemory() has worked
    };
    Q_ENUM(State)

    explicit ChatStorage(const std::filesystem::path& file, QObject* parent = nullptr);
    ChatStorage(const std::filesystem::path& file, storage::StorageThreadOptions options,
                QObject* parent = nullptr);
    ~ChatStorage() override;

    State state() const { return m_state; }
    /// What the person should know about how the file came to be open, or why it could not be; often empty.
    QString message() const;
    /// The file could not be opened for writing; its chats may still be read: useReadOnly().
    bool readOnlyHelps() const { return m_state == State::Failed && m_readOnlyHelps; }
    /// Why answers cannot be stored now; they are kept and tried again. Empty while all is well.
    QString writeError() const;

    Q_INVOKABLE void retry();
    Q_INVOKABLE void useReadOnly();
    Q_INVOKABLE void useMemory();
    /// The person has read the message.
    Q_INVOKABLE void dismissMessage();
    /// The language has changed.
    void retranslate();

    /// Runs `job` on the storage thread after all asked before, then `done` with its result on this thread,
    /// unless `context` is gone by then. The job may own nothing of the GUI thread. One that throws, which is
    /// a fault in Hearth, has an Error as its result.
    template <class T>
    void run(QObject* context, std::function<Result<T>(storage::ChatStore&)> job,
             std::function<void(Result<T>)> done) {
        post([this, context = QPointer<QObject>(context), job = std::move(job),
              done = std::move(done)](storage::ChatStore& store) {
            auto result = std::make_shared<Result<T>>(guarded(job, store));
            deliver([context, done, result] {
                if (context) {
                    done(std::move(*result));
                }
            });
        });
    }

    /// Texts of the answers being written.
    storage::StreamWriter& streams();
    /// Runs `what` on this thread; for callbacks that arrive on the storage thread. Any thread.
    void deliver(std::function<void()> what);

 Q_SIGNALS:
    void stateChanged();
    void writeErrorChanged();

 private:
    template <class T>
    static Result<T> guarded(const std::function<Result<T>(storage::ChatStore&)>& job,
                             storage::ChatStore& store) {
        try {
            return job(store);
        } catch (const std::exception& exception) {
            return faultOfJob(exception.what());
        } catch (...) {
            return faultOfJob("unknown");
        }
    }
    static Error faultOfJob(const char* cause);
    void post(std::function<void(storage::ChatStore&)> job);
    void onOpened(const storage::OpenReport& report);
    /// message() has nothing to tell any more.
    void forget();
    void setState(State state);
    void setWriteError(std::optional<Error> error);

    State m_state = State::Opening;
    std::optional<Error> m_openFailure;                   ///< what message() tells, or
    std::unique_ptr<const storage::OpenReport> m_report;  ///< this
    bool m_readOnlyHelps = false;
    std::optional<Error> m_writeError;
    std::unique_ptr<storage::StorageThread> m_thread;
};

}  // namespace hearth
