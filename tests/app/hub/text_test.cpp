#include "hub/card_text.h"
#include "hub/git_blob.h"
#include "hub/json_reader.h"
#include "hub/language_tags.h"
#include "hub/url_text.h"
#include "transfers/shard_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth::hub {
namespace {

using nlohmann::json;

std::string oid_of(std::string_view text) {
    return git_blob_oid(std::as_bytes(std::span(text)));
}

TEST(GitBlob, IsWhatGitSays) {
    EXPECT_EQ(oid_of(""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    EXPECT_EQ(oid_of("hello\n"), "ce013625030ba8dba906f756967f9e9ca394464a");
}

TEST(JsonReader, FieldsOfOtherTypesAreAbsent) {
    const json value =
        json::parse(R"({"text": "a\u0007b", "number": 7, "digits": "42", "minus": -1, "half": 0.5,
        "flag": true, "list": ["a", 3, "b"], "object": {"x": 1}, "null": null})");
    EXPECT_EQ(text_of(value, "text"), "a b");
    EXPECT_EQ(text_of(value, "number"), "");
    EXPECT_EQ(text_of(value, "absent"), "");
    EXPECT_EQ(text_of(json::array(), "text"), "");
    EXPECT_EQ(text_of(json{{"t", "äöü"}}, "t", 3), "ä");
    EXPECT_EQ(number_of(value, "number"), 7U);
    EXPECT_EQ(number_of(value, "digits"), 42U);
    for (const char* key : {"minus", "half", "text", "list", "null", "absent"}) {
        EXPECT_FALSE(number_of(value, key)) << key;
    }
    EXPECT_TRUE(flag_of(value, "flag"));
    EXPECT_FALSE(flag_of(value, "number"));
    EXPECT_THAT(texts_of(value, "list"), ::testing::ElementsAre("a", "b"));
    EXPECT_THAT(texts_of(value, "digits"), ::testing::ElementsAre("42"));
    EXPECT_THAT(texts_of(value, "list", 1), ::testing::ElementsAre("a"));
    EXPECT_EQ(object_of(value, "object").size(), 1U);
    EXPECT_TRUE(object_of(value, "list").is_object());
    EXPECT_EQ(list_of(value, "object"), nullptr);
}

TEST(JsonReader, RefusesWhatWouldCostTooMuch) {
    EXPECT_TRUE(parse_json("[" + std::string(60, '[') + std::string(60, ']') + "]"));
    EXPECT_FALSE(parse_json(std::string(65, '[') + std::string(65, ']')));
    EXPECT_FALSE(parse_json(std::string(1'000'000, '[')));
    EXPECT_FALSE(parse_json("[0" + std::string(600'000, ',') + "0]"));
    // Brackets and commas in a text are none.
    EXPECT_TRUE(parse_json("[\"" + std::string(1'000'000, ',') + "\\\"[[[" + std::string(100, '[') + "\"]"));
    EXPECT_FALSE(parse_json("\"\xff\""));
    EXPECT_FALSE(parse_json(""));
    EXPECT_FALSE(parse_json("{} {}"));
}

TEST(JsonReader, Times) {
    EXPECT_EQ(unix_time_of("1970-01-01T00:00:00Z"), 0);
    EXPECT_EQ(unix_time_of("2025-03-12T10:30:05.000Z"), 1741775405);
    EXPECT_EQ(unix_time_of("2025-03-12T18:30:05+08:00"), 1741775405);
    EXPECT_EQ(unix_time_of("2025-03-12 10:30:05"), 1741775405);
    for (const char* text :
         {"", "2025-03-12", "2025-13-12T10:30:05Z", "2025-02-30T10:30:05Z", "2025-03-12T25:30:05Z",
          "2025-03-12T10:30:05X", "2025-03-12T10:30:05+8", "aaaa-03-12T10:30:05Z", "-025-03-12T10:30:05Z"}) {
        EXPECT_FALSE(unix_time_of(text)) << text;
    }
}

TEST(UrlText, EncodesAndDecodes) {
    EXPECT_EQ(percent_encoded("a b/ü?&=#%"), "a%20b%2F%C3%BC%3F%26%3D%23%25");
    EXPECT_EQ(percent_encoded("a/b", true), "a/b");
    EXPECT_EQ(percent_decoded("a%20b%2F%C3%BC"), "a b/ü");
    for (const char* text : {"%", "%2", "%zz", "a%2", "%-1"}) {
        EXPECT_FALSE(percent_decoded(text)) << text;
    }
}

TEST(ShardName, TellsPartsFromModels) {
    const auto shard = transfers::shard_name_of("Q4/m-00002-of-00003.gguf", ".gguf");
    ASSERT_TRUE(shard);
    EXPECT_EQ(shard->prefix, "Q4/m");
    EXPECT_EQ(shard->number, 2U);
    EXPECT_EQ(shard->count, 3U);
    EXPECT_EQ(transfers::sibling_of("Q4/m-00002-of-00003.GGUF", ".gguf", 1), "Q4/m-00001-of-00003.GGUF");
    EXPECT_EQ(transfers::shard_name_of("m-00001-of-00001.gguf", ".gguf")->prefix, "m") << "the only part";
    for (const char* name : {"m.gguf", "m-00004-of-00003.gguf", "m-00000-of-00003.gguf", "m-1-of-3.gguf",
                             "-00001-of-00003.gguf", "m-00001-of-00003.bin"}) {
        EXPECT_FALSE(transfers::shard_name_of(name, ".gguf")) << name;
    }
}

TEST(LanguageTags, AreTwoLetterCodes) {
    EXPECT_TRUE(is_language_code("en"));
    EXPECT_TRUE(is_language_code("zu"));
    EXPECT_TRUE(is_language_code("aa"));
    for (const char* tag : {"tf", "EN", "e", "eng", "", "a ", "n "}) {
        EXPECT_FALSE(is_language_code(tag)) << tag;
    }
}

TEST(CardText, IsTheFirstParagraphOfProse) {
    EXPECT_EQ(
        first_paragraph(
            "---\nlicense: mit\nlanguage:\n- en\n---\n\n# Small\n\n<img src=\"x\">\n\n![logo](a.png)\n\n"
            "[![badge](b)](c) \n\n| a | b |\n\n**Small** is a [little](http://x) `model` that answers\n"
            "short questions <b>quickly</b>.\n\nMore text that is not shown any more at all here."),
        "Small is a little model that answers short questions quickly.");
    EXPECT_EQ(first_paragraph("```\ncode that is long enough to be taken for a paragraph\n```\n"), "");
    EXPECT_EQ(first_paragraph(""), "");
    EXPECT_EQ(first_paragraph("---\nnever closed\n"), "");
    EXPECT_EQ(first_paragraph("Too short."), "");
    EXPECT_EQ(first_paragraph("1. a list of things that is long enough to be a paragraph, but is none\n"),
              "");
    EXPECT_LE(first_paragraph(std::string(5000, 'x')).size(), 603U);
    EXPECT_EQ(first_paragraph("小模型可以很快地回答简短的问题，适合在笔记本电脑上使用。\n"),
              "小模型可以很快地回答简短的问题，适合在笔记本电脑上使用。");
    EXPECT_EQ(first_paragraph("A paragraph that is long enough and then \xff\xfe breaks"),
              "A paragraph that is long enough and then");
}

}  // namespace
}  // namespace hearth::hub
