#pragma once

#include "engine_bridge/chat_request.h"
#include "engine_bridge/context_measure.h"
#include "engine_bridge/handles.h"

#include <hearth/chat_template.h>
#include <hearth/result.h>
#include <hearth/tokenizer.h>

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

namespace hearth {

/// Measures one conversation again and again while its draft changes. As long as the turns stay the same only
/// the draft is tokenized. Belongs to one thread at a time.
class ContextGauge {
 public:
    /// Lengths of the turns with the draft as the next user turn. Fails as the template does.
    Result<ContextMeasure> measure(ModelHandle model, const Tokenizer& tokenizer, const ChatTemplate& chat,
                                   std::uint32_t contextTokens, std::vector<ChatTurn> turns,
                                   const QString& draft);

 private:
    /// What does not depend on the draft's text.
    struct Base {
        std::vector<ChatTurn> turns;
        ContextMeasure withoutDraft;
        ContextMeasure withDraft;  ///< for a draft whose own text takes no token
        ModelHandle model;         ///< whose tokens they are
    };

    static Result<Base> measureBase(ModelHandle model, const Tokenizer& tokenizer, const ChatTemplate& chat,
                                    std::uint32_t contextTokens, std::vector<ChatTurn> turns);

    std::optional<Base> m_base;
};

}  // namespace hearth
