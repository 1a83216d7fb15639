// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/joint_fields.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
#include "app/document/edits/joints.hpp"
#include "app/document/edits/references.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/marker_axes.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

std::string jointTypeCalled(const QString& text) {
    const auto found = std::ranges::find_if(
        jointTypes, [&](const char* type) { return jointTypeText(type) == text; });
    return found == jointTypes.end() ? text.toStdString() : *found;
}

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
    if (values.size() != 3) return tr("enter three numbers or expressions: x, y, z");
    const Vector3d local(values[0], values[1], values[2]);
    if (!(local.norm() > 0.0))
        return tr("an axis needs a direction; at least one number must not be 0");
    const CheckedModel seen = checkModel(model);
    if (!seen.built) return tr("fix the model's other errors first");
    Drawing drawing{model, seen};
    JointDescription& what = model.joints[joint];
    setAxis(drawing, joint, drawing.pose(what.a.body).R * local);
    if (MarkerDescription* marker = findMarker(model, what.a))
        marker->z = Scalar3{scalarFrom(parts[0]), scalarFrom(parts[1]), scalarFrom(parts[2])};
    return {};
}

double startOf(const CheckedModel& seen, std::size_t joint) {
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(seen.start);
    std::array<double, 7> q{};
    std::array<double, 6> u{};
    jointCoordinates(seen.model->joints[joint], bodies, q.data(), u.data());
    return q[0];
}

/// The error if the mechanism cannot be assembled with this start of the joint.
QString startProblem(const ModelDescription& model, std::size_t joint) {
    ModelDescription trial = model;
    if (const auto evaluated = evaluate(trial); !evaluated)
        return messageText(evaluated.error().front().message);
    const CheckedModel seen = checkModel(trial);
    if (!seen.assembled)
        return seen.problems.empty() ? QString() : messageText(seen.problems.front().message);
    const auto start =
        std::ranges::find(trial.jointStarts, trial.joints[joint].name, &JointStart::joint);
    const double found = startOf(seen, joint), wanted = start->q[0].value;
    const double off = trial.joints[joint].type == "revolute"
                           ? std::remainder(found - wanted, 2.0 * std::numbers::pi)
                           : found - wanted;
    if (std::abs(off) < 1e-6) return {};
    return tr("the other joints prevent this start; the nearest possible value is %1")
        .arg(QString::fromStdString(numberText(found, 4)));
}

/// Starts of other joints are dropped if they conflict.
QString takeStart(ModelDescription& model, std::size_t joint, const Field& value,
                  const QString& text) {
    const std::string name = model.joints[joint].name;
    const CheckedModel seen = checkModel(model);
    if (seen.assembled) writeStart(model, *seen.model, seen.start);
    auto start = std::ranges::find(model.jointStarts, name, &JointStart::joint);
    if (text.trimmed().isEmpty()) {
        if (start == model.jointStarts.end()) return {};
        start->q.clear();
        if (start->u.empty()) model.jointStarts.erase(start);
        return {};
    }
    if (start == model.jointStarts.end())
        start = model.jointStarts.insert(start, JointStart{name, {}, {}, 0});
    if (start->q.empty()) start->q.resize(1);
    if (QString why = value.take(model, text); !why.isEmpty()) return why;
    const QString why = startProblem(model, joint);
    if (why.isEmpty() || model.jointStarts.size() == 1) return why;
    std::erase_if(model.jointStarts, [&](JointStart& other) {
        if (other.joint == name) return false;
        other.q.clear();
        return other.u.empty();
    });
    return startProblem(model, joint);
}

}  // namespace

Field jointTypeField(std::size_t joint) {
    Field field{tr("Type"),
                {},
                tr("The motion that the joint allows. Changing the type does not move the bodies"),
                {},
                {},
                {}};
    for (const char* type : jointTypes) field.choices << jointTypeText(type);
    field.text = [joint](ModelDescription& model) {
        return jointTypeText(model.joints[joint].type);
    };
    field.take = [joint](ModelDescription& model, const QString& text) {
        const std::string type = jointTypeCalled(text);
        const CheckedModel seen = checkModel(model);
        if (!seen.built) {
            model.joints[joint].type = type;
            return QString();
        }
        writeStart(model, *seen.model, seen.start);
        Drawing drawing{model, seen};
        return setJointType(drawing, joint, type);
    };
    return field;
}

std::optional<Field> jointAxisField(const ModelDescription& model, std::size_t joint) {
    if (!hasAxis(model.joints[joint].type)) return std::nullopt;
    Field field{tr("Axis"),
                {},
                tr("x, y, z of its direction in the axes of %1; its length does not matter.\n"
                   "You can also drag the knob on the axis, or use the axis tool")
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

std::optional<Field> groundPlaceField(const ModelDescription& model, const QString& name,
                                      const ReferenceOf& reference) {
    ModelDescription& read = const_cast<ModelDescription&>(model);
    if (reference(read).body != "ground" || !findMarker(read, reference(read))) return std::nullopt;
    std::vector<ScalarAccess> places;
    for (std::size_t k = 0; k < 3; ++k)
        places.push_back([reference, k](ModelDescription& m) -> Scalar& {
            return findMarker(m, reference(m))->position[k];
        });
    return listField(name, "m",
                     tr("Position on the ground: x, y, z.\n"
                        "A number in the unit shown, or an expression: 12 cm, 30 deg, 2*L1"),
                     places);
}

std::optional<Field> jointPlaceField(const ModelDescription& model, std::size_t joint) {
    for (const bool first : {true, false})
        if (auto field =
                groundPlaceField(model, tr("On ground at"), [joint, first](ModelDescription& m) {
                    return first ? m.joints[joint].a : m.joints[joint].b;
                }))
            return field;
    return std::nullopt;
}

std::optional<Field> jointStartField(const ModelDescription& model, std::size_t joint) {
    const JointDescription& what = model.joints[joint];
    const bool turns = what.type == "revolute";
    const bool driven = std::ranges::find(model.motions, what.name, &MotionDescription::joint) !=
                        model.motions.end();
    if ((!turns && what.type != "prismatic") || driven) return std::nullopt;
    const DisplayUnit unit = displayUnit(turns ? QStringLiteral("rad") : QStringLiteral("m"));
    Field field{
        turns ? tr("Starting angle") : tr("Starting displacement"),
        unit.label,
        tr("Position of the joint at time 0, to which the mechanism moves. Empty: as drawn.\n"
           "A number in the unit shown, or an expression: 30 deg, 2*L1"),
        {},
        {},
        {}};
    const ScalarAccess plain = [joint](ModelDescription& m) -> Scalar& {
        return std::ranges::find(m.jointStarts, m.joints[joint].name, &JointStart::joint)->q[0];
    };
    const Field value = listField({}, turns ? "rad" : "m", {}, {plain});
    field.text = [joint, value](ModelDescription& m) {
        const auto start =
            std::ranges::find(m.jointStarts, m.joints[joint].name, &JointStart::joint);
        return start == m.jointStarts.end() || start->q.empty() ? QString() : value.text(m);
    };
    field.take = [joint, value](ModelDescription& m, const QString& text) {
        return takeStart(m, joint, value, text);
    };
    return field;
}

void addLimits(std::vector<Field>& fields, const ModelDescription& model, std::size_t i) {
    const JointDescription& joint = model.joints[i];
    const auto help = [](const QString& meaning) {
        return meaning + QStringLiteral("\n") +
               tr("A number in the unit shown, or an expression: 12 cm, 30 deg, 2*L1");
    };
    for (std::size_t k = 0; k < joint.limits.size(); ++k) {
        const LimitDescription& limit = joint.limits[k];
        const bool slides = slidesInstead(joint.type, limit.coordinate);
        const QString of = slides ? "m" : "rad";
        const auto add = [&](const QString& name, const QString& unit, const QString& meaning,
                             std::optional<Scalar> LimitDescription::*member) {
            if (limit.*member)
                fields.push_back(scalarField(name, unit, help(meaning),
                                             [i, k, member](ModelDescription& m) -> Scalar& {
                                                 return *(m.joints[i].limits[k].*member);
                                             }));
        };
        add(tr("At least"), of, tr("Its coordinate stops here"), &LimitDescription::least);
        add(tr("At most"), of, tr("Its coordinate stops here"), &LimitDescription::most);
        add(tr("Restitution"), "", tr("Speed after an impact over that before it, from 0 to 1"),
            &LimitDescription::restitution);
        add(tr("Stop stiffness"), slides ? "N/m" : "N m/rad", tr("Effort beyond the limit"),
            &LimitDescription::stiffness);
        if (limit.stiffness)
            fields.push_back(scalarField(
                tr("Stop damping"), slides ? "N s/m" : "N m s/rad",
                help(tr("Effort per speed beyond the limit; it never pulls")),
                [i, k](ModelDescription& m) -> Scalar& { return m.joints[i].limits[k].damping; }));
    }
}

}  // namespace momentree::app
