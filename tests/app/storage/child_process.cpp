#include "child_process.h"

#include <array>
#include <csignal>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace hearth::storage {

ChildProcess::ChildProcess(const std::string& mode, const std::string& file) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::runtime_error("no pipe");
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::string program = HEARTH_CRASH_CHILD;
    std::string first = mode;
    std::string second = file;
    std::array<char*, 4> arguments{program.data(), first.data(), second.data(), nullptr};
    const int failed = ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    pipe_ = ends[0];
    if (failed != 0) {
        ::close(pipe_);
        throw std::runtime_error("cannot start " + program);
    }
    ::fcntl(pipe_, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
    if (pid_ > 0) {
        kill_now();
    }
    ::close(pipe_);
}

void ChildProcess::listen() {
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = ::read(pipe_, buffer.data(), buffer.size());
        if (count <= 0) {
            return;
        }
        output_.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

void ChildProcess::kill_now() {
    ::kill(pid_, SIGKILL);
    wait();
}

int ChildProcess::wait() {
    int status = 0;
    ::fcntl(pipe_, F_SETFL, 0);
    listen();  // to the end of the pipe, which is the end of the child
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace hearth::storage
