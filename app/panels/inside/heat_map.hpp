// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <QColor>
#include <QRect>
#include <QString>

class QPainter;

namespace momentree::app {

/// How magnitudes are mapped to colours.
enum class HeatScale { Linear, Logarithmic };

/// Colour of a value between -most and most: blue below zero, background at zero, orange above;
/// distinguishable with any colour vision and by lightness.
QColor heatColour(double value, double most, HeatScale scale, bool dark);

/// "−0.0123", three significant digits; "0" only for exact zero.
QString entryText(double value);

/// A matrix as coloured cells with their values, and a colour key below. Matrices of six rows or
/// columns are divided into blocks of three. Large matrices have small cells without numbers; each
/// shows the largest of several entries to limit the size.
class HeatMap {
public:
    HeatMap() = default;
    explicit HeatMap(Eigen::MatrixXd values);

    const Eigen::MatrixXd& values() const { return values_; }
    double most() const { return most_; }  ///< largest magnitude
    QSize size() const;                    ///< [logical pixels] with its key
    void paint(QPainter& painter, QPoint at, HeatScale scale, bool dark) const;
    /// Row and column of the entry at a point of the picture, (-1, -1) outside.
    QPoint cellAt(QPoint at) const;

private:
    using Index = Eigen::Index;
    bool large() const;
    QRect cell(Index row, Index column) const;  ///< a dot in a large matrix
    QRect cells() const;
    Index pooled() const;  ///< number of entries along the side of a dot
    void paintCells(QPainter& painter, HeatScale scale, bool dark) const;
    void paintDots(QPainter& painter, HeatScale scale, bool dark) const;
    void paintKey(QPainter& painter, QPoint at, HeatScale scale, bool dark) const;

    Eigen::MatrixXd values_;
    double most_ = 0.0;
};

}  // namespace momentree::app
