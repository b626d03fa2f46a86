#pragma once

#include "engine_bridge/chat_request.h"
#include "engine_bridge/context_measure.h"
#include "engine_bridge/engine_event.h"
#include "engine_bridge/engine_figures.h"
#include "engine_bridge/frame_clock.h"
#include "engine_bridge/handles.h"
#include "engine_bridge/lone_run.h"
#include "engine_bridge/model_info.h"

#include <hearth/load_plan.h>
#include <hearth/result.h>

#include <QObject>
#include <QString>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace hearth {

/// The engine as the window sees it. Lives on the GUI thread and never makes it wait: what is slow runs
/// elsewhere, and its results arrive as signals and callbacks on the GUI thread, at most once per frame,
/// never from within the call that asked for them. Handles that are not (or no longer) known are ignored, or
/// answered with an Error where the caller waits for an answer. A LocalEngine computes, a FakeEngine follows
/// a script.
class EngineClient : public QObject {
    Q_OBJECT
 public:
    using PlanCallback = std::function<void(const Result<LoadPlan>&)>;
    using MeasureCallback = std::function<void(const Result<ContextMeasure>&)>;

    using QObject::QObject;

    /// Starts to load a model: loadProgress…, then loaded or loadFailed.
    virtual ModelHandle load(LoadModelRequest request) = 0;
    /// Gives up a load: loadFailed with `cancelled`. Once loaded it does nothing.
    virtual void cancelLoad(ModelHandle model) = 0;
    /// Stops all requests of a model, which end with Done{cancelled}, and then frees it: unloaded. A load
    /// that is still going on is given up.
    virtual void unload(ModelHandle model) = 0;
    /// What a model would hold once loaded by this request, whether or not it fits into memory; fails where
    /// its `kvBytes` are too few for its context. Not called any more once `context` is gone.
    virtual void plan(const LoadModelRequest& request, QObject* context, PlanCallback callback) = 0;

    /// Asks for an answer; everything about it, a refusal too, arrives in `events`.
    virtual RequestHandle generate(ModelHandle model, ChatRequest request) = 0;
    /// Ends a request with Done{cancelled}, what was written so far included.
    virtual void stop(RequestHandle request) = 0;
    virtual void setPriority(RequestHandle request, int priority) = 0;

    /// How much of the context turns and draft take. The latest question of each `context` wins: the callback
    /// of an earlier one that was not answered yet is dropped, as it is when `context` goes.
    virtual void measure(ModelHandle model, std::vector<ChatTurn> turns, QString draft, QObject* context,
                         MeasureCallback callback) = 0;

    /// As of the last figuresChanged.
    virtual EngineFigures figures() const = 0;

    /// Replaces the clock that says when a frame is due. Takes no ownership: it outlives the client.
    virtual void setFrameClock(FrameClock& clock) = 0;
    /// The time of that clock.
    virtual std::chrono::nanoseconds now() const = 0;

 Q_SIGNALS:
    void loadProgress(hearth::ModelHandle model, quint64 doneBytes, quint64 totalBytes);
    void loaded(hearth::ModelHandle model, const hearth::ModelInfo& info);
    void loadFailed(hearth::ModelHandle model, const hearth::Error& error);
    void unloaded(hearth::ModelHandle model);
    /// The engine of a loaded model broke. Its requests have failed, new ones will; unload it and load it
    /// again.
    void modelBroke(hearth::ModelHandle model, const hearth::Error& error);

    /// What happened since the last frame: in order for each request, the text of each joined into one
    /// TextDelta.
    void events(const std::vector<hearth::EngineEvent>& events);

    /// An answer has ended that nothing ran beside.
    void ranAlone(const hearth::LoneRun& run);

    /// At most four times a second.
    void figuresChanged();
};

}  // namespace hearth
