#include "shell/tab_list_model.h"

#include "shell/tab_sessions.h"
#include "system/shown_name.h"

#include <algorithm>

namespace hearth {

TabListModel::TabListModel(TabSessions& sessions, QObject* window)
    : QAbstractListModel(window), m_sessions(sessions) {}

int TabListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant TabListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Tab& tab = at(index.row());
    const TabFacts facts = tab.session ? m_sessions.facts(tab.session) : TabFacts();
    switch (role) {
        case Qt::DisplayRole:
        case TitleRole:
            return titleAt(index.row());
        case ActivityTextRole:
            return facts.activityText;
        case ActivityRole:
            return facts.activity;
        case WritingRole:
            return facts.writing;
        case NewAnswerRole:
            return facts.newAnswer;
        case ConversationIdRole:
            return tab.conversationId;
        case SessionRole:
            return QVariant::fromValue(tab.session.data());
        default:
            return {};
    }
}

QHash<int, QByteArray> TabListModel::roleNames() const {
    return {{TitleRole, "title"},         {ActivityTextRole, "activityText"},
            {ActivityRole, "activity"},   {WritingRole, "writing"},
            {NewAnswerRole, "newAnswer"}, {ConversationIdRole, "conversationId"},
            {SessionRole, "session"}};
}

QString TabListModel::titleAt(int index) const {
    if (!holds(index)) {
        return {};
    }
    const QString& title = at(index).title;
    return title.isEmpty() ? tr("New chat") : shownName(title);
}

int TabListModel::rowOfConversation(qint64 conversationId) const {
    for (int row = 0; row < count(); ++row) {
        if (conversationId != 0 && at(row).conversationId == conversationId) {
            return row;
        }
    }
    return -1;
}

int TabListModel::rowOfSession(const QObject* session) const {
    for (int row = 0; row < count(); ++row) {
        if (session != nullptr && at(row).session == session) {
            return row;
        }
    }
    return -1;
}

int TabListModel::keyAt(int index) const {
    return holds(index) ? at(index).key : 0;
}

int TabListModel::rowOfKey(int key) const {
    const auto found =
        std::find_if(m_tabs.begin(), m_tabs.end(), [key](const Tab& tab) { return tab.key == key; });
    return found == m_tabs.end() ? -1 : static_cast<int>(found - m_tabs.begin());
}

void TabListModel::insert(int index, Tab tab) {
    beginInsertRows({}, index, index);
    tab.key = m_nextKey++;
    m_tabs.insert(m_tabs.begin() + index, std::move(tab));
    endInsertRows();
    refresh(index);
    Q_EMIT countChanged();
}

Tab TabListModel::take(int index) {
    beginRemoveRows({}, index, index);
    Tab tab = std::move(m_tabs[static_cast<std::size_t>(index)]);
    m_tabs.erase(m_tabs.begin() + index);
    endRemoveRows();
    Q_EMIT countChanged();
    return tab;
}

void TabListModel::move(int from, int to) {
    if (from == to) {
        return;
    }
    beginMoveRows({}, from, from, {}, to > from ? to + 1 : to);
    Tab tab = std::move(m_tabs[static_cast<std::size_t>(from)]);
    m_tabs.erase(m_tabs.begin() + from);
    m_tabs.insert(m_tabs.begin() + to, std::move(tab));
    endMoveRows();
}

void TabListModel::setSession(int index, QObject* session) {
    m_tabs[static_cast<std::size_t>(index)].session = session;
    refresh(index);
}

void TabListModel::refresh(int index) {
    Tab& tab = m_tabs[static_cast<std::size_t>(index)];
    if (tab.session) {
        const TabFacts facts = m_sessions.facts(tab.session);
        tab.conversationId = facts.conversationId;
        // A session that is still loading has no title yet; what was saved is better than nothing.
        if (!facts.title.isEmpty()) {
            tab.title = facts.title;
        }
    }
    const QModelIndex changed = createIndex(index, 0);
    Q_EMIT dataChanged(changed, changed);
}

void TabListModel::refreshAll() {
    if (count() > 0) {
        Q_EMIT dataChanged(createIndex(0, 0), createIndex(count() - 1, 0));
    }
}

}  // namespace hearth
