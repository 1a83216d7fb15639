// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/accelerators.hpp"

#include <filesystem>

#include "app/panels/accelerator/board_secrets.hpp"
#include "core/generate/backend.hpp"
#include "fpga_link/offload/board_link.hpp"

namespace momentree::app {

std::vector<std::string> virtualAcceleratorCommand() {
    std::error_code unknown;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", unknown);
    const std::string name = "momentree-board";
    return {unknown ? name : (self.parent_path() / name).string(), "--quiet"};
}

void addAccelerators(Catalogue& catalogue) {
    catalogue.add(generatedBackend());
    catalogue.add(fpga::virtualBoardBackend(virtualAcceleratorCommand()));
    catalogue.add(fpga::remoteBoardBackend({}, boardSecret));
}

}  // namespace momentree::app
