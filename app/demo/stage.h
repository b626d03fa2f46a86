#pragma once

#include "application.h"
#include "demo/demo_hub.h"
#include "engine_bridge/fake_engine.h"
#include "engine_bridge/frame_clock.h"

#include <chrono>
#include <functional>
#include <memory>

class QQuickItem;
class QQuickWindow;

namespace hearth {

class ChatSession;
class WindowState;

/// The program on an engine that follows a script. GUI thread; needs the application object.
class Stage {
 public:
    enum class Time {
        Real,
        Told,  ///< the engine's time passes by advance() alone
    };

    struct Options {
        DataFolder folder;
        FakeScript script = defaultFakeScript();
        Time time = Time::Real;
        QString catalog{};  ///< empty: the list that comes with the program
        catalog::Inspector inspect = catalog::inspect_model;
        catalog::MountReader mounts = catalog::read_mounts;
        HubSourceMaker hub = demoHub();
        SpeedProbe::Device device = demoDevice(true);
    };

    explicit Stage(Options options);
    ~Stage();

    bool show();

    Application& program() { return *m_program; }
    FakeEngine& engine() { return m_engine; }
    WindowState& windowState();
    QQuickWindow* window() const;
    /// Of the current tab.
    ChatSession* session();
    /// The first visible item with this objectName or QML type ("ContextDialog"); null where there is none.
    QQuickItem* find(const QString& name) const;

    /// Runs the event loop until `condition` holds; false when it does not in time.
    bool waitFor(const std::function<bool()>& condition,
                 std::chrono::milliseconds patience = std::chrono::seconds(10));
    /// Runs the event loop for a while.
    void run(std::chrono::milliseconds time);
    /// Lets the engine's time pass, for Time::Told.
    void advance(std::chrono::milliseconds time);

    /// Loads a model of the script and waits for it.
    bool useModel(const QString& path);

 private:
    ManualFrameClock m_clock;
    FakeEngine m_engine;
    std::unique_ptr<Application> m_program;
};

/// Where the list of models that comes with the program is.
QString shippedCatalog();

}  // namespace hearth
