#pragma once

#include "chat/answer_router.h"
#include "engine_bridge/engine_client.h"

#include <QObject>
#include <QTimer>
#include <optional>
#include <vector>

namespace hearth {

class ActiveModel;

/// Asks the model for a title of a conversation, once it has nothing else to do: a few tokens behind all
/// other work. Models below a billion parameters are not asked; they give poor titles. GUI thread; owned by
/// its ChatSession.
class TitleMaker : public QObject {
    Q_OBJECT
 public:
    TitleMaker(EngineClient& engine, ActiveModel& activeModel, AnswerRouter& router,
               QObject* parent = nullptr);
    ~TitleMaker() override;

    /// `turns` are the first exchange as the model has just read it, so that most of it need not be read
    /// again.
    void start(std::vector<ChatTurn> turns);
    void cancel();

 Q_SIGNALS:
    void made(const QString& title);

 private:
    void askWhenIdle();
    void receive(const EngineEvent& event);

    EngineClient& m_engine;
    ActiveModel& m_activeModel;
    AnswerRouter& m_router;
    std::vector<ChatTurn> m_turns;
    std::optional<RequestHandle> m_request;
    QString m_answer;
    QTimer m_idleTimer;
};

}  // namespace hearth
