#pragma once

#include "system/run_marker.h"

#include <QObject>
#include <QString>
#include <optional>

namespace hearth {

/// After a run that did not end in order the last model is not loaded by itself, because it may have been the
/// reason. Says so, and offers to load it. GUI thread.
class SafeStart : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool shown READ isShown NOTIFY changed)
    Q_PROPERTY(QString text READ text NOTIFY changed)
    Q_PROPERTY(QString loadText READ loadText NOTIFY changed)

 public:
    /// `lastModel`: what would have been loaded; empty where nothing would.
    SafeStart(const std::optional<RunMarker::Crash>& crash, const QString& lastModel,
              QObject* parent = nullptr);

    /// Whether the last model may be loaded at start.
    bool allowsAutoload() const { return !m_crashed; }
    bool isShown() const { return m_shown; }
    QString text() const;
    QString loadText() const;

    Q_INVOKABLE void load();
    Q_INVOKABLE void dismiss();
    void retranslate() { Q_EMIT changed(); }

 Q_SIGNALS:
    void changed();
    void loadRequested(const QString& path);

 private:
    QString modelName() const;

    bool m_crashed;
    bool m_whileLoading;
    bool m_shown;
    QString m_model;
};

}  // namespace hearth
