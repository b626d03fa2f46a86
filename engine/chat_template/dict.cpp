#include "chat_template/dict.h"

#include "chat_template/compare.h"
#include "chat_template/failure.h"

#include <algorithm>

namespace hearth::jinja {

namespace {

constexpr std::size_t kIndexedFrom = 9;  // fewer entries are faster to walk
constexpr std::size_t kEntryBytes = 2 * sizeof(Value) + 2 * sizeof(std::size_t) + 16;

}  // namespace

std::size_t Dict::position(std::size_t hash, const Value& key) const {
    const auto matches = [&](std::size_t entry) {
        return hashes_[entry] == hash && equal(entries_[entry].first, key);
    };
    if (slots_.empty()) {
        for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
            if (matches(entry)) {
                return entry;
            }
        }
        return kNone;
    }
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
        if (matches(slots_[slot] - 1)) {
            return slots_[slot] - 1;
        }
    }
    return kNone;
}

const Value* Dict::find(const Value& key) const {
    const std::size_t entry = position(hash_of(key), key);
    return entry == kNone ? nullptr : &entries_[entry].second;
}

const Value* Dict::find(std::string_view key) const {
    const std::size_t hash = hash_of(key);
    const auto matches = [&](std::size_t entry) {
        if (hashes_[entry] != hash) {
            return false;
        }
        const String* string = entries_[entry].first.string();
        return string != nullptr && string->text.bytes() == key;
    };
    if (slots_.empty()) {
        for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
            if (matches(entry)) {
                return &entries_[entry].second;
            }
        }
        return nullptr;
    }
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
        if (matches(slots_[slot] - 1)) {
            return &entries_[slots_[slot] - 1].second;
        }
    }
    return nullptr;
}

void Dict::index_entry(std::size_t hash, std::size_t entry) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != 0) {
        slot = (slot + 1) & mask;
    }
    slots_[slot] = entry + 1;
}

void Dict::set(const Value& key, Value value) {
    const std::size_t hash = hash_of(key);
    origin_ = combine(origin_, combine(key.origin(), value.origin()));
    depth_ = std::max({depth_, key.depth() + 1, value.depth() + 1});
    weight_ = std::min(kMaxWeight, weight_ + key.weight() + value.weight());
    const std::size_t known = position(hash, key);
    if (known != kNone) {
        entries_[known].second = std::move(value);
        return;
    }
    if (entries_.size() == entries_.capacity()) {
        const std::size_t capacity = std::max<std::size_t>(4, 2 * entries_.capacity());
        charge_.resize(sizeof(Dict) + capacity * kEntryBytes);
        entries_.reserve(capacity);
        hashes_.reserve(capacity);
    }
    entries_.emplace_back(key, std::move(value));
    hashes_.push_back(hash);
    if (entries_.size() >= kIndexedFrom && entries_.size() * 2 > slots_.size()) {
        slots_.assign(std::max<std::size_t>(32, slots_.size() * 2), 0);
        for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
            index_entry(hashes_[entry], entry);
        }
    } else if (!slots_.empty()) {
        index_entry(hash, entries_.size() - 1);
    }
}

}  // namespace hearth::jinja
