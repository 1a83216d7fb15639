// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/io/mesh_file.hpp"
#include "core/io/robot_angles.hpp"
#include "core/io/robot_shape.hpp"
#include "core/io/robot_start.hpp"
#include "core/io/urdf.hpp"
#include "core/io/xml_writer.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr const char* noLimit = "1000";  ///< limit of prismatic joints, required by URDF [m]

void addOrigin(XmlElement& parent, const Frame& frame) {
    XmlElement& origin = addChild(parent, "origin");
    setText(origin, "xyz", xmlText(frame.r));
    setText(origin, "rpy", xmlText(rollPitchYaw(frame.R)));
}

struct UrdfWriting {
    const Model& model;
    XmlElement& robot;
    const std::string& file;  ///< that will be written
    Diagnostics problems = {}, notes = {};
    std::vector<Frame> links = {};  ///< frame of each body's link, relative to its centre of mass
    /// Of models with loops, which close there: all joints of the file are at 0 in this pose.
    std::optional<RobotStart> start = {};
    std::set<std::string> kept = {};         ///< forces that are damping and friction of joints
    std::vector<std::string> mimicked = {};  ///< couplings that are written as mimic

    void writeAll();

private:
    const JointElement* elementOf(const TreeBody& body) const {
        return body.element < 0 ? nullptr : &model.joints[static_cast<std::size_t>(body.element)];
    }
    /// The joint's markers on the body and on its parent.
    static const Marker& outer(const JointElement& joint, int body) {
        return joint.B.body == body ? joint.B : joint.A;
    }
    static const Marker& inner(const JointElement& joint, int body) {
        return joint.B.body == body ? joint.A : joint.B;
    }
    void refuseLoops();
    void findStart();
    void placeLinks();
    double startOf(const JointElement& joint) const;
    Frame originOf(const JointElement& joint, int body, int parent) const;
    void addLink(const Body& body, std::size_t index);
    void addSolids(const std::vector<RobotVisual>& solids, std::size_t body, const char* tag,
                   XmlElement& link);
    void addJoint(const TreeBody& body);
    void addLoop(const JointElement& joint);
    bool addLimits(const JointElement& joint, XmlElement& written);
    void addMimic(const JointElement& joint, XmlElement& written);
    void noteLost();
};

/// The URDF name of this type, or nullptr.
const char* urdfType(const std::string& type) {
    if (type == "revolute") return "continuous";
    if (type == "prismatic") return "prismatic";
    if (type == "planar") return "planar";
    if (type == "free") return "floating";
    if (type == "fixed") return "fixed";
    return nullptr;
}

/// The type of a loop of URDF+, or nullptr.
const char* loopType(const JointElement& joint) {
    if (joint.type == "revolute") return "continuous";
    if (joint.type == "spherical") return "spherical";
    return joint.type == "fixed" ? "fixed" : nullptr;
}

void UrdfWriting::refuseLoops() {
    for (const int k : model.tree.cutJoints) {
        const JointElement& joint = model.joints[static_cast<std::size_t>(k)];
        if (!loopType(joint))
            problems.push_back(
                error(Place::joint(joint.name),
                      MOMENTREE_TEXT("urdf-loop",
                                     "closes a loop, which only revolute, spherical and fixed "
                                     "joints can do in URDF+; remove the joint")));
    }
    for (const TreeBody& body : model.tree.bodies) {
        const JointElement* joint = elementOf(body);
        if (joint && !urdfType(joint->type))
            problems.push_back(error(
                Place::joint(joint->name),
                MOMENTREE_TEXT(
                    "urdf-no-such-joint",
                    "URDF has no %1 joints; it knows revolute, prismatic, planar, free and fixed")(
                    joint->type)));
    }
}

void UrdfWriting::findStart() {
    if (model.tree.cutJoints.empty()) return;
    auto found = robotStartOf(model);
    if (found) {
        start = std::move(*found);
    } else {
        problems = std::move(found.error());
    }
}

/// The coordinate of the model where that of the file is 0 [rad] or [m].
double UrdfWriting::startOf(const JointElement& joint) const {
    return start ? start->coordinates[static_cast<std::size_t>(&joint - model.joints.data())].q[0]
                 : 0.0;
}

/// The frame of a body's link in that of its parent, where the joint of the file is at 0.
Frame UrdfWriting::originOf(const JointElement& joint, int body, int parent) const {
    const auto linkOf = [&](int k) {
        return k == ground ? Frame{} : links[static_cast<std::size_t>(k)];
    };
    if (!start)
        return inverse(linkOf(parent)) * inner(joint, body).frame *
               inverse(outer(joint, body).frame) * linkOf(body);
    const auto inWorld = [&](int k) {
        if (k == ground) return Frame{};
        const BodyState& state = start->state.bodies[static_cast<std::size_t>(k)];
        return Frame{rotationOf<double>(state.e), state.r} * linkOf(k);
    };
    return inverse(inWorld(parent)) * inWorld(body);
}

void UrdfWriting::placeLinks() {
    links.resize(model.bodies.size());
    for (const TreeBody& body : model.tree.bodies) {
        const JointElement* joint = elementOf(body);
        Frame& link = links[static_cast<std::size_t>(body.body)];
        link.r = joint ? outer(*joint, body.body).frame.r
                       : model.bodies[static_cast<std::size_t>(body.body)].origin;
    }
}

void UrdfWriting::addLink(const Body& body, std::size_t index) {
    XmlElement& link = addChild(robot, "link");
    setText(link, "name", body.name);
    XmlElement& inertial = addChild(link, "inertial");
    addOrigin(inertial, {Matrix3d::Identity(), -links[index].r});
    setText(addChild(inertial, "mass"), "value", xmlText(body.mass));
    XmlElement& inertia = addChild(inertial, "inertia");
    const BodyDescription& given = model.description.bodies[index];
    const char* names[3][3] = {{"ixx", "ixy", "ixz"}, {"", "iyy", "iyz"}, {"", "", "izz"}};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i; j < 3; ++j)
            setText(inertia, names[i][j], numberText(given.inertia[i][j].value));
    addSolids(visualsOf(body), index, "visual", link);
    addSolids(collisionsOf(body), index, "collision", link);
}

/// @param body that owns them
/// @param tag "visual" or "collision"
void UrdfWriting::addSolids(const std::vector<RobotVisual>& solids, std::size_t body,
                            const char* tag, XmlElement& link) {
    using Kind = PartDescription::Kind;
    for (const RobotVisual& shape : solids) {
        XmlElement& made = addChild(link, tag);
        addOrigin(made, {shape.at.R, shape.at.r - links[body].r});
        XmlElement& geometry = addChild(made, "geometry");
        if (shape.kind == Kind::Box)
            setText(addChild(geometry, "box"), "size", xmlText(shape.size));
        if (shape.kind == Kind::Sphere)
            setText(addChild(geometry, "sphere"), "radius", xmlText(shape.size.x()));
        if (shape.kind == Kind::Cylinder) {
            XmlElement& cylinder = addChild(geometry, "cylinder");
            setText(cylinder, "radius", xmlText(shape.size.x()));
            setText(cylinder, "length", xmlText(shape.size.y()));
        }
        if (shape.kind == Kind::Mesh) {
            XmlElement& mesh = addChild(geometry, "mesh");
            setText(mesh, "filename", meshPathFrom(file, shape.mesh));
            if (shape.size != Vector3d::Ones()) setText(mesh, "scale", xmlText(shape.size));
        }
        if (shape.color.empty()) continue;
        XmlElement& material = addChild(made, "material");
        setText(material, "name", shape.color);
        setText(addChild(material, "color"), "rgba", rgbaText(shape.color));
    }
}

/// Limits on both sides; others are listed by `noteLost`.
bool UrdfWriting::addLimits(const JointElement& joint, XmlElement& written) {
    const auto& given = model.description.joints;
    const auto here = std::ranges::find(given, joint.name, &JointDescription::name);
    for (const LimitDescription& limit : here->limits) {
        if (!limit.least || !limit.most) continue;
        if (joint.type == "revolute") setText(written, "type", "revolute");
        XmlElement& made = addChild(written, "limit");
        setText(made, "lower", numberText(limit.least->value - startOf(joint)));
        setText(made, "upper", numberText(limit.most->value - startOf(joint)));
        for (const char* name : {"effort", "velocity"}) setText(made, name, noLimit);
        return true;
    }
    return false;
}

/// A coupling of this joint with another one, if this is the first joint of the coupling.
void UrdfWriting::addMimic(const JointElement& joint, XmlElement& written) {
    for (const CouplingDescription& coupling : model.description.couplings) {
        if (coupling.stiffness || coupling.terms.size() != 2 ||
            coupling.terms[0].joint != joint.name || written.FirstChildElement("mimic"))
            continue;
        const auto other =
            std::ranges::find(model.joints, coupling.terms[1].joint, &JointElement::name);
        const double ratio = coupling.terms[0].ratio.value;
        if ((other->type != "revolute" && other->type != "prismatic") || ratio == 0.0) continue;
        const double multiplier = -coupling.terms[1].ratio.value / ratio;
        XmlElement& mimic = addChild(written, "mimic");
        setText(mimic, "joint", other->name);
        setText(mimic, "multiplier", numberText(multiplier));
        setText(mimic, "offset",
                numberText(coupling.offset.value / ratio + multiplier * startOf(*other) -
                           startOf(joint)));
        mimicked.push_back(coupling.name);
    }
}

void UrdfWriting::addJoint(const TreeBody& body) {
    const JointElement* joint = elementOf(body);
    const Body& moved = model.bodies[static_cast<std::size_t>(body.body)];
    const int parent =
        body.parent < 0 ? ground : model.tree.bodies[static_cast<std::size_t>(body.parent)].body;
    XmlElement& written = addChild(robot, "joint");
    setText(written, "name", joint ? joint->name : moved.name + "_free");
    setText(written, "type", joint ? urdfType(joint->type) : "floating");
    setText(addChild(written, "parent"), "link",
            parent == ground ? std::string("world")
                             : model.bodies[static_cast<std::size_t>(parent)].name);
    setText(addChild(written, "child"), "link", moved.name);
    if (!joint) return;
    const Marker& out = outer(*joint, body.body);
    addOrigin(written, originOf(*joint, body.body, parent));
    if (joint->type == "free" || joint->type == "fixed") return;
    // Written from the outer body inwards, the joint's coordinate has the opposite sign.
    const double sign = &out == &joint->B ? 1.0 : -1.0;
    setText(addChild(written, "axis"), "xyz", xmlText(sign * out.frame.R.col(2)));
    const bool limited = addLimits(*joint, written);
    addMimic(*joint, written);
    if (joint->type == "prismatic" && !limited) {
        XmlElement& limit = addChild(written, "limit");
        setText(limit, "lower", std::string("-") + noLimit);
        for (const char* name : {"upper", "effort", "velocity"}) setText(limit, name, noLimit);
        notes.push_back(
            warning(Place::joint(joint->name),
                    MOMENTREE_TEXT(
                        "urdf-limits-needed",
                        "URDF requires limits for prismatic joints; %1 m, N and m/s are written")(
                        noLimit)));
    }
    const int number = static_cast<int>(joint - model.joints.data());
    const JointLoad load = jointLoadOf(model, number, kept, notes, false);
    if (load.damping == 0.0 && load.friction == 0.0) return;
    XmlElement& dynamics = addChild(written, "dynamics");
    setText(dynamics, "damping", xmlText(load.damping));
    if (load.friction != 0.0) setText(dynamics, "friction", xmlText(load.friction));
}

/// URDF+ closes loops by further joints between links.
void UrdfWriting::addLoop(const JointElement& joint) {
    XmlElement& written = addChild(robot, "loop");
    setText(written, "name", joint.name);
    setText(written, "type", loopType(joint));
    for (const auto& [tag, marker] :
         {std::pair{"predecessor", &joint.A}, std::pair{"successor", &joint.B}}) {
        const auto body = static_cast<std::size_t>(std::max(marker->body, 0));
        XmlElement& end = addChild(written, tag);
        setText(end, "link", marker->body < 0 ? std::string("world") : model.bodies[body].name);
        addOrigin(end, marker->body < 0 ? marker->frame : inverse(links[body]) * marker->frame);
    }
    if (joint.type == "revolute") setText(addChild(written, "axis"), "xyz", "0 0 1");
    notes.push_back(warning(Place::joint(joint.name),
                            MOMENTREE_TEXT("urdf-loop-written",
                                           "closes a loop and is written as <loop> of URDF+, "
                                           "which other readers of URDF may leave out")));
}

void UrdfWriting::noteLost() {
    const auto note = [&](Place place, Message what) {
        notes.push_back(warning(std::move(place), std::move(what)));
    };
    for (const ForceDescription& force : model.description.forces)
        if (!kept.contains(force.name))
            note(Place::force(force.name),
                 MOMENTREE_TEXT("urdf-no-forces", "URDF has no forces; it is omitted"));
    for (const MotionElement& motion : model.motions)
        note(Place::motion(motion.name),
             MOMENTREE_TEXT("urdf-no-motions",
                            "URDF has no motions; the joint is written without it"));
    for (const JointDescription& joint : model.description.joints)
        for (const LimitDescription& limit : joint.limits)
            note(Place::joint(joint.name),
                 limit.least && limit.most && joint.type != "cylindrical"
                     ? MOMENTREE_TEXT("urdf-limit-law",
                                      "its limits are written without "
                                      "restitution, stiffness and damping")
                     : MOMENTREE_TEXT("urdf-no-limits",
                                      "its limit is left out; URDF has limits "
                                      "on both sides only"));
    for (const ElasticCoupling& coupling : model.elasticCouplings)
        note(Place::coupling(coupling.name),
             MOMENTREE_TEXT("urdf-elastic-coupling",
                            "is left out, its joints move independently; URDF has no couplings "
                            "with stiffness"));
    for (const CouplingElement& coupling : model.couplings)
        if (std::ranges::find(mimicked, coupling.name) == mimicked.end())
            note(Place::coupling(coupling.name),
                 MOMENTREE_TEXT("urdf-no-couplings",
                                "it is not written to URDF; its joints move independently there"));
    if (start)
        note(Place::model("start"),
             MOMENTREE_TEXT("urdf-loop-start",
                            "URDF has none; joints count from this pose, in which the loops are "
                            "closed, and are at rest when it is opened again"));
    else if (!model.description.jointStarts.empty() || !model.description.bodyStarts.empty())
        note(Place::model("start"),
             MOMENTREE_TEXT("urdf-no-start",
                            "URDF has none; joints start at 0 when it is opened again"));
    if (!model.description.parameters.empty())
        note(Place::model("parameters"),
             MOMENTREE_TEXT("urdf-no-parameters", "URDF has none; their values are written"));
    if (model.gravity.head<2>().norm() > 0.0)
        note(Place::model("gravity"),
             MOMENTREE_TEXT("urdf-no-gravity",
                            "URDF leaves it to the reader, which takes it along -z"));
}

void UrdfWriting::writeAll() {
    refuseLoops();
    if (problems.empty()) findStart();
    if (!problems.empty()) return;
    setText(robot, "name", model.name.empty() ? std::string("model") : model.name);
    placeLinks();
    setText(addChild(robot, "link"), "name", "world");
    for (std::size_t k = 0; k < model.bodies.size(); ++k) {
        if (model.bodies[k].name == "world")
            problems.push_back(
                error(Place::body("world"),
                      MOMENTREE_TEXT("urdf-world-taken",
                                     "URDF uses this name for ground; rename the body")));
        addLink(model.bodies[k], k);
    }
    for (const TreeBody& body : model.tree.bodies) addJoint(body);
    for (const int k : model.tree.cutJoints) addLoop(model.joints[static_cast<std::size_t>(k)]);
    noteLost();
}

}  // namespace

Result<std::string> writeUrdf(const Model& model, Diagnostics* notes, const std::string& file) {
    tinyxml2::XMLDocument document;
    document.InsertEndChild(document.NewDeclaration("xml version=\"1.0\" encoding=\"utf-8\""));
    XmlElement& robot = *document.NewElement("robot");
    document.InsertEndChild(&robot);
    UrdfWriting writing{model, robot, file};
    writing.writeAll();
    if (!writing.problems.empty()) return tl::unexpected(std::move(writing.problems));
    if (notes) notes->insert(notes->end(), writing.notes.begin(), writing.notes.end());
    return printed(document);
}

}  // namespace momentree
