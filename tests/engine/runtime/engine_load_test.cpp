#include "backend/cpu/matmul.h"
#include "engine_harness.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <hearth/devices.h>
#include <hearth/load_plan.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

/// An environment variable for as long as this lives.
class Environment {
 public:
    Environment(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) {
            before_ = before;
        }
        setenv(name, value, 1);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() {
        if (before_) {
            setenv(name_, before_->c_str(), 1);
        } else {
            unsetenv(name_);
        }
    }

 private:
    const char* name_;
    std::optional<std::string> before_;
};

class EngineLoad : public testing::Test {
 protected:
    std::filesystem::path written(const TinyModel& model) const {
        model.file.write(folder_.path() / "model.gguf");
        return folder_.path() / "model.gguf";
    }

    static LoadOptions options(ComputePath path) {
        LoadOptions options;
        options.path = path;
        options.thread_count = 2;
        options.context_tokens = 64;
        return options;
    }

    TemporaryFolder folder_;
    TinyModel model_ = tiny_model(tiny_model_names().front());
};

TEST_F(EngineLoad, AnInstructionSetThatIsNoneIsAnErrorEverywhere) {
    const auto path = written(model_);
    const auto file = ModelFile::open(path);
    ASSERT_TRUE(file) << file.error().message;
    const Environment wrong("HEARTH_ISA", "mmx");
    const auto plan = plan_load(*file, options(ComputePath::fast));
    const auto engine = Engine::load(path, options(ComputePath::fast));
    const auto list = devices();
    ASSERT_FALSE(plan);
    ASSERT_FALSE(engine);
    ASSERT_FALSE(list);
    for (const Error& error : {plan.error(), engine.error(), list.error()}) {
        EXPECT_EQ(error.code, ErrorCode::unsupported_feature);
        EXPECT_EQ(error.details.field, "HEARTH_ISA");
        EXPECT_EQ(error.details.actual, "mmx");
    }
}

TEST_F(EngineLoad, AnEmptyInstructionSetIsNone) {
    const Environment empty("HEARTH_ISA", "");
    EXPECT_TRUE(devices());
}

/// Multiplies the numbers of an F32, F16 or BF16 tensor so that they stay finite but are as large as they can
/// be.
void make_huge(ModelFixture::Tensor& tensor, float value) {
    ASSERT_EQ(tensor.info.gguf_type, 0U) << "an F32 tensor is needed";
    for (std::size_t i = 0; i < tensor.data.size(); i += sizeof value) {
        std::memcpy(tensor.data.data() + i, &value, sizeof value);
    }
}

TEST_F(EngineLoad, HugeWeightsAreAnErrorAndNoAnswer) {
    const cpu::Isa best = cpu::current_isa();
    for (const cpu::Isa isa : {cpu::Isa::portable, cpu::Isa::avx2, cpu::Isa::avx512_vnni}) {
        if (!cpu::use_isa(isa)) {
            continue;
        }
        for (const ModelFixture::Tensor& original : model_.file.tensors) {
            const std::string& name = original.info.name;
            if (name == "rope_freqs.weight") {
                continue;  // divides angles: no rotation at all
            }
            TinyModel model = tiny_model(model_.name);
            make_huge(model.file.tensor(name), 1e38F);
            auto engine = Engine::load(written(model), options(ComputePath::fast));
            ASSERT_TRUE(engine) << engine.error().message;
            GenerateRequest request;
            for (const std::int32_t token : model.prompt) {
                request.prompt.push_back(TokenId{token});
            }
            request.prompt.resize(std::min<std::size_t>(request.prompt.size(), 20));
            request.max_tokens = 2;
            request.end_tokens = EndTokens::ignore;
            const SequenceId id = (*engine)->submit(request);
            auto outcomes = collect(**engine, {id});
            const auto* failed = outcomes[id].last<Failed>();
            ASSERT_NE(failed, nullptr) << name << " on " << cpu::isa_name(isa);
            EXPECT_EQ(failed->error.code, ErrorCode::backend_failed) << name;
            EXPECT_NE(failed->error.message.find("model.gguf"), std::string::npos) << failed->error.message;
        }
    }
    ASSERT_TRUE(cpu::use_isa(best));
}

}  // namespace
}  // namespace hearth::test
