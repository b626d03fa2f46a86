#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::test {

/// Writes GGUF fields byte by byte, also wrong ones.
class GgufBytes {
 public:
    template <class T>
    GgufBytes& number(T value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    GgufBytes& raw(std::string_view bytes) {
        bytes_ += bytes;
        return *this;
    }
    GgufBytes& text(std::string_view text) { return number<std::uint64_t>(text.size()).raw(text); }
    /// Magic, version 3 and the two counts.
    GgufBytes& start(std::uint64_t tensors, std::uint64_t pairs) {
        return raw("GGUF").number<std::uint32_t>(3).number(tensors).number(pairs);
    }
    GgufBytes& key(std::string_view name, std::uint32_t type) { return text(name).number(type); }
    GgufBytes& array(std::string_view name, std::uint32_t element_type, std::uint64_t count) {
        return key(name, 9).number(element_type).number(count);
    }
    GgufBytes& tensor(std::string_view name, const std::vector<std::uint64_t>& dimensions, std::uint32_t type,
                      std::uint64_t offset) {
        text(name).number(static_cast<std::uint32_t>(dimensions.size()));
        for (const std::uint64_t dimension : dimensions) {
            number(dimension);
        }
        return number(type).number(offset);
    }
    GgufBytes& pad(std::size_t alignment = 32) {
        bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
        return *this;
    }
    GgufBytes& zeros(std::size_t count) {
        bytes_.append(count, '\0');
        return *this;
    }
    const std::string& bytes() const { return bytes_; }

 private:
    std::string bytes_;
};

}  // namespace hearth::test
