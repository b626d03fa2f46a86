#include "catalog/library_rows.h"

#include "catalog/error_json.h"
#include "transfers/sha256.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include <fmt/format.h>

namespace hearth::catalog {

namespace {

constexpr const char* kColumns =
    "id, path, root, source, added, hidden, hidden_at, stamp, name, origin, bytes, state, reason, title, "
    "architecture, "
    "size_label, quantization, context, parameters, chat_template, licence, verdict, volume, volume_path, "
    "volume_mount";

std::string_view hidden_name(Hidden hidden) {
    return hidden == Hidden::forgotten ? "forgotten" : hidden == Hidden::removed ? "removed" : "";
}

Hidden hidden_named(std::string_view name) {
    return name == "forgotten" ? Hidden::forgotten : name == "removed" ? Hidden::removed : Hidden::no;
}

/// Reads columns one after another.
class Row {
 public:
    explicit Row(SQLite::Statement& statement) : statement_(statement) {}
    std::string text() { return statement_.getColumn(next_++).getString(); }
    std::int64_t integer() { return statement_.getColumn(next_++).getInt64(); }
    std::uint64_t count() { return static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer())); }
    std::optional<std::uint64_t> maybe_count() {
        if (statement_.getColumn(next_).isNull()) {
            ++next_;
            return std::nullopt;
        }
        return count();
    }

 private:
    SQLite::Statement& statement_;
    int next_ = 0;
};

/// Binds parameters one after another.
class Parameters {
 public:
    explicit Parameters(SQLite::Statement& statement) : statement_(statement) {}
    Parameters& operator<<(std::string_view value) {
        statement_.bind(next_++, std::string(value));
        return *this;
    }
    Parameters& operator<<(const std::string& value) { return *this << std::string_view(value); }
    Parameters& operator<<(const std::filesystem::path& value) {
        return *this << std::string_view(value.native());
    }
    Parameters& operator<<(std::int64_t value) {
        statement_.bind(next_++, value);
        return *this;
    }
    Parameters& operator<<(std::optional<std::uint64_t> value) {
        value ? statement_.bind(next_, static_cast<std::int64_t>(*value)) : statement_.bind(next_);
        ++next_;
        return *this;
    }

 private:
    SQLite::Statement& statement_;
    int next_ = 1;
};

ModelRecord record_of(SQLite::Statement& statement) {
    Row row(statement);
    ModelRecord record;
    LocalModel& model = record.model;
    model.id = row.text();
    model.path = row.text();
    model.root = row.text();
    model.source = source_named(row.text()).value_or(ModelSource::added_file);
    model.added = row.integer() != 0;
    record.hidden = hidden_named(row.text());
    record.hidden_at = row.integer();
    record.stamp = row.integer();
    model.name = row.text();
    model.origin = row.text();
    model.bytes = row.count();
    model.state = state_named(row.text()).value_or(ModelState::missing);
    model.reason = error_from_json(row.text());
    model.facts.name = row.text();
    model.facts.architecture = row.text();
    model.facts.size_label = row.text();
    model.facts.quantization = row.text();
    if (const auto context = row.maybe_count()) {
        model.facts.context_tokens = static_cast<std::uint32_t>(*context);
    }
    model.facts.parameters = row.maybe_count();
    model.facts.has_chat_template = row.integer() != 0;
    model.facts.licence = row.text();
    model.verdict = verdict_named(row.text()).value_or(Verdict::none);
    record.place.volume = row.text();
    record.place.path = row.text();
    record.place.mount = row.text();
    model.volume = record.place.mount.string();
    return record;
}

void take_part(ModelRecord& record, Row& row) {
    ModelPart part;
    PartRecord more;
    part.role = role_named(row.text()).value_or(FileRole::weights);
    part.path = row.text();
    more.real_path = row.text();
    part.bytes = row.count();
    part.changed = row.integer();
    part.sha256 = row.text();
    more.hash_source = row.text();
    record.model.parts.push_back(std::move(part));
    record.parts.push_back(std::move(more));
}

/// Addresses, one a line.
std::vector<transfers::Source> sources_of(std::string_view text) {
    std::vector<transfers::Source> sources;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        sources.push_back({std::string(text.substr(0, end))});
        text.remove_prefix(end + 1);
    }
    return sources;
}

constexpr const char* kPartColumns = "role, path, real_path, bytes, changed, sha256, sha256_source";

void read_parts(LibraryDatabase& database, ModelRecord& record) {
    SQLite::Statement statement =
        database.prepare(fmt::format("SELECT {} FROM part WHERE model = ? ORDER BY position", kPartColumns));
    statement.bind(1, record.model.id);
    while (statement.executeStep()) {
        Row row(statement);
        take_part(record, row);
    }
}

std::optional<ModelRecord> read_one(LibraryDatabase& database, const char* column, const std::string& value) {
    SQLite::Statement statement =
        database.prepare(fmt::format("SELECT {} FROM model WHERE {} = ?", kColumns, column));
    statement.bind(1, value);
    if (!statement.executeStep()) {
        return std::nullopt;
    }
    ModelRecord record = record_of(statement);
    read_parts(database, record);
    return record;
}

std::string base32(const std::string& hex, std::size_t characters) {
    constexpr std::string_view kDigits = "abcdefghijkmnpqrstuvwxyz23456789";  // without l, o, 0, 1
    std::string text;
    std::uint32_t bits = 0;
    int held = 0;
    for (std::size_t i = 0; text.size() < characters && i < hex.size(); ++i) {
        const char c = hex[i];
        bits = (bits << 4U) | static_cast<std::uint32_t>(c >= 'a' ? c - 'a' + 10 : c - '0');
        held += 4;
        if (held >= 5) {
            held -= 5;
            text += kDigits[(bits >> static_cast<unsigned>(held)) & 31U];
        }
    }
    return text;
}

}  // namespace

bool ModelRecord::has_real_path(const std::filesystem::path& real) const {
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (model.parts[i].role == FileRole::weights && parts[i].real_path == real) {
            return true;
        }
    }
    return false;
}

bool operator==(const ModelRecord& a, const ModelRecord& b) {
    const auto key = [](const ModelRecord& record) {
        const LocalModel& model = record.model;
        return std::tie(model.id, model.path, model.root, model.source, model.added, record.hidden,
                        record.hidden_at, record.stamp, model.name, model.origin, model.bytes, model.state,
                        model.facts, model.verdict, record.place, model.parts, record.parts);
    };
    const auto reason = [](const ModelRecord& record) {
        return record.model.reason ? error_to_json(*record.model.reason) : std::string();
    };
    return key(a) == key(b) && reason(a) == reason(b);
}

std::vector<ModelRecord> read_models(LibraryDatabase& database) {
    std::vector<ModelRecord> records;
    std::map<std::string, std::size_t> by_id;
    SQLite::Statement models = database.prepare(fmt::format("SELECT {} FROM model ORDER BY id", kColumns));
    while (models.executeStep()) {
        records.push_back(record_of(models));
        by_id[records.back().model.id] = records.size() - 1;
    }
    SQLite::Statement parts =
        database.prepare(fmt::format("SELECT {}, model FROM part ORDER BY model, position", kPartColumns));
    while (parts.executeStep()) {
        const auto record = by_id.find(parts.getColumn(7).getString());
        if (record != by_id.end()) {
            Row row(parts);
            take_part(records[record->second], row);
        }
    }
    return records;
}

std::optional<ModelRecord> read_model(LibraryDatabase& database, const std::string& id) {
    return read_one(database, "id", id);
}

std::optional<ModelRecord> read_model_at(LibraryDatabase& database, const std::filesystem::path& path) {
    return read_one(database, "path", path.string());
}

void write_model(LibraryDatabase& database, const ModelRecord& record) {
    const LocalModel& model = record.model;
    SQLite::Statement statement = database.prepare(fmt::format(
        "INSERT INTO model({}) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(id) DO "
        "UPDATE SET "
        "path=excluded.path, root=excluded.root, source=excluded.source, added=excluded.added, "
        "hidden=excluded.hidden, hidden_at=excluded.hidden_at, stamp=excluded.stamp, name=excluded.name, "
        "origin=excluded.origin, bytes=excluded.bytes, state=excluded.state, reason=excluded.reason, "
        "title=excluded.title, architecture=excluded.architecture, size_label=excluded.size_label, "
        "quantization=excluded.quantization, context=excluded.context, parameters=excluded.parameters, "
        "chat_template=excluded.chat_template, licence=excluded.licence, verdict=excluded.verdict, "
        "volume=excluded.volume, volume_path=excluded.volume_path, volume_mount=excluded.volume_mount",
        kColumns));
    Parameters(statement) << model.id << model.path << model.root << source_name(model.source)
                          << std::int64_t{model.added} << hidden_name(record.hidden) << record.hidden_at
                          << record.stamp << model.name << model.origin
                          << static_cast<std::int64_t>(model.bytes) << state_name(model.state)
                          << (model.reason ? error_to_json(*model.reason) : std::string()) << model.facts.name
                          << model.facts.architecture << model.facts.size_label << model.facts.quantization
                          << std::optional<std::uint64_t>(model.facts.context_tokens)
                          << model.facts.parameters << std::int64_t{model.facts.has_chat_template}
                          << model.facts.licence << verdict_name(model.verdict) << record.place.volume
                          << record.place.path << record.place.mount;
    statement.exec();
    SQLite::Statement clear = database.prepare("DELETE FROM part WHERE model = ?");
    clear.bind(1, model.id);
    clear.exec();
    SQLite::Statement insert = database.prepare(
        "INSERT INTO part(model, position, role, path, real_path, bytes, changed, sha256, sha256_source) "
        "VALUES(?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < model.parts.size(); ++i) {
        const ModelPart& part = model.parts[i];
        insert.reset();
        Parameters(insert) << model.id << static_cast<std::int64_t>(i) << role_name(part.role) << part.path
                           << record.parts[i].real_path << static_cast<std::int64_t>(part.bytes)
                           << part.changed << part.sha256 << record.parts[i].hash_source;
        insert.exec();
    }
}

void delete_model(LibraryDatabase& database, const std::string& id) {
    SQLite::Statement statement = database.prepare("DELETE FROM model WHERE id = ?");
    statement.bind(1, id);
    statement.exec();
}

std::vector<std::string> removed_before(LibraryDatabase& database, std::int64_t time) {
    SQLite::Statement statement =
        database.prepare("SELECT id FROM model WHERE hidden = 'removed' AND hidden_at < ?");
    statement.bind(1, time);
    std::vector<std::string> ids;
    while (statement.executeStep()) {
        ids.push_back(statement.getColumn(0).getString());
    }
    return ids;
}

std::vector<TrashedFile> read_trashed(LibraryDatabase& database, const std::string& id) {
    SQLite::Statement statement =
        database.prepare("SELECT path, trash_path FROM trashed WHERE model = ? ORDER BY path");
    statement.bind(1, id);
    std::vector<TrashedFile> files;
    while (statement.executeStep()) {
        Row row(statement);
        files.push_back({row.text(), {}});
        files.back().trash_path = row.text();
    }
    return files;
}

void write_trashed(LibraryDatabase& database, const std::string& id, const std::vector<TrashedFile>& files) {
    SQLite::Statement clear = database.prepare("DELETE FROM trashed WHERE model = ?");
    clear.bind(1, id);
    clear.exec();
    SQLite::Statement insert = database.prepare("INSERT INTO trashed(model, path, trash_path) VALUES(?,?,?)");
    for (const TrashedFile& file : files) {
        insert.reset();
        Parameters(insert) << id << file.path << file.trash_path;
        insert.exec();
    }
}

KnownDownloads read_downloads(LibraryDatabase& database) {
    SQLite::Statement statement =
        database.prepare("SELECT path, sha256, title, bytes, sources FROM download");
    KnownDownloads downloads;
    while (statement.executeStep()) {
        Row row(statement);
        transfers::DownloadRequest request;
        request.target = row.text();
        request.sha256 = row.text();
        request.title = row.text();
        request.bytes = row.count();
        request.sources = sources_of(row.text());
        downloads.emplace(request.target, std::move(request));
    }
    return downloads;
}

void write_download(LibraryDatabase& database, const transfers::DownloadRequest& request) {
    SQLite::Statement statement = database.prepare(
        "INSERT OR REPLACE INTO download(path, sha256, title, bytes, sources) VALUES(?,?,?,?,?)");
    std::string sources;
    for (const transfers::Source& source : request.sources) {
        sources += source.url + '\n';
    }
    Parameters(statement) << request.target << request.sha256 << request.title
                          << static_cast<std::int64_t>(request.bytes) << sources;
    statement.exec();
}

std::int64_t last_stamp(LibraryDatabase& database) {
    return database.integer("SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'stamp'");
}

std::int64_t next_stamp(LibraryDatabase& database) {
    const std::int64_t stamp = last_stamp(database) + 1;
    database.set_setting("stamp", fmt::format("{}", stamp));
    return stamp;
}

std::string new_id(LibraryDatabase& database, const std::filesystem::path& path) {
    constexpr std::size_t kShortest = 8;
    constexpr std::size_t kLongest = 51;  // of 256 bits
    transfers::Sha256 hash;
    hash.update(std::as_bytes(std::span(path.native())));
    const std::string hex = hash.hex();
    SQLite::Statement taken = database.prepare("SELECT 1 FROM model WHERE id = ?");
    for (std::size_t length = kShortest; length < kLongest; ++length) {
        std::string id = base32(hex, length);
        taken.reset();
        taken.bind(1, id);
        if (!taken.executeStep()) {
            return id;
        }
    }
    // The model of this path has moved elsewhere and kept its id: another one is made from the counter.
    return base32(hex, kShortest) + fmt::format("-{}", next_stamp(database));
}

}  // namespace hearth::catalog
