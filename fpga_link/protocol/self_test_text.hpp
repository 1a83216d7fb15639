// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga::wire {

/// The result for people: a line for each check, "ok" or "failed" with what to do, the times of
/// register accesses with their source, and a summary.
std::string textOf(const SelfTestResult& result);

bool passed(const SelfTestResult& result);

}  // namespace momentree::fpga::wire
