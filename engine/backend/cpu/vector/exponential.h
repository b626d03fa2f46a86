// Part of the vector kernels: included by each kernels_<instruction set>.cpp alone, which defines
// HEARTH_VECTOR_NAMESPACE and the header of the Vec of that namespace.
#pragma once

#include HEARTH_VECTOR_HEADER

namespace hearth::cpu::HEARTH_VECTOR_NAMESPACE {

/// 2^x, relative error below 2e-7; 0 for x < −125 and −∞, at most 2^127. Polynomial: minimax of relative
/// error, degree 6 on [−1/2, 1/2], computed for this file. NaN stays NaN: min and max return their second
/// operand then.
inline Vec exponential2(Vec x) {
    const Vec lowest = Vec::broadcast(-125.0F);
    const Vec clamped = Vec::min(Vec::broadcast(127.0F), Vec::max(lowest, x));
    const Vec n = Vec::round(clamped);
    const Vec r = clamped - n;
    Vec p = Vec::broadcast(0x1.41d332p-13F);
    p = Vec::fma(p, r, Vec::broadcast(0x1.5f456ap-10F));
    p = Vec::fma(p, r, Vec::broadcast(0x1.3b2dbcp-7F));
    p = Vec::fma(p, r, Vec::broadcast(0x1.c6aed4p-5F));
    p = Vec::fma(p, r, Vec::broadcast(0x1.ebfbdap-3F));
    p = Vec::fma(p, r, Vec::broadcast(0x1.62e430p-1F));
    p = Vec::fma(p, r, Vec::broadcast(1.0F));
    return Vec::select_less(x, lowest, Vec::zero(), Vec::scale_by_power(p, n));
}

/// e^x, relative error below 2e-7 for −86 ≤ x ≤ 88; 0 below, e^88 above. ln 2 in two parts keeps the
/// reduction exact enough (Cody and Waite 1980).
inline Vec exponential(Vec x) {
    const Vec lowest = Vec::broadcast(-86.0F);
    const Vec clamped = Vec::min(Vec::broadcast(88.0F), Vec::max(lowest, x));
    const Vec n = Vec::round(clamped * Vec::broadcast(0x1.715476p+0F));
    Vec r = Vec::fma(n, Vec::broadcast(-0x1.62e400p-1F), clamped);
    r = Vec::fma(n, Vec::broadcast(-0x1.7f7d1cp-20F), r);
    Vec p = Vec::broadcast(0x1.6ab980p-10F);
    p = Vec::fma(p, r, Vec::broadcast(0x1.126d0cp-7F));
    p = Vec::fma(p, r, Vec::broadcast(0x1.55589ap-5F));
    p = Vec::fma(p, r, Vec::broadcast(0x1.55540ap-3F));
    p = Vec::fma(p, r, Vec::broadcast(0x1.fffffap-2F));
    p = Vec::fma(p, r, Vec::broadcast(1.0F));
    p = Vec::fma(p, r, Vec::broadcast(1.0F));
    return Vec::select_less(x, lowest, Vec::zero(), Vec::scale_by_power(p, n));
}

}  // namespace hearth::cpu::HEARTH_VECTOR_NAMESPACE
