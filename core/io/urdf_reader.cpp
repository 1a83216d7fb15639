// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/io/mesh_file.hpp"
#include "core/io/robot.hpp"
#include "core/io/robot_angles.hpp"
#include "core/io/robot_elements.hpp"
#include "core/io/urdf.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double standardGravity = 9.80665;  ///< [m/s^2]

/// A link or joint as written; `link` is its index in the robot once it has been placed.
struct UrdfJoint {
    const XmlElement* element = nullptr;
    std::string name, type, parent, child;
};

struct UrdfReading {
    const XmlElement& root;
    const std::string& file;
    Diagnostics& notes;
    const ImportOptions& options;
    Robot robot = {};
    XmlProblems problems = {};
    std::map<std::string, const XmlElement*> links = {};
    std::vector<UrdfJoint> joints = {};
    std::map<std::string, std::string> colors = {};  ///< of materials

    void readAll();

private:
    void note(const XmlElement& of, Message text) {
        notes.push_back(warning(placeOf(of), std::move(text), of.GetLineNum()));
    }
    void collectLinks();
    void collectJoints();
    const XmlElement* findRoot();
    void placeLinks(const std::string& rootName);
    Frame originOf(const XmlElement& owner);
    RobotLink readLink(const XmlElement& element);
    void readMass(const XmlElement& inertial, RobotLink& link);
    void readVisual(const XmlElement& visual, RobotLink& link);
    std::optional<RobotVisual> readSolid(const XmlElement& owner, const std::string& link);
    std::string readColor(const XmlElement& material);
    std::optional<RobotJoint> readJoint(const UrdfJoint& joint);
    void readLimits(const UrdfJoint& joint, RobotJoint& made);
    void holdRoot(RobotLink& link, const XmlElement& element);
    int loopEnd(const XmlElement& loop, const char* tag, Frame& at);
    void readLoop(const XmlElement& element);
    void noteLost(const UrdfJoint& joint);
    void noteForeign();
};

Frame UrdfReading::originOf(const XmlElement& owner) {
    const XmlElement* origin = owner.FirstChildElement("origin");
    if (!origin) return {};
    const Vector3d angles = problems.vector(*origin, "rpy", Vector3d::Zero());
    return {angles.isZero(0.0) ? Matrix3d(Matrix3d::Identity()) : fromRollPitchYaw(angles),
            problems.vector(*origin, "xyz", Vector3d::Zero())};
}

bool hasLimits(const std::string& type) { return type == "revolute" || type == "prismatic"; }

/// The name of an element; an error without one.
std::string nameOrProblem(const XmlElement& element, XmlProblems& problems) {
    const std::string name = textOf(element, "name");
    if (name.empty())
        problems.add(
            placeOf(element),
            MOMENTREE_TEXT("urdf-without-name", "needs a name: <%1 name=\"...\">")(element.Name()),
            element.GetLineNum());
    return name;
}

void UrdfReading::collectLinks() {
    for (const XmlElement* element : childrenOf(root, "link")) {
        const std::string name = nameOrProblem(*element, problems);
        if (!name.empty() && !links.emplace(name, element).second)
            problems.add(
                placeOf(*element),
                MOMENTREE_TEXT("urdf-link-twice", "another link has this name; rename one"),
                element->GetLineNum());
    }
    if (links.empty())
        problems.add({}, MOMENTREE_TEXT("urdf-without-links", "a robot needs at least one <link>"),
                     root.GetLineNum());
}

void UrdfReading::collectJoints() {
    std::set<std::string> names, children;
    for (const XmlElement* element : childrenOf(root, "joint")) {
        UrdfJoint joint{
            element, nameOrProblem(*element, problems), textOf(*element, "type"), {}, {}};
        if (!names.insert(joint.name).second && !joint.name.empty())
            problems.add(
                placeOf(*element),
                MOMENTREE_TEXT("urdf-joint-twice", "another joint has this name; rename one"),
                element->GetLineNum());
        bool good = true;
        for (const auto& [tag, name] :
             {std::pair{"parent", &joint.parent}, std::pair{"child", &joint.child}}) {
            const XmlElement* end = element->FirstChildElement(tag);
            *name = end ? textOf(*end, "link") : "";
            if (links.contains(*name)) continue;
            good = false;
            problems.add(placeOf(*element),
                         name->empty()
                             ? MOMENTREE_TEXT("urdf-joint-end", "needs <%1 link=\"...\"/>")(tag)
                             : MOMENTREE_TEXT("urdf-link-unknown",
                                              "its %1 '%2' is not a link of the robot")(tag, *name),
                         (end ? end : element)->GetLineNum());
        }
        if (good && !children.insert(joint.child).second)
            problems.add(placeOf(*element),
                         MOMENTREE_TEXT("urdf-two-parents",
                                        "its child '%1' is already the child of another joint; "
                                        "URDF describes trees only")(joint.child),
                         element->GetLineNum());
        if (good) joints.push_back(joint);
    }
}

/// The link that is no joint's child.
const XmlElement* UrdfReading::findRoot() {
    std::set<std::string> children;
    for (const UrdfJoint& joint : joints) children.insert(joint.child);
    std::vector<const XmlElement*> roots;
    for (const XmlElement* element : childrenOf(root, "link"))
        if (!children.contains(textOf(*element, "name"))) roots.push_back(element);
    if (roots.empty())
        problems.add({},
                     MOMENTREE_TEXT("urdf-circle",
                                    "the joints form a circle: every link is the child of one"),
                     root.GetLineNum());
    for (std::size_t k = 1; k < roots.size(); ++k)
        problems.add(placeOf(*roots[k]),
                     MOMENTREE_TEXT("urdf-two-roots",
                                    "no joint holds it, nor link '%1'; a robot has one root")(
                         textOf(*roots[0], "name")),
                     roots[k]->GetLineNum());
    return roots.size() == 1 ? roots.front() : nullptr;
}

void UrdfReading::readMass(const XmlElement& inertial, RobotLink& link) {
    const XmlElement* mass = inertial.FirstChildElement("mass");
    const XmlElement* inertia = inertial.FirstChildElement("inertia");
    const Place where = Place::link(link.name);
    if (!mass || !mass->Attribute("value") || !inertia) {
        problems.add(where,
                     MOMENTREE_TEXT("urdf-inertial-incomplete",
                                    "its <inertial> needs <mass value=\"...\"/> and <inertia "
                                    "ixx=\"...\" iyy=\"...\" izz=\"...\"/>"),
                     inertial.GetLineNum());
        return;
    }
    const Frame at = originOf(inertial);
    link.mass.mass = problems.number(*mass, "value", 0.0);
    link.mass.com = at.r;
    const char* const names[3][3] = {
        {"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const char* name = names[i][j];
            if (i == j && !inertia->Attribute(name))
                problems.add(
                    where,
                    MOMENTREE_TEXT("urdf-inertia-incomplete", "its <inertia> has no '%1'")(name),
                    inertia->GetLineNum());
            if (i <= j) link.mass.J_C(i, j) = problems.number(*inertia, name, 0.0);
            if (i > j) link.mass.J_C(i, j) = link.mass.J_C(j, i);
        }
    if (!at.R.isIdentity(1e-15)) link.mass.J_C = (at.R * link.mass.J_C * at.R.transpose()).eval();
    if (link.mass.mass < 0.0)
        problems.add(where,
                     MOMENTREE_TEXT("urdf-mass", "has a mass of %1 kg; it cannot be negative")(
                         numberText(link.mass.mass, 6)),
                     mass->GetLineNum());
}

std::string UrdfReading::readColor(const XmlElement& material) {
    const XmlElement* color = material.FirstChildElement("color");
    if (!color) {
        const auto known = colors.find(textOf(material, "name"));
        return known == colors.end() ? std::string() : known->second;
    }
    const auto c = problems.numbers(*color, "rgba", textOf(*color, "rgba"), 4, 4);
    return c.empty() ? std::string() : colorText(c);
}

void UrdfReading::readVisual(const XmlElement& visual, RobotLink& link) {
    std::string color;
    if (const XmlElement* material = visual.FirstChildElement("material"))
        color = readColor(*material);
    if (link.color.empty()) link.color = color;
    if (auto made = readSolid(visual, link.name)) {
        made->color = color == link.color ? std::string() : color;
        link.visuals.push_back(std::move(*made));
    }
}

/// The geometry of a visual or collision.
std::optional<RobotVisual> UrdfReading::readSolid(const XmlElement& owner,
                                                  const std::string& link) {
    const XmlElement* geometry = owner.FirstChildElement("geometry");
    const XmlElement* shape = geometry ? geometry->FirstChildElement() : nullptr;
    if (!shape) return std::nullopt;
    RobotVisual made;
    made.at = originOf(owner);
    made.line = shape->GetLineNum();
    const std::string kind = shape->Name();
    const auto size = [&](const char* name) { return problems.number(*shape, name, 0.0); };
    using Kind = PartDescription::Kind;
    if (kind == "box") {
        made.size = problems.vector(*shape, "size", Vector3d::Zero());
    } else if (kind == "sphere") {
        made.kind = Kind::Sphere;
        made.size = {size("radius"), 0.0, 0.0};
    } else if (kind == "cylinder") {
        made.kind = Kind::Cylinder;
        made.size = {size("radius"), size("length"), 0.0};
    } else if (kind == "mesh") {
        made.kind = Kind::Mesh;
        made.size = problems.vector(*shape, "scale", Vector3d::Ones());
        made.mesh = meshPath(textOf(*shape, "filename"), {file, options.packages});
    } else {
        notes.push_back(warning(Place::link(link), solidIgnored(kind), shape->GetLineNum()));
        return std::nullopt;
    }
    const int sizes = made.kind == Kind::Sphere ? 1 : made.kind == Kind::Cylinder ? 2 : 3;
    if (made.kind != Kind::Mesh && !(made.size.head(sizes).minCoeff() > 0.0)) {
        notes.push_back(warning(Place::link(link), solidWithoutSize(kind), made.line));
        return std::nullopt;
    }
    return made;
}

RobotLink UrdfReading::readLink(const XmlElement& element) {
    RobotLink link;
    link.name = textOf(element, "name");
    link.line = element.GetLineNum();
    if (const XmlElement* inertial = element.FirstChildElement("inertial"))
        readMass(*inertial, link);
    for (const XmlElement* visual : childrenOf(element, "visual")) readVisual(*visual, link);
    for (const XmlElement* collision : childrenOf(element, "collision"))
        if (auto made = readSolid(*collision, link.name))
            link.collisions.push_back(std::move(*made));
    return link;
}

std::optional<RobotJoint> UrdfReading::readJoint(const UrdfJoint& joint) {
    using Kind = RobotJoint::Kind;
    const std::map<std::string, Kind> kinds{
        {"revolute", Kind::Revolute},   {"continuous", Kind::Revolute},
        {"prismatic", Kind::Prismatic}, {"planar", Kind::Planar},
        {"floating", Kind::Free},       {"spherical", Kind::Spherical}};
    RobotJoint made;
    made.name = joint.name;
    made.line = joint.element->GetLineNum();
    const auto kind = kinds.find(joint.type);
    if (kind == kinds.end()) {
        problems.add(Place::joint(joint.name),
                     MOMENTREE_TEXT("urdf-joint-type",
                                    "the type of the joint is unknown; known are revolute, "
                                    "continuous, prismatic, planar, spherical, floating and fixed"),
                     made.line);
        return std::nullopt;
    }
    made.kind = kind->second;
    if (made.kind == Kind::Free || made.kind == Kind::Spherical) return made;
    if (const XmlElement* axis = joint.element->FirstChildElement("axis")) {
        made.axis = problems.vector(*axis, "xyz", Vector3d::UnitX());
        if (!(made.axis.norm() > 0.0)) {
            problems.add(Place::joint(joint.name),
                         MOMENTREE_TEXT("urdf-axis-zero",
                                        "its axis has no direction; give <axis xyz=\"0 0 1\"/>"),
                         axis->GetLineNum());
            return std::nullopt;
        }
        made.axis.stableNormalize();
    } else {
        made.axis = Vector3d::UnitX();
    }
    if (const XmlElement* dynamics = joint.element->FirstChildElement("dynamics")) {
        made.damping = problems.number(*dynamics, "damping", 0.0);
        made.friction = problems.number(*dynamics, "friction", 0.0);
    }
    readLimits(joint, made);
    return made;
}

void UrdfReading::readLimits(const UrdfJoint& joint, RobotJoint& made) {
    const XmlElement* limit = joint.element->FirstChildElement("limit");
    if (!options.limits || !limit || !hasLimits(joint.type)) return;
    made.least = problems.number(*limit, "lower", 0.0);
    made.most = problems.number(*limit, "upper", 0.0);
    if (*made.least < *made.most) return;
    problems.add(Place::joint(joint.name),
                 MOMENTREE_TEXT("urdf-limits-order", "its lower limit must be less than the upper"),
                 limit->GetLineNum());
}

void UrdfReading::holdRoot(RobotLink& link, const XmlElement& element) {
    if (options.freeBase || (!options.root.empty() && options.root != link.name)) {
        link.joints.push_back({.name = link.name + "_free", .kind = RobotJoint::Kind::Free});
        return;
    }
    if (!(link.mass.mass > 0.0)) return;
    link.joints.push_back({.name = link.name + "_to_ground", .kind = RobotJoint::Kind::Fixed});
    note(element, MOMENTREE_TEXT("urdf-root-fixed",
                                 "is fixed to ground, being the root; %2 releases it, as does "
                                 "making joint '%1' free; %3 fixes another link")(
                      link.joints.back().name, freeBaseOption(), rootOption()));
}

/// Adds the links in the order of the tree, each level in the order of the file.
void UrdfReading::placeLinks(const std::string& rootName) {
    std::multimap<std::string, const UrdfJoint*> below;
    for (const UrdfJoint& joint : joints) below.emplace(joint.parent, &joint);
    robot.links.push_back(readLink(*links.at(rootName)));
    holdRoot(robot.links.back(), *links.at(rootName));
    for (std::size_t k = 0; k < robot.links.size(); ++k) {
        const auto [first, last] = below.equal_range(robot.links[k].name);
        for (auto it = first; it != last; ++it) {
            const UrdfJoint& joint = *it->second;
            RobotLink link = readLink(*links.at(joint.child));
            link.parent = static_cast<int>(k);
            link.at = originOf(*joint.element);
            if (joint.type != "fixed") {
                if (auto made = readJoint(joint)) link.joints.push_back(std::move(*made));
            }
            noteLost(joint);
            robot.links.push_back(std::move(link));
        }
    }
    if (robot.links.size() < links.size() && problems.empty())
        problems.add({},
                     MOMENTREE_TEXT("urdf-circle",
                                    "the joints form a circle: every link is the child of one"),
                     root.GetLineNum());
}

/// The link and frame of one side of a loop.
int UrdfReading::loopEnd(const XmlElement& loop, const char* tag, Frame& at) {
    const XmlElement* end = loop.FirstChildElement(tag);
    std::string name = end ? textOf(*end, "link") : "";
    if (end && name.empty()) name = textOf(*end, "name");
    const auto found = std::ranges::find(robot.links, name, &RobotLink::name);
    if (!end || found == robot.links.end()) {
        problems.add(loop, MOMENTREE_TEXT("urdf-loop-end",
                                          "its %1 '%2' is not a link of the robot; write "
                                          "<%1 link=\"...\">")(tag, name));
        return -1;
    }
    at = originOf(*end);
    return static_cast<int>(found - robot.links.begin());
}

/// A loop of URDF+: a joint between two links of the tree.
void UrdfReading::readLoop(const XmlElement& element) {
    const std::map<std::string, std::string> types{{"revolute", "revolute"},
                                                   {"continuous", "revolute"},
                                                   {"spherical", "spherical"},
                                                   {"fixed", "fixed"}};
    RobotLoop loop;
    loop.name = nameOrProblem(element, problems);
    loop.line = element.GetLineNum();
    const auto type = types.find(textOf(element, "type"));
    if (type == types.end()) {
        problems.add(element, MOMENTREE_TEXT("urdf-loop-type",
                                             "the type of the loop is unknown; known are revolute, "
                                             "continuous, spherical and fixed"));
        return;
    }
    loop.type = type->second;
    loop.a = loopEnd(element, "predecessor", loop.onA);
    loop.b = loopEnd(element, "successor", loop.onB);
    if (const XmlElement* axis = element.FirstChildElement("axis");
        axis && loop.type == "revolute") {
        const Vector3d along = problems.vector(*axis, "xyz", Vector3d::UnitZ());
        if (!(along.norm() > 0.0)) {
            problems.add(element, MOMENTREE_TEXT("urdf-axis-zero",
                                                 "its axis has no direction; give "
                                                 "<axis xyz=\"0 0 1\"/>"));
            return;
        }
        const Matrix3d turn =
            Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), along).toRotationMatrix();
        loop.onA.R = loop.onA.R * turn;
        loop.onB.R = loop.onB.R * turn;
    }
    robot.loops.push_back(std::move(loop));
}

void UrdfReading::noteLost(const UrdfJoint& joint) {
    const auto inside = [&](const char* tag) { return joint.element->FirstChildElement(tag); };
    const bool moves = joint.type != "fixed";
    const XmlElement* limit = inside("limit");
    if (limit && !options.limits && hasLimits(joint.type))
        note(*joint.element,
             MOMENTREE_TEXT("urdf-limits-ignored",
                            "its limits (%1 to %2 %3) are left out, it moves beyond them; "
                            "%4 keeps them")(numberText(problems.number(*limit, "lower", 0.0)),
                                             numberText(problems.number(*limit, "upper", 0.0)),
                                             joint.type == "prismatic" ? "m" : "rad",
                                             limitsOption()));
    if (const XmlElement* mimic = inside("mimic"); mimic && moves)
        robot.mimics.push_back({joint.name, textOf(*mimic, "joint"),
                                problems.number(*mimic, "multiplier", 1.0),
                                problems.number(*mimic, "offset", 0.0), mimic->GetLineNum()});
    if (inside("safety_controller"))
        note(*joint.element,
             MOMENTREE_TEXT("urdf-safety-ignored", "its safety controller is not supported"));
    if (inside("calibration"))
        note(*joint.element,
             MOMENTREE_TEXT("urdf-calibration-ignored", "its calibration is not supported"));
}

/// Notes what the format does not have, extensions of other programs, and collisions.
void UrdfReading::noteForeign() {
    noteUnknownInUrdf(root, problems, notes);
    for (const XmlElement* element : childrenOf(root)) {
        const std::string kind = element->Name();
        if (!isUrdfExtension(kind)) continue;
        notes.push_back(
            warning({Place::Kind::Tag, kind},
                    MOMENTREE_TEXT("urdf-element-ignored", "is ignored; models do not support it"),
                    element->GetLineNum()));
    }
    for (const XmlElement* link : childrenOf(root, "link")) {
        const XmlElement* collision = link->FirstChildElement("collision");
        if (!collision) continue;
        notes.push_back(
            warning({Place::Kind::Tag, "collision"}, collisionsKept(), collision->GetLineNum()));
        break;
    }
}

void UrdfReading::readAll() {
    robot.name = textOf(root, "name");
    robot.line = root.GetLineNum();
    robot.gravity = {0.0, 0.0, -standardGravity};
    for (const XmlElement* material : childrenOf(root, "material"))
        colors[textOf(*material, "name")] = readColor(*material);
    collectLinks();
    collectJoints();
    if (!problems.empty()) return;
    if (const XmlElement* first = findRoot()) placeLinks(textOf(*first, "name"));
    if (!problems.empty()) return;
    for (const XmlElement* loop : childrenOf(root, "loop")) readLoop(*loop);
    noteForeign();
}

}  // namespace

Result<ModelDescription> readUrdf(const XmlElement& root, const std::string& file,
                                  Diagnostics& notes, const ImportOptions& options) {
    UrdfReading reading{root, file, notes, options};
    reading.readAll();
    if (!reading.problems.empty()) return tl::unexpected(reading.problems.take());
    return modelOf(std::move(reading.robot), options.root, notes);
}

}  // namespace momentree
