#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hearth::transfers {
class FileOperations;
}

namespace hearth::hub {

/// An answer as it was kept.
struct KeptAnswer {
    std::string body;
    std::string link{};  ///< the Link header
    std::chrono::seconds age{0};
};

/// The last answers of a hub, on the drive: one file each, named by the hash of the address, so that no name
/// from outside becomes a path. At most `most_bytes` together, oldest out first. A file that is torn, or
/// another's, counts as not there, and a drive that cannot be written only means that less is kept. Several
/// threads and programs may share a folder.
class AnswerCache {
 public:
    static constexpr std::uint64_t kMostBytes = std::uint64_t{32} << 20U;

    /// Without a folder nothing is kept.
    explicit AnswerCache(std::filesystem::path folder, std::uint64_t most_bytes = kMostBytes);

    void keep(std::string_view url, std::string_view body, std::string_view link) const;
    std::optional<KeptAnswer> find(std::string_view url) const;

 private:
    std::filesystem::path file_of(std::string_view url) const;
    void make_room() const;

    std::filesystem::path folder_;
    std::uint64_t most_bytes_;
    std::shared_ptr<transfers::FileOperations> files_;
};

}  // namespace hearth::hub
