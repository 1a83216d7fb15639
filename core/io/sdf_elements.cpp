// SPDX-License-Identifier: Apache-2.0
// The elements of SDF: numbers, poses, masses, shapes and velocities.
#include <algorithm>
#include <numbers>
#include <set>

#include "core/io/mesh_file.hpp"
#include "core/io/robot_angles.hpp"
#include "core/io/robot_elements.hpp"
#include "core/io/sdf_reading.hpp"
#include "core/math/index.hpp"

namespace momentree {

void SdfReading::note(const XmlElement& of, Message text) {
    notes.push_back(problems.warningAt(of, std::move(text)));
}

std::string textIn(const XmlElement& owner, const char* tag) {
    const XmlElement* child = owner.FirstChildElement(tag);
    const std::string text = child && child->GetText() ? child->GetText() : "";
    constexpr const char* blanks = " \t\r\n";
    const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

bool saysYes(const XmlElement& owner, const char* tag) {
    const std::string text = textIn(owner, tag);
    return text == "true" || text == "1";
}

std::string givenIn(const XmlElement& element) {
    const XmlElement* pose = element.FirstChildElement("pose");
    if (!pose) return "";
    const std::string relative = textOf(*pose, "relative_to");
    return relative.empty() ? textOf(*pose, "frame") : relative;
}

std::vector<double> SdfReading::numbersIn(const XmlElement& element, std::size_t least,
                                          std::size_t most) {
    const char* text = element.GetText();
    return problems.numbers(element, element.Name(), text ? text : "", least, most);
}

double SdfReading::number(const XmlElement& owner, const char* tag, double fallback) {
    const XmlElement* child = owner.FirstChildElement(tag);
    if (!child) return fallback;
    const auto values = numbersIn(*child, 1, 1);
    return values.empty() ? fallback : values[0];
}

/// "inf" and "-inf" stand for no limit.
double SdfReading::limitIn(const XmlElement& limit, const char* tag, double none) {
    return textIn(limit, tag).find("inf") != std::string::npos ? none : number(limit, tag, none);
}

Vector3d SdfReading::vectorIn(const XmlElement& owner, const char* tag, const Vector3d& fallback) {
    const XmlElement* child = owner.FirstChildElement(tag);
    if (!child) return fallback;
    const auto values = numbersIn(*child, 3, 3);
    return values.empty() ? fallback : Vector3d(values[0], values[1], values[2]);
}

/// "x y z roll pitch yaw", in degrees on demand, or with a quaternion, scalar last.
Frame SdfReading::poseOf(const XmlElement& owner) {
    const XmlElement* pose = owner.FirstChildElement("pose");
    if (!pose || !pose->GetText()) return {};
    const bool quaternion = textOf(*pose, "rotation_format") == "quat_xyzw";
    const std::size_t count = quaternion ? 7 : 6;
    const auto p = numbersIn(*pose, count, count);
    if (p.empty()) return {};
    const Vector3d r(p[0], p[1], p[2]);
    if (quaternion) {
        const Eigen::Quaterniond q(p[6], p[3], p[4], p[5]);
        if (q.norm() > 0.0) return {q.normalized().toRotationMatrix(), r};
        problems.add(*pose, MOMENTREE_TEXT("sdf-quaternion", "its quaternion must not be 0"));
        return {};
    }
    const double unit = pose->BoolAttribute("degrees") ? std::numbers::pi / 180.0 : 1.0;
    return {fromRollPitchYaw(unit * Vector3d(p[3], p[4], p[5])), r};
}

void SdfReading::readMass(const XmlElement& element, RobotLink& link) {
    link.mass.mass = 1.0;  // the defaults of the format
    link.mass.J_C = Matrix3d::Identity();
    const XmlElement* inertial = element.FirstChildElement("inertial");
    if (!inertial) return;
    if (inertial->BoolAttribute("auto"))
        problems.add(*inertial, MOMENTREE_TEXT("sdf-inertial-auto",
                                               "masses that follow from collisions are not read; "
                                               "give <mass> and <inertia>"));
    const Frame at = poseOf(*inertial);
    link.mass.com = at.r;
    link.mass.mass = number(*inertial, "mass", 1.0);
    if (link.mass.mass < 0.0)
        problems.add(*inertial, MOMENTREE_TEXT("sdf-mass", "its mass cannot be negative"));
    const XmlElement* inertia = inertial->FirstChildElement("inertia");
    if (!inertia) return;
    const char* const names[3][3] = {
        {"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}};
    for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j)
            link.mass.J_C(i, j) = link.mass.J_C(j, i) =
                number(*inertia, names[i][j], i == j ? 1.0 : 0.0);
    if (!at.R.isIdentity(1e-15)) link.mass.J_C = (at.R * link.mass.J_C * at.R.transpose()).eval();
}

void SdfReading::readVisual(const XmlElement& visual, const SdfLink& given, RobotLink& link) {
    std::string color;
    if (const XmlElement* material = visual.FirstChildElement("material"))
        if (const XmlElement* diffuse = material->FirstChildElement("diffuse"))
            if (auto c = numbersIn(*diffuse, 3, 4); !c.empty()) {
                c.resize(4, 1.0);
                color = colorText(c);
            }
    if (link.color.empty()) link.color = color;
    if (auto made = readSolid(visual, given)) {
        made->color = color == link.color ? std::string() : color;
        link.visuals.push_back(std::move(*made));
    }
}

/// The geometry of a visual or collision.
std::optional<RobotVisual> SdfReading::readSolid(const XmlElement& owner, const SdfLink& link) {
    const XmlElement* geometry = owner.FirstChildElement("geometry");
    const XmlElement* shape = geometry ? geometry->FirstChildElement() : nullptr;
    if (!shape) return std::nullopt;
    RobotVisual made;
    made.at = poseOf(owner);
    if (const std::string in = givenIn(owner); !in.empty()) {
        const auto frame = placeOfFrame(scopes_[toIndex(link.scope)].named(in), owner),
                   own = placeOfFrame(link.name, owner);
        if (!frame || !own) return std::nullopt;
        made.at = inverse(*own) * *frame * made.at;
    }
    made.line = problems.lineOf(*shape);
    const std::string kind = shape->Name();
    using Kind = PartDescription::Kind;
    if (kind == "box") {
        made.size = vectorIn(*shape, "size", Vector3d::Ones());
    } else if (kind == "sphere") {
        made.kind = Kind::Sphere;
        made.size = {number(*shape, "radius", 1.0), 1.0, 1.0};
    } else if (kind == "cylinder") {
        made.kind = Kind::Cylinder;
        made.size = {number(*shape, "radius", 1.0), number(*shape, "length", 1.0), 1.0};
    } else if (kind == "mesh") {
        made.kind = Kind::Mesh;
        made.size = vectorIn(*shape, "scale", Vector3d::Ones());
        made.mesh = meshPath(textIn(*shape, "uri"), {fileOf(*shape), options.packages});
    } else {
        notes.push_back(warning(Place::link(link.name), problems.within(*shape, solidIgnored(kind)),
                                made.line));
        return std::nullopt;
    }
    if (made.kind != Kind::Mesh && !(made.size.minCoeff() > 0.0)) {
        notes.push_back(warning(Place::link(link.name),
                                problems.within(*shape, solidWithoutSize(kind)), made.line));
        return std::nullopt;
    }
    if (made.kind == Kind::Sphere) made.size.y() = made.size.z() = 0.0;
    if (made.kind == Kind::Cylinder) made.size.z() = 0.0;
    return made;
}

/// Velocities of origins and angular ones, in the world.
void SdfReading::readVelocities(const XmlElement& model, const std::string& prefix,
                                std::map<std::string, std::array<Vector3d, 2>>& velocities) {
    for (const XmlElement* link : childrenOf(model, "link"))
        if (const XmlElement* velocity = link->FirstChildElement("velocity"))
            if (const auto v = numbersIn(*velocity, 6, 6); !v.empty())
                velocities[prefix + textOf(*link, "name")] = {Vector3d(v[0], v[1], v[2]),
                                                              Vector3d(v[3], v[4], v[5])};
    for (const XmlElement* inner : childrenOf(model, "model"))
        readVelocities(*inner, prefix + textOf(*inner, "name") + "::", velocities);
}

/// Velocities of links in the <state> of a world, as rates of the joints of the tree.
void SdfReading::readState() {
    const XmlElement* state = world_ ? world_->FirstChildElement("state") : nullptr;
    const XmlElement* found = nullptr;
    if (state)
        for (const XmlElement* model : childrenOf(*state, "model"))
            if (textOf(*model, "name") == robot.name) found = model;
    if (!found) return;
    std::map<std::string, std::array<Vector3d, 2>> velocities;
    readVelocities(*found, "", velocities);
    const auto of = [&](int link) {
        const auto known =
            link < 0 ? velocities.end() : velocities.find(robot.links[toIndex(link)].name);
        return known == velocities.end()
                   ? std::array{Vector3d(Vector3d::Zero()), Vector3d(Vector3d::Zero())}
                   : known->second;
    };
    for (std::size_t k = 0; k < robot.links.size(); ++k) {
        RobotLink& link = robot.links[k];
        const Frame& place = places_[toIndex(linkNamed_.at(link.name))];
        const auto own = of(static_cast<int>(k)), parent = of(link.parent);
        const Vector3d w = own[1] - parent[1];
        for (RobotJoint& joint : link.joints) {
            const Vector3d axis = place.R * joint.axis;
            const Vector3d from =
                link.parent < 0
                    ? Vector3d(Vector3d::Zero())
                    : places_[toIndex(linkNamed_.at(robot.links[toIndex(link.parent)].name))].r;
            const Vector3d v = own[0] - parent[0] - parent[1].cross(place.r - from);
            const Vector3d turn = place.R.transpose() * w;
            if (joint.kind == RobotJoint::Kind::Revolute) joint.speeds = {axis.dot(w)};
            if (joint.kind == RobotJoint::Kind::Prismatic) joint.speeds = {axis.dot(v)};
            if (joint.kind == RobotJoint::Kind::Screw)
                joint.speeds = {axis.dot(w), joint.lead / (2.0 * std::numbers::pi) * axis.dot(w)};
            if (joint.kind == RobotJoint::Kind::Spherical)
                joint.speeds = {turn.x(), turn.y(), turn.z()};
            if (joint.kind == RobotJoint::Kind::Free)
                joint.speeds = {own[0].x(), own[0].y(), own[0].z(), turn.x(), turn.y(), turn.z()};
        }
    }
}

void SdfReading::noteForeign() {
    noteUnknownInSdf(root, problems, notes);
    std::set<std::string> told{file};
    std::vector<const XmlElement*> owners;
    for (const SdfScope& scope : scopes_) {
        owners.push_back(scope.element);
        if (told.insert(fileOf(*scope.element)).second)
            noteUnknownInSdf(*scope.element->GetDocument()->RootElement(), problems, notes);
    }
    if (world_) owners.push_back(world_);
    for (std::size_t k = 0, models = owners.size(); k < models; ++k)
        for (const XmlElement* include : childrenOf(*owners[k], "include"))
            owners.push_back(include);
    for (const XmlElement* owner : owners) {
        for (const char* tag : {"plugin", "sensor", "actor"})
            if (const XmlElement* found = owner->FirstChildElement(tag))
                note(*found,
                     MOMENTREE_TEXT("sdf-element-ignored", "is ignored; models do not support it"));
        if (const XmlElement* found = owner->FirstChildElement("experimental:params"))
            note(*found, MOMENTREE_TEXT("sdf-params-ignored",
                                        "is ignored, the included model stays as in its file; "
                                        "change it there"));
    }
    for (const SdfLink& link : links_)
        if (const XmlElement* collision = link.element->FirstChildElement("collision")) {
            notes.push_back(warning({Place::Kind::Tag, "collision"},
                                    problems.within(*collision, collisionsKept()),
                                    problems.lineOf(*collision)));
            break;
        }
}

}  // namespace momentree
