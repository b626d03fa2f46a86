#include "library/local_models_jobs.h"

namespace hearth {

using catalog::LocalModel;

void LocalModels::remove(const QString& id) {
    const int row = rowOf(id);
    if (row < 0) {
        return;
    }
    const QString name = nameOf(id);
    cancelVerify(id);
    m_removing.insert(id);
    beginRemoveRows({}, row, row);
    m_models.erase(m_models.begin() + row);
    endRemoveRows();
    Q_EMIT countChanged();
    run(
        m_quickPool,
        [id](LocalModelsWorker& worker) -> Result<catalog::Removal> {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->remove(id.toStdString());
        },
        [this, id, name](const Result<catalog::Removal>& done) {
            m_removing.remove(id);
            if (done) {
                Q_EMIT removed(id, name, done->trashed);
            } else {
                fail(id, done.error());
            }
            showKnown();
        });
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
