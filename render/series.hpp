// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/session/recording.hpp"
#include "core/stepping/sample.hpp"

namespace momentree::render {

/// Which rows of a recording become frames.
struct SeriesPlan {
    std::string file;               ///< NAME.pvd; the frames go into a folder NAME next to it
    double begin = 0.0, end = 0.0;  ///< [s]
    double interval = 0.0;          ///< least time between frames [s], 0 for every row
};

/// Rows that become frames, oldest first.
std::vector<std::size_t> seriesRows(const Recording& recording, const SeriesPlan& plan);

/// Told before each frame how many are done and how many there are; false stops.
using SeriesProgress = std::function<bool(std::size_t done, std::size_t frames)>;

/// Writes the motion as a series for ParaView: NAME.pvd, which lists instants, and for each of them
/// two files of polygonal data. NAME/links_K.vtp are the links as they are drawn, with the arrays
/// Normals and Color, velocity [m/s] of every point, and body (index into the model) of every
/// triangle. NAME/joints_K.vtp are the markers B of the joints as points with force [N] and moment
/// [N m] on the outboard body. SI, world axes. Where something goes wrong or is stopped, a series
/// of before stays as it was. Needs no display.
/// @return whether all of it is written: false if it was stopped
Result<bool> writeSeries(const Model& model, const Recording& recording, const SeriesPlan& plan,
                         const SeriesProgress& progress = {});

}  // namespace momentree::render
