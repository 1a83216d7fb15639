// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_widget.hpp"

class QComboBox;
class QTabBar;

namespace momentree::app {

/// The curves of the drift plot: norms of the constraint residuals at the three levels.
ChartSettings driftSettings(const RowLayout& layout);

/// Norms of the constraint residuals over time, on a logarithmic scale. Of one run it shows the
/// three levels; of several runs one level, as the largest so far or at each time.
class DriftPlot final : public PlotWidget {
    Q_OBJECT
public:
    explicit DriftPlot(QWidget* parent = nullptr);

    /// @param duration limits the growth of the time axis [s]; 0: unknown
    void setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                double duration);
    void setComparison(RunLabel main, std::vector<PlotSource> others) override;
    QTabBar& levels() const { return *levels_; }
    QTabBar& largest() const { return *largest_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showRuns();
    void showSwitches();

    QTabBar *levels_, *largest_;
    QComboBox *levelList_, *largestList_;
    std::shared_ptr<const Recording> recording_;
    std::optional<RowLayout> layout_;  ///< of `recording_`
    double duration_ = 0.0;
    bool several_ = false;
};

}  // namespace momentree::app
