#pragma once

#include <QObject>
#include <QThread>

namespace hearth {

/// What the desktop asks for: dark or light, and less motion. Asked of the desktop portal
/// (org.freedesktop.appearance) on a thread of its own, because a session bus that does not answer must not
/// hold up the window; where there is no portal the colours of the palette decide. Follows changes while the
/// program runs. GUI thread.
class SystemAppearance : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool dark READ dark NOTIFY changed)
    Q_PROPERTY(bool reducedMotion READ reducedMotion NOTIFY changed)

 public:
    enum class Source { Palette, Portal };

    /// Needs a QGuiApplication. `most`: Palette asks no portal.
    explicit SystemAppearance(Source most = Source::Portal, QObject* parent = nullptr);
    ~SystemAppearance() override;

    bool dark() const { return m_dark; }
    bool reducedMotion() const { return m_reducedMotion; }
    /// Who decided about dark: the palette until the portal has answered.
    Source source() const { return m_source; }

    bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
    void changed();

 private:
    void takeColorScheme(uint scheme);
    void takeAnimations(bool enabled);
    void readPalette();

    QThread m_thread;
    bool m_dark = false;
    bool m_reducedMotion = false;
    Source m_source = Source::Palette;
};

}  // namespace hearth
