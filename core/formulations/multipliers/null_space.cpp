// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/multipliers/null_space.hpp"

#include "core/formulations/multipliers/dense_system.hpp"

namespace momentree {
namespace {

class NullSpace final : public DenseSystem {
public:
    using DenseSystem::DenseSystem;

private:
    void factorise() override {
        traced(
            global::factorisation, [this] { constraints_.factorise(bodies_, terms_); },
            [this](TraceSink& sink) { sink(global::nullSpace, "N", constraints_.freeMotions()); });
    }
    /// a = a_c + N N^T b, a_c = L Y^+ c; N^T M a_c = 0.
    void solve() override {
        traced(
            global::solution,
            [this] {
                constraints_.solve(c_, part_);
                constraints_.weigh(b_, x_);
                constraints_.keepFree(x_);
                x_ += part_;
                constraints_.accelerate(x_, a_);
            },
            [this](TraceSink& sink) {
                sink(global::reducedRates, "ż",
                     constraints_.freeMotions().transpose() * global::stacked<double>(b_));
                sink(global::reducedAccelerations, "a", global::stacked<double>(a_));
            });
    }
};

}  // namespace

std::unique_ptr<OdeSystem<double>> makeNullSpace(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec) {
    return std::make_unique<NullSpace>(std::move(model), spec);
}

}  // namespace momentree
