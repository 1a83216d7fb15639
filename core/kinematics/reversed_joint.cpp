// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/reversed_joint.hpp"

#include <string_view>

namespace momentree {
namespace {

bool isReversed(const JointElement& joint, const Matrix3d& A, const Matrix3d& B) {
    const double x = A.col(0).dot(B.col(0)), y = A.col(1).dot(B.col(1)), z = A.col(2).dot(B.col(2));
    const std::string_view type = joint.type;
    if (type == "revolute" || type == "cylindrical" || type == "screw" || type == "planar")
        return z < 0.0;
    if (type == "prismatic" || type == "fixed") return z < 0.0 || x < 0.0;
    // A turn by a without one about z has x + y = 1 + cos(a); half a turn about any other axis
    // also meets the equations, with x + y < 0.
    return type == "constant-velocity" && x + y < -1e-6;
}

}  // namespace

int reversedJoint(const Model& model, std::span<const BodyKinematics<double>> bodies) {
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointElement& joint = model.joints[j];
        if (!joint.closes && isReversed(joint, markerKinematics<double>(joint.A, bodies).R,
                                        markerKinematics<double>(joint.B, bodies).R))
            return static_cast<int>(j);
    }
    return -1;
}

std::optional<Diagnostic> reversal(const Model& model,
                                   std::span<const BodyKinematics<double>> bodies) {
    const int index = reversedJoint(model, bodies);
    if (index < 0) return std::nullopt;
    const auto at = static_cast<std::size_t>(index);
    const JointElement& joint = model.joints[at];
    const int body = joint.B.body == ground ? joint.A.body : joint.B.body;
    return error(Place::joint(joint.name),
                 MOMENTREE_TEXT("joint-reversed",
                                "the start leads to a pose in which axes of its two markers are "
                                "opposite instead of the same; turn the pose of '%1' in 'initial' "
                                "by half a turn, or one of the markers")(
                     model.bodies[static_cast<std::size_t>(body)].name),
                 model.description.joints[at].line);
}

}  // namespace momentree
