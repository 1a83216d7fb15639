// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

class ViewportMouse;

/// The scene as a widget. Shows the image drawn by `render::Scene` at the screen's resolution, and
/// draws only after changes. A picture that does not change for a moment is drawn finer.
class Viewport final : public QWidget {
    Q_OBJECT
public:
    explicit Viewport(QWidget* parent = nullptr);
    ~Viewport() override;

    const render::Scene& scene() const { return *scene_; }
    /// The scene, for changes in this event; it is drawn again afterwards. Options, model, row and
    /// selection are set by the members below.
    render::Scene& edit();
    ViewportMouse& mouse() const { return *mouse_; }

    /// Fits the camera, unless the framing keeps the view.
    void setModel(std::shared_ptr<const Model> model, std::shared_ptr<const RowLayout> layout,
                  const render::Framing& framing = {});
    /// @param measured the row itself, if `row` has poses with exaggerated drift
    void showRow(const RowLayout& layout, std::span<const double> row,
                 std::span<const double> measured = {});
    void select(std::span<const render::Picked> picked);
    /// Theme and scale are those of the screen.
    void setOptions(const render::SceneOptions& options);

    /// Adds a layer over the scene and under the tool, in the order of the calls. Not owned.
    void addLayer(PictureLayer* layer) { layers_.push_back(layer); }
    /// The displayed model with its projection; empty without a model. Valid until either changes.
    std::optional<Sight> sight() const;
    /// Likewise, in a picture of this frame [logical pixels].
    /// @param scale pixels of the scene per logical pixel
    std::optional<Sight> sightIn(const QRectF& frame, double scale) const;
    /// Paints only the layers, in logical pixels.
    void paintLayers(QPainter& painter, const Sight& sight) const;

    QPointF toView(const Vector3d& point) const;  ///< world to logical pixels
    /// The point at `at` in the plane through `origin` with this normal.
    Vector3d toWorld(QPointF at, const Vector3d& origin, const Vector3d& normal) const;
    QPointF toDevice(QPointF p) const { return p * devicePixelRatioF(); }
    double metresPerPixel() const;  ///< logical pixels
    /// @param loads include forces and motions
    render::Picked pickAt(QPointF at, bool loads = true) const;

    QSize sizeHint() const override { return {800, 600}; }
    QSize minimumSizeHint() const override { return {320, 240}; }

Q_SIGNALS:
    void framePainted(double milliseconds);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void reshaped();  ///< draws again, but builds the new shapes in a separate event
    void resizeScene();

    std::unique_ptr<render::Scene> scene_;
    ViewportMouse* mouse_;
    std::vector<PictureLayer*> layers_;
    std::shared_ptr<const Model> model_;
    std::shared_ptr<const RowLayout> layout_;
    std::vector<double> row_;
    std::vector<double> drawn_;  ///< empty if it is `row_`
    bool dirty_ = true;
    QTimer rest_;  ///< since the last change
};

}  // namespace momentree::app
