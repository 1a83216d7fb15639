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

/// How far a coordinate is beyond a limit, or from where the spring is relaxed.
template <typename S>
S beyond(const AxialLoad& load, const S& x) {
    const S past = x - static_cast<S>(load.x0);
    return load.side < 0 ? S(std::min(past, S(0))) : load.side > 0 ? S(std::max(past, S(0))) : past;
}

/// The effort on B with that of the law. A limit never pulls.
template <typename S>
S effortOf(const AxialLoad& load, const AxialCoordinate<S>& c, const S& law) {
    const S past = beyond(load, c.x);
    const S effort = law - static_cast<S>(load.k) * past - static_cast<S>(load.c) * c.rate;
    if (load.side == 0) return effort;
    if (past == S(0)) return S(0);
    return load.side < 0 ? S(std::max(effort, S(0))) : S(std::min(effort, S(0)));
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
        const S effort = effortOf(load, c, static_cast<S>(load.law.at(t).f));
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

/// Sphere B and plane A: depth g of the deepest point, its rate, its velocity along the plane, and
/// the elastic force k g^1.5 with the share of damping.
template <typename S>
struct ContactState {
    MarkerKinematics<S> A, B;
    Vec3<S> z, point, slip;  ///< `point` in the world
    S depth, rate, elastic, force;

    ContactState(const ContactLoad& load, std::span<const BodyKinematics<S>> bodies)
        : A(markerKinematics(load.A, bodies)), B(markerKinematics(load.B, bodies)), z(A.R.col(2)) {
        using std::sqrt;
        const Vec3<S> d = B.r - A.r;
        depth = std::max(S(static_cast<S>(load.radius) - z.dot(d)), S(0));
        point = B.r - static_cast<S>(load.radius) * z;
        const Vec3<S> ofB = B.v + B.w.cross(point - B.r), ofA = A.v + A.w.cross(point - A.r);
        rate = -z.dot(ofB - ofA);
        slip = ofB - ofA + rate * z;
        elastic = static_cast<S>(load.k) * depth * sqrt(depth);
        force = elastic * std::max(S(S(1) + static_cast<S>(1.5 * load.c) * rate), S(0));
    }
    /// On B.
    Vec3<S> friction(const ContactLoad& load) const {
        using std::tanh;
        const S v = slip.norm();
        if (load.friction == 0.0 || !(v > S(0))) return Vec3<S>::Zero();
        const S share = tanh(v / static_cast<S>(load.slip)) / v;
        return (-static_cast<S>(load.friction) * force * share) * slip;
    }
};

template <typename S>
void applyContacts(const Model& model, std::span<const BodyKinematics<S>> bodies,
                   std::span<Vec6<S>> Q) {
    for (const ContactLoad& load : model.contactLoads) {
        const ContactState<S> c(load, bodies);
        if (!(c.depth > S(0))) continue;
        const Vec3<S> f = c.force * c.z + c.friction(load);
        push<S>(Q, load.B.body, c.B.arm + (c.point - c.B.r), f, Vec3<S>::Zero());
        push<S>(Q, load.A.body, c.A.arm + (c.point - c.A.r), -f, Vec3<S>::Zero());
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
    applyContacts(model, bodies, Q);
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
        const double x = beyond(load, axialCoordinate(load, markerKinematics(load.A, bodies),
                                                      markerKinematics(load.B, bodies), angles[k])
                                          .x);
        energy.potential += 0.5 * load.k * x * x;
    }
    for (const ContactLoad& load : model.contactLoads) {
        const ContactState<double> c(load, bodies);
        energy.potential += 0.4 * c.elastic * c.depth;
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
        const auto c = axialCoordinate(load, markerKinematics(load.A, bodies),
                                       markerKinematics(load.B, bodies), angles[k]);
        const double law = load.law.at(t).f;
        power += (load.side == 0 ? law - load.c * c.rate
                                 : effortOf(load, c, law) + load.k * beyond(load, c.x)) *
                 c.rate;
    }
    for (const AppliedLoad& load : model.appliedLoads) {
        const MarkerKinematics<double> at = markerKinematics(load.at, bodies);
        const Vector3d action = actionOf<double>(load, momentree::at(bodies, load.at.body).R, t);
        power += action.dot(load.torque ? at.w : at.v);
    }
    for (const ContactLoad& load : model.contactLoads) {
        const ContactState<double> c(load, bodies);
        if (c.depth > 0.0) power += c.friction(load).dot(c.slip) - (c.force - c.elastic) * c.rate;
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
