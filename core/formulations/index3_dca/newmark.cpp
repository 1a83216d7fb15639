// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_dca/newmark.hpp"

#include "core/formulations/index3/stepper.hpp"
#include "core/math/turned.hpp"

namespace momentree {
namespace {

template <typename S>
class Index3Newmark final : public Index3Stepper<S> {
public:
    Index3Newmark(std::shared_ptr<const Model> model, const RunSpec& spec)
        : Index3Stepper<S>(std::move(model), spec, spec.penalty),
          q_(n_),
          next_(n_),
          Mcc_(n_),
          accelerations_(n_) {
        nextLambda_ = lambda_;
    }

    Result<void> initialise(const InitialState& initial) override;
    void observe(Sample& out) override;

private:
    using Base = Index3Stepper<S>;
    using typename Base::VectorX;
    using typename Base::Wrench;
    using Coordinates = Index3Coordinates<S>;

    StepStatus step(double tNext) override;
    double iterate(int k, double t, S h) override;
    bool enough(int k, double change, double before) const override;
    void place(int i);
    Vec6<S> residual(int i, S h);
    void evaluateLeaf(int i, S h);
    void evaluateExactLeaf(int i, S h);
    void project(double t, S h);
    StepStatus correctBodies(double t);
    void projectVelocities();
    void projectAccelerations();
    void accelerationGap(int link);

    using Base::bodies_;
    using Base::change_;
    using Base::clock_;
    using Base::dq_;
    using Base::gap_;
    using Base::lambda_;
    using Base::model_;
    using Base::n_;
    using Base::Q_;
    using Base::rows_;
    using Base::solver_;
    using Base::spec_;
    using Base::t_;
    using Base::workers_;
    using Base::y_;

    std::vector<Coordinates> q_, next_;        ///< [bodies] accepted, and the current iterate
    std::vector<Mat3<S>> Mcc_;                 ///< for rotations, world axes
    std::vector<Vec6<double>> accelerations_;  ///< for samples
    VectorX nextLambda_;
    double last_ = 0.0;   ///< change in the previous iteration
    bool exact_ = false;  ///< whether this step uses the exact tangent
};

template <typename S>
Result<void> Index3Newmark<S>::initialise(const InitialState& initial) {
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(initial.bodies);
    this->start(initial, bodies, accelerations_);
    this->closures_.select(rows_, lambda_);
    for (std::size_t i = 0; i < n_; ++i) {
        Index3Coordinates<double> q;
        q.r = bodies[i].r;
        q.p = initial.bodies[i].e.normalized();
        q.setRates(bodies[i].v, bodies[i].w);
        q.setAccelerations(accelerations_[i].head<3>(), accelerations_[i].tail<3>());
        q_[i].r = q.r.cast<S>();
        q_[i].v = q.v.cast<S>();
        q_[i].a = q.a.cast<S>();
        q_[i].p = q.p.cast<S>();
        q_[i].pd = q.pd.cast<S>();
        q_[i].pdd = q.pdd.cast<S>();
    }
    return {};
}

/// Newton's method on the trapezoidal rule, then the projections (THEORY 6.4).
template <typename S>
StepStatus Index3Newmark<S>::step(double tNext) {
    const S h = static_cast<S>(tNext - t_);
    this->forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        next_[at] = q_[at].predicted(h);
        next_[at].follow(q_[at], h);
        place(i);
    });
    nextLambda_ = lambda_;
    this->closures_.select(rows_, nextLambda_);
    this->lap(Phase::Integrate);
    StepStatus status = this->newton(tNext, h);
    if (status == StepStatus::Reached) {
        project(tNext, h);
        if (this->closures_.needed(rows_)) status = correctBodies(tNext);
    }
    const auto sum = [&](std::size_t i) {
        const Coordinates& q = next_[i];
        return q.r.sum() + q.v.sum() + q.a.sum() + q.p.sum() + q.pd.sum() + q.pdd.sum();
    };
    if (!this->allFinite(sum)) status = StepStatus::NotFinite;
    if (status != StepStatus::Reached) {
        next_ = q_;
        for (std::size_t i = 0; i < n_; ++i) place(static_cast<int>(i));
        return this->reason(status, tNext);
    }
    this->countTurns(h);
    q_.swap(next_);
    lambda_.swap(nextLambda_);
    t_ = tNext;
    this->lap(Phase::Integrate);
    return StepStatus::Reached;
}

/// Uses the exact, nonsymmetric tangent if the symmetric one gains too little, as in fast rotation
/// (THEORY 6.4).
template <typename S>
double Index3Newmark<S>::iterate(int k, double t, S h) {
    if (k == 0) exact_ = false;
    this->forEachLink([&](int link) { rows_.evaluate(link, t, bodies_); });
    this->giveWay(nextLambda_, h * h / S(4));
    this->lap(Phase::Kinematics);
    evaluateLoads<S>(*model_, t, bodies_, this->loadAngles(t, h, false, bodies_), Q_);
    const bool refresh = k == 0 || !spec_.modifiedNewton;
    this->forEachBody([&](int i) {
        const Wrench b = residual(i, h);
        if (refresh && exact_) evaluateExactLeaf(i, h);
        if (refresh && !exact_) evaluateLeaf(i, h);
        solver_.push(i, b);
    });
    this->lap(Phase::Initialise);
    if (refresh) solver_.factorise(workers_, !exact_);
    this->lap(Phase::Assembly);
    solver_.solve(workers_, rows_.Phi, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        change_[at] = this->changeOf(at);
        next_[at].move(dq_[at]);
        next_[at].follow(q_[at], h);
        place(i);
    });
    nextLambda_ += y_ / (h * h / S(4));  // entries for loads are not used
    this->lap(Phase::Disassembly);
    const double change = this->largestChange();
    if (k > 0 && change > 0.3 * last_ && spec_.newtonTolerance > 0.0) exact_ = true;
    last_ = change;
    return change;
}

template <typename S>
bool Index3Newmark<S>::enough(int /*k*/, double change, double /*before*/) const {
    return change < spec_.newtonTolerance;
}

template <typename S>
void Index3Newmark<S>::place(int i) {
    const auto at = static_cast<std::size_t>(i);
    const Coordinates& q = next_[at];
    bodies_[at] = {rotationOf<S>(q.p), q.r, q.v, q.w()};
}

/// b = c g, g = M a + P^T lambda - Q with the moments of Euler's equations (THEORY 6.3).
template <typename S>
Vec6<S> Index3Newmark<S>::residual(int i, S h) {
    const auto at = static_cast<std::size_t>(i);
    const Coordinates& q = next_[at];
    const BodyKinematics<S>& body = bodies_[at];
    Mcc_[at].noalias() = body.R * this->inertia_[at] * body.R.transpose();
    const Vec3<S> momentum = Mcc_[at] * body.w;
    Wrench b;
    b.template head<3>() = this->mass_[at] * q.a;
    b.template tail<3>() =
        Mcc_[at] * q.alpha() + body.w.cross(momentum) + S(2) * q.p.dot(q.pd) * momentum;
    b += rows_.wrenchOn(i, nextLambda_) - Q_[at];
    return h * h / S(4) * b;
}

/// N = Mcc^-1 with drag and, if it stays positive definite, the symmetric part of the geometric
/// stiffness.
template <typename S>
void Index3Newmark<S>::evaluateLeaf(int i, S h) {
    const auto at = static_cast<std::size_t>(i);
    Index3Leaf<S> leaf;
    leaf.inverseMass = S(1) / (this->mass_[at] + h / S(2) * this->damping_[at][0]);
    Mcc_[at].diagonal().array() += h / S(2) * this->damping_[at][1];
    const Mat3<S> half = h * h / S(8) * rows_.stiffnessOf(i, bodies_[at].R, nextLambda_);
    if (!invertPositive<S>(Mcc_[at] + half + half.transpose(), leaf.inverseInertia))
        invertPositive<S>(Mcc_[at], leaf.inverseInertia);
    solver_.take(i, leaf, rows_);
}

/// N = Mcc^-1 with the exact derivative of the residual with respect to a rotation, in world axes:
/// inertia, gyroscopic moments, drag and moments of forces at points.
template <typename S>
void Index3Newmark<S>::evaluateExactLeaf(int i, S h) {
    const auto at = static_cast<std::size_t>(i);
    const Coordinates& q = next_[at];
    const Mat3<S>& R = bodies_[at].R;
    const Mat3<S>& J = Mcc_[at];
    const Vec3<S> w = bodies_[at].w, alpha = q.alpha(), momentum = J * w;
    const S growth = q.p.dot(q.pd);
    const Mat3<S> one = Mat3<S>::Identity();
    const Mat3<S> turning = (S(2) / h - growth) * one - S(0.5) * skew<S>(w);  // of w
    const Mat3<S> ofMomentum = J * (turning + skew<S>(w)) - skew<S>(momentum);
    Mat3<S> tangent = J * ((S(4) / (h * h) - q.p.dot(q.pdd)) * one + S(0.5) * skew<S>(alpha)) -
                      skew<S>(J * alpha);
    tangent += skew<S>(w) * ofMomentum - skew<S>(momentum) * turning;
    tangent += S(2) * growth * ofMomentum + S(0.5) * momentum * w.transpose();
    tangent += rows_.stiffnessOf(i, R, nextLambda_);
    tangent *= h * h / S(4);
    tangent.diagonal().array() += h / S(2) * this->damping_[at][1];
    Index3Leaf<S> leaf;
    leaf.inverseMass = S(1) / (this->mass_[at] + h / S(2) * this->damping_[at][0]);
    leaf.inverseInertia = tangent.inverse();
    solver_.take(i, leaf, rows_);
}

/// Projects velocities and accelerations onto the constraints in the metric of Mcc.
template <typename S>
void Index3Newmark<S>::project(double t, S h) {
    if (exact_) {
        this->forEachLink([&](int link) { rows_.evaluate(link, t, bodies_); });
        this->forEachBody([&](int i) {
            residual(i, h);  // for the inertia
            evaluateLeaf(i, h);
        });
        solver_.factorise(workers_, true);
    }
    this->forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        next_[at].setRates(next_[at].v, next_[at].w());
        next_[at].setAccelerations(next_[at].a, next_[at].alpha());
        place(i);
        solver_.push(i, Wrench::Zero());
    });
    const auto evaluateRates = [&] {
        this->forEachLink([&](int link) { rows_.evaluateRates(link, t, bodies_); });
    };
    evaluateRates();
    for (int k = 0; k < spec_.projections; ++k) projectVelocities();
    if (spec_.projections > 0) evaluateRates();
    this->lap(Phase::ProjectionVelocity);
    for (int k = 0; k < spec_.projections; ++k) projectAccelerations();
    this->lap(Phase::ProjectionAcceleration);
}

template <typename S>
StepStatus Index3Newmark<S>::correctBodies(double t) {
    const StepStatus status = this->correct(t, [&](std::span<const Wrench> change) {
        for (std::size_t i = 0; i < n_; ++i) {
            Coordinates& q = next_[i];
            q.r += change[i].template head<3>();
            q.p = turned<S>(q.p, bodies_[i].R.transpose() * change[i].template tail<3>());
            place(static_cast<int>(i));
        }
    });
    for (std::size_t i = 0; i < n_; ++i) {
        Coordinates& q = next_[i];
        const Vec3<S> alpha = q.alpha();
        q.setRates(bodies_[i].v, bodies_[i].w);
        q.setAccelerations(q.a, alpha);
    }
    return status;
}

template <typename S>
void Index3Newmark<S>::projectVelocities() {
    this->forEachLink([&](int link) { rows_.velocityGap(link, bodies_, gap_); });
    solver_.solve(workers_, gap_, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        bodies_[at].v += dq_[at].template head<3>();
        bodies_[at].w += dq_[at].template tail<3>();
        next_[at].setRates(bodies_[at].v, bodies_[at].w);
    });
}

template <typename S>
void Index3Newmark<S>::projectAccelerations() {
    this->forEachLink([&](int link) { accelerationGap(link); });
    solver_.solve(workers_, gap_, dq_, y_, [&](int i) {
        Coordinates& q = next_[static_cast<std::size_t>(i)];
        const Wrench& change = dq_[static_cast<std::size_t>(i)];
        q.setAccelerations(q.a + change.template head<3>(), q.alpha() + change.template tail<3>());
    });
}

template <typename S>
void Index3Newmark<S>::accelerationGap(int link) {
    const Index3Link& own = rows_.links[static_cast<std::size_t>(link)];
    if (own.constraints.empty()) return;
    const auto along = [&](int body, const Vec6<S>& P) {
        if (body == ground) return S(0);
        const Coordinates& q = next_[static_cast<std::size_t>(body)];
        return P.template head<3>().dot(q.a) + P.template tail<3>().dot(q.alpha());
    };
    for (int r = own.firstRow; r < own.firstRow + own.rows; ++r) {
        const auto row = static_cast<std::size_t>(r);
        gap_[r] =
            along(own.bodyA, rows_.P_a[row]) + along(own.bodyB, rows_.P_b[row]) - rows_.gamma[r];
    }
}

template <typename S>
void Index3Newmark<S>::observe(Sample& out) {
    out.time = t_;
    for (std::size_t i = 0; i < n_; ++i) {
        const Coordinates& q = q_[i];
        const auto wide = [](const auto& x) { return x.template cast<double>().eval(); };
        out.bodies[i] = {wide(q.r), wide(q.p), wide(q.v), wide(q.w())};
        accelerations_[i] << wide(q.a), wide(q.alpha());
    }
    this->complete(out, accelerations_);
}

}  // namespace

template <typename S>
std::unique_ptr<Stepper> makeIndex3Newmark(std::shared_ptr<const Model> model,
                                           const RunSpec& spec) {
    return std::make_unique<Index3Newmark<S>>(std::move(model), spec);
}
template std::unique_ptr<Stepper> makeIndex3Newmark<double>(std::shared_ptr<const Model>,
                                                            const RunSpec&);
template std::unique_ptr<Stepper> makeIndex3Newmark<float>(std::shared_ptr<const Model>,
                                                           const RunSpec&);

}  // namespace momentree
