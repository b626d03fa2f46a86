#pragma once

#include "chat_template/text.h"

#include <hearth/error.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hearth::jinja {

class Evaluator;
class Value;
struct Arguments;

/// What a name, attribute or element that does not exist evaluates to: prints as nothing, is false, and fails
/// with this when used otherwise.
struct Undefined {
    std::string message;
    ErrorCode code = ErrorCode::template_undefined;  ///< template_failed: exists, but the sandbox forbids it
};

struct String {
    Text text;
    bool markup = false;  ///< went through `safe` or `escape`: `+` and `%` then HTML-escape the other side
    Charge charge;
};

enum class SequenceKind : std::uint8_t { list, tuple, range, dict_keys, dict_values, dict_items };

struct Sequence {
    SequenceKind kind = SequenceKind::list;
    std::vector<Value> items;
    std::string range_text;  ///< how a range prints
    TextOrigin origin = TextOrigin::template_text;
    std::uint32_t depth = 1;
    std::int64_t weight = 1;
    Charge charge;
};

class Dict;

/// Yields its items once, computing each when asked for, as Python's generators and iterators do.
class Generator {
 public:
    Generator() = default;
    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;
    virtual ~Generator() = default;
    virtual std::optional<Value> next(Evaluator& evaluator) = 0;
    virtual std::string_view type_name() const { return "generator"; }
    std::uint32_t depth = 1;
};

constexpr std::int64_t kMaxWeight = std::int64_t{1} << 60U;

/// What is no plain data: macros, methods, functions, loops.
class Object {
 public:
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;
    virtual std::string_view type_name() const = 0;
    virtual std::string repr() const = 0;
    virtual bool callable() const { return true; }
    virtual Value call(Evaluator& evaluator, const Arguments& arguments) = 0;
    virtual std::optional<Value> attribute(Evaluator& evaluator, std::string_view name);
    /// As len(); absent: has none.
    virtual std::optional<std::int64_t> length(Evaluator& evaluator);
    std::uint32_t depth = 1;
};

/// `namespace()`: the only thing a template can change. Owned by the Evaluator, so that cycles are harmless.
struct Namespace;

struct None {};

/// A Python object as far as templates can see it. Cheap to copy. Everything but Namespace is immutable or
/// one-shot.
class Value {
 public:
    using Storage = std::variant<std::shared_ptr<const Undefined>, None, bool, std::int64_t, double,
                                 std::shared_ptr<const String>, std::shared_ptr<const Sequence>,
                                 std::shared_ptr<const Dict>, std::shared_ptr<Generator>,
                                 std::shared_ptr<Object>, Namespace*>;

    Value() : storage_(None{}) {}
    template <class T>
    Value(T storage, TextOrigin origin) : storage_(std::move(storage)), origin_(origin) {}

    bool is_undefined() const { return storage_.index() == 0; }
    bool is_none() const { return storage_.index() == 1; }
    bool is_string() const { return storage_.index() == 5; }
    bool is_dict() const { return storage_.index() == 7; }
    template <class T>
    const T* get() const {
        return std::get_if<T>(&storage_);
    }
    const Undefined* undefined() const { return pointer<std::shared_ptr<const Undefined>>(); }
    const String* string() const { return pointer<std::shared_ptr<const String>>(); }
    const Sequence* sequence() const { return pointer<std::shared_ptr<const Sequence>>(); }
    const Dict* dict() const { return pointer<std::shared_ptr<const Dict>>(); }
    Generator* generator() const { return pointer<std::shared_ptr<Generator>>(); }
    Object* object() const { return pointer<std::shared_ptr<Object>>(); }
    Namespace* name_space() const {
        const auto* found = get<Namespace*>();
        return found != nullptr ? *found : nullptr;
    }
    const Sequence* list() const { return sequence_of(SequenceKind::list); }
    const Sequence* tuple() const { return sequence_of(SequenceKind::tuple); }

    /// bool and int alike, as Python's bool is an int.
    std::optional<std::int64_t> integer() const;
    /// bool, int and float.
    std::optional<double> number() const;

    /// Who this was made from; combine over all it holds.
    TextOrigin origin() const;
    Value with_origin(TextOrigin origin) const {
        Value copy = *this;
        copy.origin_ = origin;
        return copy;
    }

    /// How deep it nests: 0 for plain data.
    std::uint32_t depth() const;

    /// Steps that walking over all it holds takes, saturating: what is shared counts as often as it is met.
    std::int64_t weight() const;

    /// Python's `is`.
    bool same_as(const Value& other) const;

    std::size_t index() const { return storage_.index(); }

 private:
    template <class P>
    auto pointer() const -> typename P::element_type* {
        const auto* found = std::get_if<P>(&storage_);
        return found != nullptr ? found->get() : nullptr;
    }
    const Sequence* sequence_of(SequenceKind kind) const {
        const Sequence* found = sequence();
        return found != nullptr && found->kind == kind ? found : nullptr;
    }

    Storage storage_;
    TextOrigin origin_ = TextOrigin::template_text;
};

/// The arguments of a call.
struct Arguments {
    std::vector<Value> positional;
    std::vector<std::pair<Text, Value>> named;  ///< with the writers of the names, which `**` takes from data
};

// How values come into being. A null budget is for constants of the parsed template.
Value make_bool(bool value, TextOrigin origin = TextOrigin::template_text);
Value make_integer(std::int64_t value, TextOrigin origin = TextOrigin::template_text);
Value make_float(double value, TextOrigin origin = TextOrigin::template_text);
Value make_string(Budget* budget, Text text, bool markup = false);
Value make_string(Budget* budget, std::string_view bytes, TextOrigin origin);
Value make_sequence(Budget* budget, SequenceKind kind, std::vector<Value> items,
                    TextOrigin origin = TextOrigin::template_text);
Value make_range(Budget* budget, std::vector<Value> items, std::string text, TextOrigin origin);
Value make_undefined(std::string message);
/// The attribute exists in Python and the sandbox forbids it.
Value make_unsafe(std::string_view attribute, const Value& object);
/// Fails if it nests deeper than kMaxValueDepth.
Value make_generator(std::shared_ptr<Generator> generator, std::uint32_t source_depth);
Value make_object(std::shared_ptr<Object> object, std::uint32_t depth = 1);

/// As `type(value).__name__`.
std::string_view type_name(const Value& value);

/// As bool().
bool truth(const Value& value);

/// Throws the undefined's own failure, if it is one.
void require_defined(const Value& value);

}  // namespace hearth::jinja
