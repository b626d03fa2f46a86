#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hearth::hub {

/// A quantization as file names spell it.
struct Quantization {
    std::string name;    ///< in the usual spelling, e.g. "Q4_K_M", "UD-Q4_K_XL"
    double bits = 0;     ///< per weight, of the format; a whole file differs by a little
    bool loads = false;  ///< whether Hearth computes with all the types that such a file is made of

    friend bool operator==(const Quantization&, const Quantization&) = default;
};

/// The last one that the name of a GGUF file (or of its folder) tells, in any case: "Qwen3-8B-Q4_K_M.gguf",
/// "model.f16.gguf", "BF16/model-00001-of-00002.gguf". Nothing where there is none.
std::optional<Quantization> quantization_in(std::string_view path);

/// Where `name` stands in the order in which a quantization is proposed: 0 is the best choice for most
/// people, about 4.5 bits a weight; the names that are not in the order come last.
int recommendation_rank(std::string_view name);

}  // namespace hearth::hub
