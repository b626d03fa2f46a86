#include "chat/title_maker.h"

#include "chat/title_text.h"
#include "engine_bridge/active_model.h"

#include <utility>

namespace hearth {

namespace {

constexpr std::uint64_t kCapableParameters = 1'000'000'000;
constexpr std::uint32_t kTitleTokens = 12;
constexpr int kTitlePriority = -100;
/// The figures come four times a second; looking twice a second finds a pause between two messages.
constexpr int kIdleIntervalMs = 500;

}  // namespace

TitleMaker::TitleMaker(EngineClient& engine, ActiveModel& activeModel, AnswerRouter& router, QObject* parent)
    : QObject(parent), m_engine(engine), m_activeModel(activeModel), m_router(router) {
    m_idleTimer.setInterval(kIdleIntervalMs);
    connect(&m_idleTimer, &QTimer::timeout, this, &TitleMaker::askWhenIdle);
}

TitleMaker::~TitleMaker() {
    cancel();
}

void TitleMaker::start(std::vector<ChatTurn> turns) {
    cancel();
    const std::optional<ModelInfo>& info = m_activeModel.info();
    if (!info || info->parameterCount < kCapableParameters) {
        return;
    }
    m_turns = std::move(turns);
    m_turns.push_back(
        {ChatRole::User,
         QStringLiteral("Give this conversation a title of at most five words, in the language it is "
                        "written in. Answer with the title alone.")});
    m_idleTimer.start();
}

void TitleMaker::cancel() {
    m_idleTimer.stop();
    if (m_request) {
        m_router.forget(*m_request);
        m_engine.stop(*m_request);
        m_request.reset();
    }
    m_turns.clear();
    m_answer.clear();
}

void TitleMaker::askWhenIdle() {
    const EngineFigures figures = m_engine.figures();
    if (figures.running > 0 || figures.waiting > 0) {
        return;
    }
    m_idleTimer.stop();
    const std::optional<ModelHandle> model = m_activeModel.handle();
    if (!model) {
        return;
    }
    ChatRequest request;
    request.turns = std::exchange(m_turns, {});
    request.maxTokens = kTitleTokens;
    request.priority = kTitlePriority;
    m_request = m_engine.generate(*model, std::move(request));
    m_router.follow(*m_request, [this](const EngineEvent& event) { receive(event); });
}

void TitleMaker::receive(const EngineEvent& event) {
    if (const auto* delta = std::get_if<TextDelta>(&event.what)) {
        m_answer += delta->text;
    } else if (const auto* done = std::get_if<Done>(&event.what)) {
        m_request.reset();
        // A title that was cut off is worse than the one there is.
        const bool whole =
            done->reason == FinishReason::stop || m_answer.trimmed().contains(QLatin1Char('\n'));
        if (const QString title = titleFromAnswer(m_answer); whole && !title.isEmpty()) {
            Q_EMIT made(title);
        }
    } else if (isFinal(event)) {
        m_request.reset();
    }
}

}  // namespace hearth
