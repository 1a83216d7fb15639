// SPDX-License-Identifier: Apache-2.0
#include "bench/evaluation.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/mechanisms.hpp"
#include "core/formulations/aba/aba.hpp"
#include "core/formulations/dca/dca.hpp"
#include "core/formulations/hdca/hdca.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/generate/generated.hpp"
#include "core/kinematics/assemble.hpp"

namespace momentree::bench {
namespace {

std::unique_ptr<OdeSystem<double>> makeSystem(const std::string& id,
                                              const std::shared_ptr<const Model>& model) {
    RunSpec spec;
    spec.formulation = id;
    if (id == "naudet") return makeNaudet<double>(model, spec);
    if (id == "hdca") return makeHdca<double>(model, spec);
    if (id == "aba") return makeAba<double>(model, spec);
    if (id == "dca") return makeDca(model, spec);
    if (id == "generated") return makeGenerated(model, spec);
    return nullptr;
}

class Ours final : public Evaluation {
public:
    Ours(const std::string& id, const Chain& chain, std::unique_ptr<OdeSystem<double>> system,
         const std::shared_ptr<const Model>& model)
        : system_(std::move(system)), model_(model), momenta_(id != "aba" && id != "dca") {
        clock_.enable(false);
        ydot_.resize(system_->size());
        const auto states = evaluatedStates(chain);
        for (std::size_t k = 0; k < 2; ++k) {
            exact_[k] = exactMotion(chain, states[k]);
            y_[k].resize(system_->size());
            y_[k] << states[k].q, momenta_ ? exact_[k].p : states[k].u;
        }
        const auto initial = assemble(*model_);
        Eigen::VectorXd start(system_->size());
        if (!initial || !system_->start(*initial, start)) {
            std::fprintf(stderr, "%s: the chain does not start\n", id.c_str());
            std::exit(EXIT_FAILURE);
        }
    }
    void call(int state) override {
        system_->derivative(0.0, y_[static_cast<std::size_t>(state)], ydot_, clock_);
    }
    double error() override {
        double worst = 0.0;
        for (int k = 0; k < 2; ++k) {
            call(k);
            const ChainMotion& exact = exact_[static_cast<std::size_t>(k)];
            worst = std::max(
                {worst, relativeError(ydot_.head(exact.qdot.size()), exact.qdot),
                 relativeError(ydot_.tail(exact.p.size()), momenta_ ? exact.pdot : exact.udot)});
        }
        return worst;
    }

private:
    std::unique_ptr<OdeSystem<double>> system_;
    std::shared_ptr<const Model> model_;
    bool momenta_;
    std::array<ChainMotion, 2> exact_;
    std::array<Eigen::VectorXd, 2> y_;
    Eigen::VectorXd ydot_;
    PhaseClock clock_;
};

}  // namespace

std::unique_ptr<Evaluation> makeEvaluation(const std::string& id, const Chain& chain) {
    if (id == "bullet") return makeBulletChain(chain);
    const auto model = chainModel(chain);
    auto system = makeSystem(id, model);
    if (!system) return nullptr;
    return std::make_unique<Ours>(id, chain, std::move(system), model);
}

#ifndef MOMENTREE_HAVE_BULLET
std::unique_ptr<Evaluation> makeBulletChain(const Chain&) { return nullptr; }
#endif

}  // namespace momentree::bench
