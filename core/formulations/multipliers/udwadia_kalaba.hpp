// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// The equation of Udwadia and Kalaba (THEORY 7e): accelerations of free bodies, changed as little
/// as the constraints permit; no multipliers. Any topology, dense matrices. State as for
/// `makeLagrangeIndex1`.
std::unique_ptr<OdeSystem<double>> makeUdwadiaKalaba(std::shared_ptr<const Model> model,
                                                     const RunSpec& spec);

}  // namespace momentree
