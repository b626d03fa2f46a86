#pragma once

#include <hearth/ids.h>

#include <cstdint>

namespace hearth {

/// One load of a model through an EngineClient; never used again within the client's life.
using ModelHandle = Id<struct ModelHandleTag, std::uint64_t>;
/// One request for an answer; never used again within the client's life.
using RequestHandle = Id<struct RequestHandleTag, std::uint64_t>;

}  // namespace hearth
