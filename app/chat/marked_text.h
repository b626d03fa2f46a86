#pragma once

#include "storage/search.h"

#include <QString>
#include <string>
#include <vector>

namespace hearth {

/// Text from outside as HTML that shows it literally, with the ranges in bold; for Text.StyledText.
QString markedText(const std::string& text, const std::vector<storage::TextRange>& matches);

}  // namespace hearth
