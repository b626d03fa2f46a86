#include "tokenizer/word_cache.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace hearth::tokenizer {

namespace {

constexpr std::size_t first_slots = 256;
constexpr std::size_t word_limit = 65536;
constexpr std::size_t longest_word = 64;

std::uint64_t hash_of(std::string_view word) {
    return XXH3_64bits(word.data(), word.size());
}

}  // namespace

const WordCache::Slot& WordCache::slot_of(std::string_view word, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash & mask;
    while (slots_[i].word_length != 0) {
        const Slot& slot = slots_[i];
        if (slot.hash == hash && std::string_view(words_).substr(slot.word_begin, slot.word_length) == word) {
            break;
        }
        i = (i + 1) & mask;
    }
    return slots_[i];
}

std::optional<std::span<const TokenId>> WordCache::find(std::string_view word) const {
    if (slots_.empty() || word.empty() || word.size() > longest_word) {
        return std::nullopt;
    }
    const Slot& slot = slot_of(word, hash_of(word));
    if (slot.word_length == 0) {
        return std::nullopt;
    }
    return std::span(tokens_).subspan(slot.tokens_begin, slot.tokens_length);
}

void WordCache::insert(std::string_view word, std::span<const TokenId> tokens) {
    if (word.empty() || word.size() > longest_word || count_ == word_limit) {
        return;
    }
    if (count_ * 2 >= slots_.size()) {
        grow();
    }
    const std::uint64_t hash = hash_of(word);
    Slot& slot = slots_[static_cast<std::size_t>(&slot_of(word, hash) - slots_.data())];
    if (slot.word_length != 0) {
        return;
    }
    slot = {hash, static_cast<std::uint32_t>(words_.size()), static_cast<std::uint32_t>(word.size()),
            static_cast<std::uint32_t>(tokens_.size()), static_cast<std::uint32_t>(tokens.size())};
    words_ += word;
    tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
    ++count_;
}

void WordCache::grow() {
    std::vector<Slot> old(slots_.empty() ? first_slots : slots_.size() * 2);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.word_length == 0) {
            continue;
        }
        std::size_t i = slot.hash & mask;
        while (slots_[i].word_length != 0) {
            i = (i + 1) & mask;
        }
        slots_[i] = slot;
    }
}

}  // namespace hearth::tokenizer
