// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/inverse_dynamics.hpp"

#include <algorithm>
#include <cmath>

#include "core/analysis/dead_points.hpp"
#include "core/analysis/least_norm.hpp"
#include "core/analysis/refine.hpp"
#include "core/dynamics/newton_euler_terms.hpp"
#include "core/dynamics/reactions.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double mostInstants = 1e6;

/// Evaluates a driven mechanism, with redundant multipliers of least norm.
class Evaluation {
public:
    Evaluation(const Model& model, DrivenMotion& motion)
        : model_(model),
          motion_(motion),
          redundant_(motion.assembly().redundant),
          threshold_(rankTolerance(motion.assembly().gap)),
          terms_(model.constraints.size()),
          Q_(model.bodies.size()),
          b_(model.bodies.size()) {}

    Result<Sample> at(double t) {
        auto sample = motion_.at(t);
        if (sample && redundant_ > 0) share(*sample);
        return sample;
    }
    /// Of the last instant, if equations are redundant.
    const LeastNorm& shared() const { return shared_; }

    /// What remains of M a - b - J^T sigma, relative to the largest entry.
    double residual(const Sample& sample) {
        evaluate(sample);
        std::vector<Vec6<double>> rest = b_;
        double largest = 0.0;
        const auto add = [&](int body, const Vector3d& at, const Vec6<double>& wrench,
                             double sign) {
            if (body == ground) return;
            Vec6<double> w = sign * wrench;
            w.tail<3>() += (at - bodies_[toIndex(body)].r).cross(Vector3d(w.head<3>()));
            largest = std::max(largest, w.cwiseAbs().maxCoeff());
            rest[toIndex(body)] -= w;
        };
        for (std::size_t k = 0; k < model_.joints.size(); ++k) {
            const JointElement& joint = model_.joints[k];
            const Vector3d B = markerKinematics<double>(joint.B, bodies_).r;
            add(joint.B.body, B, sample.joints[k].reaction, 1.0);
            add(joint.A.body, B, sample.joints[k].reaction, -1.0);
        }
        // Couplings, and motions between markers without a joint, are in no reaction of a joint.
        for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
            const Constraint& c = model_.constraints[k];
            const bool coupled = c.coupling >= 0;
            if (!coupled && (c.motion < 0 || reactingJoint(model_, c) >= 0)) continue;
            const double effort = coupled ? sample.couplingEfforts[toIndex(c.term)] / c.ratio
                                          : sample.motionEfforts[toIndex(c.motion)];
            if (c.bodyA != ground) rest[toIndex(c.bodyA)] -= effort * terms_[k].J_a.row(0);
            if (c.bodyB != ground) rest[toIndex(c.bodyB)] -= effort * terms_[k].J_b.row(0);
        }
        double left = 0.0;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            largest = std::max(largest, b_[i].cwiseAbs().maxCoeff());
            left = std::max(left, rest[i].cwiseAbs().maxCoeff());
        }
        return largest > 0.0 ? left / largest : 0.0;
    }

private:
    /// Sets `terms_` and b_ = M a + [0; w x J w] - Q, the wrenches of the constraints.
    void evaluate(const Sample& sample) {
        bodies_ = kinematicsOf(sample.bodies);
        const std::span<const BodyKinematics<double>> bodies(bodies_);
        evaluateAll<double>(model_, sample.time, bodies, {}, terms_);
        evaluateLoads<double>(model_, sample.time, bodies, motion_.anglesOfLoads(), Q_);
        subtractGyroscopic<double>(model_, bodies, Q_, b_);
        for (std::size_t i = 0; i < b_.size(); ++i) {
            const Body& body = model_.bodies[i];
            const Matrix3d& R = bodies_[i].R;
            const Vec6<double>& a = sample.accelerations[i];
            b_[i] = -b_[i];
            b_[i].head<3>() += body.mass * a.head<3>();
            b_[i].tail<3>() += R * (body.J_C * (R.transpose() * a.tail<3>()));
        }
    }
    void share(Sample& sample) {
        evaluate(sample);
        shared_ = leastNorm(model_, terms_, b_, motion_.size(), threshold_);
        writeReactions(model_, bodies_, terms_, shared_.sigma, sample);
    }

    const Model& model_;
    DrivenMotion& motion_;
    int redundant_;
    double threshold_;
    std::vector<ConstraintTerms<double>> terms_;
    std::vector<BodyKinematics<double>> bodies_;
    std::vector<Vec6<double>> Q_, b_;
    LeastNorm shared_;
};

void raise(Peak& peak, double value, double time) {
    if (std::abs(value) > std::abs(peak.value)) peak = {value, time};
}

/// The largest of the efforts of a motion near its largest sample.
Peak refined(Evaluation& evaluation, const InverseDynamics& found, std::size_t motion) {
    const std::vector<Sample>& samples = found.samples;
    const Peak coarse = found.efforts[motion].effort;
    const auto at = std::ranges::find(samples, coarse.time, &Sample::time) - samples.begin();
    const auto k = static_cast<std::size_t>(at);
    const double from = samples[k == 0 ? 0 : k - 1].time;
    const double to = samples[std::min(k + 1, samples.size() - 1)].time;
    Peak best = coarse;
    const double sign = coarse.value < 0.0 ? -1.0 : 1.0;
    leastBetween(from, to, [&](double t) {
        const auto sample = evaluation.at(t);
        if (!sample) return 0.0;
        raise(best, sample->motionEfforts[motion], t);
        return -sign * sample->motionEfforts[motion];
    });
    return best;
}

/// Forces near a dead point are about as inaccurate as the dimensions, over the regularity.
Diagnostics deadPointWarnings(const std::vector<NearDeadPoint>& nearest) {
    constexpr double sensitive = 1e-3;
    Diagnostics warnings;
    for (const NearDeadPoint& point : nearest)
        if (point.regularity < sensitive)
            warnings.push_back(warning(
                Place::run(),
                MOMENTREE_TEXT("efforts-near-dead-point",
                               "the mechanism is near a dead point at t = %1 s (smallest singular "
                               "value %2): efforts and reactions around it are large and change "
                               "with every rounding of a dimension")(
                    numberText(point.time, 6), numberText(point.regularity, 2))));
    return warnings;
}

/// By the trapezoidal rule.
template <typename Value>
double integral(const std::vector<Sample>& samples, const Value& value) {
    double sum = 0.0;
    for (std::size_t k = 1; k < samples.size(); ++k)
        sum += 0.5 * (samples[k].time - samples[k - 1].time) * (value(k - 1) + value(k));
    return sum;
}

void summarise(const Model& model, InverseDynamics& found) {
    const std::vector<Sample>& samples = found.samples;
    for (std::size_t m = 0; m < model.motions.size(); ++m) {
        EffortFigures& figures = found.efforts[m];
        for (std::size_t k = 0; k < samples.size(); ++k) {
            raise(figures.effort, samples[k].motionEfforts[m], samples[k].time);
            raise(figures.power, found.powers[k][m], samples[k].time);
        }
        const double duration = samples.back().time;
        const auto square = [&](std::size_t k) {
            return samples[k].motionEfforts[m] * samples[k].motionEfforts[m];
        };
        figures.rms = duration > 0.0 ? std::sqrt(integral(samples, square) / duration)
                                     : std::abs(samples[0].motionEfforts[m]);
        figures.work = integral(samples, [&](std::size_t k) { return found.powers[k][m]; });
    }
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        for (const Sample& sample : samples) {
            const Vec6<double>& reaction = sample.joints[j].reaction;
            raise(found.reactions[j].force, reaction.head<3>().norm(), sample.time);
            raise(found.reactions[j].moment, reaction.tail<3>().norm(), sample.time);
        }
}

}  // namespace

Result<std::vector<double>> timesOf(const Instants& instants) {
    const auto [duration, step] = instants;
    if (!(duration >= 0.0) || !std::isfinite(duration))
        return fail(error(Place::setting("duration", numberText(duration)),
                          MOMENTREE_TEXT("analysis-duration", "must be zero or positive [s]")));
    if (!(step > 0.0) || !std::isfinite(step))
        return fail(error(Place::setting("step", numberText(step)),
                          MOMENTREE_TEXT("analysis-step", "must be positive [s]")));
    if (duration / step > mostInstants)
        return fail(error(Place::setting("step", numberText(step)),
                          MOMENTREE_TEXT("analysis-too-many-instants",
                                         "would give more than %1 instants; choose a longer step "
                                         "or a shorter duration")(numberText(mostInstants))));
    std::vector<double> times;
    const auto whole = static_cast<std::size_t>(std::floor(duration / step * (1.0 + 1e-12)));
    for (std::size_t k = 0; k <= whole; ++k) times.push_back(static_cast<double>(k) * step);
    if (times.back() > duration || duration - times.back() < 1e-9 * step)
        times.back() = duration;
    else
        times.push_back(duration);
    return times;
}

Result<InverseDynamics> inverseDynamics(const Model& model, const Instants& instants) {
    const auto times = timesOf(instants);
    if (!times) return tl::unexpected(times.error());
    const auto motion = DrivenMotion::start(model);
    if (!motion) return tl::unexpected(motion.error());
    Evaluation evaluation(model, **motion);
    InverseDynamics found;
    found.redundant = (*motion)->assembly().redundant;
    found.efforts.resize(model.motions.size());
    found.reactions.resize(model.joints.size());
    std::vector<double> regularity;
    for (const double t : *times) {
        auto sample = evaluation.at(t);
        if (!sample) {
            found.ended = sample.error().front();
            break;
        }
        std::vector<double>& powers = found.powers.emplace_back();
        for (std::size_t m = 0; m < model.motions.size(); ++m)
            powers.push_back(sample->motionEfforts[m] * model.motions[m].law.at(t).df);
        found.residual = std::max(found.residual, evaluation.residual(*sample));
        found.samples.push_back(std::move(*sample));
        regularity.push_back((*motion)->regularity());
    }
    if (found.samples.empty()) return fail(*found.ended);
    found.warnings = deadPointWarnings(nearDeadPoints(**motion, found.samples, regularity));
    summarise(model, found);
    for (std::size_t m = 0; m < model.motions.size(); ++m)
        found.efforts[m].effort = refined(evaluation, found, m);
    if (found.redundant > 0) {
        for (std::size_t m = 0; m < model.motions.size(); ++m)
            found.efforts[m].unique = evaluation.shared().uniqueMotion[m];
        for (std::size_t j = 0; j < model.joints.size(); ++j)
            found.reactions[j].unique = evaluation.shared().uniqueJoint[j];
    }
    return found;
}

}  // namespace momentree
