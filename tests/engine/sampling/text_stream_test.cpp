#include "sampling/text_stream.h"

#include "support/growth.h"

#include <hearth/utf8.h>

#include <fstream>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hearth {
namespace {

TextStream stream(const std::vector<std::string>& stops) {
    return TextStream::create(stops).value();
}

std::string from_hex(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

TEST(TextStream, OracleCases) {
    std::ifstream file(HEARTH_TEST_DATA "/stream/stream_oracle.json");
    const auto cases = nlohmann::json::parse(file);
    ASSERT_EQ(cases.size(), 24U);
    for (const auto& entry : cases) {
        SCOPED_TRACE(entry["id"].get<std::string>());
        auto answer = stream(entry["stops"].get<std::vector<std::string>>());
        std::vector<std::string> deltas;
        for (const auto& piece : entry["pieces_hex"]) {
            deltas.push_back(answer.append(from_hex(piece)));
            if (answer.stop_string()) {
                break;
            }
        }
        deltas.push_back(answer.finish());
        std::erase(deltas, "");
        EXPECT_EQ(deltas, entry["deltas"].get<std::vector<std::string>>());
        std::string text;
        for (const std::string& delta : deltas) {
            EXPECT_TRUE(is_utf8(delta));
            text += delta;
        }
        EXPECT_EQ(text, entry["text"].get<std::string>());
        const bool ends_by_itself = answer.stop_string() || entry["end"] == "eos";
        EXPECT_EQ(entry["finish"], ends_by_itself ? "stop" : "length");
    }
}

struct Reading {
    std::string text;
    std::optional<std::string> stop;
    bool operator==(const Reading&) const = default;
};

Reading read(const std::vector<std::string>& pieces, const std::vector<std::string>& stops) {
    auto answer = stream(stops);
    Reading reading;
    for (const std::string& piece : pieces) {
        const std::string delta = answer.append(piece);
        EXPECT_TRUE(is_utf8(delta));
        reading.text += delta;
    }
    reading.text += answer.finish();
    reading.stop = answer.stop_string();
    return reading;
}

std::string repaired(std::string_view bytes) {
    Utf8Repair repair;
    std::string text = repair.append(bytes);
    text += repair.finish();
    return text;
}

TEST(TextStream, DoesNotDependOnHowTheBytesAreCut) {
    std::mt19937 random(23);
    const std::vector<std::string> atoms = {
        "a",    "b",        "\xC3\xA9",     "\xF0\x9F\xA6\x8A", "\xE6\xB0\xB4",
        "\x80", "\xF0\x9F", "\xED\xA0\x80", "\xC0\x80",         "\xF4\x90\x80\x80",
        "\xFF"};
    for (int round = 0; round < 400; ++round) {
        std::string bytes;
        for (std::size_t i = 0; i < random() % 20; ++i) {
            bytes += atoms[random() % atoms.size()];
        }
        std::vector<std::string> stops;
        for (std::size_t i = 0; i < random() % 4; ++i) {
            std::string stop;
            for (std::size_t k = 0; k < 1 + random() % 3; ++k) {
                stop += atoms[random() % 5];
            }
            stops.push_back(stop);
        }
        std::vector<std::string> pieces(1);
        std::vector<std::string> single;
        for (const char byte : bytes) {
            single.emplace_back(1, byte);
            if (random() % 3 == 0) {
                pieces.emplace_back();
            }
            pieces.back().push_back(byte);
        }
        const Reading whole = read({bytes}, stops);
        EXPECT_EQ(read(single, stops), whole);
        EXPECT_EQ(read(pieces, stops), whole);
        for (const std::string& stop : stops) {
            EXPECT_EQ(whole.text.find(stop), std::string::npos);
        }
        if (!whole.stop) {
            EXPECT_EQ(whole.text, repaired(bytes));
        }
    }
}

TEST(TextStream, HoldsBackNoMoreThanItMust) {
    auto answer = stream({"STOP", "TOPAZ"});
    EXPECT_EQ(answer.append("go S"), "go ");
    EXPECT_EQ(answer.append("TO"), "");
    EXPECT_EQ(answer.append("PA"), "");  // a stop string already: STOP was complete first
    EXPECT_EQ(answer.stop_string(), "STOP");
    EXPECT_EQ(answer.append("more"), "");
    EXPECT_EQ(answer.finish(), "");

    auto other = stream({"aab"});
    EXPECT_EQ(other.append("aa"), "");
    EXPECT_EQ(other.append("a"), "a");
    EXPECT_EQ(other.append("c"), "aac");
}

TEST(TextStream, OfSeveralStopsTheFirstCompleteOneCountsAndTheLongestOfThoseThatEndTogether) {
    EXPECT_EQ(read({"xabcd"}, {"bc", "abcd"}), (Reading{"xa", "bc"}));
    EXPECT_EQ(read({"xabcd"}, {"cd", "abcd"}), (Reading{"x", "abcd"}));
}

TEST(TextStream, TextOfATokenInsideAStopStringIsNotLost) {
    // koboldcpp#1031: "eg" is inside "keep" is inside the stop string, but begins no stop string.
    EXPECT_EQ(read({"b", "eg"}, {"<begin>"}), (Reading{"beg", std::nullopt}));
}

TEST(TextStream, AStopStringMayContainTheReplacementCharacter) {
    EXPECT_EQ(read({"a", "\xF0\x9F"}, {"\xEF\xBF\xBD"}), (Reading{"a", "\xEF\xBF\xBD"}));
}

TEST(TextStream, WhatIsCutLeavesOutACharacterThatIsNotWhole) {
    TextStream answer = stream({"never"});
    EXPECT_EQ(answer.append("Cette \xC3\xAE\xC3"), "Cette \xC3\xAE");
    EXPECT_EQ(answer.cut(), "");
    TextStream waiting = stream({"never"});
    EXPECT_EQ(waiting.append("a nev\xF0\x9F"), "a ");
    EXPECT_EQ(waiting.cut(), "nev");
    TextStream ended = stream({"never"});
    EXPECT_EQ(ended.append("a never"), "a ");
    EXPECT_EQ(ended.cut(), "");
}

TEST(TextStream, RefusesAStopStringThatIsNotUtf8) {
    const auto result = TextStream::create(std::vector<std::string>{"fine", "a\xFF"});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::invalid_utf8);
    EXPECT_EQ(result.error().details.field, "stop_strings[1]");
    EXPECT_EQ(result.error().message.find('\xFF'), std::string::npos);
}

TEST(TextStream, DoesNotCompareEveryStopStringAtEveryByte) {
    std::vector<std::string> stops;
    for (int i = 0; i < 1000; ++i) {
        stops.push_back(std::string(996, 'a') + std::to_string(1000 + i));
    }
    const auto answer_with = [](const std::vector<std::string>& strings) {
        auto answer = stream(strings);
        std::size_t shown = 0;
        for (int i = 0; i < 20000; ++i) {
            shown += answer.append("aaaaaaaaaa").size();
        }
        EXPECT_EQ(shown, 200000U - 996U);
        EXPECT_EQ(answer.append("1999"), std::string());
        EXPECT_EQ(answer.stop_string(), strings.back());
    };
    const std::vector<std::string> one{stops.back()};
    EXPECT_TRUE(test::takes_at_most(
        100, [&] { answer_with(one); }, [&] { answer_with(stops); }));
}

}  // namespace
}  // namespace hearth
