// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// A point of a body that an analysis follows.
struct TracedPoint {
    std::string name;  ///< "body.marker"
    int body = 0;
    Vector3d s = Vector3d::Zero();  ///< from the centre of mass, body axes [m]
};

/// At most twenty: the markers of moving bodies at which no joint is and which are no corners of an
/// outline, or the only one of them without a joint; if there are none, the centres of mass of
/// bodies that no joint holds to ground.
/// @param size of the mechanism [m]
std::vector<TracedPoint> tracedPoints(const Model& model, double size);

}  // namespace momentree
