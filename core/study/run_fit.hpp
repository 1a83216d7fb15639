// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/fit.hpp"
#include "core/session/catalogue.hpp"

namespace momentree {

/// Parameters of a model to find so that columns of its run agree with measured ones.
struct RunFit {
    std::shared_ptr<const Model> model;
    RunSpec spec;                         ///< except duration and rows, which `times` decide
    std::vector<std::string> parameters;  ///< of the model; its values are where the search begins
    std::vector<std::string> columns;     ///< of the run
    std::vector<double> times;            ///< at least two, ascending from 0 or later [s]
    std::vector<std::vector<double>> measured = {};  ///< [columns][times]
};

/// With fixed steps, two or more parameters are first sought with steps that are longer by this.
inline constexpr int coarseFactor = 4;

/// Errors: unknown parameters and columns, those of `fit`, and those of a run at the start.
Result<Fit> fitRun(const Catalogue& catalogue, const RunFit& wanted, std::stop_token stop = {});

}  // namespace momentree
