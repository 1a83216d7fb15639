// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/arithmetic/fp32_soft.hpp"

namespace momentree::fpga {

/// Constants used with numbers of the accelerator are rounded to binary32.
inline Fp32Soft soft(double value) { return Fp32Soft(static_cast<float>(value)); }
inline Fp32Soft operator*(double a, Fp32Soft b) { return soft(a) * b; }
inline Fp32Soft operator+(Fp32Soft a, double b) { return a + soft(b); }
inline Fp32Soft operator-(Fp32Soft a, double b) { return a - soft(b); }

}  // namespace momentree::fpga
