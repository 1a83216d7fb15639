// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/linearisation.hpp"

#include <cmath>
#include <numbers>

#include "core/dynamics/closure_structure.hpp"
#include "core/dynamics/loads.hpp"
#include "core/dynamics/observer.hpp"
#include "core/kinematics/free_motions.hpp"
#include "core/kinematics/given_start.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"
#include "core/math/quad.hpp"
#include "core/math/turned.hpp"
#include "core/model/rolling.hpp"
#include "core/model/sticking.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using QuadVector = Eigen::Matrix<Quad, Eigen::Dynamic, 1>;

constexpr double smallMove = 1e-9;  ///< for differences

/// The law with this value at every time, plus `more`.
Law constant(const Law& law, double t, double more = 0.0) {
    Law held;
    held.polynomial = {law.at(t).f + more};
    return held;
}

/// Where a body is before it moves.
template <typename S>
struct Unmoved {
    Quat<S> e;
    Mat3<S> R;
    Vec3<S> r;

    explicit Unmoved(const BodyState& state)
        : e(state.e.cast<S>().normalized()), R(rotationOf<S>(e)), r(state.r.cast<S>()) {}
    /// After a move along `shift` and with the velocity V.
    BodyKinematics<S> moved(const Vec6<S>& shift, const Vec6<S>& V) const {
        const Vec3<S> turn = R.transpose() * shift.template tail<3>();
        return {rotationOf<S>(turned<S>(e, turn)), r + shift.template head<3>(),
                V.template head<3>(), V.template tail<3>()};
    }
};
template <typename S>
std::vector<Unmoved<S>> unmoved(const std::vector<BodyState>& bodies) {
    return {bodies.begin(), bodies.end()};
}

/// Wrenches M a of the constrained bodies near a pose, in quadruple precision.
class PreciseWrenches {
public:
    PreciseWrenches(const Model& model, const std::vector<BodyState>& bodies,
                    std::span<const double> ofLoads, const ClosureStructure& structure)
        : model_(model),
          states_(unmoved<Quad>(bodies)),
          ofLoads_(ofLoads),
          equations_(model),
          motion_(model),
          bodies_(bodies.size()) {
        equations_.hold(structure);
        motion_.hold(structure);
    }

    /// After the bodies have moved along `shift` and with the velocities `V` [6 bodies].
    QuadVector at(const QuadVector& shift, const QuadVector& V) {
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const Index k = 6 * static_cast<Index>(i);
            bodies_[i] = states_[i].moved(shift.segment<6>(k), V.segment<6>(k));
        }
        equations_.evaluate(0.0, bodies_, ofLoads_, 0.0);
        QuadVector Ma(shift.size());
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const Index k = 6 * static_cast<Index>(i);
            const Vec6<Quad>& a = equations_.acceleration[i];
            const Mat3<Quad>& R = bodies_[i].R;
            const Vec3<Quad> inBody = R.transpose() * a.tail<3>();
            const Vec3<Quad> moment = model_.bodies[i].J_C.cast<Quad>() * inBody;
            Ma.segment<3>(k) = Quad(model_.bodies[i].mass) * a.head<3>();
            Ma.segment<3>(k + 3) = R * moment;
        }
        return Ma;
    }

    /// Multipliers of the last evaluation [constraintRows].
    const QuadVector& sigma() const { return equations_.sigma; }

    /// The change of J V + Phi_t by a small move at constant velocities, per length of the move.
    QuadVector rateChange(const QuadVector& move, const QuadVector& V) {
        at(move, V);
        const QuadVector ahead = equations_.PhiDot;
        at(-move, V);
        return (ahead - equations_.PhiDot) / Quad(2.0 * smallMove);
    }
    /// The least change of the velocities, by M, that changes J V by -`rates` at the pose itself.
    QuadVector leastChange(const QuadVector& rates) {
        const std::vector<Vec6<Quad>> none(states_.size(), Vec6<Quad>::Zero());
        std::vector<Vec6<Quad>> change(states_.size());
        const QuadVector zero = QuadVector::Zero(6 * std::ssize(states_));
        at(zero, zero);
        motion_.factorise(bodies_, equations_.terms);
        QuadVector sigma = QuadVector::Zero(rates.size());
        motion_.solve(none, -rates, change, sigma);
        return Eigen::Map<QuadVector>(change.front().data(), 6 * std::ssize(change));
    }

private:
    const Model& model_;
    std::vector<Unmoved<Quad>> states_;
    std::span<const double> ofLoads_;
    NewtonEuler<Quad> equations_;
    ConstrainedMotion<Quad> motion_;
    std::vector<BodyKinematics<Quad>> bodies_;
};

/// The coordinate that is 1 in this free motion and 0 in all others.
std::string leadName(const Model& model, const std::vector<FreeMotion>& motions, std::size_t k) {
    const TreeBody& tree = model.tree.bodies[toIndex(motions[k].lead)];
    const std::string element = tree.element >= 0 ? model.joints[toIndex(tree.element)].name
                                                  : model.bodies[toIndex(tree.body)].name;
    const int count = speedCount(tree.joint);
    if (count == 1) return element + ".q";
    for (int c = 0; c < count; ++c) {
        bool leads = true;
        for (std::size_t m = 0; m < motions.size(); ++m)
            leads &= std::abs(motions[m].speeds[tree.firstU + c] - (m == k ? 1.0 : 0.0)) < 1e-9;
        if (leads) return element + ".q" + std::to_string(c + 1);
    }
    return element + ".q";
}

VectorXd velocitiesOf(std::span<const BodyKinematics<double>> bodies) {
    VectorXd V(6 * std::ssize(bodies));
    for (std::size_t i = 0; i < bodies.size(); ++i)
        V.segment<6>(6 * static_cast<Index>(i)) = bodies[i].V();
    return V;
}

/// V per unit of tree speeds along the columns of `speeds` [6 bodies x columns].
MatrixXd twists(const Model& model, const VectorXd& q, const MatrixXd& speeds) {
    const Index n = 6 * std::ssize(model.bodies);
    MatrixXd N(n, speeds.cols());
    std::vector<BodyKinematics<double>> moving(model.bodies.size());
    const VectorXd rest = VectorXd::Zero(speeds.rows());
    bodiesFromJoints(model, 0.0, q.data(), rest.data(), moving);
    const VectorXd driven = velocitiesOf(moving);
    for (Index k = 0; k < speeds.cols(); ++k) {
        const VectorXd u = speeds.col(k);
        bodiesFromJoints(model, 0.0, q.data(), u.data(), moving);
        N.col(k) = velocitiesOf(moving) - driven;
    }
    return N;
}

VectorXd jointsOf(const Model& model, const std::vector<BodyState>& bodies) {
    std::vector<BodyKinematics<double>> poses = kinematicsOf(bodies);
    VectorXd q = VectorXd::Zero(model.tree.nq), u = VectorXd::Zero(model.tree.nu);
    jointsFromBodies(model, 0.0, poses, q.data(), u.data());
    return q;
}

/// M N [6 bodies x columns].
MatrixXd momentaOf(const Model& model, const std::vector<BodyState>& bodies, const MatrixXd& N) {
    MatrixXd out(N.rows(), N.cols());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Matrix3d R = rotationOf<double>(bodies[i].e);
        const Matrix3d J = R * model.bodies[i].J_C * R.transpose();
        const Index k = 6 * static_cast<Index>(i);
        out.middleRows<3>(k) = model.bodies[i].mass * N.middleRows<3>(k);
        out.middleRows<3>(k + 3) = J * N.middleRows<3>(k + 3);
    }
    return out;
}

/// Changes of N^T M a for a unit of effort of each load [columns of N x inputs]: those of the loads
/// themselves, since constraints do no work along N, unless reactions cause friction.
/// @param V velocities [6 bodies]
MatrixXd addInputs(const Model& held, const std::vector<BodyState>& bodies,
                   std::span<const double> ofLoads, const ClosureStructure& structure,
                   const MatrixXd& N, const QuadVector& V, std::vector<std::string>& inputs) {
    MatrixXd B(N.cols(), 0);
    Model changed = held;
    const bool rubs = FrictionOfReactions(held).acts();
    std::vector<BodyKinematics<double>> moving = kinematicsOf(bodies);
    for (std::size_t i = 0; i < moving.size(); ++i) {
        const Index k = 6 * static_cast<Index>(i);
        moving[i].v = V.segment<3>(k).cast<double>();
        moving[i].w = V.segment<3>(k + 3).cast<double>();
    }
    const auto effect = [&]() -> VectorXd {
        if (rubs)
            return PreciseWrenches(changed, bodies, ofLoads, structure)
                .at(QuadVector::Zero(N.rows()), V)
                .cast<double>();
        std::vector<Vec6<double>> Q(bodies.size());
        evaluateLoads<double>(changed, 0.0, moving, ofLoads, Q);
        return Eigen::Map<VectorXd>(Q.front().data(), N.rows());
    };
    const VectorXd before = effect();
    const auto add = [&](auto& load) {
        const Law own = load.law;
        load.law = constant(own, 0.0, 1.0);
        inputs.push_back(load.name);
        B.conservativeResize(Eigen::NoChange, B.cols() + 1);
        B.rightCols<1>() = N.transpose() * VectorXd(effect() - before);
        load.law = own;
    };
    for (AxialLoad& load : changed.axialLoads) add(load);
    for (AppliedLoad& load : changed.appliedLoads) add(load);
    return B;
}

/// See `Linearisation::Restricted`.
Linearisation::Restricted restrictedAbout(const Model& held, const std::vector<BodyState>& bodies,
                                          std::span<const double> ofLoads,
                                          const ClosureStructure& structure, Linearisation& about) {
    Linearisation::Restricted out;
    const std::vector<FreeMotion> motions =
        freeMotions(held, 0.0, bodies, true, held.tree.nu - structure.ranks.rank());
    const Index f = about.N.cols();
    const auto g = static_cast<Index>(motions.size());
    MatrixXd speeds(held.tree.nu, g);
    for (std::size_t k = 0; k < motions.size(); ++k) {
        speeds.col(static_cast<Index>(k)) = motions[k].speeds;
        out.speeds.push_back(leadName(held, motions, k) + "'");
    }
    const MatrixXd& N = about.N;
    out.N_w = twists(held, jointsOf(held, bodies), speeds);

    PreciseWrenches wrenches(held, bodies, ofLoads, structure);
    const Quad h(smallMove);
    const QuadVector V = velocitiesOf(kinematicsOf(bodies)).cast<Quad>();
    const QuadVector none = QuadVector::Zero(V.size());
    const auto moved = [&](const MatrixXd& columns, Index k) -> QuadVector {
        return h * columns.col(k).cast<Quad>();
    };
    out.P.resize(N.rows(), f);
    for (Index k = 0; k < f; ++k)
        out.P.col(k) = wrenches.leastChange(wrenches.rateChange(moved(N, k), V)).cast<double>();

    // dq/dt and M dV/dt of each state.
    MatrixXd motion(N.rows(), f + g), Ma(N.rows(), f + g);
    motion << out.P, out.N_w;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (Index k = 0; k < f; ++k) {
            const Index turn = 6 * static_cast<Index>(i) + 3;
            motion.block<3, 1>(turn, k) += bodies[i].w.cross(Vector3d(N.block<3, 1>(turn, k)));
        }
    for (Index k = 0; k < f + g; ++k) {
        const QuadVector shift = k < f ? moved(N, k) : none;
        const QuadVector dV = k < f ? moved(out.P, k) : moved(out.N_w, k - f);
        Ma.col(k) = ((wrenches.at(shift, V + dV) - wrenches.at(-shift, V - dV)) / (Quad(2) * h))
                        .cast<double>();
    }
    const MatrixXd MN = momentaOf(held, bodies, N), MN_w = momentaOf(held, bodies, out.N_w);
    const MatrixXd inverse = inverseOf(MatrixXd(out.N_w.transpose() * MN_w));
    out.A.resize(f + g, f + g);
    out.A.topRows(f) = inverseOf(MatrixXd(N.transpose() * MN)) * (MN.transpose() * motion);
    out.A.bottomRows(g) = inverse * (out.N_w.transpose() * Ma);
    const VectorXd still = wrenches.at(none, V).cast<double>();
    if (g > 0)
        out.acceleration = VectorXd(inverse * (out.N_w.transpose() * still)).cwiseAbs().maxCoeff();
    const MatrixXd B = addInputs(held, bodies, ofLoads, structure, out.N_w, V, about.inputs);
    out.B = MatrixXd::Zero(f + g, B.cols());
    out.B.bottomRows(g) = inverse * B;
    return out;
}

/// What all linearisations begin with.
struct Beginning {
    Model held;
    std::vector<BodyState> bodies;
    ClosureStructure structure;
    std::vector<double> ofLoads;
    Linearisation out;

    /// @param known the structure of the closures, if it is known
    Beginning(const Model& model, const std::vector<BodyState>& given,
              std::span<const double> angles, double t, bool rates,
              const ClosureStructure* known = nullptr)
        : held(heldAt(model, t, rates)),
          bodies(given),
          structure(known != nullptr ? *known : closureStructure(held, bodies)) {
        for (BodyState& body : bodies)
            if (!rates) body.v.setZero(), body.w.setZero();
        const std::vector<FreeMotion> motions =
            freeMotions(held, 0.0, bodies, false, held.tree.nu - structure.ranks.poseRank());
        out.speeds.resize(held.tree.nu, std::ssize(motions));
        for (std::size_t k = 0; k < motions.size(); ++k) {
            out.speeds.col(static_cast<Index>(k)) = motions[k].speeds;
            out.coordinates.push_back(leadName(held, motions, k));
        }
        out.N = twists(held, jointsOf(held, bodies), out.speeds);
        ofLoads.assign(held.loadAngles(), 0.0);
        anglesOfLoads(countedAngles(held), angles, ofLoads);
        out.M_r = out.N.transpose() * momentaOf(held, bodies, out.N);
    }
};

/// Loads and constraint forces with multipliers as they are at the pose itself, near that pose:
/// along N, M a changes as they do.
template <typename S>
class NearbyWrenches {
public:
    using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;

    NearbyWrenches(const Beginning& about, Vector sigma)
        : about_(about),
          sigma_(std::move(sigma)),
          states_(unmoved<S>(about.bodies)),
          bodies_(states_.size()),
          terms_(about.held.constraints.size()),
          Q_(states_.size()) {}

    Vector at(const Vector& shift, const Vector& V) {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const Index k = 6 * static_cast<Index>(i);
            bodies_[i] = states_[i].moved(shift.template segment<6>(k), V.template segment<6>(k));
        }
        evaluateLoads<S>(about_.held, 0.0, bodies_, about_.ofLoads, Q_);
        if (!shift.isZero(S(0))) addConstraints();
        return Eigen::Map<const Vector>(Q_.front().data(), shift.size());
    }

private:
    void addConstraints() {
        evaluateAll<S>(about_.held, 0.0, bodies_, {}, terms_, Needed::Rows);
        for (std::size_t k = 0; k < terms_.size(); ++k) {
            const Constraint& c = about_.held.constraints[k];
            const auto sigma = sigma_.segment(c.firstRow, c.rows());
            if (c.bodyA != ground) Q_[toIndex(c.bodyA)] += terms_[k].J_a.transpose() * sigma;
            if (c.bodyB != ground) Q_[toIndex(c.bodyB)] += terms_[k].J_b.transpose() * sigma;
        }
    }

    const Beginning& about_;
    Vector sigma_;
    std::vector<Unmoved<S>> states_;
    std::vector<BodyKinematics<S>> bodies_;
    std::vector<ConstraintTerms<S>> terms_;
    std::vector<Vec6<S>> Q_;
};

/// Sets f_r. Returns the multipliers.
QuadVector balanceAt(Beginning& about, PreciseWrenches& wrenches) {
    const QuadVector none = QuadVector::Zero(about.out.N.rows());
    const QuadVector Ma = wrenches.at(none, none);
    about.out.f_r = (about.out.N.transpose().cast<Quad>() * Ma).cast<double>();
    return wrenches.sigma();
}

/// Sets f_r, K_r and C_r; exact but for rounding.
void differentiate(Beginning& about) {
    Linearisation& out = about.out;
    const MatrixXd& N = out.N;
    const QuadVector none = QuadVector::Zero(N.rows());
    PreciseWrenches wrenches(about.held, about.bodies, about.ofLoads, about.structure);
    NearbyWrenches<Quad> efforts(about, balanceAt(about, wrenches));
    const bool rubs = FrictionOfReactions(about.held).acts();
    const Quad h(smallMove);
    const auto slope = [&](const QuadVector& shift, const QuadVector& V) -> VectorXd {
        const QuadVector back = -shift, slower = -V;
        QuadVector change = rubs ? wrenches.at(shift, V) : efforts.at(shift, V);
        change -= rubs ? wrenches.at(back, slower) : efforts.at(back, slower);
        change /= Quad(-2) * h;
        return N.transpose() * change.cast<double>();
    };
    out.K_r.resize(N.cols(), N.cols());
    out.C_r.resize(N.cols(), N.cols());
    for (Index k = 0; k < N.cols(); ++k) {
        const QuadVector move = h * N.col(k).cast<Quad>();
        out.K_r.col(k) = slope(move, none);
        out.C_r.col(k) = slope(none, move);
    }
}

/// The same for steps of a search, in double precision: K_r to some ten digits.
void differentiateFast(Beginning& about) {
    constexpr double h = 1e-5;
    Linearisation& out = about.out;
    NewtonEuler<double> equations(about.held);
    equations.hold(about.structure);
    equations.evaluate(0.0, kinematicsOf(about.bodies), about.ofLoads, 0.0);
    NearbyWrenches<double> efforts(about, equations.sigma);
    const VectorXd none = VectorXd::Zero(out.N.rows());
    out.f_r = out.N.transpose() * efforts.at(none, none);
    out.K_r.resize(out.N.cols(), out.N.cols());
    out.C_r.setZero(out.N.cols(), out.N.cols());
    for (Index k = 0; k < out.N.cols(); ++k) {
        const VectorXd ahead = h * out.N.col(k), back = -ahead;
        VectorXd change = efforts.at(ahead, none);
        change -= efforts.at(back, none);
        out.K_r.col(k) = out.N.transpose() * change / (-2.0 * h);
    }
}

}  // namespace

Model heldAt(Model model, double t, bool rates) {
    for (MotionElement& motion : model.motions) {
        const double rate = motion.law.at(t).df;
        motion.law = constant(motion.law, t);
        if (rates) motion.law.polynomial.push_back(rate);
    }
    const auto hold = [t](auto& load) {
        load.law = constant(load.law, t);
        load.state.timeShift += load.state.timeFactor * t;
        load.state.timeFactor = 0.0;
    };
    for (AxialLoad& load : model.axialLoads) hold(load);
    for (AppliedLoad& load : model.appliedLoads) hold(load);
    return model;
}

Model withoutSticking(Model model) {
    for (AxialLoad& load : model.axialLoads)
        if (sticks(load.characteristic.friction)) load.characteristic.friction = {};
    return model;
}

Linearisation linearise(const Model& model, const std::vector<BodyState>& bodies,
                        std::span<const double> angles, double t) {
    const bool restricted = firstNonHolonomic(model) != nullptr;
    Beginning about(model, bodies, angles, t, restricted);
    Linearisation& out = about.out;
    if (restricted) {
        out.restricted =
            restrictedAbout(about.held, about.bodies, about.ofLoads, about.structure, out);
        return std::move(out);
    }
    differentiate(about);
    out.B_r = addInputs(about.held, about.bodies, about.ofLoads, about.structure, out.N,
                        QuadVector::Zero(out.N.rows()), out.inputs);
    return std::move(out);
}

Linearisation stiffnessAbout(const Model& model, const std::vector<BodyState>& bodies,
                             std::span<const double> angles, const ClosureStructure& structure) {
    Beginning about(model, bodies, angles, 0.0, false, &structure);
    differentiateFast(about);
    return std::move(about.out);
}

}  // namespace momentree
