// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "fpga_link/fabric/fabric.hpp"
#include "fpga_link/functions/rtl_fraction.hpp"

namespace momentree::fpga {

/// A fabric ready for use, or the reason and the remedy.
using OpenedFabric = tl::expected<std::unique_ptr<Fabric>, std::string>;

/// The hardware description, simulated clock by clock behind its AXI4-Lite port. A thousand clocks
/// take about a millisecond. An error if built without Verilator.
/// @param fraction bits of the fraction, `fullRtlFraction` or `shortRtlFraction`
OpenedFabric openRtlFabric(int fraction = fullRtlFraction);

/// The accelerator of the board behind a UIO device such as "/dev/uio0", with its interrupt.
OpenedFabric openUioFabric(const std::string& device);

inline constexpr std::uint64_t defaultBase = 0x43C0'0000;

/// The accelerator of the board at a physical address, a multiple of the page size, through
/// "/dev/mem". Polls, since there are no interrupts.
OpenedFabric openDevMemFabric(std::uint64_t base = defaultBase,
                              const std::string& device = "/dev/mem");

}  // namespace momentree::fpga
