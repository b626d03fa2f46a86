#include "transfers/address.h"

#include <gtest/gtest.h>

using hearth::transfers::parse_address;
using hearth::transfers::without_secrets;

namespace {

TEST(Address, OnlyHttpAndHttps) {
    ASSERT_TRUE(parse_address("https://HuggingFace.co/a"));
    EXPECT_EQ(parse_address("https://HuggingFace.co:444/a")->host, "huggingface.co");
    EXPECT_EQ(parse_address("https://HuggingFace.co:444/a")->host_and_port, "huggingface.co:444");
    for (const char* bad : {"", "file:///etc/passwd", "ftp://a/b", "huggingface.co/a", "https://",
                            "https://a b/", "https://a/\r\nX: y", "gopher://a", "data:text/plain,x"}) {
        EXPECT_FALSE(parse_address(bad)) << bad;
    }
}

TEST(Address, SecretsAreCutOff) {
    EXPECT_EQ(without_secrets("https://me:word@host:81/p/f.gguf?X-Amz-Signature=abc&t=1#frag"),
              "https://host:81/p/f.gguf?…");
    EXPECT_EQ(without_secrets("https://host/p"), "https://host/p");
    EXPECT_EQ(without_secrets("token=abc def").find("abc"), std::string::npos);
}

}  // namespace
