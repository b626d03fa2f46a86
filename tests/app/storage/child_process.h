#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace hearth::storage {

/// The crash child at work, its standard output in a pipe.
class ChildProcess {
 public:
    ChildProcess(const std::string& mode, const std::string& file);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Takes what it has said so far, so that it never waits for a full pipe.
    void listen();
    /// Kills with −9 and waits; then output() has everything.
    void kill_now();
    /// Waits for its end; the exit status.
    int wait();
    const std::string& output() const { return output_; }

 private:
    pid_t pid_ = -1;
    int pipe_ = -1;
    std::string output_;
};

}  // namespace hearth::storage
