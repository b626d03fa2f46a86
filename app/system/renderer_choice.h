#pragma once

#include "system/data_folder.h"

#include <QString>

class QQuickWindow;

namespace hearth {

/// Who paints the window.
enum class Renderer {
    Hardware,  ///< Qt's scene graph on the graphics card
    Software,  ///< Qt's software adaptation: three to ten times quicker than OpenGL emulated on the processor
    Chosen,  ///< what QT_QUICK_BACKEND or QSG_RHI_BACKEND in the environment says; Hearth does not interfere
};

/// Facts the choice is made from, gathered apart from it so that it can be tested.
struct RendererFacts {
    QString hearthRenderer{};       ///< HEARTH_RENDERER: "software", "hardware" or empty
    bool qtChosen = false;          ///< Qt's own variables are set
    bool softwareGlForced = false;  ///< LIBGL_ALWAYS_SOFTWARE
    bool graphicsDevice = false;    ///< there is a graphics card that this person may use
    bool rememberedSoftware =
        false;  ///< a run before found that OpenGL is emulated here in spite of the device
};

RendererFacts gatherRendererFacts(const DataFolder& folder);
Renderer chooseRenderer(const RendererFacts& facts);

/// Before QGuiApplication: looks at device nodes and the environment alone (no GL library is loaded, well
/// under a millisecond) and tells Qt.
Renderer applyRendererChoice(const DataFolder& folder);

/// "software", "OpenGL", "Vulkan", "Direct3D 11", "Metal": what the window is painted with. Empty before its
/// first frame.
QString rendererName(const QQuickWindow& window);

/// Watches the first frame of `window`: where OpenGL turns out to be emulated on the processor, that is
/// remembered for the next start. For windows that were given Renderer::Hardware.
void rememberEmulatedRenderer(QQuickWindow* window, const DataFolder& folder);

}  // namespace hearth
