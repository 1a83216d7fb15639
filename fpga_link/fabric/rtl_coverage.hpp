// SPDX-License-Identifier: Apache-2.0
// Which lines and bits of the simulated hardware were exercised, for
// tests/fpga_link/rtl_coverage.py.
#pragma once

#include <verilated.h>

#ifdef MOMENTREE_RTL_COVERAGE
#include <unistd.h>
#include <verilated_cov.h>

#include <atomic>
#include <cstdlib>
#include <string>
#endif

namespace momentree::fpga {

/// Before a model is destroyed: writes its counts to a file of their own in the folder that the
/// variable MOMENTREE_COVERAGE names. Without the build option for it, does nothing.
inline void writeCoverage([[maybe_unused]] VerilatedContext& context) {
#ifdef MOMENTREE_RTL_COVERAGE
    static std::atomic<int> files{0};
    const char* const folder = std::getenv("MOMENTREE_COVERAGE");
    if (folder == nullptr) return;
    const std::string name = std::to_string(::getpid()) + "-" + std::to_string(++files) + ".dat";
    context.coveragep()->write((std::string(folder) + "/" + name).c_str());
#endif
}

}  // namespace momentree::fpga
