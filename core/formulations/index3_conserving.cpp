// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_conserving.hpp"

#include <limits>

#include "core/dynamics/observer.hpp"
#include "core/execution/step_plan.hpp"
#include "core/formulations/index3_motion.hpp"
#include "core/formulations/index3_solver.hpp"

namespace momentree {
namespace {

using Motion = Index3Motion;
using Wrench = Vec6<double>;

/// The penalty over that of Newmark's rule: pivots near singular poses may be negative here and
/// must not meet 1 / kappa (THEORY 6.5).
constexpr double stiffening = 100.0;

class Index3Conserving final : public Stepper {
public:
    Index3Conserving(std::shared_ptr<const Model> model, const RunSpec& spec);

    Result<void> initialise(const InitialState& initial) override;
    Progress advance(double until, std::stop_token stop) override;
    void observe(Sample& out) override;
    const PhaseClock& phases() const override { return clock_; }
    std::int64_t newtonIterations() const override { return iterations_; }
    std::optional<std::int64_t> newtonIterationsMax() const override { return mostIterations_; }

private:
    StepStatus step(double tNext);
    void predict(double h);
    StepStatus newton(double t, double h);
    double iterate(double t, double h, bool refresh);
    void place(double t, double h);
    void evaluateResidual(double t, double h);
    void evaluateLeaves(double h);
    void addGeometricStiffness(double c);
    double moveAll();
    bool isRounding(double change) const;
    void finish(double t, double h);
    void factoriseProjection(double t);
    void evaluateGaps(std::span<const BodyKinematics<double>> bodies);
    void project(std::vector<BodyKinematics<double>>& bodies);
    void goBack();
    bool allFinite();
    bool isFixedCount() const { return spec_.newtonTolerance == 0.0; }

    std::shared_ptr<const Model> model_;
    RunSpec spec_;
    std::size_t n_;
    Index3Rows rows_, meanRows_;  ///< at the end of the step and at its mean pose
    Index3Solver solver_;
    std::vector<Motion> motions_;                         ///< [bodies]
    std::vector<BodyKinematics<double>> bodies_, means_;  ///< at the end of the step, and means
    std::vector<Index3Leaf> leaves_;
    std::vector<Matrix3d> tangent_;  ///< of the rotations, world axes
    std::vector<Vector3d> damping_;  ///< drag of each body: linear, angular, -
    std::vector<Wrench> Q_, b_, dq_;
    Eigen::VectorXd lambda_, y_, gap_, kept_;  ///< [rows]
    AngleMemory memory_;
    Observer observer_;
    PhaseClock clock_;
    StepPlan plan_;
    double t_ = 0.0, complianceStep_ = 0.0;
    std::int64_t iterations_ = 0, mostIterations_ = 0;
    int failedBody_ = -1;
};

Index3Conserving::Index3Conserving(std::shared_ptr<const Model> model, const RunSpec& spec)
    : model_(std::move(model)),
      spec_(spec),
      n_(model_->bodies.size()),
      rows_(*model_),
      meanRows_(*model_),
      solver_(*model_, rows_),
      motions_(n_),
      bodies_(n_),
      means_(n_),
      leaves_(n_),
      tangent_(n_),
      damping_(n_, Vector3d::Zero()),
      Q_(n_, Wrench::Zero()),
      b_(n_, Wrench::Zero()),
      dq_(n_, Wrench::Zero()),
      memory_{std::vector<double>(model_->axialLoads.size(), 0.0)},
      observer_(*model_, 0.0) {
    for (Eigen::VectorXd* v : {&lambda_, &y_, &gap_, &kept_}) v->setZero(rows_.Phi.size());
    for (const Drag& drag : model_->drags)
        damping_[static_cast<std::size_t>(drag.body)] += Vector3d(drag.linear, drag.angular, 0.0);
}

/// Accelerations and multipliers of the start by Newton and Euler (THEORY 7); lambda = -sigma.
Result<void> Index3Conserving::initialise(const InitialState& initial) {
    for (std::size_t i = 0; i < n_; ++i) {
        bodies_[i] = kinematicsOf(initial.bodies[i]);
        motions_[i].r = bodies_[i].r;
        motions_[i].e = initial.bodies[i].e.normalized();
    }
    remember<double>(*model_, bodies_, memory_);
    NewtonEuler<double> start(*model_);
    start.evaluate(0.0, bodies_, memory_, 0.0);
    for (std::size_t i = 0; i < n_; ++i) {
        Motion& q = motions_[i];
        q.a = q.aBefore = start.acceleration[i].head<3>();
        q.A = q.ABefore = bodies_[i].R.transpose() * start.acceleration[i].tail<3>();
    }
    for (std::size_t k = 0; k < model_->constraints.size(); ++k) {
        const Constraint& c = model_->constraints[k];
        lambda_.segment(rows_.rowOf[k], c.rows()) = -start.sigma.segment(c.firstRow, c.rows());
    }
    complianceStep_ = spec_.step;
    rows_.setCompliance(stiffening * spec_.penalty, complianceStep_);
    factoriseProjection(0.0);
    return {};
}

Progress Index3Conserving::advance(double until, std::stop_token stop) {
    clock_.start();
    Progress progress;
    if (until > t_) {
        plan_.aim(t_, until, spec_.step);
        while (!plan_.finished()) {
            if (stop.stop_requested()) progress.status = StepStatus::Stopped;
            if (progress.status == StepStatus::Reached) progress.status = step(plan_.next());
            if (progress.status != StepStatus::Reached) break;
            plan_.advance();
            ++progress.steps;
        }
    }
    progress.time = t_;
    progress.body = progress.status == StepStatus::NotFinite ? failedBody_ : -1;
    clock_.lap(Phase::Integrate);
    return progress;
}

/// Newton on the energy-conserving rule, then the velocities (THEORY 6.5).
StepStatus Index3Conserving::step(double tNext) {
    const double h = tNext - t_;
    if (complianceStep_ != h) rows_.setCompliance(stiffening * spec_.penalty, h);
    complianceStep_ = h;
    predict(h);
    clock_.lap(Phase::Integrate);
    StepStatus status = newton(tNext, h);
    if (status == StepStatus::Reached) {
        finish(tNext, h);
        if (!allFinite()) status = StepStatus::NotFinite;
    }
    if (status != StepStatus::Reached) {
        goBack();
        return status;
    }
    remember<double>(*model_, bodies_, memory_);
    t_ = tNext;
    clock_.lap(Phase::Integrate);
    return StepStatus::Reached;
}

/// From the start of the step, with accelerations continued on a straight line.
void Index3Conserving::predict(double h) {
    for (std::size_t i = 0; i < n_; ++i) {
        Motion& q = motions_[i];
        q.r0 = q.r;
        q.e0 = q.e;
        q.R0 = rotationOf<double>(q.e0);
        q.v0 = bodies_[i].v;
        q.W0 = q.R0.transpose() * bodies_[i].w;
        q.r += h * q.v0 + 0.5 * h * h * (2.0 * q.a - q.aBefore);
        q.turn = h * q.W0 + 0.5 * h * h * (2.0 * q.A - q.ABefore);
        q.e = turned(q.e0, q.turn);
    }
}

/// A tangent serves until an iteration gains less than a digit. Ends where the next change would be
/// below the tolerance at the rate of the last two.
StepStatus Index3Conserving::newton(double t, double h) {
    double before = std::numeric_limits<double>::infinity();
    bool converged = false, slow = true;
    for (int k = 0; k < spec_.newtonIterations; ++k) {
        const double change = iterate(t, h, k == 0 || (slow && !spec_.modifiedNewton));
        ++iterations_;
        mostIterations_ = std::max<std::int64_t>(mostIterations_, k + 1);
        if (!std::isfinite(change)) break;
        slow = change > 0.1 * before;
        const double next = k > 0 && !slow ? change * (change / before) : change;
        converged = next < spec_.newtonTolerance || (change > 0.3 * before && isRounding(change));
        if (converged && !isFixedCount()) break;
        before = change;
    }
    if (!allFinite()) return StepStatus::NotFinite;
    return converged || isFixedCount() ? StepStatus::Reached : StepStatus::NotConverged;
}

/// The largest change [m or rad].
double Index3Conserving::iterate(double t, double h, bool refresh) {
    place(t, h);
    clock_.lap(Phase::Kinematics);
    evaluateResidual(t, h);
    if (refresh) evaluateLeaves(h);
    clock_.lap(Phase::Initialise);
    if (refresh) solver_.factorise(leaves_, meanRows_);
    clock_.lap(Phase::Assembly);
    solver_.solve(b_, rows_.Phi, dq_, y_);
    for (const Index3Link& link : rows_.links)
        if (!link.constraints.empty())
            lambda_.segment(link.firstRow, link.rows) +=
                y_.segment(link.firstRow, link.rows) / (h * h / 2.0);
    const double change = moveAll();
    clock_.lap(Phase::Disassembly);
    return change;
}

/// Near singular poses the penalty amplifies the rounding of coordinates by the root of kappa.
bool Index3Conserving::isRounding(double change) const {
    double size = 1.0;
    for (const Motion& q : motions_) size = std::max(size, q.r.lpNorm<Eigen::Infinity>());
    return change < 100.0 * std::numeric_limits<double>::epsilon() *
                        std::sqrt(stiffening * spec_.penalty) * size;
}

void Index3Conserving::place(double t, double h) {
    for (std::size_t i = 0; i < n_; ++i) {
        const Motion& q = motions_[i];
        bodies_[i].R = rotationOf<double>(q.e);
        bodies_[i].r = q.r;
        means_[i].R = 0.5 * (q.R0 + bodies_[i].R);
        means_[i].r = 0.5 * (q.r0 + q.r);
        means_[i].v = (q.r - q.r0) / h;
        means_[i].w = q.R0 * q.turn / h;
    }
    rows_.evaluate(t, bodies_);
    meanRows_.evaluate(t - 0.5 * h, means_);
}

/// b = M (dq - h V_0) - h^2 / 2 (Q - F^T lambda), all at the mean pose but the momenta.
void Index3Conserving::evaluateResidual(double t, double h) {
    const double c = h * h / 2.0;
    evaluateLoads<double>(*model_, t - 0.5 * h, means_, memory_, Q_);
    for (const Index3Link& link : rows_.links) {
        if (link.constraints.empty()) continue;
        for (int r = link.firstRow; r < link.firstRow + link.rows; ++r) {
            const auto row = static_cast<std::size_t>(r);
            if (link.bodyA != ground)
                Q_[static_cast<std::size_t>(link.bodyA)] -= lambda_[r] * meanRows_.P_a[row];
            if (link.bodyB != ground)
                Q_[static_cast<std::size_t>(link.bodyB)] -= lambda_[r] * meanRows_.P_b[row];
        }
    }
    for (std::size_t i = 0; i < n_; ++i) {
        const Body& body = model_->bodies[i];
        const Motion& q = motions_[i];
        b_[i].head<3>() = body.mass * (q.r - q.r0 - h * q.v0);
        b_[i].tail<3>() = bodies_[i].R * (body.J_C * (q.turn - 0.5 * h * q.W0)) -
                          q.R0 * (body.J_C * (0.5 * h * q.W0));
        b_[i] -= c * Q_[i];
    }
}

/// N = Mcc^-1, the whole derivative by the turn at the end: inertia, gyroscopic moments, drag.
void Index3Conserving::evaluateLeaves(double h) {
    for (std::size_t i = 0; i < n_; ++i) {
        const Motion& q = motions_[i];
        const Matrix3d& R = bodies_[i].R;
        const Matrix3d& J_C = model_->bodies[i].J_C;
        const Vector3d turn = R * q.turn;
        const Vector3d momentum = R * (J_C * (q.turn - 0.5 * h * q.W0));
        const Matrix3d chart =
            Matrix3d::Identity() + 0.25 * turn * turn.transpose() + 0.5 * skew<double>(turn);
        tangent_[i] = R * J_C * R.transpose() * chart - skew<double>(momentum);
        tangent_[i].diagonal().array() += h / 2.0 * damping_[i][1];
        leaves_[i].inverseMass = 1.0 / (model_->bodies[i].mass + h / 2.0 * damping_[i][0]);
    }
    addGeometricStiffness(h * h / 4.0);
    for (std::size_t i = 0; i < n_; ++i) leaves_[i].inverseInertia = tangent_[i].inverse();
}

/// Derivative of the moment s x lambda of a point by the turn of its body.
void Index3Conserving::addGeometricStiffness(double c) {
    const auto add = [&](int index, const Vector3d& arm, const Vector3d& force) {
        if (index == ground) return;
        const auto i = static_cast<std::size_t>(index);
        const Vector3d s = c * (bodies_[i].R * arm);
        tangent_[i] += s * force.transpose();
        tangent_[i].diagonal().array() -= s.dot(force);
    };
    for (std::size_t k = 0; k < model_->constraints.size(); ++k) {
        const Constraint& constraint = model_->constraints[k];
        if (constraint.kind != Constraint::Kind::Point) continue;
        const Vector3d force = lambda_.segment<3>(rows_.rowOf[k]);
        add(constraint.bodyA, constraint.s_a, -force);
        add(constraint.bodyB, constraint.s_b, force);
    }
}

double Index3Conserving::moveAll() {
    double change = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
        Motion& q = motions_[i];
        q.r += dq_[i].head<3>();
        q.e = turned(q.e, bodies_[i].R.transpose() * dq_[i].tail<3>());
        q.turn = turnBetween(q.e0, q.e);
        const double own = dq_[i].lpNorm<Eigen::Infinity>();
        if (!(own <= change)) change = own;
        if (!std::isfinite(own)) return own;
    }
    return change;
}

/// Velocities at the end. What they violate alternates; its mean over two steps is kept, which
/// conserves energy, and only samples are without it (THEORY 6.5).
void Index3Conserving::finish(double t, double h) {
    for (std::size_t i = 0; i < n_; ++i) {
        const Motion& q = motions_[i];
        BodyKinematics<double>& body = bodies_[i];
        body.R = rotationOf<double>(q.e);
        body.r = q.r;
        body.v = 2.0 / h * (q.r - q.r0) - q.v0;
        body.w = body.R * (2.0 / h * q.turn - q.W0);
    }
    factoriseProjection(t);
    evaluateGaps(bodies_);
    kept_ = 0.5 * (kept_ + gap_);
    gap_ -= kept_;
    project(bodies_);
    for (std::size_t i = 0; i < n_; ++i) {
        Motion& q = motions_[i];
        q.aBefore = q.a;
        q.ABefore = q.A;
        q.a = (bodies_[i].v - q.v0) / h;
        q.A = (bodies_[i].R.transpose() * bodies_[i].w - q.W0) / h;
    }
    clock_.lap(Phase::ProjectionVelocity);
}

void Index3Conserving::factoriseProjection(double t) {
    rows_.evaluateRates(t, bodies_);
    for (std::size_t i = 0; i < n_; ++i) {
        const Matrix3d& R = bodies_[i].R;
        const Matrix3d inertia = R * model_->bodies[i].J_C * R.transpose();
        leaves_[i].inverseMass = 1.0 / model_->bodies[i].mass;
        invertPositive(inertia, leaves_[i].inverseInertia);
    }
    solver_.factorise(leaves_);
}

/// gap = P V + Phi_t.
void Index3Conserving::evaluateGaps(std::span<const BodyKinematics<double>> bodies) {
    gap_.setZero();
    const auto along = [&](int body, const Wrench& P) {
        return body == ground ? 0.0 : P.dot(bodies[static_cast<std::size_t>(body)].V());
    };
    for (const Index3Link& link : rows_.links) {
        if (link.constraints.empty()) continue;
        for (int r = link.firstRow; r < link.firstRow + link.rows; ++r) {
            const auto row = static_cast<std::size_t>(r);
            gap_[r] = rows_.Phi_t[r] + along(link.bodyA, rows_.P_a[row]) +
                      along(link.bodyB, rows_.P_b[row]);
        }
    }
}

/// The nearest velocities by M with P V smaller by the gap.
void Index3Conserving::project(std::vector<BodyKinematics<double>>& bodies) {
    for (Wrench& b : b_) b.setZero();
    solver_.solve(b_, gap_, dq_, y_);
    for (std::size_t i = 0; i < n_; ++i) {
        bodies[i].v += dq_[i].head<3>();
        bodies[i].w += dq_[i].tail<3>();
    }
}

/// To the start of a step that failed.
void Index3Conserving::goBack() {
    for (std::size_t i = 0; i < n_; ++i) {
        Motion& q = motions_[i];
        q.r = q.r0;
        q.e = q.e0;
        bodies_[i] = {q.R0, q.r0, q.v0, q.R0 * q.W0};
    }
    factoriseProjection(t_);
}

bool Index3Conserving::allFinite() {
    for (std::size_t i = 0; i < n_; ++i) {
        const Motion& q = motions_[i];
        const double sum = q.r.sum() + q.e.sum() + bodies_[i].v.sum() + bodies_[i].w.sum();
        if (std::isfinite(sum)) continue;
        failedBody_ = static_cast<int>(i);
        return false;
    }
    return true;
}

void Index3Conserving::observe(Sample& out) {
    std::copy(bodies_.begin(), bodies_.end(), means_.begin());
    for (int k = 0; k < spec_.projections; ++k) {
        evaluateGaps(means_);
        project(means_);
    }
    out.time = t_;
    for (std::size_t i = 0; i < n_; ++i)
        out.bodies[i] = {motions_[i].r, motions_[i].e, means_[i].v, means_[i].w};
    observer_.complete(out);
}

}  // namespace

std::unique_ptr<Stepper> makeIndex3Conserving(std::shared_ptr<const Model> model,
                                              const RunSpec& spec) {
    return std::make_unique<Index3Conserving>(std::move(model), spec);
}

}  // namespace momentree
