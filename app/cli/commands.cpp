#include "cli/command.h"

#include <array>

namespace hearth::cli {

std::span<const Command> commands() {
    static constexpr std::array kCommands = {
        Command{"bench", "Measure prefill and decode speed", set_up_bench},
        Command{"chat", "Talk with a model in the terminal", set_up_chat},
        Command{"devices", "List the devices models can run on", set_up_devices},
#ifdef HEARTH_COMMAND_DOWNLOAD
        Command{"download", "Fetch a model", set_up_download},
#endif
#ifdef HEARTH_COMMAND_FIT
        Command{"fit", "Tell whether a model fits here and how fast it will be", set_up_fit},
#endif
        Command{"generate", "Answer one or more prompts", set_up_generate},
        Command{"inspect", "Show what a model file holds and what it needs", set_up_inspect},
#ifdef HEARTH_COMMAND_MODELS
        Command{"models", "List, add, verify and remove the models on this computer", set_up_models},
#endif
        Command{"perplexity", "Measure how well a model predicts a text", set_up_perplexity},
        Command{"render", "Render messages through a chat template", set_up_render},
        Command{"tokenize", "Show the token ids of a text", set_up_tokenize},
    };
    return kCommands;
}

std::string_view missing_commands() {
#if defined(HEARTH_COMMAND_DOWNLOAD) || defined(HEARTH_COMMAND_FIT) || defined(HEARTH_COMMAND_MODELS)
    return {};
#else
    return "Built without the model library: the commands download, fit and models are not here.";
#endif
}

}  // namespace hearth::cli
