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
#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"

namespace momentree::app {
namespace {

constexpr double beside = 24.0;  ///< [pixels]

Vector3d aLittle(const Sketcher& sketcher) {
    const double pixel = sketcher.viewport.metresPerPixel();
    const double grid = snapGrid(pixel);
    const double step = grid * std::max(1.0, std::round(beside * pixel / grid));
    return sketcher.plane().base.R * Vector3d(step, -step, 0.0);
}

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

std::optional<ModelDescription> selected(Sketcher& sketcher) {
    if (!linksAreSelected(sketcher)) return std::nullopt;
    return fragmentOf(sketcher.live.checked(), sketcher.document.description(),
                      sketcher.selection.elements());
}

void add(Sketcher& sketcher, const QString& name, const ModelDescription& fragment,
         const std::vector<Placement>& placements) {
    std::vector<Element> added;
    const bool done = sketcher.draw(name, [&](Drawing& drawing) {
        added.clear();
        for (const Placement& placement : placements)
            for (const Element& element : insert(drawing.description, fragment, placement))
                added.push_back(element);
    });
    if (!done) return;
    sketcher.selection.set(std::move(added));
    const QRectF picture = sketcher.viewport.rect();
    for (const BodyState& body : sketcher.live.checked().start)
        if (!picture.contains(sketcher.viewport.toView(body.r))) return sketcher.viewport.fit();
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

/// A shift along the work plane by multiples of the grid.
Vector3d shiftTo(const Sketcher& sketcher, const Vector3d& at, const ModelDescription& fragment) {
    const Frame plane = sketcher.plane().frame();
    const double grid = snapGrid(sketcher.viewport.metresPerPixel());
    Vector3d shift = plane.R.transpose() * (at - handleOf(fragment, plane));
    for (double& x : shift.head<2>()) x = grid * std::round(x / grid);
    return plane.R * shift;
}

struct Placed {
    MarkerReference marker;
    Vector3d at;
};

std::vector<Placed> selectedJoints(const Sketcher& sketcher) {
    const CheckedModel& seen = sketcher.live.checked();
    std::vector<Placed> joints;
    for (const Element& element : sketcher.selection.elements()) {
        if (element.kind != Element::Kind::Joint || !seen.built) continue;
        const auto k = static_cast<std::size_t>(element.index);
        const Marker& marker = seen.model->joints[k].B;
        if (marker.body == ground) continue;
        const BodyState& body = seen.start[static_cast<std::size_t>(marker.body)];
        joints.push_back({sketcher.document.description().joints[k].b,
                          body.r + rotationOf<double>(body.e) * marker.frame.r});
    }
    return joints;
}

}  // namespace

bool linksAreSelected(Sketcher& sketcher) {
    const auto isLink = [](const Element& element) { return element.kind == Element::Kind::Body; };
    if (std::ranges::any_of(sketcher.selection.elements(), isLink)) return true;
    sketcher.refuse(tr("First select links: click one, or drag a frame around several"));
    return false;
}

bool copySelection(Sketcher& sketcher) {
    auto fragment = selected(sketcher);
    if (!fragment) return false;
    QGuiApplication::clipboard()->setMimeData(new CopiedLinks(std::move(*fragment)));
    return true;
}

void paste(Sketcher& sketcher, const std::optional<Vector3d>& at) {
    const auto fragment = copied();
    if (!fragment)
        return sketcher.refuse(
            tr("The clipboard has no part of a mechanism: select links and press Ctrl+C"));
    Placement placement;
    placement.shift = aLittle(sketcher);
    if (at) placement.shift = shiftTo(sketcher, *at, *fragment);
    add(sketcher, tr("Paste"), *fragment, {placement});
}

void duplicate(Sketcher& sketcher) {
    const auto fragment = selected(sketcher);
    if (!fragment) return;
    Placement placement;
    placement.shift = aLittle(sketcher);
    add(sketcher, tr("Duplicate"), *fragment, {placement});
}

void mirrorSelection(Sketcher& sketcher, Side side) {
    const auto fragment = selected(sketcher);
    if (!fragment) return;
    const Frame plane = sketcher.plane().frame();
    const auto [low, high] = boxOf(sketcher.live.checked(), *fragment, plane);
    Placement placement;
    placement.mirrored = true;
    if (side == Side::Right) {
        placement.axes = plane.R;
        placement.about = plane.r + written(high.x()) * plane.R.col(0);
    } else {
        placement.axes << plane.R.col(1), -plane.R.col(0), plane.R.col(2);
        placement.about = plane.r + written(low.y()) * plane.R.col(1);
    }
    add(sketcher, tr("Mirror"), *fragment, {placement});
}

void arraySelection(Sketcher& sketcher, int copies, const Placement& step) {
    const auto fragment = selected(sketcher);
    if (!fragment) return;
    std::vector<Placement> placements;
    for (int k = 1; k <= copies; ++k) {
        Placement placement = step;
        placement.turn = k * step.turn;
        placement.shift = k * step.shift;
        placements.push_back(placement);
    }
    add(sketcher, tr("Array of %1").arg(copies + 1), *fragment, placements);
}

void alignSelection(Sketcher& sketcher, Line line) {
    const std::vector<Placed> joints = selectedJoints(sketcher);
    if (joints.size() < 2)
        return sketcher.refuse(tr("Select at least two joints: Shift+click adds one"));
    std::string why;
    sketcher.draw(
        line == Line::Row ? tr("Align in a row") : tr("Align in a column"), [&](Drawing& drawing) {
            why.clear();
            const Vector3d across = sketcher.plane().base.R.col(line == Line::Row ? 1 : 0);
            for (const Placed& joint : joints) {
                const Vector3d to = joint.at + across * across.dot(joints.front().at - joint.at);
                why += reshape(drawing, hingedWith(drawing.description, joint.marker), to);
            }
        });
    if (!why.empty())
        sketcher.refuse(tr("A joint cannot move: %1").arg(QString::fromStdString(why)));
}

void mergeSelection(Sketcher& sketcher) {
    const std::vector<Placed> joints = selectedJoints(sketcher);
    if (joints.size() < 2)
        return sketcher.refuse(tr("Select at least two joints: Shift+click adds one"));
    const Placed& onto = joints.front();
    std::string why;
    sketcher.draw(tr("Merge joints"), [&](Drawing& drawing) {
        why.clear();
        for (std::size_t k = 1; k < joints.size(); ++k) {
            const auto held = hingedWith(drawing.description, joints[k].marker);
            why += reshape(drawing, held, onto.at);
            if (std::ranges::find(held, onto.marker.body, &MarkerReference::body) == held.end())
                drawing.join(onto.marker, joints[k].marker);
        }
    });
    if (!why.empty())
        sketcher.refuse(tr("A joint cannot move: %1").arg(QString::fromStdString(why)));
}

void splitSelection(Sketcher& sketcher) {
    const ModelDescription& model = sketcher.document.description();
    std::vector<Element> gone;
    for (const Element& element : sketcher.selection.elements()) {
        if (element.kind != Element::Kind::Joint) continue;
        const auto markers =
            hingedWith(model, model.joints[static_cast<std::size_t>(element.index)].b);
        for (std::size_t k = 0; k < model.joints.size(); ++k) {
            const MarkerReference& b = model.joints[k].b;
            const auto here = [&](const MarkerReference& m) {
                return m.body == b.body && m.marker == b.marker;
            };
            const Element joint{Element::Kind::Joint, static_cast<int>(k)};
            if (std::ranges::any_of(markers, here) && std::ranges::find(gone, joint) == gone.end())
                gone.push_back(joint);
        }
    }
    if (gone.empty()) return sketcher.refuse(tr("Select the joint to split"));
    sketcher.selection.clear();
    sketcher.draw(tr("Split joint"), [&](Drawing& drawing) { remove(drawing.description, gone); });
}

}  // namespace momentree::app
