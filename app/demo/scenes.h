#pragma once

#include "demo/demo_chats.h"
#include "demo/demo_folder.h"
#include "demo/stage.h"
#include "transcript/transcript_model.h"

#include <QList>
#include <QPointF>
#include <QString>
#include <functional>
#include <stdexcept>

namespace hearth {

/// Why a scene could not be brought about.
class SceneFailure : public std::runtime_error {
 public:
    using std::runtime_error::runtime_error;
};

/// What the program finds when it starts in a scene.
struct SceneSetting {
    const DataFolder& folder;
    Stage::Options& stage;
    bool chinese;
    bool newcomer = false;  ///< no model was ever used, and there are no chats
    bool withChats = true;
    bool offline = false;            ///< the switch
    std::function<void()> unplug{};  ///< takes a drive away, where the scene has one
};

/// The program in a scene, and ways to do what a person would do.
struct ScenePlay {
    Stage& stage;
    const DemoChats& chats;
    const bool chinese;
    const std::function<void()> unplug{};

    QString in(const char* english, const char* chineseText) const {
        return QString::fromUtf8(chinese ? chineseText : english);
    }
    /// Fails the scene unless `condition` comes true soon; the engine's time goes on meanwhile.
    void need(const std::function<bool()>& condition, const char* what);
    /// Runs the event loop until nothing is under way that changes the picture.
    void settle();

    void useModel(const QString& path);
    void open(std::int64_t conversation);
    /// Asks in a new tab, and lets the answer go on for `writing` of the engine's time after its first word.
    ChatSession& ask(const QString& question, std::chrono::milliseconds writing);
    /// Lets the engine's time pass, frame by frame.
    void let(std::chrono::milliseconds time);
    /// Scrolls the messages to the first row of that kind.
    void show(TranscriptModel::Kind kind);
    /// The item of that objectName or QML type.
    QQuickItem& item(const char* name);
    /// Calls a function or signal without parameters.
    void call(const char* name, const char* function);
    void type(const QString& text);
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    /// `place` in the item, from the middle where it is null.
    void click(QQuickItem& item, QPointF place = {}, Qt::MouseButton button = Qt::LeftButton);
};

struct Scene {
    const char* page;
    const char* state;
    std::function<void(SceneSetting&)> prepare;  ///< may be empty
    std::function<void(ScenePlay&)> play;        ///< throws SceneFailure
};

inline const QString kSmallModel = QStringLiteral("/models/Ember-135M-Q4.gguf");
inline const QString kMiddleModel = QStringLiteral("/models/Ember-1.7B-Q4.gguf");
inline const QString kLargeModel = QStringLiteral("/models/Ember-8B-Q4.gguf");

/// Puts the three models of the script, as files without content, into Hearth's own folder of models.
void placeModels(SceneSetting& setting);
/// One such file, and what the script and the look into its header say of it.
void placeModel(SceneSetting& setting, const QString& fileName, qint64 bytes, const FakeModel& model);

/// The Models page, once what is here was looked for.
void openModels(ScenePlay& play);

QList<Scene> firstRunScenes();
QList<Scene> chatScenes();
QList<Scene> modelScenes();
QList<Scene> discoverScenes();
QList<Scene> shellScenes();

}  // namespace hearth
