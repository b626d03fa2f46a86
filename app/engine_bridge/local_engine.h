#pragma once

#include "engine_bridge/engine_client.h"

#include <hearth/engine.h>

#include <functional>
#include <memory>

namespace hearth {

/// Loads the engine of a model; called on the loader thread.
using EngineLoader = std::function<Result<std::unique_ptr<Engine>>(
    const std::filesystem::path& path, const LoadOptions& options, const LoadProgress& progress)>;

class EngineWorkshop;

/// The EngineClient that computes, with hearth::Engine. Threads of its own load and free models, render and
/// tokenize prompts, measure, and wait for each model's events. Several models may be loaded as far as memory
/// goes. Destruction gives up what is going on and waits for the threads.
class LocalEngine final : public EngineClient {
    Q_OBJECT
 public:
    explicit LocalEngine(QObject* parent = nullptr);
    /// With another way to get at an engine.
    explicit LocalEngine(EngineLoader loader, QObject* parent = nullptr);
    ~LocalEngine() override;

    ModelHandle load(LoadModelRequest request) override;
    void cancelLoad(ModelHandle model) override;
    void unload(ModelHandle model) override;
    void plan(const LoadModelRequest& request, QObject* context, PlanCallback callback) override;
    RequestHandle generate(ModelHandle model, ChatRequest request) override;
    void stop(RequestHandle request) override;
    void setPriority(RequestHandle request, int priority) override;
    void measure(ModelHandle model, std::vector<ChatTurn> turns, QString draft, QObject* context,
                 MeasureCallback callback) override;
    EngineFigures figures() const override;
    void setFrameClock(FrameClock& clock) override;
    std::chrono::nanoseconds now() const override;

 private:
    std::unique_ptr<EngineWorkshop> m_workshop;
};

}  // namespace hearth
