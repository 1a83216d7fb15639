// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "core/joints/joint_type.hpp"
#include "core/model/build_context.hpp"

namespace momentree {
namespace {

/// One limit of a joint, checked and written as stops or as loads that act beyond it.
struct LimitWriter {
    BuildContext& context;
    const JointElement& joint;
    int index;
    const LimitDescription& given;

    void refuse(Message message) const {
        context.refuse(Place::joint(joint.name).part("limits"), std::move(message), given.line);
    }
    bool isGood(std::set<int>& limited) const {
        const JointType type = jointType(joint.type);
        const int most = type.axial() ? type.scalars() : 0;
        const std::size_t before = context.errors.size();
        if (given.coordinate < 1 || given.coordinate > most)
            refuse(MOMENTREE_TEXT("limit-coordinate",
                                  "coordinate %1 of a %2 joint cannot have limits; possible are "
                                  "coordinate 1 of revolute and prismatic, 1 and 2 of cylindrical "
                                  "and screw joints")(given.coordinate, joint.type));
        if (!limited.insert(given.coordinate).second)
            refuse(MOMENTREE_TEXT(
                "limit-twice",
                "coordinate %1 has limits twice; give 'min' and 'max' together")(given.coordinate));
        if (!given.least && !given.most)
            refuse(MOMENTREE_TEXT("limit-without-bound", "give 'min', 'max' or both"));
        if (given.least && given.most && !(given.least->value < given.most->value))
            refuse(MOMENTREE_TEXT("limit-order", "'min' must be less than 'max'"));
        for (const auto* bound : {&given.least, &given.most})
            if (*bound && !std::isfinite((*bound)->value))
                refuse(MOMENTREE_TEXT("limit-not-finite", "'min' and 'max' must be finite"));
        if (given.restitution.has_value() == given.stiffness.has_value())
            refuse(MOMENTREE_TEXT("limit-kind",
                                  "give either 'restitution' (from 0 to 1), with which the joint "
                                  "rebounds, or 'stiffness' and 'damping'"));
        if (given.restitution &&
            !(given.restitution->value >= 0.0 && given.restitution->value <= 1.0))
            refuse(MOMENTREE_TEXT("restitution-range", "'restitution' must be from 0 to 1"));
        if (given.stiffness && !(given.stiffness->value > 0.0))
            refuse(MOMENTREE_TEXT("limit-stiffness", "'stiffness' must be greater than 0"));
        if (!(given.damping.value >= 0.0) || (given.restitution && given.damping.value != 0.0))
            refuse(MOMENTREE_TEXT("limit-damping",
                                  "'damping' must not be negative, and needs a 'stiffness'"));
        return context.errors.size() == before;
    }
    /// A motion keeps its coordinate wherever its law says.
    bool isPrescribed() const {
        const bool prescribed =
            std::ranges::any_of(context.model.motions, [this](const MotionElement& motion) {
                return motion.joint == index && motion.coordinate == given.coordinate - 1;
            });
        if (prescribed)
            context.warnings.push_back(warning(
                Place::joint(joint.name).part("limits"),
                MOMENTREE_TEXT("limit-prescribed",
                               "a motion prescribes coordinate %1, so that its limits do "
                               "not act; the analysis 'reach' keeps to them")(given.coordinate),
                given.line));
        return prescribed;
    }
    void write(const std::optional<Scalar>& bound, int side) const {
        if (!bound) return;
        const bool turns = isAngle(joint, given.coordinate - 1);
        if (given.restitution) {
            context.model.stops.push_back({.name = joint.name,
                                           .A = joint.A,
                                           .B = joint.B,
                                           .turns = turns,
                                           .joint = index,
                                           .coordinate = given.coordinate - 1,
                                           .bound = bound->value,
                                           .side = side,
                                           .restitution = given.restitution->value});
        } else {
            context.model.axialLoads.push_back({.name = joint.name,
                                                .A = joint.A,
                                                .B = joint.B,
                                                .torque = turns,
                                                .k = given.stiffness->value,
                                                .c = given.damping.value,
                                                .x0 = bound->value,
                                                .law = {},
                                                .side = side});
        }
    }
};

}  // namespace

void buildLimits(BuildContext& context) {
    const auto& joints = context.description.joints;
    for (std::size_t k = 0; k < joints.size() && k < context.model.joints.size(); ++k) {
        std::set<int> limited;
        for (const LimitDescription& given : joints[k].limits) {
            const LimitWriter writer{context, context.model.joints[k], static_cast<int>(k), given};
            if (!writer.isGood(limited) || writer.isPrescribed()) continue;
            writer.write(given.least, -1);
            writer.write(given.most, 1);
        }
    }
}

}  // namespace momentree
