#include "downloads/downloads.h"

#include "downloads/download_note.h"
#include "downloads/download_text.h"
#include "downloads/failure_sentence.h"
#include "system/shown_name.h"

#include <algorithm>
#include <utility>

namespace hearth {

namespace {

using transfers::DownloadSetSnapshot;
using transfers::DownloadSnapshot;
using transfers::DownloadState;

QString pathOf(const DownloadSnapshot& file) {
    return QString::fromStdString(file.request.target.string());
}

/// The file that stands for the set: of one model the first.
QString pathOf(const DownloadSetSnapshot& set) {
    return set.files.empty() ? QString() : pathOf(set.files.front());
}

QString modelPathOf(const DownloadSetSnapshot& set) {
    return set.files.empty()
               ? QString()
               : QString::fromStdString(
                     transfers::path_to_load(set.files.front().request.target, set.files.size()).string());
}

Downloads::State stateOf(DownloadState state) {
    switch (state) {
        case DownloadState::paused:
            return Downloads::Paused;
        case DownloadState::failed:
            return Downloads::Failed;
        case DownloadState::finished:
            return Downloads::Finished;
        default:
            return Downloads::Running;
    }
}

}  // namespace

Downloads::Downloads(transfers::Transfers::Options options, const QString& modelsFolder, QObject* parent)
    : QAbstractListModel(parent) {
    m_service = std::make_unique<transfers::Transfers>(
        std::move(options), transfers::Transfers::Listener(), [this](const DownloadSetSnapshot& set) {
            // From the transfers thread, which ends before this object does.
            QMetaObject::invokeMethod(
                this, [this, set] { take(set); }, Qt::QueuedConnection);
        });
    m_service->restore(modelsFolder.toStdString());
}

Downloads::~Downloads() {
    m_service.reset();
}

int Downloads::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant Downloads::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const DownloadSetSnapshot& set = m_sets[static_cast<std::size_t>(index.row())];
    switch (role) {
        case TitleRole:
        case Qt::DisplayRole:
            return shownName(QString::fromStdString(set.title));
        case StateRole:
            return stateOf(set.state);
        case ProgressRole:
            return downloadProgress(set);
        case StageRole:
            return downloadStage(set);
        case StatusRole:
            return isHeld(set.id) ? tr("Waits until the models have moved") : downloadStatus(set);
        case ProblemRole:
            return set.failure && !is_running(set.state) ? failureSentence(*set.failure) : QString();
        case NoteRole:
            return downloadNote(set);
        case BytesDoneRole:
            return static_cast<double>(set.bytes_done);
        case BytesTotalRole:
            return static_cast<double>(set.bytes_total);
        case PathRole:
            return modelPathOf(set);
        case HeldRole:
            return isHeld(set.id);
        default:
            return {};
    }
}

QHash<int, QByteArray> Downloads::roleNames() const {
    return {{TitleRole, "title"},
            {StateRole, "downloadState"},
            {ProgressRole, "progress"},
            {StageRole, "stage"},
            {StatusRole, "status"},
            {ProblemRole, "problem"},
            {NoteRole, "note"},
            {BytesDoneRole, "bytesDone"},
            {BytesTotalRole, "bytesTotal"},
            {PathRole, "path"},
            {HeldRole, "held"}};
}

void Downloads::setOffline(bool offline) {
    if (offline == m_service->is_offline()) {
        return;
    }
    m_service->set_offline(offline);
    Q_EMIT offlineChanged();
}

void Downloads::start(transfers::DownloadSetRequest request) {
    if (!m_holding) {
        m_service->add(std::move(request));
        return;
    }
    m_held.insert(m_service->add(std::move(request), transfers::FirstState::paused));
}

void Downloads::start(transfers::DownloadRequest request) {
    transfers::DownloadSetRequest set{request.title, request.target.parent_path(), {}};
    set.files.push_back(std::move(request));
    start(std::move(set));
}

void Downloads::hold(std::function<void()> quiet) {
    m_holding = true;
    m_quiet = std::move(quiet);
    for (const DownloadSetSnapshot& set : m_sets) {
        holdBack(set);
    }
    sumUp();
}

void Downloads::holdBack(const DownloadSetSnapshot& set) {
    if (is_running(set.state)) {
        m_held.insert(set.id);
        m_service->pause(set.id);
    }
}

void Downloads::release() {
    m_holding = false;
    m_quiet = {};
    for (const transfers::DownloadSetId id : std::exchange(m_held, {})) {
        m_service->resume(id);
        if (const int row = rowOf(id); row >= 0) {
            rowChanged(row);
        }
    }
}

void Downloads::rowChanged(int row) {
    Q_EMIT dataChanged(index(row), index(row));
    Q_EMIT changed(pathOf(m_sets[static_cast<std::size_t>(row)]));
}

int Downloads::rowOf(transfers::DownloadSetId id) const {
    const auto found = std::ranges::find(m_sets, id, &DownloadSetSnapshot::id);
    return found == m_sets.end() ? -1 : static_cast<int>(found - m_sets.begin());
}

int Downloads::rowOf(const QString& path) const {
    const auto found = std::ranges::find_if(m_sets, [&](const DownloadSetSnapshot& set) {
        return std::ranges::any_of(set.files,
                                   [&](const DownloadSnapshot& file) { return pathOf(file) == path; });
    });
    return found == m_sets.end() ? -1 : static_cast<int>(found - m_sets.begin());
}

const DownloadSetSnapshot* Downloads::find(const QString& path) const {
    const int row = rowOf(path);
    return row < 0 ? nullptr : &m_sets[static_cast<std::size_t>(row)];
}

void Downloads::take(const DownloadSetSnapshot& set) {
    if (m_leaving.contains(set.id)) {
        if (set.state == DownloadState::finished) {
            tellFinished(set, {});  // before the order to end it came: its files are there
        }
        return;
    }
    int row = rowOf(set.id);
    DownloadSetSnapshot before;
    if (row < 0) {
        row = count();
        beginInsertRows({}, row, row);
        m_sets.push_back(set);
        endInsertRows();
        Q_EMIT countChanged();
    } else {
        before = std::exchange(m_sets[static_cast<std::size_t>(row)], set);
        Q_EMIT dataChanged(index(row), index(row));
    }
    if (m_holding) {
        holdBack(set);
    }
    sumUp();
    Q_EMIT changed(pathOf(set));
    tellFinished(set, before);
}

void Downloads::tellFinished(const DownloadSetSnapshot& set, const DownloadSetSnapshot& before) {
    for (std::size_t i = 0; i < set.files.size(); ++i) {
        const bool wasThere = i < before.files.size() && before.files[i].state == DownloadState::finished;
        if (set.files[i].state == DownloadState::finished && !wasThere) {
            Q_EMIT fileFinished(set.files[i].request);
        }
    }
    if (set.state == DownloadState::finished &&
        (before.files.empty() || before.state != DownloadState::finished)) {
        Q_EMIT finished(modelPathOf(set));
    }
}

void Downloads::sumUp() {
    const auto running = static_cast<int>(
        std::ranges::count_if(m_sets, [](const DownloadSetSnapshot& set) { return is_running(set.state); }));
    double done = 0;
    double total = 0;
    for (const DownloadSetSnapshot& set : m_sets) {
        if (is_running(set.state)) {
            done += static_cast<double>(set.bytes_done);
            total += static_cast<double>(set.bytes_total);
        }
    }
    if (running == 0 && m_leaving.empty() && m_quiet) {
        std::exchange(m_quiet, {})();
    }
    const double progress = total > 0 ? done / total : 0;
    if (running != m_runningCount) {
        m_runningCount = running;
        Q_EMIT runningCountChanged();
    } else if (progress == m_progress) {
        return;
    }
    m_progress = progress;
    Q_EMIT progressChanged();
}

void Downloads::pause(int row) {
    if (row >= 0 && row < count()) {
        const transfers::DownloadSetId id = m_sets[static_cast<std::size_t>(row)].id;
        m_service->pause(id);
        if (m_held.erase(id) > 0) {
            rowChanged(row);
        }
    }
}

void Downloads::resume(int row) {
    if (row < 0 || row >= count()) {
        return;
    }
    const transfers::DownloadSetId id = m_sets[static_cast<std::size_t>(row)].id;
    if (m_holding) {
        m_held.insert(id);
        rowChanged(row);
    } else {
        m_service->resume(id);
    }
}

void Downloads::cancel(int row) {
    if (row < 0 || row >= count()) {
        return;
    }
    m_service->cancel(m_sets[static_cast<std::size_t>(row)].id);
    leave(row);
}

void Downloads::dismiss(int row) {
    if (row < 0 || row >= count() || is_running(m_sets[static_cast<std::size_t>(row)].state)) {
        return;
    }
    m_service->forget(m_sets[static_cast<std::size_t>(row)].id);
    leave(row);
}

/// The service was told to let go of it, which it may do seconds later, and may have told more of it already.
void Downloads::leave(int row) {
    const DownloadSetSnapshot set = m_sets[static_cast<std::size_t>(row)];
    ++m_leaving[set.id];
    m_held.erase(set.id);
    m_service->after_orders([this, id = set.id] {
        QMetaObject::invokeMethod(
            this,
            [this, id] {
                if (const auto left = m_leaving.find(id); left != m_leaving.end() && --left->second == 0) {
                    m_leaving.erase(left);
                    takeBack(id);
                    sumUp();
                }
            },
            Qt::QueuedConnection);
    });
    beginRemoveRows({}, row, row);
    m_sets.erase(m_sets.begin() + row);
    endRemoveRows();
    Q_EMIT countChanged();
    sumUp();
    Q_EMIT changed(pathOf(set));
}

/// Where the service could not let go of it: what it told of that may have come before the end of the order.
void Downloads::takeBack(transfers::DownloadSetId id) {
    const auto sets = m_service->sets();
    if (const auto kept = std::ranges::find(sets, id, &DownloadSetSnapshot::id); kept != sets.end()) {
        take(*kept);
    }
}

void Downloads::pause(const QString& path) {
    pause(rowOf(path));
}

void Downloads::resume(const QString& path) {
    resume(rowOf(path));
}

void Downloads::cancel(const QString& path) {
    cancel(rowOf(path));
}

void Downloads::retranslate() {
    if (!m_sets.empty()) {
        Q_EMIT dataChanged(index(0), index(count() - 1));
    }
}

}  // namespace hearth
