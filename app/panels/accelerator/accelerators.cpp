// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/accelerators.hpp"

#include "app/panels/accelerator/board_secrets.hpp"
#include "core/generate/backend.hpp"
#include "core/platform/machine.hpp"
#include "fpga_link/offload/board_link.hpp"

namespace momentree::app {

std::vector<std::string> virtualAcceleratorCommand() {
    const auto self = platform::programFile();
    const std::string name = "momentree-board";
    return {self.empty() ? name : (self.parent_path() / name).string(), "--quiet"};
}

void addAccelerators(Catalogue& catalogue) {
    catalogue.add(generatedBackend());
    catalogue.add(fpga::virtualBoardBackend(virtualAcceleratorCommand()));
    catalogue.add(fpga::remoteBoardBackend({}, boardSecret));
}

}  // namespace momentree::app
