#pragma once

#include "engine_bridge/fake_script.h"
#include "engine_bridge/handles.h"
#include "engine_bridge/model_info.h"

#include <hearth/result.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <variant>
#include <vector>

namespace hearth {

/// The models that a FakeEngine has loaded or is loading, as time goes by.
class FakeShelf {
 public:
    struct Model {
        FakeModel fake;
        bool loaded = false;
        std::optional<Error> broken{};  ///< why its engine answers no more

        bool cancelled = false;
        std::chrono::nanoseconds since{};
        std::uint64_t doneBytes = 0;
    };

    /// What became of a load.
    struct Progress {
        std::uint64_t doneBytes;
        std::uint64_t totalBytes;
    };
    struct News {
        ModelHandle model;
        std::variant<Progress, ModelInfo, Error> what;  ///< a ModelInfo: it is loaded; an Error: it is not
    };

    /// The model as it would be loaded now, or why it cannot be.
    Result<FakeModel> prepare(const FakeScript& script, const LoadModelRequest& request) const;
    void begin(ModelHandle handle, FakeModel model, std::chrono::nanoseconds now);
    void cancel(ModelHandle handle);
    /// Takes away a loaded model; false where there is none.
    bool remove(ModelHandle handle);
    /// What happened to the loads that are going on.
    std::vector<News> advance(std::chrono::nanoseconds now);

    /// A loaded model, else null.
    Model* find(ModelHandle handle);
    bool isLoading() const;
    /// Of the memory that the script gives, what no model holds.
    std::uint64_t availableBytes(const FakeScript& script) const;
    /// Of loaded models.
    std::uint64_t weightBytes() const;
    std::uint64_t kvBytes() const;

 private:
    std::map<ModelHandle, Model> m_models;
};

}  // namespace hearth
