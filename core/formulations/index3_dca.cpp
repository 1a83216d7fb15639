// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_dca.hpp"

#include <limits>

#include "core/dynamics/observer.hpp"
#include "core/execution/step_plan.hpp"
#include "core/formulations/index3_conserving.hpp"
#include "core/formulations/index3_solver.hpp"

namespace momentree {
namespace {

using Coordinates = Index3Coordinates;
using Wrench = Vec6<double>;

class Index3Dca final : public Stepper {
public:
    Index3Dca(std::shared_ptr<const Model> model, const RunSpec& spec);

    Result<void> initialise(const InitialState& initial) override;
    Progress advance(double until, std::stop_token stop) override;
    void observe(Sample& out) override;
    const PhaseClock& phases() const override { return clock_; }
    std::int64_t newtonIterations() const override { return iterations_; }
    std::optional<std::int64_t> newtonIterationsMax() const override { return mostIterations_; }

private:
    StepStatus step(double tNext);
    StepStatus newton(double t, double h);
    void place(std::size_t i, const Coordinates& q);
    void evaluateResidual(double t, double h);
    void evaluateLeaves(double h);
    void addGeometricStiffness(double c);
    double moveAll();
    bool isRounding(double change) const;
    void project(double t);
    void projectVelocities();
    void projectAccelerations();
    bool allFinite();
    bool isFixedCount() const { return spec_.newtonTolerance == 0.0; }

    std::shared_ptr<const Model> model_;
    RunSpec spec_;
    std::size_t n_;
    Index3Rows rows_;
    Index3Solver solver_;
    std::vector<Coordinates> q_, next_;           ///< [bodies] accepted, and on the way to it
    std::vector<BodyKinematics<double>> bodies_;  ///< of `next_`
    std::vector<Index3Leaf> leaves_;
    std::vector<Matrix3d> inertia_;  ///< Mcc of the rotations, world axes
    std::vector<Vector3d> damping_;  ///< drag of each body: linear, angular, -
    std::vector<Wrench> Q_, b_, dq_;
    Eigen::VectorXd lambda_, nextLambda_, y_, gap_;  ///< [rows]
    AngleMemory memory_;
    Observer observer_;
    PhaseClock clock_;
    StepPlan plan_;
    double t_ = 0.0, complianceStep_ = 0.0;
    std::int64_t iterations_ = 0, mostIterations_ = 0;
    int failedBody_ = -1;
};

Index3Dca::Index3Dca(std::shared_ptr<const Model> model, const RunSpec& spec)
    : model_(std::move(model)),
      spec_(spec),
      n_(model_->bodies.size()),
      rows_(*model_),
      solver_(*model_, rows_),
      q_(n_),
      next_(n_),
      bodies_(n_),
      leaves_(n_),
      inertia_(n_),
      damping_(n_, Vector3d::Zero()),
      Q_(n_, Wrench::Zero()),
      b_(n_, Wrench::Zero()),
      dq_(n_, Wrench::Zero()),
      memory_{std::vector<double>(model_->axialLoads.size(), 0.0)},
      observer_(*model_, 0.0) {
    for (Eigen::VectorXd* v : {&lambda_, &nextLambda_, &y_, &gap_}) v->setZero(rows_.Phi.size());
    for (const Drag& drag : model_->drags)
        damping_[static_cast<std::size_t>(drag.body)] += Vector3d(drag.linear, drag.angular, 0.0);
}

/// Accelerations and multipliers of the start by Newton and Euler (THEORY 6.4); lambda = -sigma.
Result<void> Index3Dca::initialise(const InitialState& initial) {
    for (std::size_t i = 0; i < n_; ++i) {
        const BodyState& body = initial.bodies[i];
        q_[i].r = body.r;
        q_[i].p = body.e.normalized();
        q_[i].setRates(body.v, body.w);
        place(i, q_[i]);
    }
    remember<double>(*model_, bodies_, memory_);
    NewtonEuler<double> start(*model_);
    start.evaluate(0.0, bodies_, memory_, 0.0);
    for (std::size_t i = 0; i < n_; ++i)
        q_[i].setAccelerations(start.acceleration[i].head<3>(), start.acceleration[i].tail<3>());
    for (std::size_t k = 0; k < model_->constraints.size(); ++k) {
        const Constraint& c = model_->constraints[k];
        lambda_.segment(rows_.rowOf[k], c.rows()) = -start.sigma.segment(c.firstRow, c.rows());
    }
    return {};
}

Progress Index3Dca::advance(double until, std::stop_token stop) {
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

/// Newton on the trapezoidal rule, then the projections (THEORY 6.4).
StepStatus Index3Dca::step(double tNext) {
    const double h = tNext - t_;
    if (complianceStep_ != h) rows_.setCompliance(spec_.penalty, h);
    complianceStep_ = h;
    for (std::size_t i = 0; i < n_; ++i) next_[i] = predicted(q_[i], h);
    nextLambda_ = lambda_;
    clock_.lap(Phase::Integrate);
    const StepStatus status = newton(tNext, h);
    if (status != StepStatus::Reached) return status;
    project(tNext);
    if (!allFinite()) return StepStatus::NotFinite;
    remember<double>(*model_, bodies_, memory_);
    q_.swap(next_);
    lambda_.swap(nextLambda_);
    t_ = tNext;
    clock_.lap(Phase::Integrate);
    return StepStatus::Reached;
}

StepStatus Index3Dca::newton(double t, double h) {
    const double c = h * h / 4.0;
    double change = 0.0, before = std::numeric_limits<double>::infinity();
    bool converged = false;
    for (int k = 0; k < spec_.newtonIterations; ++k) {
        for (std::size_t i = 0; i < n_; ++i) {
            follow(next_[i], q_[i], h);
            place(i, next_[i]);
        }
        rows_.evaluate(t, bodies_);
        clock_.lap(Phase::Kinematics);
        evaluateResidual(t, h);
        const bool refresh = k == 0 || !spec_.modifiedNewton;
        if (refresh) evaluateLeaves(h);
        clock_.lap(Phase::Initialise);
        if (refresh) solver_.factorise(leaves_);
        clock_.lap(Phase::Assembly);
        solver_.solve(b_, rows_.Phi, dq_, y_);
        for (const Index3Link& link : rows_.links)
            if (!link.constraints.empty())
                nextLambda_.segment(link.firstRow, link.rows) +=
                    y_.segment(link.firstRow, link.rows) / c;
        change = moveAll();
        ++iterations_;
        mostIterations_ = std::max<std::int64_t>(mostIterations_, k + 1);
        clock_.lap(Phase::Disassembly);
        if (!std::isfinite(change)) break;
        converged = change < spec_.newtonTolerance || (change > 0.3 * before && isRounding(change));
        if (converged && !isFixedCount()) break;
        before = change;
    }
    for (std::size_t i = 0; i < n_; ++i) follow(next_[i], q_[i], h);
    if (!allFinite()) return StepStatus::NotFinite;
    return converged || isFixedCount() ? StepStatus::Reached : StepStatus::NotConverged;
}

/// Near singular poses the penalty amplifies the rounding of coordinates by the root of kappa.
bool Index3Dca::isRounding(double change) const {
    double size = 1.0;
    for (const Coordinates& q : next_) size = std::max(size, q.r.lpNorm<Eigen::Infinity>());
    return change <
           100.0 * std::numeric_limits<double>::epsilon() * std::sqrt(spec_.penalty) * size;
}

void Index3Dca::place(std::size_t i, const Coordinates& q) {
    bodies_[i] = {rotationOf<double>(q.p), q.r, q.v, q.w()};
}

/// b = c g, g = M a + P^T lambda - Q with the moments of Euler's equations (THEORY 6.3).
void Index3Dca::evaluateResidual(double t, double h) {
    evaluateLoads<double>(*model_, t, bodies_, memory_, Q_);
    for (std::size_t i = 0; i < n_; ++i) {
        const Body& body = model_->bodies[i];
        const Coordinates& q = next_[i];
        const Vector3d w = bodies_[i].w;
        inertia_[i].noalias() = bodies_[i].R * body.J_C * bodies_[i].R.transpose();
        const Vector3d momentum = inertia_[i] * w;
        b_[i].head<3>() = body.mass * q.a;
        b_[i].tail<3>() =
            inertia_[i] * q.alpha() + w.cross(momentum) + 2.0 * q.p.dot(q.pd) * momentum;
        b_[i] -= Q_[i];
    }
    for (const Index3Link& link : rows_.links) {
        if (link.constraints.empty()) continue;
        for (int r = link.firstRow; r < link.firstRow + link.rows; ++r) {
            const auto row = static_cast<std::size_t>(r);
            if (link.bodyA != ground)
                b_[static_cast<std::size_t>(link.bodyA)] += nextLambda_[r] * rows_.P_a[row];
            if (link.bodyB != ground)
                b_[static_cast<std::size_t>(link.bodyB)] += nextLambda_[r] * rows_.P_b[row];
        }
    }
    for (Wrench& b : b_) b *= h * h / 4.0;
}

/// N = Mcc^-1 with drag and, where it stays positive, geometric stiffness.
void Index3Dca::evaluateLeaves(double h) {
    for (std::size_t i = 0; i < n_; ++i) {
        inertia_[i].diagonal().array() += h / 2.0 * damping_[i][1];
        leaves_[i].inverseMass = 1.0 / (model_->bodies[i].mass + h / 2.0 * damping_[i][0]);
        leaves_[i].stiffness.setZero();
    }
    addGeometricStiffness(h * h / 4.0);
    for (std::size_t i = 0; i < n_; ++i)
        if (!invertPositive(inertia_[i] + leaves_[i].stiffness, leaves_[i].inverseInertia))
            invertPositive(inertia_[i], leaves_[i].inverseInertia);
}

/// Derivative of the moment s x lambda of a point by the turn of its body, symmetric part.
void Index3Dca::addGeometricStiffness(double c) {
    const auto add = [&](int index, const Vector3d& arm, const Vector3d& force) {
        if (index == ground) return;
        const auto i = static_cast<std::size_t>(index);
        const Vector3d s = bodies_[i].R * arm;
        const Matrix3d half = 0.5 * s * force.transpose();
        leaves_[i].stiffness += c * (half + half.transpose() - s.dot(force) * Matrix3d::Identity());
    };
    for (std::size_t k = 0; k < model_->constraints.size(); ++k) {
        const Constraint& constraint = model_->constraints[k];
        if (constraint.kind != Constraint::Kind::Point) continue;
        const Vector3d force = nextLambda_.segment<3>(rows_.rowOf[k]);
        add(constraint.bodyA, constraint.s_a, -force);
        add(constraint.bodyB, constraint.s_b, force);
    }
}

/// q += dq; the largest change [m or rad].
double Index3Dca::moveAll() {
    double change = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
        next_[i].move(dq_[i]);
        const double own = dq_[i].lpNorm<Eigen::Infinity>();
        if (!(own <= change)) change = own;
        if (!std::isfinite(own)) return own;
    }
    return change;
}

/// Velocities and accelerations back on the constraints, nearest by Mcc.
void Index3Dca::project(double t) {
    for (std::size_t i = 0; i < n_; ++i) {
        next_[i].setRates(next_[i].v, next_[i].w());
        next_[i].setAccelerations(next_[i].a, next_[i].alpha());
        place(i, next_[i]);
    }
    for (Wrench& b : b_) b.setZero();
    rows_.evaluateRates(t, bodies_);
    for (int k = 0; k < spec_.projections; ++k) projectVelocities();
    if (spec_.projections > 0) rows_.evaluateRates(t, bodies_);
    clock_.lap(Phase::ProjectionVelocity);
    for (int k = 0; k < spec_.projections; ++k) projectAccelerations();
    clock_.lap(Phase::ProjectionAcceleration);
}

void Index3Dca::projectVelocities() {
    gap_.setZero();
    const auto along = [&](int body, const Wrench& P) {
        return body == ground ? 0.0 : P.dot(bodies_[static_cast<std::size_t>(body)].V());
    };
    for (const Index3Link& link : rows_.links) {
        if (link.constraints.empty()) continue;
        for (int r = link.firstRow; r < link.firstRow + link.rows; ++r) {
            const auto row = static_cast<std::size_t>(r);
            gap_[r] = rows_.Phi_t[r] + along(link.bodyA, rows_.P_a[row]) +
                      along(link.bodyB, rows_.P_b[row]);
        }
    }
    solver_.solve(b_, gap_, dq_, y_);
    for (std::size_t i = 0; i < n_; ++i) {
        bodies_[i].v += dq_[i].head<3>();
        bodies_[i].w += dq_[i].tail<3>();
        next_[i].setRates(bodies_[i].v, bodies_[i].w);
    }
}

void Index3Dca::projectAccelerations() {
    gap_.setZero();
    const auto along = [&](int body, const Wrench& P) {
        if (body == ground) return 0.0;
        const Coordinates& q = next_[static_cast<std::size_t>(body)];
        return P.head<3>().dot(q.a) + P.tail<3>().dot(q.alpha());
    };
    for (const Index3Link& link : rows_.links) {
        if (link.constraints.empty()) continue;
        for (int r = link.firstRow; r < link.firstRow + link.rows; ++r) {
            const auto row = static_cast<std::size_t>(r);
            gap_[r] = along(link.bodyA, rows_.P_a[row]) + along(link.bodyB, rows_.P_b[row]) -
                      rows_.gamma[r];
        }
    }
    solver_.solve(b_, gap_, dq_, y_);
    for (std::size_t i = 0; i < n_; ++i)
        next_[i].setAccelerations(next_[i].a + dq_[i].head<3>(),
                                  next_[i].alpha() + dq_[i].tail<3>());
}

bool Index3Dca::allFinite() {
    for (std::size_t i = 0; i < n_; ++i) {
        const Coordinates& q = next_[i];
        const double sum = q.r.sum() + q.v.sum() + q.a.sum() + q.p.sum() + q.pd.sum() + q.pdd.sum();
        if (std::isfinite(sum)) continue;
        failedBody_ = static_cast<int>(i);
        return false;
    }
    return true;
}

void Index3Dca::observe(Sample& out) {
    out.time = t_;
    for (std::size_t i = 0; i < n_; ++i) out.bodies[i] = {q_[i].r, q_[i].p, q_[i].v, q_[i].w()};
    for (std::size_t i = 0; i < n_; ++i) dq_[i] << q_[i].a, q_[i].alpha();
    observer_.complete(out, dq_);
}

}  // namespace

std::unique_ptr<Stepper> makeIndex3Dca(std::shared_ptr<const Model> model, const RunSpec& spec) {
    if (spec.integrator == "trapezoidal") return makeIndex3Conserving(std::move(model), spec);
    return std::make_unique<Index3Dca>(std::move(model), spec);
}

std::string index3DcaRefusal(const Model& /*model*/) { return {}; }

}  // namespace momentree
