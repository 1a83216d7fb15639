// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Rates of several states at once, for parameter studies, starts, controls, or the columns of a
/// Jacobian. Formulation `naudet`; states as in `makeNaudet`.
class StateBatch {
public:
    virtual ~StateBatch() = default;
    /// Whether states share registers, as many at a time as these hold, which takes a fraction of
    /// the time of single evaluations. Requires a model without loops; otherwise states are
    /// evaluated one after another, as springs and other loads always are.
    virtual bool sideBySide() const = 0;
    virtual int size() const = 0;  ///< of a state
    /// Writes the state [size] of model `index` for `initial`; index 0 for a shared model.
    virtual Result<void> start(std::size_t index, const InitialState& initial,
                               Eigen::Ref<Eigen::VectorXd> y) = 0;
    /// dy/dt of every column of Y at time t; both [size x states]: any number of states of a shared
    /// model, otherwise one per model in order. The rates of a state do not depend on the others.
    /// Returns `NotFinite` if a rate is not finite, otherwise `Reached`. Does not allocate.
    virtual StepStatus derivative(double t, const Eigen::Ref<const Eigen::MatrixXd>& Y,
                                  Eigen::Ref<Eigen::MatrixXd> Ydot) = 0;
};

/// Whether the entries of states of two models have the same meaning: compares trees and counted
/// angles.
bool alike(const Model& a, const Model& b);

/// Backends: sequential, and float32, which rounds states to seven digits and computes eight at a
/// time instead of four (or eight with AVX-512).
std::unique_ptr<StateBatch> makeStateBatch(std::shared_ptr<const Model> model, const RunSpec& spec);

/// The same for one state of each of several models, whose masses, lengths, loads and motions may
/// differ. An error if there are none, or if their bodies are not connected by the same joints.
Result<std::unique_ptr<StateBatch>> makeStateBatch(
    const std::vector<std::shared_ptr<const Model>>& models, const RunSpec& spec);

}  // namespace momentree
