#include "support/backends.h"

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"

namespace hearth::test {

namespace {

template <class T>
std::unique_ptr<Backend> make() {
    return std::make_unique<T>();
}

const BackendCase kBackends[] = {
    {"reference", make<ReferenceBackend>, ActivationBits::sixteen, 2e-3, 2e-4, 0.01, 0.0005},
    {"cpu", make<cpu::CpuBackend>, ActivationBits::sixteen, 5e-2, 2e-2, 0.1, 0.001},
    {"cpu_eight_bits", make<cpu::CpuBackend>, ActivationBits::eight, 1.0, 0.5, 0.5, 0.01},
};

}  // namespace

std::span<const BackendCase> backend_cases() {
    return kBackends;
}

}  // namespace hearth::test
