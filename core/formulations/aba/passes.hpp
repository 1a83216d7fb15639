// SPDX-License-Identifier: Apache-2.0
// The passes of the articulated-body algorithm over a tree (THEORY 5).
#pragma once

#include "core/formulations/aba/recursion.hpp"
#include "core/formulations/aba/traced_equations.hpp"
#include "core/formulations/shared/tree_system.hpp"

namespace momentree {

template <typename S>
struct AbaWork : TreeWork<S> {
    AbaWork(const Model& model, double beta)
        : TreeWork<S>(model, beta, beta),
          tree(this->state.links),
          response(model.bodies.size()),
          unused(Eigen::Matrix<S, Eigen::Dynamic, 1>::Zero(model.tree.nu)) {}

    AbaRecursion<S> tree;
    std::vector<BodyKinematics<S>> response;     ///< [bodies] accelerations in place of velocities
    std::span<const V6<S>> Q = {};               ///< [links] loads
    Eigen::Matrix<S, Eigen::Dynamic, 1> unused;  ///< [nu]
};

/// @tparam Work an AbaWork
template <typename S, typename Work = AbaWork<S>>
struct AbaPasses {
    using W = Work;
    using Line = Pass<W>;
    using Way = TracedPass::Way;

    // Kernels. The speeds u are w.p, their rates w.pdot.

    static void place(W& w) { w.state.place(w.t, *w.y); }
    static MOMENTREE_INLINE void velocity(W& w, int i) { w.tree.velocity(at(i), w.p); }
    static void accelerateDriven(W& w) {
        const Model& model = w.state.model;
        for (std::size_t i = 0; i < w.state.links.size(); ++i) {
            const TreeLink<S>& k = w.state.links[i];
            if (!k.driven) continue;
            w.tree.accelerateDriven(i, drivenAcceleration(model, model.tree.bodies[i], k, w.t));
        }
        w.state.move();
    }
    /// The jump of the speeds, as `unused`, where the velocities of driven joints jump between two
    /// times: an impulse of their drives that leaves all momenta along the joints unchanged.
    /// Returns false without a jump.
    static bool jumpOfDriven(W& w, double from, double to) {
        const Model& model = w.state.model;
        if (!anyDrivenJumps(model, from, to)) return false;
        for (std::size_t i = 0; i < w.state.links.size(); ++i) {
            const TreeBody& body = model.tree.bodies[i];
            w.tree.jump(i, drivenJump(body, w.state.links[i], rateJump(model, body, from, to)));
        }
        w.tree.solveJump(w.unused.data());
        return true;
    }
    static void coordinateRates(W& w) { w.state.rates(*w.y, w.p, *w.ydot); }
    static void applyLoads(W& w) { w.Q = w.state.loads(w.t); }
    static MOMENTREE_INLINE void start(W& w, int i) { w.tree.initialise(at(i), w.Q[at(i)]); }
    static MOMENTREE_INLINE void articulate(W& w, int i) { w.tree.articulateInertia(at(i)); }
    /// THEORY 3.9 with one more derivative and this recursion as the tree solver: J^T lambda for
    /// the bias wrenches, Sc lambda = J A + 2 beta Phi' + beta^2 Phi - gamma.
    static void closeLoops(W& w) {
        factoriseLoops(w);
        accelerate(w, true, {}, w.pdot);
        w.closure.accelerationGap(w.state.bodies, w.response);
        w.closure.solve();
    }
    static void factoriseLoops(W& w) {
        w.closure.evaluate(w.t, w.state.bodies, w.state.coupled());
        w.closure.factorise(w.state.links, [&](int row) {
            accelerate(w, false, w.state.atOrigins(w.closure.unitWrenches(row)), w.unused.data());
            w.closure.column(row, w.response);
        });
    }
    static void accelerate(W& w, bool moving, std::span<const V6<S>> wrenches, S* udot) {
        w.tree.solve(moving, wrenches, udot);
        w.tree.centreAccelerations(moving, w.response);
    }
    /// The speeds caused by the impulses that close the present gap.
    static void respond(W& w) {
        w.closure.solve();
        w.tree.solve(false, w.state.atOrigins(w.closure.impulseWrenches()), w.state.u.data());
    }
    static void startForces(W& w) {
        std::span<const V6<S>> closing;
        if (w.closure.rows() > 0) closing = w.state.atOrigins(w.closure.impulseWrenches());
        w.tree.startForces(true, closing);
    }
    static MOMENTREE_INLINE void force(W& w, int i) { w.tree.force(at(i), true); }
    static MOMENTREE_INLINE void acceleration(W& w, int i) {
        w.tree.acceleration(at(i), true, w.pdot);
    }

    // Trace reports.

    static void reportPlace(TraceSink& sink, W& w, int i) {
        sink(articulated::orientation, "R", w.state.links[at(i)].R.eigen());
        sink(articulated::arm, "r", w.state.links[at(i)].r.eigen());
    }
    static void reportVelocity(TraceSink& sink, W& w, int i) {
        sink(articulated::velocity, "V", w.state.links[at(i)].V.eigen());
    }
    static void reportStart(TraceSink& sink, W& w, int i) {
        sink(articulated::product, "c", w.tree.terms(at(i)).c.eigen());
        sink(articulated::inertia, "I_A", w.tree.terms(at(i)).IA.full());
        sink(articulated::bias, "p_A", w.tree.terms(at(i)).bias.eigen());
    }
    static void reportInertia(TraceSink& sink, W& w, int i) {
        sink(articulated::articulatedInertia, "I_A", w.tree.terms(at(i)).IA.full());
        if (speedCount(w.state.links[at(i)].joint) > 0)
            sink(articulated::jointInverse, "D⁻¹", w.tree.jointInverse(at(i)));
        sink(articulated::reduced, "I_a", w.tree.reduced(at(i)).full());
    }
    static void reportLoops(TraceSink& sink, W& w, int) {
        sink(articulated::multipliers, "λ", w.closure.sigma());
    }
    static void reportForce(TraceSink& sink, W& w, int i) {
        sink(articulated::articulatedBias, "p_A", w.tree.terms(at(i)).pA.eigen());
    }
    static void reportAcceleration(TraceSink& sink, W& w, int i) {
        const TreeLink<S>& k = w.state.links[at(i)];
        using Speeds = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
        if (speedCount(k.joint) > 0)
            sink(articulated::rate, "u̇", Speeds(w.pdot + k.firstU, speedCount(k.joint)));
        sink(articulated::acceleration, "A", w.tree.terms(at(i)).A.eigen());
    }

    // The table: title, phase, direction, equations; kernel; report.

    static constexpr Stage<W> kinematics{
        {"Kinematics", Phase::Kinematics, Way::Each, "5"}, place, reportPlace};
    static constexpr Line velocities{
        {"Velocities, outward", Phase::Kinematics, Way::Outward, "5"}, velocity, reportVelocity};
    static constexpr Stage<W> driven{{"", Phase::Kinematics, Way::Once}, accelerateDriven};
    static constexpr Stage<W> coordinates{{"", Phase::Kinematics, Way::Once}, coordinateRates};
    static constexpr Stage<W> loads{{"", Phase::Initialise, Way::Once}, applyLoads};
    static constexpr Line singleBodies{
        {"Single bodies", Phase::Initialise, Way::Each, "5"}, start, reportStart};
    static constexpr Line inward{{"Articulated inertia, inward", Phase::Assembly, Way::Inward, "5"},
                                 articulate,
                                 reportInertia};
    static constexpr Stage<W> loops{
        {"Closed loops", Phase::Base, Way::Once, "5; 3.9"}, closeLoops, reportLoops};
    static constexpr Stage<W> forces{{"", Phase::Disassembly, Way::Once}, startForces};
    static constexpr Line forcesInward{
        {"Bias wrenches, inward", Phase::Disassembly, Way::Inward, "5"}, force, reportForce};
    static constexpr Line outward{{"Accelerations, outward", Phase::Disassembly, Way::Outward, "5"},
                                  acceleration,
                                  reportAcceleration};

    static constexpr Stage<W> factors{{"", Phase::Base, Way::Once}, factoriseLoops};

    using Velocities = Passes<kinematics, velocities, driven>;
    /// Everything that moves a state back onto its closures.
    using Factors = Passes<kinematics, velocities, driven, loads, singleBodies, inward, factors>;
    using OfTree = Passes<kinematics, velocities, driven, coordinates, loads, singleBodies, inward,
                          forces, forcesInward, outward>;
    using OfLoops = Passes<kinematics, velocities, driven, coordinates, loads, singleBodies, inward,
                           loops, forces, forcesInward, outward>;

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
};

}  // namespace momentree
