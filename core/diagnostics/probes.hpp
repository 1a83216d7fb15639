// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/stepping/sample.hpp"

namespace momentree {

/// Computes the probes of a model from completed samples. Angles are unwrapped from sample to
/// sample with the help of their rates, so that turns are counted even at high speed. Use one
/// evaluator per run and pass it every sample in order.
class ProbeEvaluator {
public:
    explicit ProbeEvaluator(const Model& model);
    /// Fills `sample.probes` [model.probes] from the rest of `sample`. An unknown quantity is NaN.
    void evaluate(Sample& sample);

private:
    struct Angle {
        double time = 0.0, value = 0.0, rate = 0.0;  ///< of the previous sample
        bool known = false;
    };
    double unwrapped(std::size_t probe, double time, double angle, double rate);
    double jointAngle(std::size_t probe, const Sample& sample);

    const Model& model_;
    std::vector<Angle> angles_;  ///< [model.probes]
};

}  // namespace momentree
