// SPDX-License-Identifier: Apache-2.0
#include "core/session/law_advice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "core/kinematics/branches.hpp"
#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"
#include "core/session/default_step.hpp"
#include "core/session/integrator_entries.hpp"
#include "core/session/run_limits.hpp"

namespace momentree {
namespace {

using LawOfTime = std::function<double(double)>;

constexpr double tolerableImpulse = 0.02;  ///< relative to the largest
constexpr double mostWatched = 20'000.0;   ///< steps
/// Numbers of looks in a step; primes, so that periods of a law are no multiples of their distance.
constexpr std::array manyLooks{61, 31, 13};
constexpr double mostLooksAtAll = 250'000.0;
constexpr int finestParts = 1024;        ///< of a step, to find one that is short enough
constexpr double quiet = 1e-3;           ///< relative to the largest value in a step
constexpr double standsStill = 1e-9;     ///< of the largest rate, or of the time between looks
constexpr double nearlySingular = 1e-4;  ///< of singular values, which angles change by about this
constexpr double followedStep = 0.1;     ///< [rad, sizes]
constexpr double longestWatch = 100.0;   ///< of an endless run [s]
constexpr std::size_t mostRests = 32;    ///< in poses that differ
constexpr double samePlace = 1e-9;       ///< of values of motions [rad, m]
constexpr int mostPaces = 50'000;        ///< in which motions may come to rest
constexpr double mostFollowed = 2000.0;  ///< steps from one rest to the next

struct SeenStep {
    double right = 0.0, missed = 0.0;  ///< impulse, and the error of what the run makes of it
};

/// Mean value of a law in a step.
double seenMean(const LawOfTime& law, LawRule rule, double from, double to, double first,
                double last) {
    const double h = to - from, ends = 0.5 * (first + last);
    if (rule == LawRule::Trapezoidal) return ends;
    if (rule == LawRule::Adams && from >= 2.0 * h)  // after the first steps
        return (9.0 * last + 19.0 * first - 5.0 * law(from - h) + law(from - 2.0 * h)) / 24.0;
    return (ends + 2.0 * law(from + 0.5 * h)) / 3.0;
}

SeenStep seenStep(const LawOfTime& law, LawRule rule, double from, double to, int looks) {
    const double h = to - from, first = law(from), last = law(to);
    double sum = 0.5 * (first + last), largest = std::max(std::abs(first), std::abs(last));
    for (int k = 1; k < looks; ++k) {
        const double value = law(from + h * k / looks);
        largest = std::max(largest, std::abs(value));
        sum += value;
    }
    const double right = sum * h / looks;
    if (rule == LawRule::Looks) {
        const bool silent = std::max(std::abs(first), std::abs(last)) <= quiet * largest;
        return {right, silent ? right : 0.0};
    }
    return {right, right - h * seenMean(law, rule, from, to, first, last)};
}

/// How long a law acts in a step [s].
double timeOfAction(const LawOfTime& law, double from, double to) {
    std::array<double, finestParts> values;
    double largest = 0.0;
    for (std::size_t k = 0; k < values.size(); ++k) {
        values[k] = std::abs(law(from + (to - from) * (double(k) + 0.5) / finestParts));
        largest = std::max(largest, values[k]);
    }
    const auto acts =
        std::ranges::count_if(values, [&](double value) { return value > quiet * largest; });
    return (to - from) * static_cast<double>(acts) / finestParts;
}

/// The longest part of a step in whose parts next to nothing is missed [s].
double shortEnough(const LawOfTime& law, LawRule rule, double from, double to) {
    if (rule == LawRule::Looks) return 0.5 * timeOfAction(law, from, to);
    for (int parts = 2; parts < finestParts; parts *= 2) {
        double right = 0.0, missed = 0.0;
        for (int k = 0; k < parts; ++k) {
            const SeenStep part = seenStep(law, rule, from + (to - from) * k / parts,
                                           from + (to - from) * (k + 1) / parts, manyLooks.back());
            right += std::abs(part.right);
            missed += std::abs(part.missed);
        }
        if (missed <= 0.5 * tolerableImpulse * right) return (to - from) / parts;
    }
    return (to - from) / finestParts;
}

/// The steps of a run that are watched.
struct Watched {
    double begin = 0.0, step = 0.0;
    std::int64_t count = 0, every = 1;  ///< one of so many steps
    int looks = 0;
};

/// Returns whether there is a warning.
bool advise(const Place& place, const LawOfTime& law, bool ofTimeOnly, LawRule rule,
            const Watched& watched, Diagnostics& warnings) {
    std::vector<SeenStep> steps(static_cast<std::size_t>(watched.count));
    double mean = 0.0, worst = 0.0, worstAt = watched.begin;
    for (std::size_t k = 0; k < steps.size(); ++k) {
        const double from =
            watched.begin + watched.step * static_cast<double>(k) * double(watched.every);
        steps[k] = seenStep(law, rule, from, from + watched.step, watched.looks);
        mean += steps[k].right / static_cast<double>(steps.size());
        if (std::abs(steps[k].missed) > worst) {
            worst = std::abs(steps[k].missed);
            worstAt = from;
        }
    }
    double right = 0.0, missed = 0.0, mostRight = 0.0, mostMissed = 0.0;
    for (const SeenStep& step : steps) {
        right += ofTimeOnly ? step.right : step.right - mean;
        missed += step.missed;
        mostRight = std::max(mostRight, std::abs(right));
        mostMissed = std::max(mostMissed, std::abs(missed));
    }
    if (!(mostMissed > tolerableImpulse * mostRight) || !std::isfinite(mostMissed)) return false;
    const double better = shortEnough(law, rule, worstAt, worstAt + watched.step);
    warnings.push_back(warning(
        place, MOMENTREE_TEXT("law-too-fast",
                              "at t = %1 s it changes too fast for a step of %2 s, which would be "
                              "wrong by up to %3 percent of its impulse; use at most %4 s")(
                   numberText(worstAt, 6), numberText(watched.step, 6),
                   numberText(std::round(100.0 * mostMissed / std::max(mostRight, mostMissed)), 3),
                   numberText(roundedDown(better), 6))));
    return true;
}

/// The part of a law besides its table.
bool changes(const Law& law) { return law.amplitude != 0.0 || law.polynomial.size() > 2; }
Law withoutTable(Law law) {
    law.times.clear();
    return law;
}

/// Law by law the longest time in which its rate cannot turn twice [s].
double paceOf(const Law& law, double duration) {
    double pace = duration / 64.0;
    if (law.amplitude != 0.0) pace = std::min(pace, 0.4 / std::abs(law.frequency));
    for (std::size_t k = 1; k < law.times.size(); ++k)
        pace = std::min(pace, (law.times[k] - law.times[k - 1]) / 4.0);
    return pace;
}

/// The instants at which the motions come to rest together [s].
std::vector<double> restsOf(const Model& model, const std::vector<int>& motions, double begin,
                            double end) {
    const auto lawOf = [&](int k) -> const Law& { return model.motions[toIndex(k)].law; };
    double pace = end - begin;
    for (const int k : motions) pace = std::min(pace, paceOf(lawOf(k), end - begin));
    const auto rest = [&](double t, double fastest) {
        return std::ranges::all_of(
            motions, [&](int k) { return std::abs(lawOf(k).at(t).df) <= standsStill * fastest; });
    };
    const auto rate = [&](double t) {
        return motions.empty() ? 0.0 : lawOf(motions.front()).at(t).df;
    };
    std::vector<double> rests;
    double fastest = 0.0, t = begin;
    for (int k = 0; k < mostPaces && t < end; ++k, t += pace) {
        const double now = rate(t);
        for (const int motion : motions)
            fastest = std::max(fastest, std::abs(lawOf(motion).at(t).df));
        if (now == 0.0 || rate(t + pace) * now > 0.0) continue;
        double before = t, after = t + pace;
        while (after - before > standsStill * pace) {
            const double middle = 0.5 * (before + after);
            (rate(middle) * now > 0.0 ? before : after) = middle;
        }
        if (after <= end && rest(after, fastest)) rests.push_back(after);
    }
    return rests;
}

/// Follows the motions to a time. Returns false if the loops do not close on the way.
bool follow(const Model& model, const std::vector<int>& motions, double until, bool exactly,
            PoseSearch& pose) {
    const double from = pose.time();
    double way = 0.0;
    for (const int k : motions) {
        const MotionElement& motion = model.motions[toIndex(k)];
        const double unit = motion.rotation ? 1.0 : pose.scales().largest();
        way = std::max(way, std::abs(motion.law.at(until).f - motion.law.at(from).f) / unit);
    }
    const int steps = 1 + static_cast<int>(std::min(way / followedStep, mostFollowed));
    for (int k = 1; k <= steps; ++k) {
        pose.setTime(from + (until - from) * k / steps);
        if (!pose.closeAgain(exactly)) return false;
    }
    return true;
}

/// Where the motions of a mechanism have come to rest.
struct Rest {
    std::vector<double> values;  ///< of the motions
    PoseSearch pose;
};

/// The first time at which the motions rest in a singular pose of these closures [s]. A motion that
/// returns, as an oscillation does, returns to the same pose.
std::optional<double> singularRest(const Model& model, const ClosureGroup& group,
                                   const std::vector<int>& motions, const PoseSearch& start,
                                   bool exactly, double end) {
    std::vector<Rest> seen;
    std::optional<PoseSearch> pose(start);
    for (const double t : restsOf(model, motions, start.time(), end)) {
        std::vector<double> values;
        values.reserve(motions.size());
        for (const int k : motions) values.push_back(model.motions[toIndex(k)].law.at(t).f);
        const auto same = std::ranges::find_if(seen, [&](const Rest& rest) {
            return std::ranges::equal(rest.values, values, [](double a, double b) {
                return std::abs(a - b) <= samePlace * (1.0 + std::abs(a));
            });
        });
        if (same != seen.end()) {
            pose.emplace(same->pose);
            pose->setTime(t);
            continue;
        }
        if (seen.size() == mostRests || !follow(model, motions, t, exactly, *pose)) break;
        const Eigen::VectorXd all =
            singularValues(pose->velocityEquations().A(group.rows, Eigen::all));
        if (!(all[group.rank - 1] > nearlySingular * all[0])) return t;
        seen.push_back({std::move(values), *pose});
    }
    return std::nullopt;
}

}  // namespace

void adviseForLaws(const Model& model, double begin, const RunSpec& spec, Diagnostics& warnings) {
    struct Entry {
        Place place;
        LawOfTime value;
        bool ofTimeOnly = true;
    };
    std::vector<Entry> laws;
    const auto add = [&](const Place& place, const Law& law) {
        if (changes(law))
            laws.push_back({place, [own = withoutTable(law)](double t) { return own.at(t).f; }});
    };
    const auto addState = [&](const Place& place, const StateLaw& law) {
        if (law.empty() || !law.reads(StateLaw::time) || law.timeFactor == 0.0) return;
        bool ofTimeOnly = true;
        for (int input = 1; input < static_cast<int>(StateLaw::mostInputs); ++input)
            ofTimeOnly = ofTimeOnly && !law.reads(input);
        std::array<double, StateLaw::mostInputs> inputs;
        inputs.fill(1.0);
        laws.push_back({place,
                        [&law, inputs](double t) mutable {
                            inputs[StateLaw::time] = law.timeFactor * t + law.timeShift;
                            return law.at(inputs).f;
                        },
                        ofTimeOnly});
    };
    for (const AxialLoad& load : model.axialLoads) {
        add(Place::force(load.name), load.law);
        add(Place::force(load.name), load.controller.setPoint);
        addState(Place::force(load.name), load.state);
    }
    for (const AppliedLoad& load : model.appliedLoads) {
        add(Place::force(load.name), load.law);
        addState(Place::force(load.name), load.state);
    }
    for (const MotionElement& motion : model.motions)
        if (changes(motion.law))
            laws.push_back({Place::motion(motion.name),
                            [own = withoutTable(motion.law)](double t) { return own.at(t).ddf; }});
    if (laws.empty()) return;

    Watched watched{.begin = begin, .step = takenStep(spec)};
    const double count =
        isEndless(spec) ? mostWatched : std::floor((spec.duration - begin) / watched.step);
    if (!(count >= 1.0)) return;
    watched.count = static_cast<std::int64_t>(std::min(count, mostWatched));
    watched.every = static_cast<std::int64_t>(count) / watched.count;
    watched.looks = manyLooks.back();
    for (const int looks : manyLooks)
        if (looks * static_cast<double>(watched.count * std::ssize(laws)) <= mostLooksAtAll) {
            watched.looks = looks;
            break;
        }
    const LawRule rule = stepTraits(spec.integrator).law;
    for (const Entry& entry : laws) {
        if (advise(entry.place, entry.value, entry.ofTimeOnly, rule, watched, warnings)) continue;
        if (rule != LawRule::Looks) continue;
        Watched between = watched;  // nothing says at which instants of a step they look
        between.begin += 0.5 * watched.step;
        advise(entry.place, entry.value, entry.ofTimeOnly, rule, between, warnings);
    }
}

void adviseForRests(const Model& model, const std::vector<BodyState>& bodies, double begin,
                    const RunSpec& spec, Diagnostics& warnings) {
    if (model.motions.empty() || model.tree.closureRows == 0 || LoopMotions::needed(model)) return;
    const double end = isEndless(spec) ? begin + longestWatch : spec.duration;
    Eigen::VectorXd q(model.tree.nq), u(model.tree.nu);
    jointsFromBodies(model, begin, kinematicsOf(bodies), q.data(), u.data());
    const PoseSearch start(model, begin, q);
    const bool exactly = start.gapAround() <= roundedGap;
    const ClosureRanks ranks = closureRanks(model, begin, bodies);
    for (const ClosureGroup& group : ranks.groups) {
        if (group.rank == 0 || freedomsOf(model, start, group) > 0) continue;
        const std::vector<int> motions = motionsAround(model, group.rows.front());
        const auto t = singularRest(model, group, motions, start, exactly, end);
        if (!t) continue;
        warnings.push_back(warning(
            Place::motion(model.motions[toIndex(motions.front())].name),
            MOMENTREE_TEXT("rest-singular",
                           "at t = %1 s the motion rests in a singular pose, where paths of the "
                           "mechanism cross: rounding decides which one it takes then. Let it turn "
                           "round beside this pose")(numberText(*t, 6)),
            model.description.motions[toIndex(motions.front())].line));
    }
}

}  // namespace momentree
