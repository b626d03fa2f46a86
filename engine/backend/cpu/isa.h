#pragma once

#include "backend/cpu/kernels/kernel_table.h"

namespace hearth::cpu {

/// The kernels of current_isa().
const KernelTable& current_kernels();

}  // namespace hearth::cpu
