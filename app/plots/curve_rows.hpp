// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"
#include "app/runs/plot_source.hpp"

namespace momentree::app {

/// The values of the same curves in several runs, read from their recordings as these grow.
class CurveRows {
public:
    /// @param curves columns of the first run; the others give their columns of the same names
    /// @param minus the run that is subtracted from the others, interpolated at their times; a
    /// value beyond its rows waits for them
    /// @param size whether the size of a difference is kept instead of the difference
    void set(std::vector<PlotSource> runs, const std::vector<PlotSeries>& curves,
             std::optional<std::size_t> minus = std::nullopt, bool size = false);
    /// Takes the rows recorded since the last call; whether there were any. Reads a run anew whose
    /// older rows were thinned out.
    bool pull();

    std::size_t runs() const { return tracks_.size(); }
    /// Of the rows taken of a run [s].
    const std::vector<double>& times(std::size_t run) const { return tracks_[run].times; }
    const MinMaxPyramid& values(std::size_t run, std::size_t curve) const {
        return tracks_[run].curves[curve].values;
    }
    /// Value at a row; nan where there is none.
    double at(std::size_t run, std::size_t curve, std::size_t row) const;
    /// Value at a time, between two rows that of the line between them; nan beyond the rows.
    double interpolated(std::size_t run, std::size_t curve, double time) const;
    /// The row nearest to a time; there must be rows.
    std::size_t nearestRow(std::size_t run, double time) const;
    Extremes extremes(std::size_t run, std::size_t curve, ValueRange time) const;

private:
    struct Curve {
        int column = -1;  ///< of its run's rows, -1: the run does not have it
        bool fromStart = false;
        double scale = 1.0;
        MinMaxPyramid values;
    };
    struct Track {
        PlotSource source;
        std::vector<Curve> curves;
        std::vector<double> times;
        std::size_t earlier = 0;  ///< rows of before the recording
    };
    static bool followThinned(Track& track);
    static void readEarlier(Track& track);
    bool pull(std::size_t run);
    double raw(const Track& track, std::size_t curve, std::size_t row) const;
    double reference(std::size_t curve, double time) const;

    std::vector<Track> tracks_;
    std::optional<std::size_t> minus_;
    bool size_ = false;
};

}  // namespace momentree::app
