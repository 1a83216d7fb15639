// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPoint>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <span>

#include "app/scene/sight.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "render/scene.hpp"

class QPainter;

namespace momentree::app {

/// Receives mouse events of the viewport, for drawing tools. Positions are in logical pixels.
class MouseTool {
public:
    virtual ~MouseTool() = default;
    /// The left button; returning false leaves the event to the viewport.
    virtual bool press(QPointF at, Qt::KeyboardModifiers keys) = 0;
    virtual void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) = 0;
    virtual void release(QPointF at, Qt::KeyboardModifiers keys) = 0;
    virtual void doubleClick(QPointF at) = 0;
    virtual void paint(QPainter& painter) = 0;  ///< on top of the picture
};

/// The scene as a widget with mouse control. Shows the image drawn by `render::Scene` at the
/// screen's resolution, and draws only after changes. If smooth edges are too slow, they are
/// switched off during motion.
///
/// The left button belongs to the tool, if there is one. Otherwise: click selects, drag orbits.
/// Right drag: orbit. Middle drag or Shift + left drag: pan. Wheel or pinch: zoom to the pointer;
/// Shift + wheel: pan. Double click: fit.
class Viewport final : public QWidget {
    Q_OBJECT
public:
    explicit Viewport(QWidget* parent = nullptr);
    ~Viewport() override;

    /// Fits the camera, unless the framing keeps the view.
    void setModel(std::shared_ptr<const Model> model, std::shared_ptr<const RowLayout> layout,
                  const render::Framing& framing = {});
    void setTool(MouseTool* tool);  ///< not owned
    /// Adds a layer over the scene and under the tool, in the order of the calls. Not owned.
    void addLayer(PictureLayer* layer) { layers_.push_back(layer); }
    /// The displayed model with its projection; empty without a model. Valid until either changes.
    std::optional<Sight> sight() const;
    /// Paints only the layers, in logical pixels.
    void paintLayers(QPainter& painter, bool dark) const;
    const render::Scene& scene() const { return *scene_; }
    QPointF toView(const Vector3d& point) const;  ///< world to logical pixels
    /// The point at `at` in the plane through `origin` with this normal.
    Vector3d toWorld(QPointF at, const Vector3d& origin, const Vector3d& normal) const;
    double metresPerPixel() const;  ///< logical pixels
    /// @param loads include forces and motions
    render::Picked pickAt(QPointF at, bool loads = true) const;
    void showRow(const RowLayout& layout, std::span<const double> row);
    /// Other runs in the scene, see render::Scene.
    void setGhosts(std::span<const render::Ghost> ghosts);
    void showGhost(int id, std::span<const double> row);
    void select(const render::Picked& picked);
    void select(std::span<const render::Picked> picked);
    const render::Picked& selected() const { return selected_; }

    const render::SceneOptions& options() const;
    void setOptions(const render::SceneOptions& options);
    void fit();
    /// Fits the camera to bodies in all these rows of a run, see render::Scene::fit.
    void fitMotion(const RowLayout& layout, std::span<const std::span<const double>> rows,
                   std::span<const int> bodies = {});
    void move(const Vector3d& by);  ///< see render::Scene::move
    void view(render::StandardView view);
    void look(const Matrix3d& axes);  ///< see render::Scene::look
    void setViewpoint(const render::Viewpoint& viewpoint);
    void setBackdrop(const QImage& picture);  ///< none if it is null
    void placeBackdrop(const render::BackdropPlace& place);

    /// The current scene at `scale` times its size on screen.
    QImage picture(double scale = 1.0);
    /// The current scene in a picture of that size, with at least what is seen on screen.
    QImage pictureOf(QSize pixels);
    /// Empty if the scene can draw on this machine, otherwise the reason.
    QString problem() const;

    QSize sizeHint() const override { return {800, 600}; }
    QSize minimumSizeHint() const override { return {320, 240}; }

Q_SIGNALS:
    void picked(const momentree::render::Picked& picked);
    void contextWanted(const QPoint& global);
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
    void reshaped();  ///< like `changed`, but builds the new shapes in a separate event
    void resizeScene(double pixelsPerUnit);
    std::optional<Sight> sightOf(double pixelsPerUnit, const QRectF& frame) const;
    void paintLayers(QPainter& painter, std::optional<Sight> seen, bool dark) const;
    void zoomAt(double factor, QPointF position);
    void moved();
    QPointF toDevice(QPointF p) const { return p * devicePixelRatioF(); }
    std::unique_ptr<render::Scene> scene_;
    render::Picked selected_;
    QPointF pressed_, last_;
    bool dragging_ = false;
    bool toolPressed_ = false;
    MouseTool* tool_ = nullptr;
    std::vector<PictureLayer*> layers_;
    std::shared_ptr<const Model> model_;
    std::shared_ptr<const RowLayout> layout_;
    std::vector<double> row_;
    bool dirty_ = true;
    QTimer rest_;              ///< runs while the picture moves
    double smoothCost_ = 0.0;  ///< time of the last frame with smooth edges [ms]
};

}  // namespace momentree::app
