// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree {

/// The index-3 augmented-Lagrangian divide and conquer [Index3], generalised (THEORY 6.3, 6.4):
/// absolute coordinates r, p (Euler parameters) of every body, trapezoidal rule, all joints and
/// loops, any number of joints on a body, redundant constraints, prescribed motions and compliant
/// loads. Newton, penalty and projections as the spec says.
std::unique_ptr<Stepper> makeIndex3Dca(std::shared_ptr<const Model> model, const RunSpec& spec);
std::string index3DcaRefusal(const Model& model);

}  // namespace momentree
