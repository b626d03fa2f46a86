#define HEARTH_VECTOR_NAMESPACE vector_avx2
#define HEARTH_VECTOR_HEADER "backend/cpu/vector/vec_avx2.h"

#include "backend/cpu/vector/attention_kernel.h"
#include "backend/cpu/vector/kernel_tables.h"
#include "backend/cpu/vector/row_kernels.h"

namespace hearth::cpu {

extern const VectorKernels kVectorAvx2 = {
    vector_avx2::rms_norm,      vector_avx2::rms_norm_add,  vector_avx2::rotate_interleaved,
    vector_avx2::rotate_halves, vector_avx2::gate_silu,     vector_avx2::gate_gelu,
    vector_avx2::scale,         vector_avx2::scale_and_cap, vector_avx2::to_half,
    vector_avx2::exponentials,  vector_avx2::attend,
};

}  // namespace hearth::cpu
