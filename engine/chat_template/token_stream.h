#pragma once

#include "chat_template/ast.h"
#include "chat_template/lexer.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hearth::jinja {

/// Where a parser stands in the tokens; names it has met; how deep it is.
class TokenStream {
 public:
    explicit TokenStream(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    const Token& current() const { return tokens_[position_]; }
    const Token& ahead() const { return tokens_[std::min(position_ + 1, tokens_.size() - 1)]; }
    /// The current token, and moves on; stays at the end.
    const Token& take();

    bool skip_symbol(std::string_view symbol);
    bool skip_name(std::string_view name);
    void expect_symbol(std::string_view symbol);
    void expect_name(std::string_view name);
    const Token& expect(TokenKind kind, std::string_view what);

    [[noreturn]] void fail_expected(std::string_view what) const;

 private:
    std::vector<Token> tokens_;
    std::size_t position_ = 0;
};

/// Numbers for the names of a template.
class NameTable {
 public:
    NameId id(std::string_view name);
    std::vector<std::string> take_names() { return std::move(names_); }
    std::unordered_map<std::string, NameId> take_ids() { return std::move(ids_); }

 private:
    std::unordered_map<std::string, NameId> ids_;
    std::vector<std::string> names_;
};

/// Counts a level of nesting while it lives; too many are Failure(template_limit).
class NestingGuard {
 public:
    NestingGuard(std::uint32_t& depth, std::uint32_t limit, std::uint32_t line);
    NestingGuard(const NestingGuard&) = delete;
    NestingGuard& operator=(const NestingGuard&) = delete;
    ~NestingGuard() { --depth_; }

 private:
    std::uint32_t& depth_;
};

}  // namespace hearth::jinja
