// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/formulations/batch/state_batch.hpp"
#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// The equations of `naudet` for one model as compiled code: the same states, and the same rates to
/// rounding. Everything but the derivative is that of `naudet`. `start` compiles the code, unless
/// it was compiled before, and tells why it cannot.
/// @param model that `generateRefusal` accepts
std::unique_ptr<OdeSystem<double>> makeGenerated(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec);

/// The same for batches of states, eight side by side. Compiles the code, or tells why it cannot;
/// models that `generateRefusal` does not accept are errors.
/// @param initial the start, which loads with angles refer to; as `start` of the batch
Result<std::unique_ptr<StateBatch>> makeGeneratedBatch(std::shared_ptr<const Model> model,
                                                       const RunSpec& spec);

/// The rates of `makeGenerated` together with their slopes by the state, exact to rounding.
class GeneratedSlopes {
public:
    using Jacobian = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    /// Compiles the code, or tells why it cannot.
    static Result<std::unique_ptr<GeneratedSlopes>> make(std::shared_ptr<const Model> model);
    virtual ~GeneratedSlopes() = default;
    virtual int size() const = 0;  ///< of a state
    virtual Result<void> start(const InitialState& initial, Eigen::Ref<Eigen::VectorXd> y) = 0;
    /// Writes dy/dt and keeps d(dy/dt)/dy in `slopes`. Returns `NotFinite` if a number is not
    /// finite, as the slopes of a spring of length 0. Does not allocate.
    virtual StepStatus evaluate(double t, const Eigen::Ref<const Eigen::VectorXd>& y,
                                Eigen::Ref<Eigen::VectorXd> ydot) = 0;
    /// [size x size], of rates by entries of the state, until the next evaluation.
    virtual Eigen::Map<const Jacobian, 0, Eigen::OuterStride<>> slopes() const = 0;
};

}  // namespace momentree
