// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>
#include <optional>

#include "app/plots/phase_chart.hpp"
#include "app/plots/phase_totals.hpp"

namespace momentree::app {

/// Phase, calls, share and mean time per step. Its colours are the legend of the bars.
class PhaseTable final : public QTreeWidget {
    Q_OBJECT
public:
    explicit PhaseTable(QWidget* parent = nullptr);
    /// @param mean time per step from the rows
    /// @param totals calls and exact sums, if known
    void showTimes(const PhaseTimes& mean, const std::optional<PhaseTotals>& totals);
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QTreeWidgetItem* row(int index);
};

}  // namespace momentree::app
