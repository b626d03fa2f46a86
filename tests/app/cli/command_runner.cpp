#include "command_runner.h"

#include <array>
#include <csignal>
#include <stdexcept>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace hearth::test {
namespace {

/// A pipe, closed at the end.
struct Pipe {
    int read_end = -1;
    int write_end = -1;

    Pipe() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) {
            throw std::runtime_error("no pipe");
        }
        read_end = ends[0];
        write_end = ends[1];
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        close_end(read_end);
        close_end(write_end);
    }
    static void close_end(int& end) {
        if (end >= 0) {
            close(end);
            end = -1;
        }
    }
};

std::vector<char*> pointers(std::vector<std::string>& strings) {
    std::vector<char*> result;
    for (std::string& text : strings) {
        result.push_back(text.data());
    }
    result.push_back(nullptr);
    return result;
}

/// Reads what there is; false at the end of the stream.
bool read_some(int end, std::string& text) {
    std::array<char, 65536> buffer;
    const ssize_t count = read(end, buffer.data(), buffer.size());
    text.append(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    return count > 0;
}

}  // namespace

nlohmann::json CommandResult::json() const {
    auto value = nlohmann::json::parse(output, nullptr, false);
    EXPECT_FALSE(value.is_discarded()) << output << errors;
    return value;
}

std::string CommandResult::error(const std::string& field) const {
    const auto value = nlohmann::json::parse(output, nullptr, false);
    if (!value.is_object() || !value.contains("error") || !value["error"].contains(field)) {
        return {};
    }
    return value["error"][field].get<std::string>();
}

CommandResult run_command(const std::vector<std::string>& arguments, const CommandOptions& options) {
    std::vector<std::string> argument_texts = {HEARTH_CLI};
    argument_texts.insert(argument_texts.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment_texts = options.environment;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        environment_texts.emplace_back(*entry);
    }
    std::vector<char*> argument_pointers = pointers(argument_texts);
    std::vector<char*> environment_pointers = pointers(environment_texts);
    Pipe input;
    Pipe output;
    Pipe errors;

    const pid_t process = fork();
    if (process == 0) {
        dup2(input.read_end, STDIN_FILENO);
        const bool full = options.output == CommandOptions::Output::full;
        dup2(full ? open("/dev/full", O_WRONLY) : output.write_end, STDOUT_FILENO);
        dup2(errors.write_end, STDERR_FILENO);
        execve(HEARTH_CLI, argument_pointers.data(), environment_pointers.data());
        _exit(127);
    }
    Pipe::close_end(input.read_end);
    Pipe::close_end(output.write_end);
    Pipe::close_end(errors.write_end);
    if (options.output == CommandOptions::Output::closed) {
        Pipe::close_end(output.read_end);
    }
    // Inputs here are far smaller than a pipe.
    EXPECT_EQ(write(input.write_end, options.input.data(), options.input.size()),
              static_cast<ssize_t>(options.input.size()));
    Pipe::close_end(input.write_end);

    CommandResult result;
    int patience = options.terminate_after_ms;
    while (output.read_end >= 0 || errors.read_end >= 0) {
        std::array<pollfd, 2> ends = {pollfd{output.read_end, POLLIN, 0}, pollfd{errors.read_end, POLLIN, 0}};
        const int ready = poll(ends.data(), ends.size(), patience);
        if (ready == 0) {
            kill(process, SIGTERM);
            patience = -1;
        }
        if (ends[0].revents != 0) {
            if (!read_some(output.read_end, result.output)) {
                Pipe::close_end(output.read_end);
            } else if (options.on_output) {
                options.on_output(process, result.output);
            }
        }
        if (ends[1].revents != 0 && !read_some(errors.read_end, result.errors)) {
            Pipe::close_end(errors.read_end);
        }
    }
    int status = 0;
    waitpid(process, &status, 0);
    if (WIFSIGNALED(status)) {
        result.signal = WTERMSIG(status);
    } else {
        result.exit_code = WEXITSTATUS(status);
    }
    return result;
}

}  // namespace hearth::test
