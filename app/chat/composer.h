#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QUrl>
#include <vector>

namespace hearth {

/// What is being written to the model: the text, long pasted texts kept beside it, and the edit of an earlier
/// message. Keeps a draft that survives a restart. GUI thread; owned by its ChatSession.
class Composer : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged)
    Q_PROPERTY(bool canSend READ canSend NOTIFY canSendChanged)
    Q_PROPERTY(bool busy READ isBusy NOTIFY busyChanged)
    Q_PROPERTY(bool editing READ isEditing NOTIFY editingChanged)
    Q_PROPERTY(qint64 editedKey READ editedKey NOTIFY editingChanged)
    Q_PROPERTY(int longestTypedText READ longestTypedText CONSTANT)
    Q_PROPERTY(QStringList attachmentTitles READ attachmentTitles NOTIFY attachmentsChanged)

 public:
    /// Text longer than this is kept as an attachment: inserting it into a text field takes 65 ms, a
    /// megabyte 2.8 s.
    static constexpr qsizetype kLongestTypedText = 20'000;

    explicit Composer(QObject* parent = nullptr);

    int longestTypedText() const { return static_cast<int>(kLongestTypedText); }

    QString text() const { return m_text; }
    void setText(const QString& text);
    bool canSend() const;
    /// There is something to send.
    bool hasContent() const;
    /// The text is being stored; the field is read-only for that moment.
    bool isBusy() const { return m_busy; }
    void setBusy(bool busy);

    bool isEditing() const { return m_editedKey != 0; }
    qint64 editedKey() const { return m_editedKey; }
    /// Sets the draft aside and shows `text` for editing.
    void beginEdit(qint64 messageKey, const QString& text);
    /// Back to the draft; not while the edit is being stored.
    Q_INVOKABLE void cancelEdit();

    QStringList attachmentTitles() const;
    Q_INVOKABLE QString attachmentText(int index) const;
    /// The same in pieces of at most a few thousand characters, cut between lines where there are any, so
    /// that a list can show a megabyte.
    Q_INVOKABLE QStringList attachmentPieces(int index) const;
    Q_INVOKABLE void removeAttachment(int index);
    /// Offers a pasted or dropped text: returns true where it became an attachment, false where the field
    /// should insert it as it is. Nothing in it is changed either way.
    Q_INVOKABLE bool takeLongText(const QString& text);
    /// The same for the clipboard's text; `selection`: for what is marked in some window, which the middle
    /// button pastes.
    Q_INVOKABLE bool takeClipboard(bool selection = false);
    /// Reads a text file in the background and attaches it; attachFailed() says why it could not. Nothing can
    /// be sent until then.
    Q_INVOKABLE void attachFile(const QUrl& file);

    /// Everything that would be sent: the typed text, then the attachments.
    QString message() const;
    /// After it was stored.
    void clear();

    /// The draft as it is stored; restoring tells nobody that it changed.
    QString draft() const;
    void restoreDraft(const QString& draft);
    /// Announces a draft that still waits for its moment.
    void flushDraft();

 Q_SIGNALS:
    void textChanged();
    void canSendChanged();
    void busyChanged();
    void editingChanged();
    void attachmentsChanged();
    /// 400 ms after the last change, or at once by flushDraft().
    void draftChanged();
    /// The content changed in any way (for the token count).
    void contentChanged();
    void attachFailed(const QString& sentence);

 private:
    struct Attachment {
        QString title;
        QString text;
    };

    bool hasAttachment(int index) const;
    void addAttachment(Attachment attachment);
    void changed();
    void announceCanSend();

    QString m_text;
    std::vector<Attachment> m_attachments;
    bool m_busy = false;
    int m_filesToRead = 0;
    qint64 m_editedKey = 0;
    QString m_draftBehindEdit;
    bool m_couldSend = false;
    QTimer m_draftTimer;
};

}  // namespace hearth
