#include "transcript/selection_controller.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTextBoundaryFinder>
#include <algorithm>

namespace hearth {
namespace {

/// Text of a part of a block as a person would type it.
QString readable(const Block& block, int begin, int end) {
    QString text = block.text.mid(begin, end - begin);
    text.replace(QChar::LineSeparator, u'\n');
    if (begin == 0 && !block.marker.isEmpty()) {
        const QString indent((block.listDepth - 1) * 2, u' ');
        const QString task = block.task == TaskState::None   ? QString()
                             : block.task == TaskState::Done ? QStringLiteral("[x] ")
                                                             : QStringLiteral("[ ] ");
        text.prepend(indent + block.marker + u' ' + task);
    }
    return text;
}

}  // namespace

SelectionController::SelectionController(QObject* parent) : QObject(parent) {}

void SelectionController::setModel(TranscriptModel* model) {
    if (m_model == model) {
        return;
    }
    if (m_model != nullptr) {
        disconnect(m_model, nullptr, this, nullptr);
    }
    m_model = model;
    if (model != nullptr) {
        connect(model, &QAbstractItemModel::rowsRemoved, this, &SelectionController::checkRows);
        connect(model, &QAbstractItemModel::rowsInserted, this, &SelectionController::changed);
        connect(model, &QAbstractItemModel::modelReset, this, &SelectionController::clear);
        connect(model, &QObject::destroyed, this, [this] { m_model = nullptr; });
    }
    clear();
    emit modelChanged();
}

bool SelectionController::hasSelection() const {
    return m_model != nullptr && m_first.index.isValid() && m_last.index.isValid() && m_first < m_last;
}

SelectionController::Range SelectionController::rangeIn(int row) const {
    if (!hasSelection() || row < m_first.index.row() || row > m_last.index.row()) {
        return {};
    }
    return {row == m_first.index.row() ? m_first.offset : 0,
            row == m_last.index.row() ? m_last.offset : textLength(row)};
}

SelectionController::Position SelectionController::position(int row, int offset) const {
    return {QPersistentModelIndex(m_model->index(row)), std::clamp(offset, 0, textLength(row))};
}

int SelectionController::textLength(int row) const {
    const Block* block = m_model->block(row);
    return block == nullptr ? 0 : static_cast<int>(block->text.size());
}

std::pair<SelectionController::Position, SelectionController::Position> SelectionController::unitAt(
    int row, int offset) const {
    if (m_unit == Blocks) {
        return {position(row, 0), position(row, textLength(row))};
    }
    const Block* block = m_model->block(row);
    if (m_unit == Characters || block == nullptr || block->text.isEmpty()) {
        return {position(row, offset), position(row, offset)};
    }
    QTextBoundaryFinder finder(QTextBoundaryFinder::Word, block->text);
    const int inside = std::clamp(offset, 0, textLength(row));
    finder.setPosition(inside);
    const bool atBoundary = finder.isAtBoundary() && inside < textLength(row);
    const auto begin = atBoundary ? inside : std::max<qsizetype>(0, finder.toPreviousBoundary());
    finder.setPosition(inside);
    const qsizetype next = finder.toNextBoundary();
    return {position(row, static_cast<int>(begin)),
            position(row, next < 0 ? textLength(row) : static_cast<int>(next))};
}

void SelectionController::begin(int row, int offset, Unit unit) {
    if (m_model == nullptr || row < 0 || row >= m_model->rowCount()) {
        return;
    }
    m_unit = unit;
    std::tie(m_anchorBegin, m_anchorEnd) = unitAt(row, offset);
    m_cursor = m_anchorEnd;
    setEnds(m_anchorBegin, m_anchorEnd);
}

void SelectionController::extendTo(int row, int offset) {
    if (m_model == nullptr || row < 0 || row >= m_model->rowCount()) {
        return;
    }
    if (!m_anchorBegin.index.isValid() || !m_anchorEnd.index.isValid()) {
        begin(row, offset, Characters);
        return;
    }
    const auto [unitBegin, unitEnd] = unitAt(row, offset);
    m_cursor = unitBegin < m_anchorBegin ? unitBegin : unitEnd;
    setEnds(std::min(m_anchorBegin, unitBegin), std::max(m_anchorEnd, unitEnd));
}

int SelectionController::nextTextRow(int row, int direction) const {
    for (int next = row + direction; next >= 0 && next < m_model->rowCount(); next += direction) {
        if (m_model->block(next) != nullptr) {
            return next;
        }
    }
    return -1;
}

void SelectionController::extendBy(Step step) {
    if (m_model == nullptr || !m_cursor.index.isValid()) {
        return;
    }
    m_unit = Characters;
    int row = m_cursor.index.row();
    int offset = m_cursor.offset;
    const bool forward = step == NextCharacter || step == NextWord || step == NextBlock;
    const Block* block = m_model->block(row);
    if (step == PreviousBlock || step == NextBlock || block == nullptr) {
        const bool leaves = forward ? offset == textLength(row) : offset == 0;
        const int next = leaves ? nextTextRow(row, forward ? 1 : -1) : row;
        row = next < 0 ? row : next;
        offset = forward ? textLength(row) : 0;
    } else {
        QTextBoundaryFinder finder(step == NextWord || step == PreviousWord ? QTextBoundaryFinder::Word
                                                                            : QTextBoundaryFinder::Grapheme,
                                   block->text);
        finder.setPosition(std::min(offset, textLength(row)));
        const qsizetype next = forward ? finder.toNextBoundary() : finder.toPreviousBoundary();
        if (next >= 0) {
            offset = static_cast<int>(next);
        } else if (const int other = nextTextRow(row, forward ? 1 : -1); other >= 0) {
            row = other;
            offset = forward ? 0 : textLength(row);
        }
    }
    extendTo(row, offset);
    m_cursor = position(row, offset);
}

void SelectionController::selectMessage(int row) {
    if (m_model == nullptr) {
        return;
    }
    const auto [first, behind] = m_model->messageRows(row);
    const int begin = nextTextRow(first - 1, 1);
    const int end = nextTextRow(behind, -1);
    if (begin < 0 || end < begin || begin >= behind) {
        return;
    }
    m_unit = Characters;
    m_anchorBegin = m_anchorEnd = position(begin, 0);
    m_cursor = position(end, textLength(end));
    setEnds(m_anchorBegin, m_cursor);
}

void SelectionController::selectMore() {
    if (m_model == nullptr) {
        return;
    }
    const int row = m_cursor.index.isValid() ? m_cursor.index.row() : -1;
    const bool oneRow = row >= 0 && m_first.index.isValid() && m_last.index.isValid();
    if (oneRow) {
        const auto rows = m_model->messageRows(row);
        const bool within = m_first.index.row() >= rows.first && m_last.index.row() < rows.second;
        if (within && !coversMessage(rows)) {
            selectMessage(row);
            return;
        }
    }
    selectAll();
}

void SelectionController::selectAll() {
    if (m_model == nullptr) {
        return;
    }
    const int begin = nextTextRow(-1, 1);
    const int end = nextTextRow(m_model->rowCount(), -1);
    if (begin < 0) {
        return;
    }
    m_unit = Characters;
    m_anchorBegin = m_anchorEnd = position(begin, 0);
    m_cursor = position(end, textLength(end));
    setEnds(m_anchorBegin, m_cursor);
}

void SelectionController::clear() {
    m_anchorBegin = m_anchorEnd = m_first = m_last = m_cursor = Position{};
    emit changed();
}

bool SelectionController::contains(int row, int offset) const {
    const Range range = rangeIn(row);
    return offset >= range.begin && offset < range.end;
}

void SelectionController::setEnds(const Position& first, const Position& last) {
    m_first = first;
    m_last = last;
    emit changed();
}

void SelectionController::checkRows() {
    if (!m_first.index.isValid() || !m_last.index.isValid() || !m_anchorBegin.index.isValid()) {
        clear();
    } else {
        emit changed();
    }
}

bool SelectionController::coversMessage(std::pair<int, int> rows) const {
    for (int row = rows.first; row < rows.second; ++row) {
        const Range range = rangeIn(row);
        if (m_model->block(row) != nullptr && (range.begin > 0 || range.end < textLength(row) ||
                                               row < m_first.index.row() || row > m_last.index.row())) {
            return false;
        }
    }
    return true;
}

QString SelectionController::selectedText() const {
    QString text;
    if (!hasSelection()) {
        return text;
    }
    bool first = true;
    for (int row = m_first.index.row(); row <= m_last.index.row();) {
        const auto rows = m_model->messageRows(row);
        if (row == nextTextRow(rows.first - 1, 1) && coversMessage(rows)) {
            text +=
                (first ? QString() : QStringLiteral("\n\n")) + m_model->source(m_model->keyOf(row)).trimmed();
            first = false;
            row = rows.second;
            continue;
        }
        const Range range = rangeIn(row);
        const Block* block = m_model->block(row);
        if (block != nullptr && (range.begin < range.end || block->text.isEmpty())) {
            const Joint joint = block->joint;
            if (!first && joint != Joint::None) {
                text += joint == Joint::Line ? QStringLiteral("\n") : QStringLiteral("\n\n");
            }
            text += readable(*block, range.begin, range.end);
            first = false;
        }
        ++row;
    }
    return text;
}

void SelectionController::copy() const {
    if (hasSelection()) {
        copyText(selectedText());
    }
}

void SelectionController::copyToSelection() const {
    QClipboard* clipboard = QGuiApplication::clipboard();
    if (hasSelection() && clipboard->supportsSelection()) {
        clipboard->setText(selectedText(), QClipboard::Selection);
    }
}

void SelectionController::copyMessage(double messageKey) const {
    if (m_model != nullptr) {
        copyText(m_model->sourceOf(messageKey));
    }
}

void SelectionController::copyCode(int row) const {
    if (m_model == nullptr || m_model->kind(row) != RowKind::Code) {
        return;
    }
    const Block* block = m_model->block(row);
    while (block->continues && row > 0 && m_model->kind(row - 1) == RowKind::Code) {
        block = m_model->block(--row);
    }
    QString code = block->text;
    for (++row; m_model->kind(row) == RowKind::Code && m_model->block(row)->continues; ++row) {
        block = m_model->block(row);
        code += (block->joint == Joint::Line ? QStringLiteral("\n") : QString()) + block->text;
    }
    copyText(code);
}

void SelectionController::copyText(const QString& text) const {
    QGuiApplication::clipboard()->setText(text);
}

}  // namespace hearth
