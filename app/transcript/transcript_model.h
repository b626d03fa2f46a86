#pragma once

#include "transcript/transcript_entry.h"
#include "transcript/transcript_message.h"

#include <QAbstractListModel>
#include <QFutureWatcher>
#include <QStringView>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace hearth {

/// A conversation as flat rows: one row per block of text, so that a view builds only what it shows, and
/// small rows of their own for the footer of an answer, a stop, an error and the end of the context.
///
/// GUI thread. Owns the text of the messages. Appending to the message that is being written touches only the
/// last rows of that message. Large histories are parsed, and laid out as rows, on a worker thread: `loading`
/// is true meanwhile, the rows come at once when it is done, and calls made meanwhile are applied after it in
/// their order. Workers also free what is no longer shown. Calls that name an unknown key do nothing.
/// Messages of the system have no rows.
class TranscriptModel : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(bool loading READ loading NOTIFY loadingChanged)
    Q_PROPERTY(bool writing READ writing NOTIFY writingChanged)
    Q_PROPERTY(int messageCount READ messageCount NOTIFY messageCountChanged)
    Q_PROPERTY(int placeRow MEMBER m_placeRow)
    Q_PROPERTY(double placeOffset MEMBER m_placeOffset)

 public:
    /// RowKind for QML.
    enum Kind {
        Paragraph,
        Heading,
        ListItem,
        Code,
        Table,
        Mathematics,
        Rule,
        Image,
        OwnText,
        Thinking,
        Caret,
        Note,
        Error,
        Footer,
        ContextRule,
    };
    Q_ENUM(Kind)

    /// Why an answer ended, for Note rows.
    enum Ending { StoppedEnding, LengthEnding, InterruptedEnding };
    Q_ENUM(Ending)

    enum Role {
        KindRole = Qt::UserRole,
        RevisionRole,
        MessageKeyRole,
        OwnRole,
        FirstRole,
        LastRole,
        SpaceAboveRole,
        ThoughtRole,
        LevelRole,
        ListDepthRole,
        QuoteDepthRole,
        QuoteAboveRole,
        MarkerRole,
        TaskRole,
        LanguageRole,
        ContinuesRole,
        ContinuedRole,
        CaretRole,
        OpenRole,
        ThinkingRole,
        ThinkingSecondsRole,
        EndingRole,
        ErrorTextRole,
        LeftOutRole,
        WritingRole,
        ModelNameRole,
        VersionIndexRole,
        VersionCountRole,
        FirstTokenSecondsRole,
        TokensPerSecondRole,
        TokensRole,
        CachedPercentRole,
    };

    explicit TranscriptModel(QObject* parent = nullptr);
    ~TranscriptModel() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Replaces everything.
    void reset(std::vector<TranscriptMessage> messages);
    void append(TranscriptMessage message);
    /// More text of a message in state Writing.
    void appendText(MessageKey key, QStringView delta);
    /// Ends the writing of a message. `errorText` is the sentence to show when it failed.
    void finish(MessageKey key, MessageState state, const QString& errorText = {});
    /// A footer without thinkingMs keeps the time that was measured while the answer was written.
    void setFooter(MessageKey key, const AnswerFooter& footer);
    void setVersions(MessageKey key, int versionIndex, int versionCount);
    void remove(MessageKey key);
    /// Removes a message and all that follow it (another version of it was chosen, or an earlier message
    /// edited).
    void removeFrom(MessageKey key);
    /// Shows the rule above the first message that still fits the context; nullopt takes it away.
    void setContextRule(std::optional<MessageKey> firstThatFits, int leftOut);

    /// Opens or folds the thinking whose head is at `row`.
    Q_INVOKABLE void setOpen(int row, bool open);
    /// The text that a row shows; empty for rows that are no text.
    QString text(int row) const;
    /// The message as it was written, by the key that QML knows.
    Q_INVOKABLE QString sourceOf(double key) const;
    /// The addresses that the rows from `first` to `last` lead to, in the order of the text, each once.
    Q_INVOKABLE QStringList linksIn(int first, int last) const;

    /// The text of a message as it was written (Markdown for an answer); empty for an unknown key.
    QString source(MessageKey key) const;
    /// How long the model has thought in this message, for the store; nullopt when it has not.
    std::optional<double> thinkingMs(MessageKey key) const;

    /// Null for rows that are no text, and for rows that do not exist. Valid until the model changes.
    const Block* block(int row) const;
    RowKind kind(int row) const;
    MessageKey keyOf(int row) const;
    /// The rows of the message that `row` belongs to, as first and behind the last.
    std::pair<int, int> messageRows(int row) const;

    bool loading() const { return m_loading; }
    bool writing() const { return m_writingCount > 0; }
    int messageCount() const { return static_cast<int>(m_entries.size()); }

 signals:
    void loadingChanged();
    void writingChanged();
    void messageCountChanged();
    /// A message was added at the end: the reader wants to see it.
    void appended();

 private:
    using Entries = std::vector<std::unique_ptr<TranscriptEntry>>;
    struct Place {
        int entry = 0;
        int row = 0;  ///< within the entry
    };

    /// Everything that a conversation consists of here.
    struct Content {
        Entries entries;
        std::vector<int> firstRows;  ///< of each entry
        int rowCount = 0;
        std::unordered_map<qint64, int> entryOfKey;
        int writingCount = 0;
        quint32 lastRevision = 0;
    };
    /// What makes content of messages; on any thread.
    struct Preparation {
        std::optional<MessageKey> firstThatFits;
        quint32 firstRevision = 0;  ///< the first row has the next one

        Content content(std::vector<TranscriptMessage> messages,
                        const std::function<bool()>& cancelled) const;
    };

    void take(Content content);
    void takeLoaded();
    bool postponed(std::function<void()> call);
    std::optional<int> find(MessageKey key) const;
    Place place(int row) const;
    const TranscriptRow* rowAt(int row) const;
    void renumber(int firstEntry);
    void update(int entry, std::optional<MessageChange> change);
    void announce(int entry, int begin, int end, const std::function<bool(int)>& touched);
    void touch(int entry, RowKind kind);
    void noteWriting(int difference);
    void removeEntries(int first, int last);
    bool hasRule(const TranscriptEntry& entry) const;
    QVariant blockData(const Block& block, int role) const;
    QVariant footerData(const TranscriptEntry& entry, int role) const;
    int spaceAbove(int row) const;
    bool carriesCaret(const TranscriptEntry& entry, const Place& place) const;
    bool isContinued(const TranscriptEntry& entry, const Place& place) const;

    Entries m_entries;
    std::vector<int> m_firstRows;  ///< of each entry
    int m_rowCount = 0;
    quint32 m_revision = 0;  ///< no two states of a row have the same
    std::unordered_map<qint64, int> m_entryOfKey;
    /// Where the last view has left the reader, for the next one: the row at the upper edge, and how much of
    /// it was above; −1: at the end.
    int m_placeRow = -1;
    double m_placeOffset = 0;
    std::optional<MessageKey> m_firstThatFits;
    int m_leftOut = 0;
    int m_writingCount = 0;
    bool m_loading = false;
    QFutureWatcher<std::shared_ptr<Content>> m_watcher;
    std::vector<std::function<void()>> m_postponed;
};

}  // namespace hearth
