#include "backend/cpu/kernels/kernel_table.h"
namespace hearth::cpu {
const KernelTable kAvx2Kernels = kPortableKernels;
}
