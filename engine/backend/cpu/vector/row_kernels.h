// Part of the vector kernels: included by each kernels_<instruction set>.cpp alone, which defines
// HEARTH_VECTOR_NAMESPACE and the header of the Vec of that namespace.
#pragma once

#include "backend/cpu/vector/exponential.h"

namespace hearth::cpu::HEARTH_VECTOR_NAMESPACE {

inline float sum_of_squares(const float* in, std::uint32_t count) {
    Vec sums[4] = {Vec::zero(), Vec::zero(), Vec::zero(), Vec::zero()};
    std::uint32_t i = 0;
    for (; i + 4 * Vec::kLanes <= count; i += 4 * Vec::kLanes) {
        for (std::uint32_t part = 0; part < 4; ++part) {
            const Vec x = Vec::load(in + i + part * Vec::kLanes);
            sums[part] = Vec::fma(x, x, sums[part]);
        }
    }
    for (; i + Vec::kLanes <= count; i += Vec::kLanes) {
        const Vec x = Vec::load(in + i);
        sums[0] = Vec::fma(x, x, sums[0]);
    }
    if (i < count) {
        const Vec x = Vec::load_first(in + i, count - i);
        sums[1] = Vec::fma(x, x, sums[1]);
    }
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])).sum();
}

/// Calls function(position, load, store) for every vector of an array, with partial accesses at its end.
template <class Function>
inline void for_each_vector(std::uint32_t count, Function function) {
    std::uint32_t i = 0;
    for (; i + Vec::kLanes <= count; i += Vec::kLanes) {
        function([i](const float* p) { return Vec::load(p + i); }, [i](Vec v, float* p) { v.store(p + i); });
    }
    if (i < count) {
        const std::uint32_t rest = count - i;
        function([i, rest](const float* p) { return Vec::load_first(p + i, rest); },
                 [i, rest](Vec v, float* p) { v.store_first(p + i, rest); });
    }
}

/// NaN where the squares overflow: the inverse of infinity would make zeros, and an answer, of it.
inline Vec inverse_rms(const float* in, float epsilon, std::uint32_t count) {
    const float mean = sum_of_squares(in, count) / static_cast<float>(count);
    return Vec::broadcast(mean < __builtin_inff() ? 1.0F / __builtin_sqrtf(mean + epsilon)
                                                  : __builtin_nanf(""));
}

inline void rms_norm(const float* in, const float* weight, float epsilon, std::uint32_t count, float* out) {
    const Vec factor = inverse_rms(in, epsilon, count);
    for_each_vector(count, [=](auto load, auto store) { store(load(in) * factor * load(weight), out); });
}

inline void rms_norm_add(const float* in, const float* weight, float epsilon, std::uint32_t count,
                         const float* residual, float* out) {
    const Vec factor = inverse_rms(in, epsilon, count);
    for_each_vector(count, [=](auto load, auto store) {
        store(Vec::fma(load(in) * factor, load(weight), load(residual)), out);
    });
}

inline void rotate_interleaved(const float* cosines, const float* sines, std::uint32_t pair_count,
                               float* head) {
    for_each_vector(2 * pair_count, [=](auto load, auto store) {
        const Vec x = load(head);
        store(Vec::fma(x, load(cosines), Vec::swap_pairs(x) * load(sines)), head);
    });
}

inline void rotate_halves(const float* cosines, const float* sines, std::uint32_t pair_count, float* head) {
    float* const second = head + pair_count;
    for_each_vector(pair_count, [=](auto load, auto store) {
        const Vec x = load(head);
        const Vec y = load(second);
        const Vec c = load(cosines);
        const Vec s = load(sines);
        store(x * c - y * s, head);
        store(Vec::fma(x, s, y * c), second);
    });
}

inline void gate_silu(const float* gate, const float* up, std::uint32_t count, float* out) {
    const Vec one = Vec::broadcast(1.0F);
    for_each_vector(count, [=](auto load, auto store) {
        const Vec x = load(gate);
        store(x / (one + exponential(Vec::zero() - x)) * load(up), out);
    });
}

/// gelu(x) ≈ x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))) = x / (1 + e^(−2 √(2/π) (x + 0.044715 x³)))
/// (Hendrycks and Gimpel 2016, arXiv:1606.08415).
inline void gate_gelu(const float* gate, const float* up, std::uint32_t count, float* out) {
    const Vec one = Vec::broadcast(1.0F);
    const Vec linear = Vec::broadcast(-1.5957691216057308F);
    const Vec cubic = Vec::broadcast(-0.07135481627260025F);
    for_each_vector(count, [=](auto load, auto store) {
        const Vec x = load(gate);
        const Vec exponent = x * Vec::fma(cubic, x * x, linear);
        store(x / (one + exponential(exponent)) * load(up), out);
    });
}

inline void scale(float factor, std::uint32_t count, float* values) {
    const Vec f = Vec::broadcast(factor);
    for_each_vector(count, [=](auto load, auto store) { store(load(values) * f, values); });
}

/// cap · tanh(x / cap) from tanh(u) = 1 − 2 / (e^2u + 1): its error is absolute, a rounding of `cap`, as a
/// score or a logit needs it.
inline void scale_and_cap(float factor, float cap, std::uint32_t count, float* values) {
    const Vec exponent_factor = Vec::broadcast(2.0F * factor / cap);
    const Vec one = Vec::broadcast(1.0F);
    const Vec limit = Vec::broadcast(cap);
    const Vec twice = Vec::broadcast(-2.0F * cap);
    for_each_vector(count, [=](auto load, auto store) {
        store(limit + twice / (exponential(load(values) * exponent_factor) + one), values);
    });
}

inline void to_half(const float* in, std::uint32_t count, std::uint16_t* out) {
    std::uint32_t i = 0;
    for (; i + Vec::kLanes <= count; i += Vec::kLanes) {
        Vec::load(in + i).store_half(out + i);
    }
    if (i < count) {
        std::uint16_t rest[Vec::kLanes];
        Vec::load_first(in + i, count - i).store_half(rest);
        __builtin_memcpy(out + i, rest, (count - i) * sizeof(std::uint16_t));
    }
}

inline void exponentials(const float* in, std::uint32_t count, float* out) {
    for_each_vector(count, [=](auto load, auto store) { store(exponential(load(in)), out); });
}

}  // namespace hearth::cpu::HEARTH_VECTOR_NAMESPACE
