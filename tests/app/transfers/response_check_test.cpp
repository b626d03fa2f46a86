#include "transfers/response_check.h"

#include "app/transfers/test_download.h"

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const DownloadRequest kRequest = request_for(test_content(), "/x", {});

ResponseHead head_of(std::initializer_list<std::string_view> lines) {
    ResponseHead head;
    for (const std::string_view line : lines) {
        read_header_line(line, head);
    }
    return head;
}

TEST(ResponseCheck, ReadsHeaders) {
    const ResponseHead head = head_of({"HTTP/1.1 200 OK\r\n", "content-LENGTH: 12 \r\n", "ETag: W/\"x\"\r\n",
                                       "HTTP/2 206\r\n", "Content-Range:bytes 1-2/3\r\n", "no colon"});
    EXPECT_EQ(head.status, 206U);
    EXPECT_FALSE(head.content_length);
    EXPECT_EQ(head.etag, "");
    EXPECT_EQ(head.content_range, "bytes 1-2/3");
}

TEST(ResponseCheck, AStatusLineWithoutAStatusHasNone) {
    for (const char* line : {"HTTP/1.1 ", "HTTP/1.1 \r\n", "HTTP/1.1", "HTTP/1.1  \r\n", "HTTP/1.1 x"}) {
        EXPECT_EQ(head_of({line}).status, 0U) << line;
    }
}

TEST(ResponseCheck, AppendsOnlyTheRangeThatWasAskedFor) {
    const auto use = [](std::string range, std::string etag = "\"a\"") {
        return check_response(head_of({"HTTP/1.1 206 X", "Content-Range: " + range, "ETag: " + etag}),
                              kRequest, ByteRange{40'000, 100'000}, "\"a\"")
            ->use;
    };
    EXPECT_EQ(use("bytes 40000-99999/100000"), BodyUse::piece);
    EXPECT_EQ(use("bytes 40000-99999/*"), BodyUse::piece);
    EXPECT_EQ(use("Bytes 40000-99999/100000"), BodyUse::piece);
    for (const char* wrong :
         {"", "bytes 10-99999/100000", "bytes 40000-100000/100001", "bytes 40000-99999/200000",
          "bytes */100000", "bytes 40000-99999", "40000-99999/100000", "bytes 40000/100000-99999",
          "bytes -1-99999/100000", "bytes 40000-99999/100000 "}) {
        const auto answer = use(wrong);
        if (std::string_view(wrong).ends_with(" ")) {
            EXPECT_EQ(answer, BodyUse::piece) << "outer blanks do not count";
        } else {
            EXPECT_EQ(answer, BodyUse::ask_from_start) << wrong;
        }
    }
    EXPECT_EQ(use("bytes 40000-99999/100000", "\"b\""), BodyUse::ask_from_start);
    EXPECT_EQ(use("bytes 40000-99999/100000", "W/\"b\""), BodyUse::piece) << "a weak one says nothing";
}

TEST(ResponseCheck, TakesFewerBytesButNeverMore) {
    const auto end = [](std::string range) {
        return check_response(head_of({"HTTP/1.1 206 X", "Content-Range: " + range}), kRequest,
                              ByteRange{1000, 2000}, "");
    };
    EXPECT_EQ(end("bytes 1000-1999/100000")->end, 2000U);
    EXPECT_EQ(end("bytes 1000-1499/100000")->end, 1500U);
    EXPECT_EQ(end("bytes 1000-2000/100000")->use, BodyUse::ask_from_start);
}

TEST(ResponseCheck, APartWhereAllWasAskedForIsRefused) {
    auto use =
        check_response(head_of({"HTTP/1.1 206 X", "Content-Range: bytes 0-99999/100000"}), kRequest, {}, "");
    ASSERT_FALSE(use);
    EXPECT_EQ(use.failure().kind, FailureKind::range_refused);
}

TEST(ResponseCheck, StatusAndRetryAfter) {
    auto busy = check_response(head_of({"HTTP/1.1 429 X", "Retry-After: 7"}), kRequest, {}, "");
    ASSERT_FALSE(busy);
    EXPECT_EQ(busy.failure().retry_after_seconds, 7U);
    busy = check_response(head_of({"HTTP/1.1 503 X", "Retry-After: Wed, 21 Oct 2037 07:28:00 GMT"}), kRequest,
                          {}, "");
    EXPECT_GT(busy.failure().retry_after_seconds.value_or(0), 3600U);
    EXPECT_TRUE(busy.failure().retry_after_date);
}

TEST(ResponseCheck, LinkedHashAndSize) {
    EXPECT_FALSE(check_linked_file(
        head_of({"HTTP/1.1 302 X", "X-Linked-ETag: \"" + kRequest.sha256 + "\"", "X-Linked-Size: 100000"}),
        kRequest));
    EXPECT_FALSE(
        check_linked_file(head_of({"HTTP/1.1 302 X", "X-Linked-ETag: \"5d41402abc4b2a76\""}), kRequest));
    EXPECT_TRUE(check_linked_file(head_of({"HTTP/1.1 302 X", "X-Linked-Size: 100001"}), kRequest));
}

TEST(ResponseCheck, StrongEtags) {
    EXPECT_TRUE(is_strong_etag("\"abc\""));
    EXPECT_TRUE(is_strong_etag("\"\""));
    for (const char* weak : {"", "abc", "W/\"abc\"", "\"", "\"a b\"", "\"a\tb\""}) {
        EXPECT_FALSE(is_strong_etag(weak)) << weak;
    }
}

}  // namespace
