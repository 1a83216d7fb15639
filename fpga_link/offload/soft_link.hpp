// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "fpga_link/offload/batch_link.hpp"
#include "fpga_link/offload/function_link.hpp"

namespace momentree::fpga {

/// The software model of the engine in this program; gives the same rows as a board with as many
/// bits of the fraction.
std::unique_ptr<BatchLink> makeSoftLink(int fraction = fp32Fraction);
/// The same for its functions.
std::unique_ptr<FunctionLink> makeSoftFunctions();

}  // namespace momentree::fpga
