#pragma once

#include "engine_bridge/engine_client.h"

#include <QObject>
#include <QString>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

namespace hearth {

/// The one model that the window's chats use: loads it, replaces it, says how far it is and what it takes.
/// Lives on the GUI thread; the EngineClient outlives it.
class ActiveModel : public QObject {
    Q_OBJECT
    Q_PROPERTY(State state READ state NOTIFY stateChanged)
    Q_PROPERTY(bool ready READ ready NOTIFY stateChanged)
    Q_PROPERTY(QString path READ path NOTIFY stateChanged)
    Q_PROPERTY(QString name READ name NOTIFY stateChanged)
    Q_PROPERTY(QString detail READ detail NOTIFY stateChanged)
    Q_PROPERTY(double progress READ progress NOTIFY progressChanged)
    Q_PROPERTY(double secondsLeft READ secondsLeft NOTIFY progressChanged)
    Q_PROPERTY(qint64 weightBytes READ weightBytes NOTIFY stateChanged)
    Q_PROPERTY(qint64 kvBytes READ kvBytes NOTIFY stateChanged)
    Q_PROPERTY(qint64 availableBytes READ availableBytes NOTIFY availableBytesChanged)
    Q_PROPERTY(qint64 contextTokens READ contextTokens NOTIFY stateChanged)
    Q_PROPERTY(qint64 modelContextTokens READ modelContextTokens NOTIFY stateChanged)
    Q_PROPERTY(QString errorName READ errorName NOTIFY stateChanged)
    Q_PROPERTY(QString errorSentence READ errorSentence NOTIFY errorSentenceChanged)
    Q_PROPERTY(QString errorDetails READ errorDetails NOTIFY stateChanged)

 public:
    enum State {
        None,            ///< no model is chosen
        Loading,         ///< `path` is being loaded (a model before it is being freed)
        Ready,           ///< chats can write
        NoChatTemplate,  ///< loaded, but its file does not say how to chat with it; errorSentence tells
        Failed,          ///< it could not be loaded, or its engine broke; errorSentence tells
    };
    Q_ENUM(State)

    /// Makes the sentence a person reads of an error.
    using ErrorSentence = std::function<QString(const Error&)>;

    /// What people call the model in a file; empty where nobody says.
    using NameOfFile = std::function<QString(const QString& path)>;

    explicit ActiveModel(EngineClient& client, ErrorSentence errorSentence, QObject* parent = nullptr);

    State state() const { return m_state; }
    bool ready() const { return m_state == Ready; }
    /// What requests are made with; absent unless ready.
    std::optional<ModelHandle> handle() const;
    QString path() const { return m_request.path; }
    /// Names models of files that are known by better names than they carry.
    void setNameOfFile(NameOfFile nameOfFile) { m_nameOfFile = std::move(nameOfFile); }
    /// As people know it, else as the file calls it; while it loads, the file's name.
    QString name() const;
    /// Architecture and backend, e.g. "llama · cpu (AVX-512 VNNI)".
    QString detail() const;
    double progress() const { return m_progress; }  ///< 0 to 1 of the weights
    double secondsLeft() const;                     ///< of loading; NaN while it cannot be said
    qint64 weightBytes() const;
    qint64 kvBytes() const;
    qint64 availableBytes() const;  ///< of the machine's memory, for models; changes by itself
    qint64 contextTokens() const;
    qint64 modelContextTokens() const;
    QString errorName() const;      ///< the stable name of its code, empty without an error
    QString errorSentence() const;  ///< empty without an error
    QString errorDetails() const;   ///< the engine's own English sentence
    const std::optional<Error>& error() const { return m_error; }
    const std::optional<ModelInfo>& info() const { return m_info; }

    /// Loads a model in place of the present one, whose requests end as stopped.
    Q_INVOKABLE void use(const QString& path);
    void use(LoadModelRequest request);
    /// Gives up loading; no model is chosen then.
    Q_INVOKABLE void cancel();
    Q_INVOKABLE void unload();
    /// Loads the present model again, with another length of context, as priceKnown said where it was asked.
    /// Where it cannot be loaded so, it is loaded as it was: reloadFailed.
    Q_INVOKABLE void reload(qint64 contextTokens);
    /// After a failure: tries once more.
    Q_INVOKABLE void retry();
    /// Loads it although it does not fit into memory.
    Q_INVOKABLE void forceLoad();

    /// Asks what the present model would hold with another length of context, after reload(): priceKnown.
    Q_INVOKABLE void askPrice(qint64 contextTokens);

    /// What priceKnown told last takes more memory for chats than the present model was loaded with.
    bool reloadGrowsChatMemory() const;

    /// Whether taking the present model away would stop answers that are being written.
    Q_INVOKABLE bool switchNeedsConfirmation(int writingCount) const;

    /// The language has changed.
    void retranslate() { Q_EMIT errorSentenceChanged(); }

 Q_SIGNALS:
    void stateChanged();
    void progressChanged();
    void errorSentenceChanged();
    void availableBytesChanged();
    /// A model was loaded: what to open next time.
    void used(const QString& path);
    /// The model could not be loaded with another context, for the reason in the sentence, and is loaded as
    /// it was before.
    void reloadFailed(const QString& sentence);
    /// The answer to askPrice: bytes in all, those free for it now (what the present model would give back
    /// included), and whether it fits. Where it cannot be said, priceUnknown with the sentence.
    void priceKnown(qint64 contextTokens, qint64 totalBytes, qint64 availableBytes, bool fits);
    void priceUnknown(qint64 contextTokens, const QString& sentence);

 private:
    void setState(State state, std::optional<Error> error = std::nullopt);
    void onProgress(ModelHandle model, std::uint64_t done, std::uint64_t total);
    void onLoaded(ModelHandle model, const ModelInfo& info);
    void onLoadFailed(ModelHandle model, const Error& error);
    void onBroke(ModelHandle model, const Error& error);
    /// Lets go of the model that is loaded or being loaded.
    void release();
    void start(LoadModelRequest request);
    /// The present request with another length of context, and its plan: with the memory for chats it needs
    /// where that is more than there was to be.
    using Planned = std::function<void(const LoadModelRequest& request, const Result<LoadPlan>& plan)>;
    void planReload(std::uint32_t contextTokens, Planned done);

    /// When the first part of the model had been read, and how much that was.
    struct FirstProgress {
        std::chrono::nanoseconds time;
        double progress;
    };

    EngineClient& m_client;
    ErrorSentence m_errorSentence;
    NameOfFile m_nameOfFile;
    State m_state = None;
    LoadModelRequest m_request;
    std::optional<LoadModelRequest> m_before;  ///< what was loaded, while it is reloaded
    std::optional<LoadModelRequest> m_larger;  ///< what priceKnown told the price of
    std::optional<ModelHandle> m_model;        ///< of the load that is going on or done
    std::optional<ModelInfo> m_info;           ///< while it is loaded, even when its engine broke
    std::optional<Error> m_error;
    double m_progress = 0;
    std::optional<FirstProgress> m_firstProgress;
    qint64 m_availableBytes = 0;
};

}  // namespace hearth
