#include "format/gguf_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::size_t kWindowBytes = std::size_t{256} << 10U;

}  // namespace

GgufReader::GgufReader(const ByteSource& source, std::string file)
    : source_(source), file_(std::move(file)) {}

void GgufReader::enter_header(std::string_view field) {
    section_ = Section::header;
    field_ = field;
}

void GgufReader::enter_key(std::uint64_t number) {
    section_ = Section::key;
    field_ = fmt::format("#{}", number);
}

void GgufReader::enter_key(std::string_view key) {
    section_ = Section::key;
    field_ = key;
}

void GgufReader::enter_tensor(std::uint64_t number) {
    section_ = Section::tensor;
    field_ = fmt::format("#{}", number);
}

void GgufReader::enter_tensor(std::string_view name) {
    section_ = Section::tensor;
    field_ = name;
}

Error GgufReader::error(ErrorCode code, std::string_view problem, std::string expected,
                        std::string actual) const {
    const std::string_view section = section_ == Section::header ? "header field"
                                     : section_ == Section::key  ? "metadata key"
                                                                 : "tensor";
    Error error{code,
                fmt::format("{}: {} \"{}\" {}", escaped(file_, 4096), section, escaped(field_), problem)};
    error.details.file = file_;
    error.details.field = field_;
    error.details.expected = std::move(expected);
    error.details.actual = std::move(actual);
    return error;
}

Error GgufReader::truncated(std::uint64_t needed) const {
    Error cut = error(
        ErrorCode::header_truncated,
        fmt::format("is cut off: the file ends after {} bytes, in the middle of its header; download it "
                    "again",
                    file_size()));
    cut.details.bytes_needed = position() + needed;
    cut.details.bytes_available = file_size();
    return cut;
}

Status GgufReader::fill_window() {
    window_start_ += window_position_;
    window_position_ = 0;
    // Where nothing is at hand the source says so, of the one byte that is needed next.
    const std::uint64_t at_hand = std::max<std::uint64_t>(1, source_.at_hand(window_start_));
    window_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindowBytes, at_hand)));
    return source_.read_at(window_start_, window_);
}

Status GgufReader::read_bytes(std::span<std::byte> destination) {
    if (destination.size() > remaining()) {
        return truncated(destination.size());
    }
    while (!destination.empty()) {
        if (window_position_ == window_.size()) {
            HEARTH_TRY(fill_window());
        }
        const std::size_t count = std::min(destination.size(), window_.size() - window_position_);
        std::memcpy(destination.data(), window_.data() + window_position_, count);
        window_position_ += count;
        destination = destination.subspan(count);
    }
    return {};
}

Result<std::string> GgufReader::read_string() {
    HEARTH_TRY_ASSIGN(const auto length, read<std::uint64_t>());
    if (length > remaining()) {
        Error too_long =
            error(ErrorCode::string_too_long,
                  fmt::format("declares a string of {} bytes where {} are left in the file: it is damaged "
                              "or cut off; download it again",
                              length, remaining()),
                  fmt::format("at most {} bytes", remaining()), fmt::format("{} bytes", length));
        too_long.details.bytes_needed = length;
        too_long.details.bytes_available = remaining();
        return too_long;
    }
    HEARTH_TRY(charge(length, 1, ErrorCode::string_too_long));
    std::string text(static_cast<std::size_t>(length), '\0');
    HEARTH_TRY(read_bytes(std::as_writable_bytes(std::span(text))));
    return text;
}

Status GgufReader::charge(std::uint64_t count, std::uint64_t bytes_each, ErrorCode code) {
    const std::uint64_t left = kMaxDecodedBytes - decoded_bytes_;
    if (count > left / bytes_each) {
        return error(code,
                     fmt::format("makes the header larger than the {} MiB of memory it may take",
                                 kMaxDecodedBytes >> 20U),
                     fmt::format("at most {} bytes", left),
                     fmt::format("{} times {} bytes", count, bytes_each));
    }
    decoded_bytes_ += count * bytes_each;
    return {};
}

}  // namespace hearth
