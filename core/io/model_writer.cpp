// SPDX-License-Identifier: Apache-2.0
// Writes the canonical text of a description. Defaults are omitted.
#include "core/io/model_writer.hpp"

#include <algorithm>

#include "core/io/json_text.hpp"
#include "core/io/mesh_file.hpp"
#include "core/io/model_file.hpp"
#include "core/io/model_format.hpp"
#include "core/model/rolling.hpp"
#include "core/model/shape_mass.hpp"

namespace momentree {
namespace {

using namespace format;

bool isZero(const Scalar& scalar) { return scalar.text.empty() && scalar.value == 0.0; }

JsonItem item(const Scalar& scalar) {
    return scalar.text.empty() ? JsonItem::number(scalar.value) : JsonItem::text(scalar.text);
}
template <typename Range>
JsonItem items(const Range& scalars) {
    JsonItem list = JsonItem::list();
    for (const Scalar& scalar : scalars) list.add(item(scalar));
    return list;
}
JsonItem item(const MarkerReference& reference) {
    return JsonItem::text(reference.marker.empty() ? reference.body
                                                   : reference.body + "." + reference.marker);
}

/// Adds a value that differs from its default.
void addText(JsonItem& object, std::string_view key, const std::string& text) {
    if (!text.empty()) object.add(key, JsonItem::text(text));
}
void addScalar(JsonItem& object, std::string_view key, const Scalar& scalar) {
    if (!isZero(scalar)) object.add(key, item(scalar));
}
template <typename Range>
void addVector(JsonItem& object, std::string_view key, const std::optional<Range>& scalars) {
    if (scalars) object.add(key, items(*scalars));
}
void addNumber(JsonItem& object, std::string_view key, const std::optional<double>& value) {
    if (value) object.add(key, JsonItem::number(*value));
}
void addNonEmpty(JsonItem& object, std::string_view key, JsonItem children) {
    if (!children.empty()) object.add(key, std::move(children));
}
JsonItem parametersItem(const std::vector<ParameterDescription>& parameters) {
    JsonItem object = JsonItem::object();
    for (const ParameterDescription& p : parameters) {
        if (!p.minimum && !p.maximum && p.unit.empty()) {
            object.add(p.name, item(p.value));
            continue;
        }
        JsonItem fields = JsonItem::object().add("value", item(p.value));
        addNumber(fields, "min", p.minimum);
        addNumber(fields, "max", p.maximum);
        addText(fields, "unit", p.unit);
        object.add(p.name, std::move(fields));
    }
    return object;
}

JsonItem markersItem(const std::vector<MarkerDescription>& markers) {
    JsonItem object = JsonItem::object();
    for (const MarkerDescription& m : markers) {
        if (!m.orientation && !m.z && !m.x) {
            object.add(m.name, items(m.position));
            continue;
        }
        JsonItem fields = JsonItem::object().add("position", items(m.position));
        addVector(fields, "orientation", m.orientation);
        addVector(fields, "z", m.z);
        addVector(fields, "x", m.x);
        object.add(m.name, std::move(fields));
    }
    return object;
}

JsonItem inertiaItem(const std::array<Scalar3, 3>& inertia) {
    bool diagonal = true;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            diagonal = diagonal && (i == j || isZero(inertia[i][j]));
    if (diagonal) return items(std::array{inertia[0][0], inertia[1][1], inertia[2][2]});
    JsonItem rows = JsonItem::list();
    for (const Scalar3& row : inertia) rows.add(items(row));
    return rows;
}

JsonItem names(const std::vector<std::string>& texts) {
    JsonItem list = JsonItem::list();
    for (const std::string& text : texts) list.add(JsonItem::text(text));
    return list;
}

JsonItem partItem(const PartDescription& part, const std::string& file) {
    using Kind = PartDescription::Kind;
    JsonItem fields = JsonItem::object().add(
        "kind", JsonItem::text(partKinds[static_cast<std::size_t>(part.kind)]));
    const bool scaled = !(part.size == Scalar3{Scalar(1.0), Scalar(1.0), Scalar(1.0)});
    if (part.kind == Kind::Box) fields.add("size", items(part.size));
    if (part.kind == Kind::Sphere || part.kind == Kind::Cylinder)
        fields.add("radius", item(part.size[0]));
    if (part.kind == Kind::Cylinder) fields.add("length", item(part.size[1]));
    if (part.kind == Kind::Mesh) fields.add("file", JsonItem::text(meshPathFrom(file, part.mesh)));
    if (part.kind == Kind::Mesh && scaled) fields.add("scale", items(part.size));
    if (!std::ranges::all_of(part.position, isZero)) fields.add("position", items(part.position));
    addVector(fields, "orientation", part.orientation);
    addText(fields, "color", part.color);
    return fields;
}

/// @param file as in `writeModelText`
void addShape(JsonItem& body, const ShapeDescription& shape, const std::string& file) {
    using Kind = ShapeDescription::Kind;
    if (shape.kind == Kind::Auto && shape.color.empty() && shape.collisions.empty()) return;
    const auto list = [&](const std::vector<PartDescription>& parts) {
        JsonItem made = JsonItem::list();
        for (const PartDescription& part : parts) made.add(partItem(part, file));
        return made;
    };
    JsonItem fields = JsonItem::object().add(
        "kind", JsonItem::text(shapeKinds[static_cast<std::size_t>(shape.kind)]));
    if (shape.kind == Kind::Bar) addScalar(fields, "width", shape.size[0]);
    if (shape.kind == Kind::Bar || shape.kind == Kind::Polygon)
        addScalar(fields, "thickness", shape.size[1]);
    if (shape.kind == Kind::Box) fields.add("size", items(shape.size));
    if (shape.kind == Kind::Sphere || shape.kind == Kind::Cylinder)
        fields.add("radius", item(shape.size[0]));
    if (shape.kind == Kind::Cylinder) fields.add("length", item(shape.size[1]));
    if (shape.kind == Kind::Polygon) addNonEmpty(fields, "corners", names(shape.corners));
    if (shape.kind == Kind::Parts) fields.add("parts", list(shape.parts));
    addNonEmpty(fields, "collisions", list(shape.collisions));
    addText(fields, "color", shape.color);
    body.add("shape", std::move(fields));
}

JsonItem item(const BodyDescription& body, const std::string& file) {
    const bool dense = body.density.has_value();
    JsonItem object = JsonItem::object().add("name", JsonItem::text(body.name));
    object.add(dense ? "density" : "mass", item(dense ? *body.density : body.mass));
    if ((!dense || isSolid(body.shape)) && !std::ranges::all_of(body.com, isZero))
        object.add("com", items(body.com));
    if (!dense) object.add("inertia", inertiaItem(body.inertia));
    addNonEmpty(object, "markers", markersItem(body.markers));
    addShape(object, body.shape, file);
    return object;
}

JsonItem item(const LimitDescription& limit) {
    JsonItem object = JsonItem::object();
    if (limit.coordinate != 1) object.add("coordinate", JsonItem::integer(limit.coordinate));
    if (limit.least) object.add("min", item(*limit.least));
    if (limit.most) object.add("max", item(*limit.most));
    if (limit.restitution) object.add("restitution", item(*limit.restitution));
    if (limit.stiffness) object.add("stiffness", item(*limit.stiffness));
    addScalar(object, "damping", limit.damping);
    return object;
}

JsonItem item(const PlaneCurveDescription& curve) {
    JsonItem object = JsonItem::object();
    if (curve.points.empty()) {
        object.add("x", item(curve.x)).add("y", item(curve.y));
        object.add("from", item(curve.from)).add("to", item(curve.to));
    } else {
        JsonItem points = JsonItem::list();
        for (const auto& point : curve.points) points.add(items(point));
        object.add("points", std::move(points));
    }
    if (!curve.closed) object.add("closed", JsonItem::boolean(false));
    return object;
}

JsonItem item(const JointDescription& joint) {
    JsonItem object = JsonItem::object()
                          .add("name", JsonItem::text(joint.name))
                          .add("type", JsonItem::text(joint.type))
                          .add("a", item(joint.a))
                          .add("b", item(joint.b));
    if (joint.length) object.add(std::string(lengthKey(joint.type)), item(*joint.length));
    if (joint.semiAxes) object.add("semi_axes", items(*joint.semiAxes));
    if (joint.curve) object.add("curve", item(*joint.curve));
    if (joint.limits.size() == 1) object.add("limits", item(joint.limits[0]));
    if (joint.limits.size() > 1) {
        JsonItem limits = JsonItem::list();
        for (const LimitDescription& limit : joint.limits) limits.add(item(limit));
        object.add("limits", std::move(limits));
    }
    return object;
}

JsonItem item(const LawDescription& law) {
    if (law.kind == "constant" && isZero(law.rate)) return item(law.offset);
    JsonItem object = JsonItem::object().add("kind", JsonItem::text(law.kind));
    if (law.kind == "constant" || law.kind == "harmonic") addScalar(object, "offset", law.offset);
    if (law.kind == "constant") addScalar(object, "rate", law.rate);
    if (law.kind == "harmonic") {
        object.add("amplitude", item(law.amplitude)).add("frequency", item(law.frequency));
        addScalar(object, "phase", law.phase);
    }
    if (law.kind == "polynomial") object.add("coefficients", items(law.coefficients));
    if (law.kind == "table") {
        object.add("times", items(law.times)).add("values", items(law.values));
        if (law.linear) object.add("interpolation", JsonItem::text("linear"));
    }
    return object;
}

/// An optional law: omitted if it is zero.
void addLaw(JsonItem& object, const LawDescription& law) {
    const bool zero = law.kind == "constant" && isZero(law.offset) && isZero(law.rate);
    if (!zero) object.add("law", item(law));
}

JsonItem item(const MotionDescription& motion) {
    JsonItem object = JsonItem::object().add("name", JsonItem::text(motion.name));
    addText(object, "joint", motion.joint);
    if (motion.coordinate != 1) object.add("coordinate", JsonItem::integer(motion.coordinate));
    if (motion.a) object.add("a", item(*motion.a));
    if (motion.b) object.add("b", item(*motion.b));
    object.add("law", item(motion.law));
    return object;
}

JsonItem item(const CouplingTermDescription& term) {
    JsonItem object = JsonItem::object().add("joint", JsonItem::text(term.joint));
    if (term.coordinate != 1) object.add("coordinate", JsonItem::integer(term.coordinate));
    return object.add("ratio", item(term.ratio));
}

JsonItem item(const CouplingDescription& coupling) {
    JsonItem terms = JsonItem::list();
    for (const CouplingTermDescription& term : coupling.terms) terms.add(item(term));
    JsonItem object = JsonItem::object().add("name", JsonItem::text(coupling.name));
    object.add("terms", std::move(terms));
    addScalar(object, "offset", coupling.offset);
    if (coupling.stiffness) object.add("stiffness", item(*coupling.stiffness));
    addScalar(object, "damping", coupling.damping);
    addScalar(object, "backlash", coupling.backlash);
    return object;
}

void addCurve(JsonItem& object, const CurveDescription& curve, std::string_view key = "curve") {
    if (curve == CurveDescription()) return;
    JsonItem fields = JsonItem::object().add("positions", items(curve.positions));
    fields.add("values", items(curve.values));
    if (curve.linear) fields.add("interpolation", JsonItem::text("linear"));
    object.add(key, std::move(fields));
}

void addCharacteristic(JsonItem& object, const CharacteristicDescription& c) {
    const bool rubs = !isZero(c.kineticFriction) || !isZero(c.staticFriction) ||
                      !isZero(c.frictionSpeed) || !isZero(c.stribeckSpeed) ||
                      !c.frictionJoint.empty();
    if (rubs) {
        JsonItem fields = JsonItem::object().add("kinetic", item(c.kineticFriction));
        addScalar(fields, "speed", c.frictionSpeed);
        addScalar(fields, "static", c.staticFriction);
        addScalar(fields, "stribeck_speed", c.stribeckSpeed);
        if (!c.frictionJoint.empty()) fields.add("joint", JsonItem::text(c.frictionJoint));
        addScalar(fields, "radius", c.frictionRadius);
        addScalar(fields, "guide_length", c.guideLength);
        object.add("friction", std::move(fields));
    }
    if (!isZero(c.stall) || !isZero(c.noLoadSpeed))
        object.add("motor", JsonItem::object()
                                .add("stall", item(c.stall))
                                .add("no_load_speed", item(c.noLoadSpeed)));
    addCurve(object, c.curve);
    if (c.controller == ControllerDescription()) return;
    JsonItem fields = JsonItem::object().add("set_point", item(c.controller.setPoint));
    addScalar(fields, "proportional", c.controller.proportional);
    addScalar(fields, "integral", c.controller.integral);
    addScalar(fields, "derivative", c.controller.derivative);
    addScalar(fields, "filter", c.controller.filter);
    addScalar(fields, "limit", c.controller.limit);
    object.add("controller", std::move(fields));
}

/// A diagonal as six numbers, a full matrix as rows.
void addMatrix(JsonItem& object, std::string_view key, const std::vector<Scalar>& entries) {
    if (entries.empty()) return;
    if (entries.size() == 6) {
        object.add(key, items(entries));
        return;
    }
    JsonItem rows = JsonItem::list();
    for (std::size_t k = 0; k + 6 <= entries.size(); k += 6)
        rows.add(items(std::vector<Scalar>(entries.begin() + static_cast<std::ptrdiff_t>(k),
                                           entries.begin() + static_cast<std::ptrdiff_t>(k + 6))));
    object.add(key, std::move(rows));
}

void addForce(JsonItem& object, const BushingDescription& bushing) {
    object.add("type", JsonItem::text("bushing"));
    object.add("a", item(bushing.a)).add("b", item(bushing.b));
    addMatrix(object, "stiffness", bushing.stiffness);
    addMatrix(object, "damping", bushing.damping);
    JsonItem curves = JsonItem::object();
    for (std::size_t k = 0; k < bushingAxes.size(); ++k)
        addCurve(curves, bushing.curves[k], bushingAxes[k]);
    addNonEmpty(object, "curves", std::move(curves));
}
void addForce(JsonItem& object, const SpringDamperDescription& spring) {
    object.add("type", JsonItem::text("spring-damper"));
    object.add("a", item(spring.a)).add("b", item(spring.b));
    addScalar(object, "stiffness", spring.stiffness);
    addScalar(object, "damping", spring.damping);
    addScalar(object, "length", spring.length);
    addScalar(object, "preload", spring.preload);
    addCurve(object, spring.curve);
}
void addForce(JsonItem& object, const AxialTorqueDescription& torque) {
    object.add("type", JsonItem::text("axial-torque"));
    object.add("a", item(torque.a)).add("b", item(torque.b));
    addScalar(object, "stiffness", torque.stiffness);
    addScalar(object, "angle", torque.angle);
    addScalar(object, "damping", torque.damping);
    addLaw(object, torque.law);
    addCharacteristic(object, torque.characteristic);
}
void addForce(JsonItem& object, const AxialForceDescription& force) {
    object.add("type", JsonItem::text("axial-force"));
    object.add("a", item(force.a)).add("b", item(force.b));
    addScalar(object, "stiffness", force.stiffness);
    addScalar(object, "length", force.length);
    addScalar(object, "damping", force.damping);
    addLaw(object, force.law);
    addCharacteristic(object, force.characteristic);
}
void addForce(JsonItem& object, const AppliedForceDescription& force) {
    object.add("type", JsonItem::text(force.torque ? "applied-torque" : "applied-force"));
    object.add("at", item(force.at)).add("direction", items(force.direction));
    if (force.bodyAxes) object.add("axes", JsonItem::text("body"));
    object.add("law", item(force.law));
}
void addForce(JsonItem& object, const DragDescription& drag) {
    object.add("type", JsonItem::text("drag")).add("body", JsonItem::text(drag.body));
    addScalar(object, "linear", drag.linear);
    addScalar(object, "angular", drag.angular);
    addScalar(object, "quadratic", drag.quadratic);
    addScalar(object, "angular_quadratic", drag.angularQuadratic);
}
void addForce(JsonItem& object, const ContactDescription& contact) {
    object.add("type", JsonItem::text("contact"));
    object.add("a", item(contact.a)).add("b", item(contact.b));
    addScalar(object, "radius", contact.radius);
    if (contact.radiusA) object.add("radius_a", item(*contact.radiusA));
    if (contact.restitution) object.add("restitution", item(*contact.restitution));
    if (contact.stiffness) object.add("stiffness", item(*contact.stiffness));
    addScalar(object, "damping", contact.damping);
    addScalar(object, "friction", contact.friction);
    if (contact.slip != ContactDescription().slip) object.add("slip", item(contact.slip));
}
JsonItem item(const ForceDescription& force) {
    JsonItem object = JsonItem::object().add("name", JsonItem::text(force.name));
    std::visit([&](const auto& law) { addForce(object, law); }, force.law);
    return object;
}

/// A joint's coordinates: a single one is written as a number.
void addCoordinates(JsonItem& object, std::string_view key, const std::vector<Scalar>& values) {
    if (values.size() == 1) object.add(key, item(values[0]));
    if (values.size() > 1) object.add(key, items(values));
}

JsonItem initialItem(const ModelDescription& model) {
    JsonItem joints = JsonItem::object(), bodies = JsonItem::object(), object = JsonItem::object();
    for (const JointStart& start : model.jointStarts) {
        JsonItem fields = JsonItem::object();
        addCoordinates(fields, "q", start.q);
        addCoordinates(fields, "u", start.u);
        joints.add(start.joint, std::move(fields));
    }
    for (const BodyStart& start : model.bodyStarts) {
        JsonItem fields = JsonItem::object();
        addVector(fields, "position", start.position);
        addVector(fields, "orientation", start.orientation);
        addVector(fields, "velocity", start.velocity);
        addVector(fields, "angular_velocity", start.angularVelocity);
        bodies.add(start.body, std::move(fields));
    }
    if (model.exactStart) object.add("exact", JsonItem::boolean(true));
    if (model.adjustStart) object.add("adjust", JsonItem::boolean(true));
    if (model.startBranch > 0) object.add("branch", JsonItem::number(model.startBranch));
    addNonEmpty(object, "joints", std::move(joints));
    addNonEmpty(object, "bodies", std::move(bodies));
    return object;
}

void addJointOrPair(JsonItem& object, const ProbeDescription& probe) {
    if (probe.joint.empty()) {
        object.add("a", item(probe.a)).add("b", item(probe.b));
        return;
    }
    object.add("joint", JsonItem::text(probe.joint));
    if (probe.coordinate != 1) object.add("coordinate", JsonItem::integer(probe.coordinate));
}

JsonItem item(const ProbeDescription& probe) {
    JsonItem object = JsonItem::object()
                          .add("column", JsonItem::text(probe.column))
                          .add("quantity", JsonItem::text(probe.quantity));
    const std::string_view wanted = probe.quantity;
    const auto found = std::ranges::find(quantities, wanted, &Quantity::name);
    const ProbeKeys keys = found == quantities.end() ? ProbeKeys::None : found->keys;
    const bool at =
        keys == ProbeKeys::At || keys == ProbeKeys::AtComponent || keys == ProbeKeys::AtEntry;
    if (at) object.add("at", item(probe.a));
    if (keys == ProbeKeys::JointOrPair) addJointOrPair(object, probe);
    if (keys == ProbeKeys::Pair) object.add("a", item(probe.a)).add("b", item(probe.b));
    if (keys == ProbeKeys::Motion) addText(object, "motion", probe.joint);
    if (keys == ProbeKeys::Force) addText(object, "force", probe.joint);
    if (keys == ProbeKeys::Coupling) {
        addText(object, "coupling", probe.joint);
        if (probe.coordinate != 1) object.add("term", JsonItem::integer(probe.coordinate));
    }
    if (keys == ProbeKeys::JointBody)
        object.add("joint", JsonItem::text(probe.joint)).add("body", JsonItem::text(probe.a.body));
    if (keys == ProbeKeys::AtEntry)
        object.add("row", JsonItem::integer(probe.row))
            .add("column_index", JsonItem::integer(probe.column_index));
    if (keys == ProbeKeys::Value) addScalar(object, "value", probe.value);
    addText(object, "component", probe.component);
    return object;
}

template <typename Range>
JsonItem itemsOf(const Range& elements) {
    JsonItem list = JsonItem::list();
    for (const auto& element : elements) list.add(item(element));
    return list;
}

}  // namespace

JsonItem runItem(const RunSettings& run) {
    JsonItem object = JsonItem::object();
    const auto time = [&](std::string_view key, double value) {
        if (value != 0.0) object.add(key, JsonItem::number(value));
    };
    addText(object, "formulation", run.formulation);
    addText(object, "backend", run.backend);
    addText(object, "integrator", run.integrator);
    time("step", run.step);
    time("duration", run.duration);
    time("sample", run.sample);
    addNumber(object, "relative_tolerance", run.relativeTolerance);
    addNumber(object, "absolute_tolerance", run.absoluteTolerance);
    addNumber(object, "baumgarte", run.baumgarte);
    addText(object, "inversion", run.inversion);
    addNumber(object, "momentum_reset", run.momentumReset);
    addNumber(object, "penalty", run.penalty);
    if (run.newtonIterations)
        object.add("newton_iterations", JsonItem::integer(*run.newtonIterations));
    addNumber(object, "newton_tolerance", run.newtonTolerance);
    if (run.projections) object.add("projections", JsonItem::integer(*run.projections));
    if (run.correction) object.add("correction", JsonItem::boolean(*run.correction));
    if (run.modifiedNewton) object.add("modified_newton", JsonItem::boolean(*run.modifiedNewton));
    return object;
}

JsonItem modelItem(const ModelDescription& model, const std::string& file) {
    JsonItem object = JsonItem::object();
    addText(object, "$schema", model.schema);
    object.add("version", JsonItem::integer(version)).add("name", JsonItem::text(model.name));
    addText(object, "title", model.title);
    addText(object, "text", model.text);
    addNonEmpty(object, "parameters", parametersItem(model.parameters));
    object.add("gravity", items(model.gravity));
    if (!model.groundMarkers.empty())
        object.add("ground", JsonItem::object().add("markers", markersItem(model.groundMarkers)));
    JsonItem bodies = JsonItem::list();
    for (const BodyDescription& body : model.bodies) bodies.add(item(body, file));
    object.add("bodies", std::move(bodies));
    addNonEmpty(object, "joints", itemsOf(model.joints));
    addNonEmpty(object, "motions", itemsOf(model.motions));
    addNonEmpty(object, "couplings", itemsOf(model.couplings));
    addNonEmpty(object, "forces", itemsOf(model.forces));
    addNonEmpty(object, "initial", initialItem(model));
    if (model.assemblyTolerance != ModelDescription().assemblyTolerance)
        object.add("assembly_tolerance", JsonItem::number(model.assemblyTolerance));
    addNonEmpty(object, "probes", itemsOf(model.probes));
    addNonEmpty(object, "run", runItem(model.run));
    return object;
}

std::string writeModelText(const ModelDescription& model, const std::string& file) {
    return modelItem(model, file).print();
}

}  // namespace momentree
