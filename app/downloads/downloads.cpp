#include "downloads/downloads.h"

#include "downloads/download_text.h"
#include "downloads/failure_sentence.h"

#include <algorithm>

namespace hearth {

namespace {

using transfers::DownloadSnapshot;
using transfers::DownloadState;

QString pathOf(const DownloadSnapshot& snapshot) {
    return QString::fromStdString(snapshot.request.target.string());
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
    m_service =
        std::make_unique<transfers::Transfers>(std::move(options), [this](const DownloadSnapshot& snapshot) {
            // From the transfers thread, which ends before this object does.
            QMetaObject::invokeMethod(
                this, [this, snapshot] { take(snapshot); }, Qt::QueuedConnection);
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
    const DownloadSnapshot& snapshot = m_snapshots[static_cast<std::size_t>(index.row())];
    switch (role) {
        case TitleRole:
        case Qt::DisplayRole:
            return QString::fromStdString(snapshot.request.title);
        case StateRole:
            return stateOf(snapshot.state);
        case ProgressRole:
            return downloadProgress(snapshot);
        case StageRole:
            return downloadStage(snapshot);
        case StatusRole:
            return downloadStatus(snapshot);
        case ProblemRole:
            return snapshot.failure && !is_running(snapshot.state) ? failureSentence(*snapshot.failure)
                                                                   : QString();
        case RestartRole:
            return restartSentence(snapshot);
        case BytesDoneRole:
            return static_cast<double>(snapshot.bytes_done);
        case BytesTotalRole:
            return static_cast<double>(snapshot.request.bytes);
        case PathRole:
            return pathOf(snapshot);
        default:
            return {};
    }
}

QHash<int, QByteArray> Downloads::roleNames() const {
    return {{TitleRole, "title"},     {StateRole, "downloadState"}, {ProgressRole, "progress"},
            {StageRole, "stage"},     {StatusRole, "status"},       {ProblemRole, "problem"},
            {RestartRole, "restart"}, {BytesDoneRole, "bytesDone"}, {BytesTotalRole, "bytesTotal"},
            {PathRole, "path"}};
}

void Downloads::setOffline(bool offline) {
    if (offline == m_service->is_offline()) {
        return;
    }
    m_service->set_offline(offline);
    Q_EMIT offlineChanged();
}

void Downloads::start(transfers::DownloadRequest request) {
    m_service->add(std::move(request));
}

void Downloads::start(const transfers::DownloadSetRequest& request) {
    for (const transfers::DownloadRequest& file : request.files) {
        start(file);
    }
}

int Downloads::rowOf(transfers::DownloadId id) const {
    const auto found = std::ranges::find(m_snapshots, id, &DownloadSnapshot::id);
    return found == m_snapshots.end() ? -1 : static_cast<int>(found - m_snapshots.begin());
}

int Downloads::rowOf(const QString& path) const {
    const auto found = std::ranges::find_if(
        m_snapshots, [&](const DownloadSnapshot& snapshot) { return pathOf(snapshot) == path; });
    return found == m_snapshots.end() ? -1 : static_cast<int>(found - m_snapshots.begin());
}

const DownloadSnapshot* Downloads::find(const QString& path) const {
    const int row = rowOf(path);
    return row < 0 ? nullptr : &m_snapshots[static_cast<std::size_t>(row)];
}

void Downloads::take(const DownloadSnapshot& snapshot) {
    int row = rowOf(snapshot.id);
    const bool wasFinished =
        row >= 0 && m_snapshots[static_cast<std::size_t>(row)].state == DownloadState::finished;
    if (row < 0) {
        row = count();
        beginInsertRows({}, row, row);
        m_snapshots.push_back(snapshot);
        endInsertRows();
        Q_EMIT countChanged();
    } else {
        m_snapshots[static_cast<std::size_t>(row)] = snapshot;
        Q_EMIT dataChanged(index(row), index(row));
    }
    sumUp();
    const QString path = pathOf(snapshot);
    Q_EMIT changed(path);
    if (snapshot.state == DownloadState::finished && !wasFinished) {
        Q_EMIT finished(path);
    }
}

void Downloads::sumUp() {
    const auto running = static_cast<int>(std::ranges::count_if(
        m_snapshots, [](const DownloadSnapshot& snapshot) { return is_running(snapshot.state); }));
    double done = 0;
    double total = 0;
    for (const DownloadSnapshot& snapshot : m_snapshots) {
        if (is_running(snapshot.state)) {
            done += static_cast<double>(snapshot.bytes_done);
            total += static_cast<double>(snapshot.request.bytes);
        }
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
        m_service->pause(m_snapshots[static_cast<std::size_t>(row)].id);
    }
}

void Downloads::resume(int row) {
    if (row >= 0 && row < count()) {
        m_service->resume(m_snapshots[static_cast<std::size_t>(row)].id);
    }
}

void Downloads::cancel(int row) {
    if (row < 0 || row >= count()) {
        return;
    }
    const DownloadSnapshot snapshot = m_snapshots[static_cast<std::size_t>(row)];
    m_service->cancel(snapshot.id);
    beginRemoveRows({}, row, row);
    m_snapshots.erase(m_snapshots.begin() + row);
    endRemoveRows();
    Q_EMIT countChanged();
    sumUp();
    Q_EMIT changed(pathOf(snapshot));
}

void Downloads::dismiss(int row) {
    if (row < 0 || row >= count() || is_running(m_snapshots[static_cast<std::size_t>(row)].state)) {
        return;
    }
    const DownloadSnapshot snapshot = m_snapshots[static_cast<std::size_t>(row)];
    m_service->forget(snapshot.id);
    beginRemoveRows({}, row, row);
    m_snapshots.erase(m_snapshots.begin() + row);
    endRemoveRows();
    Q_EMIT countChanged();
    Q_EMIT changed(pathOf(snapshot));
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
    if (!m_snapshots.empty()) {
        Q_EMIT dataChanged(index(0), index(count() - 1));
    }
}

}  // namespace hearth
