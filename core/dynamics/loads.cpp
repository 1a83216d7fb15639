// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/loads.hpp"

#include <array>
#include <cmath>
#include <type_traits>

#include "core/dynamics/bushing.hpp"
#include "core/dynamics/elastic_coupling.hpp"
#include "core/dynamics/load_sizes.hpp"
#include "core/kinematics/axial_coordinate.hpp"
#include "core/math/quad.hpp"
#include "core/model/applied_load.hpp"
#include "core/model/sticking.hpp"

namespace momentree {
namespace {

/// How far a coordinate is beyond a limit, or from where the spring is relaxed.
template <typename S>
S beyond(const AxialLoad& load, const S& x) {
    const S past = x - static_cast<S>(load.x0);
    return load.side < 0 ? S(std::min(past, S(0))) : load.side > 0 ? S(std::max(past, S(0))) : past;
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

/// Adds their sizes instead, in which nothing cancels.
template <typename S>
void push(std::span<LoadSize> sizes, int body, const Vec3<S>& arm, const Vec3<S>& f,
          const Vec3<S>& n) {
    if (body == ground) return;
    LoadSize& size = sizes[static_cast<std::size_t>(body)];
    size.force += f.norm();
    size.torque += (n + arm.cross(f)).norm();
}

/// Energy of a linear spring with a curve.
template <typename S>
S stretched(double k, const Curve& curve, const S& x) {
    return S(0.5) * static_cast<S>(k) * x * x + potentialAt(curve, x);
}

template <typename S>
struct SpringState {
    Vec3<S> e;  ///< direction from A to B; zero if the points coincide
    S l, rate;
    SpringState(const SpringDamper& spring, std::span<const BodyKinematics<S>> bodies)
        : SpringState(markerKinematics(spring.A, bodies), markerKinematics(spring.B, bodies)) {}
    SpringState(const MarkerKinematics<S>& A, const MarkerKinematics<S>& B) {
        const Vec3<S> d = B.r - A.r;
        l = d.norm();
        e = l > S(0) ? Vec3<S>(d / l) : Vec3<S>::Zero();
        rate = e.dot(B.v - A.v);
    }
    S stored(const SpringDamper& spring) const {
        return stretched(spring.k, spring.curve, S(l - static_cast<S>(spring.l0))) +
               static_cast<S>(spring.f0) * l;
    }
};

/// Sphere B and plane or sphere A: normal z towards B, depth g of the deepest point, its rate, its
/// velocity along the surface, and the elastic force k g^1.5 with the share of damping.
template <typename S>
struct ContactState {
    MarkerKinematics<S> A, B;
    Vec3<S> z, point, slip;  ///< `point` in the world
    S depth, rate, elastic, force;

    ContactState(const ContactLoad& load, std::span<const BodyKinematics<S>> bodies)
        : A(markerKinematics(load.A, bodies)), B(markerKinematics(load.B, bodies)), z(A.R.col(2)) {
        using std::sqrt;
        const Vec3<S> d = B.r - A.r;
        const S r = static_cast<S>(load.radius);
        if (load.spheres) {
            const S l = d.norm();
            if (l > S(0)) z = d / l;  // spheres with the same centre part along any direction
            depth = std::max(S(r + static_cast<S>(load.radiusA) - l), S(0));
            point = B.r - (r - S(0.5) * depth) * z;
        } else {
            depth = std::max(S(r - z.dot(d)), S(0));
            point = B.r - r * z;
        }
        const Vec3<S> ofB = B.v + B.w.cross(point - B.r), ofA = A.v + A.w.cross(point - A.r);
        rate = -z.dot(ofB - ofA);
        slip = ofB - ofA + rate * z;
        elastic = static_cast<S>(load.k) * depth * sqrt(depth);
        force = elastic * std::max(S(S(1) + static_cast<S>(1.5 * load.c) * rate), S(0));
    }
    S stored() const { return S(0.4) * elastic * depth; }
    /// On B.
    Vec3<S> friction(const ContactLoad& load) const {
        using std::tanh;
        const S v = slip.norm();
        if (load.friction == 0.0 || !(v > S(0))) return Vec3<S>::Zero();
        const S share = tanh(v / static_cast<S>(load.slip)) / v;
        return (-static_cast<S>(load.friction) * force * share) * slip;
    }
};

/// What loads depend on.
template <typename S>
struct Scene {
    const Model& model;
    double t;
    std::span<const BodyKinematics<S>> bodies;
    std::span<const double> angles;
};

template <typename S>
S kineticEnergy(const Scene<S>& scene) {
    S sum(0);
    for (std::size_t i = 0; i < scene.model.bodies.size(); ++i) {
        const Body& body = scene.model.bodies[i];
        const Vec3<S> w = scene.bodies[i].R.transpose() * scene.bodies[i].w;
        const Vec3<S> spin = body.J_C.cast<S>() * w;
        sum += S(0.5) * (static_cast<S>(body.mass) * scene.bodies[i].v.squaredNorm() + w.dot(spin));
    }
    return sum;
}

/// Gravity, springs, curves, contacts, bushings and elastic couplings.
template <typename S>
S potentialEnergy(const Scene<S>& scene) {
    const auto& [model, t, bodies, angles] = scene;
    S sum(0);
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        sum -= static_cast<S>(model.bodies[i].mass) *
               model.gravity.template cast<S>().dot(bodies[i].r);
    for (const SpringDamper& spring : model.springs)
        sum += SpringState<S>(spring, bodies).stored(spring);
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k) {
        const AxialLoad& load = model.axialLoads[k];
        if (load.k == 0.0 && load.characteristic.curve.empty()) continue;
        const S x = axialCoordinate(load, markerKinematics(load.A, bodies),
                                    markerKinematics(load.B, bodies), angles[k])
                        .x;
        sum += stretched(load.k, load.characteristic.curve, beyond(load, x));
    }
    for (const ContactLoad& load : model.contactLoads)
        sum += ContactState<S>(load, bodies).stored();
    for (const Bushing& bushing : model.bushings) sum += BushingState<S>(bushing, bodies).stored;
    for (const ElasticCoupling& coupling : model.elasticCouplings)
        sum += ElasticState<S>(coupling, bodies, anglesOfTerms(model, coupling, angles))
                   .stored(coupling);
    return sum;
}

/// Quantities between two markers, and energies.
template <typename S>
S measurePair(const Scene<S>& scene, const Measured& what) {
    using Kind = Measured::Kind;
    if (what.kind == Kind::Kinetic) return kineticEnergy(scene);
    if (what.kind == Kind::Potential) return potentialEnergy(scene);
    if (what.kind == Kind::Total) return kineticEnergy(scene) + potentialEnergy(scene);
    const MarkerKinematics<S> A = markerKinematics(what.A, scene.bodies);
    const MarkerKinematics<S> B = markerKinematics(what.B, scene.bodies);
    const Vec3<S> z = A.R.col(2), d = B.r - A.r;
    if (what.kind == Kind::Angle)
        return withTurns(
            angleAboutZ(A, B),
            scene.angles[scene.model.axialLoads.size() + static_cast<std::size_t>(what.angle)]);
    if (what.kind == Kind::Rate) return z.dot(B.w - A.w);
    if (what.kind == Kind::Displacement) return z.dot(d);
    if (what.kind == Kind::Slide) return z.dot(B.v - A.v) + A.w.cross(z).dot(d);
    return d.norm();
}

template <typename S>
S measure(const Scene<S>& scene, const Measured& what) {
    using Kind = Measured::Kind;
    if (what.kind == Kind::Input)
        return static_cast<S>((*scene.model.inputs)[static_cast<std::size_t>(what.i)]);
    const MarkerKinematics<S> A = markerKinematics(what.A, scene.bodies);
    switch (what.kind) {
        case Kind::Position:
            return A.r[what.i];
        case Kind::Velocity:
            return A.v[what.i];
        case Kind::AngularVelocity:
            return A.w[what.i];
        case Kind::BodyAngularVelocity:
            return A.R.col(what.i).dot(A.w);
        case Kind::AxisComponent:
            return A.R(what.i, what.j);
        default:
            return measurePair(scene, what);
    }
}

/// The value of a law of time and state; its slopes hold in every precision, see `extended`.
template <typename S>
S stateEffort(const Scene<S>& scene, const StateLaw& law, const AxialCoordinate<S>& c) {
    if (law.empty()) return S(0);
    std::array<S, StateLaw::mostInputs> inputs;
    std::array<double, StateLaw::mostInputs> rounded;
    inputs[StateLaw::time] = static_cast<S>(law.timeFactor * scene.t + law.timeShift);
    inputs[StateLaw::coordinate] = c.x;
    inputs[StateLaw::rate] = c.rate;
    const std::size_t count = StateLaw::firstMeasured + law.measured.size();
    for (std::size_t k = StateLaw::firstMeasured; k < count; ++k) {
        const int index = law.measured[k - StateLaw::firstMeasured];
        inputs[k] = measure(scene, scene.model.measured[static_cast<std::size_t>(index)]);
    }
    for (std::size_t k = 0; k < count; ++k) rounded[k] = static_cast<double>(inputs[k]);
    const std::span<const double> at(rounded.data(), count);
    S effort = static_cast<S>(law.at(at).f);
    if constexpr (std::is_same_v<S, Quad>)
        for (std::size_t k = 0; k < count; ++k)
            if (const S rounding = inputs[k] - S(rounded[k]); rounding != S(0))
                effort += S(law.at(at, static_cast<int>(k)).df) * rounding;
    return effort;
}

/// The part of an axial load's effort that has no potential.
template <typename S>
S workingEffort(const Scene<S>& scene, const AxialLoad& load, const AxialCoordinate<S>& c) {
    S effort = static_cast<S>(load.law.at(scene.t).f) - static_cast<S>(load.c) * c.rate +
               stateEffort(scene, load.state, c);
    const double u = static_cast<double>(c.rate);
    const Characteristic& own = load.characteristic;
    if (!own.friction.empty() && !own.friction.ofReaction())
        effort += extended(own.friction.at(u), c.rate);
    if (!own.motor.empty()) effort += extended(own.motor.at(u), c.rate);
    if (!load.controller.empty()) {
        const auto states =
            scene.angles.last(static_cast<std::size_t>(scene.model.controllerStates));
        effort += load.controller.effort(
            load.controller.template signal<S>(scene.t, c.x, c.rate, states));
    }
    return effort;
}

/// The effort on B. A limit never pulls.
template <typename S>
S effortOf(const Scene<S>& scene, const AxialLoad& load, const AxialCoordinate<S>& c) {
    const S past = beyond(load, c.x);
    const S effort = workingEffort(scene, load, c) - static_cast<S>(load.k) * past -
                     curveAt(load.characteristic.curve, past);
    if (load.side == 0) return effort;
    if (past == S(0) || isApart(load.side)) return S(0);
    return load.side < 0 ? S(std::max(effort, S(0))) : S(std::min(effort, S(0)));
}

/// Force or torque of an applied load, world axes.
template <typename S>
Vec3<S> fullAction(const Scene<S>& scene, const AppliedLoad& load) {
    const Mat3<S>& R = momentree::at(scene.bodies, load.at.body).R;
    Vec3<S> action = actionOf<S>(load, R, scene.t);
    if (load.state.empty()) return action;
    Vec3<S> direction = load.direction.cast<S>();
    if (load.bodyAxes) direction = R * direction;
    return action + direction * stateEffort<S>(scene, load.state, {});
}

/// Drag per velocity.
template <typename S>
S dragAt(double linear, double quadratic, const Vec3<S>& v) {
    if (quadratic == 0.0) return static_cast<S>(linear);
    return static_cast<S>(linear) + static_cast<S>(quadratic) * v.norm();
}

template <typename S, typename Sum>
void applySprings(const Model& model, std::span<const BodyKinematics<S>> bodies, std::span<Sum> Q) {
    for (const SpringDamper& spring : model.springs) {
        const MarkerKinematics<S> A = markerKinematics(spring.A, bodies);
        const MarkerKinematics<S> B = markerKinematics(spring.B, bodies);
        const SpringState<S> s(A, B);
        const S tension = static_cast<S>(spring.k) * (s.l - static_cast<S>(spring.l0)) +
                          static_cast<S>(spring.c) * s.rate + static_cast<S>(spring.f0) +
                          curveAt(spring.curve, S(s.l - static_cast<S>(spring.l0)));
        const Vec3<S> f = tension * s.e;
        push<S>(Q, spring.A.body, A.arm, f, Vec3<S>::Zero());
        push<S>(Q, spring.B.body, B.arm, -f, Vec3<S>::Zero());
    }
}

/// An effort on B about or along z of A, and its reaction on A.
template <typename S, typename Sum>
void pushAlong(bool torque, const S& effort, int bodyA, int bodyB, const MarkerKinematics<S>& A,
               const MarkerKinematics<S>& B, std::span<Sum> Q) {
    const Vec3<S> action = effort * A.R.col(2);
    if (torque) {
        push<S>(Q, bodyB, B.arm, Vec3<S>::Zero(), action);
        push<S>(Q, bodyA, A.arm, Vec3<S>::Zero(), -action);
    } else {
        // Both forces act on the line through B's origin, so that no couple remains.
        push<S>(Q, bodyB, B.arm, action, Vec3<S>::Zero());
        push<S>(Q, bodyA, A.arm + (B.r - A.r), -action, Vec3<S>::Zero());
    }
}

template <typename S, typename Sum>
void applyAxial(const Scene<S>& scene, std::span<Sum> Q) {
    const auto& [model, t, bodies, angles] = scene;
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k) {
        const AxialLoad& load = model.axialLoads[k];
        const MarkerKinematics<S> A = markerKinematics(load.A, bodies);
        const MarkerKinematics<S> B = markerKinematics(load.B, bodies);
        const AxialCoordinate<S> c = axialCoordinate(load, A, B, angles[k]);
        pushAlong(load.torque, effortOf(scene, load, c), load.A.body, load.B.body, A, B, Q);
    }
}

template <typename S, typename Sum>
void applyElasticCouplings(const Scene<S>& scene, std::span<Sum> Q) {
    const auto& [model, t, bodies, angles] = scene;
    for (const ElasticCoupling& coupling : model.elasticCouplings) {
        const ElasticState<S> state(coupling, bodies, anglesOfTerms(model, coupling, angles));
        for (const ElasticCoupling::Term& term : coupling.terms)
            pushAlong<S>(term.turns, static_cast<S>(term.ratio) * state.effort, term.A.body,
                         term.B.body, markerKinematics(term.A, bodies),
                         markerKinematics(term.B, bodies), Q);
    }
}

template <typename S, typename Sum>
void applyContacts(const Model& model, std::span<const BodyKinematics<S>> bodies,
                   std::span<Sum> Q) {
    for (const ContactLoad& load : model.contactLoads) {
        const ContactState<S> c(load, bodies);
        if (!(c.depth > S(0))) continue;
        const Vec3<S> f = c.force * c.z + c.friction(load);
        push<S>(Q, load.B.body, c.B.arm + (c.point - c.B.r), f, Vec3<S>::Zero());
        push<S>(Q, load.A.body, c.A.arm + (c.point - c.A.r), -f, Vec3<S>::Zero());
    }
}

template <typename S, typename Sum>
void applyBushings(const Model& model, std::span<const BodyKinematics<S>> bodies,
                   std::span<Sum> Q) {
    for (const Bushing& bushing : model.bushings) {
        const BushingState<S> b(bushing, bodies);
        const Vec3<S> f = b.force(), n = b.torque();
        push<S>(Q, bushing.B.body, b.B.arm, f, n);
        push<S>(Q, bushing.A.body, b.A.arm + (b.B.r - b.A.r), Vec3<S>(-f), Vec3<S>(-n));
    }
}

template <typename S, typename Sum>
void applyGiven(const Scene<S>& scene, std::span<Sum> Q) {
    const auto& [model, t, bodies, angles] = scene;
    for (const AppliedLoad& load : model.appliedLoads) {
        const MarkerKinematics<S> at = markerKinematics(load.at, bodies);
        const Vec3<S> action = fullAction(scene, load);
        push<S>(Q, load.at.body, at.arm, load.torque ? Vec3<S>::Zero() : action,
                load.torque ? action : Vec3<S>::Zero());
    }
    for (const Drag& drag : model.drags) {
        const BodyKinematics<S>& body = bodies[static_cast<std::size_t>(drag.body)];
        const S c = dragAt(drag.linear, drag.quadratic, body.v);
        const S c_w = dragAt(drag.angular, drag.angularQuadratic, body.w);
        push<S>(Q, drag.body, Vec3<S>::Zero(), -c * body.v, -c_w * body.w);
    }
}

/// All but gravity.
template <typename S, typename Sum>
void applyAll(const Scene<S>& scene, std::span<Sum> Q) {
    applySprings(scene.model, scene.bodies, Q);
    applyAxial(scene, Q);
    applyContacts(scene.model, scene.bodies, Q);
    applyBushings(scene.model, scene.bodies, Q);
    applyElasticCouplings(scene, Q);
    applyGiven(scene, Q);
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
    applyAll(Scene<S>{model, t, bodies, angles}, Q);
}

std::vector<LoadSize> loadSizes(const Model& model, double t,
                                std::span<const BodyKinematics<double>> bodies,
                                std::span<const double> angles) {
    std::vector<LoadSize> sizes;
    for (const Body& body : model.bodies) sizes.push_back({body.mass * model.gravity.norm(), 0.0});
    applyAll(Scene<double>{model, t, bodies, angles}, std::span(sizes));
    return sizes;
}

Energy energyOf(const Model& model, std::span<const BodyKinematics<double>> bodies,
                std::span<const double> angles) {
    const Scene<double> scene{model, 0.0, bodies, angles};
    return {kineticEnergy(scene), potentialEnergy(scene)};
}

void exchangesOf(const Model& model, double t, std::span<const BodyKinematics<double>> bodies,
                 std::span<const double> angles, std::span<Exchange> out) {
    const Scene<double> scene{model, t, bodies, angles};
    std::size_t next = 0;
    const auto add = [&](double power, double active, double stored) {
        Exchange& one = out[next++];
        one.power = power, one.active = active, one.stored = stored;
    };
    for (const SpringDamper& spring : model.springs) {
        const SpringState<double> s(spring, bodies);
        const double tension =
            spring.k * (s.l - spring.l0) + spring.f0 + curveAt(spring.curve, s.l - spring.l0);
        const double active = -(spring.c * s.rate * s.rate);
        add(active - tension * s.rate, active, s.stored(spring));
    }
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k) {
        const AxialLoad& load = model.axialLoads[k];
        const AxialCoordinate<double> c = axialCoordinate(
            load, markerKinematics(load.A, bodies), markerKinematics(load.B, bodies), angles[k]);
        const double past = beyond(load, c.x), effort = effortOf(scene, load, c);
        const double working =
            load.side == 0 ? workingEffort(scene, load, c) : effort + load.k * past;
        add(effort * c.rate, working * c.rate, stretched(load.k, load.characteristic.curve, past));
    }
    for (const AppliedLoad& load : model.appliedLoads) {
        const MarkerKinematics<double> at = markerKinematics(load.at, bodies);
        const double power = fullAction(scene, load).dot(load.torque ? at.w : at.v);
        add(power, power, 0.0);
    }
    for (const ContactLoad& load : model.contactLoads) {
        const ContactState<double> c(load, bodies);
        const bool touches = c.depth > 0.0;
        const double rub = touches ? c.friction(load).dot(c.slip) : 0.0;
        const double active = touches ? rub - (c.force - c.elastic) * c.rate : 0.0;
        add(touches ? rub - c.force * c.rate : 0.0, active, c.stored());
    }
    for (const Bushing& bushing : model.bushings) {
        const BushingState<double> b(bushing, bodies);
        const double active = -b.damped.dot(b.rate);
        add(active - b.elastic.dot(b.rate), active, b.stored);
    }
    for (const Drag& drag : model.drags) {
        const BodyKinematics<double>& body = bodies[static_cast<std::size_t>(drag.body)];
        const double power =
            -(dragAt(drag.linear, drag.quadratic, body.v) * body.v.squaredNorm() +
              dragAt(drag.angular, drag.angularQuadratic, body.w) * body.w.squaredNorm());
        add(power, power, 0.0);
    }
    for (const ElasticCoupling& coupling : model.elasticCouplings) {
        const ElasticState<double> state(coupling, bodies, anglesOfTerms(model, coupling, angles));
        const double power = state.effort * state.rate;
        add(power, power + coupling.k * state.past * state.rate, state.stored(coupling));
    }
}

void elasticEfforts(const Model& model, std::span<const BodyKinematics<double>> bodies,
                    std::span<const double> angles, std::span<double> out) {
    for (const ElasticCoupling& coupling : model.elasticCouplings) {
        const ElasticState<double> state(coupling, bodies, anglesOfTerms(model, coupling, angles));
        for (std::size_t k = 0; k < coupling.terms.size(); ++k)
            out[static_cast<std::size_t>(coupling.firstTerm) + k] =
                coupling.terms[k].ratio * state.effort;
    }
}

double activePower(const Model& model, std::span<const Exchange> exchanges) {
    double power = 0.0;
    const auto loads = static_cast<std::size_t>(ExchangeOrder(model).stops);
    for (const Exchange& one : exchanges.first(loads)) power += one.active;
    return power;
}

template void evaluateLoads<double>(const Model&, double, std::span<const BodyKinematics<double>>,
                                    std::span<const double>, std::span<Vec6<double>>);
template void evaluateLoads<float>(const Model&, double, std::span<const BodyKinematics<float>>,
                                   std::span<const double>, std::span<Vec6<float>>);
template void evaluateLoads<Quad>(const Model&, double, std::span<const BodyKinematics<Quad>>,
                                  std::span<const double>, std::span<Vec6<Quad>>);

}  // namespace momentree
