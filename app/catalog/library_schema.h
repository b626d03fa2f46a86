#pragma once

#include <cstdint>
#include <span>

namespace hearth::catalog {

/// One step of the schema: run on a file of version `to` − 1 it makes one of version `to`.
struct SchemaStep {
    std::uint32_t to;
    const char* sql;
};

/// Every step from an empty file to today's schema, in order. A step that has been released is never changed.
std::span<const SchemaStep> library_schema();

/// PRAGMA application_id of library.db: "HRTL".
inline constexpr std::int64_t kLibraryApplicationId = 0x4852544C;

}  // namespace hearth::catalog
