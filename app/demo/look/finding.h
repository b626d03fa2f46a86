#pragma once

#include <QRect>
#include <QString>

namespace hearth {

/// Something that the automatic look found wrong with a window.
struct Finding {
    enum class Kind {
        Clipped,       ///< part of a text cannot be seen, and nothing says so
        Overlapping,   ///< two texts are painted over each other
        Untranslated,  ///< English in a window of another language
        LowContrast,   ///< a text is hard to tell from its ground
    };

    Kind kind;
    QString text;    ///< what stands there, shortened
    QString detail;  ///< in figures
    QString item;    ///< where: the types from the text outwards
    QRect place;     ///< in the window
};

/// "clipped", "overlapping", "untranslated", "contrast": stable, for index.json.
QString findingName(Finding::Kind kind);

}  // namespace hearth
