// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/analysis/assemblies.hpp"
#include "core/analysis/dead_points.hpp"
#include "core/analysis/four_bar.hpp"
#include "core/analysis/inverse_dynamics.hpp"
#include "core/analysis/point_path.hpp"

namespace momentree {

/// A four-bar over the whole time.
struct FourBarMotion {
    FourBar fourBar;
    Peak least, largest;  ///< transmission angle [rad], between the instants, too
};

/// Movement under given motions, from the equations of the joints alone.
struct KinematicAnalysis {
    /// At the instants. Masses are not used: reactions, efforts and energies are meaningless.
    std::vector<Sample> samples;
    std::vector<double> regularity;      ///< [samples]
    std::vector<NearDeadPoint> nearest;  ///< local minima of the regularity, in order of time
    std::vector<FourBarMotion> fourBars;
    std::vector<PointPath> paths;     ///< see `pathsOf`
    Assemblies assemblies;            ///< at t = 0
    std::optional<Diagnostic> ended;  ///< why the motions cannot go on to the end
};

/// Positions, velocities and accelerations of a mechanism whose motions determine its movement. If
/// its loops cannot follow the motions to the end, the results go as far as they can.
Result<KinematicAnalysis> kinematicAnalysis(const Model& model, const Instants& instants);

}  // namespace momentree
