// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/stepping/phases.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

/// Appends "J.q" for one coordinate, "J.q1", "J.q2", ... for several.
void addNumbered(std::vector<std::string>& names, const std::string& stem, int count);

/// Names and offsets of the columns of a recorded row: the columns of contract section 4, then
/// probes, states of controllers, then phases.
class RowLayout {
public:
    explicit RowLayout(const Model& model);
    const std::vector<std::string>& names() const { return names_; }
    bool hasLoops() const {
        return loops_;
    }  ///< whether joints close loops, so that they can drift
    int width() const { return static_cast<int>(names_.size()); }
    int body(int index) const {
        return 1 + 13 * index;
    }  ///< x of a body; then y z e0..e3 vx vy vz wx wy wz
    int jointQ(int index) const { return joints_[static_cast<std::size_t>(index)].q; }
    int jointU(int index) const { return joints_[static_cast<std::size_t>(index)].u; }
    /// Number of recorded coordinates of a joint; 0 for distance joints, which are constraints.
    int jointCoordinates(int index) const { return joints_[static_cast<std::size_t>(index)].nq; }
    int jointSpeeds(int index) const { return joints_[static_cast<std::size_t>(index)].nu; }
    int jointReaction(int index) const { return joints_[static_cast<std::size_t>(index)].reaction; }
    int kinetic() const { return energies_; }
    int potential() const { return energies_ + 1; }
    int total() const { return energies_ + 2; }
    int driftPosition() const { return energies_ + 3; }
    int driftVelocity() const { return energies_ + 4; }
    int driftAcceleration() const { return energies_ + 5; }
    int probe(int index) const { return energies_ + 6 + index; }
    int probeCount() const { return static_cast<int>(repeats_.size()); }
    /// Whether a probe is the column of a body, joint or energy that has its name.
    bool repeats(int probe) const { return repeats_[static_cast<std::size_t>(probe)]; }
    /// Nanoseconds per step spent in a phase since the previous row; not part of the CSV.
    int phase(Phase phase) const { return csvWidth() + static_cast<int>(phase); }
    int controllers() const { return probe(probeCount()); }  ///< states of all controllers
    int controllerStates() const { return controllerStates_; }
    /// Columns before those of phases.
    int csvWidth() const { return controllers() + controllerStates_; }
    /// Newton iterations per step since the previous row, 0 for explicit methods.
    int newton() const { return csvWidth() + static_cast<int>(phaseCount); }
    int balance() const { return newton() + 1; }  ///< `PowerBalance::balance` [J]
    /// Power and work of each of `workSources`, up to the end of the row.
    int works() const { return works_; }
    int column(const std::string& name) const;  ///< first with that name, -1 if there is none
    void write(const Sample& sample, std::span<double> row) const;  ///< all columns except phases

private:
    struct JointColumns {
        int q = 0, u = 0, reaction = 0, nq = 0, nu = 0;
    };
    std::vector<std::string> names_;
    std::vector<JointColumns> joints_;
    bool loops_ = false;
    int energies_ = 0, controllerStates_ = 0, works_ = 0;
    std::vector<bool> repeats_;  ///< [probes]
};

}  // namespace momentree
