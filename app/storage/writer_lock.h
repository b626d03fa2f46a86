#pragma once

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>

namespace hearth::storage {

/// Tells whether the process that writes an answer is still there. Each open store draws a number and locks
/// the byte at that offset of `<database>-writers` (an empty file) for as long as it lives; the system drops
/// the lock however the process ends, and two stores of one process are two writers. Move-only.
class WriterLock {
 public:
    /// Errors: cannot_open, read_only, disk_full. Where the file system knows no such locks every other
    /// writer counts as gone: its answers show as interrupted until it finishes them.
    static Result<WriterLock> acquire(const std::filesystem::path& database);
    /// A number without a file, for a store that nobody else can open.
    static WriterLock alone();

    WriterLock(WriterLock&& other) noexcept;
    WriterLock& operator=(WriterLock&& other) noexcept;
    ~WriterLock();

    /// What message.writer holds for this store.
    std::int64_t number() const { return number_; }
    /// Another store with this number is open now.
    bool is_alive(std::int64_t number) const;
    /// Any other store is open on this database now.
    bool others_are_alive() const;

 private:
    WriterLock(std::intptr_t handle, std::int64_t number) : handle_(handle), number_(number) {}

    std::intptr_t handle_;  // file descriptor or HANDLE; −1 without a file
    std::int64_t number_;
};

}  // namespace hearth::storage
