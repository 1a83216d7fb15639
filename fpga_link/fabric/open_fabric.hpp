// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "fpga_link/fabric/fabric.hpp"

namespace momentree::fpga {

/// A fabric ready for use, or for people why there is none and what to do.
using OpenedFabric = tl::expected<std::unique_ptr<Fabric>, std::string>;

/// The hardware description, simulated clock by clock behind its AXI4-Lite port. A thousand clocks
/// take about a millisecond. Refused where the build had no Verilator.
OpenedFabric openRtlFabric();

/// The accelerator on the board behind a UIO device, "/dev/uio0" for example, with its interrupt.
OpenedFabric openUioFabric(const std::string& device);

inline constexpr std::uint64_t defaultBase = 0x43C0'0000;

/// The accelerator on the board at a physical address, a multiple of the page size, through
/// "/dev/mem". Without interrupts: waiting asks again and again.
OpenedFabric openDevMemFabric(std::uint64_t base = defaultBase,
                              const std::string& device = "/dev/mem");

}  // namespace momentree::fpga
