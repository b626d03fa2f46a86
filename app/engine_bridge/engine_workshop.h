#pragma once

#include "engine_bridge/engine_client.h"
#include "engine_bridge/frame_queue.h"
#include "engine_bridge/local_engine.h"
#include "engine_bridge/lone_work.h"
#include "engine_bridge/measure_desk.h"
#include "engine_bridge/model_session.h"
#include "engine_bridge/serial_worker.h"
#include "engine_bridge/token_rate.h"

#include <QPointer>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hearth {

/// What a LocalEngine owns and does. Its members belong to the GUI thread, except for the queue and what jobs
/// share.
class EngineWorkshop {
 public:
    EngineWorkshop(EngineClient& client, EngineLoader loader);
    ~EngineWorkshop();
    EngineWorkshop(const EngineWorkshop&) = delete;
    EngineWorkshop& operator=(const EngineWorkshop&) = delete;

    void setFrameClock(FrameClock& clock);
    ModelHandle load(LoadModelRequest request);
    void cancelLoad(ModelHandle model);
    void unload(ModelHandle model);
    void plan(const LoadModelRequest& request, QObject* context, EngineClient::PlanCallback callback);
    RequestHandle generate(ModelHandle model, ChatRequest request);
    std::shared_ptr<ModelSession> sessionOf(RequestHandle request) const;
    void measure(ModelHandle model, std::vector<ChatTurn> turns, QString draft, QObject* context,
                 EngineClient::MeasureCallback callback);
    const EngineFigures& figures() const { return m_figures; }
    std::chrono::nanoseconds now() const { return m_clock->now(); }

 private:
    /// A load that is going on; shared with the loader thread.
    struct Loading {
        std::atomic<std::uint64_t> done{0};
        std::atomic<std::uint64_t> total{0};
        std::atomic<bool> cancelled{false};
        std::pair<std::uint64_t, std::uint64_t> said{0, 0};  ///< GUI thread
    };
    struct Model {
        std::shared_ptr<Loading> loading;       ///< until it is loaded
        std::shared_ptr<ModelSession> session;  ///< from then on
    };
    struct Workers {
        SerialWorker gauging;  ///< measures, plans, figures
        SerialWorker prompts;  ///< renders and tokenizes
        /// Loads and frees, so that memory is free before it is asked for again. Ends first: freeing a model
        /// waits for prompts that are on their way.
        SerialWorker loading;
    };

    std::shared_ptr<ModelSession> session(ModelHandle model) const;
    /// What a session says on its thread becomes signals on the GUI thread.
    ModelSession::Announcements announcements(ModelHandle model, std::filesystem::path path,
                                              const LoadOptions& options);

    /// Posts a job whose result `deliver` says on the GUI thread, where the job threw with its Error.
    template <class Value>
    void post(SerialWorker& worker, std::function<Result<Value>()> job,
              std::function<void(Result<Value>)> deliver);
    void deliverNextFrame(FrameQueue::Delivery delivery);
    void finishLoad(ModelHandle model, Result<std::shared_ptr<ModelSession>> result);

    void figuresAreStale();
    void askFigures();
    bool inFlight() const;
    void frame();
    void sayLoadProgress();

    EngineClient& m_client;
    EngineLoader m_loader;
    FrameQueue m_queue;
    LoneWork m_work;
    TimerFrameClock m_ownClock;
    QPointer<FrameClock> m_clock;
    QTimer m_idle;
    std::uint64_t m_lastHandle = 0;
    std::unordered_map<ModelHandle, Model> m_models;
    std::unordered_map<RequestHandle, std::weak_ptr<ModelSession>> m_requests;  ///< without a final event
    std::size_t m_awaited = 0;  ///< deliveries that are still to come
    MeasureDesk m_measures;
    TokenRate m_rate;
    EngineFigures m_figures;
    std::chrono::nanoseconds m_figuresTime{};
    bool m_figuresStale = false;
    bool m_figuresAsked = false;
    std::unique_ptr<Workers> m_workers = std::make_unique<Workers>();
};

}  // namespace hearth
