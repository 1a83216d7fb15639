// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/multipliers/lagrange_index1.hpp"

#include "core/formulations/multipliers/index1_system.hpp"

namespace momentree {
namespace {

template <typename S>
class LagrangeIndex1 final : public Index1System<S> {
public:
    using Index1System<S>::Index1System;

private:
    void factorise() override {
        this->traced(
            global::factorisation, [this] { this->motion_.factorise(this->bodies_, this->terms_); },
            [this](TraceSink& sink) {
                sink(global::accelerationSystem, "[M, Jᵀ; J, 0]", this->system());
            });
    }
    void solve() override {
        this->traced(
            global::solution,
            [this] { this->motion_.solve(this->b_, this->c_, this->a_, this->sigma_); },
            [this](TraceSink& sink) {
                sink(global::accelerations, "a", global::stacked<S>(this->a_));
                sink(global::multipliers, "λ", -this->sigma_);
            });
    }
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeLagrangeIndex1(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec) {
    return std::make_unique<LagrangeIndex1<S>>(std::move(model), spec);
}
template std::unique_ptr<OdeSystem<double>> makeLagrangeIndex1(std::shared_ptr<const Model>,
                                                               const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeLagrangeIndex1(std::shared_ptr<const Model>,
                                                              const RunSpec&);

}  // namespace momentree
