#include "chat_template/parser.h"

#include "chat_template/expression_parser.h"
#include "chat_template/failure.h"
#include "chat_template/limits.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

/// The tags of jinja2 that need other templates or HTML escaping: no chat template uses them.
constexpr std::array<std::string_view, 6> kUnsupportedTags = {"autoescape", "block",  "extends",
                                                              "from",       "import", "include"};

class StatementParser {
 public:
    explicit StatementParser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    Program run() {
        Program program;
        program.loop = names_.id("loop");
        program.caller = names_.id("caller");
        program.varargs = names_.id("varargs");
        program.kwargs = names_.id("kwargs");
        program.body = block({});
        if (!context_.unknown.empty()) {
            fail(ErrorCode::template_syntax, context_.unknown.front().message, context_.unknown.front().line);
        }
        program.names = names_.take_names();
        program.ids = names_.take_ids();
        return program;
    }

 private:
    using EndTags = std::initializer_list<std::string_view>;

    /// Statements up to one of the end tags, whose name is then the current token; up to the end without any.
    Block block(EndTags end_tags) {
        const NestingGuard guard(context_.depth, kMaxSyntaxDepth, tokens_.current().line);
        Block out;
        while (true) {
            const Token& token = tokens_.current();
            if (token.kind == TokenKind::data) {
                auto node = std::make_unique<TextStatement>(token.line);
                node->text = token.text;
                out.push_back(std::move(node));
                tokens_.take();
            } else if (token.kind == TokenKind::variable_begin) {
                tokens_.take();
                auto node = std::make_unique<Print>(token.line);
                node->value = expressions_.tuple_or_expression();
                out.push_back(std::move(node));
                tokens_.expect(TokenKind::variable_end, "'}}'");
            } else if (token.kind == TokenKind::block_begin) {
                tokens_.take();
                const Token& tag = tokens_.current();
                if (tag.kind == TokenKind::name &&
                    std::find(end_tags.begin(), end_tags.end(), tag.text) != end_tags.end()) {
                    return out;
                }
                out.push_back(statement(end_tags));
                tokens_.expect(TokenKind::block_end, "'%}'");
            } else if (end_tags.size() == 0) {
                return out;
            } else {
                tokens_.fail_expected(expected(end_tags));
            }
        }
    }

    static std::string expected(EndTags end_tags) {
        std::string out;
        for (const auto tag : end_tags) {
            out += fmt::format("{}'{{% {} %}}'", out.empty() ? "" : " or ", tag);
        }
        return out;
    }

    /// The statements of a tag that is not closed yet, up to one of the end tags.
    Block body(EndTags end_tags) {
        tokens_.skip_symbol(":");
        tokens_.expect(TokenKind::block_end, "'%}'");
        return block(end_tags);
    }

    /// The same where only one end tag is possible, which is taken.
    Block body_until(std::string_view end_tag) {
        Block out = body({end_tag});
        tokens_.take();
        return out;
    }

    /// A body that is a scope of its own: conditions around it do not excuse what it contains.
    Block scoped_body_until(std::string_view end_tag) {
        const bool outer = std::exchange(context_.conditional, false);
        Block out = body_until(end_tag);
        context_.conditional = outer;
        return out;
    }

    std::unique_ptr<const Statement> statement(EndTags end_tags) {
        const Token& tag = tokens_.expect(TokenKind::name, "a tag");
        if (tag.text == "if") {
            return if_else(tag.line);
        }
        if (tag.text == "for") {
            return for_loop(tag.line);
        }
        if (tag.text == "set") {
            return set(tag.line);
        }
        if (tag.text == "macro") {
            return macro(tag.line);
        }
        if (tag.text == "call") {
            return call_block(tag.line);
        }
        if (tag.text == "filter") {
            return filter_block(tag.line);
        }
        if (tag.text == "with") {
            return with(tag.line);
        }
        if (tag.text == "print") {
            return print(tag.line);
        }
        if (tag.text == "generation") {
            auto node = std::make_unique<Generation>(tag.line);
            node->body = outside_of_loops([&] { return scoped_body_until("endgeneration"); });
            return node;
        }
        if (tag.text == "break" || tag.text == "continue") {
            if (loops_ == 0) {
                fail(ErrorCode::template_syntax, fmt::format("'{}' outside of a loop", tag.text), tag.line);
            }
            if (tag.text == "break") {
                return std::make_unique<Break>(tag.line);
            }
            return std::make_unique<Continue>(tag.line);
        }
        if (std::find(kUnsupportedTags.begin(), kUnsupportedTags.end(), tag.text) != kUnsupportedTags.end()) {
            fail(ErrorCode::template_syntax,
                 fmt::format("the tag '{}' is not supported in chat templates", tag.text), tag.line);
        }
        const std::string looked_for =
            end_tags.size() == 0 ? "" : fmt::format(", expected {}", expected(end_tags));
        fail(ErrorCode::template_syntax, fmt::format("unknown tag '{}'{}", escaped(tag.text, 60), looked_for),
             tag.line);
    }

    std::unique_ptr<const Statement> print(std::uint32_t line) {
        auto node = std::make_unique<Print>(line);
        auto parts = std::make_unique<Concatenation>(line);
        while (tokens_.current().kind != TokenKind::block_end) {
            if (!parts->parts.empty()) {
                tokens_.expect_symbol(",");
            }
            parts->parts.push_back(expressions_.expression());
        }
        node->value = std::move(parts);
        return node;
    }

    std::unique_ptr<const Statement> if_else(std::uint32_t line) {
        auto node = std::make_unique<IfElse>(line);
        const bool outer = std::exchange(context_.conditional, true);
        while (true) {
            ExpressionPointer condition = expressions_.tuple_or_expression(false);
            Block then = body({"elif", "else", "endif"});
            node->branches.emplace_back(std::move(condition), std::move(then));
            const Token& tag = tokens_.take();
            if (tag.text == "elif") {
                continue;
            }
            if (tag.text == "else") {
                node->otherwise = body_until("endif");
            }
            break;
        }
        context_.conditional = outer;
        return node;
    }

    std::unique_ptr<const Statement> for_loop(std::uint32_t line) {
        auto node = std::make_unique<ForLoop>(line);
        node->target = expressions_.target(ExpressionParser::Targets::names, "in");
        tokens_.expect_name("in");
        node->iterable = expressions_.tuple_or_expression(false, "recursive");
        if (tokens_.skip_name("if")) {
            node->condition = expressions_.expression();
        }
        node->recursive = tokens_.skip_name("recursive");
        const bool outer = std::exchange(context_.conditional, false);
        ++loops_;
        node->body = body({"endfor", "else"});
        --loops_;
        if (tokens_.take().text == "else") {
            node->otherwise = body_until("endfor");
        }
        context_.conditional = outer;
        return node;
    }

    std::unique_ptr<const Statement> set(std::uint32_t line) {
        Target target = expressions_.target(ExpressionParser::Targets::names_and_attributes);
        if (tokens_.skip_symbol("=")) {
            auto node = std::make_unique<Set>(line);
            node->target = std::move(target);
            node->value = expressions_.tuple_or_expression();
            return node;
        }
        auto node = std::make_unique<SetBlock>(line);
        node->target = std::move(target);
        node->filter = expressions_.filters(nullptr);
        node->body = scoped_body_until("endset");
        return node;
    }

    /// `(a, b=1)`
    void signature(MacroBody& macro) {
        tokens_.expect_symbol("(");
        while (!tokens_.skip_symbol(")")) {
            if (!macro.parameters.empty()) {
                tokens_.expect_symbol(",");
            }
            const Token& name = tokens_.expect(TokenKind::name, "a parameter's name");
            const bool repeated =
                std::any_of(macro.parameters.begin(), macro.parameters.end(),
                            [&](const auto& parameter) { return parameter.first == name.text; });
            if (macro.parameters.size() >= kMaxArguments) {
                fail(ErrorCode::template_limit,
                     fmt::format("a macro has more than {} parameters", kMaxArguments), name.line);
            }
            if (repeated) {
                fail(ErrorCode::template_syntax, fmt::format("the parameter '{}' is there twice", name.text),
                     name.line);
            }
            macro.parameters.emplace_back(name.text, names_.id(name.text));
            if (tokens_.skip_symbol("=")) {
                macro.defaults.push_back(expressions_.expression());
            } else if (!macro.defaults.empty()) {
                fail(ErrorCode::template_syntax, "a parameter without a default follows one with a default",
                     name.line);
            }
        }
    }

    void macro_body(MacroBody& macro, std::string_view end_tag) {
        macro.body = outside_of_loops([&] { return scoped_body_until(end_tag); });
        macro.uses_caller = context_.macros.back().caller;
        macro.uses_varargs = context_.macros.back().varargs;
        macro.uses_kwargs = context_.macros.back().kwargs;
        context_.macros.pop_back();
    }

    std::unique_ptr<const Statement> macro(std::uint32_t line) {
        auto node = std::make_unique<MacroDefinition>(line);
        const Token& name = tokens_.expect(TokenKind::name, "the macro's name");
        node->name = names_.id(name.text);
        node->macro.name = name.text;
        context_.macros.emplace_back();
        signature(node->macro);
        macro_body(node->macro, "endmacro");
        return node;
    }

    std::unique_ptr<const Statement> call_block(std::uint32_t line) {
        auto node = std::make_unique<CallBlock>(line);
        node->caller.name = "caller";
        context_.macros.emplace_back();
        if (tokens_.current().is_symbol("(")) {
            signature(node->caller);
        }
        node->call = expressions_.expression();
        if (node->call->kind != ExpressionKind::call) {
            fail(ErrorCode::template_syntax, "expected a call of a macro", line);
        }
        macro_body(node->caller, "endcall");
        return node;
    }

    std::unique_ptr<const Statement> filter_block(std::uint32_t line) {
        auto node = std::make_unique<FilterBlock>(line);
        node->filter = expressions_.filter_chain();
        node->body = scoped_body_until("endfilter");
        return node;
    }

    std::unique_ptr<const Statement> with(std::uint32_t line) {
        auto node = std::make_unique<With>(line);
        while (tokens_.current().kind != TokenKind::block_end) {
            if (!node->assignments.empty()) {
                tokens_.expect_symbol(",");
            }
            Target target = expressions_.target(ExpressionParser::Targets::names);
            tokens_.expect_symbol("=");
            node->assignments.emplace_back(std::move(target), expressions_.expression());
        }
        node->body = scoped_body_until("endwith");
        return node;
    }

    /// break and continue do not reach out of macros.
    template <class F>
    Block outside_of_loops(F parse) {
        const std::uint32_t outer = std::exchange(loops_, 0);
        Block out = parse();
        loops_ = outer;
        return out;
    }

    TokenStream tokens_;
    NameTable names_;
    ParsingContext context_;
    ExpressionParser expressions_{tokens_, names_, context_};
    std::uint32_t loops_ = 0;
};

}  // namespace

Program parse_program(std::string_view source) {
    if (source.size() > kMaxSourceBytes) {
        fail_limit(fmt::format("the template has {} bytes, the limit is {}", source.size(), kMaxSourceBytes));
    }
    const std::string normalized = normalized_source(source);
    return StatementParser(tokenize(normalized)).run();
}

}  // namespace hearth::jinja
