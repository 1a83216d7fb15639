// SPDX-License-Identifier: Apache-2.0
// The passes of the recursion in canonical momenta over a tree (THEORY 4).
#pragma once

#include <optional>

#include "core/formulations/naudet/pieces.hpp"
#include "core/formulations/naudet/recursion.hpp"
#include "core/formulations/naudet/traced_equations.hpp"
#include "core/formulations/shared/tree_system.hpp"

namespace momentree {

template <typename S>
struct NaudetWork : TreeWork<S> {
    NaudetWork(const Model& model, double beta)
        : TreeWork<S>(model, beta, 0.0), tree(this->state.links) {}

    NaudetRecursion<S> tree;
    std::optional<NaudetPieces<S>> pieces;  ///< only if several threads are faster than one
    std::span<V6<S>> T = {};                ///< [links] loads, after the inward pass T*
    std::vector<V6<S>> P;                   ///< [links] P* after a reset of momenta
};

/// The parts of the passes.
/// @tparam W the work of the formulation, or that of states in lanes
template <typename S, typename W>
struct NaudetKernels {
    static void place(W& w) { w.state.place(w.t, *w.y); }
    static MOMENTREE_INLINE void start(W& w, int i) { w.tree.initialise(at(i)); }
    /// Inertia and momentum in one sweep, so that the latencies of one are hidden by the other.
    static MOMENTREE_INLINE void inertiaAndMomentum(W& w, int i) {
        w.tree.articulate(at(i));
        w.tree.passMomentum(at(i), w.p, true);
    }
    static MOMENTREE_INLINE void inertia(W& w, int i) { w.tree.articulate(at(i)); }
    /// THEORY 3.9 with this recursion as the tree solver.
    static void closeLoops(W& w) {
        Closure<S>& closure = w.closure;
        const auto solve = [&](const S* p, bool moving, std::span<const V6<S>> wrenches) {
            w.tree.solve(p, moving, wrenches, w.state.u.data());
            w.state.move();
        };
        closure.evaluate(w.t, w.state.bodies, w.state.coupled(), Needed::Rows);
        closure.factorise(w.state.links, [&](int row) {
            solve(nullptr, false, w.state.atOrigins(closure.unitWrenches(row)));
            closure.column(row, w.state.bodies);
        });
        solve(w.p, true, {});
        closure.gap(w.state.bodies);
        closure.solve();
    }
    /// The speeds caused by the impulses that close the present gap.
    static void respond(W& w) {
        w.closure.solve();
        w.tree.solve(nullptr, false, w.state.atOrigins(w.closure.impulseWrenches()),
                     w.state.u.data());
    }
    static void momentaOfLoops(W& w) {
        w.tree.momenta(w.p, true, w.state.atOrigins(w.closure.impulseWrenches()));
    }
    static MOMENTREE_INLINE void velocity(W& w, int i) {
        w.tree.velocity(at(i), w.p, true, w.state.u.data());
    }
    static void moveBodies(W& w) { w.state.move(); }
    static void applyLoads(W& w) { w.T = w.state.loads(w.t, &w.closure); }
    static MOMENTREE_INLINE void load(W& w, int i) { w.tree.load(at(i), w.T); }
    static MOMENTREE_INLINE void momentumRate(W& w, int i) {
        w.tree.momentumRate(at(i), w.T[at(i)], w.state.u.data(), w.pdot);
    }
    // After a reset of momenta sigma is 0 (THEORY 3.9).
    static void applyLoadsAlone(W& w) { w.T = w.state.loads(w.t, nullptr); }
    static MOMENTREE_INLINE void rateOfReset(W& w, int i) {
        w.tree.momentumRate(at(i), w.P[at(i)], w.T[at(i)], w.state.u.data(), w.pdot);
    }
    static void coordinateRates(W& w) { w.state.rates(*w.y, w.state.u.data(), *w.ydot); }

protected:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
};

template <typename S>
struct NaudetPasses : NaudetKernels<S, NaudetWork<S>> {
    using W = NaudetWork<S>;
    using Kernels = NaudetKernels<S, W>;
    using Line = Pass<W>;
    using Way = TracedPass::Way;

    static void velocitiesByPieces(W& w) { w.pieces->velocities(w.p, w.state.u.data()); }
    static void momentumRatesByPieces(W& w) {
        w.pieces->momentumRates(w.T, w.state.u.data(), w.pdot);
    }

    // Trace reports.

    static void reportPlace(TraceSink& sink, W& w, int i) {
        sink(recursion::orientation, "R", w.state.links[at(i)].R.eigen());
        sink(recursion::arm, "r", w.state.links[at(i)].r.eigen());
    }
    static void reportStart(TraceSink& sink, W& w, int i) {
        sink(recursion::inertia, "M*", w.tree.articulated(at(i)).full());
    }
    static void reportInward(TraceSink& sink, W& w, int i) {
        sink(recursion::articulated, "M*", w.tree.articulated(at(i)).full());
        sink(recursion::remainder, "D", w.tree.remainder(at(i)).eigen());
        w.tree.onColumns(at(i), w.p, [&](const auto&, const auto& columns) {
            sink(recursion::jointInertia, "Mⱼ⁻¹", columns.MjInv);
        });
        sink(recursion::eliminated, "M′", w.tree.eliminated(at(i)).full());
        sink(recursion::passed, "M′ V_t + D′", w.tree.passed(at(i), w.p, true).eigen());
    }
    static void reportLoops(TraceSink& sink, W& w, int) {
        sink(recursion::closureImpulse, "σ", w.closure.sigma());
    }
    static void reportVelocity(TraceSink& sink, W& w, int i) {
        if (movable(w, i)) sink(recursion::speed, "u", ofJoint(w, i, w.state.u.data()));
        sink(recursion::velocity, "V", w.state.links[at(i)].V.eigen());
    }
    static void reportLoad(TraceSink& sink, W& w, int i) {
        sink(recursion::load, "T*", w.T[at(i)].eigen());
    }
    static void reportRate(TraceSink& sink, W& w, int i) {
        sink(recursion::momentum, "P*", w.tree.momentum(at(i)).eigen());
        if (movable(w, i)) sink(recursion::momentumRate, "ṗ", ofJoint(w, i, w.pdot));
    }

    // The table: title, phase, direction, equations; kernel; report.

    static constexpr Stage<W> kinematics{
        {"Kinematics", Phase::Kinematics, Way::Each, "4"}, Kernels::place, reportPlace};
    static constexpr Line singleBodies{
        {"Single bodies", Phase::Initialise, Way::Each, "4"}, Kernels::start, reportStart};
    static constexpr Line inward{
        {"Inertia and momentum, inward", Phase::Assembly, Way::Inward, "4, inertia and momentum"},
        Kernels::inertiaAndMomentum,
        reportInward};
    static constexpr Line inertiaInward{
        {"", Phase::Assembly, Way::Inward, "4, inertia"}, Kernels::inertia, nullptr};
    static constexpr Stage<W> loops{
        {"Closed loops", Phase::Base, Way::Once, "3.9"}, Kernels::closeLoops, reportLoops};
    static constexpr Stage<W> momentaInward{
        {"Inertia and momentum, inward", Phase::Assembly, Way::Inward, "4, momentum"},
        Kernels::momentaOfLoops,
        reportInward,
        Phase::Disassembly};
    static constexpr Line outward{
        {"Velocities, outward", Phase::Disassembly, Way::Outward, "4, velocity"},
        Kernels::velocity,
        reportVelocity};
    static constexpr Stage<W> outwardByPieces{{"", Phase::Disassembly, Way::Once, "4, threads"},
                                              velocitiesByPieces};
    static constexpr Stage<W> bodies{{"", Phase::Disassembly, Way::Once}, Kernels::moveBodies};
    static constexpr Stage<W> loads{{"", Phase::Derivatives, Way::Once}, Kernels::applyLoads};
    static constexpr Line loadsInward{
        {"Loads, inward", Phase::Derivatives, Way::Inward, "4, loads"}, Kernels::load, reportLoad};
    static constexpr Line rates{
        {"Rates of coordinates and momenta", Phase::Derivatives, Way::Each, "4, rates; (35)"},
        Kernels::momentumRate,
        reportRate};
    static constexpr Stage<W> ratesByPieces{{"", Phase::Derivatives, Way::Once, "4, rates; (35)"},
                                            momentumRatesByPieces};
    static constexpr Stage<W> loadsAlone{{"", Phase::Derivatives, Way::Once},
                                         Kernels::applyLoadsAlone};
    static constexpr Line ratesOfReset{
        {"", Phase::Derivatives, Way::Each, "4, rates; (35)"}, Kernels::rateOfReset, nullptr};
    static constexpr Stage<W> coordinates{{"", Phase::Derivatives, Way::Once},
                                          Kernels::coordinateRates};

    // Passes up to the velocities, and from there to the rates.

    using OfTree = Passes<kinematics, singleBodies, inward, outward, bodies>;
    using OfLoops =
        Passes<kinematics, singleBodies, inertiaInward, loops, momentaInward, outward, bodies>;
    using OfPieces = Passes<kinematics, outwardByPieces, bodies>;
    using Rates = Passes<loads, loadsInward, rates, coordinates>;
    using RatesOfReset = Passes<loadsAlone, loadsInward, ratesOfReset, coordinates>;
    using RatesOfPieces = Passes<loads, loadsInward, ratesByPieces, coordinates>;

private:
    using Kernels::at;
    static bool movable(const W& w, int i) { return speedCount(w.state.links[at(i)].joint) > 0; }
    static auto ofJoint(const W& w, int i, const S* speeds) {
        const TreeLink<S>& k = w.state.links[at(i)];
        return Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, 1>>(speeds + k.firstU,
                                                                     speedCount(k.joint));
    }
};

}  // namespace momentree
