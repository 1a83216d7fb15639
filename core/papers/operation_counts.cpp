// SPDX-License-Identifier: Apache-2.0
#include "core/papers/operation_counts.hpp"

#include "core/formulations/aba/recursion.hpp"
#include "core/formulations/naudet/recursion.hpp"
#include "core/model/model.hpp"
#include "core/study/cost_curve.hpp"

namespace momentree {
namespace {

using Count = CountingScalar;
using CountVector = std::vector<Count>;

struct CountedTree {
    explicit CountedTree(const Model& model, const double* q, const double* u)
        : model(model),
          links(treeLinks<Count>(model)),
          Q(links.size(), V6<Count>::zero()),
          q(q, q + model.tree.nq),
          u(u, u + model.tree.nu),
          out(this->u) {}

    void gravity() {
        const V3<Count> g = V3<Count>::of(model.gravity.cast<Count>());
        for (std::size_t i = 0; i < links.size(); ++i) {
            const V3<Count> f = links[i].mass * g;
            Q[i] = {f, cross(links[i].s, f)};
        }
    }

    const Model& model;
    std::vector<TreeLink<Count>> links;
    std::vector<V6<Count>> Q;
    CountVector q, u, out;
};

constexpr int longChain = 32;

template <typename Operations>
void addPerBody(PaperFacts& facts, const std::string& name, Operations operations) {
    const auto of = [&operations](int bodies) {
        const auto model = *buildModel(costMechanism(CostFamily::Chain, bodies));
        const std::vector<double> q(static_cast<std::size_t>(model->tree.nq), 0.1);
        return operations(*model, q.data(), q.data());
    };
    const OperationCount shorter = of(longChain), longer = of(longChain + 1);
    const auto products = [](const OperationCount& n) {
        return n.multiplications + n.divisions + n.roots;
    };
    facts[name + ".additions"] = static_cast<double>(longer.additions - shorter.additions);
    facts[name + ".multiplications"] = static_cast<double>(products(longer) - products(shorter));
    facts[name + ".total"] = static_cast<double>(longer.arithmetic() - shorter.arithmetic());
}

}  // namespace

OperationCount naudetOperations(const Model& model, const double* q, const double* u) {
    CountedTree on(model, q, u);
    NaudetRecursion<Count> tree(on.links);
    const CountVector p = on.u;
    operationCount() = {};
    placeLinks<Count>(model, 0.0, on.q.data(), on.links);
    const std::size_t n = on.links.size();
    for (std::size_t i = 0; i < n; ++i) tree.initialise(i);
    for (std::size_t i = n; i-- > 0;) {
        tree.articulate(i);
        tree.passMomentum(i, p.data(), true);
    }
    for (std::size_t i = 0; i < n; ++i) tree.velocity(i, p.data(), true, on.u.data());
    on.gravity();
    for (std::size_t i = n; i-- > 0;) tree.load(i, on.Q);
    for (std::size_t i = 0; i < n; ++i) tree.momentumRate(i, on.Q[i], on.u.data(), on.out.data());
    return operationCount();
}

OperationCount abaOperations(const Model& model, const double* q, const double* u) {
    CountedTree on(model, q, u);
    AbaRecursion<Count> tree(on.links);
    operationCount() = {};
    placeLinks<Count>(model, 0.0, on.q.data(), on.links);
    const std::size_t n = on.links.size();
    for (std::size_t i = 0; i < n; ++i) tree.velocity(i, on.u.data());
    on.gravity();
    for (std::size_t i = 0; i < n; ++i) tree.initialise(i, on.Q[i]);
    for (std::size_t i = n; i-- > 0;) tree.articulateInertia(i);
    tree.solve(true, {}, on.out.data());
    return operationCount();
}

PaperFacts operationFacts() {
    PaperFacts facts;
    addPerBody(facts, "naudet", naudetOperations);
    addPerBody(facts, "aba", abaOperations);
    return facts;
}

}  // namespace momentree
