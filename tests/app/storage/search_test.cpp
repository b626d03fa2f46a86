#include "store_fixture.h"

#include <set>

#include <gmock/gmock.h>

namespace hearth::storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SearchTest : public StoreTest {
 protected:
    SearchResult search(const std::string& text, std::uint32_t limit = 50) {
        return must(store_.search({text, limit, std::chrono::milliseconds(2000), {}}));
    }
    std::vector<std::string> snippets(const std::string& text) {
        std::vector<std::string> snippets;
        for (const SearchHit& hit : search(text).hits) {
            snippets.push_back(hit.message ? hit.snippet : hit.title);
        }
        return snippets;
    }
};

TEST_F(SearchTest, FindsTitlesAndMessagesNewestFirst) {
    turn(chat("Cooking rice"), "How long does rice take?", "Twenty minutes.");
    turn(chat("Physics"), "What is light?", "A wave. RICE is not.");
    const SearchResult result = search("rice");
    ASSERT_EQ(result.hits.size(), 3u);
    EXPECT_EQ(result.hits[0].title, "Physics");
    EXPECT_EQ(result.hits[0].role, Role::assistant);
    EXPECT_TRUE(result.complete);
    EXPECT_FALSE(result.more);
    for (const SearchHit& hit : result.hits) {
        const std::string& text = hit.message ? hit.snippet : hit.title;
        const auto& matches = hit.message ? hit.snippet_matches : hit.title_matches;
        ASSERT_EQ(matches.size(), 1u);
        EXPECT_THAT(text.substr(matches[0].offset, matches[0].bytes), testing::AnyOf("rice", "RICE"));
    }
}

TEST_F(SearchTest, ChineseOfAnyLength) {
    turn(chat(), "请写一首关于秋天的七言绝句", "秋风起兮白云飞");
    for (const char* typed :
         {"秋", "秋天", "七言绝", "七言绝句", "白云", "关于秋天的七言", "一首 绝句", "首 秋天 七言绝"}) {
        EXPECT_FALSE(snippets(typed).empty()) << typed;
    }
    for (const char* typed : {"春", "春天", "天秋", "言七绝", "绝句 春"}) {
        EXPECT_TRUE(snippets(typed).empty()) << typed;
    }
}

TEST_F(SearchTest, ShortAndOddWords) {
    turn(chat(), "Is AI written in C# or in Go?", "Neither → 🙂 100% _really_");
    for (const char* typed :
         {"AI", "ai", "C#", "go", "Go?", "→", "🙂", "%", "0%", "a", "_", "_r", "is ai go"}) {
        EXPECT_FALSE(snippets(typed).empty()) << typed;
    }
    for (const char* typed : {"ei", "D#", "←", "x", "%_"}) {
        EXPECT_TRUE(snippets(typed).empty()) << typed;
    }
}

TEST_F(SearchTest, WhatIsTypedIsData) {
    turn(chat(), R"(say "hello" AND NOT (text:x) OR y* ^z {a b}: NEAR(c) - 'q' -- ; DROP TABLE message)",
         "ok");
    for (const char* typed : {R"("hello")",
                              R"(")",
                              R"("hel)",
                              "AND NOT",
                              "(text:x)",
                              "y*",
                              "^z",
                              "{a",
                              "NEAR(c)",
                              "'q'",
                              "--",
                              ";",
                              "DROP TABLE message",
                              "text:x",
                              R"(""")",
                              "*",
                              "%%%",
                              "___",
                              "hello* OR",
                              "\\",
                              "NOT",
                              "("}) {
        const auto result = store_.search({typed, 50, std::chrono::milliseconds(2000), {}});
        ASSERT_TRUE(result.has_value()) << typed << result.error().message;
    }
    EXPECT_EQ(snippets(R"("hello")").size(), 1u);
    EXPECT_EQ(snippets("y*").size(), 1u);
    EXPECT_THAT(snippets("hel*"), IsEmpty());
    EXPECT_THAT(snippets("___"), IsEmpty());
    EXPECT_EQ(problem(store_.search({std::string(5000, 'x'), 50, {}, {}})), StorageProblem::too_large);
    EXPECT_THAT(snippets(""), IsEmpty());
    EXPECT_THAT(snippets("   "), IsEmpty());
    must(store_.verify());
}

TEST_F(SearchTest, EveryWordMustOccur) {
    const auto id = chat();
    turn(id, "red apples and pears", "x");
    turn(id, "green apples", "y");
    EXPECT_EQ(snippets("apples").size(), 2u);
    EXPECT_THAT(snippets("apples red"), ElementsAre("red apples and pears"));
    EXPECT_THAT(snippets("apples blue"), IsEmpty());
}

TEST_F(SearchTest, AnAnswerIsFoundWhileItIsWrittenAndAfter) {
    const auto id = chat();
    const BegunTurn begun = must(store_.begin_turn({id, {}, "q", {}, "m", {}}));
    must(store_.save_snapshots({{begun.answer, "the quick brown"}}));
    EXPECT_EQ(snippets("quick").size(), 1u);
    must(store_.finish_answer({begun.answer, "the slow fox", MessageStatus::stopped, {}, {}, {}}));
    EXPECT_THAT(snippets("quick"), IsEmpty());
    EXPECT_EQ(snippets("slow").size(), 1u);
    must(store_.resume_answer(begun.answer, "m", {}));
    EXPECT_EQ(snippets("slow").size(), 1u);
    must(store_.finish_answer({begun.answer, "the slow fox jumps", MessageStatus::complete, {}, {}, {}}));
    EXPECT_THAT(snippets("slow jumps"), ElementsAre("the slow fox jumps"));
}

TEST_F(SearchTest, LimitSaysThatThereIsMore) {
    const auto id = chat();
    for (int i = 0; i < 5; ++i) {
        turn(id, "needle " + std::to_string(i), "x");
    }
    const SearchResult result = search("needle", 3);
    EXPECT_EQ(result.hits.size(), 3u);
    EXPECT_TRUE(result.more);
    EXPECT_EQ(result.hits[0].snippet, "needle 4");
    EXPECT_FALSE(search("needle", 5).more);
}

TEST_F(SearchTest, ALongChatHidesNoOther) {
    turn(chat("old"), "needle in the old one", "x");
    const auto long_one = chat("long");
    for (int i = 0; i < 5; ++i) {
        turn(long_one, "needle " + std::to_string(i), "x");
    }
    SearchRequest request{"needle", 2, std::chrono::milliseconds(2000), {}};
    request.one_of_each = true;
    SearchResult result = must(store_.search(request));
    ASSERT_EQ(result.hits.size(), 2u);
    EXPECT_EQ(result.hits[0].snippet, "needle 4");
    EXPECT_EQ(result.hits[1].snippet, "needle in the old one");
    EXPECT_FALSE(result.more);
    turn(chat("needle of the title"), "a needle too", "x");
    result = must(store_.search(request));
    ASSERT_EQ(result.hits.size(), 3u);  // the title and its message are one chat
    EXPECT_TRUE(result.more);
}

TEST_F(SearchTest, GoesOnWhereItStopped) {
    turn(chat(), "the oldest needle", "x");
    const auto id = chat();
    for (int i = 0; i < 200; ++i) {
        turn(id, "needle and needle? # " + std::to_string(i), "x");
    }
    for (const bool indexed : {false, true}) {
        if (indexed) {
            while (must(store_.tidy())) {
            }
        }
        SearchRequest request{"needle", 1000, std::chrono::milliseconds(-1), {}};
        std::set<std::int64_t> found;
        int slices = 0;
        for (bool more = true; more && slices < 100; ++slices) {
            const SearchResult result = must(store_.search(request));
            EXPECT_EQ(result.complete, !result.rest);
            for (const SearchHit& hit : result.hits) {
                EXPECT_TRUE(found.insert(hit.message->value).second) << "found twice";
            }
            request.from = result.rest;
            more = !result.complete;
        }
        EXPECT_EQ(found.size(), 201u);
        EXPECT_GT(slices, 2);
        EXPECT_LT(slices, 20);
    }
}

TEST_F(SearchTest, WithinOneChat) {
    turn(chat(), "needle one", "x");
    const auto second = chat();
    turn(second, "needle two", "x");
    EXPECT_EQ(must(store_.search({"needle", 50, std::chrono::milliseconds(500), second})).hits.size(), 1u);
}

TEST_F(SearchTest, RunningOutOfTimeIsSaid) {
    const auto id = chat();
    for (int i = 0; i < 80; ++i) {
        turn(id, "question # " + std::to_string(i), "x");
    }
    const SearchResult result =
        must(store_.search({"question", 50, std::chrono::milliseconds(-1), chat("another")}));
    EXPECT_FALSE(result.complete);
}

}  // namespace
}  // namespace hearth::storage
