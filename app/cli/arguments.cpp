#include "cli/arguments.h"

namespace hearth::cli {
namespace {

/// An option of one value per mention, handed to `take` with all raw values.
template <class Take>
CLI::Option* add_raw(CLI::App& app, const std::string& name, const std::string& description, Take take) {
    const auto read = [&app, name, take](const CLI::results_t&) {
        take(app.get_option(name)->results());
        return true;
    };
    return app.add_option(name, read, description)->type_name("TEXT")->allow_extra_args(false);
}

}  // namespace

CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& description) {
    return add_raw(app, name, description,
                   [&value](const std::vector<std::string>& results) { value = results.front(); });
}

CLI::Option* add_required_text(CLI::App& app, const std::string& name, std::string& value,
                               const std::string& description) {
    return add_raw(app, name, description,
                   [&value](const std::vector<std::string>& results) { value = results.front(); })
        ->required();
}

CLI::Option* add_texts(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                       const std::string& description) {
    return add_raw(app, name, description,
                   [&values](const std::vector<std::string>& results) { values = results; })
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace hearth::cli
