// SPDX-License-Identifier: Apache-2.0
#include "core/study/error_sources.hpp"

#include <algorithm>
#include <cmath>

#include "core/diagnostics/row_angles.hpp"
#include "core/execution/backend.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/free_motions.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"
#include "core/session/run_limits.hpp"
#include "core/session/tighter_tolerances.hpp"
#include "core/stepping/step_plan.hpp"

namespace momentree {
namespace {

constexpr double precisionRatio = 0x1p-29;  ///< of double to single precision
constexpr double nudge = 1e-7;              ///< of the start of a nearby motion, relative
constexpr double farApart = 0.05;           ///< nearby motions beyond are no longer nearby
constexpr std::size_t fewestRows = 4;       ///< of which an exponent is taken
constexpr double regular = 4.0;             ///< growth of t^2 over the second half of a time

/// The rows of one run, and why they end early.
struct Companion {
    std::unique_ptr<Run> run;
    std::optional<Diagnostic> ended = {};

    std::size_t rows() const { return run->recording()->size(); }
    std::span<const double> row(std::size_t k) const { return run->recording()->row(k); }
};

Result<Companion> computed(const Catalogue& catalogue, const std::shared_ptr<const Model>& model,
                           const RunSpec& spec, const std::stop_token& stop,
                           const LaterStart* start = nullptr) {
    auto run = Run::create(catalogue, model, spec, {.start = start});
    if (!run) return tl::unexpected(std::move(run.error()));
    Companion made{std::move(*run)};
    while (!made.run->finished() && !made.ended) {
        const Progress progress = made.run->advance(stop);
        if (progress.status == StepStatus::Stopped)
            made.ended =
                error(Place::run(), MOMENTREE_TEXT("error-sources-stopped", "stopped at t = %1 s")(
                                        numberText(made.run->time(), 6)));
        else if (progress.status != StepStatus::Reached)
            made.ended = error(Place::run(), made.run->failure(progress));
    }
    return made;
}

/// The distance of two poses in recorded rows.
/// @param size unit of lengths [m]
double distanceOf(const Model& model, const RowLayout& layout, std::span<const double> a,
                  std::span<const double> b, double size) {
    double largest = 0.0;
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
        const auto at = [&](std::span<const double> row, int offset) {
            return row.data() + layout.body(i) + offset;
        };
        const double moved =
            (Eigen::Map<const Vector3d>(at(a, 0)) - Eigen::Map<const Vector3d>(at(b, 0))).norm() /
            size;
        const Eigen::Map<const Eigen::Vector4d> e(at(a, 3)), f(at(b, 3));
        const Vector3d turned = e[0] * f.tail<3>() - f[0] * e.tail<3>() -
                                Vector3d(e.tail<3>()).cross(Vector3d(f.tail<3>()));
        const double angle = 2.0 * std::atan2(turned.norm(), std::abs(e.dot(f)));
        for (const double value : {moved, angle})
            if (!(value <= largest)) largest = value;
    }
    return largest;
}

/// The largest distance so far, at every row that both have.
std::vector<double> distances(const Companion& a, const Companion& b, double size) {
    std::vector<double> all;
    double largest = 0.0;
    for (std::size_t k = 0; k < std::min(a.rows(), b.rows()); ++k) {
        largest = std::max(largest,
                           distanceOf(a.run->model(), a.run->layout(), a.row(k), b.row(k), size));
        all.push_back(largest);
    }
    return all;
}

/// The gap of the closures as recorded.
std::vector<double> gaps(const Companion& run, double size) {
    std::vector<double> all;
    double largest = 0.0;
    const auto column = static_cast<std::size_t>(run.run->layout().driftPosition());
    for (std::size_t k = 0; k < run.rows(); ++k) {
        const double gap = run.row(k)[column] / std::min(size, 1.0);
        if (gap > largest) largest = gap;  // nan where a formulation keeps joints closed
        all.push_back(largest);
    }
    return all;
}

/// The integrator's steps cut in `pieces`, or its tolerances tightened.
RunSpec finerBy(RunSpec spec, double pieces) {
    if (isAdaptive(spec.integrator)) {
        const double share = tighterShare(spec.relativeTolerance, spec.backend);
        spec.relativeTolerance *= share;
        spec.absoluteTolerance *= share;
    } else {
        spec.step = spec.sample / (pieces * static_cast<double>(stepCount(spec.sample, spec.step)));
    }
    return spec;
}

/// The run with its loops closed after every step; none if they are.
std::optional<RunSpec> closedSpec(RunSpec spec) {
    const bool own = spec.formulation == "index3-dca";
    if (own ? spec.projections > 0 : spec.correction) return {};
    if (own)
        spec.projections = 1;
    else
        spec.correction = true;
    return spec;
}

/// The same motion by another formulation, more accurate than the run.
std::optional<Companion> otherFormulation(const Catalogue& catalogue,
                                          const std::shared_ptr<const Model>& model,
                                          const RunSpec& spec, const std::stop_token& stop) {
    for (const char* id : {"naudet", "aba", "hdca", "lagrange-index1", "hamilton-index2"}) {
        if (spec.formulation == id) continue;
        RunSpec other = catalogue.defaults(*model, id);
        other.formulation = id;
        other.backend = "sequential";
        other.integrator = "rk4";
        other.correction = true;
        other.duration = spec.duration;
        other.sample = spec.sample;
        other.step = std::min(spec.step, spec.sample);
        if (auto made = computed(catalogue, model, finerBy(other, 2.0), stop); made && !made->ended)
            return std::move(*made);
    }
    return {};
}

/// The start with all free motions a little faster; none if nothing is free to move.
std::optional<LaterStart> nearbyStart(const Model& model) {
    auto start = assemble(model);
    if (!start) return {};
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(start->bodies);
    const Eigen::VectorXd units = mechanismScales(model, bodies).speed;
    Eigen::VectorXd faster = Eigen::VectorXd::Zero(model.tree.nu);
    for (const FreeMotion& motion : freeMotions(model, 0.0, start->bodies)) {
        const double length = motion.speeds.cwiseQuotient(units).cwiseAbs().maxCoeff();
        faster += nudge / length * motion.speeds;
    }
    if (faster.size() == 0 || faster.isZero(0.0)) return {};
    Eigen::VectorXd q(model.tree.nq), u(model.tree.nu);
    jointsFromBodies(model, 0.0, bodies, q.data(), u.data());
    u += faster;
    bodiesFromJoints(model, 0.0, q.data(), u.data(), bodies);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        start->bodies[i].v = bodies[i].v;
        start->bodies[i].w = bodies[i].w;
    }
    LaterStart later;
    later.state = std::move(*start);
    return later;
}

/// How nearby motions part.
struct Parting {
    double exponent = 0.0;      ///< 0 if that is no faster than t^2, as in regular motions [1/s]
    std::vector<double> apart;  ///< [rows] their distance while they are nearby
};

/// The exponent is that of the second half of the time in which they are nearby.
Parting partingOf(const Companion& run, std::vector<double> apart) {
    std::size_t end = 0;
    while (end + 1 < apart.size() && apart[end + 1] < farApart) ++end;
    const std::size_t middle = end / 2;
    if (end < fewestRows || !(apart[middle] > 0.0)) return {};
    const double ratio = apart[end] / apart[middle];
    if (!(ratio > regular)) return {};
    apart.resize(end + 1);
    return {std::log(ratio) / (run.row(end)[0] - run.row(middle)[0]), std::move(apart)};
}

double& partOf(ErrorParts& parts, ErrorSource source) {
    return parts[static_cast<std::size_t>(source)];
}

/// From each row to the next, an error grows as the distance of nearby motions does; the other
/// sources keep their shares of what is new.
void setGrowth(ErrorSources& found, const Parting& parting) {
    found.growthRate = parting.exponent;
    if (found.growthRate == 0.0) return;
    const std::vector<double>& apart = parting.apart;
    double fresh = 0.0, before = 0.0;
    for (std::size_t k = 0; k < found.parts.size(); ++k) {
        const double all = found.sum(k);
        if (k > 0) {
            const bool known = k < apart.size() && apart[k - 1] > 0.0;
            const double factor =
                known ? apart[k] / apart[k - 1]
                      : std::exp(found.growthRate * (found.time[k] - found.time[k - 1]));
            fresh += std::max(0.0, all - factor * before);
        }
        before = all;
        if (all == 0.0) continue;
        const double grown = 1.0 - fresh / all;
        for (double& part : found.parts[k]) part *= 1.0 - grown;
        partOf(found.parts[k], ErrorSource::Growth) = grown * all;
    }
}

/// The measured parts before growth is told apart, for each row; `method` still without
/// Richardson's factor.
struct Parts {
    std::vector<double> method, rounding, drift;
};

/// Whether rounding may be a part of the difference from half the step.
bool mayBeRounding(const Parts& parts, const RunSpec& spec) {
    constexpr double much = 1e4;
    return orderOf(spec.integrator) > 0 && !parts.rounding.empty() && !parts.method.empty() &&
           parts.method.back() < much * parts.rounding.back();
}

/// Tells method and rounding apart: the first shrinks with the step, the other does not.
/// @param next difference between half and a quarter of the step
void separate(Parts& parts, const std::vector<double>& next, int order) {
    const double left = std::exp2(-order);
    double method = 0.0, rounding = 0.0;
    const std::size_t rows = std::min({parts.method.size(), next.size(), parts.rounding.size()});
    for (std::size_t k = 0; k < rows; ++k) {
        const double both = parts.method[k];
        method = std::max(method, std::max(0.0, both - next[k]) / (1.0 - left));
        rounding = std::max({rounding, parts.rounding[k], both - method});
        parts.method[k] = method;
        parts.rounding[k] = rounding;
    }
}

/// The rows that all runs have reached.
void fill(ErrorSources& found, const Companion& asked, const Parts& measured) {
    const auto at = [](const std::vector<double>& values, std::size_t k) {
        return values.empty() ? 0.0 : values[std::min(k, values.size() - 1)];
    };
    std::size_t rows = std::min(asked.rows(), measured.method.size());
    if (!found.difference.empty()) {
        rows = std::min(rows, found.difference.size());
        found.difference.resize(rows);
    }
    for (std::size_t k = 0; k < rows; ++k) {
        found.time.push_back(asked.row(k)[0]);
        ErrorParts& parts = found.parts.emplace_back();
        parts.fill(0.0);
        partOf(parts, ErrorSource::Method) = at(measured.method, k);
        partOf(parts, ErrorSource::Rounding) = at(measured.rounding, k);
        partOf(parts, ErrorSource::Drift) = at(measured.drift, k);
        if (!found.difference.empty())
            partOf(parts, ErrorSource::Rest) = std::max(0.0, found.difference[k] - found.sum(k));
    }
}

Result<void> refuse(const RunSpec& spec) {
    if (isEndless(spec))
        return fail(error(Place::setting("duration"),
                          MOMENTREE_TEXT("error-sources-endless",
                                         "is infinite; choose one, so that runs can be compared")));
    if (spec.backend != "sequential" && spec.backend != "float32" && !isParallel(spec.backend))
        return fail(error(Place::setting("backend", spec.backend),
                          MOMENTREE_TEXT("error-sources-board",
                                         "its error can be found only for the backends sequential, "
                                         "parallel and float32")));
    if (isAdaptive(spec.integrator) &&
        !showsError(tighterShare(spec.relativeTolerance, "sequential")))
        return fail(error(Place::setting("relative tolerance"),
                          MOMENTREE_TEXT("error-sources-tolerance",
                                         "cannot be ten times tighter, which would show its "
                                         "error; choose a larger one")));
    return {};
}

}  // namespace

const char* nameOf(ErrorSource source) {
    static constexpr std::array<const char*, errorSourceCount> names{"method", "rounding", "drift",
                                                                     "growth", "rest"};
    return names[static_cast<std::size_t>(source)];
}

double ErrorSources::sum(std::size_t row) const {
    double all = 0.0;
    for (const double part : parts[row]) all += part;
    return all;
}

ErrorSource ErrorSources::largest() const {
    const ErrorParts& last = parts.back();
    return static_cast<ErrorSource>(std::ranges::max_element(last) - last.begin());
}

Message ErrorSources::verdict() const {
    const std::size_t end = parts.size() - 1;
    if (sum(end) == 0.0) return MOMENTREE_TEXT("error-none", "No error was found.");
    const ErrorSource source = largest();
    const double share = parts[end][static_cast<std::size_t>(source)] / sum(end);
    const Message much = share > 0.9 ? Message(MOMENTREE_TEXT("error-nearly-all", "Nearly all"))
                         : share > 0.5
                             ? Message(MOMENTREE_TEXT("error-most", "Most"))
                             : Message(MOMENTREE_TEXT("error-largest", "The largest part"));
    const int order = orderOf(spec.integrator);
    const std::string half = numberText(0.5 * spec.step, 6);
    switch (source) {
        case ErrorSource::Method:
            if (order == 0)
                return MOMENTREE_TEXT("error-of-tolerances",
                                      "%1 of the error comes from the tolerances: tighten the "
                                      "relative one to %2.")(
                    much, numberText(0.1 * spec.relativeTolerance, 6));
            return MOMENTREE_TEXT("error-of-step",
                                  "%1 of the error comes from the step: halve it to %2 s, which "
                                  "divides this part by about %3.")(much, half, 1 << order);
        case ErrorSource::Rounding:
            if (spec.backend == "float32")
                return MOMENTREE_TEXT("error-of-single-precision",
                                      "%1 of the error comes from single precision: compute with "
                                      "the backend sequential.")(much);
            return MOMENTREE_TEXT("error-of-rounding",
                                  "%1 of the error comes from rounding in double precision: a "
                                  "shorter step cannot help.")(much);
        case ErrorSource::Drift:
            if (closedSpec(spec))
                return MOMENTREE_TEXT("error-of-drift",
                                      "%1 of the error comes from loops that open: close them "
                                      "after every step (correction, or projections of "
                                      "index3-dca).")(much);
            return MOMENTREE_TEXT("error-of-gaps",
                                  "%1 of the error is the gap that remains in the loops after they "
                                  "are closed.")(much);
        case ErrorSource::Growth:
            return MOMENTREE_TEXT("error-of-growth",
                                  "%1 of the error comes from growth: small errors double every "
                                  "%2 s, so that smaller ones only predict a little longer.")(
                much, numberText(std::log(2.0) / growthRate, 3));
        default:
            return MOMENTREE_TEXT("error-of-rest",
                                  "%1 of the error is none of these: another formulation differs "
                                  "by more, because of its own error or because the step is too "
                                  "long; try %2 s.")(much, half);
    }
}

Result<ErrorSources> errorSources(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                                  const RunSpec& spec, const std::stop_token& stop,
                                  const std::function<void(double share)>& told) {
    constexpr double mostRuns = 8.0;
    int runs = 0;
    if (auto good = refuse(spec); !good) return tl::unexpected(std::move(good.error()));
    const auto compute = [&](const RunSpec& one, const LaterStart* start = nullptr) {
        if (told) told(++runs / (mostRuns + 1.0));
        return computed(catalogue, model, one, stop, start);
    };
    auto asked = compute(spec);
    if (!asked) return tl::unexpected(std::move(asked.error()));
    ErrorSources found;
    found.spec = spec;
    found.ended = asked->ended;
    found.size =
        mechanismScales(*model, bodiesOf(*model, asked->run->layout(), asked->row(0))).largest();
    Parts parts;

    // Each base differs from the one before it by one setting.
    std::optional<Companion> closed, precise;
    const Companion* base = &*asked;
    if (const auto closing = closedSpec(spec)) {
        auto made = compute(*closing);
        if (!made) return tl::unexpected(std::move(made.error()));
        closed = std::move(*made);
        parts.drift = distances(*base, *closed, found.size);
        base = &*closed;
    } else {
        parts.drift = gaps(*base, found.size);
    }
    RunSpec precision = base->run->spec();
    const bool single = precision.backend == "float32";
    precision.backend = single ? "sequential" : "float32";
    if (auto made = compute(precision)) {
        parts.rounding = distances(*base, *made, found.size);
        if (single) {
            precise = std::move(*made);
            base = &*precise;
        } else {
            for (double& value : parts.rounding) value *= precisionRatio;
        }
    }
    found.roundingKnown = !parts.rounding.empty();
    auto finer = compute(finerBy(base->run->spec(), 2.0));
    if (!finer) return tl::unexpected(std::move(finer.error()));
    parts.method = distances(*base, *finer, found.size);
    if (!single && mayBeRounding(parts, spec))
        if (const auto finest = compute(finerBy(base->run->spec(), 4.0)))
            separate(parts, distances(*finer, *finest, found.size), orderOf(spec.integrator));
    const RunSpec& own = base->run->spec();
    const double left = orderOf(own.integrator) > 0
                            ? std::exp2(-orderOf(own.integrator))
                            : errorLeft(tighterShare(own.relativeTolerance, own.backend));
    for (double& value : parts.method) value /= 1.0 - left;

    const auto other = otherFormulation(catalogue, model, spec, stop);
    if (other) {
        found.otherFormulation = other->run->spec().formulation;
        found.difference = distances(*asked, *other, found.size);
    }
    fill(found, *asked, parts);
    if (!found.ended && found.parts.size() < asked->rows())
        found.ended = base->ended ? base->ended : finer->ended;
    const Companion& accurate = other ? *other : *finer;
    if (const auto nearby = nearbyStart(*model))
        if (const auto made = compute(accurate.run->spec(), &*nearby))
            setGrowth(found, partingOf(accurate, distances(accurate, *made, found.size)));
    return found;
}

}  // namespace momentree
