// SPDX-License-Identifier: Apache-2.0
// The passes of the divide and conquer over the nodes of a spanning tree (THEORY 3).
#pragma once

#include "core/formulations/hdca/equations.hpp"
#include "core/formulations/hdca/reports.hpp"

namespace momentree {

template <typename S>
struct HdcaPasses {
    using W = HdcaWork<S>;
    using Line = Pass<W>;
    using Way = TracedPass::Way;

    // Kernels.

    /// Places the links. If nothing else matters, each thread places the links of its nodes and,
    /// for itself, all links before them: data just written by another processor takes longer to
    /// read.
    static void place(W& w) {
        if (!w.state.onlyGravity()) return w.state.place(w.t, *w.y);
        const S* q = w.y->data();
        w.workers.forEach(w.workers.threads(), [&](int k) {
            const auto at = static_cast<std::size_t>(k);
            std::vector<TreeLink<S>>& inner = w.inner[at];
            const auto own = [&](std::size_t i) -> TreeLink<S>& {
                return i < inner.size() ? inner[i] : w.state.links[i];
            };
            const std::size_t end =
                at + 1 < w.inner.size() ? w.inner[at + 1].size() : w.bodies.size();
            for (std::size_t i = 0; i < end; ++i) {
                const int parent = own(i).parent;
                placeLink(w.state.model, w.t, q,
                          parent == ground ? nullptr : &own(static_cast<std::size_t>(parent)), i,
                          own(i));
            }
        });
    }
    /// Branches first, since their carriers absorb them (3.8). Biases and weights are assembled
    /// while the node is in the cache.
    static void assembleAll(W& w, int index) {
        assembleMatrices(w, index);
        if (w.withBias) assembleBias(w, index);
        if (w.withLoads) assembleLoads(w, index);
    }
    /// THEORY 3.9 with assembly and disassembly as the tree solver. The resulting impulses stay in
    /// `wrenches`.
    static void closeLoops(W& w) {
        Closure<S>& closure = w.closure;
        const S* p = w.p;
        const auto solve = [&](const S* momenta, bool moving, std::span<const V6<S>> wrenches) {
            w.p = momenta;
            w.moving = moving;
            w.wrenches = wrenches;
            w.driver.runQuietly(Passes<bias, base, disassembly, bodies>{}, w);
        };
        closure.evaluate(w.t, w.state.bodies, w.state.coupled(), Needed::Rows);
        closure.factorise(w.state.links, [&](int row) {
            solve(nullptr, false, w.state.atOrigins(closure.unitWrenches(row)));
            closure.column(row, w.state.bodies);
        });
        solve(p, true, {});
        closure.gap(w.state.bodies);
        closure.solve();
        w.wrenches = w.state.atOrigins(closure.impulseWrenches());
    }
    /// The speeds caused by the impulses that close the present gap.
    static void respond(W& w) {
        if (w.generalLoops()) {
            w.closure.solve();
            w.wrenches = w.state.atOrigins(w.closure.impulseWrenches());
        } else {
            w.wrenches = {};
            w.loop.ask(&w.closure.sigma());
        }
        w.p = nullptr;
        w.moving = false;
        w.driver.runQuietly(Passes<bias, base, disassembly>{}, w);
        w.loop.ask(nullptr);
        w.state.readSpeeds(false);
    }
    static void assembleBiasOf(W& w, int index) { assembleBias(w, index); }
    static void solveBaseOf(W& w, int root) { solveBase(w, root); }
    static void disassembleAll(W& w, int index) {
        if (const int path = w.pathOf(index); path >= 0 && !w.startsAtGround(path))
            solveBase(w, index);
        disassembleImpulses(w, index);
        if (w.withLoads) disassembleLoads(w, index);
    }
    static void moveBodies(W& w) { w.state.move(); }
    static void applyLoads(W& w) {
        w.Q = w.state.loads(w.t, w.generalLoops() ? &w.closure : nullptr);
    }
    static void assembleLoadsOf(W& w, int index) { assembleLoads(w, index); }
    static void disassembleLoadsOf(W& w, int index) { disassembleLoads(w, index); }
    static void evaluateRatesOf(W& w, int leaf) { evaluateRates(w, leaf); }

    // Trace reports.

    static void reportKinematics(TraceSink& sink, W& w, int leaf) {
        hdca::reportKinematics(sink, w.link(w.at(leaf).body));
    }
    static void reportAssembly(TraceSink& sink, W& w, int index) {
        const AssemblyTree::Node& at = w.at(index);
        if (at.A < 0) {
            hdca::reportBodyMatrices(sink, w.xi(index), w.node(index),
                                     w.body(at.body).carrier >= 0);
        } else {
            w.onCut(at.body, [&](const auto& cut) {
                hdca::reportJointMatrices(sink, w.xi(at.A), w.xi(at.B), cut, w.xi(index));
            });
        }
        if (isBranch(w, index))
            w.onCut(w.branchRoot(w.pathOf(index)), [&](const auto& cut) {
                sink(hdca::reduced, "K_c", Mat6<S>(-hdca::heldBy(cut)));
            });
        if (w.withBias) reportBias(sink, w, index);
        if (w.withLoads) reportLoads(sink, w, index);
    }
    static void reportLoops(TraceSink& sink, W& w, int) {
        sink(hdca::closureImpulse, "σ", w.closure.sigma());
    }
    static void reportBias(TraceSink& sink, W& w, int index) {
        const AssemblyTree::Node& at = w.at(index);
        if (at.A < 0)
            hdca::reportBodyBias(sink, w.node(index));
        else
            w.onCut(at.body,
                    [&](const auto& cut) { hdca::reportJointBias(sink, cut, w.node(index)); });
        if (isBranch(w, index))
            sink(hdca::reducedBias, "k_c", w.body(w.branchRoot(w.pathOf(index))).k.eigen());
    }
    static void reportBase(TraceSink& sink, W& w, int root) {
        if (w.onLoop(w.pathOf(root)))
            hdca::reportImpulse(sink, hdca::loopImpulse1, hdca::loopImpulse2, w.node(root));
        else
            hdca::reportImpulse(sink, hdca::baseImpulse, hdca::freeEnd, w.node(root));
    }
    static void reportDisassembly(TraceSink& sink, W& w, int index) {
        const AssemblyTree::Node& at = w.at(index);
        if (isBranch(w, index))
            hdca::reportImpulse(sink, hdca::branchImpulse, hdca::freeEnd, w.node(index));
        if (at.A < 0)
            sink(hdca::velocity, "V", w.link(at.body).V.eigen());
        else
            hdca::reportJointImpulse(sink, w.node(at.A), w.node(at.B));
        if (w.withLoads) reportArticulatedLoads(sink, w, index);
    }
    static void reportLoads(TraceSink& sink, W& w, int index) {
        sink(w.at(index).A < 0 ? hdca::loadLeaf : hdca::load, "Q₁", w.node(index).Q_1.eigen());
    }
    static void reportArticulatedLoads(TraceSink& sink, W& w, int index) {
        const AssemblyTree::Node& at = w.at(index);
        if (w.pathOf(index) >= 0) sink(hdca::rootLoad, "Q̄₁", w.node(index).Qb_1.eigen());
        if (at.A >= 0) hdca::reportJointLoad(sink, w.node(at.A), w.node(at.B));
    }
    static void reportRates(TraceSink& sink, W& w, int leaf) {
        const TreeLink<S>& k = w.link(w.at(leaf).body);
        using Speeds = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
        sink(hdca::speed, "q̇", Speeds(w.qdot + k.firstQ, coordinateCount(k.joint)));
        sink(hdca::momentumRate, "ṗ", Speeds(w.pdot + k.firstU, speedCount(k.joint)));
    }

    // The table: title, phase, direction, equations; kernel; report.

    static constexpr Stage<W> kinematics{
        {"Kinematics", Phase::Kinematics, Way::Each, "3.2"}, place, reportKinematics};
    static constexpr Line assembly{
        {"Assembly", Phase::Assembly, Way::Inward, "(18)–(37), 3.8"}, assembleAll, reportAssembly};
    static constexpr Stage<W> loops{
        {"Closed loops", Phase::Base, Way::Once, "3.9"}, closeLoops, reportLoops};
    static constexpr Line bias{
        {"Assembly of the biases", Phase::Base, Way::Inward, "(18), (34)–(37), 3.8"},
        assembleBiasOf,
        reportBias};
    static constexpr Line base{
        {"Base connection", Phase::Base, Way::Once, "(39), (40), (42)"}, solveBaseOf, reportBase};
    static constexpr Line disassembly{
        {"Disassembly", Phase::Disassembly, Way::Outward, "(41), (45)–(49), 3.8"},
        disassembleAll,
        reportDisassembly};
    static constexpr Stage<W> bodies{{"", Phase::Disassembly, Way::Once}, moveBodies};
    static constexpr Stage<W> loads{{"", Phase::Derivatives, Way::Once}, applyLoads};
    static constexpr Line loadsInward{
        {"Assembly of the loads", Phase::Derivatives, Way::Inward, "(31)"},
        assembleLoadsOf,
        reportLoads};
    static constexpr Line loadsOutward{
        {"Disassembly of the loads", Phase::Derivatives, Way::Outward, "(41), (47)–(49)"},
        disassembleLoadsOf,
        reportArticulatedLoads};
    static constexpr Line rates{
        {"Rates of coordinates and momenta", Phase::Derivatives, Way::Each, "(50), (51)"},
        evaluateRatesOf,
        reportRates};

    // Passes up to the velocities, and from there to the rates.

    using OfTree = Passes<kinematics, assembly, base, disassembly, bodies>;
    using OfLoops = Passes<kinematics, assembly, loops, bias, base, disassembly, bodies>;
    /// Used if the articulated loads were computed with the impulses.
    using Rates = Passes<rates>;
    using RatesWithLoads = Passes<loads, loadsInward, loadsOutward, rates>;

private:
    static bool isBranch(W& w, int index) {
        const int path = w.pathOf(index);
        return path >= 0 && !w.startsAtGround(path);
    }
};

}  // namespace momentree
