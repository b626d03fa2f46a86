#pragma once

#include <hearth/ids.h>
#include <hearth/result.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::tokenizer {

/// The scratch memory of one call of encode.
class RunEncoder {
 public:
    virtual ~RunEncoder() = default;
    /// Appends the tokens of a non-empty run of well-formed text between recognised tokens.
    virtual Status encode(std::string_view run, std::vector<TokenId>& tokens) = 0;
};

/// How ordinary text becomes tokens: one class for each algorithm. Immutable, safe from any thread.
class SubwordModel {
 public:
    virtual ~SubwordModel() = default;
    virtual std::unique_ptr<RunEncoder> new_encoder() const = 0;
    /// Bytes of a normal, byte, user-defined, unknown or unused token in running text.
    virtual std::string token_bytes(TokenId token) const = 0;
    /// Whether encode puts a space in front of text that decode takes away again.
    virtual bool adds_space_prefix() const = 0;
};

}  // namespace hearth::tokenizer
