#include "hub/quantization.h"

#include "transfers/header_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace hearth::hub {

namespace {

using transfers::upper;

struct Known {
    std::string_view name;
    double
        bits;    ///< bytes of the block layout times 8 by its values; mixtures: of the type most tensors have
    bool loads;  ///< see dtype.h of the engine for the types it computes with
};

/// File types of llama.cpp (tools/quantize of github.com/ggml-org/llama.cpp lists their names), the mixtures
/// _XL and _L of people who publish many files, and the removed repacked types.
constexpr std::array kKnown = {
    Known{"F32", 32, true},         Known{"FP32", 32, true},         Known{"BF16", 16, true},
    Known{"F16", 16, true},         Known{"FP16", 16, true},         Known{"Q8_0", 8.5, true},
    Known{"Q8_K_XL", 8.5, true},    Known{"Q6_K", 6.5625, true},     Known{"Q6_K_L", 6.5625, true},
    Known{"Q6_K_XL", 6.5625, true}, Known{"Q5_K", 5.5, true},        Known{"Q5_K_S", 5.5, true},
    Known{"Q5_K_M", 5.5, true},     Known{"Q5_K_L", 5.5, true},      Known{"Q5_K_XL", 5.5, true},
    Known{"Q5_0", 5.5, true},       Known{"Q5_1", 6, true},          Known{"Q4_K", 4.5, true},
    Known{"Q4_K_S", 4.5, true},     Known{"Q4_K_M", 4.5, true},      Known{"Q4_K_L", 4.5, true},
    Known{"Q4_K_XL", 4.5, true},    Known{"Q4_0", 4.5, true},        Known{"Q4_1", 5, true},
    Known{"IQ4_NL", 4.5, true},     Known{"IQ4_XS", 4.25, true},     Known{"MXFP4", 4.25, true},
    Known{"MXFP4_MOE", 4.25, true}, Known{"Q3_K", 3.4375, true},     Known{"Q3_K_S", 3.4375, true},
    Known{"Q3_K_M", 3.4375, true},  Known{"Q3_K_L", 3.4375, true},   Known{"Q3_K_XL", 3.4375, true},
    Known{"Q2_K", 2.625, true},     Known{"Q2_K_S", 2.625, true},    Known{"Q2_K_L", 2.625, true},
    Known{"Q2_K_XL", 2.625, true},  Known{"IQ3_XXS", 3.0625, false}, Known{"IQ3_XS", 3.3, false},
    Known{"IQ3_S", 3.4375, false},  Known{"IQ3_M", 3.66, false},     Known{"IQ2_XXS", 2.0625, false},
    Known{"IQ2_XS", 2.3125, false}, Known{"IQ2_S", 2.5625, false},   Known{"IQ2_M", 2.7, false},
    Known{"IQ1_S", 1.5625, false},  Known{"IQ1_M", 1.75, false},     Known{"TQ1_0", 1.6875, false},
    Known{"TQ2_0", 2.0625, false},  Known{"I2_S", 2, false},         Known{"NVFP4", 4.5, false},
    Known{"Q1_0", 1.125, false},    Known{"Q2_0", 2.25, false},      Known{"Q4_0_4_4", 4.5, false},
    Known{"Q4_0_4_8", 4.5, false},  Known{"Q4_0_8_8", 4.5, false},
};

constexpr std::string_view kDynamic = "UD-";

constexpr std::array<std::string_view, 29> kOrder = {
    "Q4_K_M", "UD-Q4_K_XL", "Q4_K_XL", "Q4_K_L", "Q4_K_S",    "Q4_K",   "IQ4_NL", "IQ4_XS", "Q4_1", "Q4_0",
    "MXFP4",  "Q5_K_M",     "Q5_K_S",  "Q5_K",   "Q5_1",      "Q5_0",   "Q6_K",   "Q8_0",   "AWQ",  "GPTQ",
    "Q3_K_L", "Q3_K_M",     "Q3_K_S",  "Q2_K",   "MXFP4_MOE", "Q5_K_L", "BF16",   "F16",    "F32"};

bool is_word_character(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// The longest known name that begins at `at` and ends where a word does.
const Known* known_at(std::string_view text, std::size_t at) {
    const Known* longest = nullptr;
    for (const Known& known : kKnown) {
        const std::size_t end = at + known.name.size();
        if (text.substr(at).starts_with(known.name) &&
            (end == text.size() || !is_word_character(text[end])) &&
            (longest == nullptr || known.name.size() > longest->name.size())) {
            longest = &known;
        }
    }
    return longest;
}

std::optional<Quantization> last_in(std::string_view text) {
    for (std::size_t at = text.size(); at-- > 0;) {
        if (at > 0 && is_word_character(text[at - 1])) {
            continue;
        }
        const Known* known = known_at(text, at);
        if (known == nullptr) {
            continue;
        }
        std::string name(known->name);
        if (name.starts_with("FP")) {
            name.erase(1, 1);  // FP16 and F16 are the same
        }
        const bool dynamic =
            at >= kDynamic.size() && text.substr(at - kDynamic.size(), kDynamic.size()) == kDynamic;
        return Quantization{(dynamic ? std::string(kDynamic) : std::string()) + name, known->bits,
                            known->loads};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Quantization> quantization_in(std::string_view path) {
    std::string text = upper(path);
    if (text.ends_with(".GGUF")) {
        text.resize(text.size() - 5);
    }
    // The file's own name first, then the folders from the inside out.
    std::string_view rest = text;
    while (true) {
        const std::size_t slash = rest.rfind('/');
        if (auto found = last_in(slash == std::string_view::npos ? rest : rest.substr(slash + 1))) {
            return found;
        }
        if (slash == std::string_view::npos) {
            return std::nullopt;
        }
        rest = rest.substr(0, slash);
    }
}

int recommendation_rank(std::string_view name) {
    return static_cast<int>(std::distance(kOrder.begin(), std::ranges::find(kOrder, name)));
}

}  // namespace hearth::hub
