#include "chat_template/token_stream.h"

#include "chat_template/failure.h"

#include <fmt/format.h>

namespace hearth::jinja {

const Token& TokenStream::take() {
    const Token& token = tokens_[position_];
    if (position_ + 1 < tokens_.size()) {
        ++position_;
    }
    return token;
}

bool TokenStream::skip_symbol(std::string_view symbol) {
    const bool found = current().is_symbol(symbol);
    if (found) {
        take();
    }
    return found;
}

bool TokenStream::skip_name(std::string_view name) {
    const bool found = current().is_name(name);
    if (found) {
        take();
    }
    return found;
}

void TokenStream::expect_symbol(std::string_view symbol) {
    if (!skip_symbol(symbol)) {
        fail_expected(fmt::format("'{}'", symbol));
    }
}

void TokenStream::expect_name(std::string_view name) {
    if (!skip_name(name)) {
        fail_expected(fmt::format("'{}'", name));
    }
}

const Token& TokenStream::expect(TokenKind kind, std::string_view what) {
    if (current().kind != kind) {
        fail_expected(what);
    }
    return take();
}

void TokenStream::fail_expected(std::string_view what) const {
    fail(ErrorCode::template_syntax, fmt::format("expected {}, found {}", what, describe(current())),
         current().line);
}

NameId NameTable::id(std::string_view name) {
    const auto [found, added] = ids_.try_emplace(std::string(name), static_cast<NameId>(names_.size()));
    if (added) {
        names_.emplace_back(name);
    }
    return found->second;
}

NestingGuard::NestingGuard(std::uint32_t& depth, std::uint32_t limit, std::uint32_t line) : depth_(depth) {
    if (depth_ >= limit) {
        fail(ErrorCode::template_limit, fmt::format("the template nests deeper than {} levels", limit), line);
    }
    ++depth_;
}

}  // namespace hearth::jinja
