// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/body_kinematics.hpp"

#include "core/math/quaternion.hpp"

namespace momentree {

BodyKinematics<double> kinematicsOf(const BodyState& state) {
    return {rotationOf<double>(state.e), state.r, state.v, state.w};
}

std::vector<BodyKinematics<double>> kinematicsOf(std::span<const BodyState> states) {
    std::vector<BodyKinematics<double>> bodies;
    bodies.reserve(states.size());
    for (const BodyState& state : states) bodies.push_back(kinematicsOf(state));
    return bodies;
}

BodyState stateOf(const BodyKinematics<double>& body) {
    return {body.r, quaternionOf<double>(body.R), body.v, body.w};
}

}  // namespace momentree
