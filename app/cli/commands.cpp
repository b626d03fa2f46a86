#include "cli/command.h"

#include <array>

namespace hearth::cli {

std::span<const Command> commands() {
    static constexpr std::array kCommands = {
        Command{"bench", "Measure prefill and decode speed", set_up_bench},
        Command{"chat", "Talk with a model in the terminal", set_up_chat},
        Command{"devices", "List the devices models can run on", set_up_devices},
        Command{"generate", "Answer one or more prompts", set_up_generate},
        Command{"inspect", "Show what a model file holds and what it needs", set_up_inspect},
        Command{"perplexity", "Measure how well a model predicts a text", set_up_perplexity},
        Command{"render", "Render messages through a chat template", set_up_render},
        Command{"tokenize", "Show the token ids of a text", set_up_tokenize},
    };
    return kCommands;
}

}  // namespace hearth::cli
