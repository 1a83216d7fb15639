// SPDX-License-Identifier: Apache-2.0
#include "core/io/robot.hpp"

#include <algorithm>
#include <cmath>

#include "core/io/compound_joint.hpp"
#include "core/io/robot_file.hpp"
#include "core/io/robot_making.hpp"
#include "core/io/robot_root.hpp"
#include "core/io/robot_shape.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double sameAxes = 1e-9;

}  // namespace

/// A name that models allow and that no other element of its kind has.
std::string ModelMaking::valid(const Place& place, int line) {
    std::string name = allowedName(place.name);
    if (name == "ground") name = "ground_link";
    const std::string kind = std::string(nameOf(place.kind)) + " ", first = name;
    for (int k = 2; !names.insert(kind + name).second; ++k) name = first + "_" + std::to_string(k);
    if (name != place.name)
        note(place, MOMENTREE_TEXT("urdf-renamed", "is called '%1' here")(name), line);
    return name;
}

/// Without mass on it, a joint has no equation of motion, and nothing depends on its coordinate.
void ModelMaking::holdMassless() {
    std::vector<char> carries(robot.links.size(), 0);
    for (std::size_t k = robot.links.size(); k-- > 0;) {
        const RobotLink& one = robot.links[k];
        if (one.mass.mass > 0.0 || one.unknown) carries[k] = 1;
        if (carries[k] && one.parent >= 0) carries[static_cast<std::size_t>(one.parent)] = 1;
    }
    for (std::size_t k = 0; k < robot.links.size(); ++k) {
        RobotLink& one = robot.links[k];
        if (carries[k] || one.joints.empty()) continue;
        note(placeOf(one),
             MOMENTREE_TEXT("robot-link-held",
                            "has no mass and carries none, so its joint is fixed; the motion of "
                            "the other links does not depend on it"),
             one.line);
        one.joints.clear();
    }
}

/// Finds the head of every link: itself if it has joints, otherwise that of its parent.
void ModelMaking::attach() {
    places.resize(robot.links.size());
    for (int k = 0; k < static_cast<int>(robot.links.size()); ++k) {
        const RobotLink& one = link(k);
        if (!one.joints.empty()) {
            place(k).head = k;
        } else if (one.parent < 0) {
            place(k) = {-1, one.at};
        } else {
            place(k) = {place(one.parent).head, place(one.parent).at * one.at};
        }
    }
}

/// Adds up the masses of the links of each head.
void ModelMaking::lump() {
    masses.resize(robot.links.size());
    std::vector<std::vector<MassProperties>> parts(robot.links.size());
    for (int k = 0; k < static_cast<int>(robot.links.size()); ++k) {
        const int head = place(k).head;
        if (head < 0) continue;
        const RobotLink& one = link(k);
        if (one.mass.mass == 0.0 && one.mass.J_C.isZero(0.0)) continue;
        parts[static_cast<std::size_t>(head)].push_back(head == k ? one.mass
                                                                  : moved(one.mass, place(k).at));
    }
    for (std::size_t k = 0; k < parts.size(); ++k) masses[k] = combined(parts[k]);
    branches.assign(robot.links.size(), 0);
    for (int k = 0; k < static_cast<int>(robot.links.size()); ++k) {
        const int inner = link(k).parent < 0 ? -1 : place(link(k).parent).head;
        if (place(k).head == k && inner >= 0) ++branches[static_cast<std::size_t>(inner)];
    }
}

/// The inertia of a body that is fixed to ground does not matter; if no body can move with it, the
/// body is ground.
void ModelMaking::groundRoots() {
    bool changed = false;
    for (std::size_t k = 0; k < robot.links.size(); ++k) {
        RobotLink& one = robot.links[k];
        const bool held = one.joints.size() == 1 && one.joints[0].kind == RobotJoint::Kind::Fixed;
        if (!held || isPositive(masses[k].J_C)) continue;
        note(placeOf(one),
             MOMENTREE_TEXT("robot-root-ground",
                            "is part of ground, because its inertia is not positive definite"),
             one.line);
        one.joints.clear();
        changed = true;
    }
    if (!changed) return;
    attach();
    lump();
}

/// Unknown masses of moving links, and inertias that are added although no body has them.
void ModelMaking::tellOdd() {
    for (int k = 0; k < static_cast<int>(robot.links.size()); ++k) {
        const RobotLink& one = link(k);
        const int head = place(k).head;
        if (head < 0) continue;
        if (one.unknown) problems.push_back(error(placeOf(one), *one.unknown, one.line));
        if (head == k || one.mass.mass == 0.0 || isPositive(one.mass.J_C)) continue;
        note(placeOf(one),
             MOMENTREE_TEXT("robot-inertia-odd",
                            "its inertia is not positive definite; it is added to that of '%1' as "
                            "it is")(link(head).name),
             one.line);
    }
}

/// A head with mass; heads without are removed, and their joints belong to the next one outwards.
bool ModelMaking::isBody(int k) const {
    return places[static_cast<std::size_t>(k)].head == k && mass(k).mass > 0.0;
}

std::optional<RobotChain> ModelMaking::chainTo(int k) {
    RobotChain chain{k, -1, {}, {}};
    Frame fromInner = {};  // of link k in the axes of the head reached so far
    for (int g = k;;) {
        std::vector<RobotJoint> joints = link(g).joints;
        const Frame back = inverse(fromInner);
        for (RobotJoint& joint : joints) {
            joint.axis = (back.R * joint.axis).eval();
            joint.at = (back.R * joint.at + back.r).eval();
        }
        chain.joints.insert(chain.joints.end(), joints.rbegin(), joints.rend());
        const int parent = link(g).parent;
        const LinkPlace inner = parent < 0 ? LinkPlace() : place(parent);
        fromInner = inner.at * link(g).at * fromInner;
        chain.at = fromInner;
        chain.parent = inner.head;
        if (inner.head < 0 || isBody(inner.head)) break;
        g = inner.head;
        chain.massless.push_back(g);
        if (branches[static_cast<std::size_t>(g)] == 1) continue;
        problems.push_back(
            error(placeOf(link(g)),
                  MOMENTREE_TEXT("robot-massless-branch",
                                 "has no mass, but moves and carries %1 joints; give it a mass")(
                      branches[static_cast<std::size_t>(g)]),
                  link(g).line));
        return std::nullopt;
    }
    std::ranges::reverse(chain.joints);
    return chain;
}

MarkerReference ModelMaking::addMarker(int body, const std::string& name, const Frame& frame) {
    MarkerDescription marker;
    marker.position = scalars(frame.r);
    if (!frame.R.isApprox(Matrix3d::Identity(), sameAxes)) {
        marker.z = scalars(frame.R.col(2));
        marker.x = scalars(frame.R.col(0));
    }
    BodyDescription* on = body < 0 ? nullptr : &model.bodies[static_cast<std::size_t>(body)];
    const std::string owner = "marker " + std::to_string(body) + " ";
    marker.name = name;
    for (int k = 2; !names.insert(owner + marker.name).second; ++k)
        marker.name = name + "_" + std::to_string(k);
    (on ? on->markers : model.groundMarkers).push_back(marker);
    return {on ? on->name : "ground", marker.name, 0};
}

/// The solids of all links that belong to a body.
void ModelMaking::addShape(int k, BodyDescription& body) {
    ShapeDescription& shape = body.shape;
    shape.color = link(k).color;
    for (std::size_t i = 0; i < robot.links.size(); ++i) {
        if (places[i].head != k) continue;
        for (const RobotVisual& visual : robot.links[i].visuals)
            shape.parts.push_back(partOf(visual, places[i].at));
        for (const RobotVisual& collision : robot.links[i].collisions)
            shape.collisions.push_back(partOf(collision, places[i].at));
    }
    settle(shape, mass(k).com);
}

void ModelMaking::addBody(int k) {
    const MassProperties& given = mass(k);
    BodyDescription body;
    body.name = valid(placeOf(link(k)), link(k).line);
    body.line = link(k).line;
    body.mass = given.mass;
    body.com = scalars(given.com);
    const Matrix3d J = raisedInertia(given);
    if (J != given.J_C)
        note(placeOf(link(k)),
             MOMENTREE_TEXT("robot-inertia-raised",
                            "has no inertia about an axis, or one that is negative by rounding; "
                            "principal moments are raised to at least %1 kg m^2")(
                 numberText(leastMoment(J), 3)),
             link(k).line);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            body.inertia[i][j] = J(static_cast<Eigen::Index>(std::min(i, j)),
                                   static_cast<Eigen::Index>(std::max(i, j)));
    addShape(k, body);
    place(k).body = static_cast<int>(model.bodies.size());
    model.bodies.push_back(std::move(body));
}

/// The frames of lumped links. The frame of a head is that of its body.
void ModelMaking::addFrames() {
    for (int k = 0; k < static_cast<int>(robot.links.size()); ++k) {
        LinkPlace& at = place(k);
        if (at.head >= 0) at.body = place(at.head).body;
        if (at.head == k || (at.head >= 0 && at.body < 0)) continue;
        if (at.head < 0 && at.at.r.isZero(0.0) && at.at.R.isIdentity(0.0)) continue;
        addMarker(at.body, valid({Place::Kind::Marker, link(k).name}, link(k).line), at.at);
    }
}

void ModelMaking::addLoop(const RobotLoop& loop) {
    const LinkPlace a = loop.a < 0 ? LinkPlace() : place(loop.a);
    const LinkPlace b = loop.b < 0 ? LinkPlace() : place(loop.b);
    const auto removed = [](const LinkPlace& one) { return one.head >= 0 && one.body < 0; };
    if (removed(a) || removed(b)) {
        problems.push_back(
            error(Place::joint(loop.name),
                  MOMENTREE_TEXT("robot-loop-massless",
                                 "closes a loop at a moving link without mass; give it a mass"),
                  loop.line));
        return;
    }
    if (a.head == b.head) {
        note(Place::joint(loop.name),
             MOMENTREE_TEXT("robot-loop-rigid", "is left out; it connects a body to itself"),
             loop.line);
        return;
    }
    JointDescription made;
    made.line = loop.line;
    made.type = loop.type;
    if (loop.type == "screw") made.length = loop.lead;
    made.name = valid(Place::joint(loop.name), loop.line);
    made.a = addMarker(a.body, made.name, a.at * loop.onA);
    made.b = addMarker(b.body, made.name, b.at * loop.onB);
    model.joints.push_back(std::move(made));
}

void ModelMaking::addSpring(const RobotSpring& spring) {
    const LinkPlace a = spring.a < 0 ? LinkPlace() : place(spring.a);
    const LinkPlace b = spring.b < 0 ? LinkPlace() : place(spring.b);
    const Place where = Place::force(spring.name);
    if ((a.head >= 0 && a.body < 0) || (b.head >= 0 && b.body < 0) || a.head == b.head) {
        note(where,
             MOMENTREE_TEXT("robot-spring-lost",
                            "is left out; it connects a body to itself or to a moving link "
                            "without mass"),
             spring.line);
        return;
    }
    ForceDescription force;
    force.line = spring.line;
    force.name = valid(where, spring.line);
    SpringDamperDescription law;
    law.a = addMarker(a.body, force.name, a.at * Frame{Matrix3d::Identity(), spring.onA});
    law.b = addMarker(b.body, force.name, b.at * Frame{Matrix3d::Identity(), spring.onB});
    law.stiffness = spring.stiffness;
    law.damping = spring.damping;
    law.length = spring.length;
    force.law = std::move(law);
    model.forces.push_back(std::move(force));
}

void ModelMaking::make() {
    model.name = robot.name;
    model.gravity = scalars(robot.gravity);
    holdMassless();
    attach();
    lump();
    groundRoots();
    tellOdd();
    if (!problems.empty()) return;
    std::vector<RobotChain> chains;
    for (int k = 0; k < static_cast<int>(robot.links.size()); ++k) {
        if (!isBody(k)) continue;
        addBody(k);
        if (auto chain = chainTo(k)) chains.push_back(std::move(*chain));
    }
    for (std::size_t k = 0; k < robot.links.size(); ++k)
        if (places[k].head < 0 &&
            !(robot.links[k].visuals.empty() && robot.links[k].collisions.empty()))
            note(placeOf(robot.links[k]),
                 MOMENTREE_TEXT("robot-ground-shape",
                                "is part of ground, which has no shape; its "
                                "shape is left out"),
                 robot.links[k].line);
    if (model.bodies.empty() && problems.empty())
        problems.push_back(error(
            Place::model("bodies"),
            MOMENTREE_TEXT("robot-without-bodies",
                           "nothing can move: no link with a mass is on a joint; the root of a "
                           "robot in URDF moves with %1")(freeBaseOption()),
            robot.line));
    if (!model.bodies.empty()) raiseLightBodies();
    // Joints in the order of the file.
    std::ranges::stable_sort(chains, {}, [](const RobotChain& c) { return c.joints.front().line; });
    for (const RobotChain& chain : chains) addJoints(chain);
    addFrames();
    for (const RobotLoop& loop : robot.loops) addLoop(loop);
    for (const RobotSpring& spring : robot.springs) addSpring(spring);
    // Legs with several loops on few bodies: four times as fast as hdca, with errors from rounding.
    constexpr std::size_t mostBodies = 40;  // that it takes in any case
    if (!robot.loops.empty() && model.bodies.size() <= mostBodies)
        model.run.formulation = "cluster";
}

Result<ModelDescription> modelOf(Robot robot, const std::string& root, Diagnostics& notes) {
    const auto freed = root.empty() ? std::string() : holdAt(robot, root);
    if (!freed) return tl::unexpected(freed.error());
    ModelMaking making{std::move(robot), notes};
    making.make();
    if (!making.problems.empty()) return tl::unexpected(std::move(making.problems));
    if (!freed->empty()) {
        std::erase_if(making.model.joints, [&](const auto& one) { return one.name == *freed; });
        std::erase_if(making.model.jointStarts,
                      [&](const auto& one) { return one.joint == *freed; });
    }
    addMimics(making.robot.mimics, making.model, notes);
    return std::move(making.model);
}

}  // namespace momentree
