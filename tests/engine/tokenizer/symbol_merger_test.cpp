#include "tokenizer/symbol_merger.h"

#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::tokenizer {
namespace {

/// Merges by the text of the pair: text → rank.
using Ranks = std::map<std::string, std::uint32_t, std::less<>>;

std::vector<std::string> merge(SymbolMerger& merger, std::string_view word, const Ranks& ranks) {
    merger.clear();
    for (std::uint32_t i = 0; i < word.size(); ++i) {
        merger.append(i, 1, 0);
    }
    merger.merge(
        [&](const Symbol& left, const Symbol& right) -> std::optional<MergeCandidate> {
            const auto found = ranks.find(word.substr(left.begin, left.length + right.length));
            return found == ranks.end() ? std::nullopt : std::optional(MergeCandidate{found->second, 0});
        },
        [](const Symbol&, const Symbol&, std::int32_t) {});
    std::vector<std::string> parts;
    for (const Symbol& symbol : merger.symbols()) {
        if (symbol.length > 0) {
            parts.emplace_back(word.substr(symbol.begin, symbol.length));
        }
    }
    return parts;
}

/// The definition, word for word: join the leftmost pair of the lowest rank, again and again.
std::vector<std::string> merge_slowly(std::string_view word, const Ranks& ranks) {
    std::vector<std::string> parts;
    for (const char letter : word) {
        parts.emplace_back(1, letter);
    }
    while (true) {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
            const auto found = ranks.find(parts[i] + parts[i + 1]);
            if (found != ranks.end() &&
                (!best || found->second < ranks.find(parts[*best] + parts[*best + 1])->second)) {
                best = i;
            }
        }
        if (!best) {
            return parts;
        }
        parts[*best] += parts[*best + 1];
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(*best) + 1);
    }
}

TEST(SymbolMerger, AgreesWithTheDefinitionOnRandomWords) {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        Ranks ranks;
        for (std::uint32_t rank = 0; rank < 12; ++rank) {
            std::string text;
            const auto length = 2 + random() % 4;
            while (text.size() < length) {
                text += "abc"[random() % 3];
            }
            ranks.emplace(text, random() % 8);  // equal ranks too: the leftmost goes first
        }
        std::string word;
        for (auto length = random() % 40; word.size() < length;) {
            word += "abc"[random() % 3];
        }
        SymbolMerger merger;
        ASSERT_EQ(merge(merger, word, ranks), merge_slowly(word, ranks)) << word;
    }
}

TEST(SymbolMerger, WorkGrowsInStepWithTheWord) {
    Ranks ranks;
    for (std::uint32_t size = 2; size <= 64; size *= 2) {
        ranks.emplace(std::string(size, 'a'), static_cast<std::uint32_t>(std::bit_width(size)));
    }
    const auto steps = [&](std::size_t length) {
        SymbolMerger merger;
        merge(merger, std::string(length, 'a'), ranks);
        return merger.step_count();
    };
    const std::uint64_t small = steps(10000);
    EXPECT_GE(small, 9000U);
    EXPECT_LE(small, 3U * 10000U);  // each join offers at most two new pairs
    EXPECT_LE(steps(40000), 4 * small + 100);
}

}  // namespace
}  // namespace hearth::tokenizer
