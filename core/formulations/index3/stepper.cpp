// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3/stepper.hpp"

#include <limits>
#include <utility>

#include "core/execution/backend.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/math/index.hpp"
#include "core/math/turned.hpp"

namespace momentree {
namespace {

/// A body takes about a hundred nanoseconds in a loop; sharing a loop costs a microsecond. On two
/// cores also used by others, 128 bodies ran at 0.94 to 1.02 of the speed of one thread, 1024 at
/// 1.04 to 1.2.
constexpr std::size_t bodiesWorthThreads = 48;

/// Fraction of the multipliers of redundant constraints that an iteration removes: a tenth. In
/// double precision less if constraints would otherwise yield by more than 1e-18 s^2 times the
/// acceleration caused by their forces on the inertia along them, which is 1e-15 m for 1 kN on 1
/// kg.
template <typename S>
S forgetting(double penalty, double h) {
    if (std::is_same_v<S, float>) return S(0.1);
    return static_cast<S>(std::min(0.1, 1e-18 * penalty / (h * h / 2.0)));
}

int threadsFor(const Model& model, const RunSpec& spec) {
    return model.bodies.size() < bodiesWorthThreads ? 1 : threadsOf(spec.backend);
}

}  // namespace

template <typename S>
Index3Stepper<S>::Index3Stepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                                double penalty, Index3Rule rule)
    : model_(std::move(model)),
      spec_(spec),
      penalty_(penalty),
      n_(model_->bodies.size()),
      workers_(threadsFor(*model_, spec)),
      rows_(*model_, rule),
      solver_(*model_, rows_, workers_.threads()),
      closures_(*model_, spec, rows_),
      bodies_(n_),
      damping_(n_, Vec3<S>::Zero()),
      tried_(n_),
      Q_(n_, Wrench::Zero()),
      dq_(n_, Wrench::Zero()),
      change_(n_, S(0)),
      perLength_(n_, S(1)),
      turns_(*model_, false),
      theta_(static_cast<std::size_t>(turns_.size()), S(0)),
      observer_(*model_, 0.0),
      angleRate_(theta_),
      nextTheta_(theta_),
      nextRate_(theta_),
      clocks_(*model_) {
    for (VectorX* v : {&lambda_, &y_, &gap_, &yielding_}) v->setZero(rows_.Phi.size());
    for (const Body& body : model_->bodies) {
        mass_.push_back(static_cast<S>(body.mass));
        inertia_.push_back(body.J_C.cast<S>());
    }
    for (const Corner& corner : cornersOf(*model_))
        if (corner.from == corner.to) corners_.push_back(corner);
    for (const Drag& drag : model_->drags)
        damping_[static_cast<std::size_t>(drag.body)] +=
            Vector3d(drag.linear, drag.angular, 0.0).cast<S>();
}

/// lambda = -sigma.
template <typename S>
void Index3Stepper<S>::start(const InitialState& initial,
                             std::span<const BodyKinematics<double>> bodies,
                             std::vector<Vec6<double>>& a) {
    turns_.start(initial, nullptr, theta_.data());
    for (std::size_t i = 0; i < n_; ++i)
        bodies_[i] = {bodies[i].R.cast<S>(), bodies[i].r.cast<S>(), bodies[i].v.cast<S>(),
                      bodies[i].w.cast<S>()};
    turns_.rates(bodies_, angleRate_.data());
    const MechanismScales scales = mechanismScales(*model_, bodies);
    std::vector<double> perLength(n_);
    for (std::size_t i = 0; i < n_; ++i) {
        const int tree = model_->tree.ofBody[i];
        const double size = scales.of(scales.ofBody[toIndex(tree)]);
        perLength[i] = 1.0 / size;
        perLength_[i] = static_cast<S>(1.0 / std::min(1.0, size));
    }
    clocks_.begin(std::move(perLength), spec_.step);
    const ClosureStructure closures = closureStructure(*model_, initial.bodies);
    observer_.hold(closures);
    NewtonEuler<double> start(*model_);
    start.hold(closures);
    closures_.hold(closures, bodies_);
    start.evaluate(0.0, bodies, turns_.ofLoads(), 0.0);
    for (std::size_t k = 0; k < model_->constraints.size(); ++k) {
        const Constraint& c = model_->constraints[k];
        lambda_.segment(rows_.rowOf[k], c.rows()) =
            -start.sigma.segment(c.firstRow, c.rows()).template cast<S>();
    }
    a = start.acceleration;
    setStep(spec_.step);
}

/// theta = theta_0 + h / 2 (theta_0' + theta').
template <typename S>
void Index3Stepper<S>::moveAngles(S h, bool mean, std::span<const BodyKinematics<S>> bodies) {
    turns_.rates(bodies, nextRate_.data());
    for (std::size_t k = 0; k < theta_.size(); ++k)
        nextTheta_[k] =
            theta_[k] + h * (mean ? nextRate_[k] : S(0.5) * (angleRate_[k] + nextRate_[k]));
}

template <typename S>
std::span<const double> Index3Stepper<S>::loadAngles(double t, S h, bool mean,
                                                     std::span<const BodyKinematics<S>> bodies) {
    if (turns_.wound()) moveStates(t, h, mean, bodies);
    return turns_.ofLoads();
}

/// The same at time t for whatever loads read. Rates of controllers depend on their own states: the
/// rule is solved by iteration, which gains a factor h / 2 over the filter's time constant.
template <typename S>
void Index3Stepper<S>::moveStates(double t, S h, bool mean,
                                  std::span<const BodyKinematics<S>> bodies) {
    constexpr int rounds = 4;
    for (int k = 0; k < (model_->controllerStates > 0 ? rounds : 1); ++k) {
        moveAngles(h, mean, bodies);
        turns_.place(t, nullptr, nextTheta_.data());
    }
}

template <typename S>
void Index3Stepper<S>::countTurns(S h) {
    if (model_->controllerStates > 0) moveStates(t_ + static_cast<double>(h), h, false, bodies_);
    moveAngles(h, false, bodies_);
    turns_.settle(bodies_, nextTheta_.data());
    theta_.swap(nextTheta_);
    angleRate_.swap(nextRate_);
}

template <typename S>
Progress Index3Stepper<S>::advance(double until, std::stop_token stop) {
    clock_.start();
    Progress progress;
    if (until > t_) {
        plan_.aim(t_, until, spec_.step);
        while (!plan_.finished()) {
            if (stop.stop_requested()) progress.status = StepStatus::Stopped;
            while (progress.status == StepStatus::Reached && t_ < plan_.next()) {
                const double next = stepEnd(corners_, t_, plan_.next());
                setStep(next - t_);
                progress.status = step(next);
                if (progress.status == StepStatus::Reached && next < plan_.next()) passCorner();
            }
            if (progress.status != StepStatus::Reached) break;
            plan_.advance();
            ++progress.steps;
            if (look_ && --untilLook_ == 0) untilLook_ = look_();
            clocks_.add(t_, std::span<const BodyKinematics<S>>(bodies_));
        }
    }
    progress.time = t_;
    progress.body = progress.status == StepStatus::NotFinite ? failedBody_ : -1;
    progress.closureRow = failedRow_;
    progress.moved = std::exchange(moved_, 0.0);
    clock_.lap(Phase::Integrate);
    return progress;
}

template <typename S>
StepStatus Index3Stepper<S>::newton(double t, S h) {
    const bool fixedCount = spec_.newtonTolerance == 0.0;
    double before = std::numeric_limits<double>::infinity();
    bool converged = false;
    for (int k = 0; k < spec_.newtonIterations; ++k) {
        const double change = iterate(k, t, h);
        ++iterations_;
        mostIterations_ = std::max<std::int64_t>(mostIterations_, k + 1);
        if (!std::isfinite(change)) break;
        converged = enough(k, change, before) || (change > 0.3 * before && isRounding(change));
        if (converged && !fixedCount) break;
        before = change;
    }
    return converged || fixedCount ? StepStatus::Reached : StepStatus::NotConverged;
}

template <typename S>
StepStatus Index3Stepper<S>::reason(StepStatus status, double tNext) {
    if (status != StepStatus::NotConverged && status != StepStatus::NotFinite) return status;
    tried_ = bodies_;
    const StepReport report = closures_.correct(tNext, tried_, [&](std::span<const Wrench> change) {
        for (std::size_t i = 0; i < n_; ++i) {
            tried_[i].r += change[i].template head<3>();
            const Vec3<S> turn = tried_[i].R.transpose() * change[i].template tail<3>();
            tried_[i].R = rotationOf<S>(turned<S>(quaternionOf<S>(tried_[i].R), turn));
        }
    });
    failedRow_ = report.closureRow;
    if (report.status == StepStatus::EndOfTravel || report.status == StepStatus::Contradiction)
        return report.status;
    if (!closures_.singular()) return status;
    return model_->motions.empty() ? StepStatus::Singular : StepStatus::EndOfTravel;
}

template <typename S>
void Index3Stepper<S>::setStep(double h) {
    if (complianceStep_ == h) return;
    complianceStep_ = h;
    setPenalty(penalty_);
}

template <typename S>
void Index3Stepper<S>::setPenalty(double penalty) {
    const double h = complianceStep_;
    penalty_ = penalty;
    rows_.setCompliance(penalty_, h);
    for (const Index3Link& link : rows_.links)
        if (!link.constraints.empty())
            yielding_.segment(link.firstRow, link.rows) =
                forgetting<S>(penalty_, h) * rows_.compliance.segment(link.firstRow, link.rows);
}

template <typename S>
double Index3Stepper<S>::largestChange() const {
    S largest(0);
    for (const S own : change_) {
        if (!(own <= largest)) largest = own;
        if (!std::isfinite(own)) return static_cast<double>(own);
    }
    return static_cast<double>(largest);
}

template <typename S>
bool Index3Stepper<S>::isRounding(double change) const {
    double size = 1.0;
    for (std::size_t i = 0; i < n_; ++i) {
        const S farthest = bodies_[i].r.template lpNorm<Eigen::Infinity>() * perLength_[i];
        size = std::max(size, static_cast<double>(farthest));
    }
    const double epsilon = std::numeric_limits<S>::epsilon();
    return change < 100.0 * epsilon * std::sqrt(penalty_) * size;
}

template class Index3Stepper<double>;
template class Index3Stepper<float>;

}  // namespace momentree
