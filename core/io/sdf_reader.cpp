// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "core/io/compound_joint.hpp"
#include "core/io/sdf_reading.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

const Vector3d sdfGravity(0.0, 0.0, -9.8);  ///< default of the format [m/s^2]

bool saysNo(const XmlElement& owner, const char* tag) {
    const std::string text = textIn(owner, tag);
    return text == "false" || text == "0";
}

/// Until version 1.4 axes are in the frame of the model, later in that of the joint.
bool hasAxesInModel(const XmlElement& element) {
    const std::string version = textOf(*element.GetDocument()->RootElement(), "version");
    return version == "1.0" || version == "1.2" || version == "1.3" || version == "1.4";
}

/// Whether it closes a loop rather than those that more often have limits, springs and dampers,
/// which only joints of the tree keep.
bool closes(const SdfJoint& joint) {
    return joint.type != "prismatic" && joint.type != "universal" && joint.type != "screw";
}

/// Whether it has what a joint that closes a loop does not keep.
bool losesMore(const RobotJoint& joint) { return hasLoad(joint) || joint.least || joint.most; }

}  // namespace

void SdfReading::collectJoints() {
    const std::set<std::string> known{"revolute",  "continuous", "prismatic", "ball",
                                      "universal", "screw",      "gearbox",   "fixed"};
    for (const SdfScope& scope : scopes_)
        for (const XmlElement* element : childrenOf(*scope.element, "joint")) {
            SdfJoint joint{element, scope.named(textOf(*element, "name")), textOf(*element, "type"),
                           &scope};
            joint.parent = linkOf(*element, scope, "parent");
            joint.child = linkOf(*element, scope, "child");
            // Two hinges in series, as in a universal joint, but with axes at any angle.
            if (joint.type == "revolute2") joint.type = "universal";
            if (!known.contains(joint.type))
                problems.add(*element,
                             MOMENTREE_TEXT("sdf-joint-type",
                                            "joints of type '%1' are not read; known are revolute, "
                                            "revolute2, continuous, prismatic, universal, screw, "
                                            "gearbox, ball and fixed")(joint.type));
            if (joint.parent == joint.child && joint.parent != -2)
                problems.add(*element,
                             MOMENTREE_TEXT("sdf-joint-itself", "connects a link to itself"));
            const auto frame = placeOfFrame(joint.name, *element);
            if (frame) joint.frame = *frame;
            (joint.type == "gearbox" ? gearboxes_ : joints_).push_back(joint);
        }
    for (const SdfLink& link : links_)
        places_.push_back(placeOfFrame(link.name, *link.element).value_or(Frame()));
}

/// The limits of a joint, if they are asked for.
void SdfReading::addLimits(const SdfJoint& joint, const XmlElement& axis, RobotJoint& made) {
    const XmlElement* limit = axis.FirstChildElement("limit");
    constexpr double none = 1e16;
    const double least = limit ? limitIn(*limit, "lower", -none) : -none;
    const double most = limit ? limitIn(*limit, "upper", none) : none;
    if (joint.type == "continuous" || !(least > -none || most < none)) return;
    if (!options.limits)
        return note(*joint.element, MOMENTREE_TEXT("sdf-limits-ignored",
                                                   "its limits are left out, it moves beyond them; "
                                                   "%1 keeps them")(limitsOption()));
    if (least > -none) made.least = least;
    if (most < none) made.most = most;
    if (!(least < most))
        problems.add(*limit, MOMENTREE_TEXT("sdf-limits-order",
                                            "its lower limit must be less than the upper"));
}

/// The direction of an axis in the world.
std::optional<Vector3d> SdfReading::directionOf(const SdfJoint& joint, const char* tag) {
    Vector3d direction = Vector3d::UnitZ();
    Frame in = joint.frame;
    if (const XmlElement* axis = joint.element->FirstChildElement(tag)) {
        direction = vectorIn(*axis, "xyz", direction);
        const XmlElement* xyz = axis->FirstChildElement("xyz");
        std::string expressed = xyz ? textOf(*xyz, "expressed_in") : "";
        const bool inModel = axis->FirstChildElement("use_parent_model_frame")
                                 ? saysYes(*axis, "use_parent_model_frame")
                                 : hasAxesInModel(*axis);
        if (expressed.empty() && inModel) expressed = "__model__";
        if (!expressed.empty()) {
            const auto frame = placeOfFrame(joint.scope->named(expressed), *axis);
            if (!frame) return std::nullopt;
            in = *frame;
        }
    }
    if (direction.norm() > 0.0) return Vector3d(in.R * direction.normalized());
    problems.add(*joint.element, MOMENTREE_TEXT("sdf-axis-zero",
                                                "its axis has no direction; give "
                                                "<xyz>0 0 1</xyz>"));
    return std::nullopt;
}

/// @param sign -1 if the link is the joint's parent: then its axis points the other way
std::optional<RobotJoint> SdfReading::axisOf(const SdfJoint& joint, const char* tag, double sign,
                                             const Frame& link) {
    const auto direction = directionOf(joint, tag);
    if (!direction) return std::nullopt;
    RobotJoint made;
    made.name = joint.name;
    made.line = problems.lineOf(*joint.element);
    made.kind = joint.type == "prismatic" ? RobotJoint::Kind::Prismatic
                : joint.type == "screw"   ? RobotJoint::Kind::Screw
                                          : RobotJoint::Kind::Revolute;
    if (joint.type == "screw") made.lead = leadOf(*joint.element);
    made.axis = sign * link.R.transpose() * *direction;
    made.at = (inverse(link) * joint.frame).r;
    const XmlElement* axis = joint.element->FirstChildElement(tag);
    if (!axis) return made;
    if (const XmlElement* dynamics = axis->FirstChildElement("dynamics")) {
        made.damping = number(*dynamics, "damping", 0.0);
        made.stiffness = number(*dynamics, "spring_stiffness", 0.0);
        made.rest = number(*dynamics, "spring_reference", 0.0);
        made.friction = number(*dynamics, "friction", 0.0);
    }
    addLimits(joint, *axis, made);
    addMimic(joint, *axis);
    return made;
}

/// The joints from the parent outwards. Seen from the other end, the coordinates stay the same.
std::vector<RobotJoint> SdfReading::jointsOf(const SdfJoint& joint, bool reversed,
                                             const Frame& link) {
    const double sign = reversed ? -1.0 : 1.0;
    std::vector<RobotJoint> made;
    if (joint.type == "ball") {
        made.push_back({.name = joint.name, .kind = RobotJoint::Kind::Spherical});
        made.back().at = (inverse(link) * joint.frame).r;
        made.back().line = problems.lineOf(*joint.element);
        return made;
    }
    if (auto first = axisOf(joint, "axis", sign, link)) made.push_back(std::move(*first));
    if (joint.type == "universal")
        if (auto second = axisOf(joint, "axis2", sign, link)) made.push_back(std::move(*second));
    if (reversed) std::ranges::reverse(made);
    return made;
}

void SdfReading::addTreeLink(int link, int parent, const SdfJoint* joint) {
    const SdfLink& given = links_[toIndex(link)];
    const XmlElement& element = *given.element;
    RobotLink made;
    made.name = given.name;
    made.line = problems.lineOf(element);
    made.parent = parent < 0 ? -1 : inRobot_[toIndex(parent)];
    const Frame& place = places_[toIndex(link)];
    made.at = parent < 0 ? place : inverse(places_[toIndex(parent)]) * place;
    if (joint == nullptr) {
        made.joints.push_back({.name = made.name + "_free", .kind = RobotJoint::Kind::Free});
    } else if (joint->type != "fixed") {
        made.joints = jointsOf(*joint, joint->child == parent, place);
    } else if (parent < 0) {
        made.joints.push_back({.name = joint->name, .kind = RobotJoint::Kind::Fixed});
    }
    readMass(element, made);
    if (saysNo(element, "gravity") || saysYes(element, "kinematic"))
        note(element, MOMENTREE_TEXT("sdf-link-unlike",
                                     "has <gravity> or <kinematic> of its own, which is left out; "
                                     "gravity pulls every link, and joints hold it"));
    for (const XmlElement* visual : childrenOf(element, "visual")) readVisual(*visual, given, made);
    for (const XmlElement* collision : childrenOf(element, "collision"))
        if (auto solid = readSolid(*collision, given)) made.collisions.push_back(std::move(*solid));
    inRobot_[toIndex(link)] = static_cast<int>(robot.links.size());
    robot.links.push_back(std::move(made));
}

/// A spanning tree from the world, or from the first link of a part that nothing holds. Joints that
/// rather close loops are left for that where there is a choice.
void SdfReading::growTree() {
    inRobot_.assign(links_.size(), -1);
    const auto reached = [&](int link) { return link < 0 || inRobot_[toIndex(link)] >= 0; };
    const auto extend = [&](bool closable) {
        for (SdfJoint& joint : joints_) {
            if (closes(joint) != closable || reached(joint.parent) == reached(joint.child))
                continue;
            const bool outward = reached(joint.parent);
            joint.inTree = true;
            addTreeLink(outward ? joint.child : joint.parent, outward ? joint.parent : joint.child,
                        &joint);
            return true;
        }
        return false;
    };
    for (;;) {
        while (extend(false) || extend(true)) {
        }
        const auto next = std::ranges::find(inRobot_, -1);
        if (next == inRobot_.end()) break;
        addTreeLink(static_cast<int>(next - inRobot_.begin()), -1, nullptr);
    }
    for (const SdfJoint& joint : joints_)
        if (!joint.inTree) addLoop(joint);
}

void SdfReading::addLoop(const SdfJoint& joint) {
    RobotLoop loop;
    loop.name = joint.name;
    loop.line = problems.lineOf(*joint.element);
    loop.type = "fixed";
    Frame at = joint.frame;
    if (joint.type != "fixed") {
        const auto along = jointsOf(joint, false, Frame());
        if (along.size() != (joint.type == "universal" ? 2 : 1)) return;  // a problem is listed
        const auto kind = compoundOf(along);
        if (!kind)
            return problems.add(*joint.element,
                                MOMENTREE_TEXT("sdf-loop-axes",
                                               "closes a loop, so its two axes must cross at right "
                                               "angles"));
        loop.type = kind->type;
        loop.lead = along.front().lead;
        at = kind->at;
        if (std::ranges::any_of(along, losesMore))
            note(*joint.element, MOMENTREE_TEXT("sdf-loop-damping",
                                                "closes a loop; its damping, stiffness, friction "
                                                "and limits are left out"));
    }
    const auto end = [&](int link, int& in, Frame& on) {
        in = link < 0 ? -1 : inRobot_[toIndex(link)];
        on = link < 0 ? at : inverse(places_[toIndex(link)]) * at;
    };
    end(joint.parent, loop.a, loop.onA);
    end(joint.child, loop.b, loop.onB);
    robot.loops.push_back(std::move(loop));
}

void SdfReading::readAll() {
    const XmlElement* model = findModel();
    if (!model) return;
    robot.name = textIn(*placing_, "name");
    if (robot.name.empty()) robot.name = textOf(*model, "name");
    robot.line = problems.lineOf(*model);
    robot.gravity = world_ ? vectorIn(*world_, "gravity", sdfGravity) : sdfGravity;
    collectWorld();
    addScope(*model, *placing_, {model, "", "__model__"}, worldScope, 0);
    if (links_.empty())
        problems.add(*model,
                     MOMENTREE_TEXT("sdf-without-links", "a model needs at least one <link>"));
    if (!problems.empty()) return;
    collectJoints();
    if (!problems.empty()) return;
    growTree();
    addGearboxes();
    if (!problems.empty()) return;
    readState();
    noteForeign();
}

Result<ModelDescription> readSdf(const XmlElement& root, const std::string& file,
                                 Diagnostics& notes, const ImportOptions& options) {
    SdfReading reading(root, file, notes, options);
    reading.readAll();
    if (!reading.problems.empty()) return tl::unexpected(reading.problems.take());
    return modelOf(std::move(reading.robot), options.root, notes);
}

}  // namespace momentree
