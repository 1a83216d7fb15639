// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/viewport.hpp"

#include <QElapsedTimer>
#include <QEvent>
#include <QPainter>

#include "app/base/theme/theme.hpp"
#include "app/scene/scene_picture.hpp"
#include "app/scene/viewport_mouse.hpp"

namespace momentree::app {
namespace {

constexpr int rest_ms = 150;
constexpr double longest_ms = 30.0;  ///< to draw; a fine picture takes several times as long

}  // namespace

Viewport::Viewport(QWidget* parent)
    : QWidget(parent), scene_(std::make_unique<render::Scene>()), mouse_(new ViewportMouse(*this)) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Scene"));
    setAccessibleDescription(tr("The mechanism at the displayed time"));
    setStatusTip(tr("Right: turn · Middle: move · Wheel: zoom"));
    setOptions(scene_->options());
    rest_.setSingleShot(true);
    rest_.setInterval(rest_ms);
    connect(&rest_, &QTimer::timeout, this, [this] {
        scene_->setFine(true);
        dirty_ = true;
        update();
    });
}

Viewport::~Viewport() = default;

render::Scene& Viewport::edit() {
    dirty_ = true;
    scene_->setFine(false);
    rest_.stop();
    update();
    return *scene_;
}

void Viewport::reshaped() {
    QMetaObject::invokeMethod(
        this, [this] { scene_->prepare(); }, Qt::QueuedConnection);
    edit();
}

void Viewport::setModel(std::shared_ptr<const Model> model, std::shared_ptr<const RowLayout> layout,
                        const render::Framing& framing) {
    resizeScene();
    model_ = model;
    layout_ = std::move(layout);
    row_.clear();
    drawn_.clear();
    scene_->setModel(std::move(model), framing);
    reshaped();
}

QPointF Viewport::toView(const Vector3d& point) const {
    const auto [x, y] = scene_->toPicture(point);
    return QPointF(x, y) / devicePixelRatioF();
}

Vector3d Viewport::toWorld(QPointF at, const Vector3d& origin, const Vector3d& normal) const {
    const QPointF p = toDevice(at);
    return scene_->pointOn(p.x(), p.y(), origin, normal);
}

double Viewport::metresPerPixel() const { return scene_->metresPerPixel() * devicePixelRatioF(); }

render::Picked Viewport::pickAt(QPointF at, bool loads) const {
    const QPointF p = toDevice(at);
    return scene_->pick(p.x(), p.y(), loads);
}

void Viewport::showRow(const RowLayout& layout, std::span<const double> row,
                       std::span<const double> measured) {
    edit().show(layout, row);
    drawn_.clear();
    if (!measured.empty()) drawn_.assign(row.begin(), row.end());
    const auto& kept = measured.empty() ? row : measured;
    row_.assign(kept.begin(), kept.end());
}

std::optional<Sight> Viewport::sight() const { return sightIn(rect(), devicePixelRatioF()); }

std::optional<Sight> Viewport::sightIn(const QRectF& frame, double scale) const {
    if (!layout_ || row_.size() != static_cast<std::size_t>(layout_->width())) return std::nullopt;
    return Sight{.model = *model_,
                 .layout = *layout_,
                 .row = row_,
                 .toView =
                     [this, scale](const Vector3d& point) {
                         const auto [x, y] = scene_->toPicture(point);
                         return QPointF(x, y) / scale;
                     },
                 .metresPerPixel = scene_->metresPerPixel() * scale,
                 .towardsViewer = scene_->towardsViewer(),
                 .frame = frame,
                 .flat = scene_->facesPlane(),
                 .dark = isDark(palette()),
                 .series = scene_->linkSeries(),
                 .drawn = drawn_};
}

void Viewport::paintLayers(QPainter& painter, const Sight& sight) const {
    for (PictureLayer* layer : layers_) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        layer->paint(painter, sight);
        painter.restore();
    }
}

void Viewport::select(std::span<const render::Picked> picked) {
    scene_->select(picked);
    reshaped();
}

void Viewport::setOptions(const render::SceneOptions& options) {
    render::SceneOptions wanted = options;
    wanted.theme = isDark(palette()) ? render::Theme::Dark : render::Theme::Light;
    wanted.scale = devicePixelRatioF();
    edit().setOptions(wanted);
}

void Viewport::resizeScene() {
    const QSize pixels = pixelsOf(*this, devicePixelRatioF());
    edit().resize(pixels.width(), pixels.height());
}

void Viewport::paintEvent(QPaintEvent*) {
    QElapsedTimer clock;
    clock.start();
    const bool fresh = dirty_;
    dirty_ = false;
    QImage image = viewOf(scene_->render());
    image.setDevicePixelRatio(devicePixelRatioF());
    QPainter painter(this);
    painter.drawImage(0, 0, image);

    const QString why = QString::fromStdString(scene_->problem());
    if (!why.isEmpty()) {
        painter.fillRect(rect(), palette().base());
        painter.setPen(palette().text().color());
        painter.drawText(rect().adjusted(40, 40, -40, -40), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Cannot draw the 3D picture: %1\n\nEverything else works.").arg(why));
    } else if (!model_) {
        painter.setPen(palette().placeholderText().color());
        painter.drawText(
            rect(), Qt::AlignCenter,
            tr("Open a model with Ctrl+O or an example with Ctrl+E,\nor drop a file here."));
    }
    if (why.isEmpty()) {
        if (const auto seen = sight()) paintLayers(painter, *seen);
        if (MouseTool* tool = mouse_->tool()) {
            painter.setRenderHint(QPainter::Antialiasing);
            tool->paint(painter);
        }
    }
    if (!fresh || scene_->fine()) return;
    const double cost = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    if (cost < longest_ms) rest_.start();
    Q_EMIT framePainted(cost);
}

void Viewport::resizeEvent(QResizeEvent*) {
    if (scene_->options().scale != devicePixelRatioF()) setOptions(scene_->options());
    resizeScene();
}

void Viewport::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) setOptions(scene_->options());
    QWidget::changeEvent(event);
}

}  // namespace momentree::app
