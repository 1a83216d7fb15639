// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_widget.hpp"
#include "core/diagnostics/row_layout.hpp"

namespace momentree::app {

/// The drift plot: norms of the constraint residuals at position, velocity and acceleration level
/// on a log axis.
ChartSettings driftSettings(const RowLayout& layout);

class DriftPlot final : public PlotWidget {
    Q_OBJECT
public:
    explicit DriftPlot(QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                double duration);
};

}  // namespace momentree::app
