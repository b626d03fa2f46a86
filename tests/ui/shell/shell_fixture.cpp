#include "shell_fixture.h"

#include "system/error_sentences.h"

#include <QDir>

namespace hearth {

ShellFixture::ShellFixture(QObject* parent)
    : QObject(parent),
      m_model(m_engine, errorSentence),
      m_settings(m_folder.filePath(QStringLiteral("settings.json"))),
      m_workspace(m_sessions, m_folder.filePath(QStringLiteral("workspace.json"))),
      m_status(m_engine, m_model),
      m_safeStart(RunMarker::Crash{QStringLiteral("loading"), QStringLiteral("/models/Qwen3-8B.gguf")}, {}),
      m_palette(m_shortcuts,
                {[this](const QString& query) {
                     m_palette.setChats(query, {{QStringLiteral("41"), QStringLiteral("杭州三日游"), {}},
                                                {QStringLiteral("42"), QStringLiteral("Cover letter"), {}}});
                 },
                 [] {
                     return QList<PaletteTarget>{
                         {QStringLiteral("/m/q.gguf"), QStringLiteral("Qwen3 8B"), QStringLiteral("4.7 GB")}};
                 },
                 {}}),
      m_links([this](const QUrl& url) {
          m_openedLink = url.toString();
          Q_EMIT linkOpened();
      }),
      m_about(m_folder.path()) {
    m_workspace.restore({QRect(0, 0, 1600, 1000)});
    m_about.setRenderer(QStringLiteral("software"));
    connect(&m_shortcuts, &ShortcutTable::edited, this,
            [this] { m_settings.setShortcuts(m_shortcuts.changes()); });
    connect(&m_settings, &Settings::changed, this,
            [this] { m_shortcuts.setChanges(m_settings.shortcuts()); });
}

ShellFixture::~ShellFixture() = default;

void ShellFixture::openChats(const QList<int>& ids) {
    while (m_workspace.windowCount() > 1) {
        m_workspace.windowStates().constLast()->close();
    }
    WindowState* window = m_workspace.windowStates().constFirst();
    for (const int id : ids) {
        if (window->tabs()->rowOfConversation(id) < 0) {
            window->openConversationInNewTab(id);
        }
    }
    for (int row = window->tabs()->count() - 1; row >= 0; --row) {
        if (!ids.contains(static_cast<int>(window->tabs()->at(row).conversationId))) {
            window->closeTab(row);
        }
    }
    for (int place = 0; place < ids.size(); ++place) {
        window->moveTab(window->tabs()->rowOfConversation(ids.at(place)), place);
    }
    window->activate(0);
}

void ShellFixture::setChat(int id, const QString& title, const QString& activityText, bool writing) {
    for (WindowState* window : m_workspace.windowStates()) {
        const int row = window->tabs()->rowOfConversation(id);
        if (row >= 0 && window->tabs()->at(row).session) {
            m_sessions.set(window->tabs()->at(row).session,
                           {id, title, activityText, writing ? 3 : 0, writing, false});
        }
    }
}

void ShellFixture::setNewAnswer(int id, bool newAnswer) {
    for (WindowState* window : m_workspace.windowStates()) {
        const int row = window->tabs()->rowOfConversation(id);
        if (row >= 0 && window->tabs()->at(row).session) {
            TabFacts facts = m_sessions.facts(window->tabs()->at(row).session);
            facts.newAnswer = newAnswer;
            m_sessions.set(window->tabs()->at(row).session, facts);
        }
    }
}

QList<int> ShellFixture::chats(int window) const {
    QList<int> ids;
    const TabListModel* tabs = m_workspace.windowStates().at(window)->tabs();
    for (int row = 0; row < tabs->count(); ++row) {
        ids.append(static_cast<int>(tabs->at(row).conversationId));
    }
    return ids;
}

WindowState* ShellFixture::windowState(int window) const {
    return m_workspace.windowStates().value(window);
}

void ShellFixture::loadModel() {
    m_model.use(m_engine.script().models.begin()->first);
}

void ShellFixture::tell(const QString& text, const QString& actionText) {
    m_notices.tell(text, actionText, [this] { ++m_told; });
}

void ShellFixture::shoot(QQuickWindow* window, const QString& name) const {
    const QString folder = qEnvironmentVariable("HEARTH_SHOTS");
    if (!folder.isEmpty()) {
        window->grabWindow().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
    }
}

}  // namespace hearth
