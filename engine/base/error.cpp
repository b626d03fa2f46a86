#include <hearth/error.h>
#include <hearth/utf8.h>

namespace hearth {

std::string_view error_name(ErrorCode code) {
    switch (code) {
        case ErrorCode::file_not_found:
            return "FileNotFound";
        case ErrorCode::read_failed:
            return "ReadFailed";
        case ErrorCode::write_failed:
            return "WriteFailed";
        case ErrorCode::bad_magic:
            return "BadMagic";
        case ErrorCode::header_truncated:
            return "HeaderTruncated";
        case ErrorCode::bad_version:
            return "BadVersion";
        case ErrorCode::count_too_large:
            return "CountTooLarge";
        case ErrorCode::string_too_long:
            return "StringTooLong";
        case ErrorCode::bad_key:
            return "BadKey";
        case ErrorCode::bad_value_type:
            return "BadValueType";
        case ErrorCode::array_too_long:
            return "ArrayTooLong";
        case ErrorCode::bad_alignment:
            return "BadAlignment";
        case ErrorCode::bad_shape:
            return "BadShape";
        case ErrorCode::bad_tensor_type:
            return "BadTensorType";
        case ErrorCode::bad_offset:
            return "BadOffset";
        case ErrorCode::bad_name:
            return "BadName";
        case ErrorCode::data_truncated:
            return "DataTruncated";
        case ErrorCode::shard_missing:
            return "ShardMissing";
        case ErrorCode::shard_mismatch:
            return "ShardMismatch";
        case ErrorCode::file_too_short:
            return "FileTooShort";
        case ErrorCode::header_too_large:
            return "HeaderTooLarge";
        case ErrorCode::header_invalid:
            return "HeaderInvalid";
        case ErrorCode::duplicate_key:
            return "DuplicateKey";
        case ErrorCode::unknown_dtype:
            return "UnknownDtype";
        case ErrorCode::offsets_reversed:
            return "OffsetsReversed";
        case ErrorCode::size_mismatch:
            return "SizeMismatch";
        case ErrorCode::size_overflow:
            return "SizeOverflow";
        case ErrorCode::not_contiguous:
            return "NotContiguous";
        case ErrorCode::overlap:
            return "Overlap";
        case ErrorCode::trailing_bytes:
            return "TrailingBytes";
        case ErrorCode::unsafe_name:
            return "UnsafeName";
        case ErrorCode::missing_key:
            return "MissingKey";
        case ErrorCode::bad_value:
            return "BadValue";
        case ErrorCode::missing_tensor:
            return "MissingTensor";
        case ErrorCode::unsupported_tensor_type:
            return "UnsupportedTensorType";
        case ErrorCode::unsupported_architecture:
            return "UnsupportedArchitecture";
        case ErrorCode::unsupported_feature:
            return "UnsupportedFeature";
        case ErrorCode::unsupported_tokenizer:
            return "UnsupportedTokenizer";
        case ErrorCode::no_chat_template:
            return "NoChatTemplate";
        case ErrorCode::template_syntax:
            return "TemplateSyntax";
        case ErrorCode::template_undefined:
            return "UndefinedError";
        case ErrorCode::template_raised:
            return "TemplateRaised";
        case ErrorCode::template_failed:
            return "TemplateFailed";
        case ErrorCode::template_limit:
            return "LimitError";
        case ErrorCode::out_of_memory:
            return "OutOfMemory";
        case ErrorCode::context_too_long:
            return "ContextTooLong";
        case ErrorCode::invalid_request:
            return "InvalidRequest";
        case ErrorCode::invalid_utf8:
            return "InvalidUtf8";
        case ErrorCode::cancelled:
            return "Cancelled";
        case ErrorCode::backend_failed:
            return "BackendFailed";
        case ErrorCode::engine_failed:
            return "EngineFailed";
    }
    return "Unknown";
}

namespace {

/// Characters that turn the direction of what follows them: a name could show something else than it is
/// (Unicode Standard Annex 9).
bool turns_direction(std::string_view character) {
    return character.size() == 3 && character >= "\xE2\x80\xAA" && character <= "\xE2\x81\xA9" &&
           (character <= "\xE2\x80\xAE" || character >= "\xE2\x81\xA6");
}

std::string code_point_escape(std::string_view character) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    const auto low = [&](std::size_t i) { return static_cast<unsigned char>(character[i]) & 0x3FU; };
    const unsigned code = (static_cast<unsigned char>(character[0]) & 0x0FU) << 12U | low(1) << 6U | low(2);
    return {'\\', 'u', kHex[code >> 12U], kHex[code >> 8U & 15U], kHex[code >> 4U & 15U], kHex[code & 15U]};
}

}  // namespace

std::string escaped(std::string_view text, std::size_t max_bytes) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string out;
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text.front());
        const std::size_t length = utf8_character_bytes(text);
        std::string piece;
        if (byte == '\\') {
            piece = "\\\\";
        } else if (byte == 0) {
            piece = "\\0";
        } else if (byte == '\n') {
            piece = "\\n";
        } else if (length == 0 || byte < 0x20 || byte == 0x7F) {
            piece = {'\\', 'x', kHex[byte >> 4U], kHex[byte & 15U]};
        } else if (turns_direction(text.substr(0, length))) {
            piece = code_point_escape(text.substr(0, length));
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
