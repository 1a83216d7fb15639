// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyses/analysis_output.hpp"
#include "core/analysis/over_parameter.hpp"

namespace momentree::app {

/// NAME=FROM:TO:COUNT, numbers in SI units, from 2 to 10000 values.
Result<ParameterValues> parameterValues(const std::string& text);

/// A coordinate of a joint with one or two of them, over the values of the parameter.
struct OverCoordinate {
    std::string name;
    std::vector<double> values;
};
std::vector<OverCoordinate> overCoordinates(const std::vector<EquilibriumOver>& found);

AnalysisOutput outputOf(const Model& model, const ParameterValues& over,
                        const std::vector<EquilibriumOver>& found);
AnalysisOutput outputOf(const Model& model, const ParameterValues& over, const RootLocus& found);

}  // namespace momentree::app
