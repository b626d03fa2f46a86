#include "catalog/library_schema.h"

#include <array>

namespace hearth::catalog {

namespace {

// Paths are the bytes that the system uses. `hidden` says why a model is not listed: '' (it is), 'forgotten'
// (by the person; a scan does not bring it back) or 'removed' (its files are gone; a scan that finds them
// again does). `stamp` counts the changes that the person makes, so that a scan that began before one does
// not undo it. A hash comes from 'download' (what a source promised), 'name' (blobs are named by it), 'list'
// (the curated list says it of a file of that name and size) or 'verify' (what was there at the first look).
constexpr const char* kVersion1 = R"sql(
CREATE TABLE setting(
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE model(
    id TEXT PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    root TEXT NOT NULL DEFAULT '',
    source TEXT NOT NULL DEFAULT 'added_file',
    added INTEGER NOT NULL DEFAULT 0,
    hidden TEXT NOT NULL DEFAULT '',
    hidden_at INTEGER NOT NULL DEFAULT 0,
    stamp INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL DEFAULT '',
    origin TEXT NOT NULL DEFAULT '',
    bytes INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'missing',
    reason TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    architecture TEXT NOT NULL DEFAULT '',
    size_label TEXT NOT NULL DEFAULT '',
    quantization TEXT NOT NULL DEFAULT '',
    context INTEGER,
    parameters INTEGER,
    chat_template INTEGER NOT NULL DEFAULT 0,
    licence TEXT NOT NULL DEFAULT '',
    verdict TEXT NOT NULL DEFAULT 'none',
    volume TEXT NOT NULL DEFAULT '',
    volume_path TEXT NOT NULL DEFAULT '',
    volume_mount TEXT NOT NULL DEFAULT '',
    extra TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX model_place ON model(volume, volume_path);

CREATE TABLE part(
    model TEXT NOT NULL REFERENCES model(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    role TEXT NOT NULL,
    path TEXT NOT NULL,
    real_path TEXT NOT NULL DEFAULT '',
    bytes INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    sha256 TEXT NOT NULL DEFAULT '',
    sha256_source TEXT NOT NULL DEFAULT '',
    PRIMARY KEY(model, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX part_path ON part(path);

CREATE TABLE download(
    path TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL
) STRICT;

CREATE TABLE inspection(
    path TEXT PRIMARY KEY,
    print TEXT NOT NULL,
    engine TEXT NOT NULL,
    result TEXT NOT NULL
) STRICT;

CREATE TABLE trashed(
    model TEXT NOT NULL REFERENCES model(id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    trash_path TEXT NOT NULL,
    PRIMARY KEY(model, path)
) STRICT, WITHOUT ROWID;
)sql";

// Where a download came from, to get it again: addresses, one a line.
constexpr const char* kVersion2 = R"sql(
ALTER TABLE download ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE download ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE download ADD COLUMN sources TEXT NOT NULL DEFAULT '';
)sql";

constexpr std::array<SchemaStep, 2> kSteps{{
    {1, kVersion1},
    {2, kVersion2},
}};

}  // namespace

std::span<const SchemaStep> library_schema() {
    return kSteps;
}

}  // namespace hearth::catalog
