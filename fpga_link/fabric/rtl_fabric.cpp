// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/fabric/rtl_fabric.hpp"

#include <Vhdca_top.h>
#include <Vhdca_top_16_bits.h>

#include "fpga_link/fabric/open_fabric.hpp"

namespace momentree::fpga {

OpenedFabric openRtlFabric(int fraction) {
    if (fraction == fullRtlFraction) return std::make_unique<RtlFabric<Vhdca_top>>();
    static_assert(shortRtlFraction == 16);  // as the name of the class says
    if (fraction == shortRtlFraction) return std::make_unique<RtlFabric<Vhdca_top_16_bits>>();
    return tl::unexpected("the simulated hardware has " + std::to_string(fullRtlFraction) + " or " +
                          std::to_string(shortRtlFraction) + " bits of the fraction, not " +
                          std::to_string(fraction) + "; the software model has any from 12 to 23");
}

}  // namespace momentree::fpga
