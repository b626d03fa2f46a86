#pragma once

#include <QRandomGenerator>
#include <QString>

namespace hearth {

/// Markdown as a model might write it, made of well-formed blocks.
QString randomDocument(QRandomGenerator& random);
/// Any heap of pieces that mean something in Markdown, well-formed or not.
QString randomHeap(QRandomGenerator& random);

}  // namespace hearth
