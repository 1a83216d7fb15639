// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/energy_momentum/energy_momentum.hpp"

#include "core/formulations/energy_momentum/conserving_loads.hpp"
#include "core/formulations/energy_momentum/directors.hpp"
#include "core/formulations/energy_momentum/products.hpp"
#include "core/formulations/index3/cayley_motion.hpp"
#include "core/formulations/index3/motions.hpp"
#include "core/formulations/index3/stepper.hpp"

namespace momentree {
namespace {

using Motion = Index3Motion<double>;

class EnergyMomentum final : public Index3Stepper<double> {
public:
    EnergyMomentum(std::shared_ptr<const Model> model, const RunSpec& spec)
        : Index3Stepper(std::move(model), spec, stiffening * spec.penalty),
          meanRows_(*model_),
          products_(*model_, rows_.rowOf),
          motions_(n_),
          starts_(n_),
          means_(n_),
          rates_(n_),
          directors_(n_),
          actions_(n_) {
        gamma_ = firstGamma_ = firstMu_ = gap_;
        closures_.leaveOutDependent();
        for (std::size_t i = 0; i < n_; ++i) directors_[i].E = eulerTensor(inertia_[i]);
    }

    Result<void> initialise(const InitialState& initial) override;
    void observe(Sample& out) override;

private:
    StepStatus step(double tNext) override;
    StepStatus attempt(double tNext, double h);
    double iterate(int k, double t, double h) override;
    bool enough(int k, double change, double before) const override;
    void selectRows() {
        for (Index3Rows<double>* rows : {&rows_, &meanRows_}) {
            closures_.select(*rows, lambda_);
            closures_.select(*rows, gamma_);
        }
    }
    void place(int i, double h);
    void solveVelocities(double t, double h);
    void takeVelocityLeaf(int i, double h);
    void solvePositions(double t, double h);
    void takePositionLeaf(int i, double h);
    void finish(double t, double h);
    StepStatus correctBodies(double t);
    StepStatus judged(StepStatus status);
    void goBack();

    Index3Rows<double> meanRows_;  ///< at the mean directors; `rows_` are those of the end
    ConstraintProducts products_;
    std::vector<Motion> motions_;                 ///< [bodies]
    std::vector<BodyKinematics<double>> starts_;  ///< [bodies] R the directors
    std::vector<BodyKinematics<double>> means_;   ///< mean directors, velocities of the step
    std::vector<BodyKinematics<double>> rates_;   ///< mean rates of centres and directors
    std::vector<Directors> directors_;            ///< [bodies]
    std::vector<ProductAction> actions_;          ///< [bodies]
    /// [rows] of velocities, and lambda - 2 gamma / h in `lambda_`.
    VectorX gamma_, firstGamma_, firstMu_;
};

Result<void> EnergyMomentum::initialise(const InitialState& initial) {
    std::vector<Vec6<double>> a;
    start(initial, kinematicsOf(initial.bodies), a);
    selectRows();  // sizes what it copies
    startMotions(initial, a, motions_);
    return {};
}

StepStatus EnergyMomentum::step(double tNext) {
    const double h = tNext - t_;
    firstMu_ = lambda_;
    firstGamma_ = gamma_;
    const StepStatus status = attempted([&] { return attempt(tNext, h); });
    if (status != StepStatus::Reached) return reason(status, tNext);
    countTurns(h);
    t_ = tNext;
    lap(Phase::Integrate);
    return StepStatus::Reached;
}

StepStatus EnergyMomentum::attempt(double tNext, double h) {
    forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        BodyKinematics<double>& body = bodies_[at];
        starts_[at] = body;
        Directors& b = directors_[at];
        b.h = h;
        b.D0 = body.R;
        b.w0 = body.w;
        Motion& q = motions_[at];
        q.predict(body.R, body.v, body.w, h);
        place(i, h);
        body.v = 2.0 / h * q.d - q.v0;
        body.w = body.R * (2.0 / h * q.turn - q.W0);
    });
    closures_.renew(t_, starts_);
    selectRows();
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

/// Velocities and gamma of the present pose, then a Newton iteration for the pose and lambda.
double EnergyMomentum::iterate(int /*k*/, double t, double h) {
    solveVelocities(t, h);
    lap(Phase::ProjectionVelocity);
    solvePositions(t, h);
    return largestChange();
}

/// What an iteration leaves adds up over the steps: the next change, estimated from the rate of the
/// last two, must be rounding.
bool EnergyMomentum::enough(int k, double change, double before) const {
    return change == 0.0 || (k > 0 && change < spec_.newtonTolerance &&
                             change * (change / before) < 1e-5 * spec_.newtonTolerance);
}

/// Poses of the end, and their means with those of the start.
void EnergyMomentum::place(int i, double h) {
    const auto at = static_cast<std::size_t>(i);
    const Motion& q = motions_[at];
    BodyKinematics<double>& end = bodies_[at];
    BodyKinematics<double>& mean = means_[at];
    Directors& b = directors_[at];
    end.R = b.D1 = rotationOf<double>(q.e);
    end.r = q.r;
    mean.R = b.D = 0.5 * (b.D0 + b.D1);
    mean.r = 0.5 * (q.r0 + q.r);
    b.theta = b.D0 * q.turn;
    mean.v = q.d / h;
    mean.w = b.theta / h;
}

/// M (q_1 - q_0) / h - M v - G^T gamma = 0 and B_1 v_1 + Phi_t = 0 for v_1 and gamma, which occur
/// linearly.
void EnergyMomentum::solveVelocities(double t, double h) {
    forEachLink([&](int link) {
        rows_.evaluateRates(link, t, bodies_);
        rows_.velocityGap(link, bodies_, gap_);
        meanRows_.evaluate(link, t - 0.5 * h, means_);
        rows_.clearLoad(link);
        meanRows_.clearLoad(link);
    });
    gap_ -= (2.0 * yielding_.array() * gamma_.array()).matrix();
    forEachBody([&](int i) { takeVelocityLeaf(i, h); });
    solver_.factorise(workers_, false);
    solver_.solve(workers_, gap_, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        bodies_[at].v += dq_[at].head<3>();
        bodies_[at].w += dq_[at].tail<3>();
        Directors& b = directors_[at];
        b.w1 = bodies_[at].w;
        rates_[at].r = 0.5 * (starts_[at].v + bodies_[at].v);
        rates_[at].R = b.rate();
    });
    gamma_ += 0.5 * y_;
}

/// -2 / h times the first equation, projected: m (v_0 + v_1) - 2 m d / h + 2 B^T gamma.
void EnergyMomentum::takeVelocityLeaf(int i, double h) {
    const auto at = static_cast<std::size_t>(i);
    Directors& b = directors_[at];
    const BodyKinematics<double>& body = bodies_[at];
    const Mat3<double> P1 = momentumMatrix(b, b.D1);
    Index3Leaf<double> leaf;
    leaf.inverseMass = 1.0 / mass_[at];
    leaf.inverseInertia = P1.inverse();
    solver_.take(i, leaf, meanRows_);
    Wrench residual;
    residual << mass_[at] * (starts_[at].v + body.v - 2.0 / h * motions_[at].d),
        P1 * body.w + momentumMatrix(b, b.D0) * b.w0 - 2.0 / h * (momentumMatrix(b, b.D) * b.theta);
    solver_.push(i, residual + 2.0 * meanRows_.wrenchOn(i, gamma_));
}

void EnergyMomentum::solvePositions(double t, double h) {
    const double middle = t - 0.5 * h;
    forEachLink([&](int link) {
        rows_.evaluate(link, t, bodies_);
        meanRows_.evaluate(link, middle, means_);
    });
    giveWay(lambda_, h * h / 2.0);
    products_.evaluate(middle, means_, rates_, bodies_, gamma_, lambda_, actions_);
    lap(Phase::Kinematics);
    evaluateLoads<double>(*model_, middle, means_, loadAngles(middle, h / 2.0, true, means_), Q_);
    conserveEnergy(*model_, starts_, bodies_, means_, Q_);
    forEachBody([&](int i) { takePositionLeaf(i, h); });
    lap(Phase::Initialise);
    solver_.factorise(workers_, false);
    lap(Phase::Assembly);
    solver_.solve(workers_, rows_.Phi, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        change_[at] = changeOf(at);
        motions_[at].move(bodies_[at].R, dq_[at]);
        place(i, h);
    });
    lambda_ += y_ / (h * h / 2.0);  // entries for loads are not used
    lap(Phase::Disassembly);
}

/// h times the first equation and h^2 / 2 the second, projected, which leaves v_1 only in H:
/// m d - h m v_0 - h^2 / 2 (f - B^T (lambda - 2 gamma / h) - H^T gamma).
void EnergyMomentum::takePositionLeaf(int i, double h) {
    const auto at = static_cast<std::size_t>(i);
    const Directors& b = directors_[at];
    const ProductAction& action = actions_[at];
    const Motion& q = motions_[at];
    Mat3<double> tangent = turnTangent(b, action.directors) + h * h / 4.0 * action.stiffness;
    tangent.diagonal().array() += h / 2.0 * damping_[at][1];
    Index3Leaf<double> leaf;
    leaf.inverseMass = 1.0 / (mass_[at] + h / 2.0 * damping_[at][0]);
    leaf.inverseInertia = tangent.inverse();
    solver_.take(i, leaf, meanRows_);
    Wrench residual;
    residual << mass_[at] * (q.d - h * q.v0), turnResidual(b, action.directors);
    residual += h * h / 2.0 * (meanRows_.wrenchOn(i, lambda_) + action.ofRates - Q_[at]);
    solver_.push(i, residual);
}

/// Velocities of the final pose, twice, so that nothing is left of the penalty.
void EnergyMomentum::finish(double t, double h) {
    for (int k = 0; k < 2; ++k) solveVelocities(t, h);
    closures_.takeBack(rows_);
    forEachLink([&](int link) { rows_.evaluate(link, t, bodies_); });
    forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        endStep(bodies_[at], h, motions_[at]);
    });
    lap(Phase::ProjectionVelocity);
}

StepStatus EnergyMomentum::correctBodies(double t) {
    return correct(t, [&](std::span<const Wrench> change) { moveBy(change, motions_, bodies_); });
}

/// Refuses a state that is not finite and turns that are too large: the rule itself would go on
/// with a turn that is wrong by a whole one.
StepStatus EnergyMomentum::judged(StepStatus status) {
    if (!allFinite([&](std::size_t i) { return sumOf(motions_[i], bodies_[i]); }))
        return StepStatus::NotFinite;
    double farthest = 0.0;
    for (std::size_t i = 0; i < n_; ++i)
        farthest = std::max(farthest,
                            directors_[i].h * std::max(starts_[i].w.norm(), bodies_[i].w.norm()));
    return farthest > farthestTurn ? StepStatus::StepTooLong : status;
}

/// Restores the start of a failed step.
void EnergyMomentum::goBack() {
    for (std::size_t i = 0; i < n_; ++i) {
        Motion& q = motions_[i];
        q.r = q.r0;
        q.e = q.e0;
        bodies_[i] = starts_[i];
    }
    lambda_ = firstMu_;
    gamma_ = firstGamma_;
}

void EnergyMomentum::observe(Sample& out) {
    out.time = t_;
    writeStates(motions_, bodies_, out);
    complete(out);
}

}  // namespace

std::unique_ptr<Stepper> makeEnergyMomentum(std::shared_ptr<const Model> model,
                                            const RunSpec& spec) {
    return std::make_unique<EnergyMomentum>(std::move(model), spec);
}

}  // namespace momentree
