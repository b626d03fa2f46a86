#include "demo/screenshots.h"

#include "chat/chat_session.h"
#include "demo/look/look.h"
#include "demo/scenes.h"
#include "settings/settings.h"
#include "shell/window_state.h"

#include <QCursor>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPalette>
#include <QProcess>
#include <QQuickWindow>
#include <QRegularExpression>
#include <QStyleHints>
#include <QThreadPool>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>

namespace hearth {

namespace {

constexpr QSize kWindowSize{1280, 800};
constexpr QPoint kNowhere{4000, 4000};  // beside the window
constexpr int kQuickCompression = 80;   // of Qt's 0 to 100, where 0 is the smallest file
const QString kWholeType = QStringLiteral("100");
const QString kDoubleScale = QStringLiteral("200");
const QString kDoubleType = QStringLiteral("text200");

QPalette paletteOf(bool dark) {
    QPalette palette;
    palette.setColor(QPalette::Window, dark ? Qt::black : Qt::white);
    palette.setColor(QPalette::WindowText, dark ? Qt::white : Qt::black);
    return palette;
}

QJsonObject jsonOf(const Finding& finding) {
    return {{QStringLiteral("kind"), findingName(finding.kind)},
            {QStringLiteral("text"), finding.text},
            {QStringLiteral("detail"), finding.detail},
            {QStringLiteral("item"), finding.item},
            {QStringLiteral("place"), QJsonArray{finding.place.x(), finding.place.y(), finding.place.width(),
                                                 finding.place.height()}}};
}

/// The conversations in one language, written once and copied into the data folder of every scene.
class ChatsTemplate {
 public:
    explicit ChatsTemplate(bool chinese) {
        const auto chats = writeDemoChats(
            std::filesystem::path(m_folder.folder().chatsDatabase().toStdU16String()), chinese);
        if (!chats) {
            throw SceneFailure("the chats could not be written: " + chats.error().message);
        }
        m_chats = *chats;
    }

    const DemoChats& chats() const { return m_chats; }
    void copyTo(const DataFolder& folder) const {
        QFile::copy(m_folder.folder().chatsDatabase(), folder.chatsDatabase());
    }

 private:
    DemoFolder m_folder;
    DemoChats m_chats;
};

class Photographer {
 public:
    explicit Photographer(const DemoOptions& options) : m_options(options), m_only(options.only) {}

    int work() {
        for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
            for (const QString& scale : scales()) {
                for (const Scene& scene :
                     firstRunScenes() + chatScenes() + modelScenes() + discoverScenes() + shellScenes()) {
                    if (isWanted(scene, scale, language)) {
                        photograph(scene, scale, language);
                    }
                }
            }
        }
        QThreadPool::globalInstance()->waitForDone();
        return writeIndex() && m_failures.isEmpty() ? 0 : 1;
    }

 private:
    QStringList scales() const {
        return m_options.scales == kWholeType ? QStringList{kWholeType, kDoubleType}
                                              : QStringList{m_options.scales};
    }

    static QString nameOf(const Scene& scene, const QString& theme, const QString& scale,
                          const QString& language) {
        return QStringLiteral("%1_%2_%3_%4_%5")
            .arg(QString::fromLatin1(scene.page), QString::fromLatin1(scene.state), theme, scale, language);
    }

    bool isWanted(const Scene& scene, const QString& scale, const QString& language) const {
        return m_options.only.isEmpty() ||
               m_only.match(nameOf(scene, QStringLiteral("light"), scale, language)).hasMatch() ||
               m_only.match(nameOf(scene, QStringLiteral("dark"), scale, language)).hasMatch();
    }

    const ChatsTemplate& chatsIn(bool chinese) {
        std::unique_ptr<ChatsTemplate>& made = m_templates[chinese];
        if (!made) {
            made = std::make_unique<ChatsTemplate>(chinese);
        }
        return *made;
    }
    const TranslationTable& translationsInto(const QString& language) {
        if (language == QLatin1StringView("zh_CN") && m_translations.isEmpty()) {
            QFile file(QStringLiteral(":/look/hearth_zh_CN.ts"));
            if (file.open(QIODevice::ReadOnly)) {
                m_translations = TranslationTable::read(file);
            }
        }
        static const TranslationTable none;
        return language == QLatin1StringView("zh_CN") ? m_translations : none;
    }

    void photograph(const Scene& scene, const QString& scale, const QString& language) {
        QGuiApplication::setPalette(paletteOf(false));
        QElapsedTimer taken;
        taken.start();
        try {
            perform(scene, scale, language);
        } catch (const std::runtime_error& failure) {
            const QString what = nameOf(scene, QStringLiteral("light"), scale, language) +
                                 QStringLiteral(": ") + QString::fromUtf8(failure.what());
            std::fprintf(stderr, "scene failed: %s\n", qPrintable(what));
            m_failures.append(what);
        }
        if (qEnvironmentVariableIsSet("HEARTH_DEMO_TIMES")) {
            std::fprintf(stderr, "%5lld ms %s\n", static_cast<long long>(taken.elapsed()),
                         qPrintable(nameOf(scene, QStringLiteral("*"), scale, language)));
        }
    }

    void perform(const Scene& scene, const QString& scale, const QString& language) {
        const bool chinese = language == QLatin1StringView("zh_CN");
        const DemoFolder folder;
        if (!folder.isThere()) {
            throw SceneFailure("no temporary folder");
        }
        Stage::Options options{.folder = folder.folder()};
        options.time = Stage::Time::Told;
        SceneSetting setting{.folder = folder.folder(), .stage = options, .chinese = chinese};
        // What a scene does to the file of chats comes after that is there.
        const ChatsTemplate& chats = chatsIn(chinese);
        chats.copyTo(folder.folder());
        if (scene.prepare) {
            scene.prepare(setting);
        }
        if ((setting.newcomer || !setting.withChats) && !QFileInfo(folder.folder().chatsDatabase()).isDir()) {
            QFile::remove(folder.folder().chatsDatabase());
        }
        writeSettings(setting, scale, language);

        // What a scene before has left under the pointer would be pointed at in this one too.
        QCursor::setPos(kNowhere);
        Stage stage(options);
        if (!stage.show()) {
            throw SceneFailure("the window did not open");
        }
        QQuickWindow& window = *stage.window();
        window.setGeometry(QRect(QPoint(), kWindowSize));
        window.requestActivate();
        ScenePlay play{.stage = stage, .chats = chats.chats(), .chinese = chinese, .unplug = setting.unplug};
        play.settle();
        try {
            scene.play(play);
        } catch (const SceneFailure&) {
            // What it looked like instead helps to find out why.
            window.grabWindow().save(QDir(m_options.screenshotFolder)
                                         .filePath(QStringLiteral("failed_") +
                                                   nameOf(scene, QStringLiteral("light"), scale, language) +
                                                   QStringLiteral(".png")));
            throw;
        }
        for (const QString& theme : {QStringLiteral("light"), QStringLiteral("dark")}) {
            QGuiApplication::setPalette(paletteOf(theme == QLatin1StringView("dark")));
            play.settle();
            take(window, scene, theme, scale, language);
        }
    }

    static void writeSettings(const SceneSetting& setting, const QString& scale, const QString& language) {
        Settings settings(setting.folder.settingsFile());
        settings.setLanguage(language);
        settings.setTheme(QStringLiteral("system"));
        settings.setReducedMotion(true);
        settings.setFontScale(scale == kDoubleType ? 2.0 : 1.0);
        settings.setOffline(setting.offline);
        settings.setScanOtherPrograms(false);
        if (!setting.newcomer) {
            settings.setLastModel(kLargeModel);
        }
        settings.flush();
    }

    void take(QQuickWindow& window, const Scene& scene, const QString& theme, const QString& scale,
              const QString& language) {
        const QImage image = window.grabWindow();
        if (image.isNull()) {
            throw SceneFailure("no picture");
        }
        const QList<Finding> findings = lookAt(window, image, translationsInto(language));
        const QString file = nameOf(scene, theme, scale, language) + QStringLiteral(".png");
        QJsonArray found;
        for (const Finding& finding : findings) {
            found.append(jsonOf(finding));
        }
        m_screens.append(QJsonObject{{QStringLiteral("file"), file},
                                     {QStringLiteral("page"), QString::fromLatin1(scene.page)},
                                     {QStringLiteral("state"), QString::fromLatin1(scene.state)},
                                     {QStringLiteral("theme"), theme},
                                     {QStringLiteral("scale"), scale},
                                     {QStringLiteral("language"), language},
                                     {QStringLiteral("findings"), found}});
        const QString path = QDir(m_options.screenshotFolder).filePath(file);
        QThreadPool::globalInstance()->start([image, path] {
            if (!image.save(path, "PNG", kQuickCompression)) {
                qWarning("cannot write %s", qPrintable(path));
            }
        });
    }

    bool writeIndex() const {
        QFile file(
            QDir(m_options.screenshotFolder).filePath(QStringLiteral("index-%1.json").arg(m_options.scales)));
        const QByteArray json =
            QJsonDocument(QJsonObject{{QStringLiteral("screens"), m_screens},
                                      {QStringLiteral("failures"), QJsonArray::fromStringList(m_failures)}})
                .toJson();
        if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size()) {
            qWarning("cannot write %s", qPrintable(file.fileName()));
            return false;
        }
        return true;
    }

    const DemoOptions& m_options;
    const QRegularExpression m_only;
    std::map<bool, std::unique_ptr<ChatsTemplate>> m_templates;
    TranslationTable m_translations;
    QJsonArray m_screens;
    QStringList m_failures;
};

/// One process of takeAllScreenshots.
struct Part {
    QString scale;
    const char* factor;
};
constexpr std::array kFactors = {"1", "2"};

void printFaults(const QJsonObject& index) {
    for (const QJsonValue& failure : index[QStringLiteral("failures")].toArray()) {
        std::printf("failed: %s\n", qPrintable(failure.toString()));
    }
    // The same fault in light and dark, or in both languages, is one line.
    std::map<QString, QStringList> faults;
    for (const QJsonValue& screen : index[QStringLiteral("screens")].toArray()) {
        for (const QJsonValue& finding : screen[QStringLiteral("findings")].toArray()) {
            faults[QStringLiteral("%1: “%2”: %3 (%4)")
                       .arg(finding[QStringLiteral("kind")].toString(),
                            finding[QStringLiteral("text")].toString(),
                            finding[QStringLiteral("detail")].toString(),
                            finding[QStringLiteral("item")].toString())]
                .append(screen[QStringLiteral("file")].toString());
        }
    }
    for (const auto& [fault, files] : faults) {
        std::printf("%s\n    in %s%s\n", qPrintable(fault), qPrintable(files.first()),
                    files.size() > 1 ? qPrintable(QStringLiteral(" and %1 more").arg(files.size() - 1)) : "");
    }
}

bool hasFaults(const QJsonObject& index) {
    for (const QJsonValue& screen : index[QStringLiteral("screens")].toArray()) {
        if (!screen[QStringLiteral("findings")].toArray().isEmpty()) {
            return true;
        }
    }
    return !index[QStringLiteral("failures")].toArray().isEmpty();
}

}  // namespace

int takeScreenshots(const DemoOptions& options) {
    // Nothing that blinks, and no notice that goes before its picture is taken.
    QGuiApplication::styleHints()->setCursorFlashTime(0);
    QThreadPool::globalInstance()->setMaxThreadCount(1);
    return Photographer(options).work();
}

int takeAllScreenshots(const DemoOptions& options, const QString& program) {
    if (!QDir().mkpath(options.screenshotFolder)) {
        std::fprintf(stderr, "hearth-demo: cannot make the folder %s\n",
                     qPrintable(options.screenshotFolder));
        return 1;
    }
    const std::array parts = {Part{kWholeType, kFactors[0]}, Part{kDoubleScale, kFactors[1]}};
    std::vector<std::unique_ptr<QProcess>> processes;
    for (const Part& part : parts) {
        if (!options.scales.isEmpty() && options.scales != part.scale &&
            !(options.scales == kDoubleType && part.scale == kWholeType)) {
            continue;
        }
        auto process = std::make_unique<QProcess>();
        process->setProcessChannelMode(QProcess::ForwardedChannels);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::fromLatin1(part.factor));
        process->setProcessEnvironment(environment);
        QStringList arguments{QStringLiteral("--screenshots-of-scale"),
                              options.scales.isEmpty() ? part.scale : options.scales,
                              QStringLiteral("--screenshots"), options.screenshotFolder};
        if (!options.only.isEmpty()) {
            arguments << QStringLiteral("--only") << options.only;
        }
        process->start(program, arguments);
        processes.push_back(std::move(process));
    }
    bool allEnded = true;
    for (const auto& process : processes) {
        allEnded = process->waitForFinished(-1) && process->exitStatus() == QProcess::NormalExit && allEnded;
    }
    QJsonArray screens;
    QJsonArray failures;
    const QDir folder(options.screenshotFolder);
    for (const QString& scale : {kWholeType, kDoubleScale, kDoubleType}) {
        QFile file(folder.filePath(QStringLiteral("index-%1.json").arg(scale)));
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        const QJsonObject part = QJsonDocument::fromJson(file.readAll()).object();
        for (const QJsonValue& screen : part[QStringLiteral("screens")].toArray()) {
            screens.append(screen);
        }
        for (const QJsonValue& failure : part[QStringLiteral("failures")].toArray()) {
            failures.append(failure);
        }
        file.remove();
    }
    if (!allEnded) {
        failures.append(QStringLiteral("a process that took pictures ended before its time"));
    }
    const QJsonObject index{{QStringLiteral("screens"), screens}, {QStringLiteral("failures"), failures}};
    QFile file(folder.filePath(QStringLiteral("index.json")));
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(index).toJson()) < 0) {
        std::fprintf(stderr, "hearth-demo: cannot write %s\n", qPrintable(file.fileName()));
        return 1;
    }
    printFaults(index);
    std::printf("%lld pictures in %s\n", static_cast<long long>(screens.size()),
                qPrintable(options.screenshotFolder));
    return hasFaults(index) ? 1 : 0;
}

}  // namespace hearth
