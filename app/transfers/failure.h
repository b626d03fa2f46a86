#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace hearth::transfers {

/// What kept a download from going on, for programs and for translation.
enum class FailureKind : std::uint8_t {
    // asked for what cannot be
    offline,        ///< the offline switch is on
    stopped,        ///< by whom asked for it
    no_source,      ///< the file has no address to fetch it from
    bad_address,    ///< an address that is not http or https, or cannot be read
    bad_request,    ///< a size, hash or target that cannot be right
    in_use,         ///< another program downloads this file now
    target_exists,  ///< a different file already has the final name
    // on the way
    host_not_found,
    proxy_not_found,
    proxy_unreachable,
    proxy_refused,
    cannot_connect,
    connect_timed_out,
    tls_failed,
    stalled,          ///< hardly a byte for the stall time
    connection_lost,  ///< ended before the last byte
    // what the server said
    http_status,
    token_needed,          ///< for people who have signed in: there is no token
    token_refused,         ///< the token has expired, or is no token of this hub
    licence_not_accepted,  ///< the model's licence has not been accepted on its page
    no_such_repository,    ///< or none that this person may know of
    no_such_file,
    redirect_refused,  ///< to an unencrypted or unknown kind of address, or too many of them
    web_page,          ///< a page for people came instead of the file
    pointer_file,      ///< a Git LFS pointer came instead of the file
    error_text,        ///< a message in place of the file
    nothing_received,
    wrong_size,
    unexpected_encoding,
    file_changed,   ///< the server says that it has another file under this name
    range_refused,  ///< the server neither resumes nor starts again
    wrong_content,  ///< SHA-256 differs
    // this computer
    no_space,
    cannot_write,
    cannot_read,
    internal,
};

/// Stable, e.g. "cannot_connect".
std::string_view failure_name(FailureKind kind);

/// A typed failure; `message` is one English sentence for logs and the command line.
struct Failure {
    FailureKind kind = FailureKind::internal;
    std::string message{};
    std::string host{};                  ///< who was asked last
    std::optional<std::uint32_t> hop{};  ///< 0 the address itself, 1 the first redirect, …
    std::optional<std::uint32_t> http_status{};
    std::optional<std::uint32_t> retry_after_seconds{};  ///< as the server asked
    bool retry_after_date = false;                       ///< … by naming a date
    std::string file{};                                  ///< path on this computer
    std::string reason{};  ///< in the system's, the library's or the server's words
    std::string proxy{};   ///< host and port of the proxy that stood in the way
    std::optional<std::uint64_t> bytes_needed{};
    std::optional<std::uint64_t> bytes_available{};
};

/// A value or the Failure that kept it from existing.
template <class T>
class [[nodiscard]] Outcome {
 public:
    Outcome(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Outcome(Failure failure) : state_(std::in_place_index<1>, std::move(failure)) {}

    explicit operator bool() const { return state_.index() == 0; }
    T& operator*() & { return std::get<0>(state_); }
    const T& operator*() const& { return std::get<0>(state_); }
    T&& operator*() && { return std::get<0>(std::move(state_)); }
    T* operator->() { return &std::get<0>(state_); }
    const T* operator->() const { return &std::get<0>(state_); }
    const Failure& failure() const& { return std::get<1>(state_); }
    Failure&& failure() && { return std::get<1>(std::move(state_)); }

 private:
    std::variant<T, Failure> state_;
};

/// Nothing, or what went wrong.
using MaybeFailure = std::optional<Failure>;

}  // namespace hearth::transfers
