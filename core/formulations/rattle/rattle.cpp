// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/rattle/rattle.hpp"

#include "core/formulations/index3/motions.hpp"
#include "core/formulations/index3/stepper.hpp"
#include "core/formulations/rattle/leg.hpp"

namespace momentree {
namespace {

/// Springs act at the start of a step, so that only dampers are part of Newton's matrix.
constexpr Index3Rule rule{.stiffness = 0.0, .damping = 0.5};

/// One body during a step.
struct Motion {
    Vec3<double> r0, r;  ///< centre of mass
    Quat<double> e0, e;
    Mat3<double> R0;
    Vec3<double> v0, W0;  ///< at the start; W in body axes
    Vec3<double> d, u;    ///< h V and h W: displacement and rotation vector, body axes
    /// Mean accelerations of the last two steps, A in body axes.
    Vec3<double> a, A, aBefore, ABefore;

    /// Starts from the current pose with linearly extrapolated accelerations.
    void predict(const BodyKinematics<double>& body, double h) {
        r0 = r;
        e0 = e;
        R0 = body.R;
        v0 = body.v;
        W0 = R0.transpose() * body.w;
        d = h * v0 + 0.5 * h * h * (2.0 * a - aBefore);
        u = h * W0 + 0.5 * h * h * (2.0 * A - ABefore);
        place();
    }
    void place() {
        r = r0 + d;
        e = turnedBy(e0, u);
    }
};

class Rattle final : public Index3Stepper<double> {
public:
    Rattle(std::shared_ptr<const Model> model, const RunSpec& spec)
        : Index3Stepper(std::move(model), spec, stiffening * spec.penalty, rule),
          startRows_(*model_, rule),
          motions_(n_),
          starts_(n_) {
        kappa_ = firstLambda_ = gap_;
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
    void place(int i, double h);
    Wrench residual(int i, double h);
    void evaluateLeaf(int i, double h);
    void finish(double t, double h);
    void momentaAtEnd(double t, double h);
    void project(double t, double h);
    StepStatus correctBodies(double t);
    StepStatus judged(StepStatus status);
    void goBack();

    Index3Rows<double> startRows_;                ///< B_0; `rows_` are B_1
    std::vector<Motion> motions_;                 ///< [bodies]
    std::vector<BodyKinematics<double>> starts_;  ///< poses of the start with V and W
    std::vector<Mat3<double>> inverseInertia_;    ///< [bodies] J^-1
    VectorX kappa_, firstLambda_;                 ///< [rows]
};

Result<void> Rattle::initialise(const InitialState& initial) {
    std::vector<Vec6<double>> a;
    start(initial, kinematicsOf(initial.bodies), a);
    startMotions(initial, a, motions_);
    return {};
}

StepStatus Rattle::step(double tNext) {
    const double h = tNext - t_;
    firstLambda_ = lambda_;
    const StepStatus status = attempted([&] { return attempt(tNext, h); });
    if (status != StepStatus::Reached) return reason(status, tNext);
    countTurns(h);
    t_ = tNext;
    lap(Phase::Integrate);
    return StepStatus::Reached;
}

StepStatus Rattle::attempt(double tNext, double h) {
    forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        motions_[at].predict(bodies_[at], h);
        starts_[at] = bodies_[at];
    });
    closures_.select(rows_, lambda_);
    closures_.select(startRows_, lambda_);
    forEachLink([&](int link) { startRows_.evaluate(link, t_, starts_); });
    forEachBody([&](int i) { place(i, h); });
    lap(Phase::Integrate);
    StepStatus status = judged(newton(tNext, h));
    if (status == StepStatus::Reached) {
        finish(tNext, h);
        if (closures_.needed(rows_)) status = correctBodies(tNext);
        status = judged(status);
    }
    if (status != StepStatus::Reached) goBack();
    return status;
}

double Rattle::iterate(int /*k*/, double t, double h) {
    forEachLink([&](int link) { rows_.evaluate(link, t, bodies_); });
    giveWay(lambda_, h * h / 2.0);
    lap(Phase::Kinematics);
    evaluateLoads<double>(*model_, t_, starts_, loadAngles(t_, 0.0, true, starts_), Q_);
    forEachBody([&](int i) {
        evaluateLeaf(i, h);
        solver_.push(i, residual(i, h));
    });
    lap(Phase::Initialise);
    solver_.factorise(workers_, false);
    lap(Phase::Assembly);
    solver_.solve(workers_, rows_.Phi, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        change_[at] = changeOf(at);
        Motion& q = motions_[at];
        q.d += dq_[at].head<3>();
        q.u += inverseTangentOf(q.u) * (bodies_[at].R.transpose() * dq_[at].tail<3>());
        q.place();
        place(i, h);
    });
    lambda_ += y_ / (h * h / 2.0);  // entries for loads are not used
    lap(Phase::Disassembly);
    return largestChange();
}

void Rattle::place(int i, double h) {
    const auto at = static_cast<std::size_t>(i);
    const Motion& q = motions_[at];
    const Vec3<double> V = q.d / h, W = q.R0 * q.u / h;
    starts_[at].v = V, starts_[at].w = W;
    bodies_[at] = {rotationOf<double>(q.e), q.r, V, W};
}

/// h times the equations of the left end, m V - m v_0 - h/2 (f - B_0^T lambda) = 0 and leg_+(W) -
/// J Om_0 - h/2 (n - B_0^T lambda) = 0, in world axes.
Vec6<double> Rattle::residual(int i, double h) {
    const auto at = static_cast<std::size_t>(i);
    const Motion& q = motions_[at];
    const Mat3<double>& J = inertia_[at];
    Wrench b;
    b.head<3>() = mass_[at] * (q.d - h * q.v0);
    b.tail<3>() = q.R0 * (rattle::leg(1.0, J, q.u) - h * (J * q.W0));
    b -= h * h / 2.0 * (Q_[at] - startRows_.wrenchOn(i, lambda_));
    return b;
}

/// N = A^-1 with the exact derivative of the residual.
void Rattle::evaluateLeaf(int i, double h) {
    const auto at = static_cast<std::size_t>(i);
    const Motion& q = motions_[at];
    Mat3<double> tangent = rattle::legTangent(1.0, inertia_[at], q.u);
    tangent.diagonal().array() += h / 2.0 * damping_[at][1];
    const Mat3<double> A = q.R0 * tangent * inverseTangentOf(q.u) * bodies_[at].R.transpose();
    Index3Leaf<double> leaf;
    leaf.inverseMass = 1.0 / (mass_[at] + h / 2.0 * damping_[at][0]);
    leaf.inverseInertia = A.inverse();
    solver_.take(i, leaf, startRows_);
}

void Rattle::finish(double t, double h) {
    momentaAtEnd(t, h);
    project(t, h);
    forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        endStep(bodies_[at], h, motions_[at]);
    });
    lap(Phase::ProjectionVelocity);
}

/// M^-1 p with p = [m V; leg_-(W)] + h/2 f at the end, as velocities.
void Rattle::momentaAtEnd(double t, double h) {
    evaluateLoads<double>(*model_, t, bodies_, loadAngles(t, h, true, bodies_), Q_);
    forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        const Motion& q = motions_[at];
        BodyKinematics<double>& body = bodies_[at];
        const Vec3<double> n = body.R.transpose() * Q_[at].tail<3>();
        const Vec3<double> momentum = rattle::leg(-1.0, inertia_[at], q.u) / h + 0.5 * h * n;
        body.v = q.d / h + 0.5 * h / mass_[at] * Q_[at].head<3>();
        body.w = body.R * (inverseInertia_[at] * momentum);
    });
}

/// (B_1 M^-1 B_1^T) (h/2 kappa) = B_1 M^-1 p + Phi_t, mu_1 = p - h/2 B_1^T kappa. Twice, so that
/// nothing is left of the penalty; kappa starts the next step.
void Rattle::project(double t, double h) {
    forEachLink([&](int link) {
        rows_.evaluateRates(link, t, bodies_);
        rows_.clearLoad(link);
    });
    forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        const Mat3<double>& R = bodies_[at].R;
        Index3Leaf<double> leaf;
        leaf.inverseMass = 1.0 / mass_[at];
        leaf.inverseInertia = R * inverseInertia_[at] * R.transpose();
        solver_.take(i, leaf, rows_);
        solver_.push(i, Wrench::Zero());
    });
    solver_.factorise(workers_, true);
    kappa_.setZero();
    for (int k = 0; k < 2; ++k) {
        forEachLink([&](int link) { rows_.velocityGap(link, bodies_, gap_); });
        solver_.solve(workers_, gap_, dq_, y_, [&](int i) {
            const auto at = static_cast<std::size_t>(i);
            bodies_[at].v += dq_[at].head<3>();
            bodies_[at].w += dq_[at].tail<3>();
        });
        kappa_ += y_ / (h / 2.0);
    }
    lambda_ = kappa_;
}

StepStatus Rattle::correctBodies(double t) {
    return correct(t, [&](std::span<const Wrench> change) { moveBy(change, motions_, bodies_); });
}

/// Refuses a state that is not finite and turns that are too large.
StepStatus Rattle::judged(StepStatus status) {
    if (!allFinite([&](std::size_t i) { return sumOf(motions_[i], bodies_[i]); }))
        return StepStatus::NotFinite;
    const bool tooFar =
        std::ranges::any_of(motions_, [](const Motion& q) { return q.u.norm() > farthestTurn; });
    return tooFar ? StepStatus::StepTooLong : status;
}

/// Restores the start of a failed step.
void Rattle::goBack() {
    for (std::size_t i = 0; i < n_; ++i) {
        Motion& q = motions_[i];
        q.r = q.r0;
        q.e = q.e0;
        bodies_[i] = {q.R0, q.r0, q.v0, q.R0 * q.W0};
    }
    lambda_ = firstLambda_;
}

void Rattle::observe(Sample& out) {
    out.time = t_;
    writeStates(motions_, bodies_, out);
    complete(out);
}

}  // namespace

std::unique_ptr<Stepper> makeRattle(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Rattle>(std::move(model), spec);
}

}  // namespace momentree
