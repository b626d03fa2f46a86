#include "transcript/register_types.h"

#include "transcript/block_text.h"
#include "transcript/selection_controller.h"
#include "transcript/text_appearance.h"
#include "transcript/transcript_model.h"

#include <QtQml>

namespace hearth {

void registerTranscriptTypes() {
    static constexpr const char* kModule = "Hearth.Transcript.Models";
    qmlRegisterUncreatableType<TranscriptModel>(kModule, 1, 0, "TranscriptModel",
                                                QStringLiteral("A conversation owns its transcript"));
    qmlRegisterType<SelectionController>(kModule, 1, 0, "SelectionController");
    qmlRegisterType<TextAppearance>(kModule, 1, 0, "TextAppearance");
    qmlRegisterType<BlockText>(kModule, 1, 0, "BlockText");
}

}  // namespace hearth
