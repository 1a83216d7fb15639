// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QWidget>
#include <complex>

namespace momentree::app {

/// A part of the plane on a widget, as wide as this.
struct DrawingField {
    std::complex<double> centre;  ///< [m]
    double width = 0.4;           ///< [m]

    double scale(const QWidget& on) const { return on.width() / width; }  ///< pixels per metre
    QPointF toScreen(const QWidget& on, std::complex<double> point) const;
    std::complex<double> fromScreen(const QWidget& on, QPointF place) const;
    /// So that it holds these points.
    /// @param around its width over theirs
    void fit(const QWidget& on, const std::vector<std::complex<double>>& points, double around);
    /// Frame and grid.
    void paint(QPainter& painter, const QWidget& on) const;
};

}  // namespace momentree::app
