#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace hearth::storage {

/// SQLite's file layer of the system with a switch that makes calls fail: open, read, write, sync, truncate,
/// shared memory and delete, each counted. Registered under its name while it lives; thread-safe.
class FaultVfs {
 public:
    enum class Kind : std::uint8_t { no_space, io_error };

    explicit FaultVfs(std::string name);
    ~FaultVfs();
    FaultVfs(const FaultVfs&) = delete;
    FaultVfs& operator=(const FaultVfs&) = delete;

    const std::string& name() const;
    /// Fallible calls since construction.
    std::uint64_t calls() const;
    /// The `call`-th from now fails, counted from 1.
    void fail_once(std::uint64_t call, Kind kind);
    /// The `call`-th from now and all after it that need space (no_space) or anything at all (io_error).
    void fail_from(std::uint64_t call, Kind kind);
    void fail_from_now_on(Kind kind) { fail_from(1, kind); }
    /// From the next sync on every read fails: what is written with it is on the drive and cannot be read.
    void fail_reads_after_sync();
    void heal();
    /// A call has failed since the last fail_….
    bool has_failed() const;

    struct State;

 private:
    std::unique_ptr<State> state_;
};

}  // namespace hearth::storage
