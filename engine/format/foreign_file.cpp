#include "format/foreign_file.h"

#include "format/safetensors_header.h"

#include <hearth/error.h>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace hearth {

namespace {

std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& character : out) {
        if (character >= 'A' && character <= 'Z') {
            character = static_cast<char>(character - 'A' + 'a');
        }
    }
    return out;
}

std::string_view without_leading_space(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

bool is_text(std::string_view head) {
    return std::ranges::all_of(head, [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return byte >= 0x20 ? byte != 0x7F : byte == '\t' || byte == '\r' || byte == '\n';
    });
}

std::string describe_text(std::string_view text) {
    const std::string lower = lower_case(text);
    if (lower.starts_with("<!doctype html") || lower.starts_with("<html") || lower.starts_with("<head")) {
        return "is a web page, not a model: perhaps the network asks for a sign-in, or the link led to a "
               "page; "
               "download it again";
    }
    if (text.starts_with("version https://git-lfs")) {
        return "is a pointer to the model (Git LFS), not the model itself: download the file it stands for";
    }
    if (lower.find("not found") != std::string::npos) {
        return fmt::format("is not a model: the server answered that it was not found (\"{}\")",
                           escaped(text.substr(0, text.find('\n')), 60));
    }
    if (text.starts_with('{')) {
        return lower.find("\"error\"") != std::string::npos
                   ? fmt::format("is not a model: the server reported an error ({})", escaped(text, 80))
                   : "is a JSON file, not a GGUF model";
    }
    return fmt::format("is a text, not a GGUF model (it begins with \"{}\")",
                       escaped(text.substr(0, text.find('\n')), 40));
}

}  // namespace

bool is_printable_text(std::span<const std::byte> bytes) {
    return is_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string describe_foreign_file(std::span<const std::byte> head, std::uint64_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(head.data()), head.size());
    if (std::ranges::all_of(bytes, [](char byte) { return byte == 0; })) {
        return "begins with zeros where a GGUF model begins with \"GGUF\": its content never arrived; "
               "download it again";
    }
    if (bytes.starts_with("FUGG")) {
        return "begins with \"FUGG\", the GGUF mark with its bytes reversed: it is damaged or was written by "
               "a "
               "broken program";
    }
    for (const std::string_view mark : {"lmgg", "fmgg", "tjgg", "algg"}) {
        if (bytes.starts_with(mark)) {
            return "is in the GGML format from before GGUF, which is not supported: get the model as GGUF";
        }
    }
    if (looks_like_safetensors(head, size)) {
        return "is a safetensors file, not GGUF";
    }
    if (bytes.starts_with("PK\x03\x04")) {
        return "is a ZIP archive or PyTorch checkpoint, not GGUF";
    }
    if (bytes.starts_with("\x1F\x8B") || bytes.starts_with("\x28\xB5\x2F\xFD") ||
        bytes.starts_with("\xFD"
                          "7zXZ")) {
        return "is a compressed file: unpack it first";
    }
    const std::string_view text = without_leading_space(bytes);
    if (is_text(bytes) || text.starts_with('<') || text.starts_with('{')) {
        return describe_text(text);
    }
    return fmt::format("is not a GGUF model: it begins with \"{}\", not \"GGUF\"",
                       escaped(bytes.substr(0, 4)));
}

}  // namespace hearth
