// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/description.hpp"
#include "fpga_link/compiler/compile.hpp"

namespace momentree::fpga {

/// The chain for comparing lengths: equal uniform bars of 0.4 m and 0.5 kg, as in the paper's
/// double pendulum, released at rest on a curve.
Trajectory barTrajectory(int bodies);
/// The same chain as a model of the core.
ModelDescription barModel(int bodies);

}  // namespace momentree::fpga
