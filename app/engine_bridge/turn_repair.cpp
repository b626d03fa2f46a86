#include "engine_bridge/turn_repair.h"

#include <algorithm>
#include <utility>

namespace hearth {
namespace {

void append(QString& text, const QString& more) {
    if (!text.isEmpty() && !more.isEmpty()) {
        text += QLatin1StringView("\n\n");
    }
    text += more;
}

bool isBlank(const QString& text) {
    return std::all_of(text.begin(), text.end(), [](QChar letter) { return letter.isSpace(); });
}

}  // namespace

RepairedTurns repairTurns(std::vector<ChatTurn> turns, AnswerStart start) {
    RepairedTurns result;
    result.start = start;
    result.placeOf.reserve(turns.size());
    for (std::size_t i = 0; i < turns.size(); ++i) {
        ChatTurn& turn = turns[i];
        const bool isLast = i + 1 == turns.size();
        if (turn.role == ChatRole::Assistant && isBlank(turn.text)) {
            if (isLast && start == AnswerStart::ContinueLast) {
                result.start = AnswerStart::NewTurn;
            } else {
                ++result.repairs.emptyTurnsDropped;
            }
        } else if (!result.turns.empty() && result.turns.back().role == turn.role) {
            append(result.turns.back().text, turn.text);
            ++result.repairs.turnsMerged;
        } else {
            result.turns.push_back(std::move(turn));
        }
        result.placeOf.push_back(result.turns.empty() ? 0 : result.turns.size() - 1);
    }
    return result;
}

std::optional<RepairedTurns> withoutSystemRole(const RepairedTurns& repaired) {
    RepairedTurns result{.turns = {}, .placeOf = {}, .start = repaired.start, .repairs = repaired.repairs};
    result.repairs.systemTextMoved = true;
    QString system;
    std::vector<std::size_t> moved;  // where each turn went
    std::optional<std::size_t> firstUser;
    for (const ChatTurn& turn : repaired.turns) {
        if (turn.role == ChatRole::System) {
            append(system, turn.text);
        } else if (!result.turns.empty() && result.turns.back().role == turn.role) {
            append(result.turns.back().text, turn.text);
        } else {
            if (turn.role == ChatRole::User && !firstUser) {
                firstUser = result.turns.size();
            }
            result.turns.push_back(turn);
        }
        moved.push_back(result.turns.empty() ? 0 : result.turns.size() - 1);
    }
    if (!firstUser || system.isEmpty()) {
        return std::nullopt;
    }
    append(system, result.turns[*firstUser].text);
    result.turns[*firstUser].text = system;
    for (const std::size_t place : repaired.placeOf) {
        result.placeOf.push_back(moved.empty() ? 0 : moved[place]);
    }
    return result;
}

bool isRepaired(const PromptRepaired& repairs) {
    return repairs.emptyTurnsDropped > 0 || repairs.turnsMerged > 0 || repairs.systemTextMoved;
}

}  // namespace hearth
