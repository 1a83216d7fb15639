// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/stepping/sample.hpp"

namespace momentree {

/// The energy of one of the separate mechanisms of a model [J].
struct MechanismEnergy {
    double start = 0.0, now = 0.0;
    double kinetic = 0.0, mostKinetic = 0.0, leastPotential = 0.0, mostPotential = 0.0;
    double mass = 0.0;     ///< [kg]
    double size = 1.0;     ///< see `MechanismScales` [m]
    double opening = 0.0;  ///< see `openingWork`

    double change() const { return now - start; }
    double scale() const { return mostKinetic + mostPotential - leastPotential; }
};

/// Work of all reactions over an opening of 1, in rad or relative to the size [J].
double openingWork(const Model& model, const Sample& sample, double size);

/// Energies of the separate mechanisms of a model without powers, so that a heavy one does not hide
/// what happens to a light one. Springs between mechanisms make them one.
class MechanismEnergies {
public:
    explicit MechanismEnergies(const Model& model) : model_(model) {}
    /// Takes the first sample.
    void begin(const Sample& first);
    /// Takes a later one. Does not allocate.
    void add(const Sample& sample);

    std::span<const MechanismEnergy> all() const { return all_; }
    /// Index into `all`, -1 for bodies that cannot move.
    int of(std::size_t body) const { return ofBody_[body]; }

private:
    void evaluate(const Sample& sample);

    const Model& model_;
    std::vector<MechanismEnergy> all_;
    std::vector<int> ofBody_;
    std::vector<int> ofExchange_;              ///< the mechanism of each load, -1 for none
    std::vector<double> kinetic_, potential_;  ///< [all] of the newest sample
};

}  // namespace momentree
