// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace momentree {

/// The formulation into which an integrator is built; empty for integrators of all others.
std::string ownerOf(const std::string& integrator);

/// The integrators built into a formulation, the default first; empty for most formulations.
std::vector<std::string> integratorsIn(const std::string& formulation);

/// The id of an integrator without its parameter: "alpha-index2" of "alpha-index2:0.5".
std::string plainIntegrator(const std::string& integrator);

}  // namespace momentree
