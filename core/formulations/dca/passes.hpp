// SPDX-License-Identifier: Apache-2.0
// The passes of the divide and conquer in accelerations over the nodes of a spanning tree (THEORY
// 3b).
#pragma once

#include "core/formulations/dca/equations.hpp"
#include "core/formulations/dca/traced_equations.hpp"
#include "core/formulations/shared/link_motion.hpp"

namespace momentree {

struct DcaPasses {
    using W = DcaWork;
    using Line = Pass<W>;
    using Way = TracedPass::Way;

    // Kernels.

    static void place(W& w) { w.state.place(w.t, *w.y); }
    static void move(W& w) {
        const Model& model = w.state.model;
        for (int i = 0; i < static_cast<int>(w.terms.size()); ++i) {
            TreeLink<double>& k = w.link(i);
            V6<double>& c = w.of(i).c;
            c = moveLink(k, k.parent == ground ? nullptr : &w.link(k.parent).V, w.u);
            if (k.driven)
                c += drivenAcceleration(model, model.tree.bodies[static_cast<std::size_t>(i)], k,
                                        w.t);
        }
        w.state.move();
    }
    static void coordinateRates(W& w) { w.state.rates(*w.y, w.u, *w.ydot); }
    static void applyLoads(W& w) { w.Q = w.state.loads(w.t); }
    static void initialise(W& w, int leaf) { dca::initialise(w, w.at(leaf).body); }
    /// Branches first, since their carriers absorb them. Biases are assembled while the node is in
    /// the cache.
    static void assembleAll(W& w, int index) {
        assembleMatrices(w, index);
        if (w.withBias) dca::assembleBias(w, index);
    }
    static void assembleBias(W& w, int index) { dca::assembleBias(w, index); }
    static void solveBase(W& w, int root) { dca::solveBase(w, root); }
    static void disassemble(W& w, int index) { dca::disassemble(w, index); }
    static void evaluateRates(W& w, int leaf) { dca::evaluateRates(w, w.at(leaf).body, w.udot); }
    /// THEORY 3.9 with one more derivative and assembly and disassembly as the tree solver. The
    /// resulting forces stay in `wrenches`.
    static void closeLoops(W& w) {
        factoriseLoops(w);
        solve(w, true, {});
        w.closure.accelerationGap(w.state.bodies, w.response);
        w.closure.solve();
        w.wrenches = w.state.atOrigins(w.closure.impulseWrenches());
    }
    static void factoriseLoops(W& w) {
        w.closure.evaluate(w.t, w.state.bodies, w.state.coupled());
        w.closure.factorise(w.state.links, [&](int row) {
            solve(w, false, w.state.atOrigins(w.closure.unitWrenches(row)));
            w.closure.column(row, w.response);
        });
        w.moving = w.loaded = true;
    }
    /// The speeds caused by the impulses that close the present gap: impulses obey the equations of
    /// forces.
    static void respond(W& w) {
        w.wrenches = {};
        if (w.generalLoops()) {
            w.closure.solve();
            w.wrenches = w.state.atOrigins(w.closure.impulseWrenches());
        } else {
            w.loop.ask(&w.closure.sigma());
        }
        w.moving = w.loaded = false;
        solveRates(w, w.state.u.data());
        w.loop.ask(nullptr);
    }
    /// The jump of the speeds, as `unused`, where the velocities of driven joints jump between two
    /// times: an impulse of their drives that leaves all momenta along the joints unchanged.
    /// Returns false without a jump.
    static bool jumpOfDriven(W& w, double from, double to) {
        const Model& model = w.state.model;
        if (!anyDrivenJumps(model, from, to)) return false;
        for (std::size_t i = 0; i < w.terms.size(); ++i) {
            const TreeBody& body = model.tree.bodies[i];
            w.terms[i].c = drivenJump(body, w.state.links[i], rateJump(model, body, from, to));
        }
        w.wrenches = {};
        w.moving = true;
        w.loaded = w.loopClosed = false;
        solveRates(w, w.unused.data());
        w.loopClosed = true;
        return true;
    }

    // Trace reports.

    static void reportPlace(TraceSink& sink, W& w, int leaf) {
        sink(dca::orientation, "R", w.link(w.at(leaf).body).R.eigen());
    }
    static void reportMotion(TraceSink& sink, W& w, int leaf) {
        sink(dca::velocity, "V", w.link(w.at(leaf).body).V.eigen());
        sink(dca::jointProduct, "c", w.of(w.at(leaf).body).c.eigen());
    }
    static void reportLoad(TraceSink& sink, W& w, int leaf) {
        sink(dca::load, "b", w.of(w.at(leaf).body).b.eigen());
    }
    static void reportAssembly(TraceSink& sink, W& w, int index) {
        const AssemblyTree::Node& at = w.at(index);
        const HandleMatrices<double>& xi = w.xi(index);
        const bool single = at.A < 0, carries = single && w.body(at.body).carrier >= 0;
        if (!single) sink(dca::held, "W", Mat6<double>(-inertiaHeld(w, at.body)));
        sink(carries  ? dca::xi11Carrier
             : single ? dca::xi11Leaf
                      : dca::xi11,
             "ξ₁₁", xi.xi11.full());
        sink(single ? dca::xi12Leaf : dca::xi12, "ξ₁₂", xi.xi12.full());
        sink(single ? dca::xi22Leaf : dca::xi22, "ξ₂₂", xi.xi22.full());
        if (isBranch(w, index))
            sink(dca::reduced, "K_c", inertiaHeld(w, w.branchRoot(w.pathOf(index))));
        if (w.withBias) reportBias(sink, w, index);
    }
    static void reportLoops(TraceSink& sink, W& w, int) {
        sink(dca::multipliers, "λ", w.closure.sigma());
    }
    static void reportBias(TraceSink& sink, W& w, int index) {
        const AssemblyTree::Node& at = w.at(index);
        const bool single = at.A < 0;
        if (!single) {
            const V6<double> gap = w.node(at.B).xi10 - w.node(at.A).xi20 - dca::product(w, at.body);
            sink(dca::beta, "β", (-through(w, at.body, gap)).eigen());
        }
        sink(single ? dca::xi10Leaf : dca::xi10, "ξ₁₀", w.node(index).xi10.eigen());
        sink(single ? dca::xi20Leaf : dca::xi20, "ξ₂₀", w.node(index).xi20.eigen());
        if (isBranch(w, index))
            sink(dca::reducedBias, "k_c", w.body(w.branchRoot(w.pathOf(index))).k.eigen());
    }
    static void reportBase(TraceSink& sink, W& w, int root) {
        const bool loop = w.onLoop(w.pathOf(root));
        sink(loop ? dca::loopForce1 : dca::baseForce, "T₁", w.node(root).T_1.eigen());
        sink(loop ? dca::loopForce2 : dca::freeEnd, "T₂", w.node(root).T_2.eigen());
    }
    static void reportDisassembly(TraceSink& sink, W& w, int index) {
        const AssemblyTree::Node& at = w.at(index);
        if (isBranch(w, index)) sink(dca::branchForce, "T₁", w.node(index).T_1.eigen());
        if (at.A < 0) return sink(dca::acceleration, "A", w.of(at.body).A.eigen());
        sink(dca::jointForce, "T₁ᴮ", w.node(at.B).T_1.eigen());
        sink(dca::reaction, "T₂ᴬ", w.node(at.A).T_2.eigen());
    }
    static void reportRates(TraceSink& sink, W& w, int leaf) {
        const TreeLink<double>& k = w.link(w.at(leaf).body);
        if (speedCount(k.joint) > 0)
            sink(dca::rate, "u̇",
                 Eigen::Map<const Eigen::VectorXd>(w.udot + k.firstU, speedCount(k.joint)));
    }

    // The table: title, phase, direction, equations; kernel; report.

    static constexpr Stage<W> kinematics{
        {"Kinematics", Phase::Kinematics, Way::Each, "3b"}, place, reportPlace};
    static constexpr Stage<W> velocities{
        {"Velocities", Phase::Kinematics, Way::Each, "3b"}, move, reportMotion};
    static constexpr Stage<W> coordinates{{"", Phase::Kinematics, Way::Once}, coordinateRates};
    static constexpr Stage<W> loads{{"", Phase::Initialise, Way::Once}, applyLoads};
    static constexpr Line singleBodies{
        {"Single bodies", Phase::Initialise, Way::Each, "3b"}, initialise, reportLoad};
    static constexpr Line assembly{
        {"Assembly", Phase::Assembly, Way::Inward, "3b"}, assembleAll, reportAssembly};
    static constexpr Stage<W> loops{
        {"Closed loops", Phase::Base, Way::Once, "3b; 3.9"}, closeLoops, reportLoops};
    static constexpr Line bias{
        {"Assembly of the biases", Phase::Base, Way::Inward, "3b"}, assembleBias, reportBias};
    static constexpr Line base{
        {"Base connection", Phase::Base, Way::Once, "3b"}, solveBase, reportBase};
    static constexpr Line disassembly{
        {"Disassembly", Phase::Disassembly, Way::Outward, "3b"}, disassemble, reportDisassembly};
    static constexpr Line rates{
        {"Rates of the speeds", Phase::Derivatives, Way::Each, "3b"}, evaluateRates, reportRates};
    static constexpr Stage<W> factors{{"", Phase::Base, Way::Once}, factoriseLoops};

    using Velocities = Passes<kinematics, velocities>;
    using OfTree = Passes<kinematics, velocities, coordinates, loads, singleBodies, assembly, base,
                          disassembly, rates>;
    using OfLoops = Passes<kinematics, velocities, coordinates, loads, singleBodies, assembly,
                           loops, bias, base, disassembly, rates>;
    /// Everything that moves a state back onto its closures, without biases.
    using Factors = Passes<kinematics, assembly>;
    using FactorsOfLoops = Passes<kinematics, assembly, factors>;

private:
    /// Accelerations of all bodies by the present matrices, as `response` at the centres of mass.
    static void solve(W& w, bool moving, std::span<const V6<double>> wrenches) {
        w.moving = w.loaded = moving;
        w.wrenches = wrenches;
        w.driver.runQuietly(Passes<bias, base, disassembly>{}, w);
        for (int i = 0; i < static_cast<int>(w.terms.size()); ++i) {
            const TreeLink<double>& k = w.link(i);
            const V6<double> A = shiftVelocity(k.s, w.of(i).A);
            const V3<double> turning = k.V.a;
            BodyKinematics<double>& body = w.response[static_cast<std::size_t>(k.body)];
            body.v = (moving ? A.l + cross(turning, cross(turning, k.s)) : A.l).eigen();
            body.w = A.a.eigen();
        }
    }
    static void solveRates(W& w, double* rates) {
        w.driver.runQuietly(Passes<bias, base, disassembly>{}, w);
        for (int i = 0; i < static_cast<int>(w.terms.size()); ++i) dca::evaluateRates(w, i, rates);
    }
    static Mat6<double> inertiaHeld(W& w, int i) {
        Mat6<double> K = Mat6<double>::Zero();
        w.onCut(i, [&](const auto& cut) {
            for (const V6<double>& g : cut.G) K += g.eigen() * g.eigen().transpose();
        });
        return K;
    }
    static bool isBranch(W& w, int index) {
        const int path = w.pathOf(index);
        return path >= 0 && !w.startsAtGround(path);
    }
};

}  // namespace momentree
