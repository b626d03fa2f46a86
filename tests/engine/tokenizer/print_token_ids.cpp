// Prints the token ids of strings, for tests/tools/compare_tokenizers.py. Usage: print_token_ids MODEL.gguf
// [control] Standard input: one JSON string a line. Standard output: the ids of each on a line, or "error:
// ...".

#include <hearth/model_file.h>
#include <hearth/tokenizer.h>

#include <cstdio>
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("usage: print_token_ids MODEL.gguf [control] < strings.jsonl\n", stderr);
        return 2;
    }
    const bool control = argc > 2 && std::string(argv[2]) == "control";
    const auto file = hearth::ModelFile::open(argv[1]);
    if (!file) {
        std::fprintf(stderr, "%s\n", file.error().message.c_str());
        return 1;
    }
    const auto tokenizer = hearth::Tokenizer::create(file->metadata());
    if (!tokenizer) {
        std::fprintf(stderr, "%s\n", tokenizer.error().message.c_str());
        return 1;
    }
    for (const std::string& warning : (*tokenizer)->warnings()) {
        std::fprintf(stderr, "warning: %s\n", warning.c_str());
    }
    for (std::string line; std::getline(std::cin, line);) {
        const auto text = nlohmann::json::parse(line, nullptr, false);
        if (!text.is_string()) {
            std::puts("error: not a JSON string");
            continue;
        }
        const auto ids = control ? (*tokenizer)->encode_with_control(text.get<std::string>())
                                 : (*tokenizer)->encode_plain(text.get<std::string>());
        if (!ids) {
            std::printf("error: %s\n", ids.error().message.c_str());
            continue;
        }
        std::string row;
        for (const hearth::TokenId id : *ids) {
            row += std::to_string(id.value) + ' ';
        }
        std::puts(row.c_str());
    }
    return 0;
}
