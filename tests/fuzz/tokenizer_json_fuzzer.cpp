#include "format/huggingface/tokenizer_json.h"

#include <hearth/tokenizer.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace {

using namespace hearth;

void expect(bool condition, const char* what) {
    if (!condition) {
        throw std::logic_error(what);  // uncaught: libFuzzer reports it with the input
    }
}

}  // namespace

/// A tokenizer.json of any content is refused, or gives a tokenizer that takes any text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("hearth-tokenizer-" + std::to_string(::getpid()) + ".json");
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    Metadata metadata("fuzzed");
    const auto read = read_tokenizer_json(path, metadata);
    if (!read) {
        expect(!read.error().message.empty() && read.error().code != ErrorCode::engine_failed, "message");
        return 0;
    }
    const auto tokenizer = Tokenizer::create(metadata);
    if (tokenizer) {
        const auto ids = (*tokenizer)->encode_with_control("Hello  world, 123 \xE4\xBD\xA0\n\t'll");
        expect(!ids || ids->size() < 1000, "tokens of a short text");
    } else {
        expect(tokenizer.error().code != ErrorCode::engine_failed, "the file's fault, not ours");
    }
    return 0;
}
