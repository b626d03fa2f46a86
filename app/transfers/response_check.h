#pragma once

#include "transfers/download.h"
#include "transfers/failure.h"
#include "transfers/response_head.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hearth::transfers {

/// What to do with the body that follows.
enum class BodyUse : std::uint8_t {
    append,          ///< it goes on where the part file ends
    from_start,      ///< the whole file, once its first bytes look right
    ask_from_start,  ///< not what was asked for: ask once more, for the whole file
};

/// `asked_from`: first byte of the range that was asked for; nothing: the whole file. `etag`: of the bytes
/// that are here, from the same host, empty if unknown.
Outcome<BodyUse> check_response(const ResponseHead& head, const DownloadRequest& request,
                                std::optional<std::uint64_t> asked_from, std::string_view etag);

/// Whether a server that names hash or size of the file (also before it redirects) means another file.
MaybeFailure check_linked_file(const ResponseHead& head, const DownloadRequest& request);

/// How many bytes check_first_bytes wants to see, unless the body is shorter.
constexpr std::size_t kFirstBytes = 512;
/// Whether the begin of a whole body can be that of the file; else says what came instead.
MaybeFailure check_first_bytes(std::span<const std::byte> first, const ResponseHead& head,
                               const DownloadRequest& request);

/// A validator that If-Range may carry: quoted and not weak.
bool is_strong_etag(std::string_view etag);

}  // namespace hearth::transfers
