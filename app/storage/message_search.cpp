#include "storage/folded_text.h"
#include "storage/record_columns.h"
#include "storage/search_index.h"
#include "storage/search_term.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_set>
#include <utility>

namespace hearth::storage {
namespace {

using Clock = std::chrono::steady_clock;

/// A quoted FTS5 string: data, whatever is in it.
std::string fts_string(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        result += c;
        if (c == '"') {
            result += '"';
        }
    }
    return result + '"';
}

/// The FTS5 expression that asks for every term of a kind; empty when there is none.
std::string expression(const std::vector<SearchTerm>& terms, SearchTerm::Kind kind) {
    std::string all;
    for (const SearchTerm& term : terms) {
        if (term.kind != kind) {
            continue;
        }
        std::string text;
        if (kind == SearchTerm::Kind::short_) {
            text = short_token(term.text);
        } else {
            for (const char32_t character : term.text) {
                append_utf8(text, character);
            }
        }
        all += (all.empty() ? "" : " AND ") + fts_string(text);
    }
    return all;
}

/// Message ids that may match, newest first.
class Candidates {
 public:
    Candidates(Connection& connection, const std::string& sql, std::int64_t before, const std::string& match)
        : statement_(connection.prepare(sql)) {
        statement_->bind(1, before);
        if (!match.empty()) {
            statement_->bind(2, match);
        }
        advance();
    }

    bool done() const { return done_; }
    std::int64_t id() const { return id_; }
    void advance() {
        done_ = !statement_->executeStep();
        id_ = done_ ? 0 : statement_->getColumn(0).getInt64();
    }

 private:
    Connection::Use statement_;
    bool done_ = false;
    std::int64_t id_ = 0;
};

class Search {
 public:
    Search(Connection& connection, const SearchRequest& request)
        : connection_(connection),
          request_(request),
          terms_(terms_of(request.text)),
          deadline_(Clock::now() + request.budget) {}

    SearchResult run() {
        if (terms_.empty()) {
            return {};
        }
        const ReadTransaction one_state(connection_);
        if (!request_.from) {
            look_through_titles();
        }
        if (!request_.from || !request_.from->indexed) {
            look_through_unindexed();
        }
        if (result_.complete) {
            look_through_messages();
        }
        std::ranges::stable_sort(result_.hits, std::ranges::greater{}, &SearchHit::time);
        cut_to_limit();
        return std::move(result_);
    }

 private:
    /// Before `id` is looked at: whether the rest is for another time.
    bool out_of_time(bool indexed, std::int64_t id) {
        // The clock costs more than a candidate.
        if (++looked_at_ % 64 == 0 && Clock::now() > deadline_) {
            result_.complete = false;
            result_.rest = SearchPlace{.indexed = indexed, .before = id + 1};
        }
        return !result_.complete;
    }

    void cut_to_limit() {
        std::unordered_set<std::int64_t> counted;
        std::size_t kept = 0;
        for (; kept < result_.hits.size(); ++kept) {
            const std::int64_t id = result_.hits[kept].conversation.value;
            if (request_.one_of_each && counted.contains(id)) {
                continue;
            }
            if ((request_.one_of_each ? counted.size() : kept) == request_.limit) {
                break;
            }
            counted.insert(id);
        }
        if (kept < result_.hits.size()) {
            result_.hits.resize(kept);
            result_.more = true;
        }
    }

    /// Few and short: looked at whatever the budget says.
    void look_through_titles() {
        auto query = connection_.prepare(
            "SELECT id, title, updated FROM conversation WHERE deleted_at IS NULL ORDER BY pinned DESC, "
            "updated DESC, id DESC");
        std::size_t found = 0;
        while (query->executeStep()) {
            const SQLite::Column column = query->getColumn(1);
            const std::string_view title(column.getText(""), static_cast<std::size_t>(column.getBytes()));
            const ConversationId id{query->getColumn(0).getInt64()};
            if (!wanted(id) || !contains_all(title, terms_)) {
                continue;
            }
            if (++found > request_.limit) {
                result_.more = true;
                return;
            }
            SearchHit hit;
            hit.conversation = id;
            hit.title = title;
            hit.title_matches = find_all(title, terms_);
            hit.time = time_of(query->getColumn(2).getInt64());
            result_.hits.push_back(std::move(hit));
        }
    }

    /// Answers that are being written, and what tidy has not come to yet.
    void look_through_unindexed() {
        const std::int64_t before = request_.from ? request_.from->before : SearchPlace().before;
        for (Candidates rows(connection_,
                             "SELECT id FROM message WHERE indexed = 0 AND id < ? ORDER BY id DESC", before,
                             {});
             !rows.done() && !out_of_time(false, rows.id()); rows.advance()) {
            check(rows.id());
        }
    }

    void look_through_messages() {
        const std::string trigrams = expression(terms_, SearchTerm::Kind::trigram);
        const std::string shorts = expression(terms_, SearchTerm::Kind::short_);
        constexpr const char* kTrigramSql =
            "SELECT rowid FROM message_trigram WHERE rowid < ? AND message_trigram MATCH ? ORDER BY rowid "
            "DESC";
        constexpr const char* kShortSql =
            "SELECT rowid FROM message_short WHERE rowid < ? AND message_short MATCH ? ORDER BY rowid DESC";
        const std::int64_t before =
            request_.from && request_.from->indexed ? request_.from->before : SearchPlace().before;
        limit_ = result_.hits.size() + request_.limit;
        if (!trigrams.empty() && !shorts.empty()) {
            Candidates left(connection_, kTrigramSql, before, trigrams);
            Candidates right(connection_, kShortSql, before, shorts);
            while (!left.done() && !right.done() && !out_of_time(true, std::max(left.id(), right.id()))) {
                if (left.id() == right.id() && !take(left.id())) {
                    return;
                }
                const bool both = left.id() == right.id();
                const bool left_first = left.id() > right.id();
                if (both || left_first) {
                    left.advance();
                }
                if (both || !left_first) {
                    right.advance();
                }
            }
            return;
        }
        Candidates candidates(connection_, trigrams.empty() ? kShortSql : kTrigramSql, before,
                              trigrams.empty() ? shorts : trigrams);
        while (!candidates.done() && !out_of_time(true, candidates.id())) {
            if (!take(candidates.id())) {
                return;
            }
            candidates.advance();
        }
    }

    /// False when there are enough.
    bool take(std::int64_t id) {
        if (result_.hits.size() >= limit_) {
            result_.more = true;
            return false;
        }
        check(id);
        return true;
    }

    void check(std::int64_t id) {
        auto query = connection_.prepare(
            "SELECT m.conversation, m.role, m.created, c.title, m.text FROM message m JOIN conversation c "
            "ON c.id = m.conversation WHERE m.id = ? AND m.deleted_at IS NULL AND c.deleted_at IS NULL");
        query->bind(1, id);
        if (!query->executeStep() || !wanted(ConversationId{query->getColumn(0).getInt64()})) {
            return;
        }
        if (request_.one_of_each && spoken_.contains(query->getColumn(0).getInt64())) {
            return;
        }
        const SQLite::Column column = query->getColumn(4);
        const std::string_view text(column.getText(""), static_cast<std::size_t>(column.getBytes()));
        if (!contains_all(text, terms_)) {
            return;
        }
        SearchHit hit;
        hit.conversation = ConversationId{query->getColumn(0).getInt64()};
        hit.message = MessageId{id};
        hit.role = role_of(query->getColumn(1).getString()).value_or(Role::assistant);
        hit.title = query->getColumn(3).getString();
        hit.title_matches = find_all(hit.title, terms_);
        Snippet snippet = snippet_of(text, terms_);
        hit.snippet = std::move(snippet.text);
        hit.snippet_matches = std::move(snippet.matches);
        hit.time = time_of(query->getColumn(2).getInt64());
        spoken_.insert(hit.conversation.value);
        result_.hits.push_back(std::move(hit));
    }

    bool wanted(ConversationId id) const { return !request_.conversation || *request_.conversation == id; }

    Connection& connection_;
    const SearchRequest& request_;
    std::vector<SearchTerm> terms_;
    Clock::time_point deadline_;
    SearchResult result_;
    std::unordered_set<std::int64_t> spoken_;  ///< conversations with a message among the hits
    std::size_t limit_ = 0;
    std::uint32_t looked_at_ = 0;
};

}  // namespace

SearchResult run_search(Connection& connection, const SearchRequest& request) {
    return Search(connection, request).run();
}

}  // namespace hearth::storage
