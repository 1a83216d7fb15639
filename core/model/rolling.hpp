// SPDX-License-Identifier: Apache-2.0
// Joints that restrict velocities alone (non-holonomic): what rolls, and knife edges.
#pragma once

#include <string_view>

namespace momentree {

struct JointElement;
struct Model;

/// Whether joints of a type keep a disc or an ellipsoid rolling on a plane.
constexpr bool rolls(std::string_view type) {
    return type == "rolling-disc" || type == "rolling-ellipsoid";
}
/// Whether joints of a type restrict velocities alone, perhaps besides poses.
constexpr bool isNonHolonomic(std::string_view type) { return rolls(type) || type == "knife-edge"; }

/// The first such joint of a model, null if it has none.
const JointElement* firstNonHolonomic(const Model& model);

/// How the `length` of joints of a type is called in files; empty for types without one. Ends with
/// a zero.
constexpr std::string_view lengthKey(std::string_view type) {
    if (type == "distance") return "length";
    if (type == "screw") return "lead";
    return type == "rolling-disc" || type == "cam-roller" ? "radius" : "";
}

}  // namespace momentree
