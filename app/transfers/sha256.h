#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace hearth::transfers {

/// SHA-256 of bytes as they come; move-only. Throws std::runtime_error where the crypto library refuses to
/// work.
class Sha256 {
 public:
    Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;
    ~Sha256();

    void update(std::span<const std::byte> bytes);
    /// Of everything so far, as 64 lower-case hexadecimal digits; updating may go on.
    std::string hex() const;
    void reset();

 private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// Whether the text is 64 lower-case hexadecimal digits.
bool is_sha256(std::string_view text);

}  // namespace hearth::transfers
