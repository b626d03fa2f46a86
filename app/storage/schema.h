#pragma once

#include <cstdint>
#include <span>

namespace hearth::storage {

/// One step of the schema: run on a file of version `to` − 1 it makes one of version `to`.
struct Migration {
    std::uint32_t to;
    const char* sql;
};

/// Every step from an empty file to today's schema, in order. A step that has been released is never changed.
std::span<const Migration> chat_migrations();

/// The schema this program writes.
std::uint32_t chat_schema_version();

/// Creates the two search tables, as today's schema has them.
const char* search_tables_sql();

/// PRAGMA application_id of chats.db: "HRTH".
inline constexpr std::int64_t kChatApplicationId = 0x48525448;

/// Tables that carry what the person would miss, parents before children.
std::span<const char* const> chat_tables();

}  // namespace hearth::storage
