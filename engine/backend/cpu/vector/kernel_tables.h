#pragma once

#include "backend/cpu/vector_kernels.h"

namespace hearth::cpu {

extern const VectorKernels kVectorPortable;
#if defined(__x86_64__)
extern const VectorKernels kVectorAvx2;
extern const VectorKernels kVectorAvx512;
#endif

}  // namespace hearth::cpu
