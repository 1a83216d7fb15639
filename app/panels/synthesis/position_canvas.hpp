// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "app/panels/synthesis/drawing_field.hpp"
#include "core/analysis/synthesis/three_positions.hpp"

namespace momentree::app {

/// Three positions of a body that are moved and turned with the mouse, and a four-bar that passes
/// them.
class PositionCanvas final : public QWidget {
    Q_OBJECT
public:
    explicit PositionCanvas(const ThreePoses& poses);

    const ThreePoses& poses() const { return poses_; }
    void setPoses(const ThreePoses& poses);  ///< without a signal
    /// Where the mouse takes hold of a position: its origin, and the end that turns it [px].
    std::pair<QPointF, QPointF> handles(std::size_t k) const {
        return {placeOf({k, false}), placeOf({k, true})};
    }
    void setFourBar(std::optional<ThreePoseFourBar> fourBar);

    QSize sizeHint() const override { return {420, 300}; }
    QSize minimumSizeHint() const override { return {200, 160}; }

Q_SIGNALS:
    void moved();  ///< a position, also while the mouse drags it

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    /// A handle of a position: its origin, or the end that turns it.
    struct Handle {
        std::size_t pose = 0;
        bool turns = false;
        bool operator==(const Handle&) const = default;
    };
    double arm() const;
    QPointF placeOf(const Handle& handle) const;
    std::optional<Handle> handleAt(QPointF place) const;
    std::vector<Complex> originPath() const;  ///< of the body on the four-bar
    void fit();
    void paintFourBar(QPainter& painter) const;
    void paintPose(QPainter& painter, std::size_t k) const;

    DrawingField field_;
    ThreePoses poses_;
    std::optional<ThreePoseFourBar> fourBar_;
    std::optional<Handle> dragged_, under_;
};

}  // namespace momentree::app
