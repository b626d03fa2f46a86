#include "support/backends.h"

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"

namespace hearth::test {

namespace {

template <class T>
std::unique_ptr<Backend> make() {
    return std::make_unique<T>();
}

// Tolerances on real models: those of the oracle. On tiny models: twice to three times the largest error
// seen, which F16 KV and, in the last case, eight-bit activations cause.
const BackendCase kBackends[] = {
    {.name = "reference",
     .make = make<ReferenceBackend>,
     .activation_bits = ActivationBits::sixteen,
     .logit_tolerance = 2e-3,
     .tiny_logit_tolerance = 1e-4,
     .greedy_gap = 0.01,
     .greedy_steps = 12,
     .perplexity_tolerance = 0.0005,
     .perplexity_windows = 1},
    {.name = "cpu",
     .make = make<cpu::CpuBackend>,
     .activation_bits = ActivationBits::sixteen,
     .logit_tolerance = 5e-2,
     .tiny_logit_tolerance = 5e-2,
     .greedy_gap = 0.1,
     .greedy_steps = 64,
     .perplexity_tolerance = 0.001,
     .perplexity_windows = 3},
    {.name = "cpu_eight_bits",
     .make = make<cpu::CpuBackend>,
     .activation_bits = ActivationBits::eight,
     .logit_tolerance = std::nullopt,
     .tiny_logit_tolerance = 1.2,
     .greedy_gap = 0.5,
     .greedy_steps = 64,
     .perplexity_tolerance = 0.01,
     .perplexity_windows = 3},
};

}  // namespace

std::span<const BackendCase> backend_cases() {
    return kBackends;
}

}  // namespace hearth::test
