// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/joint_fields.hpp"

#include <QCoreApplication>

#include "app/editing/joints.hpp"
#include "app/editing/references.hpp"
#include "core/model/marker_axes.hpp"

namespace momentree::app {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("momentree::app", text); }

QStringList axisText(ModelDescription& model, std::size_t joint) {
    const MarkerDescription* marker = findMarker(model, model.joints[joint].a);
    QStringList parts;
    if (marker && marker->z) {
        for (const Scalar& part : *marker->z) parts << scalarText(part);
        return parts;
    }
    Vector3d z = Vector3d::UnitZ();
    if (marker)
        if (const auto axes = axesOf(*marker)) z = axes->col(2);
    for (const double part : z) parts << scalarText(Scalar(roundedTo(part, writtenPlaces)));
    return parts;
}

QString takeAxis(ModelDescription& model, std::size_t joint, const QStringList& parts) {
    const std::vector<double> values = valuesOf(model, parts);
    if (values.size() != 3) return tr("give three numbers or expressions: x, y, z");
    const Vector3d local(values[0], values[1], values[2]);
    if (!(local.norm() > 0.0)) return tr("an axis has a direction: not all three can be 0");
    const CheckedModel seen = checkModel(model);
    if (!seen.built) return tr("something else of the model is to be repaired first");
    Drawing drawing{model, seen};
    JointDescription& what = model.joints[joint];
    setAxis(drawing, joint, drawing.pose(what.a.body).R * local);
    if (MarkerDescription* marker = findMarker(model, what.a))
        marker->z = Scalar3{scalarFrom(parts[0]), scalarFrom(parts[1]), scalarFrom(parts[2])};
    return {};
}

}  // namespace

Field jointTypeField(std::size_t joint) {
    Field field{tr("Type"),
                {},
                tr("What the joint lets move. Another type moves nothing"),
                {},
                {},
                {"revolute", "prismatic", "universal", "cylindrical", "spherical", "free", "fixed",
                 "distance"}};
    field.text = [joint](ModelDescription& model) {
        return QString::fromStdString(model.joints[joint].type);
    };
    field.take = [joint](ModelDescription& model, const QString& text) {
        const CheckedModel seen = checkModel(model);
        if (!seen.built) {
            model.joints[joint].type = text.toStdString();
            return QString();
        }
        writeStart(model, *seen.model, seen.start);
        Drawing drawing{model, seen};
        return setJointType(drawing, joint, text.toStdString());
    };
    return field;
}

std::optional<Field> jointAxisField(const ModelDescription& model, std::size_t joint) {
    if (!hasAxis(model.joints[joint].type)) return std::nullopt;
    Field field{tr("Axis"),
                {},
                tr("x, y, z of its direction in the axes of %1; its length does not matter.\n"
                   "Dragging the knob on the axis or the axis tool do the same")
                    .arg(QString::fromStdString(model.joints[joint].a.body)),
                {},
                {},
                {}};
    field.text = [joint](ModelDescription& m) { return axisText(m, joint).join(", "); };
    field.take = [joint](ModelDescription& m, const QString& text) {
        return takeAxis(m, joint, splitList(text));
    };
    return field;
}

std::optional<Field> jointPlaceField(const ModelDescription& model, std::size_t joint) {
    for (const bool first : {true, false}) {
        const JointDescription& what = model.joints[joint];
        const MarkerReference& side = first ? what.a : what.b;
        if (side.body != "ground" || !findMarker(const_cast<ModelDescription&>(model), side))
            continue;
        const auto access = [joint, first](std::size_t k) {
            return [joint, first, k](ModelDescription& m) -> Scalar& {
                const JointDescription& at = m.joints[joint];
                return findMarker(m, first ? at.a : at.b)->position[k];
            };
        };
        return listField(tr("On ground at"), "m",
                         tr("Where the joint is held: x, y, z.\nA number in the unit shown, or an "
                            "expression: 12 cm, 30 deg, 2*L1"),
                         {access(0), access(1), access(2)});
    }
    return std::nullopt;
}

}  // namespace momentree::app
