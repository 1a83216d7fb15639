// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// The rates of several states at once, for whoever has many of them: a study over parameters,
/// starts or controls, the columns of a Jacobian. Formulation `naudet`; states as of `makeNaudet`.
class StateBatch {
public:
    virtual ~StateBatch() = default;
    /// Whether states share registers, four or eight at a time, which takes a fraction of the time
    /// of single evaluations. Only where no loop is closed; else they are taken one after another,
    /// as springs and other loads are in any case.
    virtual bool sideBySide() const = 0;
    virtual int size() const = 0;  ///< of a state
    /// Writes the state [size] of model `index` that `initial` stands for; 0 where all share one.
    virtual Result<void> start(std::size_t index, const InitialState& initial,
                               Eigen::Ref<Eigen::VectorXd> y) = 0;
    /// dy/dt of every column of Y at time t; both [size x states]: any number of states of a shared
    /// model, else one of each model in order. What a state's rates are does not depend on the
    /// others. `NotFinite` if some rate is not, else `Reached`. Allocates nothing.
    virtual StepStatus derivative(double t, const Eigen::Ref<const Eigen::MatrixXd>& Y,
                                  Eigen::Ref<Eigen::MatrixXd> Ydot) = 0;
};

/// Backends: sequential, and float32, which rounds states to seven digits and computes eight side
/// by side where double precision takes four.
std::unique_ptr<StateBatch> makeStateBatch(std::shared_ptr<const Model> model, const RunSpec& spec);

/// The same for a state of each of several models, whose masses, lengths, loads and motions may
/// differ. Fails where there is none, or where their bodies do not hang together by the same
/// joints.
Result<std::unique_ptr<StateBatch>> makeStateBatch(
    const std::vector<std::shared_ptr<const Model>>& models, const RunSpec& spec);

}  // namespace momentree
