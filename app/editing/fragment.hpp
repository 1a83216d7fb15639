// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a model that are copied: to the clipboard, beside themselves, mirrored or in a row.
#pragma once

#include "app/document/checked_model.hpp"
#include "app/model_tree/element.hpp"

namespace momentree::app {

/// Bodies of a model with all that lies between them and ground, as a model of their own. Their
/// starts are written out as they are seen.
ModelDescription fragmentOf(const CheckedModel& seen, const ModelDescription& model,
                            const std::vector<Element>& elements);

/// A motion in the xy plane: mirrored in a line along y first if so wished, then turned, both about
/// one point, then shifted.
struct Placement {
    bool mirrored = false;
    double turn = 0.0;  ///< about z [rad]
    Vector3d about = Vector3d::Zero();
    Vector3d shift = Vector3d::Zero();
};

/// Adds a fragment to a model, with names that are still free. @return its bodies and joints there
std::vector<Element> insert(ModelDescription& model, ModelDescription fragment,
                            const Placement& placement);

/// Middle of the box around the origins of a fragment's bodies and its ground markers [m].
Vector3d middleOf(const ModelDescription& fragment);

}  // namespace momentree::app
