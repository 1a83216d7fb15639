// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <variant>

#include "app/analyses/error_output.hpp"
#include "app/analyses/fit_run.hpp"
#include "app/analyses/over_output.hpp"
#include "app/analyses/sensitivity_output.hpp"
#include "core/analysis/steady_turn.hpp"
#include "core/model/description.hpp"

namespace momentree::app {

enum class AnalysisKind {
    Kinematics,
    InverseDynamics,
    Modes,
    Equilibrium,
    WorstLoads,
    Error,
    RootLocus,
    EquilibriumPath,
    Reach,
    Sensitivity,
    Fit
};
inline constexpr std::size_t analysisKinds = 11;

/// The name of a kind for `momentree analyse`.
const char* idOf(AnalysisKind kind);

using Poses = std::vector<std::vector<BodyState>>;

/// Modes with pictures at most.
inline constexpr std::size_t mostShapes = 24;

/// What is asked of a mechanism.
struct Inquiry {
    AnalysisKind kind = AnalysisKind::Kinematics;
    std::shared_ptr<const Model> model;
    std::shared_ptr<const ModelDescription> description;
    bool released = false;  ///< leave out the motions
    Instants instants;      ///< of kinds over time
    Watch watch;            ///< the caller's
    ParameterValues over;   ///< of root loci and of equilibria over a parameter
    /// Of errors, sensitivities and fits; of worst loads, if motions do not determine the movement.
    RunSpec spec;
    std::string column;                   ///< of the run, of sensitivities and fits
    MeasuredData data;                    ///< of fits, one column
    std::vector<std::string> parameters;  ///< of fits
};

/// What was found over a range of a parameter.
struct OverParameter {
    ParameterValues over;
    std::variant<RootLocus, std::vector<EquilibriumOver>> result;
};

/// What was found.
struct Outcome {
    std::shared_ptr<const Model> model;  ///< without motions if they were released
    std::variant<KinematicAnalysis, InverseDynamics, ModesAboutStart, Equilibrium, WorstLoads,
                 ErrorSources, OverParameter, ReachAnalysis, Sensitivities, DataFit>
        found;
    AnalysisOutput output;
    std::optional<SteadyTurn> turn;  ///< the instants are those of this turn
    std::vector<Poses> shapes;       ///< over a period of each of the first modes
};

/// Takes long for large models; for another thread.
Result<std::shared_ptr<const Outcome>> answer(const Inquiry& inquiry);

/// One turn of a crank, otherwise the duration of the run.
/// @param spec of the run
Instants instantsOf(const Model& model, const RunSpec& spec);

/// The modes of an outcome about a pose, with this pose; null for those over time.
struct AboutPose {
    const InitialState* state = nullptr;
    const Linearisation* linearisation = nullptr;
    const Modes* modes = nullptr;
};
AboutPose aboutPose(const Outcome& outcome);

/// The samples of an outcome over time.
const std::vector<Sample>& samplesOf(const Outcome& outcome);

}  // namespace momentree::app
