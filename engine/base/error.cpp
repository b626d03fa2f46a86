#include <hearth/error.h>

namespace hearth {

std::string_view error_name(ErrorCode code) {
    switch (code) {
        case ErrorCode::file_not_found: return "FileNotFound";
        case ErrorCode::read_failed: return "ReadFailed";
        case ErrorCode::write_failed: return "WriteFailed";
        case ErrorCode::bad_magic: return "BadMagic";
        case ErrorCode::header_truncated: return "HeaderTruncated";
        case ErrorCode::bad_version: return "BadVersion";
        case ErrorCode::count_too_large: return "CountTooLarge";
        case ErrorCode::string_too_long: return "StringTooLong";
        case ErrorCode::bad_key: return "BadKey";
        case ErrorCode::bad_value_type: return "BadValueType";
        case ErrorCode::array_too_long: return "ArrayTooLong";
        case ErrorCode::bad_alignment: return "BadAlignment";
        case ErrorCode::bad_shape: return "BadShape";
        case ErrorCode::bad_tensor_type: return "BadTensorType";
        case ErrorCode::bad_offset: return "BadOffset";
        case ErrorCode::bad_name: return "BadName";
        case ErrorCode::data_truncated: return "DataTruncated";
        case ErrorCode::shard_missing: return "ShardMissing";
        case ErrorCode::shard_mismatch: return "ShardMismatch";
        case ErrorCode::missing_key: return "MissingKey";
        case ErrorCode::bad_value: return "BadValue";
        case ErrorCode::missing_tensor: return "MissingTensor";
        case ErrorCode::unsupported_tensor_type: return "UnsupportedTensorType";
        case ErrorCode::unsupported_architecture: return "UnsupportedArchitecture";
        case ErrorCode::unsupported_feature: return "UnsupportedFeature";
        case ErrorCode::unsupported_tokenizer: return "UnsupportedTokenizer";
        case ErrorCode::no_chat_template: return "NoChatTemplate";
        case ErrorCode::template_syntax: return "TemplateSyntax";
        case ErrorCode::template_undefined: return "UndefinedError";
        case ErrorCode::template_raised: return "TemplateRaised";
        case ErrorCode::template_failed: return "TemplateFailed";
        case ErrorCode::template_limit: return "LimitError";
        case ErrorCode::out_of_memory: return "OutOfMemory";
        case ErrorCode::context_too_long: return "ContextTooLong";
        case ErrorCode::invalid_request: return "InvalidRequest";
        case ErrorCode::invalid_utf8: return "InvalidUtf8";
        case ErrorCode::cancelled: return "Cancelled";
        case ErrorCode::backend_failed: return "BackendFailed";
        case ErrorCode::engine_failed: return "EngineFailed";
    }
    return "Unknown";
}

namespace {

/// Length of the well-formed UTF-8 character at the start of `text`, 0 if there is none (RFC 3629).
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0U) == 0x80U; };
    const unsigned char lead = byte(0);
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        return continues(1) ? 2 : 0;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool second = continues(1) && !(lead == 0xE0 && byte(1) < 0xA0) && !(lead == 0xED && byte(1) > 0x9F);
        return second && continues(2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool second = continues(1) && !(lead == 0xF0 && byte(1) < 0x90) && !(lead == 0xF4 && byte(1) > 0x8F);
        return second && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

}  // namespace

std::string escaped(std::string_view text, std::size_t max_bytes) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string out;
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text.front());
        const std::size_t length = utf8_length(text);
        std::string piece;
        if (byte == '\\') {
            piece = "\\\\";
        } else if (byte == 0) {
            piece = "\\0";
        } else if (byte == '\n') {
            piece = "\\n";
        } else if (length == 0 || byte < 0x20 || byte == 0x7F) {
            piece = {'\\', 'x', kHex[byte >> 4U], kHex[byte & 15U]};
        } else {
            piece = text.substr(0, length);
        }
        if (out.size() + piece.size() > max_bytes) {
            return out + "…";
        }
        out += piece;
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

}  // namespace hearth
