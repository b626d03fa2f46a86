#include "library/local_models_jobs.h"
#include "library/local_models_text.h"
#include "system/human_format.h"

#include <algorithm>

namespace hearth {

using catalog::LocalModel;

QUrl LocalModels::showInFolder(const QString& id) const {
    const int row = rowOf(id);
    if (row < 0) {
        return {};
    }
    const LocalModel& model = m_models[static_cast<std::size_t>(row)];
    const bool isFolder = !model.parts.empty() && model.parts.front().path.parent_path() == model.path;
    return QUrl::fromLocalFile(fromPath(isFolder ? model.path : model.path.parent_path()));
}

QVariantList LocalModels::diskUse() const {
    std::vector<catalog::ModelDiskUse> models = m_use.models;
    std::ranges::stable_sort(models, std::ranges::greater{}, &catalog::ModelDiskUse::bytes);
    QVariantList list;
    for (const catalog::ModelDiskUse& model : models) {
        const QString id = QString::fromStdString(model.id);
        list.append(QVariantMap{{QStringLiteral("id"), id},
                                {QStringLiteral("name"), nameOf(id)},
                                {QStringLiteral("bytes"), static_cast<double>(model.bytes)},
                                {QStringLiteral("sizeText"), formatBytes(model.bytes)}});
    }
    return list;
}

QVariantList LocalModels::drives() const {
    QVariantList list;
    for (const catalog::VolumeDiskUse& volume : m_use.volumes) {
        list.append(QVariantMap{{QStringLiteral("place"), fromPath(volume.mount)},
                                {QStringLiteral("modelBytes"), static_cast<double>(volume.model_bytes)},
                                {QStringLiteral("modelText"), formatBytes(volume.model_bytes)},
                                {QStringLiteral("freeBytes"), static_cast<double>(volume.free_bytes)},
                                {QStringLiteral("freeText"), formatBytes(volume.free_bytes)},
                                {QStringLiteral("totalBytes"), static_cast<double>(volume.total_bytes)}});
    }
    return list;
}

void LocalModels::moveLibrary(const QUrl& folder) {
    if (m_moving || !folder.isLocalFile()) {
        return;
    }
    m_moving = true;
    m_moveProgress = 0;
    m_moveCancelled = std::make_shared<std::atomic<bool>>(false);
    Q_EMIT movingChanged();
    Q_EMIT moveProgressChanged();
    const auto go = [this, to = toPath(folder.toLocalFile())] { beginMove(to); };
    if (m_moveGate) {
        m_moveGate(go);
    } else {
        go();
    }
}

void LocalModels::beginMove(const std::filesystem::path& to) {
    run(
        m_longPool,
        [this, to, cancelled = m_moveCancelled](LocalModelsWorker& worker) -> Status {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            const auto ticker = std::make_shared<Ticker>();
            return library->move_library(
                LocalModelsWorker::folderFor(*library, to),
                [&] { return worker.stopping() || cancelled->load(); },
                [this, ticker](const catalog::Progress& progress) {
                    if (ticker->due()) {
                        QMetaObject::invokeMethod(
                            this,
                            [this, share = shareOf(progress)] {
                                m_moveProgress = share;
                                Q_EMIT moveProgressChanged();
                            },
                            Qt::QueuedConnection);
                    }
                });
        },
        [this](const Status& done) {
            m_moving = false;
            Q_EMIT movingChanged();
            const bool cancelled = !done && done.error().code == ErrorCode::cancelled;
            Q_EMIT moveEnded(done.has_value(), done || cancelled ? QString() : libraryProblem(done.error()));
            refresh();
        });
}

void LocalModels::cancelMove() {
    if (m_moving) {
        *m_moveCancelled = true;
    }
}

void LocalModels::goOnMoving() {
    if (!m_unfinishedMove.isEmpty()) {
        moveLibrary(QUrl::fromLocalFile(m_unfinishedMove));
    }
}

void LocalModels::giveUpMove() {
    run(
        m_longPool,
        [](LocalModelsWorker& worker) -> Status {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->give_up_move();
        },
        [this](const Status& done) {
            if (!done) {
                fail({}, done.error());
            }
            showKnown();
        });
}

}  // namespace hearth
