#pragma once

#include <string>

namespace hearth::storage {

/// The text of the answer to a turn of the scripted chat, `units` long: any shorter one is its beginning.
inline std::string scripted_answer(int turn, int units) {
    std::string text;
    for (int unit = 0; unit < units; ++unit) {
        text += "turn " + std::to_string(turn) + " word " + std::to_string(unit) + " 字。";
    }
    return text;
}

inline std::string scripted_question(int turn) {
    return "question " + std::to_string(turn) + " 问题";
}

}  // namespace hearth::storage
