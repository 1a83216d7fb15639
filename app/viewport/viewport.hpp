// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPoint>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <span>

#include "render/scene.hpp"

namespace momentree::app {

/// The scene on screen and the mouse on the scene. Shows what `render::Scene` draws as an image, at
/// the screen's own pixels, and draws again only when something has changed. What moves is drawn
/// without smooth edges where these cost too much; at rest they come back.
///
/// Left click: select. Left or right drag: orbit. Middle drag or Shift + left drag: pan. Wheel or
/// pinch: zoom to the pointer; Shift + wheel: pan. Double click: fit.
class Viewport final : public QWidget {
    Q_OBJECT
public:
    explicit Viewport(QWidget* parent = nullptr);
    ~Viewport() override;

    void setModel(std::shared_ptr<const Model> model);  ///< fits the camera
    void showRow(const RowLayout& layout, std::span<const double> row);
    void select(const render::Picked& picked);
    const render::Picked& selected() const { return selected_; }

    const render::SceneOptions& options() const;
    void setOptions(const render::SceneOptions& options);
    void fit();
    void view(render::StandardView view);

    /// The scene as it stands, at `scale` times the size on screen.
    QImage picture(double scale = 1.0);
    /// Empty if the scene can draw on this machine; otherwise why not.
    QString problem() const;
    /// Frames painted with a freshly drawn scene.
    int paintCount() const { return paintCount_; }

    QSize sizeHint() const override { return {800, 600}; }
    QSize minimumSizeHint() const override { return {320, 240}; }

Q_SIGNALS:
    void picked(const momentree::render::Picked& picked);
    void framePainted(double milliseconds);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void changed();
    void resizeScene(double pixelsPerUnit);
    void zoomAt(double factor, QPointF position);
    void moved();
    QPointF toDevice(QPointF p) const { return p * devicePixelRatioF(); }

    std::unique_ptr<render::Scene> scene_;
    render::Picked selected_;
    QPointF pressed_, last_;
    bool dragging_ = false;
    bool dirty_ = true;
    bool hasModel_ = false;
    QTimer rest_;              ///< runs while the picture moves
    double smoothCost_ = 0.0;  ///< of the last frame with smooth edges [ms]
    int paintCount_ = 0;
};

}  // namespace momentree::app
