// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/loads.hpp"

#include <cmath>

#include "core/kinematics/counted_angles.hpp"
#include "core/math/quad.hpp"
#include "core/model/applied_load.hpp"

namespace momentree {
namespace {

/// Coordinate of an axial load and its rate: angle about z of A from x of A to x of B, or
/// displacement along z of A.
template <typename S>
struct AxialCoordinate {
    S x, rate;
};

template <typename S>
AxialCoordinate<S> axialCoordinate(const AxialLoad& load, const MarkerKinematics<S>& A,
                                   const MarkerKinematics<S>& B, double near) {
    const Vec3<S> z = A.R.col(2);
    if (load.torque) {
        const S angle = load.k != 0.0 ? withTurns(angleAboutZ(A, B), near) : S(0);
        return {angle, z.dot(B.w - A.w)};
    }
    const Vec3<S> d = B.r - A.r;
    return {z.dot(d), z.dot(B.v - A.v) + A.w.cross(z).dot(d)};
}

/// Adds a force at a point (arm from the centre of mass) and a torque to a body; ignored for
/// ground.
template <typename S>
void push(std::span<Vec6<S>> Q, int body, const Vec3<S>& arm, const Vec3<S>& f, const Vec3<S>& n) {
    if (body == ground) return;
    Vec6<S>& q = Q[static_cast<std::size_t>(body)];
    q.template head<3>() += f;
    q.template tail<3>() += n + arm.cross(f);
}

template <typename S>
struct SpringState {
    Vec3<S> e;  ///< direction from A to B; zero if the points coincide
    S l, rate;
    SpringState(const MarkerKinematics<S>& A, const MarkerKinematics<S>& B) {
        const Vec3<S> d = B.r - A.r;
        l = d.norm();
        e = l > S(0) ? Vec3<S>(d / l) : Vec3<S>::Zero();
        rate = e.dot(B.v - A.v);
    }
};

template <typename S>
void applySprings(const Model& model, std::span<const BodyKinematics<S>> bodies,
                  std::span<Vec6<S>> Q) {
    for (const SpringDamper& spring : model.springs) {
        const MarkerKinematics<S> A = markerKinematics(spring.A, bodies);
        const MarkerKinematics<S> B = markerKinematics(spring.B, bodies);
        const SpringState<S> s(A, B);
        const S tension = static_cast<S>(spring.k) * (s.l - static_cast<S>(spring.l0)) +
                          static_cast<S>(spring.c) * s.rate + static_cast<S>(spring.f0);
        const Vec3<S> f = tension * s.e;
        push<S>(Q, spring.A.body, A.arm, f, Vec3<S>::Zero());
        push<S>(Q, spring.B.body, B.arm, -f, Vec3<S>::Zero());
    }
}

template <typename S>
void applyAxial(const Model& model, double t, std::span<const BodyKinematics<S>> bodies,
                std::span<const double> angles, std::span<Vec6<S>> Q) {
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k) {
        const AxialLoad& load = model.axialLoads[k];
        const MarkerKinematics<S> A = markerKinematics(load.A, bodies);
        const MarkerKinematics<S> B = markerKinematics(load.B, bodies);
        const AxialCoordinate<S> c = axialCoordinate(load, A, B, angles[k]);
        const S effort = static_cast<S>(load.law.at(t).f) -
                         static_cast<S>(load.k) * (c.x - static_cast<S>(load.x0)) -
                         static_cast<S>(load.c) * c.rate;
        const Vec3<S> action = effort * A.R.col(2);
        if (load.torque) {
            push<S>(Q, load.B.body, B.arm, Vec3<S>::Zero(), action);
            push<S>(Q, load.A.body, A.arm, Vec3<S>::Zero(), -action);
        } else {
            // Both forces act on the line through B's origin, so that no couple remains.
            push<S>(Q, load.B.body, B.arm, action, Vec3<S>::Zero());
            push<S>(Q, load.A.body, A.arm + (B.r - A.r), -action, Vec3<S>::Zero());
        }
    }
}

template <typename S>
void applyGiven(const Model& model, double t, std::span<const BodyKinematics<S>> bodies,
                std::span<Vec6<S>> Q) {
    for (const AppliedLoad& load : model.appliedLoads) {
        const MarkerKinematics<S> at = markerKinematics(load.at, bodies);
        const Vec3<S> action = actionOf<S>(load, momentree::at(bodies, load.at.body).R, t);
        push<S>(Q, load.at.body, at.arm, load.torque ? Vec3<S>::Zero() : action,
                load.torque ? action : Vec3<S>::Zero());
    }
    for (const Drag& drag : model.drags) {
        const BodyKinematics<S>& body = bodies[static_cast<std::size_t>(drag.body)];
        push<S>(Q, drag.body, Vec3<S>::Zero(), -static_cast<S>(drag.linear) * body.v,
                -static_cast<S>(drag.angular) * body.w);
    }
}

}  // namespace

template <typename S>
void evaluateLoads(const Model& model, double t, std::span<const BodyKinematics<S>> bodies,
                   std::span<const double> angles, std::span<Vec6<S>> Q) {
    const Vec3<S> g = model.gravity.cast<S>();
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        Q[i].template head<3>() = static_cast<S>(model.bodies[i].mass) * g;
        Q[i].template tail<3>().setZero();
    }
    applySprings(model, bodies, Q);
    applyAxial(model, t, bodies, angles, Q);
    applyGiven(model, t, bodies, Q);
}

Energy energyOf(const Model& model, std::span<const BodyKinematics<double>> bodies,
                std::span<const double> angles) {
    Energy energy;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const Body& body = model.bodies[i];
        const Vector3d w = bodies[i].R.transpose() * bodies[i].w;
        energy.kinetic += 0.5 * (body.mass * bodies[i].v.squaredNorm() + w.dot(body.J_C * w));
        energy.potential -= body.mass * model.gravity.dot(bodies[i].r);
    }
    for (const SpringDamper& spring : model.springs) {
        const SpringState<double> s(markerKinematics(spring.A, bodies),
                                    markerKinematics(spring.B, bodies));
        const double stretch = s.l - spring.l0;
        energy.potential += 0.5 * spring.k * stretch * stretch + spring.f0 * s.l;
    }
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k) {
        const AxialLoad& load = model.axialLoads[k];
        if (load.k == 0.0) continue;
        const double x = axialCoordinate(load, markerKinematics(load.A, bodies),
                                         markerKinematics(load.B, bodies), angles[k])
                             .x -
                         load.x0;
        energy.potential += 0.5 * load.k * x * x;
    }
    return energy;
}

double powerOf(const Model& model, double t, std::span<const BodyKinematics<double>> bodies,
               std::span<const double> angles) {
    double power = 0.0;
    for (const SpringDamper& spring : model.springs) {
        if (spring.c == 0.0) continue;
        const SpringState<double> s(markerKinematics(spring.A, bodies),
                                    markerKinematics(spring.B, bodies));
        power -= spring.c * s.rate * s.rate;
    }
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k) {
        const AxialLoad& load = model.axialLoads[k];
        const double rate = axialCoordinate(load, markerKinematics(load.A, bodies),
                                            markerKinematics(load.B, bodies), angles[k])
                                .rate;
        power += (load.law.at(t).f - load.c * rate) * rate;
    }
    for (const AppliedLoad& load : model.appliedLoads) {
        const MarkerKinematics<double> at = markerKinematics(load.at, bodies);
        const Vector3d action = actionOf<double>(load, momentree::at(bodies, load.at.body).R, t);
        power += action.dot(load.torque ? at.w : at.v);
    }
    for (const Drag& drag : model.drags) {
        const BodyKinematics<double>& body = bodies[static_cast<std::size_t>(drag.body)];
        power -= drag.linear * body.v.squaredNorm() + drag.angular * body.w.squaredNorm();
    }
    return power;
}

template void evaluateLoads<double>(const Model&, double, std::span<const BodyKinematics<double>>,
                                    std::span<const double>, std::span<Vec6<double>>);
template void evaluateLoads<float>(const Model&, double, std::span<const BodyKinematics<float>>,
                                   std::span<const double>, std::span<Vec6<float>>);
template void evaluateLoads<Quad>(const Model&, double, std::span<const BodyKinematics<Quad>>,
                                  std::span<const double>, std::span<Vec6<Quad>>);

}  // namespace momentree
