// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "fpga_link/offload/batch_link.hpp"
#include "fpga_link/offload/function_link.hpp"

namespace momentree::fpga {

/// The software model of the engine in this program; gives the same rows as a board.
std::unique_ptr<BatchLink> makeSoftLink();
/// The same for its functions.
std::unique_ptr<FunctionLink> makeSoftFunctions();

}  // namespace momentree::fpga
