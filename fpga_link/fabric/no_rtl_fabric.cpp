// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/fabric/open_fabric.hpp"

namespace momentree::fpga {

OpenedFabric openRtlFabric(int) {
    return tl::unexpected<std::string>(
        "this program was built without Verilator, which simulates the hardware: install the "
        "package 'verilator', configure and build again, or take the software model");
}

}  // namespace momentree::fpga
