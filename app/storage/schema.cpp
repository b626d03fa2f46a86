#include "storage/schema.h"

#include <array>

namespace hearth::storage {
namespace {

// Times are UTC milliseconds. `extra` is a JSON object with the fields of programs that know more than this
// one; it is carried along untouched. Long columns come last, so that the short ones are read without their
// pages. message.writer names the process that writes a streaming row, message.indexed says whether the row
// is in the two search tables; those hold no text of their own (content=''). Deleted rows carry the root of
// the deletion that hid them.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE folder(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    position INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    extra TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE conversation(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    folder INTEGER REFERENCES folder(id) ON DELETE SET NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    active_leaf INTEGER,
    origin_message INTEGER,
    deleted_at INTEGER,
    title_source TEXT NOT NULL DEFAULT 'automatic',
    title TEXT NOT NULL DEFAULT '',
    extra TEXT NOT NULL DEFAULT '{}',
    parameters TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX conversation_list ON conversation(deleted_at, pinned DESC, updated DESC, id DESC);
CREATE INDEX conversation_folder ON conversation(folder, deleted_at);

CREATE TABLE message(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversation(id) ON DELETE CASCADE,
    parent INTEGER REFERENCES message(id),
    role TEXT NOT NULL,
    status TEXT NOT NULL,
    created INTEGER NOT NULL,
    finished INTEGER,
    deleted_at INTEGER,
    deleted_root INTEGER,
    writer INTEGER,
    indexed INTEGER NOT NULL DEFAULT 0,
    model TEXT NOT NULL DEFAULT '',
    error TEXT NOT NULL DEFAULT '',
    statistics TEXT NOT NULL DEFAULT '{}',
    extra TEXT NOT NULL DEFAULT '{}',
    parameters TEXT NOT NULL DEFAULT '{}',
    text TEXT NOT NULL DEFAULT '',
    CHECK (parent IS NULL OR parent < id)
) STRICT;
CREATE INDEX message_tree ON message(conversation, parent, deleted_at);
CREATE INDEX message_parent ON message(parent);
CREATE INDEX message_streaming ON message(id) WHERE status = 'streaming';
CREATE INDEX message_unindexed ON message(id) WHERE indexed = 0;
CREATE INDEX message_deleted ON message(deleted_root, deleted_at) WHERE deleted_root IS NOT NULL;

CREATE TABLE attachment(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    message INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
    bytes INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL DEFAULT '',
    path TEXT NOT NULL DEFAULT '',
    extra TEXT NOT NULL DEFAULT '{}',
    text TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX attachment_message ON attachment(message);

CREATE TABLE draft(
    conversation INTEGER PRIMARY KEY,
    extra TEXT NOT NULL DEFAULT '{}',
    text TEXT NOT NULL
) STRICT;

CREATE TABLE preset(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    extra TEXT NOT NULL DEFAULT '{}',
    parameters TEXT NOT NULL DEFAULT '{}',
    system_prompt TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE VIRTUAL TABLE message_trigram USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
CREATE VIRTUAL TABLE message_short USING fts5(text, content='', columnsize=0, detail=none, tokenize='ascii');
)sql";

constexpr const char* kSearchTables = R"sql(
CREATE VIRTUAL TABLE message_trigram USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
CREATE VIRTUAL TABLE message_short USING fts5(text, content='', columnsize=0, detail=none, tokenize='ascii');
)sql";

constexpr std::array<Migration, 1> kMigrations{{
    {1, kVersion1},
}};

constexpr std::array<const char*, 6> kTables{"folder",     "conversation", "message",
                                             "attachment", "draft",        "preset"};

}  // namespace

std::span<const Migration> chat_migrations() {
    return kMigrations;
}

std::uint32_t chat_schema_version() {
    return kMigrations.back().to;
}

const char* search_tables_sql() {
    return kSearchTables;
}

std::span<const char* const> chat_tables() {
    return kTables;
}

}  // namespace hearth::storage
