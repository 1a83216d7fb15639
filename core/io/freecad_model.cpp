// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>

#include "core/io/freecad.hpp"
#include "core/io/freecad_document.hpp"
#include "core/io/freecad_gears.hpp"
#include "core/io/json.hpp"
#include "core/io/robot.hpp"
#include "core/math/quaternion.hpp"

namespace momentree {
namespace {

constexpr double aluminium = 2700.0, unknownSize = 0.02;  // [kg/m^3] [m]
constexpr std::size_t mostDocuments = 50, mostParents = 50, mostVisits = 100'000,
                      mostJoints = 5'000;
constexpr int deepest = 10;  ///< parts in parts

/// A part that moves as a whole.
struct FreecadPart {
    const FreecadObject* object = nullptr;
    Frame at;  ///< in the world
    bool grounded = false;
    std::string body;        ///< in the model, "ground" if it is grounded
    std::size_t number = 0;  ///< of the body
};

/// One side of a joint.
struct FreecadSide {
    int part = -1;
    Frame at;             ///< in the axes of the part
    std::string element;  ///< "Vertex3"
};

struct FreecadMaking {
    std::filesystem::path folder;
    Diagnostics& notes;
    const ImportOptions& options;
    std::vector<std::pair<std::string, std::unique_ptr<FreecadDocument>>> documents = {};
    ModelDescription model = {};
    XmlProblems problems = {};
    std::map<std::string, std::string> parents = {};
    std::vector<FreecadPart> parts = {};
    std::map<std::string, int> partOf = {};
    std::size_t visits = 0;  ///< of objects with shapes
    std::vector<std::pair<JointDescription, std::array<FreecadSide, 2>>> joints = {};
    std::vector<std::pair<FreecadGear, int>> gears = {};  ///< with their lines

    void make();

private:
    const FreecadDocument& main() const { return *documents.front().second; }
    void note(Place place, Message text, int line) {
        notes.push_back(warning(std::move(place), std::move(text), line));
    }
    const FreecadDocument* documentOf(const std::string& file);
    Frame placed(const FreecadObject& object);
    int partAt(const FreecadObject& object);
    std::optional<FreecadSide> sideOf(const FreecadObject& joint, int side);
    void ground();
    void addJoints();
    void addJoint(const FreecadObject& joint);
    void addGear(const FreecadObject& joint, FreecadGear::Kind kind);
    void addLimits(const FreecadObject& joint, JointDescription& made);
    void addBodies();
    void boxes(const FreecadDocument& document, const FreecadObject& object, const Frame& at,
               int depth, BodyDescription& body, std::vector<MassProperties>& masses);
    void addMarker(int part, const std::string& name, const Frame& local);
};

/// The document of a link to another file, read once; nullptr if it cannot be read.
const FreecadDocument* FreecadMaking::documentOf(const std::string& file) {
    if (file.empty()) return &main();
    for (const auto& [name, document] : documents)
        if (name == file) return document.get();
    std::unique_ptr<FreecadDocument> read;
    if (documents.size() < mostDocuments)
        if (auto found = FreecadDocument::read((folder / file).string())) read = std::move(*found);
    if (!read)
        note({},
             MOMENTREE_TEXT("freecad-file-missing",
                            "'%1', which has linked parts, cannot be read; keep it beside this "
                            "file")(file),
             1);
    documents.emplace_back(file, std::move(read));
    return documents.back().second.get();
}

/// The place of an object in the world: its own placement in those of the assemblies around it.
Frame FreecadMaking::placed(const FreecadObject& object) {
    Frame at = object.placement("Placement", problems);
    auto parent = parents.find(object.name);
    for (std::size_t k = 0; parent != parents.end() && k < mostParents; ++k) {
        if (const FreecadObject* outer = main().find(parent->second))
            at = outer->placement("Placement", problems) * at;
        parent = parents.find(parent->second);
    }
    return at;
}

int FreecadMaking::partAt(const FreecadObject& object) {
    const auto [entry, added] = partOf.try_emplace(object.name, static_cast<int>(parts.size()));
    if (added) parts.push_back({&object, placed(object), false, {}, 0});
    return entry->second;
}

/// A path "Sub.Part.Body.Edge3" leads through assemblies to the part that moves, and on to the
/// object that a placement is relative to: a body or a solid, or a datum in it.
std::optional<FreecadSide> FreecadMaking::sideOf(const FreecadObject& joint, int side) {
    const auto reference = referenceIn(joint, side == 0 ? "Reference1" : "Reference2");
    if (!reference || reference->object.empty()) return std::nullopt;
    std::vector<std::string> names{reference->object};
    std::string_view path = reference->path;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
        names.emplace_back(path.substr(0, dot));
        path.remove_prefix(dot + 1);
    }
    FreecadSide found;
    found.element = path;
    const FreecadDocument* document = &main();
    bool ended = false;
    for (const std::string& name : names) {
        const FreecadObject* object = document == nullptr ? nullptr : document->find(name);
        if (object == nullptr) break;
        if (found.part < 0 && isContainer(*object)) continue;
        const bool first = found.part < 0;
        if (first) {
            found.part = partAt(*object);
        } else if (!ended || isDatum(*object)) {
            found.at = found.at * object->placement("Placement", problems);
        }
        const FreecadObject* real = object;
        for (int hop = 0; hop < 10 && real != nullptr && isLinkObject(*real); ++hop) {
            const auto linked = referenceIn(*real, "LinkedObject");
            if (!linked) break;
            document = documentOf(linked->file);
            real = document == nullptr ? nullptr : document->find(linked->object);
            if (real != nullptr && object->flag("LinkTransform", false))
                found.at = found.at * real->placement("Placement", problems);
        }
        ended = ended || real == nullptr || !(real->is("App::Part") || isContainer(*real));
    }
    if (found.part < 0) return std::nullopt;
    found.at = found.at * joint.placement(side == 0 ? "Placement1" : "Placement2", problems);
    return found;
}

void FreecadMaking::ground() {
    for (const FreecadObject& object : main().objects()) {
        const auto held = referenceIn(object, "ObjectToGround");
        if (!held || !object.flag("Activated", true)) continue;
        if (const FreecadObject* part = main().find(held->object))
            parts[static_cast<std::size_t>(partAt(*part))].grounded = true;
    }
}

/// How the frames of a joint are turned against each other at most: the joints of FreeCAD's solver
/// also hold with both z axes, or both x axes, opposite to each other.
Frame flipped(const Frame& a, const Frame& b, bool alongX) {
    Frame best = b;
    const Matrix3d between = a.R.transpose() * b.R;
    const double z = between(2, 2) < 0.0 ? -1.0 : 1.0;
    const double x = alongX && between(0, 0) < 0.0 ? -1.0 : 1.0;
    best.R = b.R * Vector3d(x, x * z, z).asDiagonal();
    return best;
}

void FreecadMaking::addJoint(const FreecadObject& joint) {
    const std::string kind = joint.text("JointType");
    const Place place = Place::joint(joint.label());
    if (!joint.flag("Activated", true) || joint.flag("Suppressed", false)) return;
    static const std::map<std::string_view, const char*> types{
        {"Fixed", "fixed"},      {"Revolute", "revolute"}, {"Cylindrical", "cylindrical"},
        {"Slider", "prismatic"}, {"Ball", "spherical"},    {"Distance", "distance"}};
    const auto type = types.find(kind);
    static const std::map<std::string_view, FreecadGear::Kind> gearKinds{
        {"Gears", FreecadGear::Kind::Gears},
        {"Belt", FreecadGear::Kind::Belt},
        {"Screw", FreecadGear::Kind::Screw},
        {"RackPinion", FreecadGear::Kind::Rack}};
    const auto gear = gearKinds.find(kind);
    if (gear != gearKinds.end()) return addGear(joint, gear->second);
    if (kind == "Parallel" || kind == "Perpendicular" || kind == "Angle")
        return note(place,
                    MOMENTREE_TEXT("freecad-joint-directions",
                                   "'%1' is left out: models have no joint that holds an angle and "
                                   "nothing else, so the parts turn freely")(kind),
                    joint.line);
    if (type == types.end())
        return note(place,
                    MOMENTREE_TEXT("freecad-joint-kind",
                                   "joints '%1' are left out; add a coupling or another joint in "
                                   "its place")(kind),
                    joint.line);
    const auto a = sideOf(joint, 0), b = sideOf(joint, 1);
    if (!a || !b)
        return note(
            place,
            MOMENTREE_TEXT("freecad-joint-ends",
                           "is left out: it needs two references to parts of this assembly"),
            joint.line);
    FreecadPart &first = parts[static_cast<std::size_t>(a->part)],
                &second = parts[static_cast<std::size_t>(b->part)];
    if (a->part == b->part || (first.grounded && second.grounded))
        return note(place,
                    MOMENTREE_TEXT("freecad-joint-idle",
                                   "is left out: both its sides are on the same part or ground"),
                    joint.line);
    JointDescription made;
    made.name = joint.label();
    made.type = type->second;
    made.line = joint.line;
    const double distance = 1e-3 * joint.number("Distance", problems);
    if (kind == "Distance") {
        if (!a->element.starts_with("Vertex") || !b->element.starts_with("Vertex"))
            return note(place,
                        MOMENTREE_TEXT("freecad-distance",
                                       "is left out: of distances, only those between two vertices "
                                       "are read"),
                        joint.line);
        if (distance > 0.0) {
            made.length = distance;
        } else {
            made.type = "spherical";
        }
    }
    joints.emplace_back(std::move(made), std::array{*a, *b});
    addLimits(joint, joints.back().first);
}

void FreecadMaking::addGear(const FreecadObject& joint, FreecadGear::Kind kind) {
    using Kind = FreecadGear::Kind;
    const auto a = sideOf(joint, 0), b = sideOf(joint, 1);
    FreecadGear gear;
    gear.kind = kind;
    gear.name = joint.label();
    gear.lengths = {1e-3 * joint.number("Distance", problems),
                    1e-3 * joint.number("Distance2", problems)};
    const bool one = kind == Kind::Screw || kind == Kind::Rack;
    const bool sized = gear.lengths[0] != 0.0 && (one || gear.lengths[1] != 0.0);
    if (!a || !b || !sized)
        return note(Place::joint(gear.name),
                    MOMENTREE_TEXT("freecad-gear-ends",
                                   "is left out: it needs two references to parts of this assembly "
                                   "and radii or a pitch other than 0"),
                    joint.line);
    const auto number = [&](const FreecadSide& side) {
        return parts[static_cast<std::size_t>(side.part)].grounded ? -1 : side.part;
    };
    gear.parts = {number(*a), number(*b)};
    gear.axes = {(parts[static_cast<std::size_t>(a->part)].at * a->at).R.col(2),
                 (parts[static_cast<std::size_t>(b->part)].at * b->at).R.col(2)};
    gears.emplace_back(std::move(gear), joint.line);
}

void FreecadMaking::addLimits(const FreecadObject& joint, JointDescription& made) {
    const bool turns = made.type == "revolute" || made.type == "cylindrical";
    const bool slides = made.type == "prismatic" || made.type == "cylindrical";
    const auto add = [&](bool has, const char* least, const char* most, const char* from,
                         const char* to, double unit, int coordinate) {
        if (!has || !(joint.flag(least, false) || joint.flag(most, false))) return;
        if (!options.limits)
            return note(Place::joint(made.name),
                        MOMENTREE_TEXT("freecad-limits",
                                       "its limits are left out; %1 keeps them")(limitsOption()),
                        joint.line);
        LimitDescription limit;
        limit.coordinate = coordinate;
        limit.restitution = 0.0;
        limit.line = joint.line;
        if (joint.flag(least, false)) limit.least = unit * joint.number(from, problems);
        if (joint.flag(most, false)) limit.most = unit * joint.number(to, problems);
        made.limits.push_back(limit);
    };
    add(turns, "EnableAngleMin", "EnableAngleMax", "AngleMin", "AngleMax", std::numbers::pi / 180.0,
        1);
    add(slides, "EnableLengthMin", "EnableLengthMax", "LengthMin", "LengthMax", 1e-3,
        made.type == "cylindrical" ? 2 : 1);
}

void FreecadMaking::addMarker(int part, const std::string& name, const Frame& local) {
    const FreecadPart& one = parts[static_cast<std::size_t>(part)];
    const Frame at = one.grounded ? one.at * local : local;
    MarkerDescription marker;
    marker.name = name;
    marker.position = {at.r.x(), at.r.y(), at.r.z()};
    const Quat<double> e = quaternionOf(at.R);
    marker.orientation = std::array<Scalar, 4>{e[0], e[1], e[2], e[3]};
    (one.grounded ? model.groundMarkers : model.bodies[one.number].markers)
        .push_back(std::move(marker));
}

/// A box for each solid of an object, with its mass, in the axes of the body.
void FreecadMaking::boxes(const FreecadDocument& document, const FreecadObject& object,
                          const Frame& at, int depth, BodyDescription& body,
                          std::vector<MassProperties>& masses) {
    if (depth > deepest || ++visits > mostVisits) return;
    if (isLinkObject(object)) {
        const auto linked = referenceIn(object, "LinkedObject");
        const FreecadDocument* there = linked ? documentOf(linked->file) : nullptr;
        const FreecadObject* real = there == nullptr ? nullptr : there->find(linked->object);
        if (real == nullptr) return;
        const bool own = object.flag("LinkTransform", false);
        return boxes(*there, *real, own ? at * real->placement("Placement", problems) : at,
                     depth + 1, body, masses);
    }
    if (const auto box = document.boxOf(object)) {
        Vector3d size = box->second - box->first;
        size = size.cwiseMax(std::max(1e-2 * size.maxCoeff(), 1e-5));
        const Frame centre = at * Frame{Matrix3d::Identity(), 0.5 * (box->first + box->second)};
        MassProperties mass;
        mass.mass = aluminium * size.prod();
        const Vector3d square = size.cwiseAbs2();
        mass.J_C =
            mass.mass / 12.0 * Matrix3d((Vector3d::Constant(square.sum()) - square).asDiagonal());
        masses.push_back(moved(mass, centre));
        PartDescription part;
        part.kind = PartDescription::Kind::Box;
        part.size = {size.x(), size.y(), size.z()};
        part.position = {centre.r.x(), centre.r.y(), centre.r.z()};
        const Quat<double> e = quaternionOf(centre.R);
        part.orientation = std::array<Scalar, 4>{e[0], e[1], e[2], e[3]};
        body.shape.parts.push_back(std::move(part));
        return;
    }
    if (!object.is("App::Part") && !isContainer(object)) return;
    for (const std::string& name : object.list("Group"))
        if (const FreecadObject* inner = document.find(name))
            boxes(document, *inner, at * inner->placement("Placement", problems), depth + 1, body,
                  masses);
}

void FreecadMaking::addBodies() {
    std::set<std::string> taken{"ground"};
    for (FreecadPart& part : parts) {
        if (part.grounded) {
            part.body = "ground";
            continue;
        }
        std::string name = allowedName(part.object->label());
        if (nameProblem(name)) name = "part";
        const std::string first = name;
        for (int k = 2; !taken.insert(name).second; ++k) name = first + "_" + std::to_string(k);
        part.body = name;
        BodyDescription body;
        body.name = name;
        body.line = part.object->line;
        std::vector<MassProperties> masses;
        boxes(main(), *part.object, {}, 0, body, masses);
        const bool shaped = !masses.empty();
        if (!shaped) {
            const double m = aluminium * std::pow(unknownSize, 3);
            masses.push_back(
                {m, Vector3d::Zero(), m / 6.0 * unknownSize * unknownSize * Matrix3d::Identity()});
        }
        const MassProperties mass = combined(masses);
        body.mass = mass.mass;
        body.com = {mass.com.x(), mass.com.y(), mass.com.z()};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                body.inertia[i][j] =
                    mass.J_C(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        if (shaped) body.shape.kind = ShapeDescription::Kind::Parts;
        note(Place::body(name),
             shaped ? Message(MOMENTREE_TEXT("freecad-mass",
                                             "has the mass of aluminium boxes around its shapes, "
                                             "because the file has no mass"))
                    : Message(MOMENTREE_TEXT("freecad-no-shape",
                                             "has the mass of an aluminium cube of 20 mm, because "
                                             "the file has no shape for it")),
             body.line);
        BodyStart start;
        start.body = name;
        start.position = Scalar3{part.at.r.x(), part.at.r.y(), part.at.r.z()};
        const Quat<double> e = quaternionOf(part.at.R);
        start.orientation = std::array<Scalar, 4>{e[0], e[1], e[2], e[3]};
        part.number = model.bodies.size();
        model.bodies.push_back(std::move(body));
        model.bodyStarts.push_back(std::move(start));
    }
}

void FreecadMaking::addJoints() {
    std::set<std::string> taken;
    std::vector<FreecadHinge> hinges;
    for (auto& [made, sides] : joints) {
        std::string name = allowedName(made.name);
        if (nameProblem(name)) name = "joint";
        const std::string first = name;
        for (int k = 2; !taken.insert(name).second; ++k) name = first + "_" + std::to_string(k);
        made.name = name;
        const auto& a = parts[static_cast<std::size_t>(sides[0].part)];
        const auto& b = parts[static_cast<std::size_t>(sides[1].part)];
        const bool alongX = made.type == "prismatic" || made.type == "fixed";
        Frame inB = sides[1].at;
        if (made.type != "spherical" && made.type != "distance")
            inB = inverse(b.at) * flipped(a.at * sides[0].at, b.at * inB, alongX);
        addMarker(sides[0].part, name, sides[0].at);
        addMarker(sides[1].part, name, inB);
        made.a = {a.body, name, made.line};
        made.b = {b.body, name, made.line};
        hinges.push_back({name,
                          made.type,
                          {a.grounded ? -1 : sides[0].part, b.grounded ? -1 : sides[1].part},
                          {a.at * sides[0].at, b.at * inB}});
        model.joints.push_back(std::move(made));
    }
    for (const auto& [gear, line] : gears) {
        auto coupling = couplingOf(gear, hinges);
        if (!coupling) {
            note(Place::joint(gear.name),
                 MOMENTREE_TEXT("freecad-gear-bearings",
                                "is left out: gears and belts need both parts on revolute joints "
                                "with parallel axes on one part; racks and screws a part on a "
                                "slider and a part on a revolute joint, both on one part; screws "
                                "may have a cylindrical joint between their parts instead"),
                 line);
            continue;
        }
        coupling->name = allowedName(coupling->name);
        if (nameProblem(coupling->name)) coupling->name = "coupling";
        const std::string first = coupling->name;
        for (int k = 2; std::ranges::find(model.couplings, coupling->name,
                                          &CouplingDescription::name) != model.couplings.end();
             ++k)
            coupling->name = first + "_" + std::to_string(k);
        coupling->line = line;
        model.couplings.push_back(std::move(*coupling));
    }
}

void FreecadMaking::make() {
    model.gravity = {0.0, 0.0, -9.81};
    bool assembly = false;
    for (const FreecadObject& object : main().objects()) {
        const bool holds = isContainer(object);
        assembly = assembly || holds;
        if (!holds && !object.is("App::DocumentObjectGroup")) continue;
        for (const std::string& name : object.list("Group")) parents.try_emplace(name, object.name);
    }
    if (!assembly)
        return problems.add({},
                            MOMENTREE_TEXT("freecad-no-assembly",
                                           "the document has no assembly of the Assembly workbench "
                                           "of FreeCAD 1.0 or later; those of other workbenches "
                                           "are not read"),
                            1);
    ground();
    for (const FreecadObject& object : main().objects()) {
        if (object.property("JointType", "Integer") != nullptr) addJoint(object);
        if (joints.size() + gears.size() > mostJoints)
            return problems.add(
                Place::joint(object.label()),
                MOMENTREE_TEXT("freecad-joints", "is one of more than %1 joints")(mostJoints),
                object.line);
        if (object.property("Formula", "String") != nullptr)
            note(Place::motion(object.label()),
                 MOMENTREE_TEXT("freecad-motion", "motions of simulations are not read"),
                 object.line);
    }
    addBodies();
    addJoints();
    if (model.joints.empty())
        problems.add({}, MOMENTREE_TEXT("freecad-no-joints", "the assembly has no joints"), 1);
    if (visits > mostVisits)
        note({}, MOMENTREE_TEXT("freecad-shapes", "shapes beyond %1 are left out")(mostVisits), 1);
    if (std::ranges::none_of(parts, &FreecadPart::grounded))
        note({}, MOMENTREE_TEXT("freecad-no-ground", "nothing is grounded: all parts fall"), 1);
}

}  // namespace

bool isFreecadFile(const std::string& path) {
    std::string suffix = std::filesystem::path(path).extension().string();
    std::ranges::transform(suffix, suffix.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return suffix == ".fcstd";
}

Result<ModelDescription> readFreecad(const std::string& path, Diagnostics& notes,
                                     const ImportOptions& options) {
    auto document = FreecadDocument::read(path);
    if (!document) return tl::unexpected(std::move(document.error()));
    FreecadMaking making{std::filesystem::path(path).parent_path(), notes, options};
    making.documents.emplace_back("", std::move(*document));
    making.make();
    if (!making.problems.empty()) return tl::unexpected(making.problems.take());
    making.model.name = allowedName(std::filesystem::path(path).stem().string());
    making.model.file = path;
    return std::move(making.model);
}

}  // namespace momentree
