// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/constrained_motion.hpp"
#include "core/dynamics/observer.hpp"
#include "core/formulations/multipliers/trace.hpp"
#include "core/formulations/shared/closure_correction.hpp"
#include "core/kinematics/turns.hpp"
#include "core/stepping/ode_system.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {

/// The common part of formulations in absolute coordinates: state y = [r, e of each body;
/// angles that are not prescribed, see `Turns`; six numbers of each body], the sparse system of all
/// bodies and constraints, samples and traces.
template <typename S>
class AbsoluteSystem : public OdeSystem<S>, public Traceable {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    int size() const final { return 13 * n_ + turns_.size(); }
    int positionSize() const final { return 7 * n_ + turns_.size(); }
    int angleSize() const final { return turns_.size(); }
    int bodyOf(int entry) const final {
        if (entry < 7 * n_) return entry / 7;
        return entry < positionSize() ? -1 : (entry - positionSize()) / 6;
    }
    void trace(Tracer* tracer) final { tracer_ = tracer; }

protected:
    /// @param sampled feedback of violations in samples [1/s]
    AbsoluteSystem(std::shared_ptr<const Model> model, const RunSpec& spec, double sampled)
        : model_(std::move(model)),
          n_(static_cast<int>(model_->bodies.size())),
          beta_(static_cast<S>(spec.baumgarte)),
          corrects_(spec.correction),
          bodies_(model_->bodies.size()),
          turns_(*model_, false),
          terms_(model_->constraints.size()),
          motion_(*model_),
          Q_(model_->bodies.size()),
          none_(model_->bodies.size(), Vec6<S>::Zero()),
          change_(model_->bodies.size()),
          gap_(model_->constraintRows),
          multipliers_(model_->constraintRows),
          c_(model_->constraintRows),
          sigma_(model_->constraintRows),
          observer_(*model_, sampled) {
        sigma_.setZero();
    }

    /// Ends the phase of the caller.
    void begin() {
        if (tracer_ != nullptr) tracer_->lap(Phase::Integrate);
    }
    void lap(PhaseClock& clock, Phase phase) { momentree::lap(clock, tracer_, phase); }
    /// Runs a pass and reports it if there is a tracer.
    template <typename Run, typename Report>
    void traced(const TracedPass& pass, const Run& run, const Report& report) {
        tracer_ == nullptr ? run() : tracer_->single(pass, -1, run, report);
    }
    Eigen::MatrixXd jacobian() const { return global::jacobianOf<S>(*model_, terms_); }
    Eigen::MatrixXd system() const { return global::systemOf<S>(*model_, bodies_, jacobian()); }

    /// Writes the poses of the start to y.
    void writePoses(const InitialState& initial, Out y) const {
        for (int i = 0; i < n_; ++i) {
            const BodyState& body = initial.bodies[static_cast<std::size_t>(i)];
            y.template segment<3>(7 * i) = body.r.cast<S>();
            y.template segment<4>(7 * i + 3) = body.e.cast<S>();
        }
    }
    void startAngles(const InitialState& initial, Out y) {
        turns_.start(initial, nullptr, y.data() + 7 * n_);
    }
    /// Sets the angles of loads.
    void placeAngles(double t, const In& y) { turns_.place(t, nullptr, y.data() + 7 * n_); }
    /// Moves the angles to those of the poses in `bodies_` after a step.
    void settleAngles(Out y) const { turns_.settle(bodies_, y.data() + 7 * n_); }
    /// Reads the poses of y into `bodies_`.
    void readPoses(const In& y) {
        for (int i = 0; i < n_; ++i) {
            BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            body.r = y.template segment<3>(7 * i);
            body.R = rotationOf<S>(y.template segment<4>(7 * i + 3));
        }
    }
    /// The six numbers of a body in y.
    template <typename Vector>
    auto ofBody(Vector& y, int i) const {
        return y.template segment<6>(positionSize() + 6 * i);
    }
    void normalisePoses(Out y) const {
        for (int i = 0; i < n_; ++i) y.template segment<4>(7 * i + 3).normalize();
    }
    /// Rates of the poses and angles from the velocities of `bodies_`.
    /// @param rates [bodies] of the other half
    void writeRates(const In& y, std::span<const Vec6<S>> rates, Out ydot) const {
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            ydot.template segment<3>(7 * i) = body.v;
            ydot.template segment<4>(7 * i + 3) = quaternionRate<S>(
                y.template segment<4>(7 * i + 3), Vec3<S>(body.R.transpose() * body.w));
            ydot.template segment<6>(positionSize() + 6 * i) = rates[static_cast<std::size_t>(i)];
        }
        turns_.rates(bodies_, ydot.data() + 7 * n_);
    }
    /// To be called at the start.
    void hold(const InitialState& initial) {
        structure_ = closureStructure(*model_, initial.bodies);
        motion_.hold(structure_);
        observer_.hold(structure_);
        onTree_.assign(model_->constraints.size(), 1);
        for (const int k : model_->tree.closures) onTree_[static_cast<std::size_t>(k)] = 0;
    }

    /// Moves the state back onto all constraints (THEORY 3.9):
    ///     q += dq, dq = -M^-1 J^T (J M^-1 J^T)^+ Phi,
    ///     V += dV, dV = -M^-1 J^T (J M^-1 J^T)^+ (J V + Phi_t).
    /// M and J may be those of another pose nearby; if that leaves too much, more corrections
    /// follow with those of the present pose.
    /// @param y the poses of `bodies_`, whose velocities are also corrected
    StepReport correct(double t, Out y) {
        using Limits = CorrectionLimits<S>;
        StepReport report;
        if (model_->constraintRows == 0 || !corrects_) return report;
        S violation = positionGap(t);
        for (int k = 0; k < Limits::mostCorrections &&
                        violation > (k == 0 ? Limits::negligible : Limits::enough);
             ++k) {
            if (k > 0) motion_.factorise(bodies_, terms_);
            solveGap();
            report.moved = std::max(report.moved, largestChange());
            displace(y);
            violation = positionGap(t);
        }
        const auto apart = motion_.closures().contradiction(motion_.ofClosures(gap_));
        velocityGap();
        solveGap();
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            bodies_[i].v += change_[i].template head<3>();
            bodies_[i].w += change_[i].template tail<3>();
        }
        for (std::size_t k = 0; k < terms_.size(); ++k)
            gap_.segment(model_->constraints[k].firstRow, model_->constraints[k].rows()) =
                terms_[k].Phi_t;
        S speed = motion_.closures().norm(motion_.ofClosures(gap_));
        for (const BodyKinematics<S>& body : bodies_)
            speed = std::max({speed, body.w.norm(), body.v.norm() / length()});
        velocityGap();
        judge(motion_.closures(), violation, apart,
              motion_.closures().contradiction(motion_.ofClosures(gap_)), speed, report);
        return report;
    }

    /// A sample of the poses in y and the velocities of `bodies_`.
    void writeSample(double t, const In& y, Sample& out) {
        out.time = t;
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& moving = bodies_[static_cast<std::size_t>(i)];
            BodyState& body = out.bodies[static_cast<std::size_t>(i)];
            body.r = y.template segment<3>(7 * i).template cast<double>();
            body.e = y.template segment<4>(7 * i + 3).template cast<double>().normalized();
            body.v = moving.v.template cast<double>();
            body.w = moving.w.template cast<double>();
        }
        observer_.complete(out, turns_.all(t, nullptr, y.data() + 7 * n_));
    }

    std::shared_ptr<const Model> model_;
    int n_;
    S beta_;
    bool corrects_;
    std::vector<BodyKinematics<S>> bodies_;
    Turns<S> turns_;
    std::vector<ConstraintTerms<S>> terms_;  ///< [constraints]
    ConstrainedMotion<S> motion_;
    std::vector<Vec6<S>> Q_;  ///< [bodies]
    // Of a correction.
    ClosureStructure structure_;
    std::vector<char> onTree_;                         ///< [constraints]
    std::vector<Vec6<S>> none_, change_;               ///< [bodies]
    typename OdeSystem<S>::Vector gap_, multipliers_;  ///< [constraintRows]

    typename OdeSystem<S>::Vector c_, sigma_;  ///< [constraintRows]
    Observer observer_;

private:
    S length() const { return static_cast<S>(structure_.ranks.size); }

    /// Sets the gap to Phi and returns its part that can be removed, relative to the size.
    S positionGap(double t) {
        const std::span<const BodyKinematics<S>> bodies(bodies_);
        S onTree(0);
        for (std::size_t k = 0; k < terms_.size(); ++k) {
            const Constraint& c = model_->constraints[k];
            evaluate(c, motionOf(*model_, c, t), at(bodies, c.bodyA), at(bodies, c.bodyB),
                     terms_[k]);
            gap_.segment(c.firstRow, c.rows()) = terms_[k].Phi;
            const S weight = c.kind == Constraint::Kind::Angle ? S(1) : S(1) / length();
            if (onTree_[k]) onTree = std::max(onTree, weight * terms_[k].Phi.norm());
        }
        return std::max(onTree, motion_.closures().removable(motion_.ofClosures(gap_)));
    }
    void velocityGap() {
        const std::span<const BodyKinematics<S>> bodies(bodies_);
        for (std::size_t k = 0; k < terms_.size(); ++k) {
            const Constraint& c = model_->constraints[k];
            auto gap = gap_.segment(c.firstRow, c.rows());
            gap = terms_[k].Phi_t;
            gap.noalias() += terms_[k].J_a * at(bodies, c.bodyA).V();
            gap.noalias() += terms_[k].J_b * at(bodies, c.bodyB).V();
        }
    }
    void solveGap() {
        gap_ = -gap_;
        motion_.solve(none_, gap_, change_, multipliers_);
    }
    double largestChange() const {
        S largest(0);
        for (const Vec6<S>& change : change_)
            largest = std::max({largest, change.template tail<3>().norm(),
                                change.template head<3>().norm() / length()});
        return static_cast<double>(largest);
    }
    void displace(Out y) {
        for (int i = 0; i < n_; ++i) {
            const auto k = static_cast<std::size_t>(i);
            auto e = y.template segment<4>(7 * i + 3);
            y.template segment<3>(7 * i) += change_[k].template head<3>();
            e += quaternionRate<S>(
                e, Vec3<S>(bodies_[k].R.transpose() * change_[k].template tail<3>()));
            e.normalize();
        }
        readPoses(y);
    }

    Tracer* tracer_ = nullptr;
};

}  // namespace momentree
