#pragma once

#include <cstddef>
#include <cstdint>

namespace hearth::jinja {

/// The sandbox. Real templates are at most 20 KB, nest about 12 deep and take about 300 steps per message;
/// what a conversation adds to the allowances is many times what the costliest of them uses, while a template
/// alone ends within a quarter of a second and 64 MiB.
inline constexpr std::size_t kMaxSourceBytes = std::size_t{512} << 10U;

/// Nesting of blocks, parentheses and operators in the source.
inline constexpr std::uint32_t kMaxSyntaxDepth = 200;

/// Arguments written in one call, parameters of one macro.
inline constexpr std::size_t kMaxArguments = 255;

/// Nesting of evaluation: syntax inside macro calls inside syntax. Bounds the stack: some 600 bytes a level,
/// so that a thread with 1 MiB will do.
inline constexpr std::uint32_t kMaxEvaluationDepth = 1000;

/// Nesting of lists, dicts and lazily evaluated sequences.
inline constexpr std::uint32_t kMaxValueDepth = 128;

/// As jinja2's sandbox.
inline constexpr std::int64_t kMaxRangeLength = 100'000;

/// A step is one node of the syntax tree evaluated, one item produced, one piece of text appended,
/// kBytesPerStep of text copied or kNamesPerStep names compared: about 15 nanoseconds.
inline constexpr std::int64_t kBaseSteps = 3'000'000;
inline constexpr std::int64_t kStepsPerInputNode = 20'000;
inline constexpr std::int64_t kStepsPerInputByte = 50;
inline constexpr std::int64_t kBytesPerStep = 64;
inline constexpr std::int64_t kNamesPerStep = 32;
inline constexpr std::int64_t kStepsPerScope = 8;
inline constexpr std::int64_t kStepsPerTimeField = 8;

/// Memory of all values alive at once, the output among them.
inline constexpr std::size_t kBaseBytes = std::size_t{16} << 20U;
inline constexpr std::size_t kBytesPerInputByte = 16;
inline constexpr std::size_t kBytesPerInputNode = 4096;

}  // namespace hearth::jinja
