// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_dca/conserving.hpp"

#include "core/formulations/index3/cayley_motion.hpp"
#include "core/formulations/index3/stepper.hpp"

namespace momentree {
namespace {

template <typename S>
class Index3Conserving final : public Index3Stepper<S> {
public:
    Index3Conserving(std::shared_ptr<const Model> model, const RunSpec& spec)
        : Index3Stepper<S>(std::move(model), spec, Index3Stepper<S>::stiffening * spec.penalty),
          meanRows_(*model_),
          motions_(n_),
          means_(n_) {
        kept_ = firstLambda_ = gap_;
    }

    Result<void> initialise(const InitialState& initial) override;
    void observe(Sample& out) override;

private:
    using Base = Index3Stepper<S>;
    using typename Base::VectorX;
    using typename Base::Wrench;
    using Motion = Index3Motion<S>;

    StepStatus step(double tNext) override;
    StepStatus attempt(double tNext, S h);
    double iterate(int k, double t, S h) override;
    bool enough(int k, double change, double before) const override;
    void place(int i, S h);
    Vec6<S> residual(int i, S h);
    void evaluateLeaf(int i, S h);
    void finish(double t, S h);
    StepStatus correctBodies(double t);
    void factoriseProjection(double t);
    void project(std::vector<BodyKinematics<S>>& bodies);
    void goBack();
    bool isFinite();

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

    Index3Rows<S> meanRows_;                ///< at the mean pose; `rows_` are those of the end
    std::vector<Motion> motions_;           ///< [bodies]
    std::vector<BodyKinematics<S>> means_;  ///< mean poses and velocities over the step
    VectorX kept_;                          ///< [rows]
    VectorX firstLambda_;                   ///< [rows] at the start of the step
    double last_ = 0.0;                     ///< change in the previous iteration
    bool slow_ = true;                      ///< whether that iteration gained less than a digit
};

template <typename S>
Result<void> Index3Conserving<S>::initialise(const InitialState& initial) {
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(initial.bodies);
    std::vector<Vec6<double>> a;
    this->start(initial, bodies, a);
    this->closures_.select(rows_, lambda_);
    this->closures_.select(meanRows_, lambda_);
    for (std::size_t i = 0; i < n_; ++i) {
        const BodyKinematics<double>& body = bodies[i];
        Motion& q = motions_[i];
        q.r = bodies_[i].r;
        q.e = initial.bodies[i].e.normalized().cast<S>();
        q.a = q.aBefore = a[i].head<3>().cast<S>();
        q.A = q.ABefore = (body.R.transpose() * a[i].tail<3>()).cast<S>();
    }
    factoriseProjection(0.0);
    return {};
}

template <typename S>
StepStatus Index3Conserving<S>::step(double tNext) {
    const S h = static_cast<S>(tNext - t_);
    firstLambda_ = lambda_;
    const StepStatus status = this->attempted([&] { return attempt(tNext, h); });
    if (status != StepStatus::Reached) return this->reason(status, tNext);
    this->countTurns(h);
    t_ = tNext;
    this->lap(Phase::Integrate);
    return StepStatus::Reached;
}

/// Newton's method on the energy-conserving rule, then the velocities (THEORY 6.5); restores the
/// start on failure.
template <typename S>
StepStatus Index3Conserving<S>::attempt(double tNext, S h) {
    this->forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        motions_[at].predict(bodies_[at].R, bodies_[at].v, bodies_[at].w, h);
        place(i, h);
    });
    this->closures_.select(rows_, lambda_);
    this->closures_.select(meanRows_, lambda_);
    this->lap(Phase::Integrate);
    StepStatus status = this->newton(tNext, h);
    if (!isFinite()) status = StepStatus::NotFinite;
    if (status == StepStatus::Reached) {
        finish(tNext, h);
        if (this->closures_.needed(rows_)) status = correctBodies(tNext);
        if (!isFinite()) status = StepStatus::NotFinite;
    }
    if (status != StepStatus::Reached) goBack();
    return status;
}

/// A tangent is used until an iteration gains less than a digit.
template <typename S>
double Index3Conserving<S>::iterate(int k, double t, S h) {
    this->forEachLink([&](int link) {
        rows_.evaluate(link, t, bodies_);
        meanRows_.evaluate(link, t - 0.5 * static_cast<double>(h), means_);
    });
    this->giveWay(lambda_, h * h / S(2));
    this->lap(Phase::Kinematics);
    const double middle = t - 0.5 * static_cast<double>(h);
    evaluateLoads<S>(*model_, middle, means_, this->loadAngles(middle, h / S(2), true, means_), Q_);
    const bool refresh = k == 0 || (slow_ && !spec_.modifiedNewton);
    this->forEachBody([&](int i) {
        const Wrench b = residual(i, h);
        if (refresh) evaluateLeaf(i, h);
        solver_.push(i, b);
    });
    this->lap(Phase::Initialise);
    if (refresh) solver_.factorise(workers_, false);
    this->lap(Phase::Assembly);
    solver_.solve(workers_, rows_.Phi, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        change_[at] = this->changeOf(at);
        motions_[at].move(bodies_[at].R, dq_[at]);
        place(i, h);
    });
    lambda_ += y_ / (h * h / S(2));  // entries for loads are not used
    this->lap(Phase::Disassembly);
    const double change = this->largestChange();
    slow_ = k > 0 && change > 0.1 * last_;
    last_ = change;
    return change;
}

/// The next change, estimated from the rate of the last two, is below the tolerance.
template <typename S>
bool Index3Conserving<S>::enough(int k, double change, double before) const {
    const double next = k > 0 && !slow_ ? change * (change / before) : change;
    return next < spec_.newtonTolerance;
}

template <typename S>
void Index3Conserving<S>::place(int i, S h) {
    const Motion& q = motions_[static_cast<std::size_t>(i)];
    BodyKinematics<S>& end = bodies_[static_cast<std::size_t>(i)];
    BodyKinematics<S>& mean = means_[static_cast<std::size_t>(i)];
    end.R = rotationOf<S>(q.e);
    end.r = q.r;
    mean.R = S(0.5) * (q.R0 + end.R);
    mean.r = S(0.5) * (q.r0 + q.r);
    mean.v = q.d / h;
    mean.w = q.R0 * q.turn / h;
}

/// b = M (dq - h V_0) - h^2 / 2 (Q - F^T lambda), all at the mean pose except the momenta.
template <typename S>
Vec6<S> Index3Conserving<S>::residual(int i, S h) {
    const auto at = static_cast<std::size_t>(i);
    const Motion& q = motions_[at];
    const Mat3<S>& J_C = this->inertia_[at];
    Wrench b;
    b.template head<3>() = this->mass_[at] * (q.d - h * q.v0);
    b.template tail<3>() =
        bodies_[at].R * (J_C * (q.turn - S(0.5) * h * q.W0)) - q.R0 * (J_C * (S(0.5) * h * q.W0));
    b -= h * h / S(2) * (Q_[at] - meanRows_.wrenchOn(i, lambda_));
    return b;
}

/// N = Mcc^-1, the exact derivative with respect to the rotation at the end: inertia, gyroscopic
/// moments, drag and moments of forces at points.
template <typename S>
void Index3Conserving<S>::evaluateLeaf(int i, S h) {
    const auto at = static_cast<std::size_t>(i);
    const Motion& q = motions_[at];
    const Mat3<S>& R = bodies_[at].R;
    const Mat3<S>& J_C = this->inertia_[at];
    const Vec3<S> turn = R * q.turn;
    const Vec3<S> momentum = R * (J_C * (q.turn - S(0.5) * h * q.W0));
    const Mat3<S> chart =
        Mat3<S>::Identity() + S(0.25) * turn * turn.transpose() + S(0.5) * skew<S>(turn);
    Mat3<S> tangent = R * J_C * R.transpose() * chart - skew<S>(momentum);
    tangent += h * h / S(4) * rows_.stiffnessOf(i, R, lambda_);
    tangent.diagonal().array() += h / S(2) * this->damping_[at][1];
    Index3Leaf<S> leaf;
    leaf.inverseMass = S(1) / (this->mass_[at] + h / S(2) * this->damping_[at][0]);
    leaf.inverseInertia = tangent.inverse();
    solver_.take(i, leaf, meanRows_);
}

/// Velocities at the end of the step. Their violation of the constraints alternates in sign; its
/// mean over two steps is kept, which conserves energy, and only samples are projected completely
/// (THEORY 6.5).
template <typename S>
void Index3Conserving<S>::finish(double t, S h) {
    this->forEachBody([&](int i) {
        const Motion& q = motions_[static_cast<std::size_t>(i)];
        BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
        body.v = S(2) / h * q.d - q.v0;
        body.w = body.R * (S(2) / h * q.turn - q.W0);
    });
    factoriseProjection(t);
    kept_ = S(0.5) * (kept_ + gap_);
    gap_ -= kept_;
    project(bodies_);
    this->forEachBody([&](int i) {
        Motion& q = motions_[static_cast<std::size_t>(i)];
        const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
        q.aBefore = q.a;
        q.ABefore = q.A;
        q.a = (body.v - q.v0) / h;
        q.A = (body.R.transpose() * body.w - q.W0) / h;
    });
    this->lap(Phase::ProjectionVelocity);
}

template <typename S>
StepStatus Index3Conserving<S>::correctBodies(double t) {
    return this->correct(t, [&](std::span<const Wrench> change) {
        for (std::size_t i = 0; i < n_; ++i) {
            Motion& q = motions_[i];
            q.r += change[i].template head<3>();
            q.e = turned<S>(q.e, bodies_[i].R.transpose() * change[i].template tail<3>());
            bodies_[i].R = rotationOf<S>(q.e);
            bodies_[i].r = q.r;
        }
    });
}

/// Rows, gaps and the mass matrix at the end of the step.
template <typename S>
void Index3Conserving<S>::factoriseProjection(double t) {
    this->forEachLink([&](int link) {
        rows_.evaluateRates(link, t, bodies_);
        rows_.velocityGap(link, bodies_, gap_);
    });
    this->forEachBody([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        const Mat3<S>& R = bodies_[at].R;
        Index3Leaf<S> leaf;
        leaf.inverseMass = S(1) / this->mass_[at];
        invertPositive<S>(R * this->inertia_[at] * R.transpose(), leaf.inverseInertia);
        solver_.take(i, leaf, rows_);
        solver_.push(i, Wrench::Zero());
    });
    solver_.factorise(workers_, true);
}

/// The nearest velocities in the metric of M whose P V is reduced by the gap.
template <typename S>
void Index3Conserving<S>::project(std::vector<BodyKinematics<S>>& bodies) {
    solver_.solve(workers_, gap_, dq_, y_, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        bodies[at].v += dq_[at].template head<3>();
        bodies[at].w += dq_[at].template tail<3>();
    });
}

/// Restores the start of a failed step.
template <typename S>
void Index3Conserving<S>::goBack() {
    for (std::size_t i = 0; i < n_; ++i) {
        Motion& q = motions_[i];
        q.r = q.r0;
        q.e = q.e0;
        bodies_[i] = {q.R0, q.r0, q.v0, q.R0 * q.W0};
    }
    lambda_ = firstLambda_;
    factoriseProjection(t_);
}

template <typename S>
bool Index3Conserving<S>::isFinite() {
    return this->allFinite([&](std::size_t i) {
        const Motion& q = motions_[i];
        return q.r.sum() + q.e.sum() + bodies_[i].v.sum() + bodies_[i].w.sum();
    });
}

/// Velocities of loops with rounded lengths fit best as they are corrected after each step; the
/// rows that are not left out would move them by the gap.
template <typename S>
void Index3Conserving<S>::observe(Sample& out) {
    std::copy(bodies_.begin(), bodies_.end(), means_.begin());
    for (int k = 0; k < spec_.projections && !this->closures_.rounded(); ++k) {
        this->forEachLink([&](int link) { rows_.velocityGap(link, means_, gap_); });
        project(means_);
    }
    out.time = t_;
    for (std::size_t i = 0; i < n_; ++i) {
        const auto wide = [](const auto& x) { return x.template cast<double>().eval(); };
        out.bodies[i] = {wide(motions_[i].r), wide(motions_[i].e), wide(means_[i].v),
                         wide(means_[i].w)};
    }
    this->complete(out);
}

}  // namespace

template <typename S>
std::unique_ptr<Stepper> makeIndex3Conserving(std::shared_ptr<const Model> model,
                                              const RunSpec& spec) {
    return std::make_unique<Index3Conserving<S>>(std::move(model), spec);
}
template std::unique_ptr<Stepper> makeIndex3Conserving<double>(std::shared_ptr<const Model>,
                                                               const RunSpec&);
template std::unique_ptr<Stepper> makeIndex3Conserving<float>(std::shared_ptr<const Model>,
                                                              const RunSpec&);

}  // namespace momentree
