#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/json_values.h"
#include "cli/model_options.h"

#include <hearth/model_file.h>
#include <hearth/tokenizer.h>

#include <memory>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

struct TokenizeOptions {
    std::string model;
    std::string text;
    bool special = false;
};

Status tokenize(const TokenizeOptions& options, Console& console) {
    HEARTH_TRY_ASSIGN(const ModelFile file, ModelFile::open(options.model));
    HEARTH_TRY_ASSIGN(const std::shared_ptr<const Tokenizer> tokenizer, Tokenizer::create(file.metadata()));
    HEARTH_TRY_ASSIGN(const std::vector<TokenId> ids, options.special
                                                          ? tokenizer->encode_with_control(options.text)
                                                          : tokenizer->encode_plain(options.text));
    if (console.json()) {
        console.write_json({{"ids", ids_json(ids)}});
        return {};
    }
    for (const TokenId id : ids) {
        console.write(fmt::format("{:>8}  {}\n", id.value, escaped(tokenizer->token_text(id))));
    }
    return {};
}

}  // namespace

Run set_up_tokenize(CLI::App& app) {
    const auto options = std::make_shared<TokenizeOptions>();
    add_model(app, options->model);
    add_required_text(app, "--text", options->text, "The text");
    app.add_flag("--special", options->special, "Recognise control tokens written in the text");
    return [options](Console& console) { return tokenize(*options, console); };
}

}  // namespace hearth::cli
