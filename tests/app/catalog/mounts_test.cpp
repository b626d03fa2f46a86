#include "catalog/mounts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace hearth::catalog;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr const char* kMountinfo =
    "22 27 0:21 / /proc rw,relatime - proc proc rw\n"
    "27 1 254:0 / / rw,relatime - ext4 /dev/none-a rw\n"
    "28 27 8:17 / /media/anna/MY\\040STICK rw,nosuid master:1 shared:2 - vfat /dev/none-b rw\n"
    "29 27 8:17 /models /srv/bind rw - vfat /dev/none-b rw\n"
    "30 27 0:50 / /nas rw - nfs4 server:/export rw\n"
    "31 27 0:51 / /auto rw - autofs systemd-1 rw\n"
    "32 27 0:52 / /tmp rw - tmpfs tmpfs rw\n"
    "33 27 0:53 / /pool rw - zfs tank/models rw\n"
    "34 27 0:54 / / rw - overlay overlay rw\n"
    "broken line\n";

Mounts mounts() {
    return parse_mounts(kMountinfo, {{"/dev/none-b", "12AB-34CD"}}, [](const std::filesystem::path& path) {
        return path == "/" ? std::string("00ff") : std::string();
    });
}

TEST(Mounts, VolumesAreNamedByWhatStays) {
    const Mounts all = mounts();
    EXPECT_EQ(all.place_of("/media/anna/MY STICK/a/b.gguf"),
              (VolumePlace{"uuid:12AB-34CD", "/a/b.gguf", "/media/anna/MY STICK"}));
    EXPECT_EQ(all.place_of("/nas/x").volume, "share:nfs4:server:/export");
    EXPECT_EQ(all.place_of("/pool/x").volume, "fs:zfs:tank/models");
    EXPECT_EQ(all.place_of("/tmp/x").volume, "place:tmpfs:tmpfs:/tmp");
    EXPECT_TRUE(all.has("fsid:ext4:00ff"));  // no UUID is seen: a container
    EXPECT_EQ(all.place_of("/home/x").volume, "place:overlay:overlay:/") << "what lies on top counts";
    EXPECT_EQ(all.place_of("/media/anna/MY STICKER/x").mount, "/") << "names are compared whole";
}

TEST(Mounts, APartOfAVolumeIsTheSameVolume) {
    const Mounts all = mounts();
    EXPECT_EQ(all.place_of("/srv/bind/m.gguf"),
              (VolumePlace{"uuid:12AB-34CD", "/models/m.gguf", "/srv/bind"}));
    EXPECT_THAT(all.paths_of({"uuid:12AB-34CD", "/models/m.gguf", {}}),
                ElementsAre("/media/anna/MY STICK/models/m.gguf", "/srv/bind/m.gguf"));
    EXPECT_THAT(all.paths_of({"uuid:12AB-34CD", "/other/m.gguf", {}}),
                ElementsAre("/media/anna/MY STICK/other/m.gguf"));
    EXPECT_THAT(all.paths_of({"uuid:gone", "/m.gguf", {}}), IsEmpty());
    EXPECT_FALSE(all.has("uuid:gone"));
}

TEST(Mounts, NumbersOfARestartMayDiffer) {
    const Mounts all({{"/", "/", "fsid:xfs:0002"}, {"/usb", "/", "uuid:two"}});
    EXPECT_TRUE(all.is_here({"fsid:xfs:0001", "/m", "/"}));
    EXPECT_FALSE(all.is_here({"fsid:ext4:0001", "/m", "/"}));
    EXPECT_FALSE(all.is_here({"fsid:xfs:0001", "/m", "/data"}));
    EXPECT_FALSE(all.is_here({"uuid:one", "/m", "/usb"})) << "another drive at the same place";
    EXPECT_TRUE(all.is_here({"", "/m", ""}));
}

TEST(Mounts, OfThisComputer) {
    const VolumePlace place = read_mounts().place_of("/");
    EXPECT_FALSE(place.volume.empty());
    EXPECT_EQ(place.path, "/");
    EXPECT_EQ(read_mounts().place_of("/").volume, place.volume);
    EXPECT_TRUE(read_mounts().has(place.volume));
}

TEST(Mounts, NothingIsKnownWithoutMounts) {
    EXPECT_EQ(Mounts().place_of("/a"), VolumePlace());
    EXPECT_EQ(parse_mounts("", {}, {}).place_of("/a"), VolumePlace());
}

}  // namespace
