// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/multipliers/udwadia_kalaba.hpp"

#include "core/formulations/multipliers/dense_system.hpp"

namespace momentree {
namespace {

class UdwadiaKalaba final : public DenseSystem {
public:
    using DenseSystem::DenseSystem;

private:
    void factorise() override {
        traced(
            global::factorisation, [this] { constraints_.factorise(bodies_, terms_); },
            [this](TraceSink& sink) {
                sink(global::weightedRows, "Y", constraints_.weighted().transpose());
            });
    }
    /// a = M^-1 b + L Y^+ (c - J M^-1 b).
    void solve() override {
        traced(
            global::solution,
            [this] {
                constraints_.weigh(b_, x_);
                rest_ = c_;
                constraints_.subtractRows(x_, rest_);
                constraints_.solve(rest_, part_);
                x_ += part_;
                constraints_.accelerate(x_, a_);
            },
            [this](TraceSink& sink) {
                sink(global::constraintForces, "Qᶜ", constraints_.wrenches(part_));
                sink(global::freeAccelerations, "a", global::stacked<double>(a_));
            });
    }
};

}  // namespace

std::unique_ptr<OdeSystem<double>> makeUdwadiaKalaba(std::shared_ptr<const Model> model,
                                                     const RunSpec& spec) {
    return std::make_unique<UdwadiaKalaba>(std::move(model), spec);
}

}  // namespace momentree
