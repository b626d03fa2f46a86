#include "backend/cpu/vector_kernels.h"

#include "backend/cpu/matmul.h"
#include "backend/cpu/vector/kernel_tables.h"

namespace hearth::cpu {

const VectorKernels& vector_kernels(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx512_vnni:
            return kVectorAvx512;
        case Isa::avx2:
            return kVectorAvx2;
#endif
        default:
            return kVectorPortable;
    }
}

}  // namespace hearth::cpu
