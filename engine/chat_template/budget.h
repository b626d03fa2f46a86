#pragma once

#include <cstddef>
#include <cstdint>

namespace hearth::jinja {

/// What one rendering may still use. Both kinds of spending throw Failure(template_limit) when it is used up.
class Budget {
 public:
    Budget(std::int64_t steps, std::size_t bytes)
        : steps_left_(steps), steps_(steps), bytes_left_(bytes), bytes_(bytes) {}
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;

    void step() { spend(1); }
    void spend(std::int64_t steps) {
        steps_left_ -= steps;
        if (steps_left_ < 0) {
            fail_steps();
        }
    }
    /// Steps for handling `bytes` of text.
    void spend_bytes(std::size_t bytes);

    /// Asked before memory is taken; given back with release.
    void allocate(std::size_t bytes) {
        if (bytes > bytes_left_) {
            fail_bytes();
        }
        bytes_left_ -= bytes;
    }
    void release(std::size_t bytes) { bytes_left_ += bytes; }

 private:
    [[noreturn]] void fail_steps() const;
    [[noreturn]] void fail_bytes() const;

    std::int64_t steps_left_;
    std::int64_t steps_;
    std::size_t bytes_left_;
    std::size_t bytes_;
};

/// Memory taken from a budget for as long as this lives. Without a budget (constants of a parsed template) it
/// is free.
class Charge {
 public:
    Charge() = default;
    Charge(Budget* budget, std::size_t bytes) : budget_(budget), bytes_(bytes) {
        if (budget_ != nullptr) {
            budget_->allocate(bytes_);
        }
    }
    Charge(Charge&& other) noexcept : budget_(other.budget_), bytes_(other.bytes_) {
        other.budget_ = nullptr;
    }
    Charge& operator=(Charge&&) = delete;
    Charge(const Charge&) = delete;
    Charge& operator=(const Charge&) = delete;
    ~Charge() {
        if (budget_ != nullptr) {
            budget_->release(bytes_);
        }
    }

    /// Takes or gives back the difference to `bytes`.
    void resize(std::size_t bytes) {
        if (budget_ == nullptr) {
            return;
        }
        if (bytes > bytes_) {
            budget_->allocate(bytes - bytes_);
        } else {
            budget_->release(bytes_ - bytes);
        }
        bytes_ = bytes;
    }

 private:
    Budget* budget_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace hearth::jinja
