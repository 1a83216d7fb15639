// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <complex>
#include <vector>

namespace momentree::app {

/// A field in which a closed curve is drawn with the mouse, and shown with the one of a linkage.
class CurveCanvas final : public QWidget {
    Q_OBJECT
public:
    using Points = std::vector<std::complex<double>>;  ///< [m]

    explicit CurveCanvas(QWidget* parent = nullptr);

    const Points& curve() const { return curve_; }
    void setCurve(Points curve);        ///< the field becomes wide enough
    void setFound(Points found);        ///< the curve of a linkage, empty for none
    void setFieldWidth(double metres);  ///< keeps the curve on the screen, so that it grows
    double fieldWidth() const { return width_; }
    bool drawing() const { return drawing_; }

    QSize sizeHint() const override { return {420, 300}; }
    QSize minimumSizeHint() const override { return {200, 160}; }

Q_SIGNALS:
    void drawn();  ///< a curve, or none

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    double scale() const;  ///< pixels per metre
    QPointF toScreen(std::complex<double> point) const;
    std::complex<double> fromScreen(QPointF place) const;

    Points curve_, found_;
    std::complex<double> centre_;  ///< of the field
    double width_ = 0.4;           ///< of the field [m]
    bool drawing_ = false;
};

}  // namespace momentree::app
