#pragma once

#include <QStringView>
#include <cstdint>
#include <vector>

namespace hearth {

/// Where each token of a text ends, as a FakeEngine cuts it: a word of at most five letters with the space
/// before it, a line break, a Chinese character. Whole characters only.
std::vector<qsizetype> fakeTokenEnds(QStringView text);

}  // namespace hearth
