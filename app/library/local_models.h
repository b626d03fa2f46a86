#pragma once

#include "catalog/local_models.h"

#include <QAbstractListModel>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QUrl>
#include <atomic>
#include <memory>

namespace hearth {

/// The models on this computer. Folders are read on a worker thread, one scan at a time; the list stays as it
/// is until a scan has ended. GUI thread.
class LocalModels : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(bool scanning READ scanning NOTIFY scanningChanged)
    Q_PROPERTY(bool scanned READ scanned NOTIFY scanningChanged)
    Q_PROPERTY(QStringList problems READ problems NOTIFY problemsChanged)

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
    };
    enum State { Ready, Incomplete, Unsupported };
    Q_ENUM(State)

    struct Options {
        QString modelsFolder;
        QString cacheFile;   ///< what earlier scans saw
        QString addedFiles;  ///< list of files that the person opened
        catalog::Environment environment = catalog::process_environment();
        catalog::Inspector inspect = catalog::inspect_model;
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
    const std::vector<catalog::LocalModel>& models() const { return m_models; }

    /// The person's own folders and whether other programs' are looked at; scans where that changes
    /// something.
    void setFolders(const QStringList& added, bool otherPrograms);
    Q_INVOKABLE void refresh();

    /// Why a file that was picked or dropped cannot be a model, a sentence; empty where it can.
    Q_INVOKABLE QString refusalOf(const QUrl& url) const;
    /// Takes such a file into the list and returns its path, to be used; empty where it is refused.
    Q_INVOKABLE QString addFile(const QUrl& url);

    /// The language has changed.
    void retranslate();

 Q_SIGNALS:
    void countChanged();
    void scanningChanged();
    void problemsChanged();
    /// A scan has ended.
    void scanEnded();

 private:
    struct Worker;
    void take(catalog::ScanReport report);

    Options m_options;
    QStringList m_added;
    bool m_otherPrograms = true;
    std::vector<catalog::LocalModel> m_models;
    std::vector<catalog::ScanProblem> m_scanProblems;
    QStringList m_problems;
    bool m_scanning = false;
    bool m_scanned = false;
    bool m_again = false;  ///< something changed during a scan
    std::vector<std::filesystem::path> m_newFiles;
    std::shared_ptr<Worker> m_worker;
    QThreadPool m_pool;
};

}  // namespace hearth
