// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "core/model/model.hpp"

namespace momentree {

/// Moves the tree's coordinates q [nq] along the joint speeds `delta` [nu] for unit time;
/// quaternions keep unit length.
void moveAlong(const Model& model, const Eigen::VectorXd& delta, Eigen::VectorXd& q);

}  // namespace momentree
