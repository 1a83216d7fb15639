// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/lcaba/lcaba.hpp"

#include "core/formulations/aba/passes.hpp"
#include "core/formulations/lcaba/proximal_loops.hpp"
#include "core/formulations/shared/closure_correction.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

using Base = AbaPasses<double>;

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
using Line = Pass<W>;
using Way = TracedPass::Way;

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

constexpr Stage<W> kinematics{{"Kinematics", Phase::Kinematics, Way::Each, "5"},
                              [](W& w) { Base::place(w); },
                              [](TraceSink& s, W& w, int i) { Base::reportPlace(s, w, i); }};
constexpr Line velocities{{"Velocities, outward", Phase::Kinematics, Way::Outward, "5"},
                          [](W& w, int i) { Base::velocity(w, i); },
                          [](TraceSink& s, W& w, int i) { Base::reportVelocity(s, w, i); }};
constexpr Stage<W> driven{{"", Phase::Kinematics, Way::Once},
                          [](W& w) { Base::accelerateDriven(w); }};
constexpr Stage<W> coordinates{{"", Phase::Kinematics, Way::Once},
                               [](W& w) { Base::coordinateRates(w); }};
constexpr Stage<W> loads{{"", Phase::Initialise, Way::Once}, [](W& w) { Base::applyLoads(w); }};
constexpr Line singleBodies{{"Single bodies", Phase::Initialise, Way::Each, "5"},
                            [](W& w, int i) { Base::start(w, i); },
                            [](TraceSink& s, W& w, int i) { Base::reportStart(s, w, i); }};
constexpr Line inward{{"Articulated inertia, inward", Phase::Assembly, Way::Inward, "5"},
                      [](W& w, int i) { Base::articulate(w, i); },
                      [](TraceSink& s, W& w, int i) { Base::reportInertia(s, w, i); }};
constexpr Stage<W> blocks{{"", Phase::Assembly, Way::Once}, factorise};
constexpr Stage<W> loops{{"Closed loops", Phase::Base, Way::Once, "5b"}, iterate, reportLoops};
constexpr Stage<W> forces{{"", Phase::Disassembly, Way::Once}, startForces};
constexpr Line forcesInward{{"Bias wrenches, inward", Phase::Disassembly, Way::Inward, "5"},
                            [](W& w, int i) { Base::force(w, i); },
                            [](TraceSink& s, W& w, int i) { Base::reportForce(s, w, i); }};
constexpr Line outward{{"Accelerations, outward", Phase::Disassembly, Way::Outward, "5"},
                       [](W& w, int i) { Base::acceleration(w, i); },
                       [](TraceSink& s, W& w, int i) { Base::reportAcceleration(s, w, i); }};
constexpr Stage<W> factors{{"", Phase::Base, Way::Once}, [](W& w) { Base::factoriseLoops(w); }};

using Velocities = Passes<kinematics, velocities, driven>;
/// Everything that moves a state back onto its closures, as in `aba`.
using Factors = Passes<kinematics, velocities, driven, loads, singleBodies, inward, factors>;
using All = Passes<kinematics, velocities, driven, coordinates, loads, singleBodies, inward, blocks,
                   loops, forces, forcesInward, outward>;

}  // namespace passes

class Lcaba final : public TreeSystem<double, LcabaWork> {
public:
    Lcaba(std::shared_ptr<const Model> model, const RunSpec& spec)
        : TreeSystem<double, LcabaWork>(std::move(model), spec.baumgarte),
          correction_(model_->tree.nu, spec.correction) {
        work_.tolerance = spec.newtonTolerance;
    }

    Vector units() const override { return work_.state.units(work_.state.ofJoints.u); }

    Result<void> start(const InitialState& initial, Out y) override {
        Result<void> started = startTree(initial, y);
        work_.loops.hold(work_.state.closures);
        y.tail(model_->tree.nu) = work_.state.u;
        if (loops()) {
            factorise(initial.time, y);
            work_.loops.keepPivots(work_.closure.solver());
        }
        return started;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        driver_.begin();
        work_.aim(t, y, &ydot);
        driver_.run(passes::All{}, work_, clock);
        work_.state.angleRates(ydot);
        if (!allFinite(ydot)) return StepStatus::NotFinite;
        return work_.converged ? StepStatus::Reached : StepStatus::NotConverged;
    }

    StepReport retract(double from, double t, Out y) override {
        work_.state.normalise(y);
        StepReport report;
        const bool jumped = Base::jumpOfDriven(work_, from, t);
        if (jumped) y.tail(model_->tree.nu) += work_.unused;
        if (loops()) {
            work_.state.u = y.tail(model_->tree.nu);
            work_.state.place(t, y);
            factorise(t, y);
            work_.state.u = y.tail(model_->tree.nu);
            report = correction_.apply(
                t, y, work_.state, work_.closure, [&] { Base::respond(work_); },
                [&] { factorise(t, y); });
            y.tail(model_->tree.nu) = work_.state.u;
            work_.loops.keepPivots(work_.closure.solver());
        }
        work_.state.settleAngles(t, y);
        report.jumped = jumped;
        return report;
    }

    void observe(double t, const In& y, Sample& out) override {
        work_.aim(t, y, nullptr);
        driver_.runQuietly(passes::Velocities{}, work_);
        work_.state.observe(t, y, out);
    }

private:
    void factorise(double t, const In& y) {
        work_.aim(t, y, nullptr);
        driver_.runQuietly(passes::Factors{}, work_);
    }

    ClosureCorrection<double> correction_;
};

}  // namespace

std::unique_ptr<OdeSystem<double>> makeLcaba(std::shared_ptr<const Model> model,
                                             const RunSpec& spec) {
    return std::make_unique<Lcaba>(std::move(model), spec);
}

}  // namespace momentree
