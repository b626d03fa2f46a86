#include "catalog/library.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/model_library.h"
#include "cli/progress_bar.h"
#include "cli/size_text.h"
#include "cli/terminal_text.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

using catalog::Library;
using catalog::LocalModel;
using nlohmann::ordered_json;

enum class Task : std::uint8_t { list, add, verify, remove };

struct ModelsOptions {
    Task task = Task::list;
    std::string path;  ///< to add
    std::string id;    ///< to verify or remove
    bool for_good = false;
};

ordered_json text_or_null(const std::string& text) {
    return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

template <class T>
ordered_json number_or_null(const std::optional<T>& number) {
    return number ? ordered_json(*number) : ordered_json(nullptr);
}

ordered_json files_json(const LocalModel& model) {
    auto files = ordered_json::array();
    for (const catalog::ModelPart& part : model.parts) {
        files.push_back({{"path", part.path.string()},
                         {"role", catalog::role_name(part.role)},
                         {"bytes", part.bytes},
                         {"sha256", text_or_null(part.sha256)}});
    }
    return files;
}

ordered_json model_json(const LocalModel& model) {
    return {{"id", model.id},
            {"name", model.name},
            {"path", model.path.string()},
            {"state", catalog::state_name(model.state)},
            {"reason", model.reason ? ordered_json(model.reason->message) : ordered_json(nullptr)},
            {"architecture", text_or_null(model.facts.architecture)},
            {"parameters", number_or_null(model.facts.parameters)},
            {"quantization", text_or_null(model.facts.quantization)},
            {"bytes", model.bytes},
            {"context", number_or_null(model.facts.context_tokens)},
            {"licence", text_or_null(model.facts.licence)},
            {"source", catalog::source_name(model.source)},
            {"chat_template", model.facts.has_chat_template},
            {"verified", catalog::verdict_name(model.verdict)},
            {"files", files_json(model)}};
}

/// What scripts get for an error of the library.
ExitCode exit_code_of(const Error& error) {
    switch (error.code) {
        case ErrorCode::file_not_found:
            return ExitCode::not_found;
        case ErrorCode::bad_value:
            return ExitCode::wrong_use;
        case ErrorCode::read_failed:
        case ErrorCode::write_failed:
            return ExitCode::disk;
        default:
            return ExitCode::failed;
    }
}

Status failed(Console& console, Error error) {
    console.fail_with(exit_code_of(error));
    return error;
}

/// A change that is forgotten when the program ends is none.
Status kept(const Library& library, Console& console) {
    Status status = lasting(library);
    return status ? std::move(status) : failed(console, std::move(status).error());
}

bool interrupted() {
    return Interrupt::count() > 0 || Interrupt::is_ending();
}

void write_table(Console& console, const std::vector<LocalModel>& models) {
    if (models.empty()) {
        console.note("There is no model on this computer yet.");
    }
    for (const LocalModel& model : models) {
        std::string facts;
        for (const std::string& fact : {model.facts.architecture, model.facts.quantization}) {
            facts += fact.empty() ? "" : "  " + fact;
        }
        console.write(fmt::format("{}  {}  {}{}  {}\n    {}\n", model.id, catalog::state_name(model.state),
                                  terminal_name(model.shown_name()), terminal_name(facts),
                                  size_text(model.bytes), terminal_name(model.path.string())));
        if (model.verdict == catalog::Verdict::differs) {
            console.write("    damaged: a check found a file that is not what it should be\n");
        }
        if (model.reason) {
            console.write(fmt::format("    {}\n", terminal_name(model.reason->message)));
        }
    }
}

Status list(Library& library, Console& console) {
    auto report = library.scan(library.folders(), interrupted, {});
    if (!report) {
        return failed(console, std::move(report).error());
    }
    for (const catalog::ScanProblem& problem : report->problems) {
        console.note(fmt::format("hearth-cli: {}: {}", escaped(problem.path.string(), 4096), problem.reason));
    }
    if (console.json()) {
        auto models = ordered_json::array();
        for (const LocalModel& model : report->models) {
            models.push_back(model_json(model));
        }
        console.write_json(models);
    } else {
        write_table(console, report->models);
    }
    return {};
}

Status add(Library& library, const ModelsOptions& options, Console& console) {
    HEARTH_TRY(kept(library, console));
    auto added = library.add(options.path);
    if (!added) {
        return failed(console, std::move(added).error());
    }
    HEARTH_TRY(kept(library, console));
    if (console.json()) {
        auto models = ordered_json::array();
        for (const LocalModel& model : added.value()) {
            models.push_back(model_json(model));
        }
        console.write_json(models);
    } else {
        write_table(console, added.value());
    }
    return {};
}

Status verify(Library& library, const ModelsOptions& options, Console& console) {
    auto done = [&] {
        ProgressBar bar("verifying");
        return library.verify(options.id, interrupted, [&](const catalog::Progress& progress) {
            bar.show(progress.done, progress.total);
        });
    }();
    if (!done) {
        return failed(console, std::move(done).error());
    }
    auto files = ordered_json::array();
    for (const catalog::VerifiedFile& file : done->files) {
        files.push_back({{"path", file.path.string()},
                         {"bytes", file.bytes},
                         {"sha256", file.sha256},
                         {"expected", text_or_null(file.expected)}});
        if (!console.json()) {
            console.write(fmt::format("{}  {}{}\n", file.sha256, terminal_name(file.path.string()),
                                      file.differs() ? "  DIFFERS, should be " + file.expected : ""));
        }
    }
    if (console.json()) {
        console.write_json(
            {{"id", options.id}, {"verdict", catalog::verdict_name(done->verdict)}, {"files", files}});
    } else if (done->verdict == catalog::Verdict::remembered) {
        console.note("Nothing was known to compare with; the next check compares with this one.");
    }
    const auto wrong = std::ranges::find_if(done->files, &catalog::VerifiedFile::differs);
    if (wrong != done->files.end()) {
        console.fail_with(ExitCode::does_not_verify);
        Error error{ErrorCode::bad_value, fmt::format("{}: the content is not what it should be",
                                                      escaped(wrong->path.string(), 4096))};
        error.details = {.file = wrong->path.string(), .expected = wrong->expected, .actual = wrong->sha256};
        return error;
    }
    // The next check would have nothing to compare with either.
    return done->verdict == catalog::Verdict::remembered ? kept(library, console) : Status();
}

Status remove(Library& library, const ModelsOptions& options, Console& console) {
    // What is deleted makes room on a full drive, and stays deleted whatever the list says.
    if (!options.for_good) {
        HEARTH_TRY(kept(library, console));
    }
    auto done = library.remove(options.id,
                               options.for_good ? catalog::RemovalWay::for_good : catalog::RemovalWay::trash);
    if (!done) {
        return failed(console, std::move(done).error());
    }
    if (done->files.empty()) {
        HEARTH_TRY(kept(library, console));  // only the list has changed
    }
    if (console.json()) {
        auto files = ordered_json::array();
        for (const auto& file : done->files) {
            files.push_back(file.string());
        }
        console.write_json({{"id", options.id}, {"trashed", done->trashed}, {"files", files}});
    } else {
        console.write(done->trashed         ? "Moved to the trash.\n"
                      : done->files.empty() ? "Taken off the list; its files stay where they are.\n"
                                            : "Deleted.\n");
    }
    return {};
}

Status run_models(const ModelsOptions& options, Console& console) {
    const Interrupt interrupt;
    auto library = open_library(console);
    if (!library) {
        return failed(console, std::move(library).error());
    }
    switch (options.task) {
        case Task::list:
            return list(library.value(), console);
        case Task::add:
            return add(library.value(), options, console);
        case Task::verify:
            return verify(library.value(), options, console);
        case Task::remove:
            return remove(library.value(), options, console);
    }
    return {};
}

}  // namespace

Run set_up_models(CLI::App& app) {
    const auto options = std::make_shared<ModelsOptions>();
    const auto add_task = [&](const char* name, const char* summary, Task task) {
        CLI::App* sub = app.add_subcommand(name, summary);
        sub->fallthrough();  // --json may stand at the end
        sub->callback([options, task] { options->task = task; });
        return sub;
    };
    add_task("list", "Look for models and list them", Task::list);
    CLI::App* added = add_task(
        "add", "Take a model file, a checkpoint's folder or a folder of models into the list", Task::add);
    add_required_file(*added, "PATH", options->path, "The file or folder")->type_name("");
    CLI::App* verified =
        add_task("verify", "Check that a model's files are what they should be", Task::verify);
    add_required_text(*verified, "ID", options->id, "As the list shows it")->type_name("");
    CLI::App* removed = add_task(
        "remove", "Move Hearth's own files to the trash; take other programs' off the list", Task::remove);
    add_required_text(*removed, "ID", options->id, "As the list shows it")->type_name("");
    removed->add_flag("--for-good", options->for_good,
                      "Delete Hearth's own files instead, also where there is no trash");
    app.require_subcommand(1);
    return [options](Console& console) { return run_models(*options, console); };
}

}  // namespace hearth::cli
