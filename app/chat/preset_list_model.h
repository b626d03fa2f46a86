#pragma once

#include "chat/parameter_values.h"
#include "storage/records.h"

#include <hearth/result.h>

#include <QAbstractListModel>
#include <functional>
#include <map>
#include <vector>

namespace hearth {

namespace storage {
class ChatStore;
}
class ChatParameters;
class ChatStorage;

/// The presets: system prompts with parameters to begin a conversation with. One model serves all chats. GUI
/// thread.
class PresetListModel : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(int count READ count NOTIFY countChanged)

 public:
    enum Role { NameRole = Qt::UserRole + 1, SystemPromptRole };

    explicit PresetListModel(ChatStorage& storage, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    int count() const { return static_cast<int>(m_presets.size()); }

    Q_INVOKABLE QString nameAt(int row) const;
    Q_INVOKABLE int rowNamed(const QString& name) const;
    /// Why a preset cannot be called so, as a sentence; empty where it can. `row` is the one being renamed,
    /// −1 for a new one.
    Q_INVOKABLE QString nameProblem(const QString& name, int row) const;

    Q_INVOKABLE void apply(int row, hearth::ChatParameters* parameters) const;
    /// A new preset of what a chat uses now; the chat then uses it.
    Q_INVOKABLE void create(const QString& name, hearth::ChatParameters* parameters);
    /// Makes a preset what a chat uses now.
    Q_INVOKABLE void update(int row, hearth::ChatParameters* parameters);
    Q_INVOKABLE void rename(int row, const QString& name);
    Q_INVOKABLE void remove(int row);
    /// Brings back the one whose removed() carried this token; once.
    Q_INVOKABLE void undoRemove(int token);

 Q_SIGNALS:
    void countChanged();
    void removed(const QString& name, int token);
    void failed(const QString& sentence);

 private:
    void read();
    void change(std::function<Status(storage::ChatStore&)> job);
    const storage::Preset* at(int row) const;

    ChatStorage& m_storage;
    std::vector<storage::Preset> m_presets;
    std::map<int, storage::Preset> m_removed;  ///< by token, while a notice may offer to undo
    int m_lastToken = 0;
};

}  // namespace hearth
