// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_canvas.hpp"

namespace momentree::app {

PlotCanvas::PlotCanvas(QWidget* parent) : QCustomPlot(parent) {
    connect(this, &QCustomPlot::afterReplot, this, [this] { outdated_ = false; });
}

void PlotCanvas::resizeEvent(QResizeEvent* /*event*/) {
    setViewport(rect());
    updateLayout();  // positions are asked for before it is drawn
    outdated_ = true;
    update();
}

void PlotCanvas::paintEvent(QPaintEvent* event) {
    if (outdated_) replot(rpQueuedRefresh);
    QCustomPlot::paintEvent(event);
}

}  // namespace momentree::app
