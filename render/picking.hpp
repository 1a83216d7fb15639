// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/camera.hpp"

namespace momentree::render {

/// What is drawn nearest to a point of the picture: a joint before the link that it sits on.
/// @param x, y [pixels, origin top left], @param tolerance [pixels]
Picked pickAt(const Model& model, const Stage& stage, std::span<const Frame> poses,
              const Camera& camera, int width, int height, double x, double y, double tolerance);

}  // namespace momentree::render
