#include "cli/arguments.h"

#include <hearth/utf8.h>

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

void require_utf8(const std::string& name, const std::vector<std::string>& values) {
    for (const std::string& value : values) {
        if (!is_utf8(value)) {
            throw WrongValue(name, ErrorCode::invalid_utf8, name + " is not UTF-8: " + escaped(value));
        }
    }
}

/// Whether the argument after `name` is its value.
bool takes_value(const CLI::App* command, const std::string& name) {
    const CLI::Option* option = command == nullptr ? nullptr : command->get_option_no_throw(name);
    return option != nullptr && option->get_items_expected_max() > 0;
}

}  // namespace

WrongValue::WrongValue(const std::string& option, const std::string& expected, std::string_view actual)
    : WrongValue(option, ErrorCode::invalid_request,
                 fmt::format("{} must be {}, it is {}", option, expected,
                             actual.empty() ? "empty" : escaped(actual))) {
    error_.details.expected = expected;
    error_.details.actual = actual;
}

WrongValue::WrongValue(const std::string& option, ErrorCode code, const std::string& message)
    : ParseError("WrongValue", message, CLI::ExitCodes::ValidationError),
      error_{code, message, {.field = option}} {}

std::vector<std::string> normalized_arguments(const CLI::App* command, std::span<char* const> arguments) {
    std::vector<std::string> result;
    bool is_value = false;
    for (const std::string argument : arguments) {
        if (is_value) {
            result.push_back(argument);
            is_value = false;
        } else if (argument.ends_with('=') && takes_value(command, argument.substr(0, argument.size() - 1))) {
            result.push_back(argument.substr(0, argument.size() - 1));
            result.emplace_back();
        } else {
            is_value = takes_value(command, argument);
            result.push_back(argument);
        }
    }
    return result;
}

CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& description) {
    return add_raw(app, name, description, [&value, name](const std::vector<std::string>& results) {
        require_utf8(name, results);
        value = results.front();
    });
}

CLI::Option* add_required_text(CLI::App& app, const std::string& name, std::string& value,
                               const std::string& description) {
    return add_raw(app, name, description,
                   [&value, name](const std::vector<std::string>& results) {
                       require_utf8(name, results);
                       value = results.front();
                   })
        ->required();
}

CLI::Option* add_texts(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                       const std::string& description) {
    return add_raw(app, name, description,
                   [&values, name](const std::vector<std::string>& results) {
                       require_utf8(name, results);
                       values = results;
                   })
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_file(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& description) {
    return add_raw(app, name, description,
                   [&value](const std::vector<std::string>& results) { value = results.front(); })
        ->type_name("FILE");
}

CLI::Option* add_required_file(CLI::App& app, const std::string& name, std::string& value,
                               const std::string& description) {
    return add_raw(app, name, description,
                   [&value](const std::vector<std::string>& results) { value = results.front(); })
        ->required()
        ->type_name("FILE");
}

}  // namespace hearth::cli
