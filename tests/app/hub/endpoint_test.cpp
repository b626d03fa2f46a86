#include "hub/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth::hub {
namespace {

using ::testing::ElementsAre;

TEST(Endpoint, KnownOnesAreEncryptedAndHaveOwnNames) {
    const std::vector<Endpoint> endpoints = known_endpoints();
    ASSERT_EQ(endpoints.size(), 3U);
    for (const Endpoint& endpoint : endpoints) {
        EXPECT_TRUE(endpoint.base_url.starts_with("https://")) << endpoint.id;
        EXPECT_FALSE(endpoint.base_url.ends_with('/')) << endpoint.id;
        EXPECT_EQ(*endpoint_named(endpoint.id), endpoint);
        EXPECT_EQ(*endpoint_named(endpoint.base_url), endpoint);
    }
}

TEST(Endpoint, OwnAddressesAreChecked) {
    const auto endpoint = custom_endpoint(EndpointKind::model_scope, "https://Hub.example:8443/prefix//");
    ASSERT_TRUE(endpoint);
    EXPECT_EQ(endpoint->id, "custom");
    EXPECT_EQ(endpoint->name, "hub.example:8443");
    EXPECT_EQ(endpoint->kind, EndpointKind::model_scope);
    EXPECT_EQ(endpoint->base_url, "https://Hub.example:8443/prefix");
    for (const char* url : {"http://127.0.0.1:5000", "http://localhost", "http://[::1]:8080"}) {
        EXPECT_TRUE(custom_endpoint(EndpointKind::hugging_face, url)) << url;
    }
    for (const char* url :
         {"", "hub.example", "http://hub.example", "ftp://hub.example", "https://user@hub.example",
          "https://hub.example/?a=b", "https://hub.example/#x", "https://", "https://a b",
          "file:///etc/passwd", "http://127.0.0.1.evil.example", "https://hub.example\\x",
          "http://127.0.0.1@evil.example", "https://hub\n.example"}) {
        const auto refused = custom_endpoint(EndpointKind::hugging_face, url);
        ASSERT_FALSE(refused) << url;
        EXPECT_EQ(refused.failure().kind, transfers::FailureKind::bad_address) << url;
    }
}

TEST(Endpoint, TheKindOfAnAddressCanBeNamed) {
    EXPECT_EQ(endpoint_named("modelscope=https://hub.example")->kind, EndpointKind::model_scope);
    EXPECT_EQ(endpoint_named("huggingface=https://hub.example")->kind, EndpointKind::hugging_face);
    EXPECT_EQ(endpoint_named("https://hub.example")->kind, EndpointKind::hugging_face);
    EXPECT_FALSE(endpoint_named("modelscope=x"));
    EXPECT_FALSE(endpoint_named("nobody"));
}

TEST(Endpoint, TheTokenIsForTheHubItself) {
    EXPECT_THAT(token_hosts(*endpoint_named("huggingface")), ElementsAre("huggingface.co"));
    EXPECT_THAT(token_hosts(*endpoint_named("modelscope")),
                ElementsAre("modelscope.cn", "www.modelscope.cn"));
    EXPECT_THAT(token_hosts(*endpoint_named("http://127.0.0.1:99")), ElementsAre("http://127.0.0.1:99"));
    EXPECT_THAT(token_hosts(*endpoint_named("https://hub.example:8443/x")), ElementsAre("hub.example:8443"));
}

}  // namespace
}  // namespace hearth::hub
