#pragma once

#include "cli/console.h"

#include <hearth/event.h>
#include <hearth/load.h>

#include <string>
#include <vector>

namespace hearth::cli {

/// Requests of one model that ran alone: where this computer was measured (fit --probe), they correct what is
/// predicted of it. Does nothing in a program without model services.
class MeasuredRuns {
 public:
    MeasuredRuns(std::string model, const LoadOptions& options)
        : model_(std::move(model)), options_(options) {}

    void add(const Finished& run) { runs_.push_back(run); }
    /// Keeps them; what goes wrong is a remark, as the command itself has done what it should.
    void keep(Console& console);

 private:
    std::string model_;
    LoadOptions options_;
    std::vector<Finished> runs_;
};

}  // namespace hearth::cli
