// SPDX-License-Identifier: GPL-3.0-or-later
// Copies parts of a model: to the clipboard, as a duplicate, mirrored or as a pattern.
#pragma once

#include "app/document/checked_model.hpp"
#include "app/document/element.hpp"

namespace momentree::app {

/// Bodies of a model with everything between them and ground, as a separate model. Their starts are
/// those of the current pose.
ModelDescription fragmentOf(const CheckedModel& seen, const ModelDescription& model,
                            const std::vector<Element>& elements);

/// A motion in a plane: optional reflection, then rotation, both about one point, then translation.
struct Placement {
    bool mirrored = false;                 ///< along the first of the axes
    double turn = 0.0;                     ///< about the third [rad]
    Vector3d about = Vector3d::Zero();     ///< translation, world [m]
    Vector3d shift = Vector3d::Zero();     ///< translation, world [m]
    Matrix3d axes = Matrix3d::Identity();  ///< of the plane, normal last, in the world
};

/// Adds a fragment to a model and renames its elements if necessary.
/// @return its bodies and joints in the model
std::vector<Element> insert(ModelDescription& model, ModelDescription fragment,
                            const Placement& placement);

/// The reference point for placing a fragment on a plane, world [m]: along the plane, the centre of
/// the box around its bodies' origins and ground markers; normal to it, the height of the part
/// nearest to the plane.
Vector3d handleOf(const ModelDescription& fragment, const Frame& plane);

}  // namespace momentree::app
