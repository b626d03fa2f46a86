#pragma once

#include "transcript/transcript_model.h"

#include <QObject>
#include <QPersistentModelIndex>

namespace hearth {

/// What is selected in a transcript, over any number of rows, and what a copy of it says. It holds on to
/// rows, not to their numbers, so it survives text that is written meanwhile and delegates that come and go.
/// GUI thread.
class SelectionController : public QObject {
    Q_OBJECT
    Q_PROPERTY(hearth::TranscriptModel* model READ model WRITE setModel NOTIFY modelChanged)
    Q_PROPERTY(bool hasSelection READ hasSelection NOTIFY changed)

 public:
    struct Range {
        int begin = 0;
        int end = 0;
    };
    /// How much a press takes: one click, two or three.
    enum Unit { Characters, Words, Blocks };
    Q_ENUM(Unit)
    enum Step { PreviousCharacter, NextCharacter, PreviousWord, NextWord, PreviousBlock, NextBlock };
    Q_ENUM(Step)

    explicit SelectionController(QObject* parent = nullptr);

    TranscriptModel* model() const { return m_model; }
    void setModel(TranscriptModel* model);
    bool hasSelection() const;
    /// The selected part of a row's text; empty when begin is not below end.
    Range rangeIn(int row) const;

    /// A press of the mouse in the text of a row.
    Q_INVOKABLE void begin(int row, int offset, hearth::SelectionController::Unit unit);
    /// A drag, or a press with Shift.
    Q_INVOKABLE void extendTo(int row, int offset);
    /// Shift and an arrow key.
    Q_INVOKABLE void extendBy(hearth::SelectionController::Step step);
    Q_INVOKABLE void selectMessage(int row);
    /// First the message that holds the selection, then everything.
    Q_INVOKABLE void selectMore();
    Q_INVOKABLE void selectAll();
    Q_INVOKABLE void clear();
    Q_INVOKABLE bool contains(int row, int offset) const;

    /// Whole messages as they were written, parts as they read.
    Q_INVOKABLE QString selectedText() const;
    Q_INVOKABLE void copy() const;
    /// For middle-click paste, where the system has that.
    Q_INVOKABLE void copyToSelection() const;
    Q_INVOKABLE void copyMessage(double messageKey) const;
    /// The whole code that `row` is a part of.
    Q_INVOKABLE void copyCode(int row) const;
    Q_INVOKABLE void copyText(const QString& text) const;

 signals:
    void modelChanged();
    void changed();

 private:
    struct Position {
        QPersistentModelIndex index;
        int offset = 0;

        bool operator<(const Position& other) const {
            return index.row() != other.index.row() ? index.row() < other.index.row() : offset < other.offset;
        }
    };

    Position position(int row, int offset) const;
    std::pair<Position, Position> unitAt(int row, int offset) const;
    void setEnds(const Position& first, const Position& last);
    int textLength(int row) const;
    int nextTextRow(int row, int direction) const;
    bool coversMessage(std::pair<int, int> rows) const;
    void checkRows();

    TranscriptModel* m_model = nullptr;
    Unit m_unit = Characters;
    Position m_anchorBegin;  ///< the unit that was pressed
    Position m_anchorEnd;
    Position m_first;  ///< what is selected
    Position m_last;
    Position m_cursor;  ///< the end that moves
};

}  // namespace hearth
