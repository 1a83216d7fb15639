// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "app/base/theme/theme.hpp"
#include "app/plots/plot_series.hpp"
#include "core/session/recording.hpp"
#include "core/stepping/phases.hpp"
#include "core/stepping/sample.hpp"

class QCPBars;
class QCPItemText;
class QCustomPlot;

namespace momentree::app {

/// The colour of a phase, the same everywhere.
QColor phaseColour(Phase phase, const ThemeColors& colors);

/// Nanoseconds per step of each phase.
using PhaseTimes = std::array<double, phaseCount>;

/// Draws time per step as stacked bars in a QCustomPlot. A bar is the mean of as many rows as fit
/// on a few pixels.
class PhaseChart final : public QObject {
    Q_OBJECT
public:
    /// @param plot must outlive the chart
    explicit PhaseChart(QCustomPlot* plot);

    void setRecording(std::shared_ptr<const Recording> recording, int firstColumn);
    const std::shared_ptr<const Recording>& recording() const { return recording_; }
    int firstColumn() const { return firstColumn_; }
    void setDuration(double seconds) { duration_ = seconds; }
    /// Empty: the whole recording.
    void setZoom(std::optional<ValueRange> time) { zoom_ = time; }
    const std::optional<ValueRange>& zoom() const { return zoom_; }
    void setColors(const ThemeColors& colors);
    /// Reads the rows recorded since the last call; returns whether there were any.
    bool pull();
    /// Adapts axes and bars to rows and zoom. The caller replots.
    void update();
    void fitAfresh();

    const std::vector<double>& times() const { return times_; }
    /// Mean over rows first <= index < last; zeros for none.
    PhaseTimes mean(std::size_t first, std::size_t last) const;
    /// Mean over the whole recording.
    PhaseTimes mean() const { return mean(1, times_.size()); }
    bool hasPhase(Phase phase) const;

    struct Bar {
        double begin = 0.0, end = 0.0;  ///< [s]
        PhaseTimes times{};
    };
    /// The bar at a time.
    std::optional<Bar> barAt(double time) const;

private:
    PhaseTimes sumBefore(std::size_t row) const;
    void collectBars(ValueRange time);
    void chooseScale();
    void drawBars();

    QCustomPlot* plot_;
    std::shared_ptr<const Recording> recording_;
    int firstColumn_ = 0;
    double duration_ = 0.0;
    std::optional<ValueRange> zoom_;
    std::vector<double> times_;
    std::vector<PhaseTimes> blockSums_;  ///< sums of all rows before each block of rows
    PhaseTimes sum_{};
    std::vector<Bar> shown_;
    double timeEnd_ = 0.0, top_ = 0.0;  ///< automatic ends of the axes [s, ns]
    double unit_ = 1.0;                 ///< unit of the value axis in nanoseconds
    std::array<QCPBars*, phaseCount> bars_{};
    QCPItemText* empty_;
    QCPItemText* note_;
};

}  // namespace momentree::app
