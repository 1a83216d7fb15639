// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "core/io/mesh_file.hpp"
#include "core/io/robot_angles.hpp"
#include "core/io/robot_shape.hpp"
#include "core/io/robot_start.hpp"
#include "core/io/sdf.hpp"
#include "core/io/xml_writer.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

XmlElement& addTextChild(XmlElement& parent, const char* tag, const std::string& text) {
    XmlElement& made = addChild(parent, tag);
    made.SetText(text.c_str());
    return made;
}

std::string poseText(const Frame& frame) {
    return xmlText(frame.r) + " " + xmlText(rollPitchYaw(frame.R));
}

/// A joint that follows another: its coordinate is `multiplier` times the other one's.
struct SdfMimic {
    std::string joint;
    double multiplier = 1.0;
};

struct SdfWriting {
    const Model& model;
    XmlElement& root;
    const std::string& file;  ///< that will be written
    Diagnostics problems = {}, notes = {};
    RobotStart start = {};
    std::set<std::string> kept = {};      ///< forces that are written
    std::set<std::string> coupled = {};   ///< couplings that are written
    std::map<int, SdfMimic> mimics = {};  ///< by the joint that follows
    XmlElement* written = nullptr;        ///< the <model>

    void writeAll();

private:
    void note(Place place, Message what) { notes.push_back(warning(std::move(place), what)); }
    void refuse(Place place, Message what) { problems.push_back(error(std::move(place), what)); }
    std::string nameOf(int body) const {
        return body < 0 ? "world" : model.bodies[toIndex(body)].name;
    }
    Frame place(const Marker& marker) const;
    void refuseUnknown();
    void addLink(int body);
    void addSolids(const std::vector<RobotVisual>& solids, const Body& body, const char* tag,
                   XmlElement& link);
    void addJoint(int joint);
    void addAxis(XmlElement& made, const char* tag, const Vector3d& axis, int joint);
    void addLimits(int joint, XmlElement& axis);
    int followable(const CouplingTermDescription& term) const;
    void planMimics();
    void addGearbox(const CouplingDescription& coupling);
    void addVelocities(XmlElement& world);
    void noteLost();
};

/// The SDF name of this type, or nullptr.
const char* sdfType(const JointElement& joint) {
    if (joint.closes || joint.distance) return nullptr;
    for (const char* same : {"revolute", "prismatic", "screw", "universal", "fixed", "free"})
        if (joint.type == same) return same;
    return joint.type == "spherical" ? "ball" : nullptr;
}

bool hasOneAxis(const JointElement& joint) {
    return joint.type == "revolute" || joint.type == "prismatic" || joint.type == "screw";
}

void SdfWriting::refuseUnknown() {
    std::set<std::string> names;
    for (const Body& body : model.bodies) {
        names.insert(body.name);
        if (body.name == "world")
            refuse(Place::body("world"),
                   MOMENTREE_TEXT("sdf-world-taken",
                                  "SDF uses this name for ground; rename the body"));
    }
    for (const JointElement& joint : model.joints) {
        if (!sdfType(joint))
            refuse(Place::joint(joint.name),
                   MOMENTREE_TEXT("sdf-no-such-joint",
                                  "SDF has no %1 joints; it knows revolute, prismatic, screw, "
                                  "universal, spherical, fixed and free")(joint.type));
        if (names.contains(joint.name))
            refuse(Place::joint(joint.name),
                   MOMENTREE_TEXT("sdf-same-name",
                                  "a body has this name, too, but SDF tells links "
                                  "and joints apart by their names; rename one"));
    }
}

/// A marker in the world, at the start.
Frame SdfWriting::place(const Marker& marker) const {
    if (marker.body < 0) return marker.frame;
    const Vector3d& origin = model.bodies[toIndex(marker.body)].origin;
    return start.origins[toIndex(marker.body)] * Frame{marker.frame.R, marker.frame.r - origin};
}

/// @param tag "visual" or "collision"
void SdfWriting::addSolids(const std::vector<RobotVisual>& solids, const Body& body,
                           const char* tag, XmlElement& link) {
    using Kind = PartDescription::Kind;
    int number = 0;
    for (const RobotVisual& shape : solids) {
        XmlElement& made = addChild(link, tag);
        setText(made, "name", tag + std::to_string(++number));
        addTextChild(made, "pose", poseText({shape.at.R, shape.at.r - body.origin}));
        XmlElement& geometry = addChild(made, "geometry");
        if (shape.kind == Kind::Box)
            addTextChild(addChild(geometry, "box"), "size", xmlText(shape.size));
        if (shape.kind == Kind::Sphere)
            addTextChild(addChild(geometry, "sphere"), "radius", xmlText(shape.size.x()));
        if (shape.kind == Kind::Cylinder) {
            XmlElement& cylinder = addChild(geometry, "cylinder");
            addTextChild(cylinder, "radius", xmlText(shape.size.x()));
            addTextChild(cylinder, "length", xmlText(shape.size.y()));
        }
        if (shape.kind == Kind::Mesh) {
            XmlElement& mesh = addChild(geometry, "mesh");
            addTextChild(mesh, "uri", meshPathFrom(file, shape.mesh));
            if (shape.size != Vector3d::Ones()) addTextChild(mesh, "scale", xmlText(shape.size));
        }
        if (!shape.color.empty())
            addTextChild(addChild(made, "material"), "diffuse", rgbaText(shape.color));
    }
}

void SdfWriting::addLink(int body) {
    const Body& given = model.bodies[toIndex(body)];
    XmlElement& link = addChild(*written, "link");
    setText(link, "name", given.name);
    addTextChild(link, "pose", poseText(start.origins[toIndex(body)]));
    XmlElement& inertial = addChild(link, "inertial");
    addTextChild(inertial, "pose", poseText({Matrix3d::Identity(), -given.origin}));
    addTextChild(inertial, "mass", numberText(given.mass));
    XmlElement& inertia = addChild(inertial, "inertia");
    const char* names[3][3] = {{"ixx", "ixy", "ixz"}, {"", "iyy", "iyz"}, {"", "", "izz"}};
    for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) addTextChild(inertia, names[i][j], numberText(given.J_C(i, j)));
    addSolids(visualsOf(given), given, "visual", link);
    addSolids(collisionsOf(given), given, "collision", link);
}

/// Coordinates are 0 at the start, so limits are written from there.
void SdfWriting::addLimits(int joint, XmlElement& axis) {
    const JointDescription& given = model.description.joints[toIndex(joint)];
    const double q = start.coordinates[toIndex(joint)].q[0];
    for (const LimitDescription& limit : given.limits) {
        if (limit.coordinate != 1) {
            note(Place::joint(given.name),
                 MOMENTREE_TEXT("sdf-limit-travel",
                                "the limits of its displacement are left out; SDF limits the "
                                "angle of a screw"));
            continue;
        }
        XmlElement& made = addChild(axis, "limit");
        if (limit.least) addTextChild(made, "lower", numberText(limit.least->value - q));
        if (limit.most) addTextChild(made, "upper", numberText(limit.most->value - q));
        if (!limit.restitution || limit.restitution->value != 0.0)
            note(Place::joint(given.name),
                 MOMENTREE_TEXT("sdf-limit-law",
                                "its limits are written without restitution, "
                                "stiffness and damping"));
    }
}

/// The joint of a term whose coordinate can follow another one, -1 for none.
int SdfWriting::followable(const CouplingTermDescription& term) const {
    const auto joint = std::ranges::find(model.joints, term.joint, &JointElement::name);
    const bool can = hasOneAxis(*joint) && term.coordinate == 1 && term.ratio.value != 0.0;
    return can ? static_cast<int>(joint - model.joints.begin()) : -1;
}

/// In a coupling of two joints the first one follows, or the second if the first one does already.
/// All coordinates are 0 at the start.
void SdfWriting::planMimics() {
    for (const CouplingDescription& coupling : model.description.couplings) {
        if (coupling.stiffness || coupling.terms.size() != 2) continue;
        for (const std::size_t k : {0, 1}) {
            const auto &own = coupling.terms[k], &other = coupling.terms[1 - k];
            const int follower = followable(own);
            if (follower < 0 || followable(other) < 0 || mimics.contains(follower)) continue;
            mimics[follower] = {other.joint, -other.ratio.value / own.ratio.value};
            coupled.insert(coupling.name);
            break;
        }
    }
}

/// A coupling of two revolute joints on one body, which is the reference: seen from there, the
/// angle of the child is that of the parent times the negative ratio.
void SdfWriting::addGearbox(const CouplingDescription& coupling) {
    if (coupling.stiffness || coupling.terms.size() != 2) return;
    const int first = followable(coupling.terms[0]), second = followable(coupling.terms[1]);
    if (first < 0 || second < 0 || first == second) return;
    const JointElement* const joints[] = {&model.joints[toIndex(first)],
                                          &model.joints[toIndex(second)]};
    if (joints[0]->type != "revolute" || joints[1]->type != "revolute") return;
    for (const int carrier : {joints[0]->A.body, joints[0]->B.body}) {
        const auto turned = [&](const JointElement& joint) {
            return joint.A.body == carrier ? joint.B.body : joint.A.body;
        };
        const bool both = joints[1]->A.body == carrier || joints[1]->B.body == carrier;
        const int parent = turned(*joints[0]), child = turned(*joints[1]);
        if (!both || child < 0 || parent == child) continue;
        XmlElement& made = addChild(*written, "joint");
        setText(made, "name", coupling.name);
        setText(made, "type", "gearbox");
        addTextChild(made, "parent", nameOf(parent));
        addTextChild(made, "child", nameOf(child));
        addTextChild(made, "gearbox_reference_body", nameOf(carrier));
        addTextChild(made, "gearbox_ratio",
                     numberText(coupling.terms[0].ratio.value / coupling.terms[1].ratio.value));
        const Matrix3d link = start.origins[toIndex(child)].R.transpose();
        for (const std::size_t k : {0, 1}) {
            const double sign = joints[k]->A.body == carrier ? 1.0 : -1.0;
            addTextChild(addChild(made, k == 0 ? "axis" : "axis2"), "xyz",
                         xmlText(Vector3d(sign * link * place(joints[k]->A).R.col(2))));
        }
        coupled.insert(coupling.name);
        return;
    }
}

void SdfWriting::addAxis(XmlElement& made, const char* tag, const Vector3d& direction, int joint) {
    XmlElement& axis = addChild(made, tag);
    addTextChild(axis, "xyz", xmlText(direction));
    if (!hasOneAxis(model.joints[toIndex(joint)])) return;
    addLimits(joint, axis);
    const JointLoad load = jointLoadOf(model, joint, kept, notes);
    if (load.stiffness != 0.0 || load.damping != 0.0 || load.friction != 0.0) {
        XmlElement& dynamics = addChild(axis, "dynamics");
        addTextChild(dynamics, "damping", numberText(load.damping));
        if (load.friction != 0.0) addTextChild(dynamics, "friction", numberText(load.friction));
        addTextChild(dynamics, "spring_reference",
                     numberText(load.rest - start.coordinates[toIndex(joint)].q[0]));
        addTextChild(dynamics, "spring_stiffness", numberText(load.stiffness));
    }
    const auto mimic = mimics.find(joint);
    if (mimic == mimics.end()) return;
    XmlElement& follows = addChild(axis, "mimic");
    setText(follows, "joint", mimic->second.joint);
    setText(follows, "axis", "axis");
    addTextChild(follows, "multiplier", numberText(mimic->second.multiplier));
    addTextChild(follows, "offset", "0");
    addTextChild(follows, "reference", "0");
}

/// From marker A outwards. Ground is no child, so it changes places with the other end, and the
/// axes point the other way: then the coordinate stays the same.
void SdfWriting::addJoint(int joint) {
    const JointElement& given = model.joints[toIndex(joint)];
    if (given.type == "free") return;  // what nothing holds is free
    const bool swapped = given.B.body < 0;
    const Marker &parent = swapped ? given.B : given.A, &child = swapped ? given.A : given.B;
    const double sign = swapped ? -1.0 : 1.0;
    const Frame from = place(given.A), to = place(given.B);
    const Frame link = start.origins[toIndex(child.body)];
    XmlElement& made = addChild(*written, "joint");
    setText(made, "name", given.name);
    setText(made, "type", sdfType(given));
    addTextChild(made, "parent", nameOf(parent.body));
    addTextChild(made, "child", nameOf(child.body));
    if (given.type == "screw") addTextChild(made, "screw_thread_pitch", numberText(given.length));
    addTextChild(made, "pose", poseText({Matrix3d::Identity(), (inverse(link) * to).r}));
    const auto inLink = [&](const Vector3d& axis) {
        return Vector3d(sign * (link.R.transpose() * axis));
    };
    if (hasOneAxis(given)) addAxis(made, "axis", inLink(to.R.col(2)), joint);
    if (given.type == "universal") {  // about x of A, then about y of B
        const Vector3d x = inLink(from.R.col(0)), y = inLink(to.R.col(1));
        addAxis(made, "axis", swapped ? y : x, joint);
        addAxis(made, "axis2", swapped ? x : y, joint);
    }
}

/// Velocities of the origins of links at the start, in the world.
void SdfWriting::addVelocities(XmlElement& world) {
    const auto rests = [](const BodyState& body) {
        return body.v.isZero(0.0) && body.w.isZero(0.0);
    };
    if (std::ranges::all_of(start.state.bodies, rests)) return;
    XmlElement& state = addChild(world, "state");
    setText(state, "world_name", "world");
    XmlElement& of = addChild(state, "model");
    setText(of, "name", written->Attribute("name"));
    for (std::size_t k = 0; k < model.bodies.size(); ++k) {
        const BodyState& body = start.state.bodies[k];
        const Vector3d v = body.v + body.w.cross(start.origins[k].r - body.r);
        XmlElement& link = addChild(of, "link");
        setText(link, "name", model.bodies[k].name);
        addTextChild(link, "velocity", xmlText(v) + " " + xmlText(body.w));
    }
}

void SdfWriting::noteLost() {
    for (const ForceDescription& force : model.description.forces)
        if (!kept.contains(force.name))
            note(Place::force(force.name),
                 MOMENTREE_TEXT("sdf-no-force",
                                "is left out; SDF has springs, dampers and friction with "
                                "constant figures at revolute and prismatic "
                                "joints"));
    for (const MotionElement& motion : model.motions)
        note(Place::motion(motion.name),
             MOMENTREE_TEXT("sdf-no-motion",
                            "is left out, its joint moves freely; SDF has no prescribed motions"));
    for (const ElasticCoupling& coupling : model.elasticCouplings)
        note(Place::coupling(coupling.name),
             MOMENTREE_TEXT("sdf-elastic-coupling",
                            "is left out, its joints move independently; SDF has no couplings "
                            "with stiffness"));
    for (const CouplingElement& coupling : model.couplings)
        if (coupling.described >= 0 && !coupled.contains(coupling.name))
            note(Place::coupling(coupling.name),
                 MOMENTREE_TEXT("sdf-no-coupling",
                                "is left out, its joints move independently; SDF couples two "
                                "revolute, prismatic or screw joints"));
    for (std::size_t k = 0; k < model.joints.size(); ++k)
        if (!hasOneAxis(model.joints[k]) && !model.description.joints[k].limits.empty())
            note(Place::joint(model.joints[k].name),
                 MOMENTREE_TEXT("sdf-no-limit",
                                "its limits are left out; SDF has limits of "
                                "revolute, prismatic and screw joints"));
    if (!model.description.parameters.empty())
        note(Place::model("parameters"),
             MOMENTREE_TEXT("sdf-no-parameters", "SDF has none; their values are written"));
    if (!model.description.probes.empty())
        note(Place::model("probes"), MOMENTREE_TEXT("sdf-no-probes", "are left out"));
}

void SdfWriting::writeAll() {
    refuseUnknown();
    if (!problems.empty()) return;
    auto found = robotStartOf(model);
    if (!found) {
        problems = std::move(found.error());
        return;
    }
    start = std::move(*found);
    setText(root, "version", "1.11");
    XmlElement& world = addChild(root, "world");
    setText(world, "name", "world");
    addTextChild(world, "gravity", xmlText(model.gravity));
    written = &addChild(world, "model");
    setText(*written, "name", model.name.empty() ? std::string("model") : model.name);
    for (int k = 0; k < std::ssize(model.bodies); ++k) addLink(k);
    planMimics();
    for (int k = 0; k < std::ssize(model.joints); ++k) addJoint(k);
    for (const CouplingDescription& coupling : model.description.couplings)
        if (!coupled.contains(coupling.name)) addGearbox(coupling);
    addVelocities(world);
    noteLost();
}

}  // namespace

Result<std::string> writeSdf(const Model& model, const std::string& file, Diagnostics* notes) {
    tinyxml2::XMLDocument document;
    document.InsertEndChild(document.NewDeclaration());
    XmlElement& root = *document.NewElement("sdf");
    document.InsertEndChild(&root);
    SdfWriting writing{model, root, file};
    writing.writeAll();
    if (!writing.problems.empty()) return tl::unexpected(std::move(writing.problems));
    if (notes) notes->insert(notes->end(), writing.notes.begin(), writing.notes.end());
    return printed(document);
}

}  // namespace momentree
