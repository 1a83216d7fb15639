// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "core/message.hpp"
#include "core/model/characteristic.hpp"

namespace momentree {

struct Expression;

/// An expression of time, state and probes as operations on a stack, without names. Empty for none.
class StateLaw {
public:
    /// Inputs; the measured quantities follow.
    static constexpr int time = 0, coordinate = 1, rate = 2, firstMeasured = 3;
    static constexpr std::size_t mostMeasured = 13;
    static constexpr std::size_t mostInputs = firstMeasured + mostMeasured;

    struct Name {
        std::string name;
        bool constant = true;
        double value = 0.0;  ///< of a constant
        int input = 0;       ///< otherwise
    };
    /// Folds constants.
    /// @param names of parameters and inputs in the expression
    static tl::expected<StateLaw, Message> compile(const Expression& expression,
                                                   std::span<const Name> names);

    bool empty() const { return operations_.empty(); }
    bool reads(int input) const;
    /// Whether it has a bend or a jump that depends on more than time. That of |u| at rest does not
    /// count: drag bends there.
    bool bendsWithState() const;
    /// Does not allocate.
    /// @param by input for the slope, -1 for none
    Slope at(std::span<const double> inputs, int by = -1) const;

    /// What `firstMeasured` and the following inputs are: indices into Model::measured.
    std::vector<int> measured = {};
    /// The law reads the time factor t + shift: 0 holds it.
    double timeFactor = 1.0, timeShift = 0.0;

private:
    enum class Code : std::uint8_t;
    struct Operation {
        Code code;
        int input = 0;
        double value = 0.0;
    };
    friend class StateLawCompiler;
    std::vector<Operation> operations_;
};

}  // namespace momentree
