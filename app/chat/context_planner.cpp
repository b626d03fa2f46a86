#include "chat/context_planner.h"

#include "engine_bridge/active_model.h"

#include <utility>

namespace hearth {

namespace {

constexpr int kPauseMs = 150;

}  // namespace

std::optional<MessageKey> MeasuredPrompt::lastToLeaveOut() const {
    if (fit.fits || fit.leaveOut.value_or(0) == 0) {
        return std::nullopt;
    }
    const std::size_t system = !prompt.turns.empty() && prompt.turns.front().role == ChatRole::System ? 1 : 0;
    return prompt.keys[system + *fit.leaveOut - 1];
}

ContextPlanner::ContextPlanner(EngineClient& engine, ActiveModel& activeModel, Source source, QObject* parent)
    : QObject(parent), m_engine(engine), m_activeModel(activeModel), m_source(std::move(source)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPauseMs);
    connect(&m_timer, &QTimer::timeout, this, &ContextPlanner::measureNow);
    connect(&m_activeModel, &ActiveModel::stateChanged, this, &ContextPlanner::refresh);
}

void ContextPlanner::refresh() {
    if (!m_activeModel.handle()) {
        m_timer.stop();
        if (m_meter.isKnown()) {
            m_meter.forget();
            Q_EMIT unknown();
        }
        return;
    }
    if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void ContextPlanner::measureNow() {
    measure(m_source.turns(), m_source.draft(), this, [this](const Result<MeasuredPrompt>& result) {
        if (!result) {
            m_meter.forget();
            Q_EMIT unknown();
            return;
        }
        const ContextMeasure& measured = result->measure;
        m_meter.set(static_cast<int>(measured.totalTokens), static_cast<int>(measured.draftTokens),
                    static_cast<int>(measured.contextTokens), !result->fit.fits);
        Q_EMIT this->measured(*result);
    });
}

void ContextPlanner::measure(PromptTurns prompt, QString draft, QObject* context, Measured done) {
    const std::optional<ModelHandle> model = m_activeModel.handle();
    if (!model) {
        done(Error{ErrorCode::invalid_request, "no model is loaded"});
        return;
    }
    std::vector<ChatTurn> turns = prompt.turns;
    m_engine.measure(*model, std::move(turns), draft, context,
                     [this, prompt = std::move(prompt), draft,
                      done = std::move(done)](const Result<ContextMeasure>& measure) mutable {
                         if (!measure) {
                             done(measure.error());
                             return;
                         }
                         MeasuredPrompt result;
                         result.prompt = std::move(prompt);
                         result.draft = std::move(draft);
                         result.measure = *measure;
                         result.reserve = answerReserve(m_source.maxTokens(), measure->contextTokens);
                         result.fit = fitContext(result.measure, result.prompt.turns, result.reserve);
                         done(std::move(result));
                     });
}

}  // namespace hearth
