#include "chat/register_types.h"
#include "chat_stage.h"
#include "engine_bridge/register_types.h"
#include "transcript/register_types.h"

#include <QQmlContext>
#include <QQmlEngine>
#include <QtQuickTest>

/// Gives the tests their stage, as the context property `stage`.
class Setup : public QObject {
    Q_OBJECT

 public Q_SLOTS:
    void applicationAvailable() {
        hearth::registerEngineTypes();
        hearth::registerTranscriptTypes();
        hearth::registerChatTypes();
    }
    void qmlEngineAvailable(QQmlEngine* engine) {
        m_stage = std::make_unique<hearth::ChatStage>();
        engine->rootContext()->setContextProperty(QStringLiteral("stage"), m_stage.get());
    }
    void cleanupTestCase() { m_stage.reset(); }

 private:
    std::unique_ptr<hearth::ChatStage> m_stage;
};

QUICK_TEST_MAIN_WITH_SETUP(chat, Setup)
#include "chat_quick_test.moc"
