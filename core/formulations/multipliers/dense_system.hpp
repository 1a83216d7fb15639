// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/multipliers/index1_system.hpp"
#include "core/formulations/multipliers/weighted_constraints.hpp"

namespace momentree {

/// The common part of formulations on the dense factors of all constraints (THEORY 7e). Double
/// precision.
class DenseSystem : public Index1System<double> {
public:
    DenseSystem(std::shared_ptr<const Model> model, const RunSpec& spec)
        : Index1System(std::move(model), spec),
          constraints_(*model_),
          x_(6 * n_),
          part_(6 * n_),
          rest_(model_->constraintRows) {}

    Result<void> start(const InitialState& initial, Out y) override {
        Result<void> started = Index1System::start(initial, y);
        constraints_.hold(closureStructure(*model_, initial.bodies, initial.time));
        return started;
    }

    StepReport retract(double from, double t, Out y) override {
        normalisePoses(y);
        readPoses(y);
        placeAngles(t, y);
        evaluateAll<double>(*model_, t, bodies_, turns_.coupled(), terms_);
        motion_.factorise(bodies_, terms_);
        return Index1System::retract(from, t, y);
    }

protected:
    WeightedConstraints constraints_;
    Vector x_, part_;  ///< [6 bodies] accelerations and a part of them, weighted
    Vector rest_;      ///< [constraintRows]
};

}  // namespace momentree
