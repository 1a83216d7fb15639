// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/lcaba/lcaba.hpp"

#include "core/formulations/aba/system.hpp"
#include "core/formulations/lcaba/proximal_loops.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

struct LcabaWork : AbaWork<double> {
    LcabaWork(const Model& model, double beta)
        : AbaWork<double>(model, beta), loops(model), beta(beta) {}

    ProximalLoops loops;
    double beta;
    double tolerance = 0.0;  ///< of the loops, relative
    bool converged = true;
};

namespace passes {

using W = LcabaWork;
using Way = TracedPass::Way;
using Tree = AbaPasses<double, W>;

inline constexpr TracedEquation multipliers{
    "5b", "λ += W (J δ + J a − c),  δ = argmin ½ δᵀ M δ + ½ |J δ + J a − c|²_W",
    "Forces of the joints that were cut, by proximal iterations"};
inline constexpr TracedEquation residual{"5b", "max |J a − c|",
                                         "What the last iteration leaves of the constraints, "
                                         "relative to their largest part"};

void factorise(W& w) {
    if (w.loops.empty()) return;
    w.loops.evaluate(w.t, w.state.bodies, w.state.coupled(), w.state.links, w.beta);
    w.loops.factorise(w.state.links);
}
bool iterated(W& w) {
    return w.loops.solve(
        w.tolerance,
        [&](std::span<const V6<double>> wrenches) { w.tree.solve(true, wrenches, w.pdot); },
        [&](std::size_t i) -> const V6<double>& { return w.tree.terms(i).A; });
}
void iterate(W& w) {
    w.converged = w.loops.empty() || iterated(w);
    const bool slow = w.loops.contracts();
    double stiffness = 1.0;
    for (int k = 0; k < 4 && !w.converged && slow == w.loops.contracts(); ++k) {
        stiffness *= slow ? 100.0 : 0.1;
        w.loops.factorise(w.state.links, stiffness);
        w.converged = iterated(w);
    }
}
void startForces(W& w) {
    std::span<const V6<double>> closing;
    if (!w.loops.empty()) closing = w.loops.wrenches();
    w.tree.startForces(true, closing);
}
void reportLoops(TraceSink& sink, W& w, int) {
    sink(multipliers, "λ", w.loops.lambda());
    sink(residual, "r", Eigen::Matrix<double, 1, 1>(w.loops.residual()));
}

constexpr Stage<W> blocks{{"", Phase::Assembly, Way::Once}, factorise};
constexpr Stage<W> loops{{"Closed loops", Phase::Base, Way::Once, "5b"}, iterate, reportLoops};
constexpr Stage<W> forces{{"", Phase::Disassembly, Way::Once}, startForces};

using All = Passes<Tree::kinematics, Tree::velocities, Tree::driven, Tree::coordinates, Tree::loads,
                   Tree::singleBodies, Tree::inward, blocks, loops, forces, Tree::forcesInward,
                   Tree::outward>;

}  // namespace passes

class Lcaba final : public AbaSystem<double, LcabaWork> {
public:
    Lcaba(std::shared_ptr<const Model> model, const RunSpec& spec)
        : AbaSystem<double, LcabaWork>(std::move(model), spec) {
        work_.tolerance = spec.newtonTolerance;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        driver_.begin();
        work_.aim(t, y, &ydot);
        driver_.run(passes::All{}, work_, clock);
        work_.state.angleRates(ydot);
        if (!allFinite(ydot)) return StepStatus::NotFinite;
        return work_.converged ? StepStatus::Reached : StepStatus::NotConverged;
    }
};

}  // namespace

std::unique_ptr<OdeSystem<double>> makeLcaba(std::shared_ptr<const Model> model,
                                             const RunSpec& spec) {
    return std::make_unique<Lcaba>(std::move(model), spec);
}

}  // namespace momentree
