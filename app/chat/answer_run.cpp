#include "chat/answer_run.h"

#include "system/error_sentences.h"

#include <utility>

namespace hearth {

namespace {

constexpr std::chrono::seconds kSpeedWindow(2);

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};

}  // namespace

AnswerRun::AnswerRun(EngineClient& engine, AnswerRouter& router, Target target, ModelHandle model,
                     ChatRequest request)
    : m_engine(engine),
      m_router(router),
      m_key(target.key),
      m_text(std::move(target.text)),
      m_writer(target.writer),
      m_maxTokens(request.maxTokens) {
    if (m_writer != nullptr) {
        m_writer->begin(storeId(m_key), m_text.toStdString());
    }
    m_request = m_engine.generate(model, std::move(request));
    m_router.follow(m_request, [this](const EngineEvent& event) { receive(event); });
}

AnswerRun::~AnswerRun() {
    if (!m_running) {
        return;
    }
    m_router.forget(m_request);
    m_engine.stop(m_request);
    if (m_writer != nullptr) {
        AnswerEnd end;
        end.state = MessageState::Stopped;
        m_writer->finish(finishedForStore(m_key, m_text, end));
    }
}

std::optional<double> AnswerRun::tokensPerSecond() const {
    if (m_marks.size() < 2) {
        return std::nullopt;
    }
    const std::chrono::duration<double> time = m_marks.back().time - m_marks.front().time;
    if (time.count() <= 0) {
        return std::nullopt;
    }
    return (m_marks.back().tokens - m_marks.front().tokens) / time.count();
}

void AnswerRun::stop() {
    m_engine.stop(m_request);
}

void AnswerRun::setPriority(int priority) {
    m_engine.setPriority(m_request, priority);
}

void AnswerRun::receive(const EngineEvent& event) {
    std::visit(Overloaded{
                   [this](const PromptRepaired& repaired) {
                       if (repaired.systemTextMoved) {
                           Q_EMIT noticeRaised(
                               tr("This model takes no system prompt; it was put before your first "
                                  "message instead."));
                       }
                       if (repaired.turnsMerged > 0) {
                           Q_EMIT noticeRaised(
                               tr("Messages without an answer between them were read by the model as "
                                  "one message."));
                       }
                   },
                   [this](const Queued& queued) {
                       m_queuePosition = queued.position;
                       setPhase(Phase::Queued);
                       Q_EMIT progressed();
                   },
                   [this](const Reading& reading) {
                       m_readingProgress =
                           reading.total > 0 ? static_cast<double>(reading.done) / reading.total : 0.0;
                       setPhase(Phase::Reading);
                       Q_EMIT progressed();
                   },
                   [this](const Writing& writing) {
                       m_promptTokens = writing.promptTokens;
                       setPhase(Phase::Writing);
                       Q_EMIT progressed();
                   },
                   [this](const TextDelta& delta) { add(delta); },
                   [this](const Done& done) { end(done); },
                   [this](const Failure& failure) { fail(failure.error); },
               },
               event.what);
}

void AnswerRun::add(const TextDelta& delta) {
    setPhase(Phase::Writing);
    m_generated += delta.tokens;
    m_marks.push_back({m_engine.now(), m_generated});
    while (m_marks.size() > 2 && m_marks.back().time - m_marks.front().time > kSpeedWindow) {
        m_marks.pop_front();
    }
    if (!delta.text.isEmpty()) {
        m_text += delta.text;
        if (m_writer != nullptr) {
            const QByteArray bytes = delta.text.toUtf8();
            m_writer->append(storeId(m_key),
                             std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        }
        Q_EMIT textAdded(delta.text);
    }
    Q_EMIT progressed();
}

void AnswerRun::end(const Done& done) {
    m_running = false;
    AnswerEnd ended;
    ended.footer = {.timeToFirstTokenMs = done.statistics.ttftMs,
                    .tokensPerSecond = done.statistics.tokensPerSecond,
                    .generatedTokens = done.statistics.generatedTokens,
                    .promptTokens = done.statistics.promptTokens,
                    .cachedTokens = done.statistics.cachedTokens,
                    .thinkingMs = std::nullopt};
    switch (done.reason) {
        case FinishReason::stop:
            if (m_text.trimmed().isEmpty()) {
                ended.state = MessageState::Failed;
                ended.errorText = tr("The model ended its answer without a word. Try again, or say more.");
            }
            break;
        case FinishReason::length:
            ended.state = MessageState::LengthLimit;
            ended.contextFull = !m_maxTokens || done.statistics.generatedTokens < *m_maxTokens;
            break;
        case FinishReason::cancelled:
            ended.state = MessageState::Stopped;
            break;
    }
    Q_EMIT finished(ended);
}

void AnswerRun::fail(const Error& error) {
    m_running = false;
    AnswerEnd ended;
    ended.state = MessageState::Failed;
    ended.errorText = errorSentence(error);
    if (m_generated > 0) {
        ended.footer.generatedTokens = m_generated;
    }
    Q_EMIT finished(ended);
}

void AnswerRun::setPhase(Phase phase) {
    if (m_phase != phase) {
        m_phase = phase;
        Q_EMIT phaseChanged();
    }
}

}  // namespace hearth
