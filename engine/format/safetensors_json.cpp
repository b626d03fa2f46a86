#include "format/safetensors_json.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hearth {

namespace {

constexpr std::string_view kMetadata = "__metadata__";
/// More dimensions than any tensor has.
constexpr std::size_t kMaxDimensions = 32;

/// Listens to the parser. Each function answers whether to go on.
class Listener final : public nlohmann::json_sax<nlohmann::json> {
 public:
    explicit Listener(SafetensorsJson& out) : out_(out) {}

    std::optional<SafetensorsJsonProblem> problem() && { return std::move(problem_); }

    bool null() override { return unexpected("null"); }
    bool boolean(bool) override { return unexpected("true or false"); }
    bool number_float(number_float_t, const string_t& written) override {
        return fail(fmt::format("has {} where a whole number below 2^64 is expected", escaped(written, 40)));
    }
    bool number_integer(number_integer_t value) override {
        return fail(fmt::format("has {} where a number from 0 on is expected", value));
    }
    bool binary(binary_t&) override { return unexpected("binary data"); }

    bool number_unsigned(number_unsigned_t value) override {
        if (place_ == Place::shape) {
            if (entry_.shape.size() == kMaxDimensions) {
                return fail(fmt::format("has more than {} dimensions", kMaxDimensions));
            }
            entry_.shape.push_back(value);
            return true;
        }
        if (place_ == Place::offsets && offset_count_ < 2) {
            (offset_count_ == 0 ? entry_.begin : entry_.end) = value;
            ++offset_count_;
            return true;
        }
        return unexpected(fmt::format("the number {}", value));
    }

    bool string(string_t& value) override {
        if (place_ == Place::metadata) {
            out_.metadata.emplace_back(std::move(key_), std::move(value));
            return true;
        }
        if (place_ == Place::tensor && field_ == Field::dtype) {
            entry_.dtype = std::move(value);
            return true;
        }
        return unexpected(fmt::format("the text \"{}\"", escaped(value, 40)));
    }

    bool start_object(std::size_t) override {
        if (place_ == Place::outside) {
            place_ = Place::top;
            return true;
        }
        if (place_ == Place::top && name_ == kMetadata) {
            place_ = Place::metadata;
            return true;
        }
        if (place_ == Place::top) {
            place_ = Place::tensor;
            entry_ = {};
            entry_.name = name_;
            seen_ = 0;
            return true;
        }
        return unexpected("an object");
    }

    bool key(string_t& value) override {
        if (place_ == Place::top) {
            name_ = std::move(value);
            if (name_.empty()) {
                return fail("has a tensor without a name");
            }
            return name_ != kMetadata || !std::exchange(has_metadata_, true) || twice(kMetadata);
        }
        if (place_ == Place::metadata) {
            key_ = std::move(value);
            return true;
        }
        field_ = value == "dtype"          ? Field::dtype
                 : value == "shape"        ? Field::shape
                 : value == "data_offsets" ? Field::offsets
                                           : Field::unknown;
        if (field_ == Field::unknown) {
            return fail(fmt::format("has the unknown field \"{}\"", escaped(value, 40)));
        }
        const unsigned bit = 1U << static_cast<unsigned>(field_);
        return (std::exchange(seen_, seen_ | bit) & bit) == 0 || twice(value);
    }

    bool end_object() override {
        if (place_ == Place::tensor) {
            if (seen_ != kAllFields) {
                return fail("lacks one of dtype, shape and data_offsets");
            }
            out_.entries.push_back(std::move(entry_));
            place_ = Place::top;
        } else if (place_ == Place::metadata) {
            place_ = Place::top;
            return check_metadata_keys();
        } else {
            place_ = Place::outside;
        }
        return true;
    }

    bool start_array(std::size_t) override {
        if (place_ != Place::tensor || (field_ != Field::shape && field_ != Field::offsets)) {
            return unexpected("an array");
        }
        place_ = field_ == Field::shape ? Place::shape : Place::offsets;
        offset_count_ = 0;
        return true;
    }

    bool end_array() override {
        if (place_ == Place::offsets && offset_count_ != 2) {
            return fail("has data_offsets that are not two numbers");
        }
        place_ = Place::tensor;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        problem_ = {ErrorCode::header_invalid,
                    fmt::format("the header is not JSON in UTF-8 at byte {}", position), "header"};
        return false;
    }

 private:
    enum class Place : std::uint8_t { outside, top, metadata, tensor, shape, offsets };
    enum class Field : std::uint8_t { dtype, shape, offsets, unknown };
    static constexpr unsigned kAllFields = 7;

    bool fail(std::string_view what, ErrorCode code = ErrorCode::header_invalid) {
        const bool in_metadata = place_ == Place::metadata;
        const std::string& field = in_metadata ? key_ : name_;
        problem_ = {code,
                    name_.empty() ? fmt::format("the header {}", what)
                                  : fmt::format("{} \"{}\" {}", in_metadata ? "metadata key" : "tensor",
                                                escaped(field), what),
                    field.empty() ? "header" : field};
        return false;
    }
    bool unexpected(std::string_view what) {
        if (place_ == Place::metadata) {
            return fail(fmt::format("has {} as its value, which is not a string", what));
        }
        return fail(fmt::format("has {} in a place where the format has none", what));
    }
    bool twice(std::string_view key) {
        return fail(fmt::format("has \"{}\" twice", escaped(key, 40)), ErrorCode::duplicate_key);
    }
    bool check_metadata_keys() {
        std::vector<std::string_view> keys;
        keys.reserve(out_.metadata.size());
        for (const auto& [key, value] : out_.metadata) {
            keys.push_back(key);
        }
        std::ranges::sort(keys);
        const auto same = std::ranges::adjacent_find(keys);
        return same == keys.end() || twice(*same);
    }

    SafetensorsJson& out_;
    std::optional<SafetensorsJsonProblem> problem_;
    Place place_ = Place::outside;
    Field field_ = Field::unknown;
    std::string name_;  ///< of the entry at the top
    std::string key_;   ///< in __metadata__
    SafetensorsEntry entry_;
    unsigned seen_ = 0;
    unsigned offset_count_ = 0;
    bool has_metadata_ = false;
};

}  // namespace

std::optional<SafetensorsJsonProblem> read_safetensors_json(std::string_view text, SafetensorsJson& out) {
    if (text.empty() || text.front() != '{') {
        return SafetensorsJsonProblem{
            ErrorCode::header_invalid,
            fmt::format("the header begins with \"{}\", not with \"{{\"", escaped(text.substr(0, 1))),
            "header"};
    }
    Listener listener(out);
    const bool done = nlohmann::json::sax_parse(text, &listener);
    auto problem = std::move(listener).problem();
    if (!done && !problem) {
        problem = {ErrorCode::header_invalid, "the header is not JSON", "header"};
    }
    return problem;
}

}  // namespace hearth
