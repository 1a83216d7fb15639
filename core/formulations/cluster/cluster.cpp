// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/cluster/cluster.hpp"

#include "core/formulations/aba/system.hpp"
#include "core/formulations/cluster/clusters.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

struct ClusterWork : AbaWork<double> {
    ClusterWork(const Model& model, double beta)
        : AbaWork<double>(model, beta), loops(model), beta(beta) {}

    Clusters loops;
    double beta;
};

namespace passes {

using W = ClusterWork;
using Way = TracedPass::Way;
using Tree = AbaPasses<double, W>;

inline constexpr TracedEquation embedding{
    "5c", "u̇_d = k − K_y ÿ",
    "Rates of the dependent joints of a cluster; K = J B after elimination, k in its last column"};
inline constexpr TracedEquation clusterInertia{"5c", "D = Σ Sᵀ I_A S,  S = B G",
                                               "What the independent speeds of a cluster feel"};

void embed(W& w) {
    if (w.loops.empty()) return;
    w.loops.embed(w.t, w.state.bodies, w.state.coupled(), w.state.links, w.tree, w.beta);
}
/// A link of no cluster takes its own pass; the first link of a cluster stands for all.
template <typename OfLink, typename OfCluster>
void eachOnce(W& w, int i, const OfLink& ofLink, const OfCluster& ofCluster) {
    if (!w.loops.contain(i)) return ofLink();
    if (Cluster* own = w.loops.startingAt(i)) ofCluster(*own);
}
void articulate(W& w, int i) {
    eachOnce(
        w, i, [&] { Tree::articulate(w, i); },
        [&](Cluster& own) { Clusters::articulate(own, w.tree); });
}
void startForces(W& w) { w.tree.startForces(true, {}); }
void force(W& w, int i) {
    eachOnce(
        w, i, [&] { Tree::force(w, i); }, [&](Cluster& own) { Clusters::force(own, w.tree); });
}
void accelerate(W& w, int i) {
    eachOnce(
        w, i, [&] { Tree::acceleration(w, i); },
        [&](Cluster& own) { Clusters::accelerate(own, w.state.links, w.tree, w.pdot); });
}
void reportInertia(TraceSink& sink, W& w, int i) {
    if (!w.loops.contain(i)) return Tree::reportInertia(sink, w, i);
    const Cluster* own = w.loops.startingAt(i);
    if (own == nullptr) return;
    sink(embedding, "K", own->K);
    sink(clusterInertia, "D", own->D);
}

constexpr Stage<W> loops{{"", Phase::Assembly, Way::Once}, embed};
constexpr Pass<W> inward{
    {"Articulated inertia, inward", Phase::Assembly, Way::Inward, "5c"}, articulate, reportInertia};
constexpr Stage<W> forces{{"", Phase::Disassembly, Way::Once}, startForces};
constexpr Pass<W> forcesInward{
    {"Bias wrenches, inward", Phase::Disassembly, Way::Inward, "5c"}, force, Tree::reportForce};
constexpr Pass<W> outward{{"Accelerations, outward", Phase::Disassembly, Way::Outward, "5c"},
                          accelerate,
                          Tree::reportAcceleration};

using All = Passes<Tree::kinematics, Tree::velocities, Tree::driven, Tree::coordinates, Tree::loads,
                   Tree::singleBodies, loops, inward, forces, forcesInward, outward>;

}  // namespace passes

class ClusterSystem final : public AbaSystem<double, ClusterWork> {
public:
    ClusterSystem(std::shared_ptr<const Model> model, const RunSpec& spec)
        : AbaSystem<double, ClusterWork>(std::move(model), spec) {}

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        driver_.begin();
        work_.aim(t, y, &ydot);
        driver_.run(passes::All{}, work_, clock);
        work_.state.angleRates(ydot);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }
};

constexpr int mostSpeeds = 240;

}  // namespace

std::optional<Message> tooLargeCluster(const Model& model) {
    const int most = Clusters(model).most();
    if (most <= mostSpeeds) return {};
    return MOMENTREE_TEXT(
        "cluster-speeds",
        "uses dense matrices for each cluster of loops and takes at most %1 joint "
        "speeds in one, but the model has %2; choose lcaba")(mostSpeeds, most);
}

std::unique_ptr<OdeSystem<double>> makeCluster(std::shared_ptr<const Model> model,
                                               const RunSpec& spec) {
    return std::make_unique<ClusterSystem>(std::move(model), spec);
}

}  // namespace momentree
