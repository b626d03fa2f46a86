#include "chat/preset_list_model.h"

#include "chat/chat_parameters.h"
#include "chat/chat_storage.h"
#include "chat/storage_sentences.h"
#include "chat/stored_message.h"
#include "storage/chat_store.h"

#include <algorithm>
#include <utility>

namespace hearth {

namespace {

constexpr qsizetype kLongestName = 60;
/// Older notices have left the screen long ago.
constexpr std::size_t kMostRemoved = 50;

/// The system prompt has a column of its own.
storage::JsonObject parametersOf(ParameterValues values) {
    values.systemPrompt.clear();
    values.presetName.clear();
    values.unknown = {};
    return jsonForStore(values.toJson());
}

ParameterValues valuesOf(const storage::Preset& preset) {
    ParameterValues values = ParameterValues::fromJson(jsonFromStore(preset.parameters));
    values.systemPrompt = QString::fromStdString(preset.system_prompt);
    return values;
}

}  // namespace

PresetListModel::PresetListModel(ChatStorage& storage, QObject* parent)
    : QAbstractListModel(parent), m_storage(storage) {
    connect(&storage, &ChatStorage::stateChanged, this, &PresetListModel::read);
    read();
}

int PresetListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> PresetListModel::roleNames() const {
    return {{NameRole, "name"}, {SystemPromptRole, "systemPrompt"}};
}

QVariant PresetListModel::data(const QModelIndex& index, int role) const {
    const storage::Preset* preset = at(index.row());
    if (preset == nullptr) {
        return {};
    }
    switch (role) {
        case NameRole:
        case Qt::DisplayRole:
            return QString::fromStdString(preset->name);
        case SystemPromptRole:
            return QString::fromStdString(preset->system_prompt);
        default:
            return {};
    }
}

QString PresetListModel::nameAt(int row) const {
    const storage::Preset* preset = at(row);
    return preset != nullptr ? QString::fromStdString(preset->name) : QString();
}

int PresetListModel::rowNamed(const QString& name) const {
    const std::string wanted = name.toStdString();
    const auto found = std::find_if(m_presets.begin(), m_presets.end(),
                                    [&](const storage::Preset& preset) { return preset.name == wanted; });
    return found == m_presets.end() ? -1 : static_cast<int>(found - m_presets.begin());
}

QString PresetListModel::nameProblem(const QString& name, int row) const {
    const QString trimmed = name.simplified();
    if (trimmed.isEmpty()) {
        return tr("A preset needs a name.");
    }
    if (trimmed.size() > kLongestName) {
        return tr("A name has at most %1 characters.").arg(kLongestName);
    }
    const int other = rowNamed(trimmed);
    return other >= 0 && other != row ? tr("There is a preset with this name already.") : QString();
}

void PresetListModel::apply(int row, ChatParameters* parameters) const {
    if (const storage::Preset* preset = at(row); preset != nullptr && parameters != nullptr) {
        parameters->applyPreset(QString::fromStdString(preset->name), valuesOf(*preset));
    }
}

void PresetListModel::create(const QString& name, ChatParameters* parameters) {
    if (parameters == nullptr || !nameProblem(name, -1).isEmpty()) {
        return;
    }
    const QString trimmed = name.simplified();
    const ParameterValues values = parameters->values();
    parameters->applyPreset(trimmed, values);
    change([name = trimmed.toStdString(), prompt = values.systemPrompt.toStdString(),
            json = parametersOf(values)](storage::ChatStore& store) -> Status {
        HEARTH_TRY_ASSIGN([[maybe_unused]] const storage::Preset made,
                          store.create_preset(name, prompt, json));
        return {};
    });
}

void PresetListModel::update(int row, ChatParameters* parameters) {
    const storage::Preset* preset = at(row);
    if (preset == nullptr || parameters == nullptr) {
        return;
    }
    storage::Preset changed = *preset;
    const ParameterValues values = parameters->values();
    changed.system_prompt = values.systemPrompt.toStdString();
    changed.parameters = parametersOf(values);
    parameters->applyPreset(QString::fromStdString(changed.name), values);
    change([changed](storage::ChatStore& store) { return store.update_preset(changed); });
}

void PresetListModel::rename(int row, const QString& name) {
    const storage::Preset* preset = at(row);
    if (preset == nullptr || !nameProblem(name, row).isEmpty()) {
        return;
    }
    storage::Preset changed = *preset;
    changed.name = name.simplified().toStdString();
    change([changed](storage::ChatStore& store) { return store.update_preset(changed); });
}

void PresetListModel::remove(int row) {
    const storage::Preset* preset = at(row);
    if (preset == nullptr) {
        return;
    }
    m_storage.run<void>(
        this, [id = preset->id](storage::ChatStore& store) { return store.delete_preset(id); },
        [this, preset = *preset](const Status& gone) {
            if (!gone) {
                Q_EMIT failed(storageSentence(gone.error()));
                return;
            }
            m_removed.emplace(++m_lastToken, preset);
            if (m_removed.size() > kMostRemoved) {
                m_removed.erase(m_removed.begin());
            }
            read();
            Q_EMIT removed(QString::fromStdString(preset.name), m_lastToken);
        });
}

void PresetListModel::undoRemove(int token) {
    const auto node = m_removed.extract(token);
    if (!node) {
        return;
    }
    change([preset = node.mapped()](storage::ChatStore& store) -> Status {
        HEARTH_TRY_ASSIGN(
            [[maybe_unused]] const storage::Preset made,
            store.create_preset(preset.name, preset.system_prompt, preset.parameters, preset.extra));
        return {};
    });
}

void PresetListModel::read() {
    if (m_storage.state() == ChatStorage::State::Opening || m_storage.state() == ChatStorage::State::Failed) {
        return;
    }
    m_storage.run<std::vector<storage::Preset>>(
        this, [](storage::ChatStore& store) { return store.presets(); },
        [this](Result<std::vector<storage::Preset>> presets) {
            if (!presets) {
                Q_EMIT failed(storageSentence(presets.error()));
                return;
            }
            beginResetModel();
            m_presets = std::move(*presets);
            endResetModel();
            Q_EMIT countChanged();
        });
}

void PresetListModel::change(std::function<Status(storage::ChatStore&)> job) {
    m_storage.run<void>(this, std::move(job), [this](const Status& changed) {
        if (!changed) {
            Q_EMIT failed(storageSentence(changed.error()));
        }
        read();
    });
}

const storage::Preset* PresetListModel::at(int row) const {
    return row >= 0 && row < count() ? &m_presets[static_cast<std::size_t>(row)] : nullptr;
}

}  // namespace hearth
