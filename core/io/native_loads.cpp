// SPDX-License-Identifier: Apache-2.0
// Reads forces, laws of time and probes of the native format.
#include <algorithm>

#include "core/io/model_format.hpp"
#include "core/io/native_reader.hpp"

namespace momentree {
namespace {

using namespace format;

/// Returns whether straight lines are wanted.
bool readInterpolation(ObjectReader& reader) {
    std::string interpolation = "spline";
    reader.choice("interpolation", interpolation, {"spline", "linear"}, optional);
    return interpolation == "linear";
}

void readTable(ObjectReader& reader, LawDescription& out) {
    out.linear = readInterpolation(reader);
    const bool good = reader.list("times", out.times, mostKnots, required) &&
                      reader.list("values", out.values, mostKnots, required);
    if (good && out.times.size() != out.values.size())
        reader.problem(MOMENTREE_TEXT(
            "law-table-counts", "'times' has %1 entries and 'values' %2; give as many of both")(
            out.times.size(), out.values.size()));
    if (good && out.times.size() < 2)
        reader.problem(MOMENTREE_TEXT("law-table-short", "a table needs at least two points"));
}

/// {"positions": [...], "values": [...], "interpolation": "linear"}
void readCurve(ObjectReader& owner, CurveDescription& out, std::string_view key = "curve") {
    const auto node = owner.find(key);
    if (!node) return;
    ObjectReader reader(*node, owner.place().part(std::string(key)), owner.problems());
    reader.list("positions", out.positions, mostKnots, required);
    reader.list("values", out.values, mostKnots, required);
    out.linear = readInterpolation(reader);
    reader.finish();
}

void readCharacteristic(ObjectReader& owner, CharacteristicDescription& out) {
    if (const auto node = owner.find("friction")) {
        ObjectReader reader(*node, owner.place().part("friction"), owner.problems());
        reader.scalar("kinetic", out.kineticFriction, required);
        reader.scalar("speed", out.frictionSpeed);
        reader.scalar("static", out.staticFriction);
        reader.scalar("stribeck_speed", out.stribeckSpeed);
        reader.name("joint", out.frictionJoint, optional);
        reader.scalar("radius", out.frictionRadius);
        reader.scalar("guide_length", out.guideLength);
        reader.finish();
    }
    if (const auto node = owner.find("motor")) {
        ObjectReader reader(*node, owner.place().part("motor"), owner.problems());
        reader.scalar("stall", out.stall, required);
        reader.scalar("no_load_speed", out.noLoadSpeed, required);
        reader.finish();
    }
    readCurve(owner, out.curve);
    if (const auto node = owner.find("controller")) {
        ControllerDescription& c = out.controller;
        ObjectReader reader(*node, owner.place().part("controller"), owner.problems());
        readLaw(reader, c.setPoint, required, "set_point");
        reader.scalar("proportional", c.proportional);
        reader.scalar("integral", c.integral);
        reader.scalar("derivative", c.derivative);
        reader.scalar("filter", c.filter);
        if (reader.scalar("limit", c.limit) && c.limit == Scalar())
            reader.problem(MOMENTREE_TEXT("controller-limit",
                                          "'limit' must be greater than 0; leave it out for none"));
        if (c == ControllerDescription())
            reader.problem(MOMENTREE_TEXT("controller-gains",
                                          "a controller needs at least one of 'proportional', "
                                          "'integral' and 'derivative', and finite ones"));
        reader.finish();
    }
}

/// Six numbers, or six rows of six.
void readMatrix(ObjectReader& reader, std::string_view key, std::vector<Scalar>& out) {
    const auto node = reader.find(key);
    if (!node) return;
    std::vector<JsonNode> entries = node->isArray() ? node->items() : std::vector<JsonNode>();
    bool square = entries.size() == 6;
    if (square && entries[0].isArray()) {
        std::vector<JsonNode> all;
        for (const JsonNode& row : entries) {
            square = square && row.isArray() && row.size() == 6;
            if (square)
                for (const JsonNode& entry : row.items()) all.push_back(entry);
        }
        entries = std::move(all);
    }
    if (!square)
        return reader.problem(MOMENTREE_TEXT(
            "bushing-list", "'%1' must be a list of 6 numbers, or of 6 rows of 6 numbers")(key));
    for (const JsonNode& entry : entries)
        readScalar(entry, reader.place(), MOMENTREE_TEXT("bushing-entry", "an entry of '%1'")(key),
                   reader.problems(), out.emplace_back());
}

void readBushing(ObjectReader& reader, BushingDescription& out) {
    reader.reference("a", out.a);
    reader.reference("b", out.b);
    readMatrix(reader, "stiffness", out.stiffness);
    readMatrix(reader, "damping", out.damping);
    const auto node = reader.find("curves");
    if (!node) return;
    ObjectReader curves(*node, reader.place().part("curves"), reader.problems());
    for (std::size_t k = 0; k < bushingAxes.size(); ++k)
        readCurve(curves, out.curves[k], bushingAxes[k]);
    curves.finish();
}

void readSpring(ObjectReader& reader, SpringDamperDescription& out) {
    reader.reference("a", out.a);
    reader.reference("b", out.b);
    reader.scalar("stiffness", out.stiffness);
    reader.scalar("damping", out.damping);
    reader.scalar("length", out.length);
    reader.scalar("preload", out.preload);
    readCurve(reader, out.curve);
}

void readAxialTorque(ObjectReader& reader, AxialTorqueDescription& out) {
    reader.reference("a", out.a);
    reader.reference("b", out.b);
    reader.scalar("stiffness", out.stiffness);
    reader.scalar("angle", out.angle);
    reader.scalar("damping", out.damping);
    readLaw(reader, out.law, optional);
    readCharacteristic(reader, out.characteristic);
}

void readAxialForce(ObjectReader& reader, AxialForceDescription& out) {
    reader.reference("a", out.a);
    reader.reference("b", out.b);
    reader.scalar("stiffness", out.stiffness);
    reader.scalar("length", out.length);
    reader.scalar("damping", out.damping);
    readLaw(reader, out.law, optional);
    readCharacteristic(reader, out.characteristic);
}

void readApplied(ObjectReader& reader, AppliedForceDescription& out) {
    reader.reference("at", out.at);
    reader.vector("direction", out.direction, required);
    std::string axes = "world";
    reader.choice("axes", axes, {"world", "body"}, optional);
    out.bodyAxes = axes == "body";
    readLaw(reader, out.law, required);
}

void readContact(ObjectReader& reader, ContactDescription& out) {
    reader.reference("a", out.a);
    reader.reference("b", out.b);
    reader.scalar("radius", out.radius);
    reader.scalar("radius_a", out.radiusA, optional);
    reader.scalar("restitution", out.restitution, optional);
    reader.scalar("stiffness", out.stiffness, optional);
    reader.scalar("damping", out.damping);
    reader.scalar("friction", out.friction);
    reader.scalar("slip", out.slip);
}

void readDrag(ObjectReader& reader, DragDescription& out) {
    reader.name("body", out.body);
    reader.scalar("linear", out.linear);
    reader.scalar("angular", out.angular);
    reader.scalar("quadratic", out.quadratic);
    reader.scalar("angular_quadratic", out.angularQuadratic);
}

/// joint (and coordinate), or a and b.
void readJointOrPair(ObjectReader& reader, ProbeDescription& out) {
    const bool joint = reader.name("joint", out.joint, optional);
    const bool a = reader.reference("a", out.a, optional);
    const bool b = reader.reference("b", out.b, optional);
    if (joint) reader.integer("coordinate", out.coordinate, 1, 7);
    if (joint == (a || b) || a != b)
        reader.problem(
            MOMENTREE_TEXT("joint-or-markers",
                           "give either 'joint' (and 'coordinate') or the markers 'a' and 'b'"));
}

void readProbeKeys(ObjectReader& reader, ProbeKeys keys, ProbeDescription& out) {
    const auto component = [&] { reader.choice("component", out.component, {"x", "y", "z"}); };
    switch (keys) {
        case ProbeKeys::None:
            return;
        case ProbeKeys::At:
            reader.reference("at", out.a);
            return;
        case ProbeKeys::AtComponent:
            reader.reference("at", out.a);
            return component();
        case ProbeKeys::AtEntry:
            reader.reference("at", out.a);
            reader.integer("row", out.row, 1, 3, required);
            reader.integer("column_index", out.column_index, 1, 3, required);
            return;
        case ProbeKeys::JointOrPair:
            return readJointOrPair(reader, out);
        case ProbeKeys::Pair:
            reader.reference("a", out.a);
            reader.reference("b", out.b);
            return;
        case ProbeKeys::Motion:
            reader.name("motion", out.joint);
            return;
        case ProbeKeys::Force:
            reader.name("force", out.joint);
            return;
        case ProbeKeys::Coupling:
            reader.name("coupling", out.joint);
            reader.integer("term", out.coordinate, 1, static_cast<int>(mostTerms));
            return;
        case ProbeKeys::JointBody:
            reader.name("joint", out.joint);
            reader.name("body", out.a.body);
            return component();
        case ProbeKeys::Component:
            return component();
        case ProbeKeys::Value:
            return static_cast<void>(reader.scalar("value", out.value));
    }
}

}  // namespace

void readLaw(ObjectReader& owner, LawDescription& out, Need need, std::string_view key) {
    const auto node = owner.find(key, need);
    if (!node) return;
    out.line = node->line();
    if (!node->isObject()) {
        readScalar(*node, owner.place(),
                   MOMENTREE_TEXT("law-number", "'%1' (if not an object)")(key), owner.problems(),
                   out.offset);
        return;
    }
    ObjectReader reader(*node, owner.place().part(std::string(key)), owner.problems());
    if (!reader.choice("kind", out.kind, {"constant", "harmonic", "polynomial", "table"})) return;
    if (out.kind == "constant" || out.kind == "harmonic") reader.scalar("offset", out.offset);
    if (out.kind == "constant") reader.scalar("rate", out.rate);
    if (out.kind == "harmonic") {
        reader.scalar("amplitude", out.amplitude, required);
        reader.scalar("frequency", out.frequency, required);
        reader.scalar("phase", out.phase);
    }
    if (out.kind == "polynomial")
        reader.list("coefficients", out.coefficients, mostCoefficients, required);
    if (out.kind == "table") readTable(reader, out);
    reader.finish();
}

void readForce(const JsonNode& node, std::size_t number, Problems& problems,
               ForceDescription& out) {
    ObjectReader reader(node, listed(Place::Kind::Force, number), problems);
    if (!reader.valid()) return;
    out.line = node.line();
    if (reader.name("name", out.name)) reader.rename(Place::force(out.name));
    std::string type;
    if (!reader.choice("type", type,
                       {"spring-damper", "axial-torque", "axial-force", "applied-force",
                        "applied-torque", "drag", "contact", "bushing"}))
        return;
    if (type == "spring-damper") {
        readSpring(reader, out.law.emplace<SpringDamperDescription>());
    } else if (type == "axial-torque") {
        readAxialTorque(reader, out.law.emplace<AxialTorqueDescription>());
    } else if (type == "axial-force") {
        readAxialForce(reader, out.law.emplace<AxialForceDescription>());
    } else if (type == "contact") {
        readContact(reader, out.law.emplace<ContactDescription>());
    } else if (type == "bushing") {
        readBushing(reader, out.law.emplace<BushingDescription>());
    } else if (type == "drag") {
        readDrag(reader, out.law.emplace<DragDescription>());
    } else {
        auto& applied = out.law.emplace<AppliedForceDescription>();
        applied.torque = type == "applied-torque";
        readApplied(reader, applied);
    }
    reader.finish();
}

void readProbe(const JsonNode& node, std::size_t number, Problems& problems,
               ProbeDescription& out) {
    ObjectReader reader(node, listed(Place::Kind::Probe, number), problems);
    if (!reader.valid()) return;
    out.line = node.line();
    if (reader.string("column", out.column, required))
        reader.rename({Place::Kind::Probe, out.column});
    std::vector<std::string_view> names;
    for (const Quantity& quantity : quantities) names.push_back(quantity.name);
    if (!reader.choice("quantity", out.quantity, names)) return;
    const std::string_view wanted = out.quantity;
    readProbeKeys(reader, std::ranges::find(quantities, wanted, &Quantity::name)->keys, out);
    reader.finish();
}

}  // namespace momentree
