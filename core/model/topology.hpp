// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// Spanning tree of `model` by depth-first search from ground, driven joints first. Bodies that no
/// joint reaches get a free joint to ground (point masses a translational one). Everything a cut
/// joint or an unused motion demands becomes a closure. Needs bodies, joints, motions and
/// constraints; fills Model::tree.
void buildTree(Model& model, const std::vector<char>& pointMass);

}  // namespace momentree
