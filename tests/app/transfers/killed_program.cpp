#include "app/transfers/killed_program.h"

#include <stdexcept>
#include <thread>
#include <vector>

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace hearth::test {

bool run_and_kill(const std::string& program, const transfers::DownloadRequest& request, bool pieces,
                  std::optional<std::chrono::milliseconds> after, std::optional<std::uint64_t> call) {
    std::vector<std::string> words{program,        request.target.string(),     std::to_string(request.bytes),
                                   request.sha256, request.sources.front().url, pieces ? "pieces" : "whole"};
    if (call) {
        words.push_back(std::to_string(*call));
    }
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (::posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) {
        throw std::runtime_error("the program does not start");
    }
    if (after) {
        std::this_thread::sleep_for(*after);
        ::kill(child, SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status);
}

}  // namespace hearth::test
