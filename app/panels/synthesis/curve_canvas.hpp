// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <complex>
#include <vector>

#include "app/panels/synthesis/drawing_field.hpp"

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
    double fieldWidth() const { return field_.width; }
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
    Points curve_, found_;
    DrawingField field_;
    bool drawing_ = false;
};

}  // namespace momentree::app
