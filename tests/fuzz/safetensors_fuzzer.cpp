#include "format/safetensors_header.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using namespace hearth;

void expect(bool condition, const char* what) {
    if (!condition) {
        throw std::logic_error(what);  // uncaught: libFuzzer reports it with the input
    }
}

void check(const SafetensorsHeader& header, std::uint64_t file_size) {
    std::set<std::string_view> names;
    std::uint64_t end = 0;
    for (const TensorInfo& tensor : header.tensors) {
        expect(tensor.offset <= file_size && tensor.bytes <= file_size - tensor.offset,
               "tensor outside the file");
        expect(end == 0 || tensor.offset == end, "tensors that do not follow each other");
        expect(!tensor.dimensions.empty() && !tensor.type_name.empty(), "tensor shape and type");
        expect(!tensor.type || dtype_info(*tensor.type).gguf_type == tensor.gguf_type, "tensor type");
        expect(names.insert(tensor.name).second, "tensor name twice");
        end = tensor.offset + tensor.bytes;
    }
    expect(header.tensors.empty() || end == file_size, "bytes behind the last tensor");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto header = parse_safetensors(std::as_bytes(std::span(data, size)), size, "fuzzed.safetensors");
    if (header) {
        check(*header, size);
    } else {
        expect(!header.error().message.empty() && header.error().message.find('\n') == std::string::npos,
               "message");
        expect(header.error().code != ErrorCode::read_failed, "read outside the file");
    }
    return 0;
}
