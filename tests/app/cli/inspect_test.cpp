#include "command_runner.h"
#include "support/real_models.h"
#include "support/temporary_folder.h"
#include "support/tiny_gguf.h"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

std::string container(const std::string& name) {
    return std::string(HEARTH_TEST_DATA) + "/gguf/" + name + ".gguf";
}

struct ContainerCase {
    const char* name;
    const char* code;  ///< empty: a valid container
};

// Table D1: one of each row, and the valid ones.
const ContainerCase kContainers[] = {
    {"ok_v3", ""},
    {"ok_v2", ""},
    {"extra_tail", ""},
    {"key_nul_utf8", ""},
    {"html", "BadMagic"},
    {"empty", "HeaderTruncated"},
    {"bigendian", "BadVersion"},
    {"nkv_max", "CountTooLarge"},
    {"keylen_max", "StringTooLong"},
    {"dup_key", "BadKey"},
    {"bool_2", "BadValueType"},
    {"arr_str_2p40", "ArrayTooLong"},
    {"align_13", "BadAlignment"},
    {"dim_wrap", "BadShape"},
    {"type_9999", "BadTensorType"},
    {"overlap", "BadOffset"},
    {"dup_tensor", "BadName"},
    {"data_short_1", "DataTruncated"},
};

TEST(Inspect, TellsValidContainersFromBrokenOnes) {
    for (const ContainerCase& each : kContainers) {
        const CommandResult result = run_command({"inspect", "--json", container(each.name)});
        EXPECT_EQ(result.exit_code, *each.code == '\0' ? 0 : 1) << each.name << result.errors;
        EXPECT_EQ(result.error("code"), each.code) << each.name;
        if (*each.code != '\0') {
            EXPECT_NE(result.errors.find(each.name), std::string::npos) << result.errors;
            EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
        }
    }
}

TEST(Inspect, ShowsWhatIsInsideAndWhyItCannotRun) {
    const auto json = run_command({"inspect", "--json", container("ok_v3")}).json();
    EXPECT_EQ(json["gguf_version"], 3);
    EXPECT_EQ(json["file_bytes"], 224);
    EXPECT_EQ(json["metadata"]["general.architecture"], "llama");
    ASSERT_EQ(json["tensors"].size(), 2U);
    EXPECT_EQ(json["tensors"][0]["name"], "a.weight");
    EXPECT_EQ(json["tensors"][0]["type"], "F32");
    EXPECT_EQ(json["tensors"][0]["dimensions"], nlohmann::json({4}));
    EXPECT_EQ(json["runnable"], false);
    EXPECT_FALSE(json["reason"]["message"].get<std::string>().empty());
    EXPECT_TRUE(json["memory"].is_null());
    const auto warned = run_command({"inspect", "--json", container("extra_tail")}).json();
    EXPECT_EQ(warned["warnings"].size(), 1U);
}

TEST(Inspect, NeverSendsRawKeysToTheTerminal) {
    const CommandResult text = run_command({"inspect", container("key_nul_utf8")});
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_NE(text.output.find("a\\0b\\xFF"), std::string::npos) << text.output;
    EXPECT_EQ(text.output.find('\0'), std::string::npos);
    const auto json = run_command({"inspect", "--json", container("key_nul_utf8")}).json();
    EXPECT_TRUE(json["metadata"].contains("a\\0b\\xFF"));
}

std::string template_state(const std::filesystem::path& file) {
    const auto json = run_command({"inspect", "--json", file.string()}).json();
    EXPECT_EQ(json["chat_template"]["reason"].is_null(), json["chat_template"]["state"] == "ok");
    return json["chat_template"]["state"].get<std::string>();
}

TEST(Inspect, SaysWhatTheChatTemplateIs) {
    const TemporaryFolder folder;
    const auto with = [&](const char* name, const auto& value) {
        const auto path = folder.path() / name;
        TinyGguf().set("tokenizer.chat_template", value).write(path);
        return path;
    };
    const auto absent = folder.path() / "absent.gguf";
    TinyGguf().write(absent);
    EXPECT_EQ(template_state(absent), "absent");
    EXPECT_EQ(template_state(with("empty.gguf", std::string())), "empty");
    EXPECT_EQ(template_state(with("number.gguf", std::int32_t{1})), "wrong_type");
    EXPECT_EQ(template_state(with("ok.gguf", std::string("{{ messages[0].content }}"))), "ok");
    const auto broken = with("broken.gguf", std::string("\n\n{% if"));
    EXPECT_EQ(template_state(broken), "invalid");
    EXPECT_EQ(run_command({"inspect", "--json", broken.string()}).json()["chat_template"]["reason"]["line"],
              3);
    EXPECT_NE(run_command({"inspect", broken.string()}).output.find("line 3"), std::string::npos);
}

TEST(Inspect, PlansTheMemoryOfARealModel) {
    const auto model = real_model("SmolLM2-135M-Instruct.Q4_1.gguf");
    if (!model) {
        GTEST_SKIP() << "the starter model is not there";
    }
    const auto at = [&](const char* context) {
        return run_command({"inspect", "--json", model->string(), "--context", context}).json();
    };
    const auto small = at("512");
    const auto large = at("8192");
    EXPECT_EQ(small["runnable"], true);
    EXPECT_EQ(small["memory"]["context_tokens"], 512);
    EXPECT_EQ(large["memory"]["context_tokens"], 8192);
    EXPECT_GT(large["memory"]["kv_bytes"], small["memory"]["kv_bytes"]);
    EXPECT_EQ(small["metadata"]["tokenizer.ggml.tokens"]["length"], 49152);
    EXPECT_EQ(small["chat_template"]["state"], "ok");
    EXPECT_EQ(small["tokenizer"]["ok"], true);
    EXPECT_TRUE(small["tokenizer"]["warnings"].is_array());
    EXPECT_EQ(run_command({"inspect", model->string()}).exit_code, 0);

    // What is asked for does not fit; the model runs all the same.
    for (const char* bytes : {"1", "18446744073709551615"}) {
        const auto json = run_command({"inspect", "--json", model->string(), "--kv-bytes", bytes}).json();
        EXPECT_EQ(json["runnable"], true) << bytes;
        EXPECT_TRUE(json["reason"].is_null()) << bytes;
        EXPECT_EQ(json["memory"]["fits"], false) << bytes;
    }
}

}  // namespace
}  // namespace hearth::test
