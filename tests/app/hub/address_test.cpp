#include "hub/address.h"

#include <gtest/gtest.h>

namespace hearth::hub {
namespace {

const std::vector<Endpoint> kEndpoints = known_endpoints();
const Endpoint& kHuggingFace = kEndpoints[0];
const Endpoint& kMirror = kEndpoints[1];
const Endpoint& kModelScope = kEndpoints[2];

HubAddress read(std::string_view text, const Endpoint& preferred = kHuggingFace) {
    const auto address = parse_address(text, kEndpoints, preferred);
    EXPECT_TRUE(address) << text;
    return address ? *address : HubAddress{};
}

TEST(HubAddress, ANameIsOneOfThePreferredHub) {
    EXPECT_EQ(read("Qwen/Qwen3-8B-GGUF"), (HubAddress{kHuggingFace, "Qwen/Qwen3-8B-GGUF"}));
    EXPECT_EQ(read("  Qwen/Qwen3-8B-GGUF\n", kModelScope), (HubAddress{kModelScope, "Qwen/Qwen3-8B-GGUF"}));
    EXPECT_EQ(read("Qwen/Qwen3-8B-GGUF:Q4_K_M"),
              (HubAddress{kHuggingFace, "Qwen/Qwen3-8B-GGUF", "", "", "Q4_K_M"}));
}

TEST(HubAddress, PagesOfHuggingFace) {
    const HubAddress model{kHuggingFace, "Qwen/Qwen3-8B-GGUF"};
    EXPECT_EQ(read("https://huggingface.co/Qwen/Qwen3-8B-GGUF"), model);
    EXPECT_EQ(read("huggingface.co/Qwen/Qwen3-8B-GGUF/"), model);
    EXPECT_EQ(read("https://HuggingFace.co/Qwen/Qwen3-8B-GGUF?library=x#usage"), model);
    EXPECT_EQ(read("hf.co/Qwen/Qwen3-8B-GGUF", kModelScope), model);
    EXPECT_EQ(read("https://huggingface.co/Qwen/Qwen3-8B-GGUF/discussions/3"), model);
    EXPECT_EQ(read("hf.co/Qwen/Qwen3-8B-GGUF:Q8_0").quantization, "Q8_0");
    EXPECT_EQ(read("https://hf-mirror.com/Qwen/Qwen3-8B-GGUF").endpoint, kMirror);
    EXPECT_EQ(read("https://huggingface.co/Qwen/Qwen3-8B-GGUF/tree/v1").revision, "v1");
}

TEST(HubAddress, FilesOfHuggingFace) {
    const HubAddress file{kHuggingFace, "a/b", "main", "Q4/модель 8b.gguf"};
    EXPECT_EQ(read("https://huggingface.co/a/b/blob/main/Q4/%D0%BC%D0%BE%D0%B4%D0%B5%D0%BB%D1%8C%208b.gguf"),
              file);
    EXPECT_EQ(read("https://huggingface.co/a/b/resolve/refs%2Fpr%2F1/x.gguf?download=true"),
              (HubAddress{kHuggingFace, "a/b", "refs/pr/1", "x.gguf"}));
}

TEST(HubAddress, PagesAndFilesOfModelScope) {
    const HubAddress model{kModelScope, "Qwen/Qwen3-8B-GGUF"};
    EXPECT_EQ(read("https://modelscope.cn/models/Qwen/Qwen3-8B-GGUF"), model);
    EXPECT_EQ(read("https://www.modelscope.cn/models/Qwen/Qwen3-8B-GGUF/files"), model);
    EXPECT_EQ(read("https://modelscope.cn/models/Qwen/Qwen3-8B-GGUF/resolve/master/q/x.gguf"),
              (HubAddress{kModelScope, "Qwen/Qwen3-8B-GGUF", "master", "q/x.gguf"}));
    EXPECT_EQ(read("https://modelscope.cn/models/Qwen/Qwen3-8B-GGUF/file/view/master/x.gguf").file, "x.gguf");
    EXPECT_EQ(read("https://modelscope.cn/api/v1/models/Qwen/Qwen3-8B-GGUF/"
                   "repo?Revision=master&FilePath=q%2Fx.gguf"),
              (HubAddress{kModelScope, "Qwen/Qwen3-8B-GGUF", "master", "q/x.gguf"}));
}

TEST(HubAddress, AnOwnHubMayLieInAFolder) {
    const Endpoint own = *custom_endpoint(EndpointKind::hugging_face, "http://127.0.0.1:8080/hub");
    EXPECT_EQ(read("http://127.0.0.1:8080/hub/a/b/resolve/main/x.gguf", own),
              (HubAddress{own, "a/b", "main", "x.gguf"}));
    EXPECT_FALSE(parse_address("http://127.0.0.1:8080/a/b", kEndpoints, own));
}

TEST(HubAddress, WhatIsNoneIsRefused) {
    for (const char* text : {"",
                             "gpt2",
                             "a/b/c",
                             "/a/b",
                             "https://example.com/a/b",
                             "https://huggingface.co.evil.test/a/b",
                             "https://huggingface.co@evil.test/a/b",
                             "https://evil.test/huggingface.co/a/b",
                             "ftp://huggingface.co/a/b",
                             "file:///etc/passwd",
                             "https://huggingface.co/datasets/a/b",
                             "https://huggingface.co/spaces/a/b",
                             "https://huggingface.co/Qwen",
                             "https://huggingface.co/",
                             "https://huggingface.co",
                             "a b/c",
                             "a/b?x",
                             "javascript:alert(1)",
                             "https://huggingface.co/a/b/blob/main",
                             "https://modelscope.cn/models/a",
                             "https://modelscope.cn/api/v1/models/a/b/repo?Revision=x",
                             "https://huggingface.co/a/b%zz",
                             "a/b:Q4 K"}) {
        const auto address = parse_address(text, kEndpoints, kHuggingFace);
        ASSERT_FALSE(address) << text;
        EXPECT_EQ(address.failure().kind, transfers::FailureKind::bad_address) << text;
    }
}

/// Rows of the unsafe names, pasted as an id and as the file of an address.
TEST(HubAddress, UnsafeNamesAreRefused) {
    for (const std::string& name :
         {std::string("../x.gguf"), std::string("a/../../x"), std::string("/etc/x"),
          std::string("\\\\srv\\s\\x"), std::string("C:\\x"), std::string("C:x"), std::string("a\\..\\..\\x"),
          std::string("x\0.gguf", 7), std::string("x.gguf:ads"), std::string(), std::string("."),
          std::string(300, 'a'), std::string("CON.gguf"), std::string("nul"), std::string("x.gguf."),
          std::string("x.gguf ")}) {
        EXPECT_FALSE(parse_address(name, kEndpoints, kHuggingFace)) << name;
        EXPECT_FALSE(parse_address("owner/" + (name.empty() ? "." : name) + "/..", kEndpoints, kHuggingFace))
            << name;
        if (name != "x.gguf ") {  // a space at the end of what was pasted is not part of it
            EXPECT_FALSE(
                parse_address("https://huggingface.co/a/b/resolve/main/" + name, kEndpoints, kHuggingFace))
                << name;
        }
    }
    const auto escaped =
        parse_address("https://huggingface.co/a/b/resolve/main/..%2F..%2Fx", kEndpoints, kHuggingFace);
    ASSERT_FALSE(escaped);
    EXPECT_EQ(escaped.failure().kind, transfers::FailureKind::bad_request);
    EXPECT_FALSE(parse_address("https://huggingface.co/a/b/resolve/..%2f..%2fx/y", kEndpoints, kHuggingFace));
}

}  // namespace
}  // namespace hearth::hub
