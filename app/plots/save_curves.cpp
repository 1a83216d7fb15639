// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/save_curves.hpp"

#include <qcustomplot.h>

#include "app/plots/curve_chart.hpp"
#include "app/plots/curves_csv.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {

bool saveCurves(CurveChart& chart, QSize size, bool dark, const QString& path, QString* problem) {
    chart.pull();
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return saveText(curvesCsv(chart), path, problem);
    const PlotPainter painter = [&](bool inDark, const std::function<void(QCustomPlot&)>& paint) {
        QCustomPlot plot;
        CurveChart copy(&plot);
        ChartSettings same = chart.settings();
        same.time = chart.timeRange();
        same.value = chart.valueRange();
        copy.show(chart.runs(), std::move(same));
        copy.setColors(themeColors(inDark));
        copy.pull();
        plot.setViewport(QRect(QPoint(), size));
        copy.update();
        if (!copy.isLabelled()) showLegendAbove(plot, themeColors(inDark), size.width());
        paint(plot);
    };
    return savePicture(painter, size, dark, recordOf(chart.runs()), path, problem);
}

}  // namespace momentree::app
