#include "transfers/existing_file.h"

#include "transfers/part_file.h"

#include <hearth/error.h>

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

namespace hearth::transfers {

namespace {

Failure another_file(const DownloadRequest& request) {
    Failure failure;
    failure.kind = FailureKind::target_exists;
    failure.file = request.target.string();
    failure.message = fmt::format("{}: a different file has this name", escaped(failure.file, 4096));
    return failure;
}

}  // namespace

Outcome<std::optional<ExistingFile>> ExistingFile::look(FileOperations& files,
                                                        const DownloadRequest& request) {
    using Found = std::optional<ExistingFile>;
    const auto there = files.size(request.target);
    if (!there) {
        return file_failure(FailureKind::cannot_read, "look at the file", request.target, there.error_number);
    }
    if (!there.value) {
        return Found();
    }
    const auto opened = files.open(request.target, OpenMode::read);
    if (!opened && request.replaces) {
        return Found();
    }
    if (!opened) {
        return file_failure(FailureKind::cannot_read, "open the file", request.target, opened.error_number);
    }
    OpenFile file(files, opened.value);
    const auto size = files.size(file.descriptor());
    if (request.replaces && (!size || size.value != request.bytes)) {
        return Found();
    }
    if (!size || size.value != request.bytes) {
        return another_file(request);
    }
    return Found(ExistingFile(files, request, std::move(file)));
}

Outcome<std::optional<bool>> ExistingFile::check_slice(std::vector<std::byte>& buffer) {
    constexpr std::uint64_t kSliceBytes = std::uint64_t{4} << 20U;  // a few milliseconds of hashing
    buffer.resize(static_cast<std::size_t>(std::min(kSliceBytes, request_->bytes - hashed_)));
    const auto count = files_->read(file_.descriptor(), hashed_, buffer);
    if ((!count || count.value == 0) && request_->replaces) {
        return std::optional<bool>(false);
    }
    if (!count || count.value == 0) {
        return file_failure(FailureKind::cannot_read, "read", request_->target,
                            count ? EIO : count.error_number);
    }
    hash_.update(std::span(buffer).first(count.value));
    hashed_ += count.value;
    if (hashed_ < request_->bytes) {
        return std::optional<bool>();
    }
    const bool same = hash_.hex() == request_->sha256;
    if (!same && !request_->replaces) {
        return another_file(*request_);
    }
    return std::optional<bool>(same);
}

}  // namespace hearth::transfers
