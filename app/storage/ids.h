#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace hearth::storage {

/// The number of a row of one table; numbers of different tables do not convert into each other. Never
/// reused, also after the row is gone; 0 is no row.
template <class Table>
struct RowId {
    std::int64_t value{};
    friend constexpr auto operator<=>(RowId, RowId) = default;
};

using ConversationId = RowId<struct ConversationTable>;
using MessageId = RowId<struct MessageTable>;
using FolderId = RowId<struct FolderTable>;
using PresetId = RowId<struct PresetTable>;
using AttachmentId = RowId<struct AttachmentTable>;

/// Ids of a store in memory begin here, far above those of any file: they are never taken for one of a file.
inline constexpr std::int64_t kFirstIdInMemory = std::int64_t{1} << 40;

}  // namespace hearth::storage

template <class Table>
struct std::hash<hearth::storage::RowId<Table>> {
    std::size_t operator()(hearth::storage::RowId<Table> id) const noexcept {
        return std::hash<std::int64_t>{}(id.value);
    }
};
