// SPDX-License-Identifier: Apache-2.0
#include "core/io/robot_start.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/robot.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"

namespace momentree {

Result<RobotStart> robotStartOf(const Model& model) {
    auto state = assemble(model);
    if (!state) return tl::unexpected(std::move(state.error()));
    RobotStart start{std::move(*state), {}, {}};
    for (std::size_t k = 0; k < model.bodies.size(); ++k) {
        const BodyState& body = start.state.bodies[k];
        start.origins.push_back(Frame{rotationOf<double>(body.e), body.r} *
                                Frame{Matrix3d::Identity(), model.bodies[k].origin});
    }
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(start.state.bodies);
    for (const JointElement& joint : model.joints) {
        JointCoordinates& here = start.coordinates.emplace_back();
        jointCoordinates(joint, bodies, here.q.data(), here.u.data());
        // Turns that the file gives count for springs and limits.
        const auto given =
            std::ranges::find(model.description.jointStarts, joint.name, &JointStart::joint);
        constexpr double turn = 2.0 * std::numbers::pi;
        if (given != model.description.jointStarts.end() && !given->q.empty() &&
            joint.type == "revolute")
            here.q[0] += turn * std::round((given->q[0].value - here.q[0]) / turn);
        // The displacement of a screw tells its turns.
        if (joint.type == "screw")
            here.q[0] += turn * std::round(here.q[1] / joint.length - here.q[0] / turn);
    }
    return start;
}

namespace {

/// Whether it is friction, or nothing.
bool onlyRubs(CharacteristicDescription c) {
    c.kineticFriction = c.staticFriction = c.frictionSpeed = c.stribeckSpeed = {};
    return c == CharacteristicDescription();
}

/// Whether reading a robot with this kinetic friction gives the same.
bool isPlainFriction(const CharacteristicDescription& c, bool slides) {
    const double kinetic = c.kineticFriction.value, least = c.staticFriction.value;
    return (least == 0.0 || least == kinetic) &&
           (kinetic == 0.0 || c.frictionSpeed.value == (slides ? frictionSlide : frictionTurn));
}

}  // namespace

JointLoad jointLoadOf(const Model& model, int joint, std::set<std::string>& kept,
                      Diagnostics& notes, bool springs) {
    const JointDescription& given = model.description.joints[toIndex(joint)];
    JointLoad load;
    for (const ForceDescription& force : model.description.forces) {
        const auto take = [&](const auto& law, const Scalar& slack) {
            const LawDescription& f = law.law;
            const bool constant = f.kind == "constant" && f.rate.value == 0.0 && !f.ofState &&
                                  onlyRubs(law.characteristic);
            const double k = law.stiffness.value;
            const bool second = load.stiffness != 0.0 && k != 0.0;
            if (!constant || second || (k != 0.0 && !springs) ||
                (k == 0.0 && f.offset.value != 0.0))
                return;
            if (!(law.a == given.a && law.b == given.b)) return;
            load.damping += law.damping.value;
            load.friction += law.characteristic.kineticFriction.value;
            if (!isPlainFriction(law.characteristic, given.type == "prismatic"))
                notes.push_back(warning(
                    Place::force(force.name),
                    MOMENTREE_TEXT("robot-friction-plain",
                                   "its friction is written as one number, %1; its static part "
                                   "and its speeds are left out")(
                        numberText(law.characteristic.kineticFriction.value))));
            if (k != 0.0) {
                load.stiffness = k;
                load.rest = slack.value + f.offset.value / k;
            }
            kept.insert(force.name);
        };
        if (const auto* torque = std::get_if<AxialTorqueDescription>(&force.law))
            if (given.type == "revolute" || given.type == "screw") take(*torque, torque->angle);
        if (const auto* axial = std::get_if<AxialForceDescription>(&force.law))
            if (given.type == "prismatic") take(*axial, axial->length);
    }
    return load;
}

}  // namespace momentree
