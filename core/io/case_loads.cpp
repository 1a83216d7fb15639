// SPDX-License-Identifier: Apache-2.0
// Forces and outputs of reference cases.
#include <algorithm>

#include "core/io/case_reader.hpp"
#include "core/io/model_format.hpp"

namespace momentree {
namespace {

using format::ProbeKeys;

/// Two points on two bodies.
struct PointPair {
    std::string a, b;
    Vector3d pointA = Vector3d::Zero(), pointB = Vector3d::Zero();
};

bool readPair(CaseReader& reader, PointPair& out) {
    bool good = reader.body("body_a", out.a);
    good = reader.body("body_b", out.b) && good;
    good = reader.point("point_a", out.pointA) && good;
    return reader.point("point_b", out.pointB) && good;
}

void readSpring(CaseReader& reader, ForceDescription& force, CaseModel& model) {
    SpringDamperDescription spring;
    PointPair pair;
    const bool good = readPair(reader, pair);
    reader.oneOf({"stiffness", "k"}, spring.stiffness);
    reader.oneOf({"damping", "c"}, spring.damping);
    reader.oneOf({"free_length", "l0", "natural_length", "rest_length", "length"}, spring.length);
    if (!good) return;
    spring.a = markerFor(model, pair.a, {pair.pointA}, force.name + "_a", force.line);
    spring.b = markerFor(model, pair.b, {pair.pointB}, force.name + "_b", force.line);
    force.law = std::move(spring);
}

/// Torque about an axis of body_a: a law of time, or a damper.
void readTorque(CaseReader& reader, bool damper, ForceDescription& force, CaseModel& model) {
    AxialTorqueDescription torque;
    std::string a, b;
    Vector3d axis;
    bool good = reader.body("body_a", a);
    good = reader.body("body_b", b) && good;
    good = reader.direction("axis_a", axis) && good;
    if (damper) {
        reader.oneOf({"damping", "c"}, torque.damping);
    } else {
        torque.law.kind = "harmonic";
        reader.oneOf({"constant"}, torque.law.offset, optional);
        const bool wave = reader.oneOf({"amplitude"}, torque.law.amplitude, optional);
        reader.oneOf({"frequency"}, torque.law.frequency, wave ? required : optional);
    }
    if (!good) return;
    torque.a =
        markerFor(model, a, frameAboutZ(Vector3d::Zero(), axis), force.name + "_a", force.line);
    torque.b = {b, "", force.line};
    force.law = std::move(torque);
}

void readPoint(CaseReader& reader, bool withPoint, ProbeDescription& out, CaseModel& model) {
    std::string body;
    CaseFrame frame;
    const bool good = reader.body("body", body, false);
    if (withPoint && !reader.point("point", frame.point)) return;
    if (good) out.a = markerFor(model, body, frame, "point", out.line);
}

void readAngle(CaseReader& reader, ProbeDescription& out, CaseModel& model) {
    std::string a, b;
    CaseFrame frameA;
    Vector3d direction;
    bool good = reader.body("body_a", a);
    good = reader.body("body_b", b) && good;
    good = reader.angleFrame(frameA) && good;
    if (!reader.direction("direction_b", direction) || !good) return;
    out.a = markerFor(model, a, frameA, "angle_a", out.line);
    out.b = markerFor(model, b, frameAboutX(Vector3d::Zero(), direction), "angle_b", out.line);
}

void readRate(CaseReader& reader, ProbeDescription& out, CaseModel& model) {
    std::string a, b;
    Vector3d axis;
    bool good = reader.body("body_a", a);
    good = reader.body("body_b", b) && good;
    if (!reader.direction("axis_a", axis) || !good) return;
    out.a = markerFor(model, a, frameAboutZ(Vector3d::Zero(), axis), "rate_a", out.line);
    out.b = {b, "", out.line};
}

/// The displacement of a joint, or of two points along an axis of the first body.
void readDisplacement(CaseReader& reader, ProbeDescription& out, CaseModel& model) {
    if (reader.name("joint", out.joint, optional)) {
        const auto joint =
            std::ranges::find(model.description.joints, out.joint, &JointDescription::name);
        const std::string type = joint == model.description.joints.end() ? "" : joint->type;
        if (type != "prismatic" && type != "cylindrical")
            reader.problem(MOMENTREE_TEXT("case-joint-type",
                                          "'joint' must name a prismatic or cylindrical joint"));
        out.coordinate = type == "cylindrical" ? 2 : 1;
        return;
    }
    PointPair pair;
    Vector3d axis;
    const bool good = readPair(reader, pair);
    if (!reader.direction("axis_a", axis) || !good) return;
    out.a = markerFor(model, pair.a, frameAboutZ(pair.pointA, axis), "from", out.line);
    out.b = markerFor(model, pair.b, {pair.pointB}, "to", out.line);
}

void readDistance(CaseReader& reader, ProbeDescription& out, CaseModel& model) {
    PointPair pair;
    if (!readPair(reader, pair)) return;
    out.a = markerFor(model, pair.a, {pair.pointA}, "from", out.line);
    out.b = markerFor(model, pair.b, {pair.pointB}, "to", out.line);
}

/// The z axis of a marker returned by `markerFor`.
Vector3d axisOf(const CaseModel& model, const MarkerReference& where) {
    const ModelDescription& d = model.description;
    const auto& markers =
        where.body == "ground" ? d.groundMarkers : d.bodies[model.bodyOf.at(where.body)].markers;
    const auto found = std::ranges::find(markers, where.marker, &MarkerDescription::name);
    if (found == markers.end() || !found->z) return Vector3d::UnitZ();
    return {(*found->z)[0].value, (*found->z)[1].value, (*found->z)[2].value};
}

/// The motion between the two bodies about the axis.
void readDriveTorque(CaseReader& reader, ProbeDescription& out, CaseModel& model) {
    std::string a, b;
    Vector3d axis;
    bool good = reader.body("body_a", a);
    good = reader.body("body_b", b) && good;
    if (!reader.direction("axis_a", axis) || !good) return;
    for (const MotionDescription& motion : model.description.motions) {
        const bool same = motion.a->body == a && motion.b->body == b;
        if (same && (axisOf(model, *motion.a) - axis).norm() < 1e-9) out.joint = motion.name;
    }
    if (out.joint.empty())
        reader.problem(MOMENTREE_TEXT(
            "case-no-rotation", "no prescribed rotation turns '%1' about this axis of '%2'")(b, a));
}

void readJointForce(CaseReader& reader, ProbeDescription& out, CaseModel& model) {
    const bool good = reader.name("joint", out.joint) && reader.body("body", out.a.body);
    out.a.line = out.line;
    if (!good) return;
    const auto joint =
        std::ranges::find(model.description.joints, out.joint, &JointDescription::name);
    if (joint == model.description.joints.end()) {
        reader.problem(MOMENTREE_TEXT("case-unknown-joint", "there is no joint '%1'")(out.joint));
    } else if (joint->a.body != out.a.body && joint->b.body != out.a.body) {
        reader.problem(
            MOMENTREE_TEXT("case-joint-not-on-body", "joint '%1' does not act on body '%2'")(
                out.joint, out.a.body));
    }
}

void readQuantity(CaseReader& reader, ProbeDescription& out, CaseModel& model) {
    const std::string& q = out.quantity;
    if (q == "position" || q == "velocity" || q == "acceleration")
        return readPoint(reader, true, out, model);
    if (q == "angular_velocity_world" || q == "angular_velocity_body")
        return readPoint(reader, false, out, model);
    if (q == "rotation_matrix_entry") {
        readPoint(reader, false, out, model);
        reader.integer("row", out.row, 1, 3, required);
        reader.integer("column_index", out.column_index, 1, 3, required);
    }
    if (q == "joint_angle") readAngle(reader, out, model);
    if (q == "joint_rate") readRate(reader, out, model);
    if (q == "joint_displacement") readDisplacement(reader, out, model);
    if (q == "point_distance") readDistance(reader, out, model);
    if (q == "drive_torque") readDriveTorque(reader, out, model);
    if (q == "joint_force_on_body") readJointForce(reader, out, model);
}

bool hasComponent(ProbeKeys keys) {
    return keys == ProbeKeys::AtComponent || keys == ProbeKeys::JointBody ||
           keys == ProbeKeys::Component;
}

}  // namespace

void readCaseForce(const JsonNode& node, std::size_t number, Problems& problems, CaseModel& model) {
    CaseReader reader(node, listed(Place::Kind::Force, number), problems, model);
    if (!reader.valid()) return;
    ForceDescription force;
    force.line = node.line();
    force.name = "force " + std::to_string(number + 1);
    if (reader.name("name", force.name, optional)) reader.rename(Place::force(force.name));
    reader.ignore("formula");
    std::string type;
    if (!reader.choice("type", type,
                       {"point_to_point_spring_damper", "axial_torque", "rotational_damper"}))
        return;
    if (type == "point_to_point_spring_damper") {
        readSpring(reader, force, model);
    } else {
        readTorque(reader, type == "rotational_damper", force, model);
    }
    reader.finish();
    model.description.forces.push_back(std::move(force));
}

void readCaseOutput(const JsonNode& node, std::size_t number, Problems& problems,
                    CaseModel& model) {
    CaseReader reader(node, listed(Place::Kind::Output, number), problems, model);
    if (!reader.valid()) return;
    ProbeDescription probe;
    probe.line = node.line();
    if (reader.string("column", probe.column, required))
        reader.rename({Place::Kind::Output, probe.column});
    std::vector<std::string_view> names;
    for (const format::Quantity& quantity : format::quantities) {
        // not quantities of the case format
        if (quantity.name != "joint_torque_on_body" && quantity.keys != ProbeKeys::Force &&
            (quantity.keys != ProbeKeys::Motion || quantity.name == "drive_torque"))
            names.push_back(quantity.name);
    }
    if (!reader.choice("quantity", probe.quantity, names)) return;
    readQuantity(reader, probe, model);
    const std::string_view wanted = probe.quantity;
    if (hasComponent(std::ranges::find(format::quantities, wanted, &format::Quantity::name)->keys))
        reader.choice("component", probe.component, {"x", "y", "z"});
    reader.finish();
    model.description.probes.push_back(std::move(probe));
}

}  // namespace momentree
