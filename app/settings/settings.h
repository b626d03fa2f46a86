#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QVariantMap>
#include <memory>
#include <optional>

namespace hearth {

class FileWriter;

/// The person's settings, live: a change is seen at once by everything bound to it and is on disk a moment
/// later. Read once, before the window; written atomically off the GUI thread. A damaged file is kept aside
/// under another name and said; fields of other versions are kept. GUI thread.
class Settings : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString language READ language WRITE setLanguage NOTIFY changed)
    Q_PROPERTY(QString theme READ theme WRITE setTheme NOTIFY changed)
    Q_PROPERTY(double fontScale READ fontScale WRITE setFontScale NOTIFY changed)
    Q_PROPERTY(bool reducedMotion READ reducedMotion WRITE setReducedMotion NOTIFY changed)
    Q_PROPERTY(bool offline READ offline WRITE setOffline NOTIFY changed)
    Q_PROPERTY(QString sendKey READ sendKey WRITE setSendKey NOTIFY changed)
    Q_PROPERTY(QStringList modelFolders READ modelFolders WRITE setModelFolders NOTIFY changed)
    Q_PROPERTY(bool scanOtherPrograms READ scanOtherPrograms WRITE setScanOtherPrograms NOTIFY changed)
    Q_PROPERTY(bool loadLastModel READ loadLastModel WRITE setLoadLastModel NOTIFY changed)
    Q_PROPERTY(QString lastModel READ lastModel NOTIFY changed)
    Q_PROPERTY(bool contextAutomatic READ contextAutomatic WRITE setContextAutomatic NOTIFY changed)
    Q_PROPERTY(int contextSize READ contextSize WRITE setContextSize NOTIFY changed)
    Q_PROPERTY(bool chatMemoryAutomatic READ chatMemoryAutomatic WRITE setChatMemoryAutomatic NOTIFY changed)
    Q_PROPERTY(int chatMemoryMebibytes READ chatMemoryMebibytes WRITE setChatMemoryMebibytes NOTIFY changed)
    Q_PROPERTY(bool threadsAutomatic READ threadsAutomatic WRITE setThreadsAutomatic NOTIFY changed)
    Q_PROPERTY(int threadCount READ threadCount WRITE setThreadCount NOTIFY changed)
    Q_PROPERTY(QString hubSource READ hubSource WRITE setHubSource NOTIFY changed)
    Q_PROPERTY(QString hubAddress READ hubAddress WRITE setHubAddress NOTIFY changed)
    Q_PROPERTY(QString proxy READ proxy WRITE setProxy NOTIFY changed)
    Q_PROPERTY(bool bandwidthUnlimited READ bandwidthUnlimited WRITE setBandwidthUnlimited NOTIFY changed)
    Q_PROPERTY(int bandwidthMegabytes READ bandwidthMegabytes WRITE setBandwidthMegabytes NOTIFY changed)
    Q_PROPERTY(bool canUndo READ canUndo NOTIFY undoChanged)
    Q_PROPERTY(QString undoText READ undoText NOTIFY undoChanged)
    Q_PROPERTY(QStringList problems READ problems NOTIFY changed)
    Q_PROPERTY(QString keptAside READ keptAside CONSTANT)

 public:
    /// Reads `path` now. A missing file means defaults. Where the file has faults it is copied to
    /// "settings.faulty-<time>.json" beside it before anything is written.
    explicit Settings(const QString& path, QObject* parent = nullptr);
    ~Settings() override;

    QString language() const;  ///< "system", "en" or "zh_CN"
    void setLanguage(const QString& language);
    QString theme() const;  ///< "system", "light" or "dark"
    void setTheme(const QString& theme);
    double fontScale() const;  ///< 0.8 to 2.0
    void setFontScale(double scale);
    bool reducedMotion() const;
    void setReducedMotion(bool reduced);
    bool offline() const;  ///< no socket opens while it is set
    void setOffline(bool offline);
    QString sendKey() const;  ///< "enter" or "ctrl+enter"
    void setSendKey(const QString& key);
    QStringList modelFolders() const;  ///< the person's own, besides Hearth's
    void setModelFolders(const QStringList& folders);
    bool scanOtherPrograms() const;  ///< offer the models in Ollama's, LM Studio's and the Hugging Face cache
    void setScanOtherPrograms(bool scan);
    bool loadLastModel() const;  ///< at start
    void setLoadLastModel(bool load);
    QString lastModel() const;  ///< path; empty before the first
    void setLastModel(const QString& path);

    QString hubSource() const;  ///< id of the hub that Discover asks; "custom": hubAddress
    void setHubSource(const QString& id);
    QString hubAddress() const;  ///< of the person's own hub; empty: none
    void setHubAddress(const QString& address);
    QString proxy() const;  ///< "http://host:port" or "socks5://host:port"; empty: as the system says
    void setProxy(const QString& proxy);
    /// Whether `proxy` is such an address, or empty.
    Q_INVOKABLE bool isProxy(const QString& proxy) const;
    std::optional<quint64> bandwidthLimit() const;  ///< bytes a second of all downloads together
    bool bandwidthUnlimited() const;
    void setBandwidthUnlimited(bool unlimited);
    int bandwidthMegabytes() const;  ///< a second
    void setBandwidthMegabytes(int megabytes);

    // For the engine: nothing where Hearth chooses.
    std::optional<quint32> contextTokens() const;
    std::optional<quint64> chatMemoryBytes() const;
    std::optional<quint32> threads() const;

    // The same for the window: a switch and a number that keeps a sensible value while the switch is on.
    bool contextAutomatic() const;
    void setContextAutomatic(bool automatic);
    int contextSize() const;
    void setContextSize(int tokens);
    bool chatMemoryAutomatic() const;
    void setChatMemoryAutomatic(bool automatic);
    int chatMemoryMebibytes() const;
    void setChatMemoryMebibytes(int mebibytes);
    bool threadsAutomatic() const;
    void setThreadsAutomatic(bool automatic);
    int threadCount() const;
    void setThreadCount(int threads);

    /// Keys the person has changed, by action: portable text ("Ctrl+K"); empty where the action has none.
    QMap<QString, QString> shortcuts() const;
    void setShortcuts(const QMap<QString, QString>& shortcuts);

    Q_INVOKABLE void addModelFolder(const QString& folderOrUrl);
    Q_INVOKABLE void removeModelFolder(const QString& folder);

    bool canUndo() const;
    /// What undo() would take back: "Theme", "Language" and so on. Empty where there is nothing.
    QString undoText() const;
    /// Takes back the last change by the person; changes of one slider drag count as one.
    Q_INVOKABLE void undo();
    /// Takes back the change that undoableChange told of, and what was set in the same place since; other
    /// settings stay as they are. Nothing where it has been taken back already.
    void undo(int change);
    /// All settings as on the first day; can be undone.
    Q_INVOKABLE void resetAll();

    /// What was wrong with the file at start, in sentences of the present language; and where the file was
    /// kept.
    QStringList problems() const;
    QString keptAside() const { return m_keptAside; }

    /// Everything is on disk when this returns. For the end of the program.
    void flush();

 Q_SIGNALS:
    void changed();
    /// The same, with the name of the field in settings.json.
    void fieldChanged(const QString& name);
    /// A change by the person that undo() can take back: for a toast. `name` as in fieldChanged; empty: all
    /// of them.
    void undoableChange(const QString& text, int change, const QString& name);
    void undoChanged();
    /// The settings could not be saved; they hold until the program ends.
    void saveFailed(const QString& path, const QString& reason);

 private:
    struct Change {
        int id;
        QString name;        ///< empty: all of them
        QJsonObject before;  ///< the values of the fields that it changed
        qint64 at;           ///< milliseconds, for joining the changes of one drag
    };

    void set(const QString& name, const QJsonValue& value);
    void apply(const QJsonObject& values);
    /// The change that `name` is a part of, made where it is none of the last one; `before` is what it
    /// replaces.
    int remember(const QString& name, const QJsonObject& before);
    QJsonValue value(const char* name) const;
    static QString titleOf(const QString& name);

    QJsonObject m_values;
    QJsonObject m_unknown;
    QString m_path;
    QString m_readFault;         ///< the system's reason, where the file could not be read
    QByteArray m_faultyContent;  ///< what was in the file, where it had faults
    QString m_keptAside;
    QList<Change> m_changes;
    int m_lastChange = 0;
    std::unique_ptr<FileWriter> m_writer;
};

}  // namespace hearth
