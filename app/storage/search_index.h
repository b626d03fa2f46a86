#pragma once

#include "storage/connection.h"
#include "storage/search.h"

#include <string>

namespace hearth::storage {

/// Makes a message findable by index. Within the transaction that completes it; what is not indexed (answers
/// that are being written, copies, rows just salvaged) search reads as it is, so those must be few. Cost
/// grows with the text: about 1 ms for 4 KB.
void add_to_index(Connection& connection, MessageId message, const std::string& text);

/// Takes a message out again; `text` is what it was added with.
void remove_from_index(Connection& connection, MessageId message, const std::string& text);

/// An exception that came from the search tables and says that they are damaged.
bool is_index_damage(const SQLite::Exception& exception);

/// Throws the search tables away, in whatever state they are, and makes empty ones; every message waits to be
/// indexed. One transaction.
void rebuild_index(Connection& connection);

/// Looks through titles and messages. Every hit is checked against the text itself, so an index that is out
/// of date can miss something but never shows what is not there.
SearchResult run_search(Connection& connection, const SearchRequest& request);

}  // namespace hearth::storage
