#include "format/gguf_header.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

using namespace hearth;

void expect(bool condition, const char* what) {
    if (!condition) {
        throw std::logic_error(what);  // uncaught: libFuzzer reports it with the input
    }
}

/// Whatever a getter is asked for, it answers with the value or with bad_value.
template <class... T>
void ask_for_every_type(const Metadata& metadata, std::string_view key) {
    const auto ask = [&]<class Type>(std::type_identity<Type>) {
        const auto value = metadata.get<Type>(key);
        expect(value ? value->has_value() : value.error().code == ErrorCode::bad_value, "a getter's answer");
    };
    (ask(std::type_identity<T>()), ...);
}

void check(const GgufHeader& header, std::uint64_t file_size) {
    std::set<std::string_view> names;
    for (const TensorInfo& tensor : header.tensors) {
        expect(tensor.offset <= file_size && tensor.bytes <= file_size - tensor.offset,
               "tensor outside the file");
        expect(tensor.bytes > 0 && !tensor.dimensions.empty() && tensor.dimensions.size() <= 4,
               "tensor shape");
        expect(names.insert(tensor.name).second, "tensor name twice");
        expect(gguf_type_info(tensor.gguf_type) != nullptr, "tensor type");
    }
    for (const auto& [key, value] : header.metadata.entries()) {
        expect(header.metadata.find(key) == &value, "key twice");
        ask_for_every_type<bool, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double,
                           std::string, std::vector<bool>, std::vector<std::uint32_t>,
                           std::vector<std::int32_t>, std::vector<float>, std::vector<std::string>>(
            header.metadata, key);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto header = parse_gguf(std::as_bytes(std::span(data, size)), size, "fuzzed.gguf");
    if (header) {
        check(*header, size);
    } else {
        expect(!header.error().message.empty() && header.error().message.find('\n') == std::string::npos,
               "message");
        expect(header.error().code != ErrorCode::read_failed, "read outside the file");
    }
    return 0;
}
