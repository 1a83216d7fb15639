// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"
#include "app/runs/plot_source.hpp"

namespace momentree::app {

/// Values of the same curves in several runs, read from growing recordings.
class CurveRows {
public:
    /// @param curves columns of the first run; other runs use their columns of the same names
    /// @param minus the run to subtract from the others, interpolated at their times; values beyond
    /// its rows are added later
    /// @param size whether to use the magnitude of differences
    void set(std::vector<PlotSource> runs, const std::vector<PlotSeries>& curves,
             std::optional<std::size_t> minus = std::nullopt, bool size = false);
    /// Reads the rows recorded since the last call; returns whether there were any. Reads a run
    /// again if its older rows have been thinned.
    bool pull();

    std::size_t runs() const { return tracks_.size(); }
    /// Times of the rows read from a run [s].
    const std::vector<double>& times(std::size_t run) const { return tracks_[run].times; }
    const MinMaxPyramid& values(std::size_t run, std::size_t curve) const {
        return tracks_[run].curves[curve].values;
    }
    /// Value at a row; nan if there is none.
    double at(std::size_t run, std::size_t curve, std::size_t row) const;
    /// Value at a time, linearly interpolated between two rows; nan beyond the rows.
    double interpolated(std::size_t run, std::size_t curve, double time) const;
    /// The row nearest to a time; there must be rows.
    std::size_t nearestRow(std::size_t run, double time) const;
    Extremes extremes(std::size_t run, std::size_t curve, ValueRange time) const;
    /// Values of a curve below this are zero with rounding errors: a tiny part of the largest value
    /// in columns of the same unit. 0 if the run's model is not known.
    double floor(std::size_t run, std::size_t curve) const;

private:
    struct Curve {
        int column = -1;  ///< of its run's rows, -1: not in this run
        bool fromStart = false;
        double scale = 1.0;
        std::vector<int> alike;  ///< columns of the same unit
        double largest = 0.0;    ///< value in those columns, of some rows
        MinMaxPyramid values;
    };
    struct Track {
        PlotSource source;
        std::vector<Curve> curves;
        std::vector<double> times;
        std::size_t earlier = 0;  ///< number of rows before the recording
        std::size_t looked = 0;   ///< number of rows when `largest` was found
    };
    static bool followThinned(Track& track);
    static void readEarlier(Track& track);
    static void findAlike(Track& track);
    static void findLargest(Track& track);
    bool pull(std::size_t run);
    double raw(const Track& track, std::size_t curve, std::size_t row) const;
    double reference(std::size_t curve, double time) const;

    std::vector<Track> tracks_;
    std::optional<std::size_t> minus_;
    bool size_ = false;
};

}  // namespace momentree::app
