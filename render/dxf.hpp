// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/diagnostic.hpp"
#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree::render {

/// The links of a planar mechanism in a pose as a drawing in DXF (release 12), for cutters and CAD:
/// millimetres in the plane of motion, the outline and holes of each link in a layer with its name.
/// Links without a shape of their own have the width of the picture. Needs no display.
/// @param poses of every body, centre of mass frames
/// @param notes what is left out; may be null
/// @return an error if the mechanism moves in space
Result<std::string> dxfText(const Model& model, std::span<const Frame> poses,
                            Diagnostics* notes = nullptr);

}  // namespace momentree::render
