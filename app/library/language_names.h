#pragma once

#include <QString>
#include <string>
#include <vector>

namespace hearth {

/// The name of a language in the language of the window, e.g. "Chinese" for "zh" or "zh-Hans"; the tag itself
/// where it has no name here. Qt knows languages by their English and by their own names alone.
QString languageName(const std::string& tag);

/// The same for several, in one line.
QString languageNames(const std::vector<std::string>& tags);

}  // namespace hearth
