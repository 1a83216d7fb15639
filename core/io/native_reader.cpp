// SPDX-License-Identifier: Apache-2.0
#include "core/io/native_reader.hpp"

#include <algorithm>

#include "core/io/model_format.hpp"
#include "core/joints/joint_type.hpp"
#include "core/model/curve_joints.hpp"
#include "core/model/rolling.hpp"
#include "core/model/shape_mass.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using namespace format;

/// Messages refer to an element by number until its name is known.
void readName(ObjectReader& reader, std::string& out) {
    if (reader.name("name", out)) reader.rename({reader.place().kind, out});
}

/// Reads a list of named elements into `out`, each with `read(node, number, problems, element)`.
template <typename Element, typename Read>
void readList(ObjectReader& root, std::string_view key, std::size_t most, std::vector<Element>& out,
              Read read) {
    const std::vector<JsonNode> items = root.items(key, most);
    out.reserve(items.size());
    for (const JsonNode& item : items) {
        if (root.problems().full()) return;
        read(item, out.size(), root.problems(), out.emplace_back());
    }
}

/// "P": [x, y, z], or an object with position and orientation.
void readMarker(const std::string& name, const JsonNode& node, const Place& owner,
                Problems& problems, MarkerDescription& out) {
    const Place where = markerOf(owner, name);
    out.name = name;
    out.line = node.line();
    if (const auto wrong = nameProblem(name)) problems.add(where, *wrong, node.line());
    if (node.isArray()) {
        if (node.size() != 3)
            return problems.add(
                where,
                MOMENTREE_TEXT("position-needs-three-numbers", "a position is a list of 3 numbers"),
                node.line());
        std::size_t k = 0;
        for (const JsonNode& item : node.items())
            readScalar(item, where, MOMENTREE_TEXT("each-coordinate", "each coordinate"), problems,
                       out.position[k++]);
        return;
    }
    if (!node.isObject())
        return problems.add(where,
                            MOMENTREE_TEXT("marker-shape",
                                           "must be a position [x, y, z] or an object with "
                                           "'position' and an orientation, not %1")(node.kind()),
                            node.line());
    ObjectReader reader(node, where, problems);
    reader.vector("position", out.position, optional);
    reader.vector("orientation", out.orientation);
    reader.vector("z", out.z);
    reader.vector("x", out.x);
    if (out.orientation && (out.z || out.x))
        reader.problem(
            MOMENTREE_TEXT("marker-orientation-twice",
                           "give either 'orientation' or 'z' with an optional 'x', not both"));
    if (out.x && !out.z)
        reader.problem(MOMENTREE_TEXT("marker-x-without-z", "'x' needs a 'z', which is missing"));
    reader.finish();
}

void readMarkers(ObjectReader& reader, std::string_view key, std::vector<MarkerDescription>& out) {
    const auto members = reader.members(key, mostMarkers);
    out.reserve(members.size());
    for (const auto& [name, node] : members) {
        if (reader.problems().full()) return;
        readMarker(name, node, reader.place(), reader.problems(), out.emplace_back());
    }
}

/// [Jxx, Jyy, Jzz] or a 3x3 matrix by rows.
void readInertia(ObjectReader& reader, std::array<Scalar3, 3>& out) {
    const auto node = reader.find("inertia", required);
    if (!node) return;
    const auto items = node->isArray() ? node->items() : std::vector<JsonNode>{};
    const auto rows = std::ranges::count_if(items, &JsonNode::isArray);
    const bool square = rows == 3 && std::ranges::all_of(items, [](const JsonNode& row) {
                            return row.size() == 3;
                        });
    if (items.size() != 3 || (rows != 0 && !square))
        return reader.problems().add(reader.place(),
                                     MOMENTREE_TEXT("inertia-shape",
                                                    "'inertia' must be [Jxx, Jyy, Jzz] or three "
                                                    "rows of three, about the centre of mass"),
                                     node->line());
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = square ? items[i].items() : std::vector<JsonNode>{items[i]};
        for (std::size_t j = 0; j < row.size(); ++j)
            readScalar(row[j], reader.place(),
                       MOMENTREE_TEXT("each-number", "each number of %1")("'inertia'"),
                       reader.problems(), out[i][square ? j : i]);
    }
}

bool isColour(const std::string& text) {
    return text.size() == 7 && text[0] == '#' &&
           text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

void readCorners(ObjectReader& reader, std::vector<std::string>& out) {
    constexpr std::size_t mostCorners = 1000;
    for (const JsonNode& item : reader.items("corners", mostCorners)) {
        if (item.isString())
            out.push_back(item.string());
        else
            reader.problems().add(
                reader.place(),
                MOMENTREE_TEXT(
                    "corner-not-text",
                    "each of 'corners' must be the name of a marker, not %1")(item.kind()),
                item.line());
    }
}

void readColour(ObjectReader& reader, std::string& out) {
    if (reader.string("color", out) && !isColour(out))
        reader.problem(MOMENTREE_TEXT("colour-format", "'color' must be written \"#rrggbb\""));
}

void readPart(const JsonNode& node, const Place& place, Problems& problems, PartDescription& out) {
    using Kind = PartDescription::Kind;
    constexpr std::size_t longestPath = 4096;
    ObjectReader reader(node, place, problems);
    if (!reader.valid()) return;
    out.line = node.line();
    std::string kind;
    if (!reader.choice("kind", kind, {partKinds.begin(), partKinds.end()}, required)) return;
    out.kind = static_cast<Kind>(std::ranges::find(partKinds, kind) - partKinds.begin());
    if (out.kind == Kind::Box) reader.vector("size", out.size, required);
    if (out.kind == Kind::Sphere || out.kind == Kind::Cylinder)
        reader.scalar("radius", out.size[0], required);
    if (out.kind == Kind::Cylinder) reader.scalar("length", out.size[1], required);
    if (out.kind == Kind::Mesh) {
        out.size.fill(Scalar(1.0));
        reader.string("file", out.mesh, required, longestPath);
        reader.vector("scale", out.size);
    }
    reader.vector("position", out.position);
    reader.vector("orientation", out.orientation);
    readColour(reader, out.color);
    reader.finish();
}

void readShape(const JsonNode& node, const Place& owner, Problems& problems,
               ShapeDescription& out) {
    using Kind = ShapeDescription::Kind;
    ObjectReader reader(node, owner.part("shape"), problems);
    out.line = node.line();
    std::string kind;
    if (reader.choice("kind", kind, {shapeKinds.begin(), shapeKinds.end()}, required)) {
        const auto index = std::ranges::find(shapeKinds, kind) - shapeKinds.begin();
        out.kind = static_cast<Kind>(index);
    }
    const auto side = [&](const char* name, Scalar& length) {
        reader.scalar(name, length, optional);
        if (length.value == 0.0 && length.text.empty() && reader.find(name))
            reader.problem(MOMENTREE_TEXT(
                "shape-side-zero",
                "'%1' must be greater than 0; without it the program chooses one")(name));
    };
    if (out.kind == Kind::Bar) side("width", out.size[0]);
    if (out.kind == Kind::Bar || out.kind == Kind::Polygon) side("thickness", out.size[1]);
    if (out.kind == Kind::Box) reader.vector("size", out.size, required);
    if (out.kind == Kind::Sphere || out.kind == Kind::Cylinder)
        reader.scalar("radius", out.size[0], required);
    if (out.kind == Kind::Cylinder) reader.scalar("length", out.size[1], required);
    if (out.kind == Kind::Polygon) readCorners(reader, out.corners);
    const auto parts = [&](const char* name, std::vector<PartDescription>& list) {
        for (const JsonNode& item : reader.items(name, mostParts))
            readPart(item, reader.place().part(name), problems, list.emplace_back());
    };
    if (out.kind == Kind::Parts) parts("parts", out.parts);
    parts("collisions", out.collisions);
    readColour(reader, out.color);
    reader.finish();
}

void readBody(const JsonNode& node, std::size_t number, Problems& problems, BodyDescription& out) {
    ObjectReader reader(node, listed(Place::Kind::Body, number), problems);
    if (!reader.valid()) return;
    out.line = node.line();
    readName(reader, out.name);
    if (out.name == "ground")
        reader.problem(MOMENTREE_TEXT("body-called-ground",
                                      "'ground' is the world; give the body another name"));
    reader.scalar("density", out.density, optional);
    if (out.density) {
        for (const char* key : {"mass", "inertia"})
            if (reader.find(key))
                reader.problem(MOMENTREE_TEXT(
                    "density-with-mass",
                    "give either 'density', from which mass, centre of mass and inertia follow "
                    "by the shape, or 'mass' and 'inertia'"));
    } else {
        reader.scalar("mass", out.mass, required);
        readInertia(reader, out.inertia);
    }
    reader.vector("com", out.com);
    const bool centred = !reader.find("com");
    readMarkers(reader, "markers", out.markers);
    if (const auto shape = reader.find("shape"))
        readShape(*shape, reader.place(), problems, out.shape);
    if (out.density && !centred && !isSolid(out.shape))
        reader.problem(MOMENTREE_TEXT(
            "density-with-com", "'com' follows from the shape and the density; leave it out"));
    reader.finish();
}

void readLimit(const JsonNode& node, const Place& joint, Problems& problems,
               LimitDescription& out) {
    ObjectReader reader(node, joint.part("limits"), problems);
    if (!reader.valid()) return;
    out.line = node.line();
    reader.integer("coordinate", out.coordinate, 1, 7);
    reader.scalar("min", out.least, optional);
    reader.scalar("max", out.most, optional);
    reader.scalar("restitution", out.restitution, optional);
    reader.scalar("stiffness", out.stiffness, optional);
    reader.scalar("damping", out.damping);
    reader.finish();
}

/// An object, or a list of objects for several coordinates.
void readLimits(ObjectReader& joint, std::vector<LimitDescription>& out) {
    const auto node = joint.find("limits");
    if (!node) return;
    const auto items = node->isArray() ? joint.items("limits", 6) : std::vector<JsonNode>{*node};
    for (const JsonNode& item : items)
        readLimit(item, joint.place(), joint.problems(), out.emplace_back());
}

/// {"points": [[x, y], ...]} or {"x": "...", "y": "...", "from": 0, "to": "2*pi"}, "closed".
void readJointCurve(ObjectReader& joint, PlaneCurveDescription& out) {
    const auto node = joint.find("curve", required);
    if (!node) return;
    ObjectReader reader(*node, joint.place().part("curve"), joint.problems());
    if (!reader.valid()) return;
    out.line = node->line();
    reader.boolean("closed", out.closed);
    if (!reader.find("points")) {
        reader.scalar("x", out.x, required);
        reader.scalar("y", out.y, required);
        reader.scalar("from", out.from, required);
        reader.scalar("to", out.to, required);
    } else {
        for (const JsonNode& point : reader.items("points", mostKnots)) {
            const bool pair = point.isArray() && point.size() == 2;
            if (!pair) {
                reader.problem(
                    MOMENTREE_TEXT("curve-point", "a point of 'points' must be a list of x and y"));
                break;
            }
            auto& own = out.points.emplace_back();
            const std::vector<JsonNode> numbers = point.items();
            for (std::size_t k = 0; k < own.size(); ++k)
                readScalar(numbers[k], reader.place(),
                           MOMENTREE_TEXT("curve-entry", "an entry of 'points'"), reader.problems(),
                           own[k]);
        }
        if (out.points.empty())
            reader.problem(MOMENTREE_TEXT("curve-no-points", "'points' has no points"));
    }
    reader.finish();
}

void readJoint(const JsonNode& node, std::size_t number, Problems& problems,
               JointDescription& out) {
    ObjectReader reader(node, listed(Place::Kind::Joint, number), problems);
    if (!reader.valid()) return;
    out.line = node.line();
    readName(reader, out.name);
    std::vector<std::string_view> types;
    for (const JointType& type : jointTypes) types.push_back(type.id);
    const bool known = reader.choice("type", out.type, types);
    reader.reference("a", out.a);
    reader.reference("b", out.b);
    if (hasCurve(out.type)) readJointCurve(reader, out.curve.emplace());
    if (out.type == "rolling-ellipsoid")
        reader.vector("semi_axes", out.semiAxes.emplace(), required);
    if (!known) {
        reader.scalar("length", out.length, optional);
    } else if (const std::string_view key = lengthKey(out.type); !key.empty()) {
        reader.scalar(key, out.length, required);
    } else if (reader.find("length")) {
        reader.problem(
            MOMENTREE_TEXT("length-without-distance", "only distance joints have a 'length'"));
    }
    readLimits(reader, out.limits);
    reader.finish();
}

void readMotion(const JsonNode& node, std::size_t number, Problems& problems,
                MotionDescription& out) {
    ObjectReader reader(node, listed(Place::Kind::Motion, number), problems);
    if (!reader.valid()) return;
    out.line = node.line();
    readName(reader, out.name);
    const bool joint = reader.name("joint", out.joint, optional);
    reader.reference("a", out.a);
    reader.reference("b", out.b);
    if (joint) reader.integer("coordinate", out.coordinate, 1, 7);
    if (joint == (out.a || out.b) || out.a.has_value() != out.b.has_value())
        reader.problem(
            MOMENTREE_TEXT("joint-or-markers",
                           "give either 'joint' (and 'coordinate') or the markers 'a' and 'b'"));
    readLaw(reader, out.law, required);
    reader.finish();
}

void readTerm(const JsonNode& node, const Place& where, Problems& problems,
              CouplingTermDescription& out) {
    ObjectReader reader(node, where, problems);
    if (!reader.valid()) return;
    reader.name("joint", out.joint);
    reader.integer("coordinate", out.coordinate, 1, 7);
    reader.scalar("ratio", out.ratio, required);
    reader.finish();
}

void readCoupling(const JsonNode& node, std::size_t number, Problems& problems,
                  CouplingDescription& out) {
    ObjectReader reader(node, listed(Place::Kind::Coupling, number), problems);
    if (!reader.valid()) return;
    out.line = node.line();
    readName(reader, out.name);
    for (const JsonNode& term : reader.items("terms", mostTerms))
        readTerm(term, reader.place().part("terms"), problems, out.terms.emplace_back());
    reader.scalar("offset", out.offset);
    reader.scalar("stiffness", out.stiffness, optional);
    reader.scalar("damping", out.damping);
    reader.scalar("backlash", out.backlash);
    reader.finish();
}

void readParameters(ObjectReader& root, std::vector<ParameterDescription>& out) {
    for (const auto& [name, node] : root.members("parameters", mostParameters)) {
        ParameterDescription& p = out.emplace_back();
        const Place where = Place::parameter(name);
        p.name = name;
        p.line = node.line();
        if (!node.isObject()) {
            readScalar(node, where, MOMENTREE_TEXT("the-value", "the value"), root.problems(),
                       p.value);
            continue;
        }
        ObjectReader reader(node, where, root.problems());
        reader.scalar("value", p.value, required);
        double limit = 0.0;
        if (reader.number("min", limit)) p.minimum = limit;
        if (reader.number("max", limit)) p.maximum = limit;
        if (p.minimum && p.maximum && !(*p.minimum < *p.maximum))
            reader.problem(MOMENTREE_TEXT("parameter-limits", "'min' must be less than 'max'"));
        reader.string("unit", p.unit);
        reader.finish();
    }
}

/// A joint's coordinates: a number or a list of numbers.
void readCoordinates(ObjectReader& reader, std::string_view key, std::vector<Scalar>& out) {
    const auto node = reader.find(key);
    if (!node) return;
    if (node->isArray()) {
        reader.list(key, out, 7);
    } else {
        readScalar(*node, reader.place(), quoted(key), reader.problems(), out.emplace_back());
    }
}

void readInitial(const JsonNode& node, Problems& problems, ModelDescription& model) {
    ObjectReader reader(node, Place::model("initial"), problems);
    reader.boolean("exact", model.exactStart);
    reader.boolean("adjust", model.adjustStart);
    reader.integer("branch", model.startBranch, 1, 100);
    for (const auto& [joint, start] : reader.members("joints", mostJoints)) {
        if (problems.full()) return;
        JointStart& out = model.jointStarts.emplace_back();
        out.joint = joint;
        out.line = start.line();
        ObjectReader fields(start, Place::joint(joint).part("start"), problems);
        readCoordinates(fields, "q", out.q);
        readCoordinates(fields, "u", out.u);
        fields.finish();
    }
    for (const auto& [body, start] : reader.members("bodies", mostBodies)) {
        if (problems.full()) return;
        BodyStart& out = model.bodyStarts.emplace_back();
        out.body = body;
        out.line = start.line();
        ObjectReader fields(start, Place::body(body).part("start"), problems);
        fields.vector("position", out.position);
        fields.vector("orientation", out.orientation);
        fields.vector("velocity", out.velocity);
        fields.vector("angular_velocity", out.angularVelocity);
        fields.finish();
    }
    reader.finish();
}

/// A positive plain number; the run checks its range.
void readTime(ObjectReader& reader, std::string_view key, double& out) {
    if (reader.number(key, out) && !(out > 0.0))
        reader.problem(MOMENTREE_TEXT("number-not-positive", "'%1' must be greater than 0")(key));
}

}  // namespace

void readRunSettings(const JsonNode& node, Problems& problems, RunSettings& out) {
    ObjectReader reader(node, Place::run(), problems);
    reader.string("formulation", out.formulation);
    reader.string("backend", out.backend);
    reader.string("integrator", out.integrator);
    readTime(reader, "step", out.step);
    readTime(reader, "duration", out.duration);
    readTime(reader, "sample", out.sample);
    double value = 0.0;
    if (reader.number("relative_tolerance", value)) out.relativeTolerance = value;
    if (reader.number("absolute_tolerance", value)) out.absoluteTolerance = value;
    if (reader.number("baumgarte", value)) out.baumgarte = value;
    reader.string("inversion", out.inversion);
    if (reader.number("momentum_reset", value)) out.momentumReset = value;
    if (reader.number("penalty", value)) out.penalty = value;
    int count = 0;
    if (reader.integer("newton_iterations", count, 1, 1000)) out.newtonIterations = count;
    if (reader.number("newton_tolerance", value)) out.newtonTolerance = value;
    if (reader.integer("projections", count, 0, 100)) out.projections = count;
    bool corrected = false;
    if (reader.boolean("correction", corrected)) out.correction = corrected;
    bool modified = false;
    if (reader.boolean("modified_newton", modified)) out.modifiedNewton = modified;
    reader.finish();
}

ModelDescription readNativeModel(const JsonNode& root, Problems& problems) {
    ModelDescription model;
    ObjectReader reader(root, {}, problems);
    reader.string("$schema", model.schema, optional, longestTitle);
    reader.ignore("version");
    reader.ignore("view");  // of the window
    reader.string("name", model.name, required);
    reader.string("title", model.title, optional, longestTitle);
    reader.string("text", model.text, optional, longestText);
    readParameters(reader, model.parameters);
    reader.vector("gravity", model.gravity);
    if (const auto ground = reader.find("ground")) {
        ObjectReader fields(*ground, Place{Place::Kind::Body, "ground"}, problems);
        readMarkers(fields, "markers", model.groundMarkers);
        fields.finish();
    }
    readList(reader, "bodies", mostBodies, model.bodies, readBody);
    readList(reader, "joints", mostJoints, model.joints, readJoint);
    readList(reader, "motions", mostMotions, model.motions, readMotion);
    readList(reader, "couplings", mostCouplings, model.couplings, readCoupling);
    readList(reader, "forces", mostForces, model.forces, readForce);
    if (const auto initial = reader.find("initial")) readInitial(*initial, problems, model);
    if (reader.number("assembly_tolerance", model.assemblyTolerance) &&
        !(model.assemblyTolerance > 0.0 && model.assemblyTolerance <= largestAssemblyTolerance))
        reader.problem(MOMENTREE_TEXT("assembly-tolerance-range",
                                      "'assembly_tolerance' must be greater than 0 and at most %1")(
            numberText(largestAssemblyTolerance)));
    readList(reader, "probes", mostProbes, model.probes, readProbe);
    if (const auto run = reader.find("run")) readRunSettings(*run, problems, model.run);
    reader.finish();
    return model;
}

}  // namespace momentree
