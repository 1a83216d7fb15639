// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/fabric/rtl_fabric.hpp"

#include <Vhdca_top.h>
#include <Vhdca_top_16_bits.h>

#include "fpga_link/fabric/open_fabric.hpp"

namespace momentree::fpga {

OpenedFabric openRtlFabric(int fraction) {
    if (fraction == 16) return std::make_unique<RtlFabric<Vhdca_top_16_bits>>();
    if (fraction == 23) return std::make_unique<RtlFabric<Vhdca_top>>();
    return tl::unexpected("the simulated hardware has 23 or 16 bits of the fraction, not " +
                          std::to_string(fraction) + "; the software model has any from 12 to 23");
}

}  // namespace momentree::fpga
