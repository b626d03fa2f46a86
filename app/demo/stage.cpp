#include "demo/stage.h"

#include "chat/chat_session.h"
#include "shell/window_state.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QQuickItem>
#include <QQuickWindow>
#include <QTimer>

namespace hearth {

namespace {

constexpr std::chrono::milliseconds kPoll{5};

bool isCalled(const QObject& object, const QString& name) {
    return object.objectName() == name ||
           QString::fromLatin1(object.metaObject()->className()).startsWith(name + QLatin1StringView("_QML"));
}

QQuickItem* findBelow(QQuickItem& item, const QString& name) {
    if (!item.isVisible()) {
        return nullptr;
    }
    if (isCalled(item, name)) {
        return &item;
    }
    for (QQuickItem* child : item.childItems()) {
        if (QQuickItem* found = findBelow(*child, name)) {
            return found;
        }
    }
    return nullptr;
}

}  // namespace

QString shippedCatalog() {
    return QCoreApplication::applicationDirPath() + QStringLiteral("/catalog.json");
}

Stage::Stage(Options options) : m_engine(std::move(options.script)) {
    if (options.time == Time::Told) {
        m_engine.setFrameClock(m_clock);
    }
    ApplicationOptions program{
        .folder = options.folder,
        .catalog = options.catalog.isEmpty() ? shippedCatalog() : options.catalog,
        .model = {},
    };
    program.appearance = SystemAppearance::Source::Palette;
    program.loadsLastModel = false;
    program.inspect = options.inspect;
    program.mounts = options.mounts;
    program.hub = options.hub;
    program.device = options.device;
    m_program = std::make_unique<Application>(m_engine, std::move(program));
}

Stage::~Stage() = default;

bool Stage::show() {
    return m_program->show();
}

WindowState& Stage::windowState() {
    return *m_program->workspace().currentWindow();
}

QQuickWindow* Stage::window() const {
    const QList<QQuickWindow*> windows = m_program->windows();
    return windows.isEmpty() ? nullptr : windows.constFirst();
}

ChatSession* Stage::session() {
    return qobject_cast<ChatSession*>(windowState().currentSession());
}

QQuickItem* Stage::find(const QString& name) const {
    return findBelow(*window()->contentItem(), name);
}

bool Stage::waitFor(const std::function<bool()>& condition, std::chrono::milliseconds patience) {
    QElapsedTimer waiting;
    waiting.start();
    while (!condition()) {
        if (waiting.hasExpired(patience.count())) {
            return false;
        }
        run(kPoll);
    }
    return true;
}

void Stage::run(std::chrono::milliseconds time) {
    QEventLoop loop;
    QTimer::singleShot(time, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

void Stage::advance(std::chrono::milliseconds time) {
    m_clock.advance(time);
}

bool Stage::useModel(const QString& path) {
    m_program->activeModel().use(path);
    return waitFor([this] {
        m_clock.advance(std::chrono::milliseconds(100));
        return m_program->activeModel().ready();
    });
}

}  // namespace hearth
