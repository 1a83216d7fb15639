// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace momentree::app {

/// A chart that is drawn once after several changes of its size. `QCustomPlot` draws at each of
/// them, of which there are many when a workspace arranges its panels.
class PlotCanvas : public QCustomPlot {
public:
    explicit PlotCanvas(QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool outdated_ = false;  ///< drawn for another size
};

}  // namespace momentree::app
