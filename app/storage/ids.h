#pragma once

#include <hearth/ids.h>

#include <cstdint>

namespace hearth::storage {

/// Rows of chats.db. Never reused, also after the row is gone; 0 is no row.
using ConversationId = Id<struct ConversationTag, std::int64_t>;
using MessageId = Id<struct MessageTag, std::int64_t>;
using FolderId = Id<struct FolderTag, std::int64_t>;
using PresetId = Id<struct PresetTag, std::int64_t>;
using AttachmentId = Id<struct AttachmentTag, std::int64_t>;

}  // namespace hearth::storage
