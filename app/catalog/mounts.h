#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::catalog {

/// One mounted file system, or a part of one.
struct Mount {
    std::filesystem::path point;  ///< where it is seen
    std::filesystem::path root;   ///< which folder of the volume is seen there; "/": all of it
    std::string volume;           ///< what identifies the volume, see read_mounts
};

/// A file as a place on a volume: stays the same wherever the volume is mounted.
struct VolumePlace {
    std::string volume;          ///< empty: not known
    std::filesystem::path path;  ///< absolute, from the root of the volume
    std::filesystem::path mount;

    friend bool operator==(const VolumePlace&, const VolumePlace&) = default;
};

/// What is mounted at one moment.
class Mounts {
 public:
    Mounts() = default;
    /// In the order in which they were mounted: later ones lie over earlier ones.
    explicit Mounts(std::vector<Mount> mounts) : mounts_(std::move(mounts)) {}

    /// Where a path without links lies.
    VolumePlace place_of(const std::filesystem::path& real) const;
    bool has(std::string_view volume) const;
    /// Whether the volume of a place is mounted. One that is known only by numbers that may change at a
    /// restart (see read_mounts) counts as here while one of its type is mounted at the same point.
    bool is_here(const VolumePlace& place) const;
    /// Every path under which a place is seen now.
    std::vector<std::filesystem::path> paths_of(const VolumePlace& place) const;

 private:
    std::vector<Mount> mounts_;
};

using MountReader = std::function<Mounts()>;

/// What is mounted now. A volume is identified by, in this order: "uuid:…" of the file system
/// (/dev/disk/by-uuid); "share:TYPE:SOURCE" for network drives, e.g. the server and its export; "fsid:TYPE:…"
/// as statfs gives it for other drives, for containers, which do not see /dev/disk; "fs:TYPE:NAME" for pools
/// that name their parts; "place:TYPE:SOURCE:MOUNT POINT" for what has no identity of its own (overlays,
/// memory).
Mounts read_mounts();

/// The same from the text of /proc/self/mountinfo. `uuids`: device → UUID. `fsid`: of what is mounted at a
/// path; empty where it has none.
Mounts parse_mounts(std::string_view mountinfo, const std::map<std::string, std::string>& uuids,
                    const std::function<std::string(const std::filesystem::path&)>& fsid);

}  // namespace hearth::catalog
