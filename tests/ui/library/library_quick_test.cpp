#include "downloads/register_types.h"
#include "engine_bridge/register_types.h"
#include "library/register_types.h"
#include "library_stage.h"

#include <QQmlContext>
#include <QQmlEngine>
#include <QtQuickTest>

/// Gives the tests their stage, as the context property `stage`.
class Setup : public QObject {
    Q_OBJECT

 public Q_SLOTS:
    void applicationAvailable() {
        hearth::registerEngineTypes();
        hearth::registerDownloadTypes();
        hearth::registerLibraryTypes();
    }
    void qmlEngineAvailable(QQmlEngine* engine) {
        m_stage = std::make_unique<hearth::LibraryStage>(*engine);
        engine->rootContext()->setContextProperty(QStringLiteral("stage"), m_stage.get());
    }
    void cleanupTestCase() { m_stage.reset(); }

 private:
    std::unique_ptr<hearth::LibraryStage> m_stage;
};

QUICK_TEST_MAIN_WITH_SETUP(library, Setup)
#include "library_quick_test.moc"
