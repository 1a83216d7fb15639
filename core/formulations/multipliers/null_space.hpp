// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Newton's and Euler's equations along the motions that the constraints leave free (THEORY 7e).
/// Any topology, dense matrices. State as for `makeLagrangeIndex1`: the basis of these motions does
/// not depend continuously on the pose, so nothing along it is carried from step to step.
std::unique_ptr<OdeSystem<double>> makeNullSpace(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec);

}  // namespace momentree
