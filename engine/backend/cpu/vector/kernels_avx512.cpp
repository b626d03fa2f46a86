#define HEARTH_VECTOR_NAMESPACE vector_avx512
#define HEARTH_VECTOR_HEADER "backend/cpu/vector/vec_avx512.h"

#include "backend/cpu/vector/attention_kernel.h"
#include "backend/cpu/vector/kernel_tables.h"
#include "backend/cpu/vector/row_kernels.h"

namespace hearth::cpu {

extern const VectorKernels kVectorAvx512 = {
    vector_avx512::rms_norm,      vector_avx512::rms_norm_add,  vector_avx512::rotate_interleaved,
    vector_avx512::rotate_halves, vector_avx512::gate_silu,     vector_avx512::gate_gelu,
    vector_avx512::scale,         vector_avx512::scale_and_cap, vector_avx512::to_half,
    vector_avx512::exponentials,  vector_avx512::attend,
};

}  // namespace hearth::cpu
