// SPDX-License-Identifier: Apache-2.0
// What stands beside the tree of bodies in MJCF: loops, tendons and the start.
#include <algorithm>
#include <tuple>

#include "core/io/mjcf_reading.hpp"

namespace momentree {
namespace {

/// A link's frame in the world, where all joints are at 0.
Frame worldFrame(const Robot& robot, int link) {
    Frame at;
    for (int k = link; k >= 0; k = robot.links[static_cast<std::size_t>(k)].parent)
        at = robot.links[static_cast<std::size_t>(k)].at * at;
    return at;
}

}  // namespace

Message softBody() {
    return MOMENTREE_TEXT("mjcf-soft",
                          "is a soft body, a mesh of points that springs hold together; models "
                          "have rigid bodies only");
}

/// The link and frame of one side of a loop, by its body or its site.
std::optional<std::pair<int, Frame>> MjcfReading::loopEnd(const MjcfElement& loop, const char* body,
                                                          const char* site) {
    if (const auto name = loop.text(site)) {
        const auto found = sites.find(meant('s', *name));
        if (found != sites.end()) return found->second;
        if (partial) return std::nullopt;
        problems.add(loop.element,
                     MOMENTREE_TEXT("mjcf-site-unknown", "there is no site '%1'")(*name));
        return std::nullopt;
    }
    const std::string name = loop.word(body, "world");
    const auto found = bodies.find(meant('b', name));
    if (found != bodies.end()) return std::pair{found->second, Frame()};
    if (partial) return std::nullopt;
    problems.add(loop.element, MOMENTREE_TEXT("mjcf-body-unknown", "there is no body '%1'")(name));
    return std::nullopt;
}

void MjcfReading::readEquality(const XmlElement& element) {
    const std::string tag = element.Name();
    const MjcfElement loop = with(element);
    if (!loop.flag("active", true)) {
        note(element, MOMENTREE_TEXT("mjcf-equality-inactive", "is not active and is left out"));
        return;
    }
    if (tag == "joint") return readMimic(loop);
    if (tag != "connect" && tag != "weld") {
        note(element,
             MOMENTREE_TEXT("mjcf-equality-ignored",
                            "is left out; models support <connect>, <weld> and <joint> only"));
        return;
    }
    const auto a = loopEnd(loop, "body1", "site1"), b = loopEnd(loop, "body2", "site2");
    if (!a || !b) return;
    RobotLoop made;
    made.type = tag == "connect" ? "spherical" : "fixed";
    made.line = problems.lineOf(element);
    made.name = textOf(element, "name");
    if (!made.name.empty()) made.name += chosenSuffix;
    if (made.name.empty()) made.name = tag + std::to_string(robot.loops.size() + 1);
    std::tie(made.a, made.onA) = *a;
    std::tie(made.b, made.onB) = *b;
    if (!loop.text("site1")) {
        // Without sites, the frames meet in the pose in which the model is written.
        if (tag == "connect") made.onA.r = loop.vector("anchor", Vector3d::Zero());
        const auto pose = tag == "weld" ? loop.numbers("relpose", 7, 7) : std::vector<double>();
        const bool given =
            !pose.empty() && Eigen::Vector4d(pose[3], pose[4], pose[5], pose[6]).norm() > 0.0;
        const Frame between = inverse(worldFrame(robot, made.a)) * worldFrame(robot, made.b);
        if (tag == "connect") made.onB = inverse(between) * made.onA;
        if (tag == "weld") made.onA = between;
        if (given)
            made.onA = {Eigen::Quaterniond(pose[3], pose[4], pose[5], pose[6])
                            .normalized()
                            .toRotationMatrix(),
                        {pose[0], pose[1], pose[2]}};
    }
    robot.loops.push_back(std::move(made));
}

/// q1 - ref1 = p0 + p1 (q2 - ref2) + ...; coordinates of models begin at the reference.
void MjcfReading::readMimic(const MjcfElement& coupling) {
    auto p = coupling.numbers("polycoef", 1, 5);
    if (p.empty()) p = {0.0, 1.0};
    p.resize(5, 0.0);
    const std::string first = meant('j', coupling.word("joint1", "")),
                      second = meant('j', coupling.word("joint2", ""));
    for (const std::string& name : {first, second})
        if (!name.empty() && !joints.contains(name)) {
            if (partial) return;
            problems.add(coupling.element,
                         MOMENTREE_TEXT("mjcf-joint-unknown", "there is no joint '%1'")(name));
            return;
        }
    if (first.empty() || second.empty() || p[2] != 0.0 || p[3] != 0.0 || p[4] != 0.0) {
        note(coupling.element,
             MOMENTREE_TEXT("mjcf-polycoef-ignored",
                            "is left out; models couple two joints by an offset and a ratio"));
        return;
    }
    const std::string name = textOf(coupling.element, "name");
    robot.mimics.push_back({first, second, p[1], p[0], problems.lineOf(coupling.element),
                            name.empty() ? name : name + chosenSuffix});
}

/// A spring and damper between two sites.
void MjcfReading::readTendon(const XmlElement& element) {
    const MjcfElement tendon = with(element);
    const auto path = files.childrenOf(element);
    const bool straight = element.Name() == std::string_view("spatial") && path.size() == 2 &&
                          std::ranges::all_of(path, [](const XmlElement* child) {
                              return child->Name() == std::string_view("site");
                          });
    if (!straight) {
        notes.push_back(warning(
            {Place::Kind::Tag, "tendon"},
            problems.within(element,
                            MOMENTREE_TEXT("mjcf-tendon-ignored",
                                           "<%1> is left out; of tendons, models have springs and "
                                           "dampers between two sites")(element.Name())),
            problems.lineOf(element)));
        return;
    }
    for (const char* lost : {"range", "frictionloss", "armature"})
        if (tendon.text(lost))
            note(element, MOMENTREE_TEXT("mjcf-tendon-part", "its %1 is left out")(lost));
    const auto a = loopEnd(with(*path[0]), "", "site");
    const auto b = loopEnd(with(*path[1]), "", "site");
    if (!a || !b || !passive) return;
    RobotSpring made;
    made.line = problems.lineOf(element);
    made.name = textOf(element, "name");
    made.name = made.name.empty() ? "tendon" + std::to_string(robot.springs.size() + 1)
                                  : made.name + chosenSuffix;
    std::tie(made.a, made.b) = std::pair(a->first, b->first);
    made.onA = a->second.r;
    made.onB = b->second.r;
    made.stiffness = tendon.number("stiffness", 0.0);
    made.damping = tendon.number("damping", 0.0);
    const auto length = tendon.numbers("springlength", 1, 2);
    if (length.size() == 2 && length[0] != length[1])
        note(element, MOMENTREE_TEXT("mjcf-dead-band",
                                     "its spring is slack at the first 'springlength' only"));
    const Vector3d between =
        (worldFrame(robot, made.a) * a->second).r - (worldFrame(robot, made.b) * b->second).r;
    made.length = length.empty() || length[0] < 0.0 ? between.norm() : length[0];
    if (made.stiffness == 0.0 && made.damping == 0.0) return;
    robot.springs.push_back(std::move(made));
}

/// The speeds of the key that is called "start"; other keys are poses to choose from.
void MjcfReading::readStart() {
    for (const XmlElement* section : sections("keyframe"))
        for (const XmlElement* element : files.childrenOf(*section)) {
            if (textOf(*element, "name") != "start" || element->Attribute("qpos")) {
                note(*element, MOMENTREE_TEXT("mjcf-key-ignored",
                                              "is ignored; the speeds ('qvel') of a key called "
                                              "\"start\" without 'qpos' are read"));
                continue;
            }
            std::size_t count = 0;
            const auto speedsOf = [](const RobotJoint& joint) -> std::size_t {
                return joint.kind == RobotJoint::Kind::Free        ? 6
                       : joint.kind == RobotJoint::Kind::Spherical ? 3
                                                                   : 1;
            };
            for (const RobotLink& link : robot.links)
                for (const RobotJoint& joint : link.joints) count += speedsOf(joint);
            const auto u = with(*element).numbers("qvel", count, count);
            if (u.empty()) continue;
            auto next = u.begin();
            for (RobotLink& link : robot.links)
                for (RobotJoint& joint : link.joints) {
                    const auto end = next + static_cast<std::ptrdiff_t>(speedsOf(joint));
                    joint.speeds.assign(next, end);
                    next = end;
                }
        }
}

void MjcfReading::noteForeign() {
    for (const XmlElement* found : sections("actuator"))
        for (const XmlElement* child : files.childrenOf(*found))
            notes.push_back(warning(
                {Place::Kind::Tag, "actuator"},
                problems.within(*child,
                                MOMENTREE_TEXT("mjcf-actuator-ignored",
                                               "<%1> is left out; models do not support actuators")(
                                    child->Name())),
                problems.lineOf(*child)));
    for (const XmlElement* found : sections("deformable"))
        for (const XmlElement* child : files.childrenOf(*found))
            if (child->Name() == std::string_view("flex"))
                partial ? note(*child, softBody()) : problems.add(*child, softBody());
    for (const char* section : {"deformable", "extension"})
        for (const XmlElement* found : sections(section))
            notes.push_back(warning(
                {Place::Kind::Tag, section},
                problems.within(*found, MOMENTREE_TEXT("mjcf-section-ignored",
                                                       "is ignored; models do not support it")),
                problems.lineOf(*found)));
}

}  // namespace momentree
