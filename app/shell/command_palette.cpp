#include "shell/command_palette.h"

#include "shell/actions.h"
#include "shell/fuzzy_match.h"
#include "shell/shortcut_table.h"

#include <algorithm>

namespace hearth {

namespace {
constexpr qsizetype kMostChatsUnasked = 6;
constexpr qsizetype kMostChats = 30;
}  // namespace

CommandPalette::CommandPalette(ShortcutTable& shortcuts, Sources sources, QObject* parent)
    : QAbstractListModel(parent), m_shortcuts(shortcuts), m_sources(std::move(sources)) {}

int CommandPalette::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant CommandPalette::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Entry& entry = m_entries.at(index.row());
    switch (role) {
        case KindRole:
            return entry.kind;
        case KeyRole:
            return entry.target.key;
        case Qt::DisplayRole:
        case TitleRole:
            return entry.target.title;
        case SubtitleRole:
            return entry.target.subtitle;
        case ShownKeysRole:
            return entry.kind == ActionEntry ? m_shortcuts.shownKeys(entry.target.key) : QString();
        case SectionRole:
            return entry.kind == ActionEntry ? tr("Actions")
                   : entry.kind == ChatEntry ? tr("Chats")
                                             : tr("Models");
        default:
            return {};
    }
}

QHash<int, QByteArray> CommandPalette::roleNames() const {
    return {{KindRole, "kind"},           {KeyRole, "key"},
            {TitleRole, "title"},         {SubtitleRole, "subtitle"},
            {ShownKeysRole, "shownKeys"}, {SectionRole, "section"}};
}

void CommandPalette::setQuery(const QString& query) {
    if (query == m_query) {
        return;
    }
    m_query = query;
    Q_EMIT queryChanged();
    // Chats of the query before stay, filtered, until the search has answered: the list does not flicker.
    rebuild();
    if (m_sources.searchChats) {
        m_sources.searchChats(m_query);
    }
}

void CommandPalette::setChats(const QString& query, const QList<PaletteTarget>& chats) {
    if (query == m_query) {
        m_chats = chats;
        rebuild();
    }
}

void CommandPalette::open() {
    m_query.clear();
    m_chats.clear();
    m_models = m_sources.models ? m_sources.models() : QList<PaletteTarget>();
    Q_EMIT queryChanged();
    rebuild();
    if (m_sources.searchChats) {
        m_sources.searchChats(m_query);
    }
}

void CommandPalette::choose(int row) {
    if (row < 0 || row >= count()) {
        return;
    }
    const Entry entry = m_entries.at(row);
    switch (entry.kind) {
        case ActionEntry:
            Q_EMIT actionChosen(entry.target.key);
            break;
        case ChatEntry:
            Q_EMIT chatChosen(entry.target.key.toLongLong());
            break;
        case ModelEntry:
            Q_EMIT modelChosen(entry.target.key);
            break;
    }
}

void CommandPalette::rebuild() {
    QList<Entry> chats;
    QList<Entry> models;
    QList<Entry> found;
    const bool asked = !m_query.trimmed().isEmpty();
    for (const PaletteTarget& chat : m_chats) {
        // What the search found in the contents need not fit the title.
        const std::optional<int> score = fuzzyMatch(m_query, chat.title);
        if (chats.size() < (asked ? kMostChats : kMostChatsUnasked)) {
            chats.append({ChatEntry, chat, score.value_or(0)});
        }
    }
    for (const PaletteTarget& model : m_models) {
        if (const std::optional<int> score = fuzzyMatch(m_query, model.title)) {
            models.append({ModelEntry, model, *score});
        }
    }
    for (const Action& action : actions()) {
        const QString id = QLatin1String(action.id);
        if (!action.inPalette || (m_sources.actionEnabled && !m_sources.actionEnabled(id))) {
            continue;
        }
        const QString title = actionTitle(action);
        const std::optional<int> own = fuzzyMatch(m_query, title);
        const std::optional<int> english = fuzzyMatch(m_query, QLatin1String(action.title));
        if (own || english) {
            found.append({ActionEntry, {id, title, {}}, std::max(own.value_or(0), english.value_or(0))});
        }
    }
    const auto better = [](const Entry& a, const Entry& b) {
        return a.score != b.score ? a.score > b.score : a.target.title.size() < b.target.title.size();
    };
    QList<QList<Entry>> groups{chats, found, models};
    for (QList<Entry>& group : groups) {
        if (asked) {
            std::stable_sort(group.begin(), group.end(), better);
        }
    }
    if (asked) {  // the group with the best row comes first
        std::stable_sort(groups.begin(), groups.end(), [](const QList<Entry>& a, const QList<Entry>& b) {
            return (a.isEmpty() ? -1 : a.constFirst().score) > (b.isEmpty() ? -1 : b.constFirst().score);
        });
    }
    beginResetModel();
    m_entries = groups[0] + groups[1] + groups[2];
    endResetModel();
    Q_EMIT countChanged();
}

}  // namespace hearth
