#pragma once

#include "library/hub_source.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace hearth::test {

/// A hub that answers what a test told it, and remembers what it was asked.
class ScriptedHub : public HubSource {
 public:
    struct Script {
        std::vector<hub::SearchPage> pages{};  ///< by cursor: "" is the first, "1" the second …
        std::vector<hub::HubModelPage> models{};
        std::optional<transfers::Failure> failure{};
        std::uint64_t freeBytes = 9'000'000'000;
        bool throws = false;           ///< in place of an answer to a search
        std::optional<Error> fault{};  ///< of every group that is assessed
        bool holds = false;            ///< answers wait until they are stopped or let go
    };

    Script script;
    std::vector<hub::SearchQuery> queries;
    std::vector<std::string> assessed;  ///< quantizations
    int hashed = 0;
    int stopped = 0;

    transfers::Outcome<hub::SearchPage> search(const hub::SearchQuery& query, const std::string& cursor,
                                               std::stop_token stop) override {
        {
            const std::lock_guard lock(m_mutex);
            queries.push_back(query);
        }
        wait(stop);
        const std::lock_guard lock(m_mutex);
        if (script.throws) {
            throw std::runtime_error("out of handles");
        }
        if (script.failure) {
            return *script.failure;
        }
        const std::size_t page = cursor.empty() ? 0 : static_cast<std::size_t>(std::stoi(cursor));
        return page < script.pages.size() ? script.pages[page] : hub::SearchPage{};
    }

    transfers::Outcome<hub::HubModelPage> model(const std::string& id, std::stop_token stop) override {
        wait(stop);
        const std::lock_guard lock(m_mutex);
        if (script.failure) {
            return *script.failure;
        }
        for (const hub::HubModelPage& page : script.models) {
            if (page.model.id == id) {
                return page;
            }
        }
        return transfers::Failure{.kind = transfers::FailureKind::http_status, .http_status = 404};
    }

    transfers::Outcome<hub::FileGroup> withHashes(const hub::FileGroup& group,
                                                  std::stop_token stop) override {
        wait(stop);
        const std::lock_guard lock(m_mutex);
        ++hashed;
        hub::FileGroup whole = group;
        for (hub::HubFile& file : whole.files) {
            file.sha256 = std::string(64, 'a');
        }
        return whole;
    }

    FitAnswer assess(const hub::FileGroup& group, std::uint64_t replacedBytes,
                     std::stop_token stop) override {
        wait(stop);
        const std::lock_guard lock(m_mutex);
        assessed.push_back(group.quantization);
        if (script.fault) {
            return *script.fault;
        }
        fit::Fit fit;
        fit.context_tokens = 8192;
        fit.weights_bytes = group.bytes;
        fit.kv_bytes = 400'000'000;
        fit.workspace_bytes = 100'000'000;
        fit.free_bytes = script.freeBytes + replacedBytes;
        fit.fits = fit.total_bytes() <= fit.free_bytes;
        fit.decode_tokens_per_s = 50e9 / static_cast<double>(group.bytes);
        return fit;
    }

    /// What waits is answered.
    void letGo() {
        const std::lock_guard lock(m_mutex);
        script.holds = false;
        m_changed.notify_all();
    }

    std::size_t asked() {
        const std::lock_guard lock(m_mutex);
        return queries.size();
    }

 private:
    void wait(const std::stop_token& stop) {
        std::unique_lock lock(m_mutex);
        if (script.holds) {
            if (!m_changed.wait(lock, stop, [this] { return !script.holds; })) {
                ++stopped;
            }
        }
    }

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
};

inline hub::HubModel hubModel(const std::string& id, double billions) {
    hub::HubModel model;
    model.id = id;
    model.author = id.substr(0, id.find('/'));
    model.name = id.substr(id.find('/') + 1);
    model.licence = "apache-2.0";
    model.task = "text-generation";
    model.languages = {"en", "zh", "de", "fr"};
    if (billions > 0) {
        model.parameters = static_cast<std::uint64_t>(billions * 1e9);
    }
    return model;
}

inline hub::FileGroup hubGroup(const std::string& quantization, std::uint64_t bytes,
                               bool recommended = false) {
    hub::FileGroup group;
    group.name = "model-" + quantization;
    group.quantization = quantization;
    group.bytes = bytes;
    group.recommended = recommended;
    group.files = {{.path = group.name + ".gguf",
                    .bytes = bytes,
                    .sha256 = std::string(64, 'a'),
                    .url = "http://127.0.0.1:1/" + group.name + ".gguf"}};
    return group;
}

}  // namespace hearth::test
