// The program without a window: what another start of it hands over.

#include "application.h"
#include "engine_bridge/fake_engine.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace hearth;

class ApplicationTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeEngine> m_engine;
    std::unique_ptr<Application> m_program;

    QString place(const QString& name) const { return m_folder->filePath(name); }
    void put(const QString& name) {
        QVERIFY(QDir().mkpath(QFileInfo(place(name)).path()));
        QFile file(place(name));
        QVERIFY(file.open(QFile::WriteOnly));
    }
    /// A program that knows the model at `loaded` alone.
    void start(const QString& loaded) {
        FakeModel model;
        model.info.name = QStringLiteral("Named");
        model.info.contextTokens = 4096;
        FakeScript script;
        script.models[place(loaded)] = model;
        m_engine = std::make_unique<FakeEngine>(script);
        ApplicationOptions options{
            .folder = DataFolder(place(QStringLiteral("data"))), .catalog = {}, .model = {}};
        QVERIFY(options.folder.create(nullptr));
        options.appearance = SystemAppearance::Source::Palette;
        m_program = std::make_unique<Application>(*m_engine, std::move(options));
    }

 private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() {
        m_program.reset();
        m_engine.reset();
        m_folder.reset();
    }

    void anotherStartLoadsWhateverCanBeAModel_data() {
        QTest::addColumn<QString>("named");
        QTest::addColumn<QString>("loaded");
        const auto same = [](const char* what, const QString& path) { QTest::newRow(what) << path << path; };
        same("GGUF", QStringLiteral("a b/模型.GGUF"));
        same("blob of Ollama", QStringLiteral("blobs/sha256-29d8c98fa6b098e200069bfb88b9508e"));
        same("folder of a checkpoint", QStringLiteral("Qwen3-0.6B"));
        QTest::newRow("weights of a checkpoint")
            << QStringLiteral("Qwen3-0.6B/model.safetensors") << QStringLiteral("Qwen3-0.6B");
    }
    void anotherStartLoadsWhateverCanBeAModel() {
        QFETCH(const QString, named);
        QFETCH(const QString, loaded);
        put(QStringLiteral("Qwen3-0.6B/config.json"));
        put(QStringLiteral("Qwen3-0.6B/model.safetensors"));
        if (!QFileInfo::exists(place(named))) {
            put(named);
        }
        start(loaded);
        m_program->comeForward({place(named)}, {});
        QCOMPARE(m_program->activeModel().path(), place(loaded));
        QTRY_COMPARE(m_program->activeModel().state(), ActiveModel::Ready);
    }

    void anotherStartWithoutAModelOrWithAPictureLoadsNothing() {
        put(QStringLiteral("picture.png"));
        start(QStringLiteral("picture.png"));
        m_program->comeForward({}, {});
        m_program->comeForward({place(QStringLiteral("picture.png"))}, {});
        QCOMPARE(m_program->activeModel().state(), ActiveModel::None);
    }
};

QTEST_MAIN(ApplicationTest)
#include "tst_application.moc"
