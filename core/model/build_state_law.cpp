// SPDX-License-Identifier: Apache-2.0
// Laws of time and state: expressions to operations, probes to what they measure.
#include <algorithm>
#include <map>

#include "core/joints/joint_type.hpp"
#include "core/model/build_context.hpp"
#include "core/model/expression.hpp"
#include "core/model/law_names.hpp"

namespace momentree {
namespace {

using MeasuredKind = Measured::Kind;

/// The coordinate of a probe's joint as that of its markers.
void measureJoint(const Model& model, int index, bool rate, Measured& out) {
    const JointElement& joint = model.joints[static_cast<std::size_t>(index)];
    const bool turns = isAngle(jointType(joint.type).coordinate(out.i));
    out.A = joint.A, out.B = joint.B;
    if (turns) {
        out.kind = rate ? MeasuredKind::Rate : MeasuredKind::Angle;
    } else {
        out.kind = rate ? MeasuredKind::Slide : MeasuredKind::Displacement;
    }
}

MeasuredKind kindOf(const std::string& quantity) {
    static const std::map<std::string, MeasuredKind, std::less<>> kinds{
        {"position", MeasuredKind::Position},
        {"velocity", MeasuredKind::Velocity},
        {"angular_velocity_world", MeasuredKind::AngularVelocity},
        {"angular_velocity_body", MeasuredKind::BodyAngularVelocity},
        {"rotation_matrix_entry", MeasuredKind::AxisComponent},
        {"joint_angle", MeasuredKind::Angle},
        {"joint_rate", MeasuredKind::Rate},
        {"joint_displacement", MeasuredKind::Displacement},
        {"point_distance", MeasuredKind::Distance},
        {"input", MeasuredKind::Input},
        {"kinetic_energy", MeasuredKind::Kinetic},
        {"potential_energy", MeasuredKind::Potential}};
    const auto found = kinds.find(quantity);
    return found == kinds.end() ? MeasuredKind::Total : found->second;
}

/// The index of what a probe measures in Model::measured.
int measure(const ProbeDescription& probe, BuildContext& context) {
    Model& model = context.model;
    const auto known = std::ranges::find(model.measured, probe.column, &Measured::column);
    if (known != model.measured.end()) return static_cast<int>(known - model.measured.begin());
    const Place where{Place::Kind::Probe, probe.column};
    Measured out;
    out.column = probe.column;
    out.kind = kindOf(probe.quantity);
    out.i = probe.component == "y" ? 1 : probe.component == "z" ? 2 : 0;
    if (out.kind == MeasuredKind::Input)
        for (const ProbeDescription& other : context.description.probes) {
            if (other.column == probe.column) break;
            out.i += other.quantity == "input";
        }
    if (out.kind == MeasuredKind::AxisComponent)
        out.i = probe.row - 1, out.j = probe.column_index - 1;
    const auto joint = context.jointByName.find(probe.joint);
    if (!probe.joint.empty() && joint != context.jointByName.end()) {
        out.i = probe.coordinate - 1;
        measureJoint(model, joint->second, probe.quantity == "joint_rate", out);
    } else {
        if (!probe.a.body.empty()) out.A = context.marker(probe.a, where, probe.line);
        if (!probe.b.body.empty()) out.B = context.marker(probe.b, where, probe.line);
    }
    if (out.kind == MeasuredKind::Angle) out.angle = model.measuredAngles++;
    model.measured.push_back(std::move(out));
    return static_cast<int>(model.measured.size()) - 1;
}

}  // namespace

StateLaw makeStateLaw(const LawDescription& given, bool axial, BuildContext& context,
                      const Place& where) {
    if (!given.ofState) return {};
    const ModelDescription& description = context.description;
    const LawNames known(description, axial);
    ParameterNames parameters;
    std::vector<StateLaw::Name> names{{"t", false, 0.0, StateLaw::time},
                                      {"q", false, 0.0, StateLaw::coordinate},
                                      {"u", false, 0.0, StateLaw::rate}};
    for (const ParameterDescription& parameter : description.parameters) {
        parameters.insert(parameter.name);
        names.insert(names.begin(), {parameter.name, true, parameter.value.value});
    }
    const auto refuse = [&](Message problem) {
        context.refuse(where, std::move(problem), given.line);
        return StateLaw();
    };
    const auto expression = compileExpression(given.offset.text, known.with(parameters));
    if (!expression) return refuse(expression.error());
    std::vector<int> measured;
    for (const std::string& name : expression->names) {
        const ProbeDescription* probe = parameters.contains(name) ? nullptr : known.probe(name);
        if (probe == nullptr) continue;
        names.push_back(
            {name, false, 0.0, StateLaw::firstMeasured + static_cast<int>(measured.size())});
        measured.push_back(measure(*probe, context));
    }
    if (measured.size() > StateLaw::mostMeasured)
        return refuse(
            MOMENTREE_TEXT("law-too-many-probes", "a law reads at most %1 probes, but this one %2")(
                StateLaw::mostMeasured, measured.size()));
    auto law = StateLaw::compile(*expression, names);
    if (!law) return refuse(law.error());
    law->measured = std::move(measured);
    return std::move(*law);
}

}  // namespace momentree
