// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "core/generate/equations.hpp"
#include "core/result.hpp"

namespace momentree {

/// Slopes by parameters of the numbers in recorded equations.
struct NumberSlopes {
    int parameters = 0;
    std::unordered_map<std::size_t, std::vector<double>> at = {};  ///< [place][parameters]

    // Places of numbers: the operands of a node, then the rates, then Sc and the gaps of loops.
    static std::size_t operand(std::size_t node, std::size_t which) { return 2 * node + which; }
    static std::size_t rate(std::size_t nodes, std::size_t k) { return 2 * nodes + k; }
    /// @param column of Sc up to the row, then the gap
    static std::size_t loop(std::size_t nodes, std::size_t rates, std::size_t row,
                            std::size_t column) {
        return 2 * nodes + rates + row * (row + 3) / 2 + column;
    }
};

/// The models that slopes by parameters come from. A recording holds the numbers of one model; how
/// they depend on a parameter is seen from those of models around it, by a difference of order 8:
/// with steps of a hundredth of a parameter they are exact to rounding where the numbers are
/// smooth.
struct ParameterModels {
    static constexpr int around = 4;  ///< on each side
    struct Parameter {
        std::string name;
        double step = 0.0;
        std::vector<std::shared_ptr<const Model>>
            models;  ///< [2 around] at -4 ... -1, 1 ... 4 steps
    };
    /// With all parameters moved apart, so that no number is 0 or 1 by accident; null without
    /// parameters.
    std::shared_ptr<const Model> general;
    std::shared_ptr<const Model> model;
    std::vector<Parameter> parameters;
};
/// Errors: an unknown name, or a model that cannot be built there.
Result<ParameterModels> modelsAround(const std::shared_ptr<const Model>& model,
                                     const std::vector<std::string>& names);

/// Equations with the structure of all these models and the numbers of `models.model`.
struct SlopedEquations {
    RecordedEquations equations;
    std::vector<Tape::Node> nodes;
    NumberSlopes slopes;
};
/// Errors: a parameter changes more than numbers.
Result<SlopedEquations> recordWithSlopes(const ParameterModels& models, const RecordedLoops& loops);

}  // namespace momentree
