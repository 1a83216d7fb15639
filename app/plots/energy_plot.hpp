// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_widget.hpp"
#include "core/diagnostics/row_layout.hpp"

class QCheckBox;

namespace momentree::app {

/// The energy plot: kinetic, potential and total energy, or the change of the total since the first
/// row.
ChartSettings energySettings(const RowLayout& layout, bool error);

class EnergyPlot final : public PlotWidget {
    Q_OBJECT
public:
    explicit EnergyPlot(QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                double duration);
    void showError(bool on);
    bool showsError() const;

private:
    void showRun();
    QCheckBox* error_;
    std::shared_ptr<const Recording> recording_;
    std::optional<RowLayout> layout_;
    double duration_ = 0.0;
};

}  // namespace momentree::app
