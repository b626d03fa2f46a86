#pragma once

#include <QString>
#include <optional>

namespace hearth {

/// How well `query` fits `text`, higher is better; nothing where it does not. Each letter of a
/// word of the query must follow the one before it or begin a later word of the text: "nc" and "new" fit "New
/// chat". Beginnings of words and runs count more. Several words may come in any order, as in "theme dark".
/// Upper and lower case, accents and full-width forms are alike; Chinese matches by character. An empty query
/// fits everything alike. Pure.
std::optional<int> fuzzyMatch(const QString& query, const QString& text);

}  // namespace hearth
