#include "transfers/download.h"

#include "transfers/address.h"
#include "transfers/sha256.h"

#include <string_view>

#include <fmt/format.h>

namespace hearth::transfers {

MaybeFailure check_request(const DownloadRequest& request) {
    const auto bad = [&](FailureKind kind, std::string_view what) {
        return Failure{.kind = kind, .message = fmt::format("{}: {}", request.title, what)};
    };
    if (request.bytes == 0 || request.bytes > static_cast<std::uint64_t>(INT64_MAX)) {
        return bad(FailureKind::bad_request, "the size of the file is not known");
    }
    if (!is_sha256(request.sha256)) {
        return bad(FailureKind::bad_request, "the SHA-256 of the file is not known");
    }
    if (!request.target.is_absolute() || !request.target.has_filename()) {
        return bad(FailureKind::bad_request, "the target is not a full path");
    }
    if (request.sources.empty()) {
        return bad(FailureKind::no_source, "no address is known for this file");
    }
    for (const Source& source : request.sources) {
        if (!parse_address(source.url)) {
            return bad(FailureKind::bad_address,
                       "not an http or https address: " + without_secrets(source.url));
        }
    }
    return {};
}

}  // namespace hearth::transfers
