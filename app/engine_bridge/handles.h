#pragma once

#include <cstdint>

#ifndef Q_MOC_RUN  // moc 6.4 cannot read libstdc++ 12's <compare> where it comes first
#include <hearth/ids.h>
#endif

namespace hearth {

/// One load of a model through an EngineClient; never used again within the client's life.
using ModelHandle = Id<struct ModelHandleTag, std::uint64_t>;
/// One request for an answer; never used again within the client's life.
using RequestHandle = Id<struct RequestHandleTag, std::uint64_t>;

}  // namespace hearth
