#include "library/local_models_jobs.h"
#include "library/local_models_text.h"

#include <utility>

namespace hearth {

void LocalModels::verify(const QString& id) {
    if (m_verifying.contains(id) || rowOf(id) < 0) {
        return;
    }
    const auto cancelled = std::make_shared<std::atomic<bool>>(false);
    m_verifying.insert(id, {cancelled, 0});
    rowChanged(id);
    const QString name = nameOf(id);
    run(
        m_longPool,
        [this, id, cancelled](LocalModelsWorker& worker) -> Result<catalog::Verification> {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            const auto ticker = std::make_shared<Ticker>();
            return library->verify(
                id.toStdString(), [&] { return worker.stopping() || cancelled->load(); },
                [this, id, ticker](const catalog::Progress& progress) {
                    if (ticker->due()) {
                        QMetaObject::invokeMethod(
                            this, [this, id, share = shareOf(progress)] { setVerifying(id, share); },
                            Qt::QueuedConnection);
                    }
                });
        },
        [this, id, name](const Result<catalog::Verification>& done) {
            setVerifying(id, std::nullopt);
            if (!done) {
                fail(id, done.error());
                return;
            }
            if (const int row = rowOf(id); row >= 0) {
                m_models[static_cast<std::size_t>(row)].verdict = done->verdict;
                rowChanged(id);
            }
            Q_EMIT verifyEnded(id, verdictOf(done->verdict), verdictSentence(name, done.value()));
        });
}

void LocalModels::cancelVerify(const QString& id) {
    if (const auto running = m_verifying.constFind(id); running != m_verifying.constEnd()) {
        *running->cancelled = true;
    }
}

void LocalModels::setVerifying(const QString& id, std::optional<double> progress) {
    const auto running = m_verifying.find(id);
    if (running == m_verifying.end()) {
        return;
    }
    if (progress) {
        running->progress = *progress;
    } else {
        m_verifying.erase(running);
    }
    rowChanged(id);
}

void LocalModels::noteDownload(const transfers::DownloadRequest& request) {
    run(
        m_quickPool,
        [request](LocalModelsWorker& worker) -> Status {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->note_download(request);
        },
        [this](const Status& noted) {
            if (!noted) {
                fail({}, noted.error());
            }
        });
}

void LocalModels::downloadAgain(const QString& id) {
    run(
        m_quickPool,
        [id](LocalModelsWorker& worker) -> Result<transfers::DownloadSetRequest> {
            HEARTH_TRY_ASSIGN(catalog::Library * library, worker.library());
            return library->download_again(id.toStdString());
        },
        [this, id](const Result<transfers::DownloadSetRequest>& request) {
            if (request) {
                Q_EMIT downloadWanted(request.value());
            } else {
                fail(id, request.error());
            }
        });
}

}  // namespace hearth
