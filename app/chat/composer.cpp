#include "chat/composer.h"

#include "chat/text_file.h"
#include "system/shown_name.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QMimeData>
#include <algorithm>
#include <utility>

namespace hearth {

namespace {

constexpr int kDraftDelayMs = 400;
constexpr qsizetype kPiece = 2000;
/// Starts a draft that has attachments; no keyboard writes it, and a text that begins so is stored like one.
constexpr QChar kStructuredDraft(0x1e);

}  // namespace

Composer::Composer(QObject* parent) : QObject(parent) {
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(kDraftDelayMs);
    connect(&m_draftTimer, &QTimer::timeout, this, &Composer::draftChanged);
}

void Composer::setText(const QString& text) {
    if (text == m_text) {
        return;
    }
    m_text = text;
    Q_EMIT textChanged();
    changed();
}

bool Composer::canSend() const {
    return !m_busy && m_filesToRead == 0 && hasContent();
}

bool Composer::hasContent() const {
    return !m_attachments.empty() || !m_text.trimmed().isEmpty();
}

void Composer::setBusy(bool busy) {
    if (m_busy == busy) {
        return;
    }
    m_busy = busy;
    Q_EMIT busyChanged();
    announceCanSend();
}

void Composer::beginEdit(qint64 messageKey, const QString& text) {
    if (!isEditing()) {
        m_draftBehindEdit = draft();
    }
    m_editedKey = messageKey;
    m_attachments.clear();
    m_text.clear();
    if (!takeLongText(text)) {
        m_text = text;
    }
    Q_EMIT attachmentsChanged();
    Q_EMIT editingChanged();
    Q_EMIT textChanged();
    changed();
}

void Composer::cancelEdit() {
    if (!isEditing() || m_busy) {
        return;
    }
    m_editedKey = 0;
    restoreDraft(std::exchange(m_draftBehindEdit, {}));
    Q_EMIT editingChanged();
    Q_EMIT contentChanged();
}

QStringList Composer::attachmentTitles() const {
    QStringList titles;
    for (const Attachment& attachment : m_attachments) {
        titles.append(attachment.title.isEmpty()
                          ? tr("Pasted text, %1 characters").arg(QLocale().toString(attachment.text.size()))
                          : shownName(attachment.title));
    }
    return titles;
}

QString Composer::attachmentText(int index) const {
    return hasAttachment(index) ? m_attachments[static_cast<std::size_t>(index)].text : QString();
}

QStringList Composer::attachmentPieces(int index) const {
    const QString text = attachmentText(index);
    QStringList pieces;
    qsizetype start = 0;
    while (start < text.size()) {
        qsizetype end = std::min(start + kPiece, text.size());
        qsizetype next = end;
        if (end < text.size()) {
            if (const qsizetype line = text.lastIndexOf(QLatin1Char('\n'), end); line > start) {
                end = line;
                next = line + 1;
            } else if (text[end].isLowSurrogate()) {
                next = --end;
            }
        }
        pieces.append(text.mid(start, end - start));
        start = next;
    }
    return pieces;
}

void Composer::removeAttachment(int index) {
    if (!hasAttachment(index)) {
        return;
    }
    m_attachments.erase(m_attachments.begin() + index);
    Q_EMIT attachmentsChanged();
    changed();
}

bool Composer::takeLongText(const QString& text) {
    if (text.size() <= kLongestTypedText) {
        return false;
    }
    addAttachment({.title = {}, .text = text});
    return true;
}

bool Composer::takeClipboard(bool selection) {
    const QMimeData* data =
        QGuiApplication::clipboard()->mimeData(selection ? QClipboard::Selection : QClipboard::Clipboard);
    return data != nullptr && data->hasText() && takeLongText(data->text());
}

void Composer::attachFile(const QUrl& file) {
    ++m_filesToRead;
    announceCanSend();
    readTextFile(file, this, [this](const TextFile& read) {
        --m_filesToRead;
        if (!read.problem.isEmpty()) {
            Q_EMIT attachFailed(read.problem);
        } else {
            addAttachment({.title = read.name, .text = read.text});
        }
        announceCanSend();
    });
}

QString Composer::message() const {
    QString whole = m_text;
    for (const Attachment& attachment : m_attachments) {
        if (!whole.isEmpty()) {
            whole += QStringLiteral("\n\n");
        }
        if (!attachment.title.isEmpty()) {
            whole += attachment.title + QStringLiteral(":\n\n");
        }
        whole += attachment.text;
    }
    return whole;
}

void Composer::clear() {
    if (isEditing()) {
        cancelEdit();
        return;
    }
    m_attachments.clear();
    m_text.clear();
    Q_EMIT attachmentsChanged();
    Q_EMIT textChanged();
    changed();
    flushDraft();
}

QString Composer::draft() const {
    if (isEditing()) {
        return m_draftBehindEdit;
    }
    if (m_attachments.empty() && !m_text.startsWith(kStructuredDraft)) {
        return m_text;
    }
    QJsonArray attachments;
    for (const Attachment& attachment : m_attachments) {
        attachments.append(QJsonObject{{QStringLiteral("title"), attachment.title},
                                       {QStringLiteral("text"), attachment.text}});
    }
    const QJsonObject whole{{QStringLiteral("text"), m_text}, {QStringLiteral("attachments"), attachments}};
    return kStructuredDraft + QString::fromUtf8(QJsonDocument(whole).toJson(QJsonDocument::Compact));
}

void Composer::restoreDraft(const QString& draft) {
    m_attachments.clear();
    m_text.clear();
    if (draft.startsWith(kStructuredDraft)) {
        const QJsonObject whole = QJsonDocument::fromJson(draft.mid(1).toUtf8()).object();
        m_text = whole[QStringLiteral("text")].toString();
        for (const QJsonValue& attachment : whole[QStringLiteral("attachments")].toArray()) {
            m_attachments.push_back({.title = attachment[QStringLiteral("title")].toString(),
                                     .text = attachment[QStringLiteral("text")].toString()});
        }
    } else if (draft.size() > kLongestTypedText) {
        m_attachments.push_back({.title = {}, .text = draft});
    } else {
        m_text = draft;
    }
    m_draftTimer.stop();
    Q_EMIT attachmentsChanged();
    Q_EMIT textChanged();
    announceCanSend();
}

void Composer::flushDraft() {
    if (m_draftTimer.isActive()) {
        m_draftTimer.stop();
        Q_EMIT draftChanged();
    }
}

bool Composer::hasAttachment(int index) const {
    return index >= 0 && static_cast<std::size_t>(index) < m_attachments.size();
}

void Composer::addAttachment(Attachment attachment) {
    m_attachments.push_back(std::move(attachment));
    Q_EMIT attachmentsChanged();
    changed();
}

void Composer::changed() {
    announceCanSend();
    Q_EMIT contentChanged();
    if (!isEditing()) {
        m_draftTimer.start();
    }
}

void Composer::announceCanSend() {
    if (const bool can = canSend(); can != m_couldSend) {
        m_couldSend = can;
        Q_EMIT canSendChanged();
    }
}

}  // namespace hearth
