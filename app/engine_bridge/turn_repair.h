#pragma once

#include "engine_bridge/chat_request.h"
#include "engine_bridge/engine_event.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace hearth {

/// Turns that any template can take, and what was done to get there.
struct RepairedTurns {
    std::vector<ChatTurn> turns;
    std::vector<std::size_t>
        placeOf;  ///< for each original turn: the index in `turns` where its text ends; for a
                  ///< dropped one, that of the turn before it (0 where there is none)
    AnswerStart start = AnswerStart::NewTurn;
    PromptRepaired repairs;
};

/// After a stop or a failure a conversation may hold assistant turns without text and two turns of a role in
/// a row, which many templates refuse. Drops the former, joins the latter with an empty line between them. An
/// empty last turn that is to be continued is a new answer, and no repair.
RepairedTurns repairTurns(std::vector<ChatTurn> turns, AnswerStart start);

/// The same for a template without a system role: the text of the system turns leads the first user turn's.
/// Absent where there is no system turn, or no user turn to take it.
std::optional<RepairedTurns> withoutSystemRole(const RepairedTurns& repaired);

/// Whether the turns differ from what the person wrote.
bool isRepaired(const PromptRepaired& repairs);

}  // namespace hearth
