#include "library/local_models_jobs.h"
#include "library/local_models_text.h"

namespace hearth {

using catalog::LocalModel;

void LocalModels::remove(const QString& id) {
    takeOff(id, catalog::RemovalWay::trash);
}

void LocalModels::removeForGood(const QString& id) {
    takeOff(id, catalog::RemovalWay::for_good);
}

void LocalModels::takeOff(const QString& id, catalog::RemovalWay way) {
    const int row = rowOf(id);
    if (row < 0) {
        return;
    }
    const QString name = nameOf(id);
    const QString path = fromPath(m_models[static_cast<std::size_t>(row)].path);
    cancelVerify(id);
    m_removing.insert(id);
    beginRemoveRows({}, row, row);
    m_models.erase(m_models.begin() + row);
    endRemoveRows();
    Q_EMIT countChanged();
    run(
        m_quickPool,
        [id, way](LocalModelsWorker& worker) -> Result<catalog::Removal> {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->remove(id.toStdString(), way);
        },
        [this, id, name, path, way](const Result<catalog::Removal>& done) {
            if (done && (done->trashed || way == catalog::RemovalWay::for_good)) {
                Q_EMIT gone(path);
            }
            endRemoval(id, name, way, done);
        });
}

void LocalModels::endRemoval(const QString& id, const QString& name, catalog::RemovalWay way,
                             const Result<catalog::Removal>& done) {
    m_removing.remove(id);
    if (!done && done.error().details.field == "trash") {
        Q_EMIT trashRefused(id, name, libraryProblem(done.error()));
    } else if (!done) {
        fail(id, done.error());
    } else if (way == catalog::RemovalWay::for_good) {
        Q_EMIT deleted(id, name);
    } else {
        Q_EMIT removed(id, name, done->trashed);
    }
    showKnown();
}

void LocalModels::restore(const QString& id) {
    run(
        m_quickPool,
        [id](LocalModelsWorker& worker) -> Result<LocalModel> {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->restore(id.toStdString());
        },
        [this, id](const Result<LocalModel>& done) {
            if (!done) {
                fail(id, done.error());
                return;
            }
            showKnown();
            Q_EMIT restored(id);
        });
}

}  // namespace hearth
