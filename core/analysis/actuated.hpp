// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/model.hpp"
#include "core/result.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

/// A coordinate of a joint at which a motor acts, whatever the motions of the model prescribe.
struct ActuatedCoordinate {
    std::string joint;
    int coordinate = 1;  ///< 1-based
};

/// The coordinates that "JOINT" and "JOINT.COORDINATE" name; an error for another number.
Result<std::vector<ActuatedCoordinate>> actuatedCoordinates(std::span<const std::string> names);

/// The model with a motion at each of these coordinates in place of its own: the rows of their
/// efforts. Its motions rest at the pose of `start`, have the names that `actuatedCoordinates`
/// takes, and are those coordinates in their order. Errors: no such joint or coordinate; friction
/// that reactions cause, since these depend on which joints are actuated.
/// @param start joints of a sample of `model`
Result<std::shared_ptr<const Model>> actuated(const Model& model,
                                              std::span<const ActuatedCoordinate> coordinates,
                                              const Sample& start);

}  // namespace momentree
