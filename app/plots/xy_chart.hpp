// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <optional>
#include <vector>

#include "app/base/theme/theme.hpp"
#include "app/plots/plot_series.hpp"

class QCPCurve;
class QCPItemText;
class QCustomPlot;

namespace momentree::app {

/// A curve of y against x, in the order of its points.
struct XyLine {
    QString name;
    int style = 0;      ///< of ThemeColors::style
    int dashes = -1;    ///< of ThemeColors::style; -1: those of `style`
    bool dots = false;  ///< draw a dot for each point instead of a line
    std::vector<double> x, y;
    std::optional<QPointF> mark;  ///< mark this point with a ring
};

/// Label and scale of an axis.
struct XyAxis {
    QString label;
    double scale = 1.0;   ///< factor from values of points to the axis
    QString column = {};  ///< name in files, which contain unscaled values; empty: the label
};

struct XySettings {
    XyAxis xAxis, yAxis;
    QString emptyText;
    bool logX = false, logY = false;
    std::optional<ValueRange> x, y;  ///< chosen ranges, scaled; otherwise those of the points
};

/// Draws curves of y against x in a QCustomPlot. Points in the same pixel are drawn once.
class XyChart final : public QObject {
    Q_OBJECT
public:
    /// @param plot must outlive the chart
    explicit XyChart(QCustomPlot* plot);
    void setColors(const ThemeColors& colors);
    void setSettings(XySettings settings);
    const XySettings& settings() const { return settings_; }
    void setLines(std::vector<XyLine> lines);
    const std::vector<XyLine>& lines() const { return lines_; }
    /// Adapts the axes to lines and settings. The caller replots.
    void update();

    struct Place {
        std::size_t line = 0, point = 0;
    };
    /// The point nearest to a position in the plot, within `reach` pixels.
    std::optional<Place> nearest(QPointF pixel, double reach) const;

private:
    void makeCurves();
    void styleCurves();
    void fill();
    QPointF shown(double x, double y) const;
    bool showable(QPointF shown) const;

    QCustomPlot* plot_;
    XySettings settings_;
    std::vector<XyLine> lines_;
    const ThemeColors* colors_;
    std::vector<QCPCurve*> curves_, marks_;
    ValueRange autoX_, autoY_;
    QCPItemText* emptyText_;
};

}  // namespace momentree::app
