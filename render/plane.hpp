// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "core/model/model.hpp"

namespace momentree::render {

/// The normal of the plane in which the joints let every body move [unit, world axes]; empty if the
/// model moves in space.
/// @param poses of every body at the start
std::optional<Vector3d> planeOfMotion(const Model& model, std::span<const Frame> poses);

/// Whether nothing in the model leads out of the plane with this normal; free bodies are assumed to
/// stay in it.
bool fitsPlane(const Model& model, std::span<const Frame> poses, const Vector3d& normal);

}  // namespace momentree::render
