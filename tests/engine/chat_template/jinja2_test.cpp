// What Python's jinja2 makes of templates: two files of expected answers, compared byte for byte.

#include "rendering.h"

#include <map>
#include <string>

namespace hearth {
namespace {

using test::Json;

TEST(ChatTemplateLikeJinja2, RendersTheOracle) {
    const Json cases = test::read_json("jinja_oracle.json");
    ASSERT_EQ(cases.size(), 32U);
    const Json messages = {{{"role", "system"}, {"content", "S"}},
                           {{"role", "user"}, {"content", "a"}},
                           {{"role", "assistant"}, {"content", "<think>\nhid\n</think>\n\nb"}},
                           {{"role", "user"}, {"content", "c"}}};
    const std::map<std::string, ErrorCode> codes = {{"TemplateError", ErrorCode::template_raised},
                                                    {"UndefinedError", ErrorCode::template_undefined},
                                                    {"SecurityError", ErrorCode::template_failed}};
    for (const Json& one : cases) {
        SCOPED_TRACE(one["id"].get<std::string>());
        const auto rendered =
            test::render(one["template"].get<std::string>(), test::input_of(messages, one["vars"]));
        const auto status = one["status"].get<std::string>();
        const auto expect = one["expect"].get<std::string>();
        if (status == "ok") {
            ASSERT_TRUE(rendered) << rendered.error().message;
            EXPECT_EQ(test::text_of(*rendered), expect);
        } else {
            ASSERT_FALSE(rendered) << test::text_of(*rendered);
            EXPECT_EQ(rendered.error().code, codes.at(status));
            EXPECT_EQ(rendered.error().details.actual, expect);
            EXPECT_EQ(rendered.error().details.line, 1U);
        }
    }
}

TEST(ChatTemplateLikeJinja2, RendersEveryConstruct) {
    const Json document = test::read_json("constructs.json");
    ASSERT_GT(document["cases"].size(), 400U);
    for (const Json& one : document["cases"]) {
        const auto source = one["template"].get<std::string>();
        SCOPED_TRACE(one["id"].get<std::string>() + ": " + source);
        const auto rendered =
            test::render(source, test::input_of(document["messages"], document["variables"]));
        if (one.contains("expect")) {
            EXPECT_TRUE(rendered) << rendered.error().message;
            if (rendered) {
                EXPECT_EQ(test::text_of(*rendered), one["expect"].get<std::string>());
            }
            continue;
        }
        EXPECT_FALSE(rendered) << test::text_of(*rendered);
        if (!rendered) {
            EXPECT_EQ(error_name(rendered.error().code), one["error"].get<std::string>())
                << rendered.error().message;
        }
    }
}

}  // namespace
}  // namespace hearth
