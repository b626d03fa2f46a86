#include "library/speed_probe.h"

#include "system/error_sentences.h"

#include <QDateTime>
#include <QLocale>

namespace hearth {

SpeedProbe::SpeedProbe(Device device, QObject* parent) : QObject(parent), m_device(std::move(device)) {}

QString SpeedProbe::problem() const {
    return m_error ? errorSentence(*m_error) : QString();
}

QString SpeedProbe::note() const {
    if (!m_speed) {
        return {};
    }
    const int threads = static_cast<int>(m_speed->probe.thread_count);
    QString note;
    if (m_speed->measured) {
        const QDateTime when = QDateTime::fromSecsSinceEpoch(m_speed->measured->time_since_epoch().count());
        note = tr("Speeds are predicted from a measurement of %1 with %n thread(s).", "", threads)
                   .arg(QLocale().toString(when.date(), QLocale::LongFormat));
    } else {
        note = tr("Speeds are predicted from an earlier measurement with %n thread(s).", "", threads);
    }
    if (isDisturbed()) {
        note +=
            QLatin1Char(' ') +
            tr("Other programs kept the processor busy then, so they are too low. Measure again when this "
               "computer has nothing else to do.");
    }
    return note;
}

void SpeedProbe::lookUp() {
    if (m_state != Unknown) {
        return;
    }
    m_job.start(
        this, [find = m_device.find](const std::stop_token&) { return find(); },
        [this](std::optional<fit::DeviceSpeed> speed) {
            m_speed = std::move(speed);
            m_state = m_speed ? Measured : Unmeasured;
            Q_EMIT changed();
            if (m_speed) {
                Q_EMIT found();
            }
        });
}

void SpeedProbe::forget() {
    m_job.stop();
    m_speed.reset();
    m_error.reset();
    m_state = Unknown;
    Q_EMIT changed();
}

void SpeedProbe::measure() {
    if (m_state == Measuring) {
        return;
    }
    m_state = Measuring;
    m_progress = 0;
    m_error.reset();
    Q_EMIT changed();
    m_job.start(
        this,
        [this, measure = m_device.measure](const std::stop_token& stop) {
            return measure([this, stop](double done) {
                // The job ends before this object does; the call is dropped with the object.
                QMetaObject::invokeMethod(
                    this,
                    [this, stop, done] {
                        if (!stop.stop_requested()) {
                            m_progress = done;
                            Q_EMIT changed();
                        }
                    },
                    Qt::QueuedConnection);
                return !stop.stop_requested();
            });
        },
        [this](Result<fit::DeviceSpeed> answer) { take(std::move(answer)); });
}

void SpeedProbe::take(Result<fit::DeviceSpeed> answer) {
    if (answer) {
        m_speed = *std::move(answer);
    } else {
        m_error = answer.error();
    }
    m_state = m_speed ? Measured : Unmeasured;
    Q_EMIT changed();
    if (answer) {
        Q_EMIT found();
    }
}

void SpeedProbe::learn(const LoneRun& run) {
    if (m_state != Measured || !m_device.learn) {
        return;
    }
    m_job.start(
        this, [learn = m_device.learn, run](const std::stop_token&) { return learn(run); },
        [this](std::optional<fit::DeviceSpeed> speed) {
            if (speed && m_speed &&
                (speed->decode_factor != m_speed->decode_factor ||
                 speed->prefill_factor != m_speed->prefill_factor)) {
                m_speed = std::move(speed);
                Q_EMIT changed();
                Q_EMIT found();
            }
        });
}

void SpeedProbe::cancel() {
    if (m_state != Measuring) {
        return;
    }
    m_job.stop();
    m_state = m_speed ? Measured : Unmeasured;
    Q_EMIT changed();
}

}  // namespace hearth
