// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/session/recording.hpp"
#include "core/stepping/sample.hpp"

namespace momentree::render {

/// Selects rows of a recording as frames.
struct SeriesPlan {
    std::string file;               ///< NAME.xdmf; the numbers are put in NAME.frames.h5 next to it
    double begin = 0.0, end = 0.0;  ///< [s]
    double interval = 0.0;          ///< minimum time between frames [s], 0 for every row
};

/// The rows that become frames, oldest first.
std::vector<std::size_t> seriesRows(const Recording& recording, const SeriesPlan& plan);

/// Called before each frame with the number of finished frames and of all frames; returning false
/// stops.
using SeriesProgress = std::function<bool(std::size_t done, std::size_t frames)>;

/// Writes the motion as a series for ParaView in the format XDMF: NAME.xdmf lists the instants and
/// refers to NAME.frames.h5, which holds shapes and topology once and, for every instant, the
/// points of the links with velocity [m/s] and the markers B of the joints with force [N] and
/// moment [N m] on the outboard body, in single precision. Links are coarser than on screen; Color
/// belongs to points, body (index into the model) to triangles. SI, world axes. After an error or a
/// stop, an existing series is unchanged. Needs no display.
/// @return false if it was stopped
Result<bool> writeSeries(const Model& model, const Recording& recording, const SeriesPlan& plan,
                         const SeriesProgress& progress = {});

}  // namespace momentree::render
