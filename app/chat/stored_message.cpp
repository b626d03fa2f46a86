#include "chat/stored_message.h"

#include <QJsonDocument>

namespace hearth {

namespace {

constexpr QLatin1String kTimeToFirstToken("ttft_ms");
constexpr QLatin1String kTokensPerSecond("tokens_per_second");
constexpr QLatin1String kGeneratedTokens("generated_tokens");
constexpr QLatin1String kPromptTokens("prompt_tokens");
constexpr QLatin1String kCachedTokens("cached_tokens");
constexpr QLatin1String kThinking("thinking_ms");
constexpr QLatin1String kFinish("finish");
constexpr QLatin1String kLength("length");
constexpr QLatin1String kContext("context");

template <class T>
void put(QJsonObject& json, QLatin1String key, const std::optional<T>& value) {
    if (value) {
        json[key] = static_cast<double>(*value);
    }
}

std::optional<double> number(const QJsonObject& json, QLatin1String key) {
    const QJsonValue value = json[key];
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

std::optional<quint32> count(const QJsonObject& json, QLatin1String key) {
    const std::optional<double> value = number(json, key);
    return value && *value >= 0 && *value <= 4e9 ? std::optional(static_cast<quint32>(*value)) : std::nullopt;
}

MessageState stateFromStore(const storage::Message& message, const QJsonObject& statistics) {
    const QString finish = statistics[kFinish].toString();
    switch (message.status) {
        case storage::MessageStatus::complete:
            return finish == kLength || finish == kContext ? MessageState::LengthLimit
                                                           : MessageState::Complete;
        case storage::MessageStatus::stopped:
            return MessageState::Stopped;
        case storage::MessageStatus::failed:
            return MessageState::Failed;
        // Somebody else's stream; our own is laid over it by the session.
        case storage::MessageStatus::streaming:
        case storage::MessageStatus::interrupted:
            return MessageState::Interrupted;
    }
    return MessageState::Interrupted;
}

storage::MessageStatus statusForStore(MessageState state) {
    switch (state) {
        case MessageState::Stopped:
            return storage::MessageStatus::stopped;
        case MessageState::Failed:
            return storage::MessageStatus::failed;
        case MessageState::Interrupted:
            return storage::MessageStatus::interrupted;
        case MessageState::Complete:
        case MessageState::LengthLimit:
        case MessageState::Writing:
            break;
    }
    return storage::MessageStatus::complete;
}

MessageRole roleFromStore(storage::Role role) {
    switch (role) {
        case storage::Role::system:
            return MessageRole::System;
        case storage::Role::user:
            return MessageRole::User;
        case storage::Role::assistant:
            break;
    }
    return MessageRole::Assistant;
}

}  // namespace

PathMessage messageFromStore(const storage::PathMessage& stored) {
    const QJsonObject statistics = jsonFromStore(stored.message.statistics);
    PathMessage message;
    message.key = MessageKey{stored.message.id.value};
    message.role = roleFromStore(stored.message.role);
    message.text = QString::fromStdString(stored.message.text);
    message.state = stateFromStore(stored.message, statistics);
    message.errorText = QString::fromStdString(stored.message.error);
    message.modelName = QString::fromStdString(stored.message.model);
    message.footer = {.timeToFirstTokenMs = number(statistics, kTimeToFirstToken),
                      .tokensPerSecond = number(statistics, kTokensPerSecond),
                      .generatedTokens = count(statistics, kGeneratedTokens),
                      .promptTokens = count(statistics, kPromptTokens),
                      .cachedTokens = count(statistics, kCachedTokens),
                      .thinkingMs = number(statistics, kThinking)};
    message.contextFull = statistics[kFinish].toString() == kContext;
    message.versionIndex = static_cast<int>(stored.version_index);
    message.versionCount = static_cast<int>(stored.version_count);
    return message;
}

ConversationPath pathFromStore(const storage::ConversationPath& stored) {
    ConversationPath path;
    for (const storage::PathMessage& message : stored.messages) {
        path.append(messageFromStore(message));
    }
    return path;
}

storage::JsonObject jsonForStore(const QJsonObject& json) {
    return {QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString()};
}

QJsonObject jsonFromStore(const storage::JsonObject& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json.text)).object();
}

storage::FinishedAnswer finishedForStore(MessageKey key, const QString& text, const AnswerEnd& end) {
    QJsonObject statistics;
    put(statistics, kTimeToFirstToken, end.footer.timeToFirstTokenMs);
    put(statistics, kTokensPerSecond, end.footer.tokensPerSecond);
    put(statistics, kGeneratedTokens, end.footer.generatedTokens);
    put(statistics, kPromptTokens, end.footer.promptTokens);
    put(statistics, kCachedTokens, end.footer.cachedTokens);
    put(statistics, kThinking, end.footer.thinkingMs);
    if (end.state == MessageState::LengthLimit) {
        statistics[kFinish] = end.contextFull ? kContext : kLength;
    }
    return {.message = storeId(key),
            .text = text.toStdString(),
            .status = statusForStore(end.state),
            .error = end.errorText.toStdString(),
            .statistics = jsonForStore(statistics),
            .model = std::nullopt};
}

storage::MessageId storeId(MessageKey key) {
    return storage::MessageId{static_cast<std::int64_t>(key)};
}

}  // namespace hearth
