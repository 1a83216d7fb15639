// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/model/model.hpp"

namespace momentree {

/// Pose and velocity of a body frame (centre of mass, user's axes) in the precision of a
/// formulation.
template <typename S>
struct BodyKinematics {
    Mat3<S> R = Mat3<S>::Identity();  ///< body to world
    Vec3<S> r = Vec3<S>::Zero();      ///< centre of mass, world [m]
    Vec3<S> v = Vec3<S>::Zero();      ///< world axes [m/s]
    Vec3<S> w = Vec3<S>::Zero();      ///< world axes [rad/s]
    Vec6<S> V() const {
        Vec6<S> V;
        if constexpr (std::is_same_v<S, double>) {
            // In the registers in which products read it: what is written in halves cannot be read
            // whole before it has reached the memory.
            using Four = fixed::Pack<S, 4>;
            using Two = fixed::Pack<S, 2>;
            Four::at(V[0]) = typename Four::Type{v[0], v[1], v[2], w[0]};
            Two::at(V[4]) = typename Two::Type{w[1], w[2]};
        } else {
            V << v, w;
        }
        return V;
    }
};

/// The body of that index, or ground at rest.
template <typename S>
const BodyKinematics<S>& at(std::span<const BodyKinematics<S>> bodies, int index) {
    static const BodyKinematics<S> resting{};
    return index == ground ? resting : bodies[static_cast<std::size_t>(index)];
}

BodyKinematics<double> kinematicsOf(const BodyState& state);
std::vector<BodyKinematics<double>> kinematicsOf(std::span<const BodyState> states);
BodyState stateOf(const BodyKinematics<double>& body);

/// World pose and velocity of a marker.
template <typename S>
struct MarkerKinematics {
    Mat3<S> R;
    Vec3<S> r;
    Vec3<S> v;
    Vec3<S> w;
    Vec3<S> arm;  ///< from the centre of mass to the marker, world axes
};

template <typename S>
MarkerKinematics<S> markerKinematics(const Marker& marker,
                                     std::span<const BodyKinematics<S>> bodies) {
    const BodyKinematics<S>& body = at(bodies, marker.body);
    const Vec3<S> arm = body.R * marker.frame.r.template cast<S>();
    return {body.R * marker.frame.R.template cast<S>(), body.r + arm, body.v + body.w.cross(arm),
            body.w, arm};
}

}  // namespace momentree
