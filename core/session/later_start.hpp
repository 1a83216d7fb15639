// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/stepping/sample.hpp"

namespace momentree {

/// The start of a run that continues an earlier motion. Coordinates include the turns already made.
struct LaterStart {
    double time = 0.0;  ///< [s]
    /// Consistent with every constraint at that time; quaternions keep their signs.
    InitialState state;
    std::vector<std::array<double, 7>> jointQ;  ///< [Model::joints], or empty
    std::vector<double> loadAngles;             ///< [Model::axialLoads], or empty
    std::vector<double> probes;                 ///< [Model::probes], or empty
};

/// The model from that instant on: its time 0 is that of the start, and torsion springs are wound.
/// Steppers need not know about the earlier motion.
std::shared_ptr<const Model> modelFrom(const Model& model, const LaterStart& start);

/// Corrects the samples of such a model: adds full turns of angles and restores the signs of
/// quaternions.
class EarlierTurns {
public:
    explicit EarlierTurns(const LaterStart& start) : start_(start) {}
    /// Call for every sample in order, beginning with that of the start.
    void addTo(const Model& model, Sample& sample);
    /// The same for angles between markers, after the probes have been evaluated.
    void addToProbes(const Model& model, Sample& sample);

private:
    void compare(const Model& model, const Sample& first);

    LaterStart start_;
    std::vector<double> signs_;  ///< [bodies]; this and the following are set by the first sample
    std::vector<std::array<double, 7>> joints_;  ///< [rad] to be added
    std::vector<double> jointSigns_;             ///< of the quaternions among their coordinates
    std::vector<double> probes_;
};

}  // namespace momentree
