// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "core/io/mesh_file.hpp"
#include "core/io/mjcf.hpp"
#include "core/io/robot_shape.hpp"
#include "core/io/robot_start.hpp"
#include "core/io/xml_writer.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double sameSolid = 2e-6;  ///< [m] [-]
/// Bodies in a row that readers take: TinyXML-2 reads them, in MuJoCo too, and counts the document,
/// <mujoco> and <worldbody> as well.
constexpr int mostNested = TINYXML2_MAX_ELEMENT_DEPTH - 4;

void giveFrame(XmlElement& element, const Frame& at) {
    if (!at.r.isZero(0.0)) setText(element, "pos", xmlText(at.r));
    if (at.R.isIdentity(1e-15)) return;
    const Eigen::Quaterniond q(at.R);
    setText(element, "quat", xmlText(q.w()) + " " + xmlText(Vector3d(q.vec())));
}

/// The model is written in the pose of its start, in which all loops are closed; `ref` of each
/// joint has its coordinate there, so that springs, limits and couplings keep their numbers.
struct MjcfWriting {
    const Model& model;
    XmlElement& root;
    const std::string& file;  ///< that will be written
    Diagnostics problems = {}, notes = {};
    InitialState start = {};
    std::vector<Frame> origins = {};                 ///< of the bodies, in the world
    std::vector<JointCoordinates> coordinates = {};  ///< of the joints
    std::vector<XmlElement*> elements = {};          ///< of the bodies
    std::set<int> inTree = {};                       ///< joints that move a body of the tree
    std::set<std::string> kept = {};                 ///< forces that are written
    std::vector<double> speeds = {};                 ///< of all joints, in the order of the file
    XmlElement* world = nullptr;

    void writeAll();

private:
    void note(Place place, Message what) { notes.push_back(warning(std::move(place), what)); }
    void refuse(Place place, Message what) { problems.push_back(error(std::move(place), what)); }
    Frame originOf(const Body& body) const { return {Matrix3d::Identity(), body.origin}; }
    XmlElement& elementOf(int body) { return body < 0 ? *world : *elements[at(body)]; }
    static std::size_t at(int k) { return static_cast<std::size_t>(k); }
    /// A frame of a body from its centre of mass, seen from its origin.
    Frame fromOrigin(int body, const Frame& frame) const {
        return body < 0 ? frame : inverse(originOf(model.bodies[at(body)])) * frame;
    }

    bool findStart();
    void refuseUnknown();
    void addTree();
    void addBody(const TreeBody& body, XmlElement& parent, int parentBody);
    void addJoints(const TreeBody& body, XmlElement& element);
    XmlElement& addAxis(XmlElement& body, const std::string& name, const char* type,
                        const Vector3d& axis, const Vector3d& pos, double ref, double speed);
    void addGeoms(const Body& body, XmlElement& element);
    XmlElement& addGeom(const Body& body, const RobotVisual& visual, XmlElement& element);
    void addMeshes();
    void addJointLoads(int joint, XmlElement& hinge);
    void addLimits(int joint, XmlElement& hinge);
    void addLoops();
    std::string addSite(const Marker& marker, const Frame& frame, const std::string& name);
    void addSprings();
    void addCouplings();
    void addStart();
    void noteLost();
    Marker markerOf(const MarkerReference& reference) const;
    XmlElement& section(const char* tag);
};

XmlElement& MjcfWriting::section(const char* tag) {
    XmlElement* found = root.FirstChildElement(tag);
    return found ? *found : addChild(root, tag);
}

Marker MjcfWriting::markerOf(const MarkerReference& reference) const {
    int body = ground;
    for (std::size_t k = 0; k < model.bodies.size(); ++k)
        if (model.bodies[k].name == reference.body) body = static_cast<int>(k);
    if (reference.marker.empty())
        return {body, body < 0 ? Frame{} : originOf(model.bodies[at(body)]), reference.body};
    return *std::ranges::find_if(model.markers, [&](const Marker& marker) {
        return marker.body == body && marker.name == reference.marker;
    });
}

bool MjcfWriting::findStart() {
    auto found = robotStartOf(model);
    if (!found) {
        problems = std::move(found.error());
        return false;
    }
    start = std::move(found->state);
    origins = std::move(found->origins);
    coordinates = std::move(found->coordinates);
    return true;
}

void MjcfWriting::refuseUnknown() {
    for (const TreeBody& body : model.tree.bodies)
        if (body.element >= 0) inTree.insert(body.element);
    for (const Body& body : model.bodies) {
        if (body.name == "world")
            refuse(Place::body("world"),
                   MOMENTREE_TEXT("mjcf-world-taken",
                                  "MJCF uses this name for ground; rename the body"));
        if (!(body.J_C.trace() > 0.0))
            refuse(
                Place::body(body.name),
                MOMENTREE_TEXT("mjcf-point-mass", "MJCF has no point masses; give it an inertia"));
    }
    for (int k = 0; k < static_cast<int>(model.joints.size()); ++k) {
        const JointElement& joint = model.joints[at(k)];
        if (joint.distance)
            refuse(Place::joint(joint.name),
                   MOMENTREE_TEXT("mjcf-no-distance",
                                  "MJCF has no distance joints; a body with two spherical joints "
                                  "can stand for it"));
        else if (!inTree.contains(k) && joint.type != "spherical" && joint.type != "fixed" &&
                 joint.type != "revolute" && joint.type != "free")
            refuse(Place::joint(joint.name),
                   MOMENTREE_TEXT("mjcf-no-loop",
                                  "closes a loop, which only revolute, spherical and fixed joints "
                                  "can do in MJCF"));
    }
}

XmlElement& MjcfWriting::addAxis(XmlElement& body, const std::string& name, const char* type,
                                 const Vector3d& axis, const Vector3d& pos, double ref,
                                 double speed) {
    XmlElement& made = addChild(body, "joint");
    setText(made, "name", name);
    setText(made, "type", type);
    setText(made, "axis", xmlText(axis));
    if (!pos.isZero(0.0)) setText(made, "pos", xmlText(pos));
    if (ref != 0.0) setText(made, "ref", numberText(ref));
    speeds.push_back(speed);
    return made;
}

void MjcfWriting::addJoints(const TreeBody& body, XmlElement& element) {
    const JointElement* joint = body.element < 0 ? nullptr : &model.joints[at(body.element)];
    const std::string type = joint ? joint->type : "free";
    if (type == "fixed") return;
    if (type == "free") {
        XmlElement& made = addChild(element, "freejoint");
        setText(made, "name", joint ? joint->name : model.bodies[at(body.body)].name + "_free");
        // The velocity of the body's origin in the world, its angular velocity in its own axes.
        const BodyState& state = start.bodies[at(body.body)];
        const Frame& origin = origins[at(body.body)];
        const Vector3d v = state.v + state.w.cross(origin.r - state.r);
        const Vector3d w = origin.R.transpose() * state.w;
        speeds.insert(speeds.end(), {v.x(), v.y(), v.z(), w.x(), w.y(), w.z()});
        return;
    }
    const bool outward = joint->B.body == body.body;  // otherwise coordinates count backwards
    const double sign = outward ? 1.0 : -1.0;
    const Frame out = fromOrigin(body.body, (outward ? joint->B : joint->A).frame);
    const JointCoordinates& here = coordinates[at(body.element)];
    const Vector3d axis = sign * out.R.col(2);
    if (type == "revolute" || type == "prismatic") {
        XmlElement& made = addAxis(element, joint->name, type == "revolute" ? "hinge" : "slide",
                                   axis, out.r, here.q[0], here.u[0]);
        addJointLoads(body.element, made);
        addLimits(body.element, made);
    } else if (type == "cylindrical") {
        addAxis(element, joint->name + "_slide", "slide", axis, out.r, here.q[1], here.u[1]);
        addAxis(element, joint->name, "hinge", axis, out.r, here.q[0], here.u[0]);
    } else if (type == "universal") {
        // Turns about x of A, then about y of B; seen from B outwards, the other way round.
        const Marker& a = joint->A;
        const Frame atA =
            (a.body < 0 ? Frame{} : origins[at(a.body)]) * fromOrigin(a.body, a.frame);
        const Frame atB = (joint->B.body < 0 ? Frame{} : origins[at(joint->B.body)]) *
                          fromOrigin(joint->B.body, joint->B.frame);
        const Matrix3d toBody = origins[at(body.body)].R.transpose();
        const Vector3d x = sign * (toBody * atA.R.col(0)), y = sign * (toBody * atB.R.col(1));
        const auto add = [&](const char* suffix, const Vector3d& along, std::size_t k) {
            addAxis(element, joint->name + suffix, "hinge", along, out.r, here.q[k], here.u[k]);
        };
        if (outward) add("_x", x, 0);
        add("_y", y, 1);
        if (!outward) add("_x", x, 0);
    } else {
        XmlElement& made = addChild(element, "joint");
        setText(made, "name", joint->name);
        setText(made, "type", "ball");
        setText(made, "pos", xmlText(out.r));
        // Of the body relative to its parent, in the axes of the body.
        const int parent = outward ? joint->A.body : joint->B.body;
        const Vector3d w = origins[at(body.body)].R.transpose() *
                           (start.bodies[at(body.body)].w -
                            (parent < 0 ? Vector3d(Vector3d::Zero()) : start.bodies[at(parent)].w));
        speeds.insert(speeds.end(), {w.x(), w.y(), w.z()});
    }
}

void MjcfWriting::addJointLoads(int joint, XmlElement& hinge) {
    const JointLoad load = jointLoadOf(model, joint, kept, notes);
    if (load.stiffness != 0.0) setText(hinge, "stiffness", numberText(load.stiffness));
    if (load.rest != 0.0) setText(hinge, "springref", numberText(load.rest));
    if (load.damping != 0.0) setText(hinge, "damping", numberText(load.damping));
    if (load.friction != 0.0) setText(hinge, "frictionloss", numberText(load.friction));
}

void MjcfWriting::addLimits(int joint, XmlElement& hinge) {
    const JointDescription& given = model.description.joints[at(joint)];
    for (const LimitDescription& limit : given.limits) {
        if (!limit.least || !limit.most) {
            note(Place::joint(given.name),
                 MOMENTREE_TEXT("mjcf-one-limit",
                                "MJCF has limits on both sides only; its limit "
                                "is left out"));
            continue;
        }
        setText(hinge, "range",
                numberText(limit.least->value) + " " + numberText(limit.most->value));
        const bool rests = limit.restitution && limit.restitution->value == 0.0;
        if (!rests)
            note(Place::joint(given.name),
                 MOMENTREE_TEXT("mjcf-limit-law",
                                "its limits are written without restitution, "
                                "stiffness and damping"));
    }
}

/// A solid that is drawn and for contact is one geom, as if read from one, which may have moved to
/// the centre of mass.  MuJoCo does not show those of group 3.
void MjcfWriting::addGeoms(const Body& body, XmlElement& element) {
    const auto same = [](const RobotVisual& a, const RobotVisual& b) {
        return a.kind == b.kind && a.size == b.size && a.mesh == b.mesh &&
               a.at.R.isApprox(b.at.R, sameSolid) && (a.at.r - b.at.r).norm() <= sameSolid;
    };
    std::vector<RobotVisual> collisions = collisionsOf(body);
    for (const RobotVisual& visual : visualsOf(body)) {
        XmlElement& geom = addGeom(body, visual, element);
        const auto both = std::ranges::find_if(
            collisions, [&](const RobotVisual& one) { return same(one, visual); });
        if (both != collisions.end()) {
            collisions.erase(both);
            continue;
        }
        setText(geom, "contype", "0");
        setText(geom, "conaffinity", "0");
    }
    for (const RobotVisual& collision : collisions)
        setText(addGeom(body, collision, element), "group", "3");
}

XmlElement& MjcfWriting::addGeom(const Body& body, const RobotVisual& visual, XmlElement& element) {
    using Kind = PartDescription::Kind;
    XmlElement& geom = addChild(element, "geom");
    static constexpr std::array<const char*, 4> types{"box", "sphere", "cylinder", "mesh"};
    setText(geom, "type", types[static_cast<std::size_t>(visual.kind)]);
    giveFrame(geom, inverse(originOf(body)) * visual.at);
    const Vector3d& s = visual.size;
    if (visual.kind == Kind::Box) setText(geom, "size", xmlText(Vector3d(0.5 * s)));
    if (visual.kind == Kind::Sphere) setText(geom, "size", xmlText(s.x()));
    if (visual.kind == Kind::Cylinder)
        setText(geom, "size", xmlText(s.x()) + " " + xmlText(0.5 * s.y()));
    if (visual.kind == Kind::Mesh) {
        XmlElement& mesh = addChild(section("asset"), "mesh");
        int number = 0;
        for (const XmlElement* one = &mesh; one; one = one->PreviousSiblingElement()) ++number;
        const std::string name = "mesh" + std::to_string(number);
        setText(mesh, "name", name);
        setText(mesh, "file", meshPathFrom(file, visual.mesh));
        if (s != Vector3d::Ones()) setText(mesh, "scale", xmlText(s));
        setText(geom, "mesh", name);
    }
    if (!visual.color.empty()) setText(geom, "rgba", rgbaText(visual.color));
    return geom;
}

void MjcfWriting::addBody(const TreeBody& body, XmlElement& parent, int parentBody) {
    const Body& given = model.bodies[at(body.body)];
    XmlElement& made = addChild(parent, "body");
    elements[at(body.body)] = &made;
    setText(made, "name", given.name);
    const Frame from = parentBody < 0 ? Frame{} : origins[at(parentBody)];
    giveFrame(made, inverse(from) * origins[at(body.body)]);
    addJoints(body, made);
    XmlElement& inertial = addChild(made, "inertial");
    setText(inertial, "mass", numberText(given.mass));
    setText(inertial, "pos", xmlText(Vector3d(-given.origin)));
    const Matrix3d& J = given.J_C;
    const Vector3d off(J(0, 1), J(0, 2), J(1, 2));
    if (off.isZero(0.0))
        setText(inertial, "diaginertia", xmlText(Vector3d(J.diagonal())));
    else
        setText(inertial, "fullinertia", xmlText(Vector3d(J.diagonal())) + " " + xmlText(off));
    addGeoms(given, made);
}

/// Bodies that move freely stand directly in <worldbody>, as MJCF demands.
void MjcfWriting::addTree() {
    const auto& bodies = model.tree.bodies;
    elements.assign(model.bodies.size(), nullptr);
    std::vector<std::vector<int>> children(bodies.size());
    std::vector<int> roots;
    for (int k = 0; k < static_cast<int>(bodies.size()); ++k) {
        const TreeBody& body = bodies[at(k)];
        const bool free = body.element < 0 || model.joints[at(body.element)].type == "free";
        (free || body.parent < 0 ? roots : children[at(body.parent)]).push_back(k);
    }
    const std::function<void(int, XmlElement&, int, int)> add = [&](int k, XmlElement& parent,
                                                                    int parentBody, int depth) {
        const TreeBody& body = bodies[at(k)];
        if (depth > mostNested)
            return refuse(Place::body(model.bodies[at(body.body)].name),
                          MOMENTREE_TEXT("mjcf-too-deep",
                                         "hangs on a row of more than %1 bodies, which MJCF nests "
                                         "deeper than its readers take; SDF does not nest bodies")(
                              mostNested));
        addBody(body, parent, parentBody);
        for (const int child : children[at(k)])
            add(child, *elements[at(body.body)], body.body, depth + 1);
    };
    for (const int k : roots) add(k, *world, ground, 1);
}

std::string MjcfWriting::addSite(const Marker& marker, const Frame& frame,
                                 const std::string& name) {
    XmlElement& site = addChild(elementOf(marker.body), "site");
    setText(site, "name", name);
    giveFrame(site, fromOrigin(marker.body, frame));
    return name;
}

/// A revolute joint is two points of its axis.
void MjcfWriting::addLoops() {
    for (int k = 0; k < static_cast<int>(model.joints.size()); ++k) {
        const JointElement& joint = model.joints[at(k)];
        if (inTree.contains(k) || joint.type == "free") continue;
        const bool weld = joint.type == "fixed";
        const int count = joint.type == "revolute" ? 2 : 1;
        for (int point = 0; point < count; ++point) {
            const std::string name = joint.name + (point == 0 ? "" : "_axis");
            const Frame along{Matrix3d::Identity(), {0.0, 0.0, 1.0 * point}};
            XmlElement& loop = addChild(section("equality"), weld ? "weld" : "connect");
            setText(loop, "name", name);
            setText(loop, "site1", addSite(joint.A, joint.A.frame * along, name + "_a"));
            setText(loop, "site2", addSite(joint.B, joint.B.frame * along, name + "_b"));
        }
    }
}

void MjcfWriting::addSprings() {
    for (const ForceDescription& force : model.description.forces) {
        const auto* spring = std::get_if<SpringDamperDescription>(&force.law);
        const double k = spring ? spring->stiffness.value : 0.0;
        if (!spring || !spring->curve.positions.empty()) continue;
        if (k == 0.0 && spring->preload.value != 0.0) continue;
        XmlElement& made = addChild(section("tendon"), "spatial");
        setText(made, "name", force.name);
        if (k != 0.0) {
            const double slack = spring->length.value - spring->preload.value / k;
            if (slack < 0.0) {
                root.FirstChildElement("tendon")->DeleteChild(&made);
                continue;
            }
            setText(made, "stiffness", numberText(k));
            setText(made, "springlength", numberText(slack));
        }
        if (spring->damping.value != 0.0)
            setText(made, "damping", numberText(spring->damping.value));
        for (const auto& [end, suffix] :
             {std::pair{&spring->a, "_a"}, std::pair{&spring->b, "_b"}}) {
            const Marker marker = markerOf(*end);
            setText(addChild(made, "site"), "site",
                    addSite(marker, {marker.frame.R, marker.frame.r}, force.name + suffix));
        }
        kept.insert(force.name);
    }
}

void MjcfWriting::addCouplings() {
    for (const CouplingDescription& coupling : model.description.couplings) {
        if (coupling.stiffness) {
            note(Place::coupling(coupling.name),
                 MOMENTREE_TEXT("mjcf-elastic-coupling",
                                "is left out, its joints move independently; give it no stiffness "
                                "to write it as an equality of joints"));
            continue;
        }
        const auto jointOf = [&](const CouplingTermDescription& term) {
            const auto found = std::ranges::find(model.joints, term.joint, &JointElement::name);
            const int index = static_cast<int>(found - model.joints.begin());
            const bool single = found->type == "revolute" || found->type == "prismatic";
            return single && inTree.contains(index) ? index : -1;
        };
        const auto& terms = coupling.terms;
        const int first = terms.size() == 2 ? jointOf(terms[0]) : -1;
        const int second = first < 0 ? -1 : jointOf(terms[1]);
        if (second < 0 || terms[0].ratio.value == 0.0) {
            note(Place::coupling(coupling.name),
                 MOMENTREE_TEXT("mjcf-no-coupling",
                                "is left out, its joints move independently; MJCF couples two "
                                "joints of one coordinate that close no loop"));
            continue;
        }
        // q1 - ref1 = p0 + p1 (q2 - ref2), which closes at the start.
        XmlElement& made = addChild(section("equality"), "joint");
        setText(made, "name", coupling.name);
        setText(made, "joint1", model.joints[at(first)].name);
        setText(made, "joint2", model.joints[at(second)].name);
        setText(made, "polycoef",
                "0 " + numberText(-terms[1].ratio.value / terms[0].ratio.value) + " 0 0 0");
    }
}

void MjcfWriting::addStart() {
    if (std::ranges::all_of(speeds, [](double u) { return u == 0.0; })) return;
    XmlElement& key = addChild(section("keyframe"), "key");
    setText(key, "name", "start");
    std::string text;
    for (const double u : speeds) text += (text.empty() ? "" : " ") + xmlText(u);
    setText(key, "qvel", text);
}

void MjcfWriting::noteLost() {
    for (const ForceDescription& force : model.description.forces)
        if (!kept.contains(force.name))
            note(Place::force(force.name),
                 MOMENTREE_TEXT("mjcf-no-force",
                                "is left out; MJCF has springs, dampers and friction with constant "
                                "figures, at joints that close no loop and between two points"));
    for (const MotionElement& motion : model.motions)
        note(Place::motion(motion.name),
             MOMENTREE_TEXT("mjcf-no-motion",
                            "is left out, its joint moves freely; MJCF has no prescribed motions"));
    for (int k = 0; k < static_cast<int>(model.joints.size()); ++k) {
        const JointDescription& joint = model.description.joints[at(k)];
        const bool single = joint.type == "revolute" || joint.type == "prismatic";
        if (!joint.limits.empty() && (!inTree.contains(k) || !single))
            note(Place::joint(joint.name),
                 MOMENTREE_TEXT("mjcf-no-limit",
                                "its limits are left out; MJCF has limits of revolute and "
                                "prismatic joints that close no loop"));
    }
    if (!model.description.parameters.empty())
        note(Place::model("parameters"),
             MOMENTREE_TEXT("mjcf-no-parameters", "MJCF has none; their values are written"));
    if (!model.description.probes.empty())
        note(Place::model("probes"), MOMENTREE_TEXT("mjcf-no-probes", "are left out"));
}

void MjcfWriting::writeAll() {
    refuseUnknown();
    if (!problems.empty() || !findStart()) return;
    setText(root, "model", model.name.empty() ? std::string("model") : model.name);
    setText(addChild(root, "compiler"), "angle", "radian");
    XmlElement& option = addChild(root, "option");
    setText(option, "gravity", xmlText(model.gravity));
    if (model.description.run.step > 0.0)
        setText(option, "timestep", numberText(model.description.run.step));
    world = &addChild(root, "worldbody");
    addTree();
    if (!problems.empty()) return;
    addLoops();
    addSprings();
    addCouplings();
    addStart();
    noteLost();
}

}  // namespace

Result<std::string> writeMjcf(const Model& model, const std::string& file, Diagnostics* notes) {
    tinyxml2::XMLDocument document;
    XmlElement& root = *document.NewElement("mujoco");
    document.InsertEndChild(&root);
    MjcfWriting writing{model, root, file};
    writing.writeAll();
    if (!writing.problems.empty()) return tl::unexpected(std::move(writing.problems));
    if (notes) notes->insert(notes->end(), writing.notes.begin(), writing.notes.end());
    return printed(document);
}

}  // namespace momentree
