#pragma once

#include <QObject>
#include <QString>
#include <QUrl>
#include <functional>

namespace hearth {

/// Opens links that stand in a conversation, after the person has seen where they lead. Only http, https and
/// mailto: a model's text can open no file and start no program. One per window, on the GUI thread.
class LinkOpener : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool asking READ asking NOTIFY changed)
    Q_PROPERTY(QString target READ target NOTIFY changed)
    Q_PROPERTY(QString host READ host NOTIFY changed)

 public:
    /// `open` hands the address to the desktop; a test watches it.
    explicit LinkOpener(std::function<void(const QUrl&)> open, QObject* parent = nullptr);

    bool asking() const { return m_url.isValid(); }
    /// The whole address as it will be opened: encoded, the host in ASCII, so that no look-alike letter hides
    /// in it.
    QString target() const;
    /// The part that says whose it is: "example.org", or the mail address.
    QString host() const;

    /// Somebody chose the link `target`: asks, or says why it is not opened.
    Q_INVOKABLE void request(const QString& target);
    Q_INVOKABLE void confirm();
    Q_INVOKABLE void cancel();

 Q_SIGNALS:
    void changed();
    /// A sentence: this link is not one that Hearth opens.
    void refused(const QString& sentence);

 private:
    std::function<void(const QUrl&)> m_open;
    QUrl m_url;
};

}  // namespace hearth
