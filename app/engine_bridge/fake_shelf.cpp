#include "engine_bridge/fake_shelf.h"

#include "engine_bridge/bridge_errors.h"

#include <algorithm>
#include <string>
#include <utility>

namespace hearth {
namespace {

std::uint64_t heldBytes(const ModelInfo& info) {
    return info.weightBytes + info.kvBytes + info.workspaceBytes;
}

Error notFound(const std::string& file) {
    return Error{ErrorCode::file_not_found, escaped(file) + ": there is no such file", {.file = file}};
}

Error contextTooLarge(const std::string& file, const ModelInfo& info, std::uint32_t asked) {
    return Error{ErrorCode::invalid_request,
                 escaped(file) + ": the model was made for a shorter context",
                 {.file = file,
                  .field = "context_tokens",
                  .expected = "at most " + std::to_string(info.modelContextTokens),
                  .actual = std::to_string(asked)}};
}

Error doesNotFit(const std::string& file, std::uint64_t needed, std::uint64_t available) {
    return Error{ErrorCode::out_of_memory,
                 escaped(file) + ": the model does not fit into memory",
                 {.file = file, .bytes_needed = needed, .bytes_available = available}};
}

double partOf(std::chrono::nanoseconds time, std::chrono::nanoseconds whole) {
    if (time >= whole) {
        return 1;
    }
    return static_cast<double>(time.count()) / static_cast<double>(whole.count());
}

}  // namespace

Result<FakeModel> FakeShelf::prepare(const FakeScript& script, const LoadModelRequest& request) const {
    const std::string file = request.path.toStdString();
    const auto known = script.models.find(request.path);
    if (known == script.models.end()) {
        return notFound(file);
    }
    FakeModel model = known->second;
    ModelInfo& info = model.info;
    info.path = request.path;
    if (request.contextTokens && *request.contextTokens > info.modelContextTokens) {
        return contextTooLarge(file, info, *request.contextTokens);
    }
    info.contextTokens = request.contextTokens.value_or(info.contextTokens);
    const std::uint64_t needed = info.contextTokens * model.kvBytesPerToken;
    info.kvBytes = request.kvBytes.value_or(needed);
    if (request.contextTokens && info.kvBytes < needed) {
        return doesNotFit(file, needed, info.kvBytes);
    }
    info.threadCount = request.threads.value_or(info.threadCount);
    if (!request.force && heldBytes(info) > availableBytes(script)) {
        return doesNotFit(file, heldBytes(info), availableBytes(script));
    }
    return model;
}

void FakeShelf::begin(ModelHandle handle, FakeModel model, std::chrono::nanoseconds now) {
    m_models.emplace(handle, Model{.fake = std::move(model), .since = now});
}

void FakeShelf::cancel(ModelHandle handle) {
    if (const auto place = m_models.find(handle); place != m_models.end()) {
        place->second.cancelled = true;
    }
}

bool FakeShelf::remove(ModelHandle handle) {
    return find(handle) != nullptr && m_models.erase(handle) > 0;
}

std::vector<FakeShelf::News> FakeShelf::advance(std::chrono::nanoseconds now) {
    std::vector<News> news;
    for (auto place = m_models.begin(); place != m_models.end();) {
        auto& [handle, model] = *place;
        const FakeModel& fake = model.fake;
        const double part = partOf(now - model.since, fake.loadTime);
        const bool fails = fake.loadError && part >= fake.loadErrorAt;
        if (model.loaded) {
            ++place;
        } else if (model.cancelled || fails) {
            news.push_back(
                {handle, model.cancelled ? loadCancelled(fake.info.path.toStdString()) : *fake.loadError});
            place = m_models.erase(place);
        } else {
            const auto done = static_cast<std::uint64_t>(part * static_cast<double>(fake.info.weightBytes));
            if (std::exchange(model.doneBytes, done) != done) {
                news.emplace_back(handle, Progress{done, fake.info.weightBytes});
            }
            model.loaded = part >= 1;
            if (model.loaded) {
                news.push_back({handle, fake.info});
            }
            ++place;
        }
    }
    return news;
}

FakeShelf::Model* FakeShelf::find(ModelHandle handle) {
    const auto place = m_models.find(handle);
    return place == m_models.end() || !place->second.loaded ? nullptr : &place->second;
}

bool FakeShelf::isLoading() const {
    return std::any_of(m_models.begin(), m_models.end(),
                       [](const auto& entry) { return !entry.second.loaded; });
}

std::uint64_t FakeShelf::availableBytes(const FakeScript& script) const {
    std::uint64_t held = 0;
    for (const auto& [handle, model] : m_models) {
        held += heldBytes(model.fake.info);
    }
    return script.memoryAvailableBytes - std::min(held, script.memoryAvailableBytes);
}

std::uint64_t FakeShelf::weightBytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [handle, model] : m_models) {
        bytes += model.loaded ? model.fake.info.weightBytes : 0;
    }
    return bytes;
}

std::uint64_t FakeShelf::kvBytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [handle, model] : m_models) {
        bytes += model.loaded ? model.fake.info.kvBytes : 0;
    }
    return bytes;
}

}  // namespace hearth
