// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/generalized_alpha/generalized_alpha.hpp"

#include <charconv>

#include "core/formulations/generalized_alpha/motion.hpp"
#include "core/formulations/index3/motions.hpp"
#include "core/formulations/index3/stepper.hpp"

namespace momentree {
namespace {

using alpha::Coefficients;
using alpha::Motion;
using alpha::Twist;

Index3Rule ruleOf(const RunSpec& spec) {
    const Coefficients c(*spectralRadiusOf(spec.integrator));
    return {.stiffness = c.ofPosition, .damping = c.ofVelocity};
}

class GeneralizedAlpha final : public Index3Stepper<double> {
public:
    GeneralizedAlpha(std::shared_ptr<const Model> model, const RunSpec& spec)
        : Index3Stepper(std::move(model), spec, stiffening * spec.penalty, ruleOf(spec)),
          c_(*spectralRadiusOf(spec.integrator)),
          stabilised_(!spec.integrator.starts_with("alpha-index3")),
          startRows_(*model_, ruleOf(spec)),
          q_(n_),
          next_(n_),
          jerk_(n_),
          given_(n_),
          accelerations_(n_) {
        nextLambda_ = lambda_;
        for (const Mat3<double>& J : inertia_) inverseInertia_.push_back(J.inverse());
    }

    Result<void> initialise(const InitialState& initial) override;
    void observe(Sample& out) override;

private:
    StepStatus step(double tNext) override;
    StepStatus attempt(double tNext, double h);
    double iterate(int k, double t, double h) override;
    bool enough(int /*k*/, double change, double /*before*/) const override {
        return change < spec_.newtonTolerance;
    }
    void passCorner() override {
        for (Motion& q : q_) q.a = q.vdot;  // d vdot/dt jumps, which the filtered a remembers
    }
    void estimateJerk(const InitialState& initial);
    void shiftStart(double h);
    void shiftVelocities(double h);
    void place(int i) {
        const auto at = static_cast<std::size_t>(i);
        bodies_[at] = next_[at].kinematics();
    }
    void moveTo(int i, double h) {
        const auto at = static_cast<std::size_t>(i);
        next_[at].follow(q_[at], c_, h);
        place(i);
    }
    Wrench residual(int i, double h);
    void evaluateLeaf(int i, double h);
    void moveOntoConstraints(double t, double h);
    void takeMasses();
    StepStatus correctBodies(double t);
    StepStatus judged(StepStatus status);

    Coefficients c_;
    bool stabilised_;                           ///< index 2
    Index3Rows<double> startRows_;              ///< B_0; `rows_` are B_1
    std::vector<Motion> q_, next_;              ///< [bodies] accepted, and the current iterate
    std::vector<Twist> jerk_, given_;           ///< [bodies] of the start: d vdot/dt; v
    std::vector<Mat3<double>> inverseInertia_;  ///< [bodies] J^-1
    std::vector<Vec6<double>> accelerations_;   ///< [bodies] for samples
    VectorX nextLambda_;
    bool first_ = true;
};

Result<void> GeneralizedAlpha::initialise(const InitialState& initial) {
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(initial.bodies);
    start(initial, bodies, accelerations_);
    closures_.select(rows_, lambda_);
    for (std::size_t i = 0; i < n_; ++i) {
        const Mat3<double> inward = bodies[i].R.transpose();
        Motion& q = q_[i];
        q.r = bodies[i].r;
        q.e = initial.bodies[i].e.normalized();
        q.v = {bodies[i].v, inward * bodies[i].w};
        q.vdot = q.a = {accelerations_[i].head<3>(), inward * accelerations_[i].tail<3>()};
    }
    estimateJerk(initial);
    return {};
}

/// d vdot/dt at the start by forward differences of second order along the motion; forward, as
/// loads and motions may begin at the start.
void GeneralizedAlpha::estimateJerk(const InitialState& initial) {
    const ClosureStructure structure = closureStructure(*model_, initial.bodies);
    double fastest = 1.0 / spec_.step;  // [1/s]
    for (const Motion& q : q_)
        fastest = std::max({fastest, q.v.angular.norm(), std::sqrt(q.vdot.angular.norm()),
                            std::sqrt(q.vdot.linear.norm() / structure.ranks.size)});
    const double e = 1e-4 / fastest;
    NewtonEuler<double> equations(*model_);
    equations.hold(structure);
    std::vector<BodyKinematics<double>> bodies(n_);
    const auto add = [&](double t, double weight) {
        for (std::size_t i = 0; i < n_; ++i) {
            Motion q = q_[i];
            q.r += t * q.v.linear + 0.5 * t * t * q.vdot.linear;
            q.e = turnedBy(q.e, t * q.v.angular + 0.5 * t * t * q.vdot.angular);
            q.v = q.v + t * q.vdot;
            bodies[i] = q.kinematics();
        }
        equations.evaluate(t, bodies, turns_.ofLoads(), 0.0);
        for (std::size_t i = 0; i < n_; ++i) {
            const Vec6<double>& a = equations.acceleration[i];
            jerk_[i] = jerk_[i] + weight / (2.0 * e) *
                                      Twist{a.head<3>(), bodies[i].R.transpose() * a.tail<3>()};
        }
    };
    add(0.0, -3.0);
    add(e, 4.0);
    add(2.0 * e, -1.0);
}

/// a_0 = vdot_0 + (alpha_m - alpha_f) h d vdot/dt, so that multipliers are of second order from the
/// start; in index 3 also v_0.
void GeneralizedAlpha::shiftStart(double h) {
    for (std::size_t i = 0; i < n_; ++i) {
        given_[i] = q_[i].v;
        q_[i].a = q_[i].vdot + (c_.m - c_.f) * h * jerk_[i];
    }
    if (!stabilised_) shiftVelocities(h);
}

/// v_0 -= h^2 M^-1 B^T (B M^-1 B^T)^-1 B [((alpha_m - alpha_f)/2 + beta - 1/6) d vdot/dt - [0; Om x
/// Omdot]/12], in the direction of the constraints.
void GeneralizedAlpha::shiftVelocities(double h) {
    forEachLink([&](int link) {
        rows_.evaluateRates(link, t_, bodies_);
        rows_.clearLoad(link);
    });
    takeMasses();
    solver_.factorise(workers_, true);
    const double factor = 0.5 * (c_.m - c_.f) + c_.beta - 1.0 / 6.0;
    for (std::size_t i = 0; i < n_; ++i) {
        const Motion& q = q_[i];
        const Vec3<double> angular =
            factor * jerk_[i].angular - q.v.angular.cross(q.vdot.angular) / 12.0;
        tried_[i] = bodies_[i];
        tried_[i].v = h * h * factor * jerk_[i].linear;
        tried_[i].w = h * h * (bodies_[i].R * angular);
    }
    rows_.Phi_t.setZero();
    forEachLink([&](int link) { rows_.velocityGap(link, tried_, gap_); });
    solver_.solve(workers_, gap_, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        q_[at].v =
            q_[at].v + Twist{dq_[at].head<3>(), bodies_[at].R.transpose() * dq_[at].tail<3>()};
    });
}

StepStatus GeneralizedAlpha::step(double tNext) {
    const double h = tNext - t_;
    closures_.select(rows_, lambda_);
    closures_.select(startRows_, lambda_);
    forEachLink([&](int link) { startRows_.evaluate(link, t_, bodies_); });
    if (first_) shiftStart(h);
    nextLambda_ = lambda_;
    const StepStatus status = attempted([&] {
        const StepStatus reached = attempt(tNext, h);
        // What redundant rows have gathered is of no use to a second attempt.
        if (reached != StepStatus::Reached) nextLambda_.setZero();
        return reached;
    });
    if (status != StepStatus::Reached) {
        for (std::size_t i = 0; i < n_; ++i) {
            if (first_) q_[i].v = given_[i];
            bodies_[i] = q_[i].kinematics();
        }
        return reason(status, tNext);
    }
    first_ = false;
    countTurns(h);
    q_.swap(next_);
    lambda_.swap(nextLambda_);
    t_ = tNext;
    lap(Phase::Integrate);
    return StepStatus::Reached;
}

StepStatus GeneralizedAlpha::attempt(double tNext, double h) {
    forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        next_[at].vdot = q_[at].vdot;
        next_[at].shift = {};
        moveTo(i, h);
    });
    lap(Phase::Integrate);
    const StepStatus status = judged(newton(tNext, h));
    if (status != StepStatus::Reached) return status;
    if (stabilised_) moveOntoConstraints(tNext, h);
    forEachLink([&](int link) { rows_.evaluate(link, tNext, bodies_); });
    return closures_.needed(rows_) ? judged(correctBodies(tNext)) : judged(status);
}

double GeneralizedAlpha::iterate(int /*k*/, double t, double h) {
    const double c = h * h * c_.ofPosition;
    std::ranges::fill(change_, 0.0);
    if (stabilised_) moveOntoConstraints(t, h);
    forEachLink([&](int link) { rows_.evaluate(link, t, bodies_); });
    if (stabilised_) {
        // B v + Phi_t, over the derivative of v relative to that of q.
        forEachLink([&](int link) {
            rows_.evaluateRates(link, t, bodies_);
            rows_.velocityGap(link, bodies_, gap_);
        });
        rows_.Phi = h * c_.ofPosition / c_.ofVelocity * gap_;
    }
    giveWay(nextLambda_, c);
    lap(Phase::Kinematics);
    evaluateLoads<double>(*model_, t, bodies_, loadAngles(t, h, false, bodies_), Q_);
    forEachBody([&](int i) {
        evaluateLeaf(i, h);
        solver_.push(i, residual(i, h));
    });
    lap(Phase::Initialise);
    solver_.factorise(workers_, false);
    lap(Phase::Assembly);
    solver_.solve(workers_, rows_.Phi, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        change_[at] = std::max(change_[at], changeOf(at));
        Vec3<double> angular = bodies_[at].R.transpose() * dq_[at].tail<3>();
        if (!stabilised_) angular = inverseTangentOf(next_[at].dq.angular) * angular;
        next_[at].vdot = next_[at].vdot + 1.0 / c * Twist{dq_[at].head<3>(), angular};
        moveTo(i, h);
    });
    nextLambda_ += y_ / c;  // entries for loads are not used
    lap(Phase::Disassembly);
    return largestChange();
}

/// h^2 beta' times r = M vdot - f + B^T lambda, f with the gyroscopic torque, in world axes.
Vec6<double> GeneralizedAlpha::residual(int i, double h) {
    const auto at = static_cast<std::size_t>(i);
    const Motion& q = next_[at];
    const Mat3<double>& J = inertia_[at];
    Wrench b;
    b.head<3>() = mass_[at] * q.vdot.linear;
    b.tail<3>() = bodies_[at].R * (J * q.vdot.angular + q.v.angular.cross(J * q.v.angular));
    b += rows_.wrenchOn(i, nextLambda_) - Q_[at];
    return h * h * c_.ofPosition * b;
}

/// N = A^-1, A = M + h gamma' C + h^2 beta' K T with C = Om~ J - (J Om)~ and drag, K of the forces
/// at points. The unknown of index 3 is the turn of the pose, T times that of velocities.
void GeneralizedAlpha::evaluateLeaf(int i, double h) {
    const auto at = static_cast<std::size_t>(i);
    const Motion& q = next_[at];
    const Mat3<double>& R = bodies_[at].R;
    const Mat3<double>& J = inertia_[at];
    const Vec3<double>& W = q.v.angular;
    const Mat3<double> K = h * h * c_.ofPosition * rows_.stiffnessOf(i, R, nextLambda_);
    const double ofVelocity = h * c_.ofVelocity;
    Mat3<double> A = J + ofVelocity * (skew<double>(W) * J - skew<double>(J * W));
    A.diagonal().array() += ofVelocity * damping_[at][1];
    const Vec3<double>& u = q.dq.angular;
    if (stabilised_) {
        A = R * A * R.transpose() + K * R * tangentOf(u) * R.transpose();
    } else {
        A = R * A * inverseTangentOf(u) * R.transpose() + K;
    }
    Index3Leaf<double> leaf;
    leaf.inverseMass = 1.0 / (mass_[at] + ofVelocity * damping_[at][0]);
    leaf.inverseInertia = A.inverse();
    solver_.take(i, leaf, rows_);
}

/// (B T M^-1 B_0^T) h eta = Phi; the pose moves by -h T M^-1 B_0^T eta. Before the velocities,
/// whose redundant rows agree on the constraints only.
void GeneralizedAlpha::moveOntoConstraints(double t, double h) {
    forEachLink([&](int link) {
        rows_.evaluate(link, t, bodies_);
        rows_.clearLoad(link);
    });
    forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        Index3Leaf<double> leaf;
        leaf.inverseMass = 1.0 / mass_[at];
        leaf.inverseInertia = bodies_[at].R * tangentOf(next_[at].dq.angular) *
                              inverseInertia_[at] * rotationOf<double>(q_[at].e).transpose();
        solver_.take(i, leaf, startRows_);
        solver_.push(i, Wrench::Zero());
    });
    solver_.factorise(workers_, false);
    solver_.solve(workers_, rows_.Phi, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        change_[at] = std::max(change_[at], changeOf(at));
        Motion& q = next_[at];
        q.shift =
            q.shift + Twist{dq_[at].head<3>(), inverseTangentOf(q.dq.angular) *
                                                   (bodies_[at].R.transpose() * dq_[at].tail<3>())};
        moveTo(i, h);
    });
    lap(Phase::ProjectionVelocity);
}

/// Leaves M^-1 at the poses of `bodies_`, without loads.
void GeneralizedAlpha::takeMasses() {
    forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        const Mat3<double>& R = bodies_[at].R;
        Index3Leaf<double> leaf;
        leaf.inverseMass = 1.0 / mass_[at];
        leaf.inverseInertia = R * inverseInertia_[at] * R.transpose();
        solver_.take(i, leaf, rows_);
        solver_.push(i, Wrench::Zero());
    });
}

StepStatus GeneralizedAlpha::correctBodies(double t) {
    const StepStatus status =
        correct(t, [&](std::span<const Wrench> change) { moveBy(change, next_, bodies_); });
    for (std::size_t i = 0; i < n_; ++i)
        next_[i].v = {bodies_[i].v, bodies_[i].R.transpose() * bodies_[i].w};
    return status;
}

/// Refuses a state that is not finite and turns that are too large.
StepStatus GeneralizedAlpha::judged(StepStatus status) {
    const auto sum = [&](std::size_t i) {
        const Motion& q = next_[i];
        return q.r.sum() + q.e.sum() + bodies_[i].v.sum() + bodies_[i].w.sum() +
               q.vdot.linear.sum() + q.vdot.angular.sum();
    };
    if (!allFinite(sum)) return StepStatus::NotFinite;
    const bool tooFar = std::ranges::any_of(
        next_, [](const Motion& q) { return q.dq.angular.norm() > farthestTurn; });
    return tooFar ? StepStatus::StepTooLong : status;
}

void GeneralizedAlpha::observe(Sample& out) {
    out.time = t_;
    for (std::size_t i = 0; i < n_; ++i) {
        const Motion& q = q_[i];
        out.bodies[i] = {q.r, q.e, q.v.linear, bodies_[i].R * q.v.angular};
        accelerations_[i] << q.vdot.linear, bodies_[i].R * q.vdot.angular;
    }
    complete(out, accelerations_);
}

}  // namespace

std::optional<double> spectralRadiusOf(const std::string& integrator) {
    const std::size_t colon = integrator.find(':');
    if (colon == std::string::npos) return 0.8;
    const char *const first = integrator.data() + colon + 1, *const last = integrator.data() +
                                                                           integrator.size();
    double radius = 0.0;
    const auto [end, status] = std::from_chars(first, last, radius);
    const bool number = status == std::errc() && end == last;
    return number && radius >= 0.0 && radius <= 1.0 ? std::optional(radius) : std::nullopt;
}

std::unique_ptr<Stepper> makeGeneralizedAlpha(std::shared_ptr<const Model> model,
                                              const RunSpec& spec) {
    return std::make_unique<GeneralizedAlpha>(std::move(model), spec);
}

}  // namespace momentree
