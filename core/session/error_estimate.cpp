// SPDX-License-Identifier: Apache-2.0
#include "core/session/error_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/diagnostics/row_angles.hpp"
#include "core/execution/this_machine.hpp"
#include "core/kinematics/gap_beside.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"
#include "core/session/built_in.hpp"
#include "core/session/default_step.hpp"
#include "core/session/run_limits.hpp"
#include "core/session/tighter_tolerances.hpp"
#include "core/stepping/step_plan.hpp"

namespace momentree {
namespace {

constexpr double unknownError = std::numeric_limits<double>::quiet_NaN();

/// [bodies] the size of the mechanism to which each belongs [m].
std::vector<double> sizesOf(const Model& model, const InitialState& initial) {
    const MechanismScales scales = mechanismScales(model, kinematicsOf(initial.bodies));
    std::vector<double> sizes;
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        sizes.push_back(scales.of(scales.ofBody[toIndex(model.tree.ofBody[i])]));
    return sizes;
}

/// Angle of the rotation from one orientation to the other [rad], exact for small ones.
double angleBetween(const Quat<double>& a, const Quat<double>& b) {
    const Vector3d va = a.tail<3>(), vb = b.tail<3>();
    const Vector3d v = a[0] * vb - b[0] * va - va.cross(vb);
    return 2.0 * std::atan2(v.norm(), std::abs(a.dot(b)));
}

/// Whether the second run has more digits than the first.
bool isSingle(const RunSpec& spec) {
    return spec.backend == "float32" || !onThisMachine(spec.backend);
}

double shareOf(const RunSpec& spec) {
    return tighterShare(spec.relativeTolerance, isSingle(spec) ? "sequential" : spec.backend);
}

/// The settings of the second run; its step divides that of the first.
Result<RunSpec> finerSpec(const RunSpec& spec) {
    RunSpec finer = spec;
    if (isSingle(spec)) finer.backend = "sequential";
    if (!isAdaptive(spec.integrator)) {
        const auto steps = static_cast<double>(stepCount(spec.sample, spec.step));
        finer.step = spec.sample / (2.0 * steps);
        return finer;
    }
    const double share = shareOf(spec);
    finer.relativeTolerance *= share;
    finer.absoluteTolerance *= share;
    if (showsError(share)) return finer;
    return fail(error(Place::setting("relative tolerance"),
                      MOMENTREE_TEXT("error-tolerance", "cannot be ten times tighter")));
}

/// The settings of a run by another formulation, which makes another motion of the gap of loops.
RunSpec otherSpec(const RunSpec& finer, const char* formulation) {
    RunSpec other = finer;
    other.formulation = formulation;
    other.backend = "sequential";
    if (!ownerOf(finer.integrator).empty()) other.integrator = "rk4";
    return other;
}

/// @param ofGap whether another formulation counts, too
const char* methodOf(const RunSpec& spec, bool ofGap) {
    if (isAdaptive(spec.integrator) && isSingle(spec))
        return ofGap ? "tighter tolerances in double precision, and another formulation"
                     : "tighter tolerances in double precision";
    if (isAdaptive(spec.integrator))
        return ofGap ? "tighter tolerances, and another formulation" : "tighter tolerances";
    if (isSingle(spec))
        return ofGap ? "step doubling in double precision, and another formulation"
                     : "step doubling in double precision";
    return ofGap ? "step doubling, and another formulation" : "step doubling";
}

/// Raises the errors to those of another estimate, also to nan.
void raise(ErrorEstimate& most, const ErrorEstimate& error) {
    std::array<double, ErrorEstimate::count> largest = most.values();
    const auto values = error.values();
    for (std::size_t k = 0; k < values.size(); ++k)
        if (!(values[k] <= largest[k])) largest[k] = values[k];
    most = ErrorEstimate::of(largest);
}

Result<std::unique_ptr<Stepper>> startedBy(const Catalogue& catalogue,
                                           const std::shared_ptr<const Model>& model,
                                           const RunSpec& spec, const InitialState& initial) {
    auto stepper = catalogue.make(model, spec);
    if (!stepper) return stepper;
    if (auto started = (*stepper)->initialise(initial); !started)
        return tl::unexpected(std::move(started.error()));
    return stepper;
}

/// By the first formulation that can compute the model.
Result<std::unique_ptr<Stepper>> startedByAnother(const Catalogue& catalogue,
                                                  const std::shared_ptr<const Model>& model,
                                                  const RunSpec& finer,
                                                  const InitialState& initial) {
    const bool byPivots = finer.formulation == "cluster" || finer.formulation == "lcaba";
    const auto [first, second] =
        byPivots ? std::pair("aba", "naudet") : std::pair("cluster", "lcaba");
    auto stepper = startedBy(catalogue, model, otherSpec(finer, first), initial);
    return stepper ? std::move(stepper)
                   : startedBy(catalogue, model, otherSpec(finer, second), initial);
}

}  // namespace

int errorOf(const RowLayout& layout, const Model& model, int column) {
    if (column == layout.total()) return 4;
    const int first = layout.body(0), end = layout.body(static_cast<int>(model.bodies.size()));
    if (column < first || column >= end) return -1;
    const int component = (column - first) % (layout.body(1) - first);
    if (component < 3) return 0;
    if (component < 7) return -1;  // of a quaternion
    return component < 10 ? 2 : 3;
}

ErrorEstimator::ErrorEstimator(std::shared_ptr<const Model> model, const InitialState& initial,
                               std::unique_ptr<Stepper> finer, std::unique_ptr<Stepper> other,
                               const RunSpec& spec)
    : model_(std::move(model)),
      finer_{std::move(finer)},
      other_{std::move(other)},
      spec_(spec),
      order_(orderOf(spec.integrator)),
      size_(sizesOf(*model_, initial)) {
    sample_.resize(*model_);
}

std::shared_ptr<const Recording> ErrorEstimator::begin(std::size_t capacity) {
    rows_ = std::make_shared<Recording>(1 + ErrorEstimate::count, capacity);
    return rows_;
}

bool ErrorEstimator::advance(double until, const std::stop_token& stop) {
    return advance(finer_, until, stop) && advance(other_, until, stop);
}

bool ErrorEstimator::advance(Beside& run, double until, const std::stop_token& stop) {
    if (!run.stepper || failed_ || run.reached >= until) return true;
    const Progress progress = run.stepper->advance(until, stop);
    if (progress.status == StepStatus::Stopped) return false;
    run.reached = progress.time;
    failed_ = progress.status != StepStatus::Reached;
    if (failed_)
        note_ = {progress.time,
                 MOMENTREE_TEXT("error-run-failed",
                                "no error is known from t = %1 s on: the run to compare with "
                                "ended there (%2)")(numberText(progress.time, 6),
                                                    statusName(progress.status))};
    return true;
}

bool ErrorEstimator::reaches(const Beside& run, double time) const {
    return !run.stepper || std::abs(run.reached - time) <= 1e-9 * run.reached;  // rounding
}

ErrorEstimate ErrorEstimator::distance(const Sample& sample, const Beside& run, double& off) {
    run.stepper->observe(sample_);
    ErrorEstimate error;
    const auto raise = [](double& largest, double value) {
        if (!(value <= largest)) largest = value;  // also for nan
    };
    for (std::size_t i = 0; i < sample.bodies.size(); ++i) {
        const BodyState &a = sample.bodies[i], &b = sample_.bodies[i];
        const double apart = (a.r - b.r).norm(), angle = angleBetween(a.e, b.e);
        raise(off, std::max(apart / size_[i], angle));
        raise(error.positions, apart);
        raise(error.angles, angle);
        raise(error.velocities, (a.v - b.v).norm());
        raise(error.rates, (a.w - b.w).norm());
    }
    error.energy =
        std::abs(sample.kinetic + sample.potential - (sample_.kinetic + sample_.potential));
    return error;
}

ErrorEstimate ErrorEstimator::compare(const Sample& sample, double& off) {
    std::array<double, ErrorEstimate::count> values = distance(sample, finer_, off).values();
    const double left = order_ > 0 ? std::exp2(-order_) : errorLeft(shareOf(spec_));
    const double factor = 1.0 / (1.0 - left);
    for (double& value : values) value *= factor;
    off *= factor;
    return ErrorEstimate::of(values);
}

void ErrorEstimator::record(const Sample& sample, double time) {
    std::array<double, ErrorEstimate::count> values{};
    values.fill(unknownError);
    if (!failed_ && reaches(finer_, sample.time) && reaches(other_, sample.time)) {
        double off = 0.0, apart = 0.0;
        last_ = compare(sample, off);
        most_ = std::max(most_, off);
        if (since_ < 0.0 && !(off <= tolerable)) since_ = time;
        const double size = size_.empty() ? 1.0 : std::ranges::max(size_);
        if (!note_ && !(last_.positions <= size))
            note_ = {
                time,
                MOMENTREE_TEXT(
                    "error-beyond-size",
                    "from t = %1 s on, the estimated error of positions exceeds the size of "
                    "the mechanism, %2 m: its motion is not predicted there; %3")(
                    numberText(time, 6), numberText(size, 3),
                    order_ > 0 ? Message(MOMENTREE_TEXT("use-smaller-step", "use a smaller step"))
                               : Message(MOMENTREE_TEXT("use-tighter-tolerances",
                                                        "use tighter tolerances")))};
        if (other_.stepper) raise(last_, distance(sample, other_, apart));
        mostApart_ = std::max(mostApart_, apart);
        if (apartSince_ < 0.0 && !(apart <= tolerable)) apartSince_ = time;
        raise(largest_, last_);
        values = last_.values();
    }
    if (!rows_) return;
    if (rows_->full() && rows_->capacity() >= fewestThinnedRows) rows_ = rows_->thinned();
    const std::span<double> row = rows_->nextRow();
    if (row.empty()) return;
    row[0] = time;
    std::ranges::copy(values, row.begin() + 1);
    rows_->commit();
}

bool ErrorEstimator::follow(const Recording& rows, const RowLayout& layout, double start,
                            double until, const std::stop_token& stop) {
    Sample sample;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const std::span<const double> row = rows.row(k);
        if (row[0] > until) {
            comparedUntil_ = rows.row(k - 1)[0];
            break;
        }
        sample.time = row[0] - start;
        sample.bodies = statesOf(*model_, layout, row);
        sample.kinetic = row[toIndex(layout.kinetic())];
        sample.potential = row[toIndex(layout.potential())];
        if (!advance(sample.time, stop)) return false;
        record(sample, row[0]);
    }
    return true;
}

RunNote ErrorEstimator::uncertain() const {
    constexpr double least = 1.0 / 64.0;  // of the step; shorter ones are no remedy
    const std::string from = numberText(since_, 6), most = numberText(most_, 1);
    if (isSingle(spec_))
        return {since_, MOMENTREE_TEXT("positions-uncertain-single",
                                       "from t = %1 s on, positions differ from those of a run in "
                                       "double precision with half the step, by up to %2 (rad, or "
                                       "of the mechanism's size); reduce the step, or use double "
                                       "precision")(from, most)};
    const double share = order_ > 0 ? std::pow(tolerable / most_, 1.0 / order_) : 1.0;
    if (order_ == 0)
        return {since_, MOMENTREE_TEXT("positions-uncertain-tolerances",
                                       "from t = %1 s on, positions differ from those of a run "
                                       "with tighter tolerances, by up to %2 (rad, or of the "
                                       "mechanism's size); tighten the tolerances")(from, most)};
    if (share > least)
        return {since_,
                MOMENTREE_TEXT("positions-uncertain",
                               "from t = %1 s on, positions differ from those of a run with half "
                               "the step, by up to %2 (rad, or of the mechanism's size); try a "
                               "step of %3 s")(
                    from, most, numberText(roundedDown(share * takenStep(spec_)), 6))};
    return {since_, MOMENTREE_TEXT("positions-unpredicted",
                                   "from t = %1 s on, positions differ from those of a run with "
                                   "half the step, by up to %2 (rad, or of the mechanism's size): "
                                   "the motion is not predicted there; reduce the step, or look "
                                   "only at what comes before")(from, most)};
}

std::vector<RunNote> ErrorEstimator::notes() const {
    std::vector<RunNote> notes;
    if (since_ >= 0.0) notes.push_back(uncertain());
    if (apartSince_ >= 0.0)
        notes.push_back(
            {apartSince_, MOMENTREE_TEXT("positions-uncertain-gap",
                                         "from t = %1 s on, positions differ from those by another "
                                         "formulation, by up to %2 (rad, or of the mechanism's "
                                         "size): the loops close only nearly, so that no motion is "
                                         "right; write lengths and angles with more decimals")(
                              numberText(apartSince_, 6), numberText(mostApart_, 1))});
    if (note_) notes.push_back(*note_);
    return notes;
}

ErrorFigures ErrorEstimator::figures() const {
    return {largest_, last_, methodOf(spec_, other_.stepper != nullptr),
            note_ ? std::optional(note_->time) : std::nullopt, comparedUntil_};
}

Result<std::unique_ptr<ErrorEstimator>> makeErrorEstimator(const Catalogue& catalogue,
                                                           std::shared_ptr<const Model> model,
                                                           const RunSpec& spec,
                                                           const InitialState& initial) {
    const auto finer = finerSpec(spec);
    if (!finer) return tl::unexpected(finer.error());
    auto stepper = startedBy(catalogue, model, *finer, initial);
    if (!stepper) return tl::unexpected(std::move(stepper.error()));
    std::unique_ptr<Stepper> other;
    if (spec.formulation != "soft" && gapBeside(*model, initial.time, initial.bodies) > 0.0) {
        auto made = startedByAnother(catalogue, model, *finer, initial);
        if (!made) return tl::unexpected(std::move(made.error()));
        other = std::move(*made);
    }
    return std::make_unique<ErrorEstimator>(std::move(model), initial, std::move(*stepper),
                                            std::move(other), spec);
}

}  // namespace momentree
