// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// Fills Model::tree with a spanning tree found by depth-first search from ground, driven joints
/// first, then the side of a loop that reaches a heavy body first. Bodies not reached by a joint
/// get a free joint to ground, point masses a translational one. Constraints of cut joints and of
/// motions outside the tree become closures. Requires bodies, joints, motions and constraints.
void buildTree(Model& model, const std::vector<char>& pointMass);

}  // namespace momentree
