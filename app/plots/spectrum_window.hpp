// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "app/plots/curve_chart.hpp"

class QLabel;

namespace momentree::app {

class XyPlot;

/// The amplitude spectra of the visible curves of a chart in a time span, computed once.
class SpectrumWindow final : public QDialog {
    Q_OBJECT
public:
    SpectrumWindow(const CurveChart& chart, ValueRange time, QWidget* parent = nullptr);
    XyPlot* plot() const { return plot_; }
    /// The parameters of the spectra: window, number of samples, frequency resolution.
    QString conditions() const;

private:
    XyPlot* plot_;
    QLabel* conditions_;
};

}  // namespace momentree::app
