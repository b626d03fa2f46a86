#include "app/hub/fake_hub.h"

#include "app/transfers/test_download.h"
#include "hub/git_blob.h"
#include "hub/url_text.h"

#include <charconv>

namespace hearth::test {

namespace {

using nlohmann::json;

constexpr const char* kCommit = "0123456789abcdef0123456789abcdef01234567";
const std::map<std::string, std::string> kJson{{"Content-Type", "application/json; charset=utf-8"}};

std::string parameter(const std::string& target, std::string_view key) {
    const std::size_t question = target.find('?');
    std::string_view query =
        question == std::string::npos ? "" : std::string_view(target).substr(question + 1);
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        const std::string_view pair = query.substr(0, end);
        if (pair.starts_with(key) && pair.substr(key.size()).starts_with('=')) {
            return hub::percent_decoded(pair.substr(key.size() + 1)).value_or("");
        }
        query = end == std::string_view::npos ? "" : query.substr(end + 1);
    }
    return {};
}

std::size_t number(const std::string& text, std::size_t otherwise) {
    std::size_t value = otherwise;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

bool has_token(const TestRequest& request) {
    const auto found = request.headers.find("authorization");
    return found != request.headers.end() && found->second == "Bearer " + std::string(FakeHub::kToken);
}

std::string oid(const std::string& content) {
    return hub::git_blob_oid(std::as_bytes(std::span(content)));
}

void refuse(const TestConnection& connection, int status, const std::string& code,
            const std::string& message) {
    std::map<std::string, std::string> headers = kJson;
    headers["X-Error-Code"] = code;
    headers["X-Error-Message"] = message;
    connection.respond(status, json{{"error", message}}.dump(), headers);
}

/// The file, or the part of it that was asked for.
void send_range(const TestRequest& request, const TestConnection& connection, const std::string& content,
                const std::string& etag) {
    // A hub that types what it sends: JSON is called so, whoever asks for it.
    const std::string type = content.starts_with('{') ? "application/json" : "application/octet-stream";
    const auto first = request.first_byte();
    if (!first || *first >= content.size()) {
        connection.respond(200, content,
                           {{"ETag", etag}, {"Accept-Ranges", "bytes"}, {"Content-Type", type}});
        return;
    }
    const std::uint64_t last =
        std::min<std::uint64_t>(request.last_byte().value_or(content.size() - 1), content.size() - 1);
    connection.respond(206, content.substr(*first, last - *first + 1),
                       {{"ETag", etag},
                        {"Content-Type", type},
                        {"Content-Range", "bytes " + std::to_string(*first) + "-" + std::to_string(last) +
                                              "/" + std::to_string(content.size())}});
}

}  // namespace

FakeHub::FakeHub()
    : storage_([this](const TestRequest& request, const TestConnection& connection) {
          answer_storage(request, connection);
      }),
      hub_([this](const TestRequest& request, const TestConnection& connection) {
          answer(request, connection);
      }) {}

hub::Endpoint FakeHub::hugging_face() const {
    return {"custom", "fake hub", hub::EndpointKind::hugging_face, hub_.url("")};
}

hub::Endpoint FakeHub::model_scope() const {
    return {"custom", "fake hub", hub::EndpointKind::model_scope, hub_.url("")};
}

void FakeHub::add(const std::string& id, FakeRepository repository) {
    const std::scoped_lock lock(mutex_);
    for (const auto& [path, file] : repository.files) {
        blobs_[sha256_of(file.content)] = file.content;
    }
    repositories_[id] = std::move(repository);
}

void FakeHub::rename(const std::string& id, const std::string& now) {
    const std::scoped_lock lock(mutex_);
    renamed_[id] = now;
}

void FakeHub::set_fault(Fault fault) {
    const std::scoped_lock lock(mutex_);
    fault_ = std::move(fault);
}

void FakeHub::set_storage_fault(Fault fault) {
    const std::scoped_lock lock(mutex_);
    storage_fault_ = std::move(fault);
}

std::vector<std::string> FakeHub::paths() const {
    std::vector<std::string> result;
    for (const TestRequest& request : hub_.requests()) {
        result.push_back(request.path);
    }
    return result;
}

const FakeRepository* FakeHub::find(const std::string& id) const {
    const auto found = repositories_.find(id);
    return found == repositories_.end() ? nullptr : &found->second;
}

bool FakeHub::fails(const Fault& which, const TestRequest& request, const TestConnection& connection) {
    Fault fault;
    {
        const std::scoped_lock lock(mutex_);
        fault = which;
    }
    return fault && fault(request, connection);
}

void FakeHub::answer_storage(const TestRequest& request, const TestConnection& connection) {
    if (fails(storage_fault_, request, connection)) {
        return;
    }
    std::string content;
    const std::string sha = request.path.substr(1, request.path.find('?') - 1);
    {
        const std::scoped_lock lock(mutex_);
        const auto found = blobs_.find(sha);
        if (found == blobs_.end()) {
            connection.respond(404, "no such blob");
            return;
        }
        content = found->second;
    }
    send_range(request, connection, content, "\"" + sha + "\"");
}

void FakeHub::answer(const TestRequest& request, const TestConnection& connection) {
    if (fails(fault_, request, connection)) {
        return;
    }
    const std::string path =
        hub::percent_decoded(request.path.substr(0, request.path.find('?'))).value_or("");
    constexpr std::string_view kModels = "/api/models";
    if (path == kModels) {
        answer_search(request, connection);
    } else if (path.starts_with("/api/models/")) {
        std::string id = path.substr(kModels.size() + 1);
        answer_page(id.substr(0, id.find("/revision/")), connection);
    } else if (path.starts_with("/openapi/v1/") || path.starts_with("/api/v1/")) {
        answer_model_scope(request, connection, path);
    } else if (const std::size_t resolve = path.find("/resolve/"); resolve != std::string::npos) {
        const std::string rest = path.substr(resolve + std::string_view("/resolve/").size());
        answer_file(request, connection, path.substr(1, resolve - 1), rest.substr(rest.find('/') + 1));
    } else {
        connection.respond(404, "Not Found");
    }
}

void FakeHub::answer_search(const TestRequest& request, const TestConnection& connection) {
    const std::string text = parameter(request.path, "search");
    const std::size_t begin = number(parameter(request.path, "cursor"), 0);
    json list = json::array();
    std::map<std::string, std::string> headers = kJson;
    const std::scoped_lock lock(mutex_);
    std::size_t index = 0;
    for (const auto& [id, repository] : repositories_) {
        if (id.find(text) == std::string::npos || index++ < begin) {
            continue;
        }
        if (list.size() == page_size_) {
            headers["Link"] = "<" +
                              hub_.url("/api/models?search=" + hub::percent_encoded(text) +
                                       "&cursor=" + std::to_string(begin + page_size_)) +
                              ">; rel=\"next\"";
            break;
        }
        json model = {{"id", id},
                      {"downloads", 10},
                      {"tags", {"gguf", "en", "license:mit"}},
                      {"gated", repository.gated}};
        model.update(repository.facts);
        list.push_back(model);
    }
    connection.respond(200, list.dump(), headers);
}

void FakeHub::answer_page(const std::string& id, const TestConnection& connection) {
    const std::scoped_lock lock(mutex_);
    if (const auto now = renamed_.find(id); now != renamed_.end()) {
        connection.respond(307, "", {{"Location", hub_.url("/api/models/" + now->second + "?blobs=true")}});
        return;
    }
    const FakeRepository* repository = find(id);
    if (repository == nullptr) {
        // As Hugging Face answers people without a token, so that nobody learns which private ones there are.
        refuse(connection, 401, "RepoNotFound", "Repository not found");
        return;
    }
    json model = {{"id", id},
                  {"sha", kCommit},
                  {"gated", repository->gated},
                  {"tags", {"gguf", "en", "license:mit"}},
                  {"siblings", json::array()}};
    for (const auto& [path, file] : repository->files) {
        json sibling = {{"rfilename", path}, {"size", file.content.size()}, {"blobId", oid(file.content)}};
        if (file.big) {
            sibling["lfs"] = {
                {"sha256", sha256_of(file.content)}, {"size", file.content.size()}, {"pointerSize", 134}};
        }
        model["siblings"].push_back(sibling);
    }
    model.update(repository->facts);
    connection.respond(200, model.dump(), kJson);
}

void FakeHub::answer_file(const TestRequest& request, const TestConnection& connection, const std::string& id,
                          const std::string& path) {
    FakeFile file;
    {
        const std::scoped_lock lock(mutex_);
        const FakeRepository* repository = find(id);
        if (repository == nullptr) {
            refuse(connection, 401, "RepoNotFound", "Repository not found");
            return;
        }
        if (repository->gated && !has_token(request)) {
            refuse(connection, 401, "GatedRepo", "Access to model " + id + " is restricted.");
            return;
        }
        const auto found = repository->files.find(path);
        if (found == repository->files.end()) {
            refuse(connection, 404, "EntryNotFound", "Entry not found");
            return;
        }
        file = found->second;
    }
    if (!file.big) {
        send_range(request, connection, file.content, "\"" + oid(file.content) + "\"");
        return;
    }
    const std::string sha = sha256_of(file.content);
    connection.respond(302, "",
                       {{"Location", storage_.url("/" + sha + "?signature=secret")},
                        {"X-Linked-ETag", "\"" + sha + "\""},
                        {"X-Linked-Size", std::to_string(file.content.size())}});
}

void FakeHub::answer_model_scope(const TestRequest& request, const TestConnection& connection,
                                 const std::string& path) {
    const std::scoped_lock lock(mutex_);
    const auto facts = [&](const std::string& id, const FakeRepository& repository) {
        json model = {{"id", id},
                      {"downloads", 10},
                      {"license", "mit"},
                      {"tags", {"library:gguf"}},
                      {"private", false},
                      {"gated", repository.gated},
                      {"description", "Made up for a test."}};
        model.update(repository.facts);
        return model;
    };
    constexpr std::string_view kList = "/openapi/v1/models";
    constexpr std::string_view kFiles = "/api/v1/models/";
    if (path == kList) {
        const std::string text = parameter(request.path, "search");
        const std::size_t page = number(parameter(request.path, "page_number"), 1);
        const std::size_t size = number(parameter(request.path, "page_size"), 10);
        json models = json::array();
        std::size_t total = 0;
        for (const auto& [id, repository] : repositories_) {
            if (id.find(text) != std::string::npos && total++ / size + 1 == page) {
                models.push_back(facts(id, repository));
            }
        }
        connection.respond(
            200, json{{"success", true}, {"data", {{"models", models}, {"total_count", total}}}}.dump(),
            kJson);
        return;
    }
    std::string id = path.substr(path.starts_with(kList) ? kList.size() + 1 : kFiles.size());
    id = id.substr(0, id.find("/repo"));
    const FakeRepository* repository = find(id);
    if (repository == nullptr) {
        connection.respond(404, R"({"Code":10010205001,"Message":"not exist","Success":false})", kJson);
        return;
    }
    if (path.starts_with(kList)) {
        connection.respond(200, json{{"success", true}, {"data", facts(id, *repository)}}.dump(), kJson);
        return;
    }
    if (path.ends_with("/repo/files")) {
        json files = json::array();
        for (const auto& [name, file] : repository->files) {
            files.push_back({{"Path", name},
                             {"Type", "blob"},
                             {"Size", file.content.size()},
                             {"IsLFS", file.big},
                             {"Sha256", sha256_of(file.content)},
                             {"Revision", kCommit}});
        }
        connection.respond(200, json{{"Code", 200}, {"Success", true}, {"Data", {{"Files", files}}}}.dump(),
                           kJson);
        return;
    }
    const auto file = repository->files.find(parameter(request.path, "FilePath"));
    if (file == repository->files.end()) {
        connection.respond(404, R"({"Code":404,"Message":"not exist","Success":false})", kJson);
        return;
    }
    send_range(request, connection, file->second.content, "\"" + sha256_of(file->second.content) + "\"");
}

}  // namespace hearth::test
