#include "kv_cache/token_digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace hearth {

TokenDigest TokenDigest::of(std::span<const TokenId> tokens) {
    const XXH128_hash_t hash = XXH3_128bits(tokens.data(), tokens.size_bytes());
    return {hash.high64, hash.low64};
}

}  // namespace hearth
