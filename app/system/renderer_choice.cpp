#include "system/renderer_choice.h"

#include <QDir>
#include <QFile>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QQuickWindow>
#include <QSGRendererInterface>
#include <array>

#ifndef Q_OS_WIN
#include <unistd.h>
#endif

namespace hearth {

namespace {

/// Drivers whose render node computes nothing.
constexpr std::array<const char*, 2> kEmptyDrivers{"vgem", "vkms"};

bool isEmptyDriver(const QString& node) {
    const QString driver = QFile::symLinkTarget(QStringLiteral("/sys/class/drm/%1/device/driver").arg(node));
    for (const char* name : kEmptyDrivers) {
        if (driver.endsWith(QLatin1Char('/') + QLatin1String(name))) {
            return true;
        }
    }
    return false;
}

bool hasGraphicsDevice() {
#ifdef Q_OS_LINUX
    const QStringList nodes =
        QDir(QStringLiteral("/dev/dri")).entryList({QStringLiteral("renderD*")}, QDir::System | QDir::Files);
    for (const QString& node : nodes) {
        const QByteArray path = QFile::encodeName(QStringLiteral("/dev/dri/") + node);
        if (::access(path.constData(), R_OK | W_OK) == 0 && !isEmptyDriver(node)) {
            return true;
        }
    }
    // NVIDIA's own driver without kernel mode setting has no render node.
    return ::access("/dev/nvidiactl", R_OK | W_OK) == 0 && ::access("/dev/nvidia-modeset", F_OK) == 0;
#else
    return true;
#endif
}

bool isEmulated(const QByteArray& renderer) {
    for (const char* name : {"llvmpipe", "softpipe", "swrast", "SwiftShader", "Software Rasterizer"}) {
        if (renderer.contains(name)) {
            return true;
        }
    }
    return false;
}

}  // namespace

RendererFacts gatherRendererFacts(const DataFolder& folder) {
    RendererFacts facts;
    facts.hearthRenderer = qEnvironmentVariable("HEARTH_RENDERER");
    facts.qtChosen =
        qEnvironmentVariableIsSet("QT_QUICK_BACKEND") || qEnvironmentVariableIsSet("QSG_RHI_BACKEND");
    facts.softwareGlForced = qEnvironmentVariableIntValue("LIBGL_ALWAYS_SOFTWARE") != 0;
    facts.graphicsDevice = hasGraphicsDevice();
    facts.rememberedSoftware = QFile::exists(folder.rendererFile());
    return facts;
}

Renderer chooseRenderer(const RendererFacts& facts) {
    if (facts.hearthRenderer == QLatin1String("software")) {
        return Renderer::Software;
    }
    if (facts.hearthRenderer == QLatin1String("hardware")) {
        return Renderer::Hardware;
    }
    if (facts.qtChosen) {
        return Renderer::Chosen;
    }
    const bool emulated = facts.softwareGlForced || !facts.graphicsDevice || facts.rememberedSoftware;
    return emulated ? Renderer::Software : Renderer::Hardware;
}

Renderer applyRendererChoice(const DataFolder& folder) {
    const Renderer renderer = chooseRenderer(gatherRendererFacts(folder));
    if (renderer == Renderer::Software) {
        QQuickWindow::setGraphicsApi(QSGRendererInterface::Software);
    }
    return renderer;
}

QString rendererName(const QQuickWindow& window) {
    switch (window.rendererInterface()->graphicsApi()) {
        case QSGRendererInterface::Software:
            return QStringLiteral("software");
        case QSGRendererInterface::OpenGL:
            return QStringLiteral("OpenGL");
        case QSGRendererInterface::Vulkan:
            return QStringLiteral("Vulkan");
        case QSGRendererInterface::Direct3D11:
            return QStringLiteral("Direct3D 11");
        case QSGRendererInterface::Metal:
            return QStringLiteral("Metal");
        default:
            return {};
    }
}

void rememberEmulatedRenderer(QQuickWindow* window, const DataFolder& folder) {
    // On the thread that paints, where the context is current; the file is tiny and written at most once per
    // computer.
    QObject::connect(
        window, &QQuickWindow::sceneGraphInitialized, window,
        [path = folder.rendererFile()] {
            QOpenGLContext* context = QOpenGLContext::currentContext();
            if (context == nullptr) {
                return;
            }
            const QByteArray renderer(
                reinterpret_cast<const char*>(context->functions()->glGetString(GL_RENDERER)));
            QFile file(path);
            if (isEmulated(renderer) && file.open(QIODevice::WriteOnly)) {
                file.write("OpenGL is emulated here by " + renderer +
                           ", so Hearth paints with Qt's software renderer.\n"
                           "Remove this file to have the graphics card tried again.\n");
            }
        },
        Qt::DirectConnection);
}

}  // namespace hearth
