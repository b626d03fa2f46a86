#define HEARTH_VECTOR_NAMESPACE vector_portable
#define HEARTH_VECTOR_HEADER "backend/cpu/vector/vec_portable.h"

#include "backend/cpu/vector/attention_kernel.h"
#include "backend/cpu/vector/kernel_tables.h"
#include "backend/cpu/vector/row_kernels.h"

namespace hearth::cpu {

extern const VectorKernels kVectorPortable = {
    vector_portable::rms_norm,      vector_portable::rms_norm_add,  vector_portable::rotate_interleaved,
    vector_portable::rotate_halves, vector_portable::gate_silu,     vector_portable::gate_gelu,
    vector_portable::scale,         vector_portable::scale_and_cap, vector_portable::to_half,
    vector_portable::exponentials,  vector_portable::attend,
};

}  // namespace hearth::cpu
