#include "shell/appearance.h"

#include "settings/settings.h"
#include "system/languages.h"
#include "system/system_appearance.h"

namespace hearth {

Appearance::Appearance(const Settings& settings, const SystemAppearance& system, const Languages& languages,
                       QObject* parent)
    : QObject(parent), m_settings(settings), m_system(system), m_languages(languages) {
    connect(&settings, &Settings::changed, this, &Appearance::changed);
    connect(&system, &SystemAppearance::changed, this, &Appearance::changed);
    connect(&languages, &Languages::changed, this, &Appearance::changed);
}

bool Appearance::isDark() const {
    return m_settings.theme() == QLatin1String("system") ? m_system.dark()
                                                         : m_settings.theme() == QLatin1String("dark");
}

double Appearance::fontScale() const {
    return m_settings.fontScale();
}

bool Appearance::isMotionReduced() const {
    return m_settings.reducedMotion() || m_system.reducedMotion();
}

QString Appearance::language() const {
    return m_languages.current();
}

}  // namespace hearth
