#pragma once

#include "transfers/bandwidth_limit.h"
#include "transfers/byte_ranges.h"
#include "transfers/clock.h"
#include "transfers/download.h"
#include "transfers/http_client.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hearth::transfers {

/// What every line of one download shares; outlives them.
struct StreamContext {
    HttpClient& client;
    BandwidthLimit& limit;
    const Clock& clock;
    const DownloadRequest& request;
};

/// One request for one piece of a file: asks, looks at what answers, and hands on the bytes that belong to
/// the piece. Owned and called by the transfers thread; what it ended with is collected afterwards, since
/// nothing may be stopped from inside libcurl's calls.
class SegmentStream final : private HttpReceiver {
 public:
    /// Takes the bytes. Failures end the line and come back in failure().
    class Sink {
     public:
        virtual ~Sink() = default;
        /// A usable answer: bytes will come from piece().begin on. `whole`: the server sends the file from
        /// its start although some of it is here; a failure where that does not fit.
        virtual MaybeFailure on_answer(const SegmentStream& stream, const ResponseHead& head, bool whole) = 0;
        virtual MaybeFailure on_piece_bytes(const SegmentStream& stream, std::uint64_t offset,
                                            std::span<const std::byte> bytes) = 0;
    };

    SegmentStream(Sink& sink, const StreamContext& context, ByteRange piece)
        : sink_(sink), context_(context), piece_(piece), position_(piece.begin) {}
    SegmentStream(const SegmentStream&) = delete;
    SegmentStream& operator=(const SegmentStream&) = delete;
    ~SegmentStream() override;

    /// Asks `url` for the piece, or, `as_whole`, for the file without a range. `etag`: of what is here, from
    /// `etag_host`. Failures: offline, bad_address.
    MaybeFailure start(const std::string& url, bool as_whole, const std::string& etag,
                       const std::string& etag_host);

    const ByteRange& piece() const { return piece_; }
    /// What it still has to bring.
    ByteRange rest() const { return {position_, piece_.end}; }
    /// Another line brings what is from `end` on.
    void shorten(std::uint64_t end) { piece_.end = end; }
    const std::string& host() const { return head_.host; }
    /// It has brought bytes of the file.
    bool is_receiving() const { return receiving_; }
    /// Since when nothing has come although it could; nothing while it rests for the bandwidth limit.
    std::optional<Time> quiet_since() const;

    bool has_ended() const { return ended_; }
    bool is_done() const { return ended_ && position_ >= piece_.end; }
    /// The server does not send this piece alone.
    bool wants_whole() const { return wants_whole_; }
    /// Why it ended before its piece was done.
    Failure failure() const;

 private:
    MaybeFailure on_redirect(const ResponseHead& head) override;
    MaybeFailure on_response(const ResponseHead& head) override;
    bool may_receive() override;
    MaybeFailure on_bytes(std::span<const std::byte> bytes) override;
    void on_end(MaybeFailure failure) override;

    MaybeFailure look_at_begin(bool all);
    MaybeFailure hand_on(std::span<const std::byte> bytes);

    Sink& sink_;
    const StreamContext context_;
    ByteRange piece_;
    std::uint64_t position_;
    std::optional<ByteRange> asked_;  ///< nothing: the whole file
    std::uint64_t answered_end_ = 0;  ///< of the bytes that the server sends
    std::string etag_;
    std::string etag_host_;
    std::optional<ExchangeId> exchange_;

    ResponseHead head_;
    std::vector<std::byte> first_;  ///< begin of the file until it has been looked at
    bool looking_ = false;
    bool whole_ = false;  ///< the body is the whole file
    bool receiving_ = false;
    bool resting_ = false;
    bool wants_whole_ = false;
    bool ended_ = false;
    Time last_sign_{};
    MaybeFailure failure_;
};

}  // namespace hearth::transfers
