#pragma once

#include "app/transfers/test_server.h"
#include "hub/endpoint.h"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::test {

/// One file of a repository on the fake hub.
struct FakeFile {
    std::string content;
    bool big = true;  ///< kept with Git LFS: has a SHA-256 in the listing, and lies on the storage host
};

struct FakeRepository {
    std::map<std::string, FakeFile> files{};
    nlohmann::json facts = nlohmann::json::object();  ///< put over the usual fields of its page
    bool gated = false;                               ///< its files want the token
};

/// Two hubs in one, on loopback: the paths and answers of Hugging Face and of ModelScope, with a storage host
/// of its own for big files. Everything may be replaced by what a test wants to go wrong.
class FakeHub {
 public:
    static constexpr std::string_view kToken = "hf_T0K";

    FakeHub();

    hub::Endpoint hugging_face() const;
    hub::Endpoint model_scope() const;

    void add(const std::string& id, FakeRepository repository);
    /// Answers to `id` with a redirect to `now`.
    void rename(const std::string& id, const std::string& now);
    /// Models in each page of a search.
    void set_page_size(std::size_t models) { page_size_ = models; }
    /// Answers instead of the hub where it returns true.
    using Fault = std::function<bool(const TestRequest&, const TestConnection&)>;
    void set_fault(Fault fault);
    void set_storage_fault(Fault fault);

    /// Paths with query, in order; of the hub itself.
    std::vector<std::string> paths() const;
    std::vector<TestRequest> storage_requests() const { return storage_.requests(); }
    std::vector<TestRequest> requests() const { return hub_.requests(); }

 private:
    void answer(const TestRequest& request, const TestConnection& connection);
    void answer_storage(const TestRequest& request, const TestConnection& connection);
    void answer_search(const TestRequest& request, const TestConnection& connection);
    void answer_page(const std::string& id, const TestConnection& connection);
    void answer_file(const TestRequest& request, const TestConnection& connection, const std::string& id,
                     const std::string& path);
    void answer_model_scope(const TestRequest& request, const TestConnection& connection,
                            const std::string& path);
    bool fails(const Fault& fault, const TestRequest& request, const TestConnection& connection);
    const FakeRepository* find(const std::string& id) const;

    mutable std::mutex mutex_;
    std::map<std::string, FakeRepository> repositories_;
    std::map<std::string, std::string> renamed_;
    std::map<std::string, std::string> blobs_;  ///< by SHA-256
    std::size_t page_size_ = 100;
    Fault fault_;
    Fault storage_fault_;
    TestServer storage_;
    TestServer hub_;
};

}  // namespace hearth::test
