// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/plot_strip.hpp"

#include <qcustomplot.h>

#include <QPainter>

#include "app/plots/curve_chart.hpp"
#include "app/plots/drift_plot.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {

PlotStrip::PlotStrip(const std::shared_ptr<const Recording>& recording, const RowLayout& layout,
                     QSize size, double begin, double end, bool dark)
    : begin_(begin), end_(end), dark_(dark) {
    const int half = size.height() / 2;
    int top = 0;
    for (ChartSettings settings : {energySettings(layout, false), driftSettings(layout)}) {
        const QSize part(size.width(), top == 0 ? half : size.height() - half);
        QCustomPlot plot;
        CurveChart chart(&plot);
        settings.time = ValueRange{begin, end};
        chart.show({{recording, layout, {}}}, std::move(settings));
        chart.setColors(themeColors(dark));
        chart.pull();
        plot.setViewport(QRect(QPoint(), part));
        chart.update();
        if (!chart.isLabelled()) showLegendAbove(plot, themeColors(dark), part.width());
        QImage image = plot.toPixmap(part.width(), part.height()).toImage();
        plots_.push_back({std::move(image), plot.axisRect()->rect().translated(0, top)});
        top += part.height();
    }
}

void PlotStrip::draw(QPainter& painter, QPoint at, double time) const {
    int top = 0;
    for (const Plot& plot : plots_) {
        painter.drawImage(at + QPoint(0, top), plot.image);
        top += plot.image.height();
        const double part = (time - begin_) / (end_ - begin_);
        const double x = at.x() + plot.area.left() + part * plot.area.width();
        painter.setPen(QPen(themeColors(dark_).cursor, 1.5));
        painter.drawLine(QPointF(x, at.y() + plot.area.top()),
                         QPointF(x, at.y() + plot.area.bottom()));
    }
}

}  // namespace momentree::app
