// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/viewport.hpp"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <cmath>

#include "app/base/theme/theme.hpp"

namespace momentree::app {
namespace {

constexpr double zoomPerWheelStep = 1.15;
constexpr double smoothMotion_ms = 25.0;
constexpr int rest_ms = 150;
constexpr double wheelStep = 120.0;  // eighths of a degree, Qt's unit

QImage viewOf(const render::Image& image) {
    return {image.pixels.data(), image.width, image.height, 3 * image.width, QImage::Format_RGB888};
}

}  // namespace

Viewport::Viewport(QWidget* parent) : QWidget(parent), scene_(std::make_unique<render::Scene>()) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Scene"));
    setAccessibleDescription(tr("The mechanism at the displayed time"));
    setStatusTip(tr("Right: turn · Middle: move · Wheel: zoom"));
    setOptions(scene_->options());
    rest_.setSingleShot(true);
    rest_.setInterval(rest_ms);
    connect(&rest_, &QTimer::timeout, this, [this] {
        scene_->setSmooth(true);
        changed();
    });
}

Viewport::~Viewport() = default;

void Viewport::changed() {
    dirty_ = true;
    update();
}

void Viewport::reshaped() {
    QMetaObject::invokeMethod(
        this, [this] { scene_->prepare(); }, Qt::QueuedConnection);
    changed();
}

void Viewport::moved() {
    if (smoothCost_ > smoothMotion_ms) {
        scene_->setSmooth(false);
        rest_.start();
    }
    changed();
}

void Viewport::setModel(std::shared_ptr<const Model> model, std::shared_ptr<const RowLayout> layout,
                        const render::Framing& framing) {
    resizeScene(devicePixelRatioF());
    model_ = model;
    layout_ = std::move(layout);
    row_.clear();
    scene_->setModel(std::move(model), framing);
    if (!framing.keepView) selected_ = {};
    reshaped();
}

void Viewport::setTool(MouseTool* tool) {
    tool_ = tool;
    setMouseTracking(tool != nullptr);
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

void Viewport::showRow(const RowLayout& layout, std::span<const double> row) {
    scene_->show(layout, row);
    row_.assign(row.begin(), row.end());
    moved();
}

void Viewport::setGhosts(std::span<const render::Ghost> ghosts) {
    scene_->setGhosts(ghosts);
    changed();
}

void Viewport::showGhost(int id, std::span<const double> row) {
    scene_->showGhost(id, row);
    moved();
}

std::optional<Sight> Viewport::sight() const { return sightOf(devicePixelRatioF(), rect()); }

/// @param pixelsPerUnit pixels of the scene per logical pixel
std::optional<Sight> Viewport::sightOf(double pixelsPerUnit, const QRectF& frame) const {
    if (!layout_ || row_.size() != static_cast<std::size_t>(layout_->width())) return std::nullopt;
    return Sight{.model = *model_,
                 .layout = *layout_,
                 .row = row_,
                 .toView =
                     [this, pixelsPerUnit](const Vector3d& point) {
                         const auto [x, y] = scene_->toPicture(point);
                         return QPointF(x, y) / pixelsPerUnit;
                     },
                 .metresPerPixel = scene_->metresPerPixel() * pixelsPerUnit,
                 .towardsViewer = scene_->towardsViewer(),
                 .frame = frame,
                 .flat = scene_->facesPlane(),
                 .dark = isDark(palette()),
                 .series = scene_->linkSeries()};
}

void Viewport::paintLayers(QPainter& painter, bool dark) const {
    paintLayers(painter, sight(), dark);
}

void Viewport::paintLayers(QPainter& painter, std::optional<Sight> seen, bool dark) const {
    if (!seen) return;
    seen->dark = dark;
    for (PictureLayer* layer : layers_) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        layer->paint(painter, *seen);
        painter.restore();
    }
}

void Viewport::select(const render::Picked& picked) {
    if (picked.kind == selected_.kind && picked.index == selected_.index) return;
    selected_ = picked;
    scene_->select(picked);
    reshaped();
}

void Viewport::select(std::span<const render::Picked> picked) {
    selected_ = picked.empty() ? render::Picked{} : picked.back();
    scene_->select(picked);
    reshaped();
}

const render::SceneOptions& Viewport::options() const { return scene_->options(); }

void Viewport::setOptions(const render::SceneOptions& options) {
    render::SceneOptions wanted = options;
    wanted.theme = isDark(palette()) ? render::Theme::Dark : render::Theme::Light;
    wanted.scale = devicePixelRatioF();
    scene_->setOptions(wanted);
    changed();
}

void Viewport::fit() {
    scene_->fit();
    changed();
}

void Viewport::fitMotion(const RowLayout& layout, std::span<const std::span<const double>> rows,
                         std::span<const int> bodies) {
    scene_->fit(layout, rows, bodies);
    changed();
}

void Viewport::move(const Vector3d& by) {
    scene_->move(by);
    changed();
}

void Viewport::view(render::StandardView view) {
    scene_->view(view);
    changed();
}

void Viewport::look(const Matrix3d& axes) {
    scene_->look(axes);
    changed();
}

void Viewport::setViewpoint(const render::Viewpoint& viewpoint) {
    scene_->setViewpoint(viewpoint);
    changed();
}

void Viewport::setBackdrop(const QImage& picture) {
    const QImage rgba = picture.convertToFormat(QImage::Format_RGBA8888);
    render::Backdrop backdrop{rgba.width(), rgba.height(), {}};
    for (int y = 0; y < rgba.height(); ++y)  // lines of an image may be padded
        backdrop.pixels.insert(
            backdrop.pixels.end(), rgba.constScanLine(y),
            rgba.constScanLine(y) + 4 * static_cast<std::ptrdiff_t>(rgba.width()));
    scene_->setBackdrop(backdrop);
    changed();
}

void Viewport::placeBackdrop(const render::BackdropPlace& place) {
    scene_->placeBackdrop(place);
    changed();
}

void Viewport::resizeScene(double pixelsPerUnit) {
    scene_->resize(std::max(1, static_cast<int>(std::lround(width() * pixelsPerUnit))),
                   std::max(1, static_cast<int>(std::lround(height() * pixelsPerUnit))));
}

QImage Viewport::picture(double scale) {
    render::SceneOptions finer = scene_->options();
    const render::SceneOptions onScreen = finer;
    finer.scale *= scale;
    scene_->setOptions(finer);
    scene_->setSmooth(true);
    resizeScene(finer.scale);
    QImage image = viewOf(scene_->render()).copy();
    scene_->setOptions(onScreen);
    resizeScene(onScreen.scale);
    changed();
    QPainter painter(&image);
    painter.scale(finer.scale, finer.scale);
    painter.setFont(font());
    paintLayers(painter, isDark(palette()));
    return image;
}

QImage Viewport::pictureOf(QSize pixels) {
    const render::SceneOptions onScreen = scene_->options();
    const render::Viewpoint before = scene_->viewpoint();
    const QSizeF seen(std::max(width(), 1), std::max(height(), 1));
    render::SceneOptions own = onScreen;
    own.scale = std::min(pixels.width() / seen.width(), pixels.height() / seen.height());
    own.freeTop = 0.0;  // nothing lies over a picture in a file
    scene_->setOptions(own);
    scene_->setSmooth(true);
    scene_->resize(pixels.width(), pixels.height());  // fits a fitted view again
    if (!before.fitted) {
        render::Viewpoint wider = before;
        wider.height *= pixels.height() / (own.scale * seen.height());
        scene_->setViewpoint(wider);
    }
    QImage image = viewOf(scene_->render()).copy();
    QPainter painter(&image);
    painter.scale(own.scale, own.scale);
    painter.setFont(font());
    paintLayers(painter, sightOf(own.scale, QRectF(QPointF(), QSizeF(pixels) / own.scale)),
                isDark(palette()));
    painter.end();
    scene_->setOptions(onScreen);
    resizeScene(onScreen.scale);
    if (!before.fitted) scene_->setViewpoint(before);
    changed();
    return image;
}

QString Viewport::problem() const { return QString::fromStdString(scene_->problem()); }

void Viewport::paintEvent(QPaintEvent*) {
    QElapsedTimer clock;
    clock.start();
    const bool fresh = dirty_;
    dirty_ = false;
    QImage image = viewOf(scene_->render());
    image.setDevicePixelRatio(devicePixelRatioF());
    QPainter painter(this);
    painter.drawImage(0, 0, image);

    if (const QString why = problem(); !why.isEmpty()) {
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
    if (problem().isEmpty()) paintLayers(painter, isDark(palette()));
    if (tool_ && problem().isEmpty()) {
        painter.setRenderHint(QPainter::Antialiasing);
        tool_->paint(painter);
    }
    if (!fresh) return;
    const double cost = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    if (!rest_.isActive()) smoothCost_ = cost;
    Q_EMIT framePainted(cost);
}

void Viewport::resizeEvent(QResizeEvent*) {
    if (scene_->options().scale != devicePixelRatioF()) setOptions(scene_->options());
    resizeScene(devicePixelRatioF());
    changed();
}

void Viewport::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) setOptions(scene_->options());
    QWidget::changeEvent(event);
}

bool Viewport::event(QEvent* event) {
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            zoomAt(1.0 + gesture->value(), gesture->position());
            return true;
        }
    }
    return QWidget::event(event);
}

void Viewport::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->position();
    dragging_ = false;
    toolPressed_ = tool_ && event->button() == Qt::LeftButton &&
                   tool_->press(event->position(), event->modifiers());
}

void Viewport::mouseMoveEvent(QMouseEvent* event) {
    const QPointF position = event->position();
    if (tool_ && (toolPressed_ || event->buttons() == Qt::NoButton))
        return tool_->move(position, event->modifiers(), toolPressed_);
    if (event->buttons() == Qt::NoButton) return;
    if (!dragging_ &&
        (position - pressed_).manhattanLength() < QApplication::startDragDistance() / 2)
        return;
    dragging_ = true;
    const QPointF move = toDevice(position - last_);
    last_ = position;
    const bool pan = event->buttons().testFlag(Qt::MiddleButton) ||
                     event->modifiers().testFlag(Qt::ShiftModifier);
    setCursor(pan ? Qt::SizeAllCursor : Qt::ClosedHandCursor);
    if (pan) {
        scene_->pan(move.x(), move.y());
    } else {
        scene_->orbit(move.x(), move.y());
    }
    moved();
}

void Viewport::mouseReleaseEvent(QMouseEvent* event) {
    if (toolPressed_ && event->button() == Qt::LeftButton) {
        toolPressed_ = false;
        return tool_->release(event->position(), event->modifiers());
    }
    if (dragging_) unsetCursor();
    if (!dragging_ && event->button() == Qt::RightButton)
        Q_EMIT contextWanted(event->globalPosition().toPoint());
    if (dragging_ || event->button() != Qt::LeftButton) return;
    const render::Picked hit = pickAt(event->position());
    select(hit);
    Q_EMIT picked(hit);
}

void Viewport::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) tool_ ? tool_->doubleClick(event->position()) : fit();
    dragging_ = true;  // so that the following release does not change the selection
    toolPressed_ = false;
}

void Viewport::wheelEvent(QWheelEvent* event) {
    const QPoint turn = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        const QPointF move = toDevice(event->pixelDelta().isNull() ? QPointF(turn) / 4.0
                                                                   : QPointF(event->pixelDelta()));
        // Many systems already turn Shift + wheel into a horizontal one.
        scene_->pan(move.x() != 0.0 ? move.x() : move.y(), 0.0);
        changed();
    } else {
        zoomAt(std::pow(zoomPerWheelStep, turn.y() / wheelStep), event->position());
    }
    event->accept();
}

void Viewport::zoomAt(double factor, QPointF position) {
    const QPointF p = toDevice(position);
    scene_->zoom(factor, p.x(), p.y());
    moved();
}

}  // namespace momentree::app
