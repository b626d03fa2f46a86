#pragma once

#include "chat/chat_session.h"
#include "chat/chat_storage.h"
#include "chat/session_registry.h"
#include "engine_bridge/active_model.h"
#include "engine_bridge/fake_engine.h"
#include "engine_bridge/frame_clock.h"
#include "storage/chat_store.h"
#include "storage/storage_thread.h"
#include "system/error_sentences.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace hearth {

inline const QString kSmallModel = QStringLiteral("/models/small.gguf");
inline const QString kOtherModel = QStringLiteral("/models/other.gguf");

/// A window's worth of chat without a window: the scripted engine on a clock that the test drives, and the
/// real store in a folder of its own.
class ChatFixture {
 public:
    ChatFixture() {
        script.models[kSmallModel] = model(QStringLiteral("Small"), 4096);
        script.models[kOtherModel] = model(QStringLiteral("Other"), 4096);
        script.answer = [this](const ChatRequest& request, std::uint64_t) {
            requests.push_back(request);
            if (onRequest) {
                onRequest(request);
            }
            return answers ? answers(request) : answer(QStringLiteral("An answer of a few words."));
        };
        start();
    }

    static FakeModel model(const QString& name, std::uint32_t context) {
        FakeModel made;
        made.info.name = name;
        made.info.architecture = QStringLiteral("llama");
        made.info.backend = QStringLiteral("cpu");
        made.info.parameterCount = 100'000'000;
        made.info.contextTokens = context;
        made.info.modelContextTokens = context * 4;
        made.info.weightBytes = 1'000'000;
        made.info.kvBytes = 1'000'000;
        made.loadTime = std::chrono::milliseconds(32);
        return made;
    }
    static FakeAnswer answer(const QString& text, double tokensPerSecond = 1000) {
        FakeAnswer made;
        made.text = text;
        made.tokensPerSecond = tokensPerSecond;
        made.readingTime = std::chrono::milliseconds(16);
        return made;
    }

    std::filesystem::path file() const { return folder.filePath(QStringLiteral("chats.db")).toStdString(); }

    /// Everything as after a start of the program.
    void start(storage::StorageThreadOptions options = {}) {
        options.timing.interval = std::chrono::milliseconds(20);
        clock = std::make_unique<ManualFrameClock>();
        engine = std::make_unique<FakeEngine>(script);
        engine->setFrameClock(*clock);
        activeModel = std::make_unique<ActiveModel>(*engine, errorSentence);
        storage = std::make_unique<ChatStorage>(file(), std::move(options));
        registry = std::make_unique<SessionRegistry>(*engine, *activeModel, *storage);
    }
    void end() {
        registry.reset();
        storage.reset();
        activeModel.reset();
        engine.reset();
        clock.reset();
    }
    void restart() {
        end();
        requests.clear();
        start();
    }

    /// Lets scripted time and the real threads run until `done`, at most five seconds of real time.
    bool pump(const std::function<bool()>& done) {
        QElapsedTimer real;
        real.start();
        while (!done()) {
            if (real.elapsed() > 5000) {
                return false;
            }
            tick();
        }
        return true;
    }
    void tick() {
        clock->advance(std::chrono::milliseconds(16));
        QCoreApplication::processEvents();
        QThread::usleep(200);
    }
    void ticks(int count) {
        for (int i = 0; i < count; ++i) {
            tick();
        }
    }

    bool load(const QString& path = kSmallModel) {
        activeModel->use(path);
        return pump([this] { return activeModel->ready(); });
    }
    bool idle(ChatSession* session) {
        return pump(
            [session] { return !session->isWriting() && !session->isStoring() && !session->isLoading(); });
    }
    /// Sends and waits for the answer.
    bool say(ChatSession* session, const QString& text) {
        const int before = session->transcript()->messageCount();
        session->composer()->setText(text);
        session->send();
        return pump([=] { return session->transcript()->messageCount() >= before + 2; }) && idle(session);
    }
    ChatSession* reopen(qint64 id) {
        ChatSession* session = registry->open(id);
        pump([session] { return !session->isLoading(); });
        return session;
    }

    /// The conversation as another process reads it from the file.
    storage::ConversationPath stored(qint64 id) {
        Result<storage::ChatStore> store = storage::ChatStore::open_read_only(file());
        if (!store) {
            qWarning("%s", store.error().message.c_str());
            return {};
        }
        Result<storage::ConversationPath> path = store->path(storage::ConversationId{id});
        return path ? *path : storage::ConversationPath();
    }
    /// The messages that the transcript shows, in order.
    static QStringList shown(ChatSession* session) {
        QStringList texts;
        QSet<qint64> seen;
        TranscriptModel* model = session->transcript();
        for (int row = 0; row < model->rowCount(); ++row) {
            const qint64 key = static_cast<qint64>(
                model->data(model->index(row), TranscriptModel::MessageKeyRole).toDouble());
            if (key != 0 && !seen.contains(key)) {
                seen.insert(key);
                texts.append(model->source(MessageKey{key}));
            }
        }
        return texts;
    }
    /// The keys of the messages of one side, in order.
    static std::vector<double> keys(ChatSession* session, bool own) {
        std::vector<double> keys;
        TranscriptModel* model = session->transcript();
        for (int row = 0; row < model->rowCount(); ++row) {
            const QModelIndex index = model->index(row);
            const double key = model->data(index, TranscriptModel::MessageKeyRole).toDouble();
            if (key != 0 && model->data(index, TranscriptModel::OwnRole).toBool() == own &&
                (keys.empty() || keys.back() != key)) {
                keys.push_back(key);
            }
        }
        return keys;
    }
    static double lastKey(ChatSession* session, bool own) {
        TranscriptModel* model = session->transcript();
        for (int row = model->rowCount() - 1; row >= 0; --row) {
            if (model->data(model->index(row), TranscriptModel::OwnRole).toBool() == own) {
                return model->data(model->index(row), TranscriptModel::MessageKeyRole).toDouble();
            }
        }
        return 0;
    }

    QTemporaryDir folder;
    FakeScript script;
    std::vector<ChatRequest> requests;
    std::function<void(const ChatRequest&)> onRequest;
    std::function<FakeAnswer(const ChatRequest&)> answers;
    std::unique_ptr<ManualFrameClock> clock;
    std::unique_ptr<FakeEngine> engine;
    std::unique_ptr<ActiveModel> activeModel;
    std::unique_ptr<ChatStorage> storage;
    std::unique_ptr<SessionRegistry> registry;
};

}  // namespace hearth
