#pragma once

#include "engine_bridge/engine_client.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <cstdint>
#include <vector>

namespace hearth {

class ChatSession;

/// Counts what an engine sends and how much of it has come to the transcripts. GUI thread; the engine
/// outlives it.
class DeliveryCheck : public QObject {
    Q_OBJECT

 public:
    explicit DeliveryCheck(EngineClient& engine);

    /// From all requests so far.
    std::uint64_t sentTokens() const;
    /// Requests that have ended.
    int finishedCount() const { return m_finished; }

    /// The tokens that are in the last messages of these sessions' transcripts, of those that were sent. A
    /// text that differs from every one that was sent counts for nothing.
    std::uint64_t deliveredTokens(const std::vector<ChatSession*>& sessions) const;

 private:
    struct Stream {
        QString text;
        std::uint64_t tokens = 0;
    };

    QHash<quint64, Stream> m_streams;  ///< by request
    int m_finished = 0;
};

}  // namespace hearth
