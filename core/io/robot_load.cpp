// SPDX-License-Identifier: Apache-2.0
#include "core/io/robot.hpp"

namespace momentree {

bool hasLoad(const RobotJoint& joint) {
    return joint.damping != 0.0 || joint.stiffness != 0.0 || joint.friction != 0.0;
}

ForceDescription loadOf(const RobotJoint& joint, const JointDescription& made, double sign) {
    const bool slides = joint.kind == RobotJoint::Kind::Prismatic;
    CharacteristicDescription friction;
    if (joint.friction != 0.0) {
        friction.kineticFriction = joint.friction;
        friction.frictionSpeed = slides ? frictionSlide : frictionTurn;
    }
    const Scalar rest = sign * joint.rest;
    ForceDescription force;
    if (slides) {
        force.law = AxialForceDescription{made.a,        made.b, joint.stiffness, rest,
                                          joint.damping, {},     friction};
    } else {
        force.law = AxialTorqueDescription{made.a,        made.b, joint.stiffness, rest,
                                           joint.damping, {},     friction};
    }
    force.name = joint.name + (joint.stiffness != 0.0 ? "_spring"
                               : joint.damping != 0.0 ? "_damping"
                                                      : "_friction");
    force.line = joint.line;
    return force;
}

}  // namespace momentree
