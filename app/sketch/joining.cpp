// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/joining.hpp"

#include <QCoreApplication>
#include <algorithm>

#include "app/base/text.hpp"
#include "app/document/edits/references.hpp"

namespace momentree::app {
namespace {

struct Placed {
    MarkerReference marker;
    Vector3d at;
};

std::vector<Placed> selectedJoints(const Edits& edits, const Selection& selection) {
    const CheckedModel& seen = edits.seen();
    std::vector<Placed> joints;
    for (const Element& element : selection.elements()) {
        if (element.kind != Element::Kind::Joint || !seen.built) continue;
        const auto k = static_cast<std::size_t>(element.index);
        const Marker& marker = seen.model->joints[k].B;
        if (marker.body == ground) continue;
        const BodyState& body = seen.start[static_cast<std::size_t>(marker.body)];
        joints.push_back({edits.description().joints[k].b,
                          body.r + rotationOf<double>(body.e) * marker.frame.r});
    }
    return joints;
}

}  // namespace

void alignJoints(Edits& edits, const Selection& selection, const WorkPlane& plane, Line line) {
    const std::vector<Placed> joints = selectedJoints(edits, selection);
    if (joints.size() < 2)
        return edits.refuse(tr("Select at least two joints: Shift+click adds one"));
    std::string why;
    edits.draw(
        line == Line::Row ? tr("Align in a row") : tr("Align in a column"), [&](Drawing& drawing) {
            why.clear();
            const Vector3d across = plane.base.R.col(line == Line::Row ? 1 : 0);
            for (const Placed& joint : joints) {
                const Vector3d to = joint.at + across * across.dot(joints.front().at - joint.at);
                why += reshape(drawing, hingedWith(drawing.description, joint.marker), to);
            }
        });
    if (!why.empty()) edits.refuse(tr("A joint cannot move: %1").arg(QString::fromStdString(why)));
}

void mergeJoints(Edits& edits, const Selection& selection) {
    const std::vector<Placed> joints = selectedJoints(edits, selection);
    if (joints.size() < 2)
        return edits.refuse(tr("Select at least two joints: Shift+click adds one"));
    const Placed& onto = joints.front();
    std::string why;
    edits.draw(tr("Merge joints"), [&](Drawing& drawing) {
        why.clear();
        for (std::size_t k = 1; k < joints.size(); ++k) {
            const auto held = hingedWith(drawing.description, joints[k].marker);
            why += reshape(drawing, held, onto.at);
            if (std::ranges::find(held, onto.marker.body, &MarkerReference::body) == held.end())
                drawing.join(onto.marker, joints[k].marker);
        }
    });
    if (!why.empty()) edits.refuse(tr("A joint cannot move: %1").arg(QString::fromStdString(why)));
}

void splitJoints(Edits& edits, Selection& selection) {
    const ModelDescription& model = edits.description();
    std::vector<Element> gone;
    for (const Element& element : selection.elements()) {
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
    if (gone.empty()) return edits.refuse(tr("Select the joint to split"));
    selection.clear();
    edits.draw(tr("Split joint"), [&](Drawing& drawing) { remove(drawing.description, gone); });
}

}  // namespace momentree::app
