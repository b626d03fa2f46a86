#pragma once

#include "transcript/transcript_message.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QAbstractListModel>
#include <QStringView>

namespace hearth {

struct Block;
struct TranscriptRow;

/// A conversation as flat rows: one row per block of text, so that a view builds only what it shows, and small rows of
/// their own for the footer of an answer, a stop, an error and the end of the context.
///
/// GUI thread. Owns the text of the messages. Appending to the message that is being written touches only the last rows
/// of that message. Large histories are parsed on a worker thread: `loading` is true meanwhile, the rows come at once
/// when it is done, and calls made meanwhile are applied after it in their order.
/// Calls that name an unknown key do nothing.
class TranscriptModel : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(bool loading READ loading NOTIFY loadingChanged)
    Q_PROPERTY(bool writing READ writing NOTIFY writingChanged)
    Q_PROPERTY(int messageCount READ messageCount NOTIFY messageCountChanged)

 public:
    explicit TranscriptModel(QObject* parent = nullptr);
    ~TranscriptModel() override;

    /// Replaces everything.
    void reset(std::vector<TranscriptMessage> messages);
    void append(TranscriptMessage message);
    /// More text of a message in state Writing.
    void appendText(MessageKey key, QStringView delta);
    /// Ends the writing of a message. `errorText` is the sentence to show when it failed.
    void finish(MessageKey key, MessageState state, const QString& errorText = {});
    void setFooter(MessageKey key, const AnswerFooter& footer);
    void setVersions(MessageKey key, int versionIndex, int versionCount);
    void remove(MessageKey key);
    /// Removes a message and all that follow it (another version of it was chosen, or an earlier message edited).
    void removeFrom(MessageKey key);
    /// Shows the rule above the first message that still fits the context; nullopt takes it away.
    void setContextRule(std::optional<MessageKey> firstThatFits, int leftOut);

    /// The text of a message as it was written (Markdown for an answer); empty for an unknown key.
    QString source(MessageKey key) const;
    /// How long the model has thought in this message, for the store; nullopt when it has not.
    std::optional<double> thinkingMs(MessageKey key) const;

    bool loading() const;
    bool writing() const;
    int messageCount() const;

 signals:
    void loadingChanged();
    void writingChanged();
    void messageCountChanged();
};

}  // namespace hearth
