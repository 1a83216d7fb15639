// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/formulations/batch/state_batch.hpp"
#include "core/generate/number_slopes.hpp"
#include "core/generate/text.hpp"
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
/// models that `generateRefusal` does not accept are errors. With closed loops, `start` compiles
/// and has to be called first.
Result<std::unique_ptr<StateBatch>> makeGeneratedBatch(std::shared_ptr<const Model> model,
                                                       const RunSpec& spec);

/// The text of a model that `generateRefusal` accepts, as `momentree generate` writes it: if loops
/// close, with the numbers of the start. Errors: the model has no start, or no slopes by a
/// parameter.
/// @param parameters by which `gradient` has slopes, besides the state
Result<std::string> writtenText(const std::shared_ptr<const Model>& model,
                                const GeneratedParts& parts,
                                const std::vector<std::string>& parameters = {});

/// The rates of `makeGenerated` together with their slopes by the state and by parameters of the
/// model, exact to rounding. Rows that close loops are chosen as in `ClosureSolver`; the slopes are
/// those with the same choice.
class GeneratedSlopes {
public:
    using Jacobian = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using Slopes = Eigen::Map<const Jacobian, 0, Eigen::OuterStride<>>;
    /// Compiles the code, or tells why it cannot. With closed loops, `start` compiles.
    /// @param parameters of the model, by name
    static Result<std::unique_ptr<GeneratedSlopes>> make(
        const std::shared_ptr<const Model>& model, const std::vector<std::string>& parameters = {});
    virtual ~GeneratedSlopes() = default;
    virtual int size() const = 0;        ///< of a state
    virtual int parameters() const = 0;  ///< number
    /// To be called before `evaluate` if the model has closed loops or angles at the start.
    virtual Result<void> start(const InitialState& initial, Eigen::Ref<Eigen::VectorXd> y) = 0;
    /// Writes dy/dt and keeps its slopes. Returns `NotFinite` if a number is not finite, as the
    /// slopes of a spring of length 0. Does not allocate.
    virtual StepStatus evaluate(double t, const Eigen::Ref<const Eigen::VectorXd>& y,
                                Eigen::Ref<Eigen::VectorXd> ydot) = 0;
    /// [size x size], of rates by entries of the state, until the next evaluation.
    virtual Slopes slopes() const = 0;
    /// [size x parameters], of rates by parameters at the same state, SI.
    virtual Slopes slopesByParameters() const = 0;
};

}  // namespace momentree
