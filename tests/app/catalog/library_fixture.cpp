#include "app/catalog/library_fixture.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hearth::test {

namespace {

namespace fs = std::filesystem;
using namespace catalog;

Inspection inspect_by_name(const fs::path& path) {
    Inspection inspection;
    inspection.facts.architecture = "llama";
    inspection.facts.quantization = "Q4_K_M";
    inspection.facts.context_tokens = 4096;
    inspection.facts.parameters = 1000;
    inspection.facts.licence = "apache-2.0";
    inspection.facts.has_chat_template = true;
    if (path.string().find("bad") != std::string::npos) {
        inspection.state = ModelState::unsupported;
        inspection.reason = Error{ErrorCode::unsupported_architecture, "clip", {.actual = "clip"}};
    }
    return inspection;
}

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

}  // namespace

LibraryTest::LibraryTest() {
    fs::create_directories(path("home"));
    fs::create_directories(models());
    mounts_.push_back({"/", "/", "uuid:root"});
}

fs::path LibraryTest::put(const fs::path& name, std::string_view bytes) const {
    fs::create_directories((folder_.path() / name).parent_path());
    return folder_.write(name.string(), bytes);
}

LibraryOptions LibraryTest::options() {
    LibraryOptions options;
    options.models_folder = models();
    options.program_version = "1";
    options.inspect = [this](const fs::path& file) {
        ++inspections_;
        return inspect_by_name(file);
    };
    options.mounts = [this] { return Mounts(mounts_); };
    options.environment = [home = path("home").string()](const char* name) {
        return std::string(name) == "HOME" ? std::optional(home) : std::nullopt;
    };
    options.old_added_files = path("data/added-models.json");
    options.old_cache = path("data/models.json");
    return options;
}

Library LibraryTest::open() {
    return value_of(Library::open(database(), options()));
}

ScanReport LibraryTest::scan(Library& library) {
    return value_of(library.scan(library.folders(), [] { return false; }, {}));
}

std::vector<LocalModel> LibraryTest::list(const Library& library) {
    return value_of(library.list());
}

LocalModel LibraryTest::find(const Library& library, std::string_view name) {
    const auto models = list(library);
    const auto found = std::ranges::find(models, name, &LocalModel::name);
    if (found == models.end()) {
        throw std::runtime_error("no model " + std::string(name));
    }
    return *found;
}

std::vector<std::string> LibraryTest::states(const Library& library) {
    std::vector<std::string> result;
    for (const LocalModel& model : list(library)) {
        result.push_back(fmt::format("{} {}", model.name, state_name(model.state)));
    }
    return result;
}

void LibraryTest::plug_in(const fs::path& point, const std::string& volume) {
    fs::create_directories(path(point));
    mounts_.push_back({path(point), "/", volume});
}

void LibraryTest::pull_out(const fs::path& point) {
    const auto mount = std::ranges::find(mounts_, path(point), &Mount::point);
    unplugged_.push_back(*mount);
    mounts_.erase(mount);
    fs::rename(path(point), path(point.string() + ".unplugged"));
    fs::create_directories(path(point));
}

void LibraryTest::plug_in_again(const fs::path& old_point, const fs::path& point) {
    const auto mount = std::ranges::find(unplugged_, path(old_point), &Mount::point);
    fs::create_directories(path(point));
    fs::remove(path(point));
    fs::rename(path(old_point.string() + ".unplugged"), path(point));
    mounts_.push_back({path(point), "/", mount->volume});
    unplugged_.erase(mount);
}

std::vector<std::string> picture_of(const fs::path& folder) {
    std::vector<std::string> picture;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        struct stat status {};
        ::lstat(entry.path().c_str(), &status);
        picture.push_back(fmt::format("{} {} {}.{} {}.{} {}", entry.path().string(), status.st_size,
                                      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                                      status.st_ctim.tv_nsec, status.st_ino));
    }
    std::ranges::sort(picture);
    return picture;
}

std::vector<std::string> contents_of(const fs::path& folder) {
    std::vector<std::string> contents;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().lexically_relative(folder).string();
        contents.push_back(entry.is_directory() ? name + "/" : name + " = " + text_of(entry.path()));
    }
    std::ranges::sort(contents);
    return contents;
}

void remove_empty_trash(const fs::path& top) {
    const fs::path trash = top / fmt::format(".Trash-{}", ::getuid());
    std::error_code ignored;
    for (const fs::path& part : {trash / "files", trash / "info", trash}) {
        fs::remove(part, ignored);
    }
}

int run_library_program(const std::vector<std::string>& arguments) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::vector<char*> pointers{const_cast<char*>(LIBRARY_PROGRAM)};
        for (const std::string& argument : arguments) {
            pointers.push_back(const_cast<char*>(argument.c_str()));
        }
        pointers.push_back(nullptr);
        ::execv(LIBRARY_PROGRAM, pointers.data());
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace hearth::test
