#include "format/huggingface/file_name_rule.h"

#include <string>

#include <gtest/gtest.h>

namespace hearth {
namespace {

TEST(FileNameRule, PlainNamesAreAllowed) {
    for (const std::string name :
         {"model.gguf", "Q4/model.gguf", "модель 8b.gguf", "a..b.gguf", "…gguf",
          "model-00001-of-00002.safetensors", "console.gguf", "com10.gguf", "lpt.gguf", ".hidden"}) {
        EXPECT_TRUE(is_safe_file_name(name)) << name;
    }
    EXPECT_TRUE(is_safe_file_name(std::string(255, 'a')));
}

TEST(FileNameRule, NamesThatLeaveTheFolderOrMeanSomethingElseAreNot) {
    for (const std::string name : {"../x.gguf", "a/../../x",  "/etc/x",       "\\\\srv\\s\\x",
                                   "C:\\x",     "C:x",        "a\\..\\..\\x", "x.gguf:ads",
                                   "",          ".",          "..",           "CON.gguf",
                                   "con",       "nul",        "NUL .txt",     "x.gguf.",
                                   "x.gguf ",   "aux.tar.gz", "com1.gguf",    "lpt\u00b9.txt",
                                   "a//b",      "a/",         "a/./b",        "a\nb",
                                   "a\x7f",     "a?b",        "a*b",          "a|b",
                                   "a<b",       "a\"b",       "CONOUT$",      "\xFF"}) {
        EXPECT_FALSE(is_safe_file_name(name)) << name;
    }
    EXPECT_FALSE(is_safe_file_name(std::string("x\0.gguf", 7)));
    EXPECT_FALSE(is_safe_file_name(std::string(256, 'a')));
    EXPECT_FALSE(is_safe_file_name(std::string(300, 'a')));
    std::string deep = "a";
    for (int i = 0; i < 600; ++i) {
        deep += "/a";
    }
    EXPECT_FALSE(is_safe_file_name(deep));
}

}  // namespace
}  // namespace hearth
