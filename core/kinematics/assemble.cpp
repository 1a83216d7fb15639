// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/assemble.hpp"

#include <algorithm>
#include <cmath>

#include "core/kinematics/assemble_near.hpp"
#include "core/kinematics/assemble_unless.hpp"
#include "core/kinematics/closures.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/start.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double assembledAt = 1e-12;     ///< |Phi| below which no iteration is needed [m]
constexpr double assembledWithin = 1e-9;  ///< |Phi| below which Newton's method has succeeded [m]
constexpr double inconsistentAt = 1e-6;   ///< |Phi| above which an exact start is an error [m, m/s]
constexpr int maxNewtonSteps = 100;

/// Joint coordinates and speeds during the search for a consistent start.
struct Assembly {
    const Model& model;
    double time = 0.0;  ///< [s]
    VectorXd q, u;
    VectorXd given;                  ///< q of the description
    std::vector<char> heldQ, heldU;  ///< [nu] kept unchanged if possible
    std::vector<BodyKinematics<double>> bodies;
    std::function<bool()> stopped = [] { return false; };

    /// The start given by the description.
    Assembly(const Model& m, const StartGuess& guess)
        : model(m),
          q(m.tree.nq),
          u(m.tree.nu),
          heldQ(guess.heldQ),
          heldU(guess.heldU),
          bodies(m.bodies.size()) {
        jointsFromBodies(model, time, guess.bodies, q.data(), u.data());
        given = q;
        update();
    }
    /// Any instant, with no coordinate held.
    Assembly(const Model& m, const JointMotion& motion)
        : model(m),
          time(motion.time),
          q(motion.q),
          u(motion.u),
          given(motion.q),
          heldQ(static_cast<std::size_t>(m.tree.nu), 0),
          heldU(heldQ),
          bodies(m.bodies.size()) {
        update();
    }
    void update() { bodiesFromJoints(model, time, q.data(), u.data(), bodies); }

    /// Moves q along speeds for unit time.
    void move(const VectorXd& delta) {
        moveAlong(model, delta, q);
        update();
    }
    ClosureState closures() const { return closureState(model, time, q, bodies); }
};

/// Shortest solution of J x = -residual in the unknowns that are not held.
VectorXd correction(const MatrixXd& J, const VectorXd& residual, const std::vector<char>& held) {
    if (J.cols() == 0) return VectorXd();
    MatrixXd open = J;
    for (Eigen::Index k = 0; k < J.cols(); ++k) {
        if (held[static_cast<std::size_t>(k)]) open.col(k).setZero();
    }
    return leastSquares(std::move(open), -residual, rankThreshold);
}

/// Newton's method on Phi(q) = 0 with limited steps, since joints rotate. Returns true if it
/// converges.
bool close(Assembly& assembly, const std::vector<char>& held, int& iterations) {
    double last = assembly.closures().Phi.norm();
    for (int k = 0; k < maxNewtonSteps && last > assembledAt && !assembly.stopped(); ++k) {
        const ClosureState state = assembly.closures();
        VectorXd delta = correction(state.J, state.Phi, held);
        const double longest = delta.size() > 0 ? delta.cwiseAbs().maxCoeff() : 0.0;
        if (longest > 0.3) delta *= 0.3 / longest;
        assembly.move(delta);
        ++iterations;
        const double now = assembly.closures().Phi.norm();
        if (!std::isfinite(now)) return false;
        if (now < assembledWithin && now > 0.5 * last) break;  // limited by rounding
        last = now;
    }
    return assembly.closures().Phi.norm() < assembledWithin;
}

/// The constraint with the largest residual.
struct Widest {
    int constraint = 0;
    double gap = -1.0;
};

Widest widestOf(const Model& model, const VectorXd& residual, const std::vector<int>& constraints) {
    Widest widest;
    int at = 0;
    for (const int k : constraints) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        const double size = residual.segment(at, c.rows()).norm();
        if (!(size <= widest.gap)) widest = {k, size};
        at += c.rows();
    }
    return widest;
}

/// @param text the message, with a placeholder for the gap
template <typename Text>
Diagnostic openJoint(const Model& model, const VectorXd& residual,
                     const std::vector<int>& constraints, const Text& text, const char* unit,
                     const auto&... rest) {
    const auto [worst, gap] = widestOf(model, residual, constraints);
    const Constraint& c = model.constraints[static_cast<std::size_t>(worst)];
    const std::string size = numberText(gap, 4);
    const Argument amount =
        c.kind == Constraint::Kind::Angle
            ? MOMENTREE_TEXT("gap-angle", "%1 (sine of the angle between its axes)")(size)
            : Argument(size + " " + unit);
    Place place = Place::model("assembly");
    int line = 0;
    if (c.joint >= 0) {
        place = Place::joint(model.joints[static_cast<std::size_t>(c.joint)].name);
        line = model.description.joints[static_cast<std::size_t>(c.joint)].line;
    } else if (c.motion >= 0) {
        place = Place::motion(model.motions[static_cast<std::size_t>(c.motion)].name);
        line = model.description.motions[static_cast<std::size_t>(c.motion)].line;
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
    VectorXd Phi(model.constraintRows), PhiDot(model.constraintRows);
    ConstraintTerms<double> terms;
    const std::span<const BodyKinematics<double>> bodies(guess.bodies);
    for (const Constraint& c : model.constraints) {
        evaluate(c, motionOf(model, c, 0.0), at(bodies, c.bodyA), at(bodies, c.bodyB), terms);
        Phi.segment(c.firstRow, c.rows()) = terms.Phi;
        PhiDot.segment(c.firstRow, c.rows()) =
            terms.J_a * at(bodies, c.bodyA).V() + terms.J_b * at(bodies, c.bodyB).V() + terms.Phi_t;
    }
    // Constraints are numbered in the order of their rows.
    if (Phi.size() > 0 && !(Phi.cwiseAbs().maxCoeff() < inconsistentAt)) {
        return fail(openJoint(
            model, Phi, allConstraints(model),
            MOMENTREE_TEXT("start-poses-apart",
                           "the initial poses of its bodies do not fit it; they are %1 apart"),
            "m"));
    }
    if (PhiDot.size() > 0 && !(PhiDot.cwiseAbs().maxCoeff() < inconsistentAt)) {
        return fail(openJoint(
            model, PhiDot, allConstraints(model),
            MOMENTREE_TEXT("start-velocities-differ",
                           "the initial velocities of its bodies do not fit it; they differ by %1"),
            "m/s"));
    }
    return {};
}

void describe(const Assembly& assembly, AssemblyReport& report) {
    const ClosureState state = assembly.closures();
    report.residual = state.Phi.norm();
    report.velocityResidual = state.PhiDot.norm();
    report.rank = 0;
    if (state.J.size() > 0) {
        const VectorXd values = singularValues(state.J);
        for (Eigen::Index k = 0; k < values.size(); ++k) {
            if (values[k] <= rankThreshold * values[0]) break;
            ++report.rank;
            report.smallestSingularValue = values[k];
        }
        report.redundancies = redundancies(assembly.model, assembly.bodies, state.J, rankThreshold);
    }
    report.largestChange = 0.0;
    for (const TreeBody& tree : assembly.model.tree.bodies) {
        if (speedCount(tree.joint) == 0 || !assembly.heldQ[static_cast<std::size_t>(tree.firstU)])
            continue;
        const auto change =
            (assembly.q - assembly.given).segment(tree.firstQ, coordinateCount(tree.joint));
        report.largestChange = std::max(report.largestChange, change.cwiseAbs().maxCoeff());
    }
    report.degreesOfFreedom = assembly.model.tree.nu - report.rank;
    report.redundant = assembly.model.tree.closureRows - report.rank;
}

/// Advice where joints stay open.
Message waysOut(const Model& model) {
    std::string motions;
    for (const auto& motion : model.motions) motions += ", the motion '" + motion.name + "'";
    const Message lengths =
        MOMENTREE_TEXT("lengths-forbid-closing",
                       "Lengths%1 or the initial pose do not allow it to close")(motions);
    const int rows = model.tree.closureRows, speeds = model.tree.nu;
    if (rows <= speeds) return lengths;
    if (speeds == 1)
        return MOMENTREE_TEXT("one-speed-for-loops",
                              "%1; the loops have %2 equations for only 1 joint speed, so a joint "
                              "that leaves more free may help")(lengths, rows);
    return MOMENTREE_TEXT("few-speeds-for-loops",
                          "%1; the loops have %2 equations for only %3 joint speeds, so a joint "
                          "that leaves more free may help")(lengths, rows, speeds);
}

Result<void> givenUp() {
    return fail(error(Place::model("assembly"),
                      MOMENTREE_TEXT("loops-given-up", "closing the loops was stopped")));
}

Result<void> closePositions(Assembly& assembly, AssemblyReport& report) {
    if (close(assembly, assembly.heldQ, report.iterations)) return {};
    if (assembly.stopped()) return givenUp();
    // The given coordinates cannot all be kept: release them.
    const std::vector<char> nothingHeld(assembly.heldQ.size(), 0);
    if (close(assembly, nothingHeld, report.iterations)) return {};
    if (assembly.stopped()) return givenUp();
    const VectorXd Phi = assembly.closures().Phi;
    const Widest widest = widestOf(assembly.model, Phi, assembly.model.tree.closures);
    const Constraint& open =
        assembly.model.constraints[static_cast<std::size_t>(widest.constraint)];
    report.openJoint = open.joint;
    if (open.kind != Constraint::Kind::Angle) report.openBy = widest.gap;
    return fail(openJoint(
        assembly.model, Phi, assembly.model.tree.closures,
        MOMENTREE_TEXT(
            "joint-stays-open",
            "the mechanism cannot be assembled: this joint stays open by at least %1. %2"),
        "m", waysOut(assembly.model)));
}

Result<void> closeVelocities(Assembly& assembly) {
    const std::vector<char> nothingHeld(assembly.heldU.size(), 0);
    for (const bool hold : {true, false}) {
        const ClosureState state = assembly.closures();
        const double scale = 1.0 + state.PhiDot.norm();
        if (state.PhiDot.norm() < assembledAt) return {};
        assembly.u += correction(state.J, state.PhiDot, hold ? assembly.heldU : nothingHeld);
        assembly.update();
        if (assembly.closures().PhiDot.norm() < assembledWithin * scale) return {};
    }
    return fail(openJoint(
        assembly.model, assembly.closures().PhiDot, assembly.model.tree.closures,
        MOMENTREE_TEXT(
            "joint-velocity-open",
            "no velocities satisfy it together with the other joints and motions; %1 remains"),
        "m/s"));
}

Result<InitialState> closed(Assembly& assembly, AssemblyReport* report) {
    AssemblyReport found;
    if (assembly.model.tree.closureRows > 0) {
        if (Result<void> closed = closePositions(assembly, found); !closed) {
            if (report != nullptr) *report = found;
            return tl::unexpected(closed.error());
        }
        if (Result<void> moving = closeVelocities(assembly); !moving)
            return tl::unexpected(moving.error());
    }
    if (report != nullptr) {
        if (assembly.stopped()) return tl::unexpected(givenUp().error());
        describe(assembly, found);
        *report = found;
    }
    InitialState start;
    for (const BodyKinematics<double>& body : assembly.bodies) {
        start.bodies.push_back(stateOf(body));
    }
    return start;
}

}  // namespace

Result<InitialState> assemble(const Model& model, AssemblyReport* report) {
    return assembleUnless([] { return false; }, model, report);
}

Result<InitialState> assembleUnless(const std::function<bool()>& stopped, const Model& model,
                                    AssemblyReport* report) {
    const StartGuess guess = startGuess(model);
    if (model.description.exactStart) {
        if (Result<void> exact = checkExact(model, guess); !exact)
            return tl::unexpected(exact.error());
    }
    Assembly assembly(model, guess);
    assembly.stopped = stopped;
    return closed(assembly, report);
}

Result<InitialState> assembleNear(const Model& model, const JointMotion& motion,
                                  AssemblyReport* report) {
    Assembly assembly(model, motion);
    return closed(assembly, report);
}

}  // namespace momentree
