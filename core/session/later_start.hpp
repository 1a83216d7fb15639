// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/stepping/sample.hpp"

namespace momentree {

/// Where a run begins that goes on from an earlier motion. Coordinates with the turns made so far.
struct LaterStart {
    double time = 0.0;  ///< [s]
    /// Consistent with every constraint at that time; quaternions with the signs they had.
    InitialState state;
    std::vector<std::array<double, 7>> jointQ;  ///< [Model::joints], or empty
    std::vector<double> loadAngles;             ///< [Model::axialLoads], or empty
    std::vector<double> probes;                 ///< [Model::probes], or empty
};

/// The model as it is from then on: its time 0 is that of the start, and torsion springs are wound
/// as they are. No stepper needs to know of the motion before.
std::shared_ptr<const Model> modelFrom(const Model& model, const LaterStart& start);

/// What the samples of such a model lack of the whole motion: full turns of angles, and the signs
/// of quaternions.
class EarlierTurns {
public:
    explicit EarlierTurns(const LaterStart& start) : start_(start) {}
    /// Call for every sample in order; the first is that of the start.
    void addTo(const Model& model, Sample& sample);
    /// The same of angles between markers, after the probes were evaluated.
    void addToProbes(const Model& model, Sample& sample);

private:
    void compare(const Model& model, const Sample& first);

    LaterStart start_;
    std::vector<double> signs_;  ///< [bodies]; this and the following filled by the first sample
    std::vector<std::array<double, 7>> joints_;  ///< [rad] to be added
    std::vector<double> jointSigns_;             ///< of the quaternions among their coordinates
    std::vector<double> probes_;
};

}  // namespace momentree
