// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_picture.hpp"

#include <qcustomplot.h>

#include <QImage>
#include <QPainter>

#include "app/plots/curve_chart.hpp"
#include "app/plots/drift_plot.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

QPixmap chartPicture(const std::shared_ptr<const Recording>& recording, const RowLayout& layout,
                     ChartSettings settings, QSize size, double scale) {
    const ThemeColors& colors = themeColors(false);
    QCustomPlot plot;
    CurveChart chart(&plot);
    // The picture shows a finished run: the axis ends with the data.
    const std::size_t rows = recording->size();
    if (rows > 1) settings.time = ValueRange{recording->at(0, 0), recording->at(rows - 1, 0)};
    chart.show({{recording, layout, {}}}, std::move(settings));
    chart.setColors(colors);
    chart.pull();
    plot.setViewport(QRect(QPoint(), size));
    chart.update();
    if (!chart.isLabelled()) showLegendAbove(plot, colors, size.width());
    return plot.toPixmap(size.width(), size.height(), scale);
}

}  // namespace

QImage plotPicture(const Recording& recording, const RowLayout& layout, QSize size, double scale) {
    QImage image(size * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(themeColors(false).panel);
    // The charts share ownership of their data; here the caller keeps it.
    const std::shared_ptr<const Recording> borrowed(std::shared_ptr<const Recording>(), &recording);
    const int half = size.height() / 2;
    QPainter painter(&image);
    const auto place = [&](ChartSettings settings, int top, int height) {
        const QRect area(0, top, size.width(), height);
        painter.drawPixmap(area,
                           chartPicture(borrowed, layout, std::move(settings), area.size(), scale));
    };
    place(energySettings(layout, false), 0, half);
    place(driftSettings(layout), half, size.height() - half);
    return image;
}

}  // namespace momentree::app
