// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/fabric/rtl_fabric.hpp"

#include <Vhdca_top.h>

#include "fpga_link/fabric/open_fabric.hpp"

namespace momentree::fpga {

OpenedFabric openRtlFabric() { return std::make_unique<RtlFabric<Vhdca_top>>(); }

}  // namespace momentree::fpga
