#pragma once

#include <QObject>
#include <QString>

namespace hearth {

class Languages;
class Settings;
class SystemAppearance;

/// How the window looks now: what the person set, and what the system asks for where they left it to the
/// system. GUI thread; the three outlive it.
class Appearance : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool dark READ isDark NOTIFY changed)
    Q_PROPERTY(double fontScale READ fontScale NOTIFY changed)
    Q_PROPERTY(bool reducedMotion READ isMotionReduced NOTIFY changed)
    Q_PROPERTY(QString language READ language NOTIFY changed)

 public:
    Appearance(const Settings& settings, const SystemAppearance& system, const Languages& languages,
               QObject* parent = nullptr);

    bool isDark() const;
    double fontScale() const;
    bool isMotionReduced() const;
    /// "en" or "zh_CN".
    QString language() const;

 Q_SIGNALS:
    void changed();

 private:
    const Settings& m_settings;
    const SystemAppearance& m_system;
    const Languages& m_languages;
};

}  // namespace hearth
