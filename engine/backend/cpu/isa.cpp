#include "backend/cpu/isa.h"

#include "backend/cpu/matmul.h"

#include <atomic>
#include <cstdlib>
#include <optional>
#include <string>

#include <fmt/format.h>

#ifdef HEARTH_CPU_X86
#include <cpuid.h>
#endif

namespace hearth::cpu {
namespace {

#ifdef HEARTH_CPU_X86

struct CpuId {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    CpuId(unsigned leaf, unsigned subleaf) { __get_cpuid_count(leaf, subleaf, &eax, &ebx, &ecx, &edx); }
};

constexpr bool has(unsigned word, unsigned bit) {
    return ((word >> bit) & 1U) != 0;
}

/// Extended control register 0: which register state the operating system saves.
unsigned saved_state() {
    unsigned low = 0;
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/// Bits of Intel's Software Developer's Manual, CPUID leaves 1 and 7, and XCR0.
bool detect(Isa isa) {
    if (isa == Isa::portable) {
        return true;
    }
    const CpuId one(1, 0);
    const CpuId seven(7, 0);
    const bool os_saves = has(one.ecx, 27);
    const unsigned saved = os_saves ? saved_state() : 0;
    constexpr unsigned kYmm = 0x06;
    constexpr unsigned kZmm = 0xE6;
    const bool avx2 = (saved & kYmm) == kYmm && has(one.ecx, 28) && has(one.ecx, 12) && has(one.ecx, 29) &&
                      has(seven.ebx, 5);  // AVX, FMA, F16C, AVX2
    if (isa == Isa::avx2) {
        return avx2;
    }
    return avx2 && (saved & kZmm) == kZmm && has(seven.ebx, 16) && has(seven.ebx, 17) && has(seven.ebx, 30) &&
           has(seven.ebx, 31) && has(seven.ecx, 11);  // AVX-512 F, DQ, BW, VL, VNNI
}

#else

bool detect(Isa isa) {
    return isa == Isa::portable;
}

#endif

constexpr Isa kBestFirst[] = {Isa::avx512_vnni, Isa::avx2, Isa::portable};

Isa best_isa() {
    for (const Isa isa : kBestFirst) {
        if (isa_supported(isa)) {
            return isa;
        }
    }
    return Isa::portable;
}

/// What HEARTH_ISA says, if anything.
std::optional<std::string> wanted_isa() {
    const char* const value = std::getenv("HEARTH_ISA");
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
}

/// The set that HEARTH_ISA names, if it is set, known and supported.
std::optional<Isa> environment_isa() {
    if (const auto wanted = wanted_isa()) {
        for (const Isa isa : kBestFirst) {
            if (isa_name(isa) == *wanted && isa_supported(isa)) {
                return isa;
            }
        }
    }
    return std::nullopt;
}

std::atomic<Isa>& chosen_isa() {
    static std::atomic<Isa> isa{environment_isa().value_or(best_isa())};
    return isa;
}

}  // namespace

std::string_view isa_name(Isa isa) {
    switch (isa) {
        case Isa::portable:
            return "portable";
        case Isa::avx2:
            return "avx2";
        case Isa::avx512_vnni:
            return "avx512_vnni";
    }
    return "unknown";
}

bool isa_supported(Isa isa) {
    static const bool kSupported[] = {detect(Isa::portable), detect(Isa::avx2), detect(Isa::avx512_vnni)};
    return kSupported[static_cast<std::size_t>(isa)];
}

Isa current_isa() {
    return chosen_isa().load(std::memory_order_relaxed);
}

Status use_isa(Isa isa) {
    if (!isa_supported(isa)) {
        Error error{ErrorCode::unsupported_feature,
                    fmt::format("this processor does not run {} instructions", isa_name(isa))};
        error.details.actual = isa_name(isa);
        return error;
    }
    chosen_isa().store(isa, std::memory_order_relaxed);
    return {};
}

Status check_environment_isa() {
    const auto wanted = wanted_isa();
    if (!wanted || environment_isa()) {
        return {};
    }
    Error error{
        ErrorCode::unsupported_feature,
        fmt::format("HEARTH_ISA={} names no instruction set that this processor runs", escaped(*wanted))};
    error.details.field = "HEARTH_ISA";
    error.details.expected = "portable, avx2 or avx512_vnni, as the processor has it";
    error.details.actual = escaped(*wanted);
    return error;
}

const KernelTable& current_kernels() {
#ifdef HEARTH_CPU_X86
    switch (current_isa()) {
        case Isa::portable:
            return kPortableKernels;
        case Isa::avx2:
            return kAvx2Kernels;
        case Isa::avx512_vnni:
            return kAvx512VnniKernels;
    }
#endif
    return kPortableKernels;
}

}  // namespace hearth::cpu
