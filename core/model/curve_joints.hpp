// SPDX-License-Identifier: Apache-2.0
// Joints that keep something on a curve.
#pragma once

#include <string_view>

#include "core/model/build_context.hpp"

namespace momentree {

/// Whether joints of a type have a curve in the xy plane of their marker A.
constexpr bool hasCurve(std::string_view type) {
    return type == "point-on-curve" || type == "cam-roller" || type == "cam-face";
}
/// The first such joint of a model, null if it has none.
const JointElement* firstOnCurve(const Model& model);

/// The curve of such a joint; reports one that the joint cannot follow and returns null.
std::shared_ptr<const PlaneCurve> makeJointCurve(const JointDescription& given, double radius,
                                                 BuildContext& context);

}  // namespace momentree
