// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/copying.hpp"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMimeData>
#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"
#include "app/document/edits/references.hpp"
#include "app/sketch/array_dialog.hpp"
#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"

namespace momentree::app {
namespace {

constexpr double beside = 24.0;  ///< [pixels]

/// Removes rounding errors that assembly leaves in a length entered by the user.
double written(double length) { return std::round(length * 1e5) / 1e5; }

/// Clipboard data: text for other programs together with the copied model, because large texts take
/// long to parse.
struct CopiedLinks final : QMimeData {
    explicit CopiedLinks(ModelDescription part) : fragment(std::move(part)) {
        setText(QString::fromStdString(writeModelText(fragment)));
    }
    ModelDescription fragment;
};

/// The mechanism on the clipboard, if there is one.
std::optional<ModelDescription> copied() {
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    if (const auto* links = dynamic_cast<const CopiedLinks*>(data)) return links->fragment;
    const QString text = data ? data->text() : QString();
    auto fragment = readModelText(text.toStdString(), "clipboard");
    if (text.isEmpty() || !fragment || fragment->bodies.empty() || !evaluate(*fragment)) return {};
    return std::move(*fragment);
}

/// The box around all markers and centres of mass of the fragment's bodies in the current pose,
/// along the axes of a plane.
std::pair<Vector3d, Vector3d> boxOf(const CheckedModel& seen, const ModelDescription& fragment,
                                    const Frame& plane) {
    Vector3d low = Vector3d::Constant(HUGE_VAL), high = -low;
    const auto take = [&](const Vector3d& at) {
        const Vector3d point = plane.R.transpose() * (at - plane.r);
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    };
    for (std::size_t i = 0; i < seen.start.size(); ++i) {
        const Body& body = seen.model->bodies[i];
        if (!findBody(fragment, body.name)) continue;
        const Matrix3d R = rotationOf<double>(seen.start[i].e);
        take(seen.start[i].r);
        for (const Marker& marker : seen.model->markers)
            if (marker.body == static_cast<int>(i)) take(seen.start[i].r + R * marker.frame.r);
    }
    return {low, high};
}

}  // namespace

bool Copying::linksAreSelected() {
    const auto isLink = [](const Element& element) { return element.kind == Element::Kind::Body; };
    if (std::ranges::any_of(selection_.elements(), isLink)) return true;
    edits_.refuse(tr("First select links: click one, or drag a frame around several"));
    return false;
}

std::optional<ModelDescription> Copying::selected() {
    if (!linksAreSelected()) return std::nullopt;
    return fragmentOf(edits_.seen(), edits_.description(), selection_.elements());
}

Vector3d Copying::aLittle() const {
    const double pixel = viewport_.metresPerPixel();
    const double grid = snapGrid(pixel);
    const double step = grid * std::max(1.0, std::round(beside * pixel / grid));
    return plane_.get().base.R * Vector3d(step, -step, 0.0);
}

/// A shift along the work plane by multiples of the grid.
Vector3d Copying::shiftTo(const Vector3d& at, const ModelDescription& fragment) const {
    const Frame plane = plane_.get().frame();
    const double grid = snapGrid(viewport_.metresPerPixel());
    Vector3d shift = plane.R.transpose() * (at - handleOf(fragment, plane));
    for (double& x : shift.head<2>()) x = grid * std::round(x / grid);
    return plane.R * shift;
}

void Copying::add(const QString& name, const ModelDescription& fragment,
                  const std::vector<Placement>& placements) {
    std::vector<Element> added;
    const bool done = edits_.draw(name, [&](Drawing& drawing) {
        added.clear();
        for (const Placement& placement : placements)
            for (const Element& element : insert(drawing.description, fragment, placement))
                added.push_back(element);
    });
    if (!done) return;
    selection_.set(std::move(added));
    const QRectF picture = viewport_.rect();
    for (const BodyState& body : edits_.seen().start)
        if (!picture.contains(viewport_.toView(body.r))) return viewport_.edit().fit();
}

bool Copying::copy() {
    auto fragment = selected();
    if (!fragment) return false;
    QGuiApplication::clipboard()->setMimeData(new CopiedLinks(std::move(*fragment)));
    return true;
}

void Copying::paste(const std::optional<Vector3d>& at) {
    const auto fragment = copied();
    if (!fragment)
        return edits_.refuse(
            tr("The clipboard has no part of a mechanism: select links and press Ctrl+C"));
    Placement placement;
    placement.shift = aLittle();
    if (at) placement.shift = shiftTo(*at, *fragment);
    add(tr("Paste"), *fragment, {placement});
}

void Copying::duplicate() {
    const auto fragment = selected();
    if (!fragment) return;
    Placement placement;
    placement.shift = aLittle();
    add(tr("Duplicate"), *fragment, {placement});
}

void Copying::mirror(Side side) {
    const auto fragment = selected();
    if (!fragment) return;
    const Frame plane = plane_.get().frame();
    const auto [low, high] = boxOf(edits_.seen(), *fragment, plane);
    Placement placement;
    placement.mirrored = true;
    if (side == Side::Right) {
        placement.axes = plane.R;
        placement.about = plane.r + written(high.x()) * plane.R.col(0);
    } else {
        placement.axes << plane.R.col(1), -plane.R.col(0), plane.R.col(2);
        placement.about = plane.r + written(low.y()) * plane.R.col(1);
    }
    add(tr("Mirror"), *fragment, {placement});
}

void Copying::array(QWidget* window) {
    if (!linksAreSelected()) return;
    const auto wanted = askForArray(edits_, plane_, window);
    const auto fragment = wanted ? selected() : std::nullopt;
    if (!fragment) return;
    std::vector<Placement> placements;
    for (int k = 1; k <= wanted->copies; ++k) {
        Placement placement = wanted->step;
        placement.turn = k * wanted->step.turn;
        placement.shift = k * wanted->step.shift;
        placements.push_back(placement);
    }
    add(tr("Array of %1").arg(wanted->copies + 1), *fragment, placements);
}

}  // namespace momentree::app
