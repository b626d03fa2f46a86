#include "shell/shortcut_table.h"

#include "shell/actions.h"

#include <QKeySequence>

namespace hearth {

namespace {

QKeySequence sequence(const QString& keys) {
    return QKeySequence(keys, QKeySequence::PortableText);
}

/// What every text field does with its keys.
bool belongsToTextFields(const QKeySequence& keys) {
    for (const auto standard :
         {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste, QKeySequence::Undo, QKeySequence::Redo,
          QKeySequence::SelectAll, QKeySequence::MoveToNextWord, QKeySequence::MoveToPreviousWord,
          QKeySequence::DeleteEndOfWord, QKeySequence::DeleteStartOfWord, QKeySequence::MoveToStartOfDocument,
          QKeySequence::MoveToEndOfDocument}) {
        if (QKeySequence::keyBindings(standard).contains(keys)) {
            return true;
        }
    }
    return false;
}

/// Without Ctrl, Alt or Meta a key types text, moves or works a control; function keys do not.
bool typesText(const QKeySequence& keys) {
    const QKeyCombination first = keys[0];
    const bool function = first.key() >= Qt::Key_F1 && first.key() <= Qt::Key_F35;
    return !function &&
           !(first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

}  // namespace

int ShortcutTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(actions().size());
}

QVariant ShortcutTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Action& action = actions().at(index.row());
    const QString id = QLatin1String(action.id);
    switch (role) {
        case ActionRole:
            return id;
        case Qt::DisplayRole:
        case TitleRole:
            return actionTitle(action);
        case GroupRole:
            return actionGroup(action);
        case KeysRole: {
            QStringList all{keys(id), QLatin1String(action.moreKeys)};
            all.removeAll(QString());
            return all;
        }
        case ShownKeysRole:
            return shownKeys(id);
        case ChangedRole:
            return m_changes.contains(id);
        default:
            return {};
    }
}

QHash<int, QByteArray> ShortcutTable::roleNames() const {
    return {{ActionRole, "action"}, {TitleRole, "title"},         {GroupRole, "group"},
            {KeysRole, "keys"},     {ShownKeysRole, "shownKeys"}, {ChangedRole, "changed"}};
}

void ShortcutTable::setChanges(const QMap<QString, QString>& changes) {
    if (changes != m_changes) {
        m_changes = changes;
        refreshAll();
    }
}

QString ShortcutTable::keys(const QString& action) const {
    const auto change = m_changes.constFind(action);
    if (change != m_changes.constEnd()) {
        return change.value();
    }
    const Action* found = findAction(action);
    return found == nullptr ? QString() : QLatin1String(found->keys);
}

QString ShortcutTable::shownKeys(const QString& action) const {
    return shown(keys(action));
}

QString ShortcutTable::shown(const QString& keys) const {
    return sequence(keys).toString(QKeySequence::NativeText);
}

QString ShortcutTable::keysOf(int key, int modifiers) const {
    switch (key) {
        case 0:
        case Qt::Key_Control:
        case Qt::Key_Shift:
        case Qt::Key_Alt:
        case Qt::Key_AltGr:
        case Qt::Key_Meta:
        case Qt::Key_unknown:
            return {};
        default:
            break;
    }
    if (key == Qt::Key_Backtab) {
        key = Qt::Key_Tab;
    }
    const Qt::KeyboardModifiers kept =
        Qt::KeyboardModifiers(modifiers) &
        (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier | Qt::MetaModifier);
    return QKeySequence(QKeyCombination(kept, static_cast<Qt::Key>(key)))
        .toString(QKeySequence::PortableText);
}

QString ShortcutTable::problem(const QString& action, const QString& keys) const {
    if (keys.isEmpty()) {
        return {};
    }
    const QKeySequence wanted = sequence(keys);
    if (wanted.isEmpty()) {
        return tr("These keys cannot be used.");
    }
    if (typesText(wanted)) {
        return tr("Add Ctrl or Alt: this key alone is for typing.");
    }
    if (belongsToTextFields(wanted)) {
        return tr("%1 is needed for editing text.").arg(shown(keys));
    }
    for (const Action& other : actions()) {
        const QString id = QLatin1String(other.id);
        const bool same =
            sequence(this->keys(id)) == wanted || sequence(QLatin1String(other.moreKeys)) == wanted;
        if (id != action && same) {
            return tr("%1 already means “%2”.").arg(shown(keys), actionTitle(other));
        }
    }
    return {};
}

bool ShortcutTable::setKeys(const QString& action, const QString& keys) {
    const Action* found = findAction(action);
    if (found == nullptr || !problem(action, keys).isEmpty()) {
        return false;
    }
    if (keys == QLatin1String(found->keys)) {
        m_changes.remove(action);
    } else {
        m_changes.insert(action, keys);
    }
    refreshAll();
    Q_EMIT edited();
    return true;
}

void ShortcutTable::reset(const QString& action) {
    if (const Action* found = findAction(action)) {
        setKeys(action, QLatin1String(found->keys));
    }
}

void ShortcutTable::resetAll() {
    m_changes.clear();
    refreshAll();
    Q_EMIT edited();
}

void ShortcutTable::retranslate() {
    refreshAll();
}

void ShortcutTable::refreshAll() {
    Q_EMIT dataChanged(createIndex(0, 0), createIndex(rowCount() - 1, 0));
    Q_EMIT keysChanged();
}

}  // namespace hearth
