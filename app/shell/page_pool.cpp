#include "shell/page_pool.h"

#include "shell/tab_sessions.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace hearth {

namespace {
/// After the start and after a new tab: what was asked for comes first.
constexpr std::chrono::milliseconds kBeforePreparation{400};
}  // namespace

PagePool::PagePool(TabSessions& sessions, QObject* parent)
    : QAbstractListModel(parent), m_sessions(sessions) {
    m_preparation.setSingleShot(true);
    m_preparation.setInterval(kBeforePreparation);
    connect(&m_preparation, &QTimer::timeout, this, &PagePool::prepare);
}

PagePool::~PagePool() {
    for (const Page& page : m_pages) {
        if (page.waits && page.session) {
            m_sessions.release(page.session);
        }
    }
}

int PagePool::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_pages.size());
}

QVariant PagePool::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != SessionRole) {
        return {};
    }
    return QVariant::fromValue(m_pages[static_cast<std::size_t>(index.row())].session.data());
}

QHash<int, QByteArray> PagePool::roleNames() const {
    return {{SessionRole, "session"}};
}

void PagePool::show(QObject* session) {
    int row = rowOf(session);
    if (row < 0) {
        const int waiting = waitingRow();
        if (waiting >= 0) {
            row = waiting;
        } else if (rowCount() < kMostPages) {
            row = add({session, false});
        } else {
            row = m_latest.constLast();
        }
        put(row, {session, false});
    }
    m_latest.removeOne(row);
    m_latest.prepend(row);
    if (row != m_current) {
        m_current = row;
        Q_EMIT currentChanged();
    }
    m_preparation.start();
}

void PagePool::replace(const QObject* session, QObject* with) {
    const int row = rowOf(session);
    if (row >= 0 && rowOf(with) < 0) {
        put(row, {with, false});
    }
}

void PagePool::forget(QObject* session) {
    const int row = rowOf(session);
    if (row >= 0 && !m_pages[static_cast<std::size_t>(row)].waits) {
        put(row, {m_sessions.create(), true});
        m_latest.removeOne(row);
        m_latest.append(row);
    }
}

QObject* PagePool::takeNewChat() {
    const int row = waitingRow();
    if (row < 0) {
        return nullptr;
    }
    Page& page = m_pages[static_cast<std::size_t>(row)];
    page.waits = false;
    return page.session;
}

int PagePool::rowOf(const QObject* session) const {
    const auto found = std::find_if(m_pages.begin(), m_pages.end(), [session](const Page& page) {
        return session != nullptr && page.session == session;
    });
    return found == m_pages.end() ? -1 : static_cast<int>(found - m_pages.begin());
}

int PagePool::waitingRow() const {
    const auto found =
        std::find_if(m_pages.begin(), m_pages.end(), [](const Page& page) { return page.waits; });
    return found == m_pages.end() ? -1 : static_cast<int>(found - m_pages.begin());
}

int PagePool::add(const Page& page) {
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_pages.push_back(page);
    endInsertRows();
    m_latest.append(row);
    return row;
}

void PagePool::put(int row, const Page& page) {
    Page& place = m_pages[static_cast<std::size_t>(row)];
    const Page before = std::exchange(place, page);
    if (before.session != page.session) {
        const QModelIndex changed = index(row, 0);
        Q_EMIT dataChanged(changed, changed, {SessionRole});
    }
    if (before.waits && before.session && before.session != page.session) {
        m_sessions.release(before.session);
    }
}

/// While there is room, a page waits with a new chat.
void PagePool::prepare() {
    if (rowCount() < kMostPages && waitingRow() < 0) {
        add({m_sessions.create(), true});
    }
}

}  // namespace hearth
