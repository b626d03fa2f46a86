#include "chat_template/json_input.h"

#include "chat_template/dict.h"
#include "chat_template/failure.h"
#include "chat_template/limits.h"
#include "chat_template/unicode.h"

#include <hearth/utf8.h>

#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

using Json = nlohmann::ordered_json;

class Measurer {
 public:
    explicit Measurer(std::string_view name) : name_(name) {}

    InputSize run(const Json& json) {
        visit(json, 0);
        return size_;
    }

 private:
    void visit(const Json& json, std::uint32_t depth) {
        // One level less than values may nest, so that a template can still put the data into a list.
        if (depth + 2 > kMaxValueDepth) {
            fail_input(ErrorCode::template_limit, std::string(name_),
                       fmt::format("{} nests deeper than {} levels", name_, kMaxValueDepth - 2));
        }
        ++size_.nodes;
        if (json.is_string()) {
            size_.bytes += json.get_ref<const std::string&>().size();
        } else if (json.is_array()) {
            for (const Json& item : json) {
                visit(item, depth + 1);
            }
        } else if (json.is_object()) {
            for (const auto& [key, value] : json.items()) {
                size_.bytes += key.size();
                visit(value, depth + 1);
            }
        }
    }

    std::string_view name_;
    InputSize size_;
};

class Converter {
 public:
    Converter(Budget& budget, std::string_view name) : budget_(budget), path_(name) {}

    Value convert(const Json& json) {
        constexpr TextOrigin origin = TextOrigin::message;
        switch (json.type()) {
            case Json::value_t::null:
                return Value(None{}, origin);
            case Json::value_t::boolean:
                return make_bool(json.get<bool>(), origin);
            case Json::value_t::number_integer:
                return make_integer(json.get<std::int64_t>(), origin);
            case Json::value_t::number_unsigned:
                return unsigned_integer(json.get<std::uint64_t>());
            case Json::value_t::number_float:
                return make_float(json.get<double>(), origin);
            case Json::value_t::string:
                return string(json.get_ref<const std::string&>());
            case Json::value_t::array:
                return array(json);
            case Json::value_t::object:
                return object(json);
            case Json::value_t::binary:
            case Json::value_t::discarded:
                break;
        }
        fail_input(ErrorCode::invalid_request, path_,
                   fmt::format("{} holds what JSON text cannot hold", path_));
    }

 private:
    Value unsigned_integer(std::uint64_t value) const {
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            fail_input(ErrorCode::template_limit, path_,
                       fmt::format("{} is an integer of more than 64 bits with its sign: {}", path_, value));
        }
        return make_integer(static_cast<std::int64_t>(value), TextOrigin::message);
    }

    Value string(const std::string& bytes) {
        if (const auto invalid = find_invalid_utf8(bytes)) {
            fail_input(ErrorCode::invalid_utf8, path_,
                       fmt::format("{} is not valid UTF-8 at byte {}", path_, *invalid));
        }
        return make_string(&budget_, bytes, TextOrigin::message);
    }

    Value array(const Json& json) {
        std::vector<Value> items;
        items.reserve(json.size());
        for (const Json& item : json) {
            const std::size_t outer = path_.size();
            path_ += fmt::format("[{}]", items.size());
            items.push_back(convert(item));
            path_.resize(outer);
        }
        return make_sequence(&budget_, SequenceKind::list, std::move(items), TextOrigin::message);
    }

    Value object(const Json& json) {
        auto dict = std::make_shared<Dict>(&budget_, TextOrigin::message);
        for (const auto& [key, value] : json.items()) {
            const std::size_t outer = path_.size();
            path_ += "." + escaped(key, 60);
            dict->set(string(key), convert(value));
            path_.resize(outer);
        }
        return make_dict(std::move(dict));
    }

    Budget& budget_;
    std::string path_;
};

}  // namespace

InputSize& InputSize::operator+=(const InputSize& other) {
    nodes += other.nodes;
    bytes += other.bytes;
    return *this;
}

InputSize measure(const Json& json, std::string_view name) {
    return Measurer(name).run(json);
}

Value from_json(Budget& budget, const Json& json, std::string_view name) {
    return Converter(budget, name).convert(json);
}

}  // namespace hearth::jinja
