#include "support/tiny_model.h"

#include "tensor/half.h"

#include <hearth/dtype.h>

#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hearth::test {

namespace {

using nlohmann::json;

const json& data() {
    static const json parsed = [] {
        const std::string path = HEARTH_TEST_DATA "/oracle/tiny_models.json";
        std::ifstream file(path);
        if (!file) {
            throw std::runtime_error("cannot read " + path);
        }
        return json::parse(file);
    }();
    return parsed;
}

/// FNV-1a (Fowler, Noll, Vo; 64 bits).
std::uint64_t hash(std::string_view text) {
    std::uint64_t value = 0xCBF29CE484222325U;
    for (const char c : text) {
        value = (value ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    }
    return value;
}

/// Number `index` of the SplitMix64 sequence (Steele, Lea, Flood 2014) that starts at `seed`.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

template <class T>
void store(std::vector<std::byte>& to, std::size_t index, T value) {
    std::memcpy(to.data() + index * sizeof(T), &value, sizeof(T));
}

/// Numbers spread evenly over around ± spread.
std::vector<std::byte> random_floats(const json& tensor, DType type, std::uint64_t seed,
                                     std::uint64_t count) {
    const double around = tensor.at("around");
    const double spread = tensor.at("spread");
    std::vector<std::byte> bytes(count * dtype_info(type).block_bytes);
    for (std::uint64_t i = 0; i < count; ++i) {
        const double unit = static_cast<double>(random_bits(seed, i) >> 40U) / 16777216.0;
        const auto value = static_cast<float>(around + spread * (2 * unit - 1));
        if (type == DType::f32) {
            store(bytes, i, value);
        } else {
            store(bytes, i, type == DType::f16 ? f32_to_f16(value) : f32_to_bf16(value));
        }
    }
    return bytes;
}

/// Blocks of random bytes with fixed bytes at the offsets where the format has its scales.
std::vector<std::byte> random_blocks(const json& tensor, const DTypeInfo& type, std::uint64_t seed,
                                     std::uint64_t count) {
    std::vector<std::byte> bytes(count / type.block_values * type.block_bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>(random_bits(seed, i) >> 56U);
    }
    for (const json& field : tensor.at("fields")) {
        const std::size_t offset = field.at(0);
        for (std::size_t block = 0; block < bytes.size(); block += type.block_bytes) {
            for (std::size_t i = 0; i < field.at(1).size(); ++i) {
                bytes[block + offset + i] = static_cast<std::byte>(field.at(1).at(i).get<unsigned>());
            }
        }
    }
    return bytes;
}

ModelFixture::Tensor make_tensor(const std::string& model, const json& tensor) {
    const std::string name = tensor.at("name");
    const auto type = dtype_from_gguf(tensor.at("type"));
    if (!type) {
        throw std::runtime_error("tensor " + name + " has no known type");
    }
    ModelFixture::Tensor out{{name, tensor.at("type"), tensor.at("shape")}, {}};
    std::uint64_t count = 1;
    for (const std::uint64_t dimension : out.info.dimensions) {
        count *= dimension;
    }
    const std::uint64_t seed = hash(model + "/" + name);
    const DTypeInfo& info = dtype_info(*type);
    out.data = info.block_values == 1 ? random_floats(tensor, *type, seed, count)
                                      : random_blocks(tensor, info, seed, count);
    return out;
}

MetadataValue make_value(const json& stored) {
    const std::string type = stored.at(0);
    const json& value = stored.at(1);
    if (type == "u32") {
        return u32_value(value);
    }
    if (type == "f32") {
        return f32_value(value);
    }
    if (type == "bool") {
        return bool_value(value);
    }
    if (type == "string") {
        return string_value(value);
    }
    if (type == "i32[]") {
        return i32_array(value);
    }
    if (type == "string[]") {
        return string_array(value);
    }
    throw std::runtime_error("unknown type of value " + type);
}

}  // namespace

std::vector<std::string> tiny_model_names() {
    std::vector<std::string> names;
    for (const json& model : data().at("models")) {
        names.push_back(model.at("name"));
    }
    return names;
}

TinyModel tiny_model(const std::string& name) {
    for (const json& model : data().at("models")) {
        if (model.at("name") != name) {
            continue;
        }
        TinyModel out;
        out.name = name;
        out.architecture = model.at("architecture");
        out.prompt = model.at("prompt").get<std::vector<std::int32_t>>();
        for (const json* values : {&model.at("metadata"), &data().at("tokenizer")}) {
            for (const auto& [key, value] : values->items()) {
                out.file.metadata.set(key, make_value(value));
            }
        }
        for (const json& tensor : model.at("tensors")) {
            out.file.tensors.push_back(make_tensor(name, tensor));
        }
        for (const json& logits : model.at("logits")) {
            out.expected.push_back({logits.at("position"), logits.at("values").get<std::vector<double>>()});
        }
        return out;
    }
    throw std::runtime_error("no tiny model is called " + name);
}

}  // namespace hearth::test
