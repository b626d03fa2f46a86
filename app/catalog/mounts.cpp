#include "catalog/mounts.h"

#include "catalog/small_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <sys/vfs.h>

namespace hearth::catalog {

namespace {

constexpr std::size_t kLongestTable = std::size_t{4} << 20U;

/// mountinfo writes space, tab, newline and backslash as \040 \011 \012 \134.
std::string unescape(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto octal = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '7'; };
        if (text[i] == '\\' && i + 3 < text.size() && octal(i + 1) && octal(i + 2) && octal(i + 3)) {
            result +=
                static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
            i += 3;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        if (end > 0) {
            words.push_back(line.substr(0, end));
        }
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
}

bool is_network(std::string_view type) {
    constexpr std::array kTypes{"nfs", "nfs4",     "cifs",      "smb3",           "smbfs",
                                "9p",  "ceph",     "glusterfs", "fuse.sshfs",     "davfs",
                                "afs", "virtiofs", "lustre",    "fuse.glusterfs", "fuse.rclone"};
    return std::ranges::find(kTypes, type) != kTypes.end();
}

/// What has the same name for as long as it exists, whatever it is called on this start.
bool is_named_by_source(std::string_view type) {
    return type == "zfs" || type == "bcachefs";
}

struct MountLine {
    std::filesystem::path root;
    std::filesystem::path point;
    std::string type;
    std::string source;
};

std::optional<MountLine> parse_line(std::string_view line) {
    // 36 35 98:0 /root /mount/point rw,noatime master:1 - ext4 /dev/sda1 rw,errors=continue
    const auto words = words_of(line);
    const auto dash = std::ranges::find(words, "-");
    if (words.size() < 6 || words.end() - dash < 3) {
        return std::nullopt;
    }
    return MountLine{unescape(words[3]), unescape(words[4]), unescape(dash[1]), unescape(dash[2])};
}

std::string volume_of(const MountLine& line, const std::map<std::string, std::string>& uuids,
                      const std::function<std::string(const std::filesystem::path&)>& fsid) {
    if (is_network(line.type)) {
        return fmt::format("share:{}:{}", line.type, line.source);
    }
    if (is_named_by_source(line.type)) {
        return fmt::format("fs:{}:{}", line.type, line.source);
    }
    if (line.source.starts_with("/dev/")) {
        std::error_code error;
        const std::filesystem::path device = std::filesystem::canonical(line.source, error);
        const auto uuid = uuids.find(error ? line.source : device.string());
        if (uuid != uuids.end()) {
            return "uuid:" + uuid->second;
        }
        // Only of drives: a network drive that does not answer would hold up everyone here.
        if (std::string id = fsid(line.point); !id.empty()) {
            return fmt::format("fsid:{}:{}", line.type, id);
        }
    }
    return fmt::format("place:{}:{}:{}", line.type, line.source, line.point.string());
}

std::map<std::string, std::string> uuids_of_devices() {
    std::map<std::string, std::string> uuids;
    std::error_code error;
    for (std::filesystem::directory_iterator entry("/dev/disk/by-uuid", error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code dangling;
        const std::filesystem::path device = std::filesystem::canonical(entry->path(), dangling);
        if (!dangling) {
            uuids[device.string()] = entry->path().filename().string();
        }
    }
    return uuids;
}

std::string fsid_at(const std::filesystem::path& path) {
    struct statfs status {};
    if (::statfs(path.c_str(), &status) != 0) {
        return {};
    }
    std::array<std::uint32_t, 2> id{};
    static_assert(sizeof(status.f_fsid) == sizeof(id));
    std::memcpy(id.data(), &status.f_fsid, sizeof(id));
    return id[0] == 0 && id[1] == 0 ? std::string() : fmt::format("{:08x}{:08x}", id[0], id[1]);
}

/// `path` below `folder`, relative; nothing where it lies elsewhere.
std::optional<std::filesystem::path> below(const std::filesystem::path& path,
                                           const std::filesystem::path& folder) {
    const auto [rest_of_folder, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    if (rest_of_folder != folder.end()) {
        return std::nullopt;
    }
    std::filesystem::path relative;
    for (auto part = rest; part != path.end(); ++part) {
        relative /= *part;
    }
    return relative;
}

std::filesystem::path joined(const std::filesystem::path& folder, const std::filesystem::path& relative) {
    return relative.empty() ? folder : folder / relative;
}

}  // namespace

VolumePlace Mounts::place_of(const std::filesystem::path& real) const {
    const Mount* best = nullptr;
    std::filesystem::path relative;
    for (const Mount& mount : mounts_) {
        if (best != nullptr && mount.point.native().size() < best->point.native().size()) {
            continue;
        }
        if (auto inside = below(real, mount.point)) {
            best = &mount;
            relative = *std::move(inside);
        }
    }
    if (best == nullptr) {
        return {};
    }
    return {best->volume, joined(best->root, relative), best->point};
}

bool Mounts::has(std::string_view volume) const {
    return std::ranges::find(mounts_, volume, &Mount::volume) != mounts_.end();
}

bool Mounts::is_here(const VolumePlace& place) const {
    if (place.volume.empty() || has(place.volume)) {
        return true;
    }
    // "fsid:ext4:…" and "place:tmpfs:…": the part up to the second colon.
    const std::size_t kind = place.volume.find(':', place.volume.find(':') + 1);
    const bool weak = place.volume.starts_with("fsid:") || place.volume.starts_with("place:");
    return weak && std::ranges::any_of(mounts_, [&](const Mount& mount) {
               return mount.point == place.mount &&
                      mount.volume.starts_with(place.volume.substr(0, kind + 1));
           });
}

std::vector<std::filesystem::path> Mounts::paths_of(const VolumePlace& place) const {
    std::vector<std::filesystem::path> paths;
    for (const Mount& mount : mounts_) {
        if (mount.volume == place.volume) {
            if (const auto relative = below(place.path, mount.root)) {
                paths.push_back(joined(mount.point, *relative));
            }
        }
    }
    return paths;
}

Mounts parse_mounts(std::string_view mountinfo, const std::map<std::string, std::string>& uuids,
                    const std::function<std::string(const std::filesystem::path&)>& fsid) {
    std::vector<Mount> mounts;
    while (!mountinfo.empty()) {
        const std::size_t end = std::min(mountinfo.find('\n'), mountinfo.size());
        if (const auto line = parse_line(mountinfo.substr(0, end)); line && line->type != "autofs") {
            mounts.push_back({line->point, line->root, volume_of(*line, uuids, fsid)});
        }
        mountinfo.remove_prefix(std::min(end + 1, mountinfo.size()));
    }
    return Mounts(std::move(mounts));
}

Mounts read_mounts() {
    const auto text = read_small_file("/proc/self/mountinfo", kLongestTable);
    return text ? parse_mounts(text.value(), uuids_of_devices(), fsid_at) : Mounts();
}

}  // namespace hearth::catalog
