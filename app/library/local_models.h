#pragma once

#include "catalog/library.h"
#include "catalog/local_models.h"

#include <QAbstractListModel>
#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QUrl>
#include <QVariantList>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace hearth {

class LocalModelsWorker;

/// The models on this computer, as the library (library.db) keeps them. The disk is used on worker threads
/// alone: one for scans, one for what is quick (remove, restore), one for what takes long (verify, moving the
/// library). The list shows what is known at once and stays as it is until a scan has ended; rows keep their
/// place when others come and go. Models are named by their ids. GUI thread.
class LocalModels : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(bool scanning READ scanning NOTIFY scanningChanged)
    Q_PROPERTY(bool scanned READ scanned NOTIFY scanningChanged)
    Q_PROPERTY(QStringList problems READ problems NOTIFY problemsChanged)
    /// How the list is kept, where that is not as it should be: one sentence, else empty.
    Q_PROPERTY(QString notice READ notice NOTIFY noticeChanged)
    /// What all models take, each file once; of it in Hearth's folder. Bytes.
    Q_PROPERTY(double totalBytes READ totalBytes NOTIFY diskUseChanged)
    Q_PROPERTY(double ownBytes READ ownBytes NOTIFY diskUseChanged)
    /// Where Hearth's folder of models really lies.
    Q_PROPERTY(QString place READ place NOTIFY placeChanged)
    /// The library is being moved; 0 to 1.
    Q_PROPERTY(bool moving READ moving NOTIFY movingChanged)
    Q_PROPERTY(double moveProgress READ moveProgress NOTIFY moveProgressChanged)
    /// Where a move that a crash cut off was going; empty where there is none.
    Q_PROPERTY(QString unfinishedMove READ unfinishedMove NOTIFY placeChanged)

 public:
    enum Role {
        PathRole = Qt::UserRole,
        NameRole,
        OriginRole,  ///< what its folder says, e.g. "publisher/repository"
        DetailRole,  ///< size, figures and place in one line
        SizeBytesRole,
        SizeTextRole,
        SourceNameRole,  ///< "Ollama's folder"
        StateRole,       ///< State
        ReadyRole,
        ReasonRole,  ///< a sentence, empty where it is ready
        IdRole,
        PartsRole,           ///< its files: [{name, path, role, sizeText}]
        ArchitectureRole,    ///< empty where unknown, like the following
        QuantizationRole,    ///< "Q4_K_M"
        ParametersRole,      ///< "4.0B"
        ContextTokensRole,   ///< 0 where unknown
        LicenceRole,         ///< as its maker writes it
        ChatTemplateRole,    ///< whether it is made for chatting
        VerdictRole,         ///< Verdict
        VerifyingRole,       ///< it is being checked
        VerifyProgressRole,  ///< 0 to 1
        DamagedRole,         ///< the last check found a file that is not what it should be
        SourceKnownRole,     ///< downloadAgain() can get its files
        OwnRole,             ///< its files lie in Hearth's folder: removing puts them into the trash
        FolderRole,          ///< what "show in folder" opens
    };
    enum State { Ready, Incomplete, Unsupported, Offline, Missing };
    Q_ENUM(State)
    enum Verdict { NeverVerified, Matches, Remembered, Differs };
    Q_ENUM(Verdict)

    struct Options {
        QString modelsFolder;
        QString libraryFile;  ///< empty: library.db beside the models folder
        QString cacheFile;    ///< of versions before the library: removed
        QString addedFiles;   ///< of versions before the library: taken over once
        QString curatedList;  ///< what files of its names should be; empty: none
        catalog::Environment environment = catalog::process_environment();
        catalog::Inspector inspect = catalog::inspect_model;
        catalog::MountReader mounts = catalog::read_mounts;
        std::shared_ptr<transfers::FileOperations> files = transfers::system_file_operations();
    };

    explicit LocalModels(Options options, QObject* parent = nullptr);
    ~LocalModels() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    int count() const { return static_cast<int>(m_models.size()); }
    bool scanning() const { return m_scanning; }
    /// Whether a scan has ended since the start.
    bool scanned() const { return m_scanned; }
    /// Folders that could not be read, one sentence each.
    QStringList problems() const { return m_problems; }
    QString notice() const { return m_notice; }
    double totalBytes() const { return static_cast<double>(m_use.bytes); }
    double ownBytes() const { return static_cast<double>(m_use.own_bytes); }
    QString place() const { return m_place; }
    bool moving() const { return m_moving; }
    double moveProgress() const { return m_moveProgress; }
    QString unfinishedMove() const { return m_unfinishedMove; }
    const std::vector<catalog::LocalModel>& models() const { return m_models; }

    /// The person's own folders and whether other programs' are looked at; scans where that changes
    /// something.
    void setFolders(const QStringList& added, bool otherPrograms);
    Q_INVOKABLE void refresh();

    /// Why a file that was picked or dropped cannot be a model, a sentence; empty where it can, or where it
    /// may be a folder: whether that is one of a model a scan tells.
    Q_INVOKABLE QString refusalOf(const QUrl& url) const;
    /// Takes such a file into the list and returns the path to be used (of a checkpoint's weights: their
    /// folder); empty where it is refused.
    Q_INVOKABLE QString addFile(const QUrl& url);

    /// The row of a model; −1 where it is not in the list.
    Q_INVOKABLE int rowOf(const QString& id) const;
    /// Of the model that is loaded from this path; empty where there is none.
    QString nameOfPath(const QString& path) const;
    /// Hashes its files; verifyEnded or failed comes at the end. Again while it runs: nothing.
    Q_INVOKABLE void verify(const QString& id);
    Q_INVOKABLE void cancelVerify(const QString& id);
    /// Takes it off the list at once; own files go into the trash. `removed` or `failed` comes when that is
    /// done.
    Q_INVOKABLE void remove(const QString& id);
    /// The same, but own files are deleted and do not come back: `deleted` or `failed` comes when that is
    /// done.
    Q_INVOKABLE void removeForGood(const QString& id);
    /// Gets the files of a damaged model again from where they came: `downloadWanted` or `failed`.
    Q_INVOKABLE void downloadAgain(const QString& id);
    /// Undoes remove(): `restored` or `failed`.
    Q_INVOKABLE void restore(const QString& id);
    /// The folder to show for a model, as a URL for the file manager; empty where the model is unknown.
    Q_INVOKABLE QUrl showInFolder(const QString& id) const;
    /// What each model takes, largest first: [{id, name, bytes, sizeText}].
    Q_INVOKABLE QVariantList diskUse() const;
    /// Drives with models: [{place, modelBytes, modelText, freeBytes, freeText, totalBytes}].
    Q_INVOKABLE QVariantList drives() const;
    /// Moves Hearth's folder of models to an empty folder of any drive; moveEnded comes at the end.
    Q_INVOKABLE void moveLibrary(const QUrl& folder);
    Q_INVOKABLE void cancelMove();
    /// Goes on with a move that was cut off.
    Q_INVOKABLE void goOnMoving();
    /// Deletes what a move that was cut off has left.
    Q_INVOKABLE void giveUpMove();
    /// `gate` is asked before a move and calls `go`, at once or later, when nothing is written into the
    /// folder any more; moveEnded comes in any case.
    using MoveGate = std::function<void(std::function<void()> go)>;
    void setMoveGate(MoveGate gate) { m_moveGate = std::move(gate); }
    /// What a finished download was checked against and where it came from: later checks compare with it.
    void noteDownload(const transfers::DownloadRequest& request);
    /// Why the model that is loaded from this path should not be used, a sentence; empty where nothing speaks
    /// against it.
    QString doubtOf(const QString& path) const;

    /// The language has changed.
    void retranslate();

 Q_SIGNALS:
    void countChanged();
    void scanningChanged();
    void problemsChanged();
    void noticeChanged();
    void diskUseChanged();
    void placeChanged();
    void movingChanged();
    void moveProgressChanged();
    /// What an earlier run has known is in the list, or cannot be read. Once, before the first scan ends.
    void known();
    /// A scan has ended.
    void scanEnded();
    /// `sentence` tells what the check found.
    void verifyEnded(const QString& id, int verdict, const QString& sentence);
    /// The files of a model are wanted once more; those that are as they should be stay.
    void downloadWanted(const transfers::DownloadSetRequest& request);
    /// It is off the list; restore(id) undoes that. `trashed`: its files lie in the trash; else they stay
    /// where they are.
    void removed(const QString& id, const QString& name, bool trashed);
    void deleted(const QString& id, const QString& name);
    /// Sent before either of these where its files have left this path.
    void gone(const QString& path);
    void restored(const QString& id);
    /// The trash could not take its files, which a sentence explains; nothing has changed. removeForGood()
    /// does without a trash.
    void trashRefused(const QString& id, const QString& name, const QString& sentence);
    /// Something that was asked for could not be done; nothing has changed. Not sent for a cancel.
    void failed(const QString& id, const QString& sentence);
    /// `sentence` is empty where it was moved or cancelled.
    void moveEnded(bool moved, const QString& sentence);

 private:
    struct Verifying {
        std::shared_ptr<std::atomic<bool>> cancelled;
        double progress = 0;
    };
    struct View;
    /// Runs `work` on a worker thread and `then`, with what it returned, here; dropped with this object.
    template <class Work, class Then>
    void run(QThreadPool& pool, Work work, Then then);
    void takeOff(const QString& id, catalog::RemovalWay way);
    void endRemoval(const QString& id, const QString& name, catalog::RemovalWay way,
                    const Result<catalog::Removal>& done);
    void tellKnown();
    void beginScan();
    void beginMove(const std::filesystem::path& to);
    void showKnown();
    void endScan(Result<View> view);
    void show(View& view);
    void showModels(std::vector<catalog::LocalModel> models);
    bool joinRows(const std::vector<catalog::LocalModel>& models);
    void showProblems();
    void setVerifying(const QString& id, std::optional<double> progress);
    void rowChanged(const QString& id);
    void fail(const QString& id, const Error& error);
    QString nameOf(const QString& id) const;
    static Verdict verdictOf(catalog::Verdict verdict);

    Options m_options;
    QStringList m_added;
    bool m_otherPrograms = true;
    std::vector<catalog::LocalModel> m_models;
    std::vector<catalog::ScanProblem> m_scanProblems;
    QStringList m_problems;
    catalog::LibraryReport m_kept;
    QString m_notice;
    catalog::DiskUse m_use;
    QString m_place;
    QString m_unfinishedMove;
    QHash<QString, Verifying> m_verifying;
    std::shared_ptr<std::atomic<bool>> m_moveCancelled;
    MoveGate m_moveGate;
    double m_moveProgress = 0;
    bool m_moving = false;
    bool m_scanning = false;
    bool m_scanned = false;
    bool m_known = false;
    int m_shown = 0;  ///< counts what was shown, to tell a late answer from a new one
    int m_shownBeforeScan = 0;
    bool m_again = false;  ///< something changed during a scan
    std::vector<std::filesystem::path> m_newFiles;
    std::shared_ptr<LocalModelsWorker> m_worker;
    QSet<QString> m_removing;  ///< ids, until the library has done it
    QThreadPool m_scanPool;
    QThreadPool m_quickPool;
    QThreadPool m_longPool;  ///< verify and move
};

}  // namespace hearth
