#include "engine_bridge/local_engine.h"

#include "engine_bridge/engine_workshop.h"

#include <utility>

namespace hearth {

LocalEngine::LocalEngine(QObject* parent)
    : LocalEngine([](const std::filesystem::path& path, const LoadOptions& options,
                     const LoadProgress& progress) { return Engine::load(path, options, progress); },
                  parent) {}

LocalEngine::LocalEngine(EngineLoader loader, QObject* parent)
    : EngineClient(parent), m_workshop(std::make_unique<EngineWorkshop>(*this, std::move(loader))) {}

LocalEngine::~LocalEngine() = default;

ModelHandle LocalEngine::load(LoadModelRequest request) {
    return m_workshop->load(std::move(request));
}

void LocalEngine::cancelLoad(ModelHandle model) {
    m_workshop->cancelLoad(model);
}

void LocalEngine::unload(ModelHandle model) {
    m_workshop->unload(model);
}

void LocalEngine::plan(const LoadModelRequest& request, QObject* context, PlanCallback callback) {
    m_workshop->plan(request, context, std::move(callback));
}

RequestHandle LocalEngine::generate(ModelHandle model, ChatRequest request) {
    return m_workshop->generate(model, std::move(request));
}

void LocalEngine::stop(RequestHandle request) {
    if (const auto session = m_workshop->sessionOf(request)) {
        session->stop(request);
    }
}

void LocalEngine::setPriority(RequestHandle request, int priority) {
    if (const auto session = m_workshop->sessionOf(request)) {
        session->setPriority(request, priority);
    }
}

void LocalEngine::measure(ModelHandle model, std::vector<ChatTurn> turns, QString draft, QObject* context,
                          MeasureCallback callback) {
    m_workshop->measure(model, std::move(turns), std::move(draft), context, std::move(callback));
}

EngineFigures LocalEngine::figures() const {
    return m_workshop->figures();
}

void LocalEngine::setFrameClock(FrameClock& clock) {
    m_workshop->setFrameClock(clock);
}

std::chrono::nanoseconds LocalEngine::now() const {
    return m_workshop->now();
}

}  // namespace hearth
