#pragma once

#include "transcript/code_formatter.h"
#include "transcript/selection_controller.h"
#include "transcript/table_text.h"
#include "transcript/text_appearance.h"
#include "transcript/transcript_model.h"

#include <QList>
#include <QPointer>
#include <QQmlParserStatus>
#include <QQmlProperty>
#include <QQuickItem>
#include <QTextCharFormat>
#include <QTextDocument>

namespace hearth {

/// Puts the text of one row into the document of a read-only TextEdit: characters and formats, never markup,
/// so that no text can become an image, a style or a request. Changes only what differs from what is there,
/// which makes a growing text cheap. Also shows the row's part of the selection, and gives the text its name
/// for assistive programs: from here, since every string that passes through JavaScript brings the next
/// collection of its garbage nearer, and that stops everything. GUI thread; one per delegate.
class BlockText : public QObject, public QQmlParserStatus {
    Q_OBJECT
    Q_INTERFACES(QQmlParserStatus)
    Q_PROPERTY(hearth::TranscriptModel* model MEMBER m_model WRITE setModel NOTIFY modelChanged)
    Q_PROPERTY(
        hearth::SelectionController* selection MEMBER m_selection WRITE setSelection NOTIFY selectionChanged)
    Q_PROPERTY(
        hearth::TextAppearance* appearance MEMBER m_appearance WRITE setAppearance NOTIFY appearanceChanged)
    Q_PROPERTY(QQuickItem* edit MEMBER m_edit WRITE setEdit NOTIFY editChanged)
    Q_PROPERTY(int row MEMBER m_row WRITE setRow NOTIFY rowChanged)
    Q_PROPERTY(int revision MEMBER m_revision WRITE setRevision NOTIFY revisionChanged)
    Q_PROPERTY(bool caret MEMBER m_caret WRITE setCaret NOTIFY caretChanged)
    Q_PROPERTY(qreal available MEMBER m_available WRITE setAvailable NOTIFY availableChanged)
    Q_PROPERTY(qreal tableWidth READ tableWidth NOTIFY tableChanged)
    Q_PROPERTY(qreal naturalWidth READ naturalWidth NOTIFY naturalWidthChanged)
    Q_PROPERTY(qreal firstBaseline READ firstBaseline NOTIFY firstBaselineChanged)
    Q_PROPERTY(QList<qreal> rowLines READ rowLines NOTIFY rowLinesChanged)

 public:
    explicit BlockText(QObject* parent = nullptr);
    ~BlockText() override;

    void classBegin() override {}
    void componentComplete() override;

    void setModel(TranscriptModel* model);
    void setSelection(SelectionController* selection);
    void setAppearance(TextAppearance* appearance);
    void setEdit(QQuickItem* edit);
    void setRow(int row);
    void setRevision(int revision);
    void setCaret(bool caret);
    /// Width that a table may take before its wide columns give way.
    void setAvailable(qreal available);
    qreal tableWidth() const { return m_table.width(); }
    /// Where the rows of a table begin, but for the first.
    QList<qreal> rowLines() const { return m_rowLines; }

    /// Of code that is not wrapped. A TextEdit's own implicitWidth lays out everything again with every
    /// change.
    qreal naturalWidth() const { return m_naturalWidth; }
    /// Of the first line, from the top of the edit; what stands beside the text is set on it.
    qreal firstBaseline() const { return m_firstBaseline; }

    /// The place in the row's text that is nearest to a point of the edit.
    Q_INVOKABLE int offsetAt(qreal x, qreal y) const;
    Q_INVOKABLE QString linkAt(qreal x, qreal y) const;
    /// A hover handler inside a TextEdit would take its presses (Qt 6.4), so the pointer's shape is set here.
    Q_INVOKABLE void showCursor(bool overLink);

 signals:
    void modelChanged();
    void selectionChanged();
    void appearanceChanged();
    void editChanged();
    void rowChanged();
    void revisionChanged();
    void caretChanged();
    void availableChanged();
    void tableChanged();
    void rowLinesChanged();
    void firstBaselineChanged();
    void naturalWidthChanged();

 private:
    QTextDocument* document() const;
    void fill();
    void fillAgainSoon();
    void fillAgain();
    void fillText(const Block& block);
    void fillTable(const Block& block);
    void replaceFrom(int offset, const QString& text, const Block& block);
    void showSelection();
    void showTableSelection(int begin, int end);
    void readLayout();
    void measureCode(const QString& text, int from);

    TranscriptModel* m_model = nullptr;
    SelectionController* m_selection = nullptr;
    TextAppearance* m_appearance = nullptr;
    QPointer<QQuickItem> m_edit;
    QQmlProperty m_accessibleName;  ///< of the edit; invalid where its file does not know the type
    int m_row = -1;
    int m_revision = -1;
    bool m_caret = false;
    qreal m_available = 0;
    bool m_complete = false;
    bool m_fillsAgain = false;

    QString m_text;                   ///< in the document now, with the caret
    std::vector<InlineSpan> m_spans;  ///< formatted now
    QStringList m_links;
    BlockKind m_kind = BlockKind::Paragraph;
    int m_length = 0;  ///< of the text without the caret
    TableText m_table;
    QList<qreal> m_rowLines;
    qreal m_firstBaseline = 0;
    qreal m_naturalWidth = 0;
    CodeFormatter* m_formatter = nullptr;  ///< owned by the document
};

}  // namespace hearth
