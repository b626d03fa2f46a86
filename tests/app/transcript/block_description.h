#pragma once

#include "transcript/block.h"

#include <QString>
#include <vector>

namespace hearth {

/// A block in one line, for comparing and for reading: quote marks, depth, kind, text with its styles in
/// braces. "h2 Title", "li1 • a {b:bold} c", "code python x = 1⏎y", "table 2x2 a|b⏎c|d".
QString describe(const Block& block);
QString describe(const std::vector<Block>& blocks);

}  // namespace hearth
