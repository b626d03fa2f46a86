#include "library/network_hub_source.h"

#include "app/hub/fake_hub.h"
#include "app/transfers/test_download.h"
#include "support/checkpoint_fixture.h"
#include "support/round_probe.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"
#include "transfers/fetcher.h"

#include <hearth/load_plan.h>

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

using namespace hearth;
using namespace hearth::test;

namespace {

namespace fs = std::filesystem;

fit::DeviceSpeed device() {
    fit::DeviceSpeed device;
    device.probe = test::round_probe();
    return device;
}

/// A hub with one model in both formats, and what a window asks of it.
class NetworkHub : public testing::Test {
 protected:
    NetworkHub() {
        const TinyModel model = tiny_model("qwen3");
        model.file.write(gguf_);
        checkpoint_of(model).write(checkpoint_, 2);
        FakeRepository repository;
        repository.files["tiny-F32.gguf"] = {read_file(gguf_)};
        for (const auto& entry : fs::directory_iterator(checkpoint_)) {
            const std::string name = entry.path().filename().string();
            repository.files[name] = {read_file(entry.path()), name != "config.json"};
        }
        hub_.add("maker/Tiny", repository);
        options_.thread_count = 2;
        planning_->set({options_, device()});
    }

    hub::FileGroup group_of(hub::ModelFormat kind) {
        const auto page = source_.model("maker/Tiny", {});
        const auto group = std::ranges::find(page->groups, kind, &hub::FileGroup::kind);
        EXPECT_NE(group, page->groups.end());
        return *group;
    }
    void expect_plan_of(const FitAnswer& answer, const fs::path& here) {
        const auto* fit = std::get_if<fit::Fit>(&answer);
        ASSERT_NE(fit, nullptr);
        const auto model = ModelFile::open(here);
        ASSERT_TRUE(model);
        const auto expected = fit::assess(*model, options_, device(), 0);
        ASSERT_TRUE(expected);
        EXPECT_EQ(fit->weights_bytes, expected->weights_bytes);
        EXPECT_EQ(fit->kv_bytes, expected->kv_bytes);
        EXPECT_EQ(fit->workspace_bytes, expected->workspace_bytes);
        EXPECT_DOUBLE_EQ(fit->decode_tokens_per_s.value(), expected->decode_tokens_per_s.value());
        EXPECT_DOUBLE_EQ(fit->prefill_tokens_per_s.value(), expected->prefill_tokens_per_s.value());
    }

    TemporaryFolder folder_;
    fs::path gguf_ = folder_.path() / "tiny.gguf";
    fs::path checkpoint_ = folder_.path() / "checkpoint";
    FakeHub hub_;
    LoadOptions options_;
    transfers::OfflineSwitch offline_;
    transfers::RequestLog log_;
    transfers::Fetcher fetcher_{offline_, log_, quick_policy()};
    std::shared_ptr<PlanningInputs> planning_ = std::make_shared<PlanningInputs>();
    NetworkHubSource source_{fetcher_, hub_.hugging_face(), {}, planning_};
};

TEST_F(NetworkHub, BothFormatsAreToldWithMemoryAndSpeed) {
    expect_plan_of(source_.assess(group_of(hub::ModelFormat::gguf), 0, {}), gguf_);
    expect_plan_of(source_.assess(group_of(hub::ModelFormat::safetensors), 0, {}), checkpoint_);
}

TEST_F(NetworkHub, AHeaderIsFetchedOnce) {
    const hub::FileGroup group = group_of(hub::ModelFormat::safetensors);
    source_.assess(group, 0, {});
    const auto asked = hub_.paths().size();
    expect_plan_of(source_.assess(group, 0, {}), checkpoint_);
    EXPECT_EQ(hub_.paths().size(), asked);
}

TEST_F(NetworkHub, WhatCannotRunIsSaid) {
    CheckpointFixture fixture = checkpoint_of(tiny_model("qwen3"));
    fixture.config()["architectures"] = {"UnheardForCausalLM"};
    hub_.add("maker/Tiny", {{{"config.json", {fixture.config().dump(), false}},
                             {"tokenizer.json", {"{}"}},
                             {"model.safetensors", {safetensors_file(fixture.tensors)}}}});
    const FitAnswer answer = source_.assess(group_of(hub::ModelFormat::safetensors), 0, {});
    ASSERT_NE(std::get_if<Error>(&answer), nullptr);
    EXPECT_EQ(std::get<Error>(answer).code, ErrorCode::unsupported_architecture);
}

}  // namespace
