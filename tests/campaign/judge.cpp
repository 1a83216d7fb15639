// SPDX-License-Identifier: Apache-2.0
#include "campaign/judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/math/index.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"

namespace momentree::campaign {
namespace {

constexpr std::array<const char*, 6> formulations{
    "naudet", "aba", "hdca", "lagrange-index1", "hamilton-index2", "index3-dca"};
constexpr double anglePerStep = 0.02;  ///< [rad]
constexpr int samples = 4;
constexpr double margin = 10.0;    ///< of errors over their estimate
constexpr double rounding = 1e-8;  ///< relative differences that need no reason
constexpr double coarse = 1e-2;    ///< estimates that say nothing
constexpr double fine = 1e-5;
constexpr double gapMargin = 100.0;  ///< effect of a gap of rounded loops on the motion
constexpr double leastRate = 0.1;    ///< of anything [rad/s]

std::string text(double value) { return numberText(value, 3); }

/// Rows of a run.
struct Course {
    std::shared_ptr<const Recording> rows;
    Progress progress;
    bool reached() const { return progress.status == StepStatus::Reached; }
};

/// A mechanism at its start, ready to be run by each formulation.
struct Start {
    std::shared_ptr<const Model> model;
    LaterStart start;
    AssemblyReport report;
    double size = 0.0;  ///< largest distance of a marker from its body's centre of mass [m]
    double step = 0.0;
    int steps = 0;
    bool conservative = false;
};

double sizeOf(const Model& model) {
    double size = 0.0;
    for (const Marker& marker : model.markers)
        if (marker.body != ground) size = std::max(size, marker.frame.r.norm());
    return size > 0.0 ? size : 1.0;
}

/// Largest rate of a law's changes [rad/s].
double rateOf(const Law& law) { return law.amplitude != 0.0 ? std::abs(law.frequency) : 0.0; }

/// The fastest rate of a motion: turns, shifts of a size, weight, vibrations, drives [rad/s].
double fastestOf(const Model& model, const Sample& sample, double size) {
    double rate = std::max(leastRate, std::sqrt(model.gravity.norm() / size));
    const auto take = [&](double r) {
        if (std::isfinite(r)) rate = std::max(rate, r);
    };
    for (std::size_t i = 0; i < sample.bodies.size(); ++i) {
        const BodyState& body = sample.bodies[i];
        take(body.w.norm());
        take(body.v.norm() / size);
        take(std::sqrt(sample.accelerations[i].head<3>().norm() / size));
        take(std::sqrt(sample.accelerations[i].tail<3>().norm()));
    }
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        for (int k = 0; k < speedCount(model.joints[j].kind) && !model.joints[j].distance; ++k) {
            const bool angle = model.joints[j].type != "prismatic" && k < 3 &&
                               !(model.joints[j].type == "cylindrical" && k == 1);
            take(std::abs(sample.joints[j].u[toIndex(k)]) / (angle ? 1.0 : size));
        }
    const auto massAt = [&](const Marker& m) {
        return m.body == ground ? INFINITY : model.bodies[toIndex(m.body)].mass;
    };
    for (const SpringDamper& s : model.springs) {
        const double mass = std::min(massAt(s.A), massAt(s.B));
        take(std::sqrt(s.k / mass));
        take(s.c / mass);
    }
    for (const AxialLoad& a : model.axialLoads) {
        const double mass = std::min(massAt(a.A), massAt(a.B)) * (a.torque ? size * size : 1.0);
        take(3.0 * std::sqrt(a.k / mass));
        take(9.0 * a.c / mass);
    }
    for (const AppliedLoad& load : model.appliedLoads) take(rateOf(load.law));
    for (const MotionElement& motion : model.motions) take(rateOf(motion.law));
    return rate;
}

bool isConservative(const Model& model) {
    const auto damped = [](const auto& load) { return load.c != 0.0; };
    const auto driven = [](const AxialLoad& load) {
        return load.law.amplitude != 0.0 || !load.law.times.empty() ||
               std::ranges::any_of(load.law.polynomial, [](double c) { return c != 0.0; });
    };
    return model.motions.empty() && model.appliedLoads.empty() && model.drags.empty() &&
           std::ranges::none_of(model.springs, damped) &&
           std::ranges::none_of(model.axialLoads, damped) &&
           std::ranges::none_of(model.axialLoads, driven);
}

RunSpec specOf(const Start& s, const char* formulation, double step) {
    RunSpec spec;
    spec.formulation = formulation;
    spec.integrator = std::string_view(formulation) == "index3-dca" ? "trapezoidal" : "rk4";
    spec.step = step;
    spec.duration = s.steps * s.step;
    spec.sample = spec.duration / samples;
    return spec;
}

const Catalogue& catalogue() {
    static const Catalogue all;
    return all;
}

Result<Course> runOf(const Start& s, const char* formulation, double step) {
    auto run = Run::create(catalogue(), s.model, specOf(s, formulation, step), {.start = &s.start});
    if (!run) return tl::unexpected(run.error());
    Course course;
    while (!(*run)->finished() && course.reached()) course.progress = (*run)->advance({});
    course.rows = (*run)->recording();
    return course;
}

/// The largest difference of poses in common rows: of positions relative to the size, of
/// orientations [rad].
double distance(const Start& s, const Course& a, const Course& b) {
    const RowLayout layout(*s.model);
    double most = 0.0;
    for (std::size_t row = 0; row < std::min(a.rows->size(), b.rows->size()); ++row)
        for (int i = 0; i < static_cast<int>(std::ssize(s.model->bodies)); ++i) {
            const double* p = a.rows->row(row).data() + layout.body(i);
            const double* q = b.rows->row(row).data() + layout.body(i);
            const Eigen::Map<const Eigen::Vector4d> e(p + 3), f(q + 3);
            const Eigen::Map<const Vector3d> r(p), t(q);
            const double turned = 2.0 * std::min((e - f).norm(), (e + f).norm());
            most = std::max({most, turned, (r - t).norm() / s.size});
            if (!std::isfinite(turned)) return INFINITY;
        }
    return most;
}

/// The change of the total energy since the start, relative to the energies that are exchanged.
double energyChange(const Start& s, const Course& course) {
    const RowLayout layout(*s.model);
    const Recording& rows = *course.rows;
    double change = 0.0, kinetic = 0.0, low = INFINITY, high = -INFINITY;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        change =
            std::max(change, std::abs(rows.at(row, layout.total()) - rows.at(0, layout.total())));
        kinetic = std::max(kinetic, rows.at(row, layout.kinetic()));
        low = std::min(low, rows.at(row, layout.potential()));
        high = std::max(high, rows.at(row, layout.potential()));
    }
    // Potentials are rounded, whatever their range.
    const double noise = 1e-13 * std::max(std::abs(low), std::abs(high)) / rounding;
    const double scale = kinetic + high - low + noise;
    return scale > 0.0 ? change / scale : 0.0;
}

double driftOf(const Start& s, const Course& course) {
    const RowLayout layout(*s.model);
    double drift = 0.0;
    for (std::size_t row = 0; row < course.rows->size(); ++row)
        drift = std::max(drift, course.rows->at(row, layout.driftPosition()));
    return drift / s.size;
}

/// A given speed or coordinate that does not hold at the start.
std::string changedStart(const Start& s, const Course& course) {
    const ModelDescription& d = s.model->description;
    if (d.adjustStart) return {};
    const RowLayout layout(*s.model);
    for (std::size_t j = 0; j < s.model->joints.size(); ++j) {
        const auto given =
            std::ranges::find(d.jointStarts, s.model->joints[j].name, &JointStart::joint);
        if (given == d.jointStarts.end()) continue;
        double fastest = 1e-3;  // [rad/s]
        for (const Scalar& u : given->u) fastest = std::max(fastest, std::abs(u.value));
        for (std::size_t k = 0; k < given->u.size(); ++k) {
            const double u =
                course.rows->at(0, layout.jointU(static_cast<int>(j)) + static_cast<int>(k));
            if (std::abs(u - given->u[k].value) > (1e-8 + margin * d.assemblyTolerance) * fastest)
                return "u of '" + given->joint + "' is " + text(u) + ", given " +
                       text(given->u[k].value);
        }
    }
    return {};
}

/// A formulation's runs with the step and with half of it.
struct Pair {
    const char* formulation;
    Course whole, half;
    double estimate = 0.0;  ///< effect of the step on poses
};
using Pairs = std::vector<Pair>;

void append(std::string& list, const std::string& item) {
    list += (list.empty() ? "" : ", ") + item;
}

/// The formulation that is farthest from the others.
std::string outlier(const Start& s, const Pairs& pairs) {
    std::string worst;
    double most = -1.0;
    for (const Pair& a : pairs) {
        std::vector<double> apart;
        for (const Pair& b : pairs) apart.push_back(distance(s, a.half, b.half));
        std::ranges::sort(apart);
        if (const double median = apart[apart.size() / 2]; median > most) {
            most = median;
            worst = a.formulation;
        }
    }
    return worst;
}

Verdict comparePoses(const Start& s, const Pairs& pairs, double floor) {
    for (std::size_t k = 0; k < pairs.size(); ++k)
        for (std::size_t b = 0; b < k; ++b) {
            const double apart = distance(s, pairs[k].half, pairs[b].half);
            const double allowed = floor + margin * (pairs[k].estimate + pairs[b].estimate);
            if (!(apart <= allowed))
                return {Kind::Failed, "poses: " + outlier(s, pairs),
                        std::string(pairs[b].formulation) + " and " + pairs[k].formulation +
                            " differ by " + text(apart) + ", allowed " + text(allowed)};
        }
    return {};
}

/// Drift of loops, and energy where it is conserved.
Verdict checkConserved(const Start& s, const Pair& pair, double floor) {
    const double drift = driftOf(s, pair.half), driftWhole = driftOf(s, pair.whole);
    if (!(drift <= floor + margin * std::abs(drift - driftWhole)))
        return {Kind::Failed, std::string("drift: ") + pair.formulation,
                "loops open by " + text(drift) + " of the size"};
    if (!s.conservative) return {};
    const double change = energyChange(s, pair.half), whole = energyChange(s, pair.whole);
    if (!(change <= floor + margin * std::max(std::abs(change - whole), pair.estimate)))
        return {Kind::Failed, std::string("energy: ") + pair.formulation,
                "energy changes by " + text(change) + ", with twice the step by " + text(whole)};
    return {};
}

Verdict compare(const Start& s, const Pairs& pairs) {
    const double floor = rounding + gapMargin * s.report.gap;
    Verdict verdict = comparePoses(s, pairs, floor);
    for (const Pair& pair : pairs)
        if (verdict.kind == Kind::Agrees) verdict = checkConserved(s, pair, floor);
    return verdict;
}

/// Runs with a large estimate: a shorter step helps them all, or some are wrong.
Verdict inaccurate(const Pairs& pairs) {
    std::string names, estimates;
    bool good = false;
    for (const Pair& pair : pairs) {
        good = good || pair.estimate < fine;
        if (!(pair.estimate < coarse)) append(names, pair.formulation);
        append(estimates, text(pair.estimate));
    }
    if (names.empty()) return {};
    return {good ? Kind::Failed : Kind::Stopped, (good ? "inaccurate: " : "unresolved: ") + names,
            "estimates " + estimates};
}

Verdict runAll(const Start& s) {
    Pairs pairs;
    std::string stopped, times;
    for (const char* formulation : formulations) {
        auto whole = runOf(s, formulation, s.step), half = runOf(s, formulation, s.step / 2);
        if (!whole || !half) {
            const Diagnostic& first = (whole ? half.error() : whole.error()).front();
            return {Kind::Failed,
                    std::string("start: ") + formulation + " " + std::string(first.message.id),
                    toString(first)};
        }
        if (whole->reached() && half->reached()) {
            pairs.push_back({formulation, std::move(*whole), std::move(*half)});
            pairs.back().estimate = distance(s, pairs.back().whole, pairs.back().half);
            continue;
        }
        const Progress& end = whole->reached() ? half->progress : whole->progress;
        append(stopped, std::string(formulation) + " " + statusName(end.status));
        append(times, text(end.time));
    }
    Verdict verdict;
    if (!pairs.empty()) {
        if (const std::string given = changedStart(s, pairs[0].whole); !given.empty())
            return {Kind::Failed, "start value", given};
        verdict = inaccurate(pairs);
        if (verdict.kind == Kind::Agrees) verdict = compare(s, pairs);
    }
    // What stops is excused, the others are not.
    if (verdict.kind == Kind::Agrees && !stopped.empty())
        return {Kind::Stopped, stopped, "at " + times + " of " + text(s.steps * s.step) + " s"};
    return verdict;
}

}  // namespace

const char* nameOf(Kind kind) {
    constexpr std::array names{"agrees", "refused", "stopped", "failed"};
    return names[static_cast<std::size_t>(kind)];
}

Verdict judge(const Mechanism& mechanism, int steps, RunSettings* settings) {
    auto model = buildModel(mechanism.description);
    if (!model)
        return {Kind::Refused, std::string(model.error().front().message.id),
                toString(model.error().front())};
    Start s{*model, {}, {}, sizeOf(**model), 1e-3, steps, isConservative(**model)};
    auto setup = setUpRun(catalogue(), s.model, specOf(s, "lagrange-index1", s.step),
                          {.assembly = &s.report});
    if (!setup)
        return {Kind::Refused, std::string(setup.error().front().message.id),
                toString(setup.error().front())};
    if (mechanism.freedom >= 0 && s.report.degreesOfFreedom != mechanism.freedom)
        return {Kind::Failed, "freedom",
                std::to_string(s.report.degreesOfFreedom) + " degrees of freedom instead of " +
                    std::to_string(mechanism.freedom) + ", singular values " +
                    text(s.report.smallestKept) + " and " + text(s.report.largestDropped)};
    s.start.state = setup->start.state;
    Sample sample;
    sample.resize(*s.model);
    setup->stepper->observe(sample);
    s.step = anglePerStep / fastestOf(*s.model, sample, s.size);
    // Some mechanisms become much faster than at their start.
    Verdict verdict;
    for (int attempt = 0; attempt < 3; ++attempt, s.step /= 8.0) {
        verdict = runAll(s);
        if (settings) {
            settings->step = s.step;
            settings->duration = steps * s.step;
            settings->sample = settings->duration / samples;
        }
        const bool again = verdict.reason.starts_with("unresolved") ||
                           verdict.reason.find("too long") != std::string::npos;
        if (!again) break;
    }
    return verdict;
}

}  // namespace momentree::campaign
