// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include "core/analysis/equilibrium.hpp"

namespace momentree {

/// A parameter of a model and the values that it takes.
struct ParameterValues {
    std::string name;
    std::vector<double> values;  ///< in SI units
};

/// One of the equilibria of a quasi-static movement.
struct EquilibriumOver {
    std::shared_ptr<const Model> model;  ///< with this value
    Equilibrium found;
};
/// The equilibrium for every value, each found from the one before, so that a movement is followed
/// until it ends, as where it snaps through. Errors: unknown parameter, models that cannot be
/// built, no equilibrium, with the value.
Result<std::vector<EquilibriumOver>> equilibriaOver(const Model& model, const ParameterValues& over,
                                                    std::stop_token stop = {});

/// Eigenvalues of small movements about the start, see `modesAboutStart`, over a parameter.
struct RootLocus {
    /// [values x branches] of A, in s^-1. From one value to the next a branch goes where a straight
    /// line through its last two points comes nearest.
    Eigen::MatrixXcd eigenvalues;
    double unsteadiness = 0.0;  ///< the largest of the starts, see `unsteadiness`
    double unsteadyAt = 0.0;    ///< the value of the parameter
};
/// Errors: as above, and where the number of states changes.
Result<RootLocus> rootLocus(const Model& model, const ParameterValues& over,
                            std::stop_token stop = {});

}  // namespace momentree
