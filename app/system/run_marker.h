#pragma once

#include "system/file_writer.h"

#include <QObject>
#include <QString>
#include <optional>

namespace hearth {

/// Knows after a crash what the program was doing: a small file that exists while the program runs and is
/// removed by an orderly end. Reads the old file once, before the window; writes off the GUI thread. Only for
/// the process that holds the lock of the data folder. GUI thread.
class RunMarker : public QObject {
    Q_OBJECT

 public:
    /// What the run before was doing when it ended without saying so.
    struct Crash {
        QString activity;  ///< "loading", "running" or empty
        QString model;     ///< path of the model it was about; may be empty
    };

    explicit RunMarker(const QString& path, QObject* parent = nullptr);

    /// Nothing where the run before ended in order.
    const std::optional<Crash>& crash() const { return m_crash; }

    /// What the program does from now on; empty: nothing in particular.
    void setActivity(const QString& activity, const QString& model);

    /// An orderly end: removes the file and waits for that.
    void finish();

 private:
    std::optional<Crash> m_crash;
    QString m_activity;
    QString m_model;
    FileWriter m_writer;
};

}  // namespace hearth
