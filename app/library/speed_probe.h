#pragma once

#include "engine_bridge/lone_run.h"
#include "fit/device_speed.h"
#include "library/latest_job.h"

#include <hearth/error.h>
#include <hearth/result.h>

#include <QObject>
#include <QString>
#include <functional>
#include <optional>

namespace hearth {

/// How fast this computer is, for predicting the speed of models: found where it was measured before, else
/// measured in about ten seconds when a person asks for it. GUI thread; works on a worker thread.
class SpeedProbe : public QObject {
    Q_OBJECT
    Q_PROPERTY(State state READ state NOTIFY changed)
    Q_PROPERTY(double progress READ progress NOTIFY changed)
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    Q_PROPERTY(QString note READ note NOTIFY changed)
    Q_PROPERTY(bool disturbed READ isDisturbed NOTIFY changed)

 public:
    enum State {
        Unknown,  ///< not looked up yet
        Unmeasured,
        Measuring,
        Measured,
    };
    Q_ENUM(State)

    /// Told from 0 to 1 while it measures; false to give up.
    using Progress = std::function<bool(double done)>;
    /// All are called on the worker thread. `measure` also keeps what it found, and `learn` what a run says;
    /// it gives the speed as it is known then.
    struct Device {
        std::function<std::optional<fit::DeviceSpeed>()> find;
        std::function<Result<fit::DeviceSpeed>(const Progress& progress)> measure;
        std::function<std::optional<fit::DeviceSpeed>(const LoneRun& run)> learn{};
    };

    explicit SpeedProbe(Device device, QObject* parent = nullptr);

    State state() const { return m_state; }
    double progress() const { return m_progress; }
    /// Why the last measurement failed, a sentence; mostly empty.
    QString problem() const;
    /// When and how the speed was measured, and whether it can be relied on; empty while it is not known.
    QString note() const;
    /// Other programs kept the processor busy: what was measured is too low.
    bool isDisturbed() const { return m_speed && m_speed->disturbed(); }
    const std::optional<fit::DeviceSpeed>& speed() const { return m_speed; }

    void lookUp();
    /// The computer is used in another way from now on: what was measured does not hold for it. Looked up
    /// anew when that is asked for.
    void forget();
    /// Measures, also again.
    Q_INVOKABLE void measure();
    Q_INVOKABLE void cancel();
    /// Corrects what is predicted by how fast a model ran. Without a measurement there is nothing to correct,
    /// and beside one nothing runs as it would.
    void learn(const LoneRun& run);
    void retranslate() { Q_EMIT changed(); }

 Q_SIGNALS:
    void changed();
    /// The speed is known now, or is another one.
    void found();

 private:
    void take(Result<fit::DeviceSpeed> answer);

    Device m_device;
    State m_state = Unknown;
    double m_progress = 0;
    std::optional<fit::DeviceSpeed> m_speed;
    std::optional<Error> m_error;
    LatestJob m_job;
};

}  // namespace hearth
