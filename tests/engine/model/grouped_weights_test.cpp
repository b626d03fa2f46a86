#include "model/architecture.h"
#include "support/backends.h"
#include "support/checkpoint_fixture.h"
#include "support/model_runner.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"
#include "tensor/codec.h"
#include "tensor/half.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// Matrices that GPTQ and AWQ quantized, packed here from known integers, scales and zero points, against
// their formula in double.

namespace hearth::test {
namespace {

using nlohmann::json;

/// How a test matrix is quantized.
struct Packing {
    std::string method = "gptq";
    std::uint32_t bits = 4;
    std::int32_t group_size = 32;
    bool zeros_less_one = true;
    bool shuffled = false;  ///< inputs belong to groups in any order
};

/// A matrix of known quants.
class Grouped {
 public:
    Grouped(std::uint32_t inputs, std::uint32_t outputs, const Packing& packing, std::uint32_t seed)
        : packing_(packing), inputs_(inputs), outputs_(outputs), random_(seed) {
        group_ = packing.group_size < 0 ? inputs : static_cast<std::uint32_t>(packing.group_size);
        groups_ = (inputs + group_ - 1) / group_;
        const std::uint32_t levels = 1U << packing.bits;
        fill(quants_, std::size_t{inputs} * outputs, levels);
        fill(zeros_, std::size_t{groups_} * outputs, levels);
        zeros_[0] = 0;  // stored as the largest number where one is taken off
        zeros_[1] = levels - 1;
        for (std::size_t i = 0; i < std::size_t{groups_} * outputs; ++i) {
            scales_.push_back(f32_to_f16(std::ldexp(static_cast<float>(random_() % 2000 + 1), -15)));
        }
        for (std::uint32_t input = 0; input < inputs; ++input) {
            group_of_.push_back(input / group_);
        }
        if (packing.shuffled) {
            std::ranges::shuffle(group_of_, random_);
        }
    }

    double value(std::uint32_t output, std::uint32_t input) const {
        const std::size_t part = std::size_t{group_of_[input]} * outputs_ + output;
        return static_cast<double>(f16_to_f32(scales_[part])) *
               (static_cast<double>(quants_[std::size_t{input} * outputs_ + output]) - zeros_[part]);
    }

    /// The stored tensors of module `name`.
    std::vector<StoredTensor> tensors(const std::string& name) const {
        const bool gptq = packing_.method == "gptq";
        const std::uint32_t packed = 32 / packing_.bits;
        std::vector<StoredTensor> out;
        std::vector<std::uint32_t> words(std::size_t{inputs_} * outputs_ / packed);
        for (std::uint32_t input = 0; input < inputs_; ++input) {
            for (std::uint32_t output = 0; output < outputs_; ++output) {
                const std::uint32_t quant = quants_[std::size_t{input} * outputs_ + output];
                if (gptq) {
                    words[std::size_t{input / packed} * outputs_ + output] |=
                        quant << (packing_.bits * (input % packed));
                } else {
                    words[(std::size_t{input} * outputs_ + output) / 8] |= quant << awq_shift(output);
                }
            }
        }
        const std::uint64_t rows = gptq ? inputs_ / packed : inputs_;
        out.push_back(stored_tensor(name + ".qweight", "I32", {rows, words.size() / rows},
                                    std::span<const std::uint32_t>(words)));
        std::vector<std::uint32_t> zeros(std::size_t{groups_} * outputs_ / packed);
        for (std::size_t i = 0; i < zeros_.size(); ++i) {
            const std::uint32_t levels = 1U << packing_.bits;
            const std::uint32_t stored =
                packing_.zeros_less_one ? (zeros_[i] + levels - 1) % levels : zeros_[i];
            const auto output = static_cast<std::uint32_t>(i % outputs_);
            zeros[i / packed] |= stored << (gptq ? packing_.bits * (output % packed) : awq_shift(output));
        }
        out.push_back(stored_tensor(name + ".qzeros", "I32", {groups_, outputs_ / packed},
                                    std::span<const std::uint32_t>(zeros)));
        out.push_back(stored_tensor(name + ".scales", "F16", {groups_, outputs_},
                                    std::span<const std::uint16_t>(scales_)));
        if (gptq) {
            out.push_back(
                stored_tensor(name + ".g_idx", "I32", {inputs_}, std::span<const std::uint32_t>(group_of_)));
        }
        return out;
    }

 private:
    /// AWQ writes outputs 0 2 4 6 1 3 5 7 from the lowest bits of a word on.
    static std::uint32_t awq_shift(std::uint32_t output) {
        const std::uint32_t in_word = output % 8;
        return 4 * (in_word / 2 + (in_word % 2 == 1 ? 4 : 0));
    }
    void fill(std::vector<std::uint32_t>& values, std::size_t count, std::uint32_t levels) {
        for (std::size_t i = 0; i < count; ++i) {
            values.push_back(static_cast<std::uint32_t>(random_() % levels));
        }
    }

    Packing packing_;
    std::uint32_t inputs_;
    std::uint32_t outputs_;
    std::mt19937 random_;
    std::uint32_t group_ = 0;
    std::uint32_t groups_ = 0;
    std::vector<std::uint32_t> quants_;  ///< [input][output]
    std::vector<std::uint32_t> zeros_;   ///< [group][output]
    std::vector<std::uint16_t> scales_;  ///< [group][output]
    std::vector<std::uint32_t> group_of_;
};

json quantization(const Packing& packing) {
    json config = {
        {"quant_method", packing.method}, {"bits", packing.bits}, {"group_size", packing.group_size}};
    if (packing.method == "gptq") {
        config["desc_act"] = packing.shuffled;
        config["checkpoint_format"] = packing.zeros_less_one ? "gptq" : "gptq_v2";
    } else {
        config["version"] = "gemm";
        config["zero_point"] = true;
    }
    return config;
}

void replace(CheckpointFixture& checkpoint, const std::string& module, const Grouped& matrix) {
    checkpoint.remove_tensor(module + ".weight");
    for (StoredTensor& tensor : matrix.tensors(module)) {
        checkpoint.tensors.push_back(std::move(tensor));
    }
}

struct Case {
    const char* name;
    Packing packing;
    std::uint32_t inputs;
    std::uint32_t outputs;
    DType type;
};
std::ostream& operator<<(std::ostream& out, const Case& test) {
    return out << test.name;
}

class GroupedWeights : public testing::TestWithParam<Case> {};

/// Every value is the formula's, exactly, but for groups that are decoded to f16: the nearest of those.
TEST_P(GroupedWeights, AreTheFormula) {
    const Case& test = GetParam();
    CheckpointFixture checkpoint = checkpoint_of(tiny_model("qwen2"));
    checkpoint.config()["quantization_config"] = quantization(test.packing);
    const std::string module = "model.layers.1.mlp.down_proj";
    const Grouped matrix(test.inputs, test.outputs, test.packing, 1);
    replace(checkpoint, module, matrix);
    const TemporaryFolder folder;
    checkpoint.write(folder.path());
    const auto file = ModelFile::open(folder.path());
    ASSERT_TRUE(file) << file.error().message;
    const TensorInfo* tensor = file->find("blk.1.ffn_down.weight");
    ASSERT_NE(tensor, nullptr);
    EXPECT_EQ(tensor->type, test.type);
    EXPECT_EQ(tensor->dimensions, (std::vector<std::uint64_t>{test.inputs, test.outputs}));
    EXPECT_EQ(file->warnings().size(), test.type == DType::f16 ? 1U : 0U);
    for (const std::size_t rows : {std::size_t{16}, std::size_t{3}}) {
        const std::size_t row_bytes = tensor->bytes / test.outputs;
        std::vector<float> values(test.inputs);
        std::vector<std::byte> stored(rows * row_bytes);
        for (std::uint32_t first = 0; first < test.outputs; first += static_cast<std::uint32_t>(rows)) {
            const std::size_t count = std::min<std::size_t>(rows, test.outputs - first);
            const auto status =
                file->read(*tensor, first * row_bytes, std::span(stored).first(count * row_bytes));
            ASSERT_TRUE(status) << status.error().message;
            for (std::uint32_t row = 0; row < count; ++row) {
                dequantize(test.type, std::span(stored).subspan(row * row_bytes, row_bytes), values);
                for (std::uint32_t input = 0; input < test.inputs; ++input) {
                    const double exact = matrix.value(first + row, input);
                    const float expected = test.type == DType::f16
                                               ? f16_to_f32(f32_to_f16(static_cast<float>(exact)))
                                               : static_cast<float>(exact);
                    ASSERT_EQ(values[input], expected) << "row " << first + row << ", input " << input;
                    ASSERT_LE(std::abs(values[input] - exact),
                              test.type == DType::f16 ? std::abs(exact) * 0x1p-11 : 0);
                }
            }
        }
    }
}

const Case kCases[] = {
    {"gptq", {}, 96, 64, DType::q4_affine},
    {"gptq_version_2", {.zeros_less_one = false}, 96, 64, DType::q4_affine},
    {"gptq_one_group", {.group_size = -1}, 96, 64, DType::q4_affine},
    {"gptq_short_last_group", {.group_size = 64}, 96, 64, DType::q4_affine},
    {"gptq_8_bits", {.bits = 8}, 96, 64, DType::q8_affine},
    {"gptq_8_bits_version_2",
     {.bits = 8, .group_size = 96, .zeros_less_one = false},
     96,
     64,
     DType::q8_affine},
    {"gptq_in_any_order", {.shuffled = true}, 96, 64, DType::f16},
    {"gptq_8_bits_in_any_order", {.bits = 8, .shuffled = true}, 96, 64, DType::f16},
    {"gptq_small_groups", {.group_size = 16}, 96, 64, DType::f16},
    {"gptq_odd_width", {.group_size = 8}, 40, 24, DType::f16},
    {"gptq_any_order_of_one_group", {.group_size = -1, .shuffled = true}, 96, 64, DType::q4_affine},
    {"awq", {.method = "awq", .zeros_less_one = false}, 96, 64, DType::q4_affine},
    {"awq_one_group", {.method = "awq", .group_size = -1, .zeros_less_one = false}, 96, 64, DType::q4_affine},
    {"awq_small_groups", {.method = "awq", .group_size = 16, .zeros_less_one = false}, 96, 64, DType::f16},
    // More rows than are made at once.
    {"awq_large",
     {.method = "awq", .group_size = 128, .zeros_less_one = false},
     8192,
     4096,
     DType::q4_affine},
};
INSTANTIATE_TEST_SUITE_P(All, GroupedWeights, testing::ValuesIn(kCases),
                         [](const auto& tested) { return tested.param.name; });

/// Rows of q and k of llama are interleaved whatever they are stored as, and a whole model of grouped
/// matrices computes what the same model of floats does.
TEST(GroupedModel, LogitsAreThoseOfItsValues) {
    for (const char* const method : {"gptq", "awq"}) {
        for (const bool shuffled : {false, true}) {
            if (shuffled && std::string(method) == "awq") {
                continue;
            }
            SCOPED_TRACE(std::string(method) + (shuffled ? " in any order" : ""));
            const Packing packing{
                .method = method, .zeros_less_one = std::string(method) == "gptq", .shuffled = shuffled};
            const TinyModel model = tiny_model("llama-blocks");
            CheckpointFixture grouped = checkpoint_of(model);
            CheckpointFixture floats = grouped;
            grouped.config()["quantization_config"] = quantization(packing);
            std::uint32_t seed = 0;
            for (const StoredTensor& tensor : std::vector(floats.tensors)) {
                if (!tensor.name.ends_with("proj.weight")) {
                    continue;
                }
                const std::string module = tensor.name.substr(0, tensor.name.rfind('.'));
                const auto outputs = static_cast<std::uint32_t>(tensor.shape[0]);
                const auto inputs = static_cast<std::uint32_t>(tensor.shape[1]);
                const Grouped matrix(inputs, outputs, packing, ++seed);
                std::vector<float> values;
                for (std::uint32_t output = 0; output < outputs; ++output) {
                    for (std::uint32_t input = 0; input < inputs; ++input) {
                        values.push_back(static_cast<float>(matrix.value(output, input)));
                    }
                }
                floats.tensor(tensor.name) =
                    stored_tensor(tensor.name, "F32", tensor.shape, std::span<const float>(values));
                replace(grouped, module, matrix);
            }
            const TemporaryFolder folder;
            grouped.write(folder.path() / "grouped", 2);
            floats.write(folder.path() / "floats");
            std::vector<std::vector<float>> logits;
            for (const char* const form : {"grouped", "floats"}) {
                const auto file = ModelFile::open(folder.path() / form);
                ASSERT_TRUE(file) << file.error().message;
                const auto built = build_model(*file);
                ASSERT_TRUE(built) << built.error().message;
                const auto tokens = token_ids(model.prompt);
                for (const BackendCase& backend : backend_cases()) {
                    auto runner = ModelRunner::load(
                        *backend.make(), *built, *file,
                        {.max_tokens = 160, .max_outputs = 160, .activation_bits = ActivationBits::sixteen});
                    ASSERT_TRUE(runner) << runner.error().message;
                    const auto status = runner->append(
                        0, tokens, 160, [&](std::uint32_t position, std::span<const float> row) {
                            if (position + 1 == tokens.size()) {
                                logits.emplace_back(row.begin(), row.end());
                            }
                        });
                    ASSERT_TRUE(status) << status.error().message;
                }
            }
            // The last is a backend's on floats; the first is the reference's on groups.
            for (std::size_t run = 0; run < logits.size(); ++run) {
                double worst = 0;
                double largest = 0;
                for (std::size_t i = 0; i < logits[run].size(); ++i) {
                    worst = std::max<double>(worst, std::abs(logits[run][i] - logits[0][i]));
                    largest = std::max<double>(largest, std::abs(logits[0][i]));
                }
                EXPECT_LE(worst, 0.02 * largest) << "run " << run;
                EXPECT_GT(largest, 0.1);
            }
        }
    }
}

/// A checkpoint with one grouped matrix and something wrong about it.
class WrongGroups : public testing::Test {
 protected:
    WrongGroups() : checkpoint_(checkpoint_of(tiny_model("qwen2"))) { use({}); }

    void use(const Packing& packing) {
        checkpoint_.config()["quantization_config"] = quantization(packing);
        std::erase_if(checkpoint_.tensors,
                      [&](const StoredTensor& tensor) { return tensor.name.starts_with(kModule); });
        replace(checkpoint_, kModule, Grouped(96, 64, packing, 1));
    }
    /// The error of opening, or of reading the matrix.
    Error error() {
        const TemporaryFolder folder;
        checkpoint_.write(folder.path());
        const auto file = ModelFile::open(folder.path());
        if (!file) {
            return file.error();
        }
        const TensorInfo* tensor = file->find("blk.1.ffn_down.weight");
        std::vector<std::byte> bytes(tensor == nullptr ? 0 : tensor->bytes);
        const auto status = tensor == nullptr ? Status() : file->read(*tensor, 0, bytes);
        return status ? Error{ErrorCode::engine_failed, "accepted"} : status.error();
    }
    void expect(ErrorCode code, std::string_view says) {
        const Error actual = error();
        EXPECT_EQ(error_name(actual.code), error_name(code)) << actual.message;
        EXPECT_NE(actual.message.find(says), std::string::npos) << actual.message;
        EXPECT_NE(actual.message.find(kModule), std::string::npos) << actual.message;
    }

    const std::string kModule = "model.layers.1.mlp.down_proj";
    CheckpointFixture checkpoint_;
};

TEST_F(WrongGroups, PartsThatAreMissing) {
    for (const char* const part : {".qweight", ".qzeros", ".scales"}) {
        use({});
        checkpoint_.remove_tensor(kModule + part);
        expect(ErrorCode::missing_tensor, part);
    }
}

TEST_F(WrongGroups, ShapesThatDoNotFit) {
    checkpoint_.config()["quantization_config"]["group_size"] = 16;
    expect(ErrorCode::bad_shape, "in groups of 16");
    use({.method = "awq", .zeros_less_one = false});
    checkpoint_.config()["quantization_config"]["group_size"] = 64;
    expect(ErrorCode::bad_shape, "96 inputs, which groups of 64 do not divide");
}

TEST_F(WrongGroups, ScalesThatAreNoNumbers) {
    const std::uint16_t infinite = 0x7C00;
    std::memcpy(checkpoint_.tensor(kModule + ".scales").data.data() + 2 * (64 + 5), &infinite, 2);
    expect(ErrorCode::bad_value, "row 5, group 1");
    use({.shuffled = true});
    const std::uint16_t not_a_number = 0x7E01;
    std::memcpy(checkpoint_.tensor(kModule + ".scales").data.data() + 2 * 7, &not_a_number, 2);
    expect(ErrorCode::bad_value, "row 7, group 0");
}

TEST_F(WrongGroups, ScalesThatNoHalfHolds) {
    StoredTensor& scales = checkpoint_.tensor(kModule + ".scales");
    std::vector<float> wide(scales.data.size() / 2, 0.5F);
    scales = stored_tensor(scales.name, "F32", scales.shape, std::span<const float>(wide));
    EXPECT_EQ(error().message, "accepted");
    wide[3] = 0.1F;
    scales = stored_tensor(scales.name, "F32", scales.shape, std::span<const float>(wide));
    expect(ErrorCode::unsupported_feature, "row 3");
}

TEST_F(WrongGroups, GroupsOutOfOrderThatAreSaidToBeInOrder) {
    use({.shuffled = true});
    checkpoint_.config()["quantization_config"]["desc_act"] = false;
    expect(ErrorCode::bad_value, "g_idx");
    use({.shuffled = true});
    const std::uint32_t beyond = 3;
    std::memcpy(checkpoint_.tensor(kModule + ".g_idx").data.data() + 4 * 10, &beyond, 4);
    expect(ErrorCode::bad_value, "input 10 in group 3");
}

TEST_F(WrongGroups, BiasesOfZerosAreNone) {
    const std::vector<std::uint16_t> zeros(96);
    checkpoint_.tensors.push_back(
        stored_tensor("model.layers.1.mlp.up_proj.bias", "F16", {96}, std::span<const std::uint16_t>(zeros)));
    const TemporaryFolder folder;
    checkpoint_.write(folder.path());
    const auto kept = ModelFile::open(folder.path());
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_NE(kept->find("blk.1.ffn_up.bias"), nullptr) << "only quantized modules get empty biases";
    replace(checkpoint_, "model.layers.1.mlp.up_proj", Grouped(64, 96, {}, 2));
    checkpoint_.write(folder.path());
    const auto dropped = ModelFile::open(folder.path());
    ASSERT_TRUE(dropped) << dropped.error().message;
    EXPECT_EQ(dropped->find("blk.1.ffn_up.bias"), nullptr);
    EXPECT_TRUE(build_model(*dropped));
}

}  // namespace
}  // namespace hearth::test
