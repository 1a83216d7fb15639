// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/kinematics/assemble_near.hpp"
#include "core/kinematics/assemble_unless.hpp"
#include "core/kinematics/assembly_messages.hpp"
#include "core/kinematics/body_poses.hpp"
#include "core/kinematics/branches.hpp"
#include "core/kinematics/closures.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/reversed_joint.hpp"
#include "core/kinematics/start.hpp"
#include "core/kinematics/start_velocities.hpp"
#include "core/kinematics/structural_rank.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/model/rolling.hpp"
#include "core/model/screws.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using Eigen::VectorXd;

constexpr double inconsistentAt = 1e-6;   ///< above which an exact start is an error, relative
constexpr double besideDeadPoint = 1e-3;  ///< change of a motion [rad, m]
/// Given values may be rounded, too: to so many tolerances.
constexpr double givenTolerances = 10.0;

/// Joint coordinates and speeds during the search for a consistent start.
struct Assembly {
    const Model& model;
    double time = 0.0;  ///< [s]
    std::vector<GivenStart> given;
    std::vector<GivenVelocity> ofBodies = {};
    VectorXd guess, wanted;  ///< q, u before loops are closed
    double tolerance;
    PoseSearch pose;
    VectorXd u;
    std::vector<BodyKinematics<double>> bodies;
    Diagnostics warnings = {};

    /// The start given by the description.
    Assembly(const Model& m, StartGuess start)
        : Assembly(m, 0.0, std::move(start.given), jointsOf(m, 0.0, start.bodies),
                   coupledGuess(m, start.bodies)) {
        ofBodies = givenVelocities(m);
    }
    /// Any instant, with no coordinate given. Couplings hold in its pose.
    Assembly(const Model& m, const JointMotion& motion)
        : Assembly(m, motion.time, {}, motion, std::nullopt) {}
    Assembly(const Assembly&) = delete;  // `pose` refers to `given`

    bool stopped() const { return pose.stopped(); }
    double givenTolerance() const { return givenTolerances * tolerance; }
    ClosureState closures() const {
        ClosureState state = closureGaps(model, time, bodies, pose.turns().angles());
        pose.turns().subtractHeld(model, state.Phi);
        return state;
    }
    Eigen::MatrixXd jacobian() const { return closureState(model, time, pose.q(), bodies).J; }
    std::vector<BodyState> states() const {
        std::vector<BodyState> all(bodies.size());
        std::ranges::transform(bodies, all.begin(), [](const auto& body) { return stateOf(body); });
        return all;
    }
    void update() {
        bodies.resize(model.bodies.size());
        bodiesFromJoints(model, time, pose.q().data(), u.data(), bodies);
    }

private:
    Assembly(const Model& m, double t, std::vector<GivenStart> starts, const JointMotion& motion,
             const std::optional<std::vector<double>>& coupled)
        : model(m),
          time(t),
          given(std::move(starts)),
          guess(motion.q),
          wanted(motion.u),
          tolerance(m.description.assemblyTolerance),
          pose(coupled ? PoseSearch(m, t, motion.q, *coupled, &given) : PoseSearch(m, t, motion.q)),
          u(motion.u) {
        update();
    }
    static JointMotion jointsOf(const Model& m, double t,
                                std::span<const BodyKinematics<double>> bodies) {
        JointMotion motion{t, VectorXd(m.tree.nq), VectorXd(m.tree.nu)};
        jointsFromBodies(m, t, bodies, motion.q.data(), motion.u.data());
        return motion;
    }
};

/// The constraint with the largest residual.
struct Widest {
    int constraint = 0;
    double gap = -1.0;
};

Widest widestOf(const Model& model, const VectorXd& residual, const std::vector<int>& constraints) {
    Widest widest;
    int next = 0;
    for (const int k : constraints) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.adds) continue;
        const int at = std::exchange(next, next + c.rows());
        const double size = residual.segment(at, c.rows()).norm();
        if (!(size <= widest.gap)) widest = {k, size};
    }
    return widest;
}

/// @param text the message, with a placeholder for the gap
/// @param per behind the unit: "/s" for velocities
template <typename Text>
Diagnostic openJoint(const Model& model, const VectorXd& residual,
                     const std::vector<int>& constraints, const Text& text, const char* per,
                     const auto&... rest) {
    const auto [worst, gap] = widestOf(model, residual, constraints);
    const Constraint& c = model.constraints[static_cast<std::size_t>(worst)];
    const std::string size = numberText(gap, 4);
    const Argument amount =
        !c.isAngle() ? Argument(size + " m" + per)
        : c.coupling >= 0 || *per != '\0'
            ? Argument(size + " rad" + per)
            : MOMENTREE_TEXT("gap-angle", "%1 (sine of the angle between its axes)")(size);
    Place place = Place::model("assembly");
    int line = 0;
    if (c.joint >= 0) {
        place = Place::joint(model.joints[static_cast<std::size_t>(c.joint)].name);
        line = model.description.joints[static_cast<std::size_t>(c.joint)].line;
    } else if (c.motion >= 0) {
        place = Place::motion(model.motions[static_cast<std::size_t>(c.motion)].name);
        line = model.description.motions[static_cast<std::size_t>(c.motion)].line;
    } else if (const int screw = screwOf(model, c.coupling); screw >= 0) {
        place = Place::joint(model.joints[static_cast<std::size_t>(screw)].name);
        line = model.description.joints[static_cast<std::size_t>(screw)].line;
    } else if (c.coupling >= 0) {
        const CouplingElement& coupling = model.couplings[static_cast<std::size_t>(c.coupling)];
        place = Place::coupling(coupling.name);
        line = model.description.couplings[static_cast<std::size_t>(coupling.described)].line;
    }
    return error(place, text(amount, rest...), line);
}

std::vector<int> allConstraints(const Model& model) {
    std::vector<int> all(model.constraints.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
    return all;
}

/// An exact start must satisfy every constraint as written, including those of the tree.
Result<void> checkExact(const Model& model, const StartGuess& guess) {
    VectorXd Phi = VectorXd::Zero(model.constraintRows), PhiDot = Phi;
    const std::vector<double> coupled = coupledGuess(model, guess.bodies);
    ConstraintTerms<double> terms;
    const std::span<const BodyKinematics<double>> bodies(guess.bodies);
    const MechanismScales scales = mechanismScales(model, bodies);
    const double size = scales.largest();
    double fastest = 0.0;  // [m/s]
    for (const BodyKinematics<double>& body : bodies)
        fastest = std::max({fastest, body.v.norm(), size * body.w.norm()});
    for (const Constraint& c : model.constraints) {
        const double weight = c.isAngle() ? size : 1.0;
        evaluate(c, motionOf(model, c, 0.0, coupled), at(bodies, c.bodyA), at(bodies, c.bodyB),
                 terms);
        Phi.segment(c.firstRow, c.rows()) += weight * terms.Phi;
        PhiDot.segment(c.firstRow, c.rows()) +=
            weight * (terms.J_a * at(bodies, c.bodyA).V() + terms.J_b * at(bodies, c.bodyB).V() +
                      terms.Phi_t);
        fastest = std::max(fastest, weight * terms.Phi_t.norm());
    }
    // Constraints are numbered in the order of their rows.
    if (Phi.size() > 0 && !(Phi.cwiseAbs().maxCoeff() <= inconsistentAt * size)) {
        return fail(openJoint(
            model, Phi, allConstraints(model),
            MOMENTREE_TEXT("start-poses-apart",
                           "the initial poses of its bodies do not fit it; they are %1 apart"),
            ""));
    }
    if (PhiDot.size() > 0 && !(PhiDot.cwiseAbs().maxCoeff() <= inconsistentAt * fastest)) {
        return fail(openJoint(
            model, PhiDot, allConstraints(model),
            MOMENTREE_TEXT("start-velocities-differ",
                           "the initial velocities of its bodies do not fit it; they differ by %1"),
            "/s"));
    }
    return {};
}

void describe(const Assembly& assembly, AssemblyReport& report) {
    const ClosureState state = assembly.closures();
    const PoseSearch pose(  // the mechanism as assembled, not as drawn
        assembly.model, assembly.time, assembly.pose.q(), assembly.pose.turns());
    report.residual = state.Phi.norm();
    report.velocityResidual = state.PhiDot.norm();
    report.poseGap = pose.gap();
    report.gap = pose.gapAround();
    report.tolerance = assembly.tolerance;
    report.exact = report.gap <= roundedGap;
    const ClosureRanks ranks = closureRanks(assembly.model, assembly.time, assembly.states());
    report.rank = ranks.rank();
    report.startRank = ranks.startRank();
    for (const ClosureGroup& group : ranks.groups) {
        report.smallestKept = std::min(report.smallestKept, group.smallestKept);
        report.largestDropped = std::max(report.largestDropped, group.largestDropped);
    }
    const bool many = LoopMotions::needed(assembly.model);
    if (const int last = report.startRank - 1; last >= 0)
        report.smallestSingularValue =
            many ? report.smallestKept : singularValues(assembly.jacobian())[last];
    report.redundancies = redundanciesAt(assembly.model, pose);
    if (report.startRank < report.rank)
        report.warnings.push_back(
            warning(Place::model("assembly"),
                    MOMENTREE_TEXT(
                        "start-singular",
                        "this pose is singular: its closures have rank %1 of %2, and the "
                        "mechanism can leave it on several paths")(report.startRank, report.rank)));
    report.largestChange = assembly.pose.change();
    report.degreesOfFreedom = assembly.model.tree.nu - ranks.poseRank();
    report.speedsOfFreedom = assembly.model.tree.nu - report.rank;
    report.redundant = assembly.model.tree.closureRows - report.rank;
    if (!report.exact) report.warnings.push_back(closesNearly(report));
}

Diagnostic couplingNotMet(const Model& model, const VectorXd& Phi) {
    return openJoint(
        model, Phi, model.tree.closures,
        MOMENTREE_TEXT("coupling-not-met",
                       "the mechanism cannot be assembled: the sum of this coupling (of a screw: "
                       "angle - 2 pi displacement / lead) misses its offset by at least %1 of the "
                       "coordinate with the largest ratio. Other couplings, joints or motions "
                       "contradict it"),
        "");
}

/// The loops fit only nearly, as those of a redundant linkage with rounded lengths.
Diagnostic closesOnlyTo(const Assembly& assembly, AssemblyReport& report) {
    const VectorXd Phi = assembly.closures().Phi;
    const Widest widest = widestOf(assembly.model, Phi, assembly.model.tree.closures);
    report.openJoint =
        assembly.model.constraints[static_cast<std::size_t>(widest.constraint)].joint;
    if (assembly.model.constraints[static_cast<std::size_t>(widest.constraint)].coupling >= 0)
        return couplingNotMet(assembly.model, Phi);
    return openJoint(
        assembly.model, Phi, assembly.model.tree.closures,
        MOMENTREE_TEXT("loops-close-nearly",
                       "the loops close only to %1 (%2 of the mechanism's size), and "
                       "'assembly_tolerance' allows %3. Write lengths and angles with more digits, "
                       "or allow more"),
        "", numberText(assembly.pose.gap(), 2), numberText(assembly.tolerance, 2));
}

Diagnostic staysOpen(const Assembly& assembly, AssemblyReport& report) {
    const Model& model = assembly.model;
    const VectorXd Phi = assembly.closures().Phi;
    const Widest widest = widestOf(model, Phi, model.tree.closures);
    const Constraint& open = model.constraints[static_cast<std::size_t>(widest.constraint)];
    report.openJoint = open.joint;
    if (!open.isAngle()) report.openBy = widest.gap;
    if (open.coupling >= 0) return couplingNotMet(model, Phi);
    return openJoint(
        model, Phi, model.tree.closures,
        MOMENTREE_TEXT(
            "joint-stays-open",
            "the mechanism cannot be assembled: this joint stays open by at least %1. %2"),
        "", waysOut(model));
}

std::vector<double> coordinatesOf(const Assembly& assembly, const GivenStart& given) {
    const JointElement& joint = assembly.model.joints[static_cast<std::size_t>(given.joint)];
    std::array<double, 7> q{};
    std::array<double, 6> u{};
    jointCoordinates(joint, assembly.pose.bodies(), q.data(), u.data());
    return {q.begin(), q.begin() + coordinateCount(joint.kind)};
}

Place startOf(const Model& model, const GivenStart& given) {
    return Place::joint(model.joints[static_cast<std::size_t>(given.joint)].name).part("start");
}

/// Names the first given coordinates that contradict the loops and those before them.
Diagnostic coordinateConflict(Assembly& assembly) {
    PoseSearch& pose = assembly.pose;
    const std::vector<GivenStart>& given = assembly.given;
    const auto closes = [&](std::size_t count) {
        pose.setPose(assembly.guess);
        if (pose.closeExactly(count)) return true;
        pose.setPose(assembly.guess);
        return pose.closeNearGiven(0, count) && pose.change(count) <= assembly.givenTolerance();
    };
    std::size_t good = 0, bad = given.size();  // the first `good` fit, the first `bad` do not
    while (bad - good > 1) {
        const std::size_t middle = (good + bad) / 2;
        (closes(middle) ? good : bad) = middle;
    }
    const GivenStart& first = given[good];
    pose.setPose(assembly.guess);
    if (!pose.closeNearGiven(good, good + 1)) closes(good);
    const std::vector<double> possible = coordinatesOf(assembly, first);
    return error(
        startOf(assembly.model, first),
        MOMENTREE_TEXT("start-coordinates-conflict",
                       "q = %1 contradicts the loops, motions and starts before it; q = %2 is "
                       "possible. Change or remove one of them, or allow all to move by "
                       "\"adjust\": true in 'initial'")(listText({first.q.data(), possible.size()}),
                                                        listText(possible)),
        first.line);
}

void warnOfMoves(Assembly& assembly) {
    for (const GivenStart& given : assembly.given) {
        if (assembly.pose.change(given) <= assembly.givenTolerance()) continue;
        const std::vector<double> now = coordinatesOf(assembly, given);
        assembly.warnings.push_back(warning(
            startOf(assembly.model, given),
            MOMENTREE_TEXT("start-adjusted", "%1 = %2 is adjusted to %3 to close the loops")(
                "q", listText({given.q.data(), now.size()}), listText(now)),
            given.line));
    }
}

/// Given coordinates are kept, or moved within the tolerance if they are rounded; so is the gap of
/// a linkage whose lengths are rounded.
Result<void> closePositions(Assembly& assembly, AssemblyReport& report) {
    PoseSearch& pose = assembly.pose;
    const std::size_t all = assembly.given.size();
    const auto done = [&] { return pose.change() <= assembly.givenTolerance(); };
    const auto fits = [&](std::size_t held) {
        pose.setPose(assembly.guess);
        return pose.fit(held, assembly.givenTolerance());
    };
    if (pose.closeNear(all, assembly.tolerance) && done()) return {};
    if (assembly.stopped()) return fail(givenUp());
    pose.setPose(assembly.guess);
    const bool closes =
        std::ranges::any_of(assembly.given, &GivenStart::hasQ) && pose.closeNearGiven(0, all);
    const VectorXd closed = pose.q();
    if (closes && done()) {
        fits(0);
        if (!pose.fitsBeside(closed)) {
            pose.setPose(closed);
            return {};
        }
    }
    double gap = 0.0;
    for (const std::size_t held : {all, std::size_t(0)}) {
        gap = fits(held);
        if (gap <= assembly.tolerance && done()) return {};
        if (assembly.stopped()) return fail(givenUp());
    }
    assembly.update();
    // Where the best fit leaves a small gap, closing exactly would mean another pose.
    if (gap > roundedGap && gap <= widestGap) return fail(closesOnlyTo(assembly, report));
    if (!closes) return fail(staysOpen(assembly, report));
    if (!assembly.model.description.adjustStart) return fail(coordinateConflict(assembly));
    pose.setPose(closed);
    warnOfMoves(assembly);
    return {};
}

/// Whether the loops, which do not let the motions start, close a little before or after.
bool atDeadPoint(const Assembly& assembly) {
    double fastest = 0.0;
    for (const MotionElement& motion : assembly.model.motions)
        fastest = std::max(fastest, std::abs(motion.law.at(assembly.time).df));
    if (fastest == 0.0) return false;
    const double nearby = besideDeadPoint / fastest;
    return closesBeside(assembly.model, assembly.pose, -nearby) ||
           closesBeside(assembly.model, assembly.pose, nearby);
}

Result<void> closeVelocities(Assembly& assembly) {
    const Model& model = assembly.model;
    const StartSpeeds found = startSpeeds(model, assembly.time, assembly.pose, assembly.given,
                                          assembly.ofBodies, assembly.wanted, assembly.tolerance);
    assembly.u = found.u;
    assembly.update();
    if (!found.loopsMove && atDeadPoint(assembly))
        return fail(standsAtDeadPoint(model, assembly.time));
    if (!found.loopsMove)
        return fail(openJoint(
            model, assembly.closures().PhiDot, model.tree.closures,
            MOMENTREE_TEXT(
                "joint-velocity-open",
                "cannot start: the other joints and the motions contradict it by %1. Remove a "
                "motion, let two fit each other, or raise 'assembly_tolerance' for rounded "
                "lengths"),
            "/s"));
    for (const auto& [index, possible] : found.conflicts) {
        const GivenStart& given = assembly.given[index];
        const std::string written = listText({given.u.data(), possible.size()});
        const Place place = startOf(model, given);
        if (!model.description.adjustStart)
            return fail(error(
                place,
                MOMENTREE_TEXT("start-speeds-conflict",
                               "u = %1 contradicts the loops, motions and starts before it; u = %2 "
                               "is possible. Change or remove one of them, or allow all to move by "
                               "\"adjust\": true in 'initial'")(written, listText(possible)),
                given.line));
        assembly.warnings.push_back(warning(
            place,
            MOMENTREE_TEXT("start-speeds-adjusted",
                           "u = %1 contradicts the loops, motions and starts before it; all given "
                           "speeds are adjusted to their best fit")(written),
            given.line));
    }
    return {};
}

/// In a singular pose several paths cross, and speeds must be along one of them.
Result<void> chooseBranch(Assembly& assembly) {
    const Model& model = assembly.model;
    const ClosureRanks ranks = closureRanks(model, assembly.time, assembly.states());
    if (ranks.startRank() == ranks.rank()) return {};
    if (const JointElement* joint = firstNonHolonomic(model)) return fail(rollsSingular(*joint));
    if (assembly.u.isZero() && model.motions.empty() && model.description.startBranch == 0)
        return {};
    const auto u = speedsOnBranch(model, assembly.time, assembly.pose, ranks, assembly.u,
                                  assembly.given, assembly.givenTolerance());
    if (!u) return tl::unexpected(u.error());
    if (u->size() > 0) assembly.u = *u;
    assembly.update();
    return {};
}

Result<InitialState> closed(Assembly& assembly, AssemblyReport* report) {
    AssemblyReport found;
    const auto failed = [&](Diagnostics problems) {
        if (report != nullptr) *report = found;
        return tl::unexpected(std::move(problems));
    };
    const Model& model = assembly.model;
    for (const GivenStart& given : assembly.given) {
        const JointElement& joint = model.joints[static_cast<std::size_t>(given.joint)];
        const double size = assembly.pose.scales().sizeOf(model, joint);
        for (Diagnostic& d : replacedByMotions(model, given, assembly.givenTolerance(), size))
            assembly.warnings.push_back(std::move(d));
    }
    const FlattestDisc disc = flattestDisc(model, assembly.bodies);
    if (!(disc.sine >= flatDisc)) return failed({liesFlat(model, disc.joint)});
    const bool loops = model.tree.closureRows > 0 || !model.tree.cutJoints.empty();
    if (loops)
        if (Result<void> closing = closePositions(assembly, found); !closing)
            return failed(closing.error());
    if (auto reversed = reversal(model, assembly.pose.bodies())) return failed({*reversed});
    if (loops || !assembly.ofBodies.empty()) {
        if (Result<void> moving = closeVelocities(assembly); !moving) return failed(moving.error());
        if (assembly.stopped()) return failed(Diagnostics{givenUp()});
        if (Result<void> chosen = chooseBranch(assembly); !chosen) return failed(chosen.error());
    }
    assembly.update();
    found.iterations = assembly.pose.iterations();
    found.warnings = assembly.warnings;
    warnOfVelocities(model, assembly.ofBodies, assembly.bodies, assembly.givenTolerance(),
                     found.warnings);
    warnOfPoses(model, assembly.bodies, found.warnings);
    if (report != nullptr) {
        if (assembly.stopped()) return fail(givenUp());
        describe(assembly, found);
        *report = std::move(found);
    }
    return InitialState{.bodies = assembly.states()};
}

}  // namespace

Result<InitialState> assemble(const Model& model, AssemblyReport* report) {
    return assembleUnless([] { return false; }, model, report);
}

Result<InitialState> assembleUnless(const std::function<bool()>& stopped, const Model& model,
                                    AssemblyReport* report) {
    StartGuess guess = startGuess(model);
    if (model.description.exactStart) {
        if (Result<void> exact = checkExact(model, guess); !exact)
            return tl::unexpected(exact.error());
    }
    Assembly assembly(model, std::move(guess));
    assembly.pose.stopped = stopped;
    auto start = closed(assembly, report);
    if (start) start->angles = startAngles(model, assembly.bodies, assembly.pose.turns().angles());
    return start;
}

Result<InitialState> assembleNear(const Model& model, const JointMotion& motion,
                                  AssemblyReport* report) {
    Assembly assembly(model, motion);
    return closed(assembly, report);
}

}  // namespace momentree
