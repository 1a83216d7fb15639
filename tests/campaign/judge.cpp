// SPDX-License-Identifier: Apache-2.0
#include "campaign/judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "campaign/course.hpp"
#include "campaign/table.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/number_text.hpp"
#include "core/session/built_in.hpp"
#include "core/stepping/paced.hpp"
#include "support/random_models.hpp"

namespace momentree::campaign {
namespace {

constexpr std::array<const char*, 14> formulations{"naudet",
                                                   "aba",
                                                   "lcaba",
                                                   "cluster",
                                                   "hdca",
                                                   "dca",
                                                   "lagrange-index1",
                                                   "hamilton-index2",
                                                   "index3-dca",
                                                   "udwadia-kalaba",
                                                   "null-space",
                                                   "generalized-alpha",
                                                   "rattle",
                                                   "energy-momentum"};
/// What formulations say of elements that they cannot compute begins with one of these.
/// So do rounded loops that leave the speeds of the start open.
constexpr std::array<std::string_view, 3> refusals{"index3-", "energy-momentum-",
                                                   "given-speed-lost"};
/// A note on speeds that says nothing of errors.
constexpr std::string_view advice = "speeds-grown";
/// A note on rounded lengths, which change all formulations alike, and notes on reactions: motions
/// that agree say nothing of either.
constexpr std::array<std::string_view, 3> beyondPoses{"balance-off-rounded", "reactions-off",
                                                      "reactions-unbalanced"};
/// Notes on the work and the corrections in steps that may be too long for them although the poses
/// are right.
constexpr std::array<std::string_view, 2> ofSteps{"balance-off", "corrections-large"};
constexpr double margin = 10.0;    ///< of errors over their estimate
constexpr double rounding = 1e-8;  ///< relative differences that need no reason
constexpr double coarse = 1e-2;    ///< estimates that say nothing
constexpr double fine = 1e-5;
constexpr double leastChange =
    1e-12;                           ///< of dimensions, relative, to see how sensitive a motion is
constexpr double tableError = 1e-5;  ///< of Newton's and Euler's equations
constexpr double tableErrorOfOrder2 = 1e-3;
constexpr double gapMargin = 100.0;  ///< effect of a gap of rounded loops on speeds and forces
constexpr std::size_t enough = 3;    ///< runs that agree show that a mechanism can be computed

bool saysNothingOfPoses(std::string_view id) {
    return id == advice || std::ranges::find(beyondPoses, id) != beyondPoses.end();
}
bool isOfSteps(std::string_view id) { return std::ranges::find(ofSteps, id) != ofSteps.end(); }

std::string text(double value) { return numberText(value, 3); }

void append(std::string& list, const std::string& item) {
    list += (list.empty() ? "" : ", ") + item;
}

/// A formulation's runs with the step and with half of it.
struct Pair {
    const char* formulation;
    Course whole, half;
    double estimate = 0.0;  ///< effect of the step on poses
    bool reached() const { return whole.reached() && half.reached(); }
    /// Whether it claims to be right.
    bool claims() const { return reached() && !warns(half); }
    static bool warns(const Course& course) {
        return std::ranges::any_of(
            course.notes, [](const RunNote& note) { return note.warns && note.text.id != advice; });
    }
    const Progress& end() const { return whole.reached() ? half.progress : whole.progress; }
};
using Pairs = std::vector<Pair>;

/// A given speed or coordinate that does not hold at the start.
std::string changedStart(const Start& s, const Course& course) {
    const ModelDescription& d = s.model->description;
    if (d.adjustStart) return {};
    const RowLayout layout(*s.model);
    double fastest = 1e-3;  // [rad/s]
    for (const JointStart& start : d.jointStarts)
        for (const Scalar& u : start.u) fastest = std::max(fastest, std::abs(u.value));
    for (std::size_t j = 0; j < s.model->joints.size(); ++j) {
        const auto given =
            std::ranges::find(d.jointStarts, s.model->joints[j].name, &JointStart::joint);
        if (given == d.jointStarts.end()) continue;
        for (std::size_t k = 0; k < given->u.size(); ++k) {
            const double u =
                course.rows->at(0, layout.jointU(static_cast<int>(j)) + static_cast<int>(k));
            if (std::abs(u - given->u[k].value) >
                (rounding + margin * d.assemblyTolerance) * fastest)
                return "u of '" + given->joint + "' is " + text(u) + ", given " +
                       text(given->u[k].value);
        }
    }
    return {};
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

/// @param floor differences of poses that need no reason
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

/// Up to which poses are known, relative to the size: what Newton's iteration leaves of them, or
/// what the assembly leaves of the loops, which the first correction closes.
double knownPoses(const Start& s, const char* formulation) {
    const double iterated = RunSpec().newtonTolerance;
    if (!integratorsIn(formulation).empty()) return iterated;
    return std::min(iterated, closed / s.report.smallestKept);
}

Verdict checkEnergy(const Start& s, const Pair& pair, double floor) {
    if (!s.conservative) return {};
    const double known = knownPoses(s, pair.formulation);
    const double change = energyChange(s, pair.half, known),
                 whole = energyChange(s, pair.whole, known);
    if (change <= floor + margin * std::max(std::abs(change - whole), pair.estimate)) return {};
    return {Kind::Failed, std::string("energy: ") + pair.formulation,
            "energy changes by " + text(change) + ", with twice the step by " + text(whole)};
}

/// The gap of the loops at the start or the end: one of them may be small by luck.
double gapOf(const Start& s, const Pair& pair) {
    return std::max({s.report.gap, leastChange, openingOf(s, pair.half).least});
}

Verdict checkDrift(const Start& s, const Pair& pair) {
    const Opening half = openingOf(s, pair.half);
    if (half.now <= rounding) return {};
    const Opening whole = openingOf(s, pair.whole);
    if (half.now <= rounding + margin * (gapOf(s, pair) + std::abs(half.now - whole.now)))
        return {};
    return {
        Kind::Failed, std::string("drift: ") + pair.formulation,
        "joints are open by " + text(half.now) + " of the size, at least by " + text(half.least)};
}

Verdict checkTable(const Start& s, const Pair& pair) {
    if (!s.model->motions.empty() || !s.model->stops.empty() || !showsLoads(*s.model) ||
        s.report.startRank < s.report.rank)
        return {};
    const bool order2 = !integratorsIn(pair.formulation).empty();
    const double allowed = (order2 ? tableErrorOfOrder2 : tableError) + gapMargin * s.report.gap;
    double off = 0.0;
    // Next to singular poses, differences of longer steps are coarse.
    for (const double part : {2.0, 16.0}) {
        const auto course = stepsOf(s, pair.formulation, s.step / part, differencedSteps);
        if (!course || !course->reached()) return {};
        off = unbalanced(*s.model, *course->rows, s.size);
        if (off <= allowed) return {};
    }
    return {Kind::Failed, std::string("table: ") + pair.formulation,
            "Newton's and Euler's equations are off by " + text(off) + " of the forces"};
}

/// The mechanism with markers that differ by `change` of the size.
ModelDescription changedBy(double change, ModelDescription d, double size) {
    test::Random random(1);
    const auto shift = [&](std::vector<MarkerDescription>& markers) {
        for (MarkerDescription& marker : markers) {
            const Vector3d by = change * size * random.vector(1.0);
            for (std::size_t k = 0; k < 3; ++k)
                marker.position[k].value += by[static_cast<Eigen::Index>(k)];
        }
    };
    shift(d.groundMarkers);
    for (BodyDescription& body : d.bodies) shift(body.markers);
    d.assemblyTolerance = std::max(d.assemblyTolerance, margin * change);
    return d;
}

/// How much dimensions that differ by `change` of the size change the motion; 0 if the mechanism
/// then cannot run.
double sensitivityOf(const Start& s, const Pair& pair, double change) {
    auto other = startOf(changedBy(change, s.model->description, s.size), s.steps);
    if (!other) return 0.0;
    other->step = s.step;
    const auto course = runOf(*other, pair.formulation, s.step / 2);
    return course && course->reached() ? distance(s, *course, pair.half) : 0.0;
}

/// @param pairs that claim to be right
Verdict compare(const Start& s, const Pairs& pairs) {
    const auto check = [&](double floor) {
        Verdict verdict = comparePoses(s, pairs, floor);
        for (const Pair& pair : pairs)
            if (verdict.kind == Kind::Agrees) verdict = checkEnergy(s, pair, floor);
        return verdict;
    };
    Verdict verdict = check(rounding);
    // Poses of loops that close only nearly are known up to what their gap moves.
    if (verdict.kind != Kind::Agrees && !s.report.exact)
        verdict = check(rounding + gapOf(s, pairs[0]) / s.report.smallestKept);
    if (verdict.kind != Kind::Agrees) {
        const double change = gapOf(s, pairs[0]);
        const double sensitivity = sensitivityOf(s, pairs[0], change);
        if (!(sensitivity < coarse))
            return {Kind::Stopped, "sensitive",
                    "differences of " + text(change) + " of the size have an effect of " +
                        text(sensitivity)};
        verdict = check(rounding + margin * sensitivity);
    }
    for (const Pair& pair : pairs) {
        if (verdict.kind == Kind::Agrees) verdict = checkDrift(s, pair);
        if (verdict.kind == Kind::Agrees) verdict = checkTable(s, pair);
    }
    return verdict;
}

/// Runs with a large estimate: a shorter step helps them all, or some are wrong.
Verdict inaccurate(const Pairs& pairs) {
    std::string names, estimates;
    bool good = false;
    for (const Pair& pair : pairs) {
        good = good || pair.estimate < fine;
        // Half of the step may be enough where the step is not, if that run has said so.
        if (!(pair.estimate < coarse) && !Pair::warns(pair.whole)) append(names, pair.formulation);
        append(estimates, text(pair.estimate));
    }
    if (names.empty()) return {};
    return {good ? Kind::Failed : Kind::Stopped, (good ? "inaccurate: " : "unresolved: ") + names,
            "estimates " + estimates};
}

/// Whether there are more motions than they can drive: the start fits, but not what follows.
bool drivesTooMuch(const Start& s) {
    if (s.model->motions.empty()) return false;
    ModelDescription without = s.model->description;
    without.motions.clear();
    const auto start = startOf(without, s.steps);
    return start && start->report.degreesOfFreedom - s.report.degreesOfFreedom <
                        static_cast<int>(std::ssize(s.model->motions));
}

/// Whether the gap of rounded loops hides whether they hold one motion more: a run may find that
/// they do.
bool hidesRank(const Start& s) { return !s.report.exact && s.report.largestDropped > s.report.gap; }

/// Whether the gap of rounded loops leaves open how they pass a singular pose: a run that seems
/// right says so once it is compared with another formulation.
bool leavesOpen(const Start& s, const Pair& claiming) {
    if (s.report.exact) return false;
    const auto checked = runOf(s, claiming.formulation, s.step / 2, ErrorCheck::AtEnd);
    return checked && std::ranges::any_of(checked->notes, [](const RunNote& note) {
               return note.text.id == "positions-uncertain-gap" ||
                      note.text.id == "error-run-failed";
           });
}

/// The verdict on runs that stop by name, if the others agree.
/// @param claiming the runs that claim to be right
Verdict stops(const Start& s, const Pairs& pairs, const Pairs& claiming) {
    std::string alone, times;
    std::set<std::string> statuses;
    std::size_t stopped = 0;
    double first = INFINITY, last = 0.0;
    for (const Pair& pair : pairs) {
        if (pair.reached()) continue;
        ++stopped;
        const Progress& end = pair.end();
        append(alone, std::string(pair.formulation) + " " + statusName(end.status));
        append(times, text(end.time));
        statuses.insert(statusName(end.status));
        first = std::min(first, end.time);
        last = std::max(last, end.time);
    }
    if (statuses.empty()) return {};
    const double duration = s.steps * s.step;
    const std::string detail = alone + " at " + times + " of " + text(duration) + " s";
    if (claiming.size() >= enough)
        return leavesOpen(s, claiming.front())
                   ? Verdict{Kind::Stopped, "passage hidden by the gap", detail}
                   : Verdict{Kind::Alone, alone, detail};
    std::string what;
    for (const std::string& status : statuses) append(what, status);
    if (stopped < pairs.size()) return {Kind::Stopped, "most: " + what, detail};
    if (last - first > duration / samples)
        return {Kind::Stopped, "at different times: " + what, detail};
    // The energy of a motion cannot be wrong if it is the same by all formulations and steps.
    bool same = statuses.contains("balance-lost");
    for (const Pair& pair : pairs)
        same = same && distance(s, pair.whole, pair.half) < fine &&
               distance(s, pair.half, pairs[0].half) < fine;
    if (same) return {Kind::Failed, "false alarm: balance lost", detail};
    if (last == 0.0 && statuses == std::set<std::string>{"contradiction"} && drivesTooMuch(s))
        return {Kind::Stopped, "motions of what cannot move so", detail};
    if (last == 0.0 && hidesRank(s)) return {Kind::Stopped, "rank hidden by the gap", detail};
    // The start was found to be good.
    if (last == 0.0) return {Kind::Failed, "stopped at the start", detail};
    return {Kind::Stopped, "together: " + what, detail};
}

/// Whether much shorter steps help against a note, as it says.
bool helpsAgainst(const std::string_view id, const Start& s, const Pair& pair) {
    constexpr double shorter = 1.0 / 16.0;
    const auto course = runOf(s, pair.formulation, shorter * s.step);
    return course && std::ranges::none_of(course->notes,
                                          [&](const RunNote& note) { return note.text.id == id; });
}

/// Warnings of runs that agree with each other and with those that have none.
Verdict needless(const Start& s, Pairs all, const Pairs& warned) {
    all.insert(all.end(), warned.begin(), warned.end());
    if (warned.empty() || all.size() < enough) return {};
    for (const Pair& pair : all)
        if (!(pair.estimate < fine)) return {};
    if (compare(s, all).kind != Kind::Agrees) return {};
    std::set<std::string> ids;
    std::string names, list;
    for (const Pair& pair : warned) {
        append(names, pair.formulation);
        for (const RunNote& note : pair.half.notes)
            if (note.warns && !saysNothingOfPoses(note.text.id) &&
                !(isOfSteps(note.text.id) && helpsAgainst(note.text.id, s, pair)))
                ids.insert(std::string(note.text.id));
    }
    if (ids.empty()) return {};
    for (const std::string& id : ids) append(list, id);
    return {Kind::Failed, "false alarm: " + list, names};
}

Verdict runAll(const Start& s) {
    Pairs pairs, claiming, warned;
    Verdict refused;
    for (const char* formulation : formulations) {
        auto whole = runOf(s, formulation, s.step), half = runOf(s, formulation, s.step / 2);
        if (!whole || !half) {
            const Diagnostic& first = (whole ? half.error() : whole.error()).front();
            const std::string_view id = first.message.id;
            if (std::ranges::any_of(refusals, [&](auto own) { return id.starts_with(own); })) {
                refused = {Kind::Refused, std::string(id), toString(first)};
                continue;
            }
            return {Kind::Failed,
                    std::string("start: ") + formulation + " " + std::string(first.message.id),
                    toString(first)};
        }
        Pair pair{formulation, std::move(*whole), std::move(*half)};
        pair.estimate = distance(s, pair.whole, pair.half);
        if (pair.estimate > PaceError::tolerable && pair.claims())
            if (auto checked = runOf(s, formulation, s.step / 2, ErrorCheck::AtEnd))
                pair.half = std::move(*checked);
        if (pair.reached() && !pair.half.doubted)
            (pair.claims() ? claiming : warned).push_back(pair);
        pairs.push_back(std::move(pair));
    }
    if (pairs.empty()) return refused;
    Verdict verdict;
    if (!claiming.empty()) {
        for (const Pair& pair : claiming)
            if (const std::string given = changedStart(s, pair.whole); !given.empty())
                return {Kind::Failed, std::string("start value: ") + pair.formulation, given};
        verdict = inaccurate(claiming);
        if (verdict.kind == Kind::Agrees) verdict = compare(s, claiming);
    }
    if (verdict.kind == Kind::Agrees) verdict = needless(s, claiming, warned);
    return verdict.kind == Kind::Agrees ? stops(s, pairs, claiming) : verdict;
}

}  // namespace

const char* nameOf(Kind kind) {
    constexpr std::array names{"agrees", "refused", "stopped", "alone", "failed"};
    return names[static_cast<std::size_t>(kind)];
}

Verdict judge(const Mechanism& mechanism, int steps, RunSettings* settings) {
    const std::string prefix = mechanism.rounding > 0.0 ? "rounded: " : "";
    auto started = startOf(mechanism.description, steps);
    if (!started) {
        const Diagnostic& first = started.error().front();
        return {Kind::Refused, prefix + std::string(first.message.id), toString(first)};
    }
    Start& s = *started;
    // Rounding adds to singular values, and what is below the gap of the loops does not count.
    const bool known = s.report.smallestKept > margin * mechanism.rounding && !hidesRank(s);
    if (known && mechanism.freedom >= 0 && s.report.degreesOfFreedom != mechanism.freedom)
        return {Kind::Failed, prefix + "freedom",
                std::to_string(s.report.degreesOfFreedom) + " degrees of freedom instead of " +
                    std::to_string(mechanism.freedom) + ", singular values " +
                    text(s.report.smallestKept) + " and " + text(s.report.largestDropped)};
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
    if (verdict.kind == Kind::Failed) verdict.reason = prefix + verdict.reason;
    return verdict;
}

}  // namespace momentree::campaign
