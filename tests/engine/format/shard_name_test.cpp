#include "format/shard_name.h"

#include <gtest/gtest.h>

namespace hearth {
namespace {

TEST(ShardName, IsRecognisedOnlyInItsExactForm) {
    EXPECT_EQ(parse_shard_name("m-00001-of-00003.gguf"), (ShardName{"m", 1, 3}));
    EXPECT_EQ(parse_shard_name("m-00003-of-00003.gguf"), (ShardName{"m", 3, 3}));
    EXPECT_EQ(parse_shard_name("m-00001-of-00001.gguf"), (ShardName{"m", 1, 1}));
    EXPECT_EQ(parse_shard_name("модель-8b-Q4_K-00010-of-00012.gguf"), (ShardName{"модель-8b-Q4_K", 10, 12}));
    EXPECT_EQ(parse_shard_name("a-00001-of-00002-00002-of-00009.gguf"),
              (ShardName{"a-00001-of-00002", 2, 9}));
    for (const auto* const name :
         {"best-of-breed.gguf", "x-00000-of-00002.gguf", "x-00005-of-00002.gguf", "x-1-of-2.gguf", "m.gguf",
          "", "-00001-of-00002.gguf", "00001-of-00002.gguf", "m-00001-of-00002.bin",
          "m-00001-of-00002.gguf.part", "m-000001-of-00002.gguf", "m-0000a-of-00002.gguf",
          "m_00001-of-00002.gguf", "m-00000-of-00000.gguf"}) {
        EXPECT_EQ(parse_shard_name(name), std::nullopt) << name;
    }
}

TEST(ShardName, ComesBackFromItsParts) {
    for (const auto* const name : {"m-00001-of-00003.gguf", "a-b-99999-of-99999.gguf"}) {
        EXPECT_EQ(shard_file_name(*parse_shard_name(name)), name);
    }
}

TEST(ShardName, PiecesOfCutFilesAreToldApart) {
    for (const auto* const name : {"m.gguf.part1of2", "m.gguf.part2of2", "m.gguf.part0", "m.gguf-part12",
                                   "m.gguf-split-a", "m.gguf-split-b", "m.gguf.part-a", "m.gguf.part-ab"}) {
        EXPECT_TRUE(is_piece_of_cut_file(name)) << name;
    }
    for (const auto* const name :
         {"m.gguf", "m-00001-of-00003.gguf", "part1of2.gguf", "m.gguf.part", "m2", "", "a"}) {
        EXPECT_FALSE(is_piece_of_cut_file(name)) << name;
    }
}

}  // namespace
}  // namespace hearth
