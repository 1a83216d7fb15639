// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a model that are copied: to the clipboard, beside themselves, mirrored or in a row.
#pragma once

#include "app/document/checked_model.hpp"
#include "app/document/element.hpp"

namespace momentree::app {

/// Bodies of a model with all that lies between them and ground, as a model of their own. Their
/// starts are written out as they are seen.
ModelDescription fragmentOf(const CheckedModel& seen, const ModelDescription& model,
                            const std::vector<Element>& elements);

/// A motion in a plane: mirrored first if so wished, then turned, both about one point, then
/// shifted.
struct Placement {
    bool mirrored = false;                 ///< along the first of the axes
    double turn = 0.0;                     ///< about the third [rad]
    Vector3d about = Vector3d::Zero();     ///< world [m]
    Vector3d shift = Vector3d::Zero();     ///< world [m]
    Matrix3d axes = Matrix3d::Identity();  ///< of the plane, its normal last, in the world
};

/// Adds a fragment to a model, with names that are still free. @return its bodies and joints there
std::vector<Element> insert(ModelDescription& model, ModelDescription fragment,
                            const Placement& placement);

/// The point by which a fragment is put on a plane, world [m]: along the plane the middle of the
/// box around its bodies' origins and ground markers, across it where it comes nearest to the
/// plane.
Vector3d handleOf(const ModelDescription& fragment, const Frame& plane);

}  // namespace momentree::app
