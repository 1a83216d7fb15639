// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace momentree {

struct Model;

/// Condition number of the mass matrix M in p = M u about the assembled start: largest over least
/// eigenvalue, with the speeds u of the spanning tree in SI units. NaN without a start or speeds.
double massCondition(const Model& model);

}  // namespace momentree
