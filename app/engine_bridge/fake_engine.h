#pragma once

#include "engine_bridge/engine_client.h"
#include "engine_bridge/fake_script.h"

#include <memory>

namespace hearth {

/// An EngineClient that computes nothing and follows a script, driven by its frame clock alone: the same
/// script and clock give the same events. Drives hearth-demo, the tests of the window and its screenshots.
class FakeEngine final : public EngineClient {
    Q_OBJECT
 public:
    explicit FakeEngine(FakeScript script = defaultFakeScript(), QObject* parent = nullptr);
    ~FakeEngine() override;

    /// Replaces the script; what is in flight goes on as it began.
    void setScript(FakeScript script);
    const FakeScript& script() const;

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
    class Machine;
    std::unique_ptr<Machine> m_machine;
};

}  // namespace hearth
