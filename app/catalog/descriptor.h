#pragma once

#include <utility>

#include <unistd.h>

namespace hearth::catalog {

/// Owns an open file descriptor; negative: none.
class Descriptor {
 public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    int number() const { return number_; }
    /// What close(2) says; 0 where nothing is open.
    int close() { return number_ < 0 ? 0 : ::close(std::exchange(number_, -1)); }

 private:
    int number_;
};

}  // namespace hearth::catalog
