// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "core/io/sdf_reading.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

const Vector3d sdfGravity(0.0, 0.0, -9.8);  ///< default of the format [m/s^2]
constexpr int deepestFrames = 100;          ///< frames that are given in other frames

/// Whether a child says so: "true" and "1" mean the same.
bool saysYes(const XmlElement& owner, const char* tag) {
    const std::string text = textIn(owner, tag);
    return text == "true" || text == "1";
}
bool saysNo(const XmlElement& owner, const char* tag) {
    const std::string text = textIn(owner, tag);
    return text == "false" || text == "0";
}

/// Until version 1.4 axes are in the frame of the model, later in that of the joint.
bool hasAxesInModel(const XmlElement& root) {
    const std::string version = textOf(root, "version");
    return version == "1.0" || version == "1.2" || version == "1.3" || version == "1.4";
}

/// Why joints of this type are not read, and what can stand for them.
Message notRead(const std::string& type) {
    if (type == "screw")
        return MOMENTREE_TEXT("sdf-screw",
                              "screws are not read from SDF, whose versions differ in the unit and "
                              "sign of the pitch; make it 'revolute', and 'screw' in the model "
                              "that you save");
    if (type == "gearbox")
        return MOMENTREE_TEXT("sdf-gearbox",
                              "gearboxes are not read; <mimic> in the <axis> of one of the two "
                              "joints couples them, too");
    return MOMENTREE_TEXT("sdf-joint-type",
                          "joints of type '%1' are not read; known are revolute, revolute2, "
                          "continuous, prismatic, universal, ball and fixed")(type);
}

}  // namespace

/// The first model that can move, in a world or alone.
const XmlElement* SdfReading::findModel() {
    world_ = root.FirstChildElement("world");
    std::vector<const XmlElement*> models = childrenOf(world_ ? *world_ : root, "model");
    const auto moves =
        std::ranges::find_if(models, [](const XmlElement* m) { return !saysYes(*m, "static"); });
    if (world_)
        for (const XmlElement* joint : childrenOf(*world_, "joint"))
            problems.add(*joint, MOMENTREE_TEXT("sdf-world-joint",
                                                "joints of a world are not read; put it into the "
                                                "<model>, with 'world' for what is at rest"));
    if (models.empty() || moves == models.end()) {
        const XmlElement& owner = world_ ? *world_ : root;
        if (const XmlElement* include = owner.FirstChildElement("include")) {
            problems.add(*include,
                         MOMENTREE_TEXT("sdf-include", "is not read; open the file that it names"));
            return nullptr;
        }
        problems.add(root,
                     MOMENTREE_TEXT("sdf-without-model", "needs a <model> that is not <static>"));
        return nullptr;
    }
    for (const XmlElement* other : models)
        if (other != *moves)
            note(*other, MOMENTREE_TEXT("sdf-model-ignored",
                                        "is left out; the first model that "
                                        "can move is read"));
    return *moves;
}

void SdfReading::collectFrames() {
    const auto add = [&](const XmlElement& element, const std::string& in) {
        const std::string name = textOf(element, "name");
        const XmlElement* pose = element.FirstChildElement("pose");
        std::string relative = pose ? textOf(*pose, "relative_to") : "";
        if (relative.empty() && pose) relative = textOf(*pose, "frame");
        if (name.empty())
            problems.add(element,
                         MOMENTREE_TEXT("sdf-without-name",
                                        "needs a name: <%1 name=\"...\">")(element.Name()));
        else if (!frames_
                      .emplace(name, SdfFrame{&element, relative.empty() ? in : relative,
                                              poseOf(element)})
                      .second)
            problems.add(element, MOMENTREE_TEXT("sdf-name-twice",
                                                 "another link, joint or frame has "
                                                 "this name; rename one"));
    };
    for (const XmlElement* link : childrenOf(*model_, "link")) {
        links_.emplace(textOf(*link, "name"), static_cast<int>(elements_.size()));
        elements_.push_back(link);
        add(*link, "__model__");
    }
    for (const XmlElement* joint : childrenOf(*model_, "joint"))
        add(*joint, textIn(*joint, "child"));
    for (const XmlElement* frame : childrenOf(*model_, "frame")) {
        const std::string attached = textOf(*frame, "attached_to");
        add(*frame, attached.empty() ? "__model__" : attached);
    }
    if (elements_.empty())
        problems.add(*model_,
                     MOMENTREE_TEXT("sdf-without-links", "a model needs at least one <link>"));
    for (const char* tag : {"model", "include"})
        for (const XmlElement* nested : childrenOf(*model_, tag))
            problems.add(*nested, MOMENTREE_TEXT("sdf-nested",
                                                 "<%1> inside a model is not read; "
                                                 "put its links into the model")(tag));
}

/// The model in the world: its <pose> is that of one of its frames, if it says so.
std::optional<Frame> SdfReading::placeOfModel(const XmlElement& asks) {
    const std::string placed = textOf(*model_, "placement_frame");
    const Frame pose = poseOf(*model_);
    if (placed.empty() || placed == "__model__") return pose;
    Frame inModel;
    std::string name = placed;
    for (int depth = 0; name != "__model__"; ++depth) {
        const auto found = frames_.find(name);
        if (found == frames_.end() || depth > deepestFrames) {
            problems.add(asks, MOMENTREE_TEXT("sdf-placement",
                                              "the model's placement_frame '%1' is no frame in "
                                              "the model")(placed));
            return std::nullopt;
        }
        inModel = found->second.at * inModel;
        name = found->second.in;
    }
    return pose * inverse(inModel);
}

/// A frame in the world; an error, reported at `asks`, if it or one that it is given in is unknown.
std::optional<Frame> SdfReading::placeOfFrame(const std::string& name, const XmlElement& asks,
                                              int depth) {
    if (name == "__model__") return placeOfModel(asks);
    if (name == "world") return Frame{};
    const auto found = frames_.find(name);
    if (found == frames_.end() || depth > deepestFrames) {
        problems.add(asks, found == frames_.end()
                               ? MOMENTREE_TEXT("sdf-frame-unknown",
                                                "there is no link, joint or frame '%1'")(name)
                               : MOMENTREE_TEXT("sdf-frame-circle",
                                                "frame '%1' is given in frames that are given in "
                                                "itself")(name));
        return std::nullopt;
    }
    const auto outer = placeOfFrame(found->second.in, *found->second.element, depth + 1);
    if (!outer) return std::nullopt;
    return *outer * found->second.at;
}

/// The link that a frame is attached to, -1 for the world; nothing if it is unknown.
std::optional<int> SdfReading::attachedLink(std::string name) const {
    for (int depth = 0; depth < deepestFrames; ++depth) {
        if (name == "world") return -1;
        if (const auto link = links_.find(name); link != links_.end()) return link->second;
        if (name == "__model__") {
            const auto canonical = links_.find(textOf(*model_, "canonical_link"));
            return canonical == links_.end() ? 0 : canonical->second;
        }
        const auto frame = frames_.find(name);
        if (frame == frames_.end()) return std::nullopt;
        const XmlElement& element = *frame->second.element;
        const bool isJoint = std::string_view(element.Name()) == "joint";
        name = isJoint ? textIn(element, "child") : textOf(element, "attached_to");
        if (name.empty()) name = "__model__";
    }
    return std::nullopt;
}

int SdfReading::linkOf(const XmlElement& joint, const char* tag) {
    const std::string name = textIn(joint, tag);
    if (name == "world") return -1;
    if (const auto link = attachedLink(name)) return *link;
    problems.add(joint,
                 name.empty()
                     ? MOMENTREE_TEXT("sdf-joint-end", "needs <%1>LINK</%1>")(tag)
                     : MOMENTREE_TEXT("sdf-link-unknown",
                                      "its %1 '%2' is no link or frame of the model")(tag, name));
    return -2;
}

void SdfReading::collectJoints() {
    const std::set<std::string> known{"revolute", "continuous", "prismatic",
                                      "ball",     "universal",  "fixed"};
    for (const XmlElement* element : childrenOf(*model_, "joint")) {
        SdfJoint joint{element, textOf(*element, "name"), textOf(*element, "type")};
        joint.parent = linkOf(*element, "parent");
        joint.child = linkOf(*element, "child");
        // Two hinges in series, as in a universal joint, but with axes at any angle.
        if (joint.type == "revolute2") joint.type = "universal";
        if (!known.contains(joint.type)) problems.add(*element, notRead(joint.type));
        if (joint.parent == joint.child && joint.parent != -2)
            problems.add(*element, MOMENTREE_TEXT("sdf-joint-itself", "connects a link to itself"));
        const auto frame = placeOfFrame(joint.name, *element);
        if (frame) joint.frame = *frame;
        joints_.push_back(joint);
    }
    for (const XmlElement* link : elements_)
        places_.push_back(placeOfFrame(textOf(*link, "name"), *link).value_or(Frame()));
}

void SdfReading::addMimic(const SdfJoint& joint, const XmlElement& axis) {
    const XmlElement* mimic = axis.FirstChildElement("mimic");
    if (!mimic) return;
    const double multiplier = number(*mimic, "multiplier", 0.0);
    // q = multiplier (q' - reference) + offset
    robot.mimics.push_back(
        {joint.name, textOf(*mimic, "joint"), multiplier,
         number(*mimic, "offset", 0.0) - multiplier * number(*mimic, "reference", 0.0),
         mimic->GetLineNum()});
}

/// @param sign -1 if the link is the joint's parent: then its axis points the other way
std::optional<RobotJoint> SdfReading::axisOf(const SdfJoint& joint, const char* tag, double sign,
                                             const Frame& link) {
    const XmlElement* axis = joint.element->FirstChildElement(tag);
    RobotJoint made;
    made.name = joint.name;
    made.line = joint.element->GetLineNum();
    made.kind =
        joint.type == "prismatic" ? RobotJoint::Kind::Prismatic : RobotJoint::Kind::Revolute;
    Vector3d direction = Vector3d::UnitZ();
    Frame in = joint.frame;
    if (axis) {
        direction = vectorIn(*axis, "xyz", direction);
        const XmlElement* xyz = axis->FirstChildElement("xyz");
        const std::string expressed = xyz ? textOf(*xyz, "expressed_in") : "";
        const bool inModel = axis->FirstChildElement("use_parent_model_frame")
                                 ? saysYes(*axis, "use_parent_model_frame")
                                 : hasAxesInModel(root);
        if (inModel) in = placeOfModel(*axis).value_or(Frame());
        if (!expressed.empty()) {
            const auto frame = placeOfFrame(expressed, *axis);
            if (!frame) return std::nullopt;
            in = *frame;
        }
        if (const XmlElement* dynamics = axis->FirstChildElement("dynamics")) {
            made.damping = number(*dynamics, "damping", 0.0);
            made.stiffness = number(*dynamics, "spring_stiffness", 0.0);
            made.rest = number(*dynamics, "spring_reference", 0.0);
            made.friction = number(*dynamics, "friction", 0.0);
        }
        const XmlElement* limit = axis->FirstChildElement("limit");
        constexpr double none = 1e16;
        const double least = limit ? limitIn(*limit, "lower", -none) : -none;
        const double most = limit ? limitIn(*limit, "upper", none) : none;
        const bool limited = joint.type != "continuous" && (least > -none || most < none);
        if (limited && !options.limits)
            note(*joint.element, MOMENTREE_TEXT("sdf-limits-ignored",
                                                "its limits are left out, it moves beyond them; "
                                                "--limits keeps them"));
        if (limited && options.limits) {
            if (least > -none) made.least = least;
            if (most < none) made.most = most;
            if (!(least < most))
                problems.add(*limit, MOMENTREE_TEXT("sdf-limits-order",
                                                    "its lower limit must be less than the upper"));
        }
        addMimic(joint, *axis);
    }
    if (!(direction.norm() > 0.0)) {
        problems.add(*joint.element, MOMENTREE_TEXT("sdf-axis-zero",
                                                    "its axis has no direction; give "
                                                    "<xyz>0 0 1</xyz>"));
        return std::nullopt;
    }
    made.axis = sign * link.R.transpose() * in.R * direction.normalized();
    made.at = (inverse(link) * joint.frame).r;
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
        made.back().line = joint.element->GetLineNum();
        return made;
    }
    if (auto first = axisOf(joint, "axis", sign, link)) made.push_back(std::move(*first));
    if (joint.type == "universal")
        if (auto second = axisOf(joint, "axis2", sign, link)) made.push_back(std::move(*second));
    if (reversed) std::ranges::reverse(made);
    return made;
}

void SdfReading::addTreeLink(int link, int parent, const SdfJoint* joint) {
    const XmlElement& element = *elements_[toIndex(link)];
    RobotLink made;
    made.name = textOf(element, "name");
    made.line = element.GetLineNum();
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
    for (const XmlElement* visual : childrenOf(element, "visual")) readVisual(*visual, made);
    for (const XmlElement* collision : childrenOf(element, "collision"))
        if (auto solid = readSolid(*collision, made.name))
            made.collisions.push_back(std::move(*solid));
    inRobot_[toIndex(link)] = static_cast<int>(robot.links.size());
    robot.links.push_back(std::move(made));
}

/// A spanning tree from the world, or from the first link of a part that nothing holds. Joints that
/// can close loops are left for that where there is a choice.
void SdfReading::growTree() {
    inRobot_.assign(elements_.size(), -1);
    const auto reached = [&](int link) { return link < 0 || inRobot_[toIndex(link)] >= 0; };
    const auto extend = [&](bool closable) {
        for (SdfJoint& joint : joints_) {
            const bool canClose = joint.type != "prismatic" && joint.type != "universal";
            if (canClose != closable || reached(joint.parent) == reached(joint.child)) continue;
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
    if (joint.type == "universal" || joint.type == "prismatic") {
        problems.add(*joint.element, MOMENTREE_TEXT("sdf-loop-type",
                                                    "closes a loop; of the joints of a loop, at "
                                                    "least one must be revolute, ball or fixed"));
        return;
    }
    RobotLoop loop;
    loop.name = joint.name;
    loop.line = joint.element->GetLineNum();
    loop.type = joint.type == "ball" ? "spherical" : joint.type == "fixed" ? "fixed" : "revolute";
    Frame at = joint.frame;
    if (loop.type == "revolute") {
        const auto axis = axisOf(joint, "axis", 1.0, Frame());
        if (!axis) return;
        at.R = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis->axis).toRotationMatrix();
        if (axis->damping != 0.0 || axis->stiffness != 0.0)
            note(*joint.element, MOMENTREE_TEXT("sdf-loop-damping",
                                                "closes a loop; its damping and stiffness are left "
                                                "out"));
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
    model_ = findModel();
    if (!model_) return;
    robot.name = textOf(*model_, "name");
    robot.line = model_->GetLineNum();
    robot.gravity = world_ ? vectorIn(*world_, "gravity", sdfGravity) : sdfGravity;
    collectFrames();
    if (!problems.empty()) return;
    collectJoints();
    if (!problems.empty()) return;
    growTree();
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
