#pragma once

#include "transfers/byte_ranges.h"
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
    piece,           ///< the bytes that were asked for, or the first of them
    from_start,      ///< the whole file, once its first bytes look right
    ask_from_start,  ///< not what was asked for: ask once more, for the whole file
};
struct ResponseUse {
    BodyUse use = BodyUse::from_start;
    std::uint64_t end = 0;  ///< of the bytes that follow; a server may send fewer than were asked for
};

/// `asked`: the range that was asked for; nothing: the whole file. `etag`: of the bytes that are here, from
/// the same host, empty if unknown.
Outcome<ResponseUse> check_response(const ResponseHead& head, const DownloadRequest& request,
                                    const std::optional<ByteRange>& asked, std::string_view etag);

/// Whether a server that names hash or size of the file (also before it redirects) means another file.
MaybeFailure check_linked_file(const ResponseHead& head, const DownloadRequest& request);

/// How many bytes check_first_bytes wants to see, unless the body is shorter.
constexpr std::size_t kFirstBytes = 512;
/// Whether the begin of a body can be that of the file; else says what came instead.
MaybeFailure check_first_bytes(std::span<const std::byte> first, const ResponseHead& head,
                               const DownloadRequest& request);

/// A validator that If-Range may carry: quoted and not weak.
bool is_strong_etag(std::string_view etag);

}  // namespace hearth::transfers
