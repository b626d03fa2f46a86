// A library in a process of its own.
//   library_program move DATABASE MODELS TO STEP    moves; kills itself at the STEP-th step (0: never)
//   library_program scan DATABASE MODELS TIMES      scans so many times, adding a model each time
// 0 done, 1 failed.
#include "catalog/library.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

using namespace hearth;
using namespace hearth::catalog;

namespace {

Result<Library> open(const char* database, const char* models) {
    LibraryOptions options;
    options.models_folder = models;
    options.inspect = [](const std::filesystem::path&) { return Inspection{}; };
    options.environment = [](const char*) { return std::nullopt; };
    return Library::open(database, std::move(options));
}

int fail(const Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 1;
}

int move(Library& library, const char* to, long step) {
    long steps = 0;
    const Status moved = library.move_library(to,
                                              [&] {
                                                  if (++steps == step) {
                                                      std::raise(SIGKILL);
                                                  }
                                                  return false;
                                              },
                                              {});
    std::printf("%ld\n", steps);
    return moved ? 0 : fail(moved.error());
}

int scan(Library& library, const std::filesystem::path& models, long times) {
    for (long i = 0; i < times; ++i) {
        const auto path = models / fmt::format("{}-{}.gguf", static_cast<long>(::getpid()), i);
        std::FILE* file = std::fopen(path.c_str(), "wb");
        std::fputs("GGUF", file);
        std::fclose(file);
        if (const auto report = library.scan(library.folders(), [] { return false; }, {}); !report) {
            return fail(report.error());
        }
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        return 2;
    }
    auto library = open(argv[2], argv[3]);
    if (!library) {
        return fail(library.error());
    }
    if (std::string_view(argv[1]) == "move" && argc == 6) {
        return move(library.value(), argv[4], std::atol(argv[5]));
    }
    return scan(library.value(), argv[3], std::atol(argv[4]));
}
