// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/session/catalogue.hpp"

namespace momentree {

/// What changes, and what is looked at.
struct SensitivityRequest {
    std::shared_ptr<const Model> model;
    RunSpec spec;
    std::vector<std::string> parameters;  ///< all if empty
    std::vector<std::string> columns;     ///< of a run; all probes if empty
};

/// Derivatives of columns of a run by parameters of its model, at the times of its rows.
struct Sensitivities {
    std::vector<std::string> parameters, columns;
    std::vector<double> parameterValues;  ///< [parameters]
    std::vector<double> times;            ///< [rows]
    Eigen::MatrixXd values;               ///< [rows x columns]
    std::vector<Eigen::MatrixXd> slopes;  ///< [parameters][rows x columns]
    /// [parameters] of the slopes, relative to the largest of each column, as estimated; see
    /// `Slopes`.
    std::vector<double> error;
    /// Why the slopes are differences of whole runs, empty if they were computed along the run.
    std::optional<Message> wholeRuns;
};

/// Forward in time, by neighbours that go beside the run (`ForwardSlopes`), so that they contain
/// the parameter's effect on the start: those of the numerical solution, to about eleven digits, of
/// dopri5 with the accepted steps held, of CVODE with those that neighbours take together. Of works
/// since the start, which `wholeRuns` then names, by differences of whole runs with an
/// extrapolation to none (Ridders, Advances in Engineering Software 4, 1982), which lose digits
/// where motions part fast. Errors: names that are unknown, models with events, runs that fail,
/// stopped.
Result<Sensitivities> sensitivities(const Catalogue& catalogue, const SensitivityRequest& request,
                                    std::stop_token stop = {});

}  // namespace momentree
