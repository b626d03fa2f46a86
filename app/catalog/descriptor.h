#pragma once

#include <unistd.h>

namespace hearth::catalog {

/// Owns an open file descriptor; negative: none.
class Descriptor {
 public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    int number() const { return number_; }

 private:
    int number_;
};

}  // namespace hearth::catalog
