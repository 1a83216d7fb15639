// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/backdrop.hpp"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QSettings>
#include <algorithm>
#include <cmath>

#include "app/base/background.hpp"
#include "app/document/model_document.hpp"
#include "app/scene/picture_file.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr double shareOfView = 0.7;  ///< of the view, for a new picture

QString keyOf(const QString& file) {
    const QByteArray hash = QCryptographicHash::hash(file.toUtf8(), QCryptographicHash::Sha1);
    return "backdrops/" + QString::fromLatin1(hash.toHex());
}

QVariantMap mapOf(const BackdropState& state) {
    QVariantList plane;
    for (const double number : state.plane.R.reshaped()) plane << number;
    for (const double number : state.plane.r) plane << number;
    return {{"file", state.file},    {"plane", plane},       {"x", state.middle.x()},
            {"y", state.middle.y()}, {"width", state.width}, {"opacity", state.opacity}};
}

/// Empty for invalid saved values.
std::optional<BackdropState> stateFrom(const QVariantMap& map) {
    BackdropState state;
    const QVariantList plane = map.value("plane").toList();
    if (plane.size() != 12) return std::nullopt;
    for (int k = 0; k < 9; ++k) state.plane.R.reshaped()[k] = plane[k].toDouble();
    for (int k = 0; k < 3; ++k) state.plane.r[k] = plane[9 + k].toDouble();
    state.file = map.value("file").toString();
    state.middle = {map.value("x").toDouble(), map.value("y").toDouble()};
    state.width = map.value("width").toDouble();
    state.opacity = std::clamp(map.value("opacity").toDouble(), 0.0, 1.0);
    const bool good = state.plane.R.allFinite() && state.plane.r.allFinite() &&
                      state.middle.allFinite() && std::isfinite(state.width) && state.width > 0.0;
    return good ? std::optional(state) : std::nullopt;
}

render::Backdrop rgbaOf(const QImage& picture) {
    const QImage rgba = picture.convertToFormat(QImage::Format_RGBA8888);
    render::Backdrop backdrop{rgba.width(), rgba.height(), {}};
    for (int y = 0; y < rgba.height(); ++y)  // lines of an image may be padded
        backdrop.pixels.insert(
            backdrop.pixels.end(), rgba.constScanLine(y),
            rgba.constScanLine(y) + 4 * static_cast<std::ptrdiff_t>(rgba.width()));
    return backdrop;
}

}  // namespace

Backdrop::Backdrop(Viewport& viewport, ModelDocument& document)
    : QObject(&viewport), viewport_(viewport), document_(document), keptBy_(document.file()) {
    connect(&document_, &ModelDocument::replaced, this, &Backdrop::restore);
    connect(&document_, &ModelDocument::stateChanged, this, [this] {
        if (keptBy_ == document_.file()) return;
        keptBy_ = document_.file();  // saved under another name
        store();
    });
}

double Backdrop::aspect() const {
    return any() ? static_cast<double>(picture_.height()) / picture_.width() : 1.0;
}

void Backdrop::read(const QString& file, const Then& then) {
    const auto job = [file] { return std::make_shared<Result<QImage>>(readPicture(file)); };
    inBackground(
        this, job,
        [this, file, then, number = ++reading_](const std::shared_ptr<Result<QImage>>& picture) {
            if (number != reading_) return;
            if (!*picture) return Q_EMIT failed(file, picture->error());
            then(**picture);
        });
}

void Backdrop::show(const QString& file, const Frame& plane) {
    read(file, [this, file, plane](const QImage& picture) {
        BackdropState state;
        state.file = QFileInfo(file).absoluteFilePath();
        state.plane = plane;
        const QRectF view = viewport_.rect();
        state.middle = state.of(viewport_.toWorld(view.center(), plane.r, plane.R.col(2)));
        const double widest = view.height() * picture.width() / picture.height();
        const double width =
            shareOfView * viewport_.metresPerPixel() * std::min(view.width(), widest);
        state.width = QString::number(width, 'g', 2).toDouble();
        take(picture, state);
        store();
        Q_EMIT shown(state.file);
    });
}

void Backdrop::change(const BackdropState& state) {
    if (!any()) return;
    state_ = state;
    place();
    store();
    Q_EMIT changed();
}

void Backdrop::remove() {
    ++reading_;
    take({}, {});
    store();
}

void Backdrop::take(const QImage& picture, const BackdropState& state) {
    picture_ = picture;
    state_ = state;
    viewport_.edit().setBackdrop(rgbaOf(picture_));
    place();
    Q_EMIT changed();
}

void Backdrop::place() {
    viewport_.edit().placeBackdrop(
        {{state_.plane.R, state_.at(state_.middle)}, state_.width, state_.opacity});
}

void Backdrop::store() const {
    if (keptBy_.isEmpty()) return;  // stored once the document has a file
    if (any())
        QSettings().setValue(keyOf(keptBy_), mapOf(state_));
    else
        QSettings().remove(keyOf(keptBy_));
}

void Backdrop::restore() {
    const bool reloaded = !keptBy_.isEmpty() && keptBy_ == document_.file();
    if (reloaded) return;
    keptBy_ = document_.file();
    const QVariant kept = keptBy_.isEmpty() ? QVariant() : QSettings().value(keyOf(keptBy_));
    const auto state = stateFrom(kept.toMap());
    ++reading_;
    if (any()) take({}, {});
    if (state) read(state->file, [this, state](const QImage& picture) { take(picture, *state); });
}

}  // namespace momentree::app
