// SPDX-License-Identifier: Apache-2.0
#include <console_bridge/console.h>
#include <tinyxml.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "core/io/urdf.hpp"
#include "core/math/shortest_turn.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double standardGravity = 9.80665;  ///< [m/s^2]
constexpr double samePlace = 1e-9;           ///< [m], also used for directions
constexpr int deepestElement = 200;          ///< nested elements; the parser recurses

Vector3d vectorOf(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }
Matrix3d matrixOf(const urdf::Rotation& r) {
    return Eigen::Quaterniond(r.w, r.x, r.y, r.z).normalized().toRotationMatrix();
}
Frame frameOf(const urdf::Pose& pose) { return {matrixOf(pose.rotation), vectorOf(pose.position)}; }

/// Rounds values near 0, 1 and -1, which products of rotations leave inexact.
double cleaned(double value) {
    const double near = std::round(value);
    return (std::abs(value - near) < 1e-15 ? near : value) + 0.0;
}
Scalar3 scalars(const Vector3d& v) { return {cleaned(v.x()), cleaned(v.y()), cleaned(v.z())}; }

/// Axes with z along `axis`; x is kept if `axis` is z.
Matrix3d axesAlong(const Vector3d& axis) {
    return shortestTurn(Vector3d::UnitZ(), axis).toRotationMatrix();
}

/// Collects the parser's messages during its lifetime. The parser's log is global, so only one
/// parse runs at a time.
class ParserLog final : public console_bridge::OutputHandler {
public:
    ParserLog() : lock_(mutex()) { console_bridge::useOutputHandler(this); }
    ~ParserLog() override { console_bridge::restorePreviousOutputHandler(); }
    void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
        if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && !text.empty())
            problems.push_back(text);
    }
    std::vector<std::string> problems;

private:
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }
    std::lock_guard<std::mutex> lock_;
};

bool tooDeep(std::string_view text) {
    int depth = 0;
    for (std::size_t k = 0; k + 1 < text.size(); ++k) {
        if (text[k] == '<' && text[k + 1] == '/') depth -= 2;
        if (text[k] == '<' && text[k + 1] != '!' && text[k + 1] != '?') ++depth;
        if (text[k] == '/' && text[k + 1] == '>') --depth;
        if (depth > deepestElement) return true;
    }
    return false;
}

/// A link as part of a body: its frame in body axes.
struct LinkPlace {
    std::string body;
    Frame frame;
};

struct UrdfReading {
    const TiXmlElement& root;
    const urdf::ModelInterface& robot;
    ModelDescription model;
    Diagnostics problems, notes;
    std::map<std::string, LinkPlace> places = {};   ///< of every link
    std::map<std::string, std::string> names = {};  ///< of links and joints, made valid for models

    void readAll();

private:
    int lineOf(const char* tag, const std::string& name) const;
    std::string nameOf(const char* tag, const std::string& name);
    void noteForeign();
    void addRoot(const urdf::Link& link);
    void addLink(const urdf::Link& link);
    void addBody(const urdf::Link& link);
    void addShape(const urdf::Link& link, BodyDescription& body);
    void addJoint(const urdf::Joint& joint);
    void addDamping(const urdf::Joint& joint, const JointDescription& made);
    void noteLost(const urdf::Joint& joint);
    MarkerReference addMarker(const std::string& body, const std::string& name, const Frame& frame);
};

bool hasMass(const urdf::Link& link) { return link.inertial && link.inertial->mass > 0.0; }

int UrdfReading::lineOf(const char* tag, const std::string& name) const {
    for (const auto* e = root.FirstChildElement(tag); e; e = e->NextSiblingElement(tag))
        if (const char* is = e->Attribute("name"); is && name == is) return e->Row();
    return 0;
}

std::string UrdfReading::nameOf(const char* tag, const std::string& name) {
    std::string& known = names[std::string(tag) + " " + name];
    if (!known.empty()) return known;
    known = name;
    std::ranges::replace_if(
        known, [](char c) { return c == '.' || c == '/'; }, '_');
    if (known == "ground") known = "ground_link";
    const bool joint = std::string_view(tag) == "joint";
    if (known != name)
        notes.push_back(warning(joint ? Place::joint(name) : Place::link(name),
                                MOMENTREE_TEXT("urdf-renamed", "is called '%1' here")(known),
                                lineOf(tag, name)));
    return known;
}

/// Notes each kind of element other than links, joints and materials once.
void UrdfReading::noteForeign() {
    std::map<std::string, std::pair<int, int>> kinds;  // count, first line
    for (const auto* e = root.FirstChildElement(); e; e = e->NextSiblingElement()) {
        const std::string kind = e->Value();
        if (kind == "link" || kind == "joint" || kind == "material") continue;
        auto& [count, line] = kinds[kind];
        if (count++ == 0) line = e->Row();
    }
    for (const auto& [kind, found] : kinds)
        notes.push_back(
            warning({Place::Kind::Tag, kind},
                    found.first == 1
                        ? Message(MOMENTREE_TEXT(
                              "urdf-element-ignored",
                              "one element of this kind is ignored; models do not support it"))
                        : MOMENTREE_TEXT(
                              "urdf-elements-ignored",
                              "%1 elements of this kind are ignored; models do not support them")(
                              found.first),
                    found.second));
}

MarkerReference UrdfReading::addMarker(const std::string& body, const std::string& name,
                                       const Frame& frame) {
    MarkerDescription marker;
    marker.name = name;
    marker.position = scalars(frame.r);
    if (!frame.R.isApprox(Matrix3d::Identity(), samePlace)) {
        marker.z = scalars(frame.R.col(2));
        marker.x = scalars(frame.R.col(0));
    }
    auto* markers = &model.groundMarkers;
    for (BodyDescription& candidate : model.bodies)
        if (candidate.name == body) markers = &candidate.markers;
    const auto taken = [&](const std::string& n) {
        return std::ranges::any_of(*markers, [&](const auto& m) { return m.name == n; });
    };
    for (int k = 2; taken(marker.name); ++k) marker.name = name + "_" + std::to_string(k);
    markers->push_back(marker);
    return {body, marker.name, 0};
}

void UrdfReading::addShape(const urdf::Link& link, BodyDescription& body) {
    if (!link.visual || !link.visual->geometry) return;
    const urdf::Geometry& geometry = *link.visual->geometry;
    const auto set = [&](ShapeDescription::Kind kind, double a, double b = 0.0, double c = 0.0) {
        body.shape.kind = kind;
        body.shape.size = {a, b, c};
    };
    const Frame at = frameOf(link.visual->origin);
    const bool centred =
        (at.r - vectorOf(link.inertial->origin.position)).norm() < 1e-6 &&
        (geometry.type == urdf::Geometry::SPHERE || at.R.isApprox(Matrix3d::Identity(), 1e-6));
    using Kind = ShapeDescription::Kind;
    if (const auto* mesh = dynamic_cast<const urdf::Mesh*>(&geometry))
        notes.push_back(warning(
            Place::link(link.name),
            MOMENTREE_TEXT(
                "urdf-mesh-ignored",
                "its mesh '%1' is not supported; bars between its joints are drawn instead")(
                mesh->filename),
            lineOf("link", link.name)));
    if (link.visual->material) {
        const urdf::Color& c = link.visual->material->color;
        const auto byte = [](float part) {
            return static_cast<int>(std::lround(255.0F * std::clamp(part, 0.0F, 1.0F)));
        };
        char text[8];
        std::snprintf(text, sizeof text, "#%02x%02x%02x", byte(c.r), byte(c.g), byte(c.b));
        if (c.a > 0.0F && (c.r > 0.0F || c.g > 0.0F || c.b > 0.0F)) body.shape.color = text;
    }
    if (!centred) return;
    if (const auto* box = dynamic_cast<const urdf::Box*>(&geometry))
        set(Kind::Box, box->dim.x, box->dim.y, box->dim.z);
    if (const auto* sphere = dynamic_cast<const urdf::Sphere*>(&geometry))
        set(Kind::Sphere, sphere->radius);
    if (const auto* cylinder = dynamic_cast<const urdf::Cylinder*>(&geometry))
        set(Kind::Cylinder, cylinder->radius, cylinder->length);
}

void UrdfReading::addBody(const urdf::Link& link) {
    BodyDescription body;
    body.name = nameOf("link", link.name);
    body.line = lineOf("link", link.name);
    const urdf::Inertial& inertial = *link.inertial;
    body.mass = inertial.mass;
    body.com = scalars(vectorOf(inertial.origin.position));
    Matrix3d J;
    J << inertial.ixx, inertial.ixy, inertial.ixz, inertial.ixy, inertial.iyy, inertial.iyz,
        inertial.ixz, inertial.iyz, inertial.izz;
    const Matrix3d R = matrixOf(inertial.origin.rotation);
    if (!R.isApprox(Matrix3d::Identity(), 1e-15)) J = (R * J * R.transpose()).eval();
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            body.inertia[i][j] = J(static_cast<Eigen::Index>(std::min(i, j)),
                                   static_cast<Eigen::Index>(std::max(i, j)));
    addShape(link, body);
    places[link.name] = {body.name, {}};
    model.bodies.push_back(std::move(body));
}

void UrdfReading::addRoot(const urdf::Link& link) {
    if (!hasMass(link)) {
        places[link.name] = {"ground", {}};
        return;
    }
    addBody(link);
    JointDescription held;
    held.name = nameOf("joint", link.name + "_to_ground");
    held.type = "fixed";
    held.a = {"ground", "", 0};
    held.b = {model.bodies.back().name, "", 0};
    model.joints.push_back(held);
    notes.push_back(warning(
        Place::link(link.name),
        MOMENTREE_TEXT(
            "urdf-root-fixed",
            "is fixed to ground, being the root; make joint '%1' free to release it")(held.name),
        lineOf("link", link.name)));
}

void UrdfReading::addLink(const urdf::Link& link) {
    if (hasMass(link)) return addBody(link);
    const urdf::Joint& joint = *link.parent_joint;
    const LinkPlace& parent = places.at(joint.parent_link_name);
    places[link.name] = {parent.body,
                         parent.frame * frameOf(joint.parent_to_joint_origin_transform)};
    if (joint.type == urdf::Joint::FIXED) return;
    const std::string mass = link.inertial ? numberText(link.inertial->mass, 6) : "";
    problems.push_back(error(
        Place::link(link.name),
        mass.empty() ? MOMENTREE_TEXT("urdf-without-mass",
                                      "has no mass, but joint '%1' moves it; give it an <inertial> "
                                      "or make the joint fixed")(joint.name)
                     : MOMENTREE_TEXT("urdf-mass",
                                      "has a mass of %1 kg, but joint '%2' moves it; give it a "
                                      "mass above 0 or make the joint fixed")(mass, joint.name),
        lineOf("link", link.name)));
}

const char* typeOf(const urdf::Joint& joint) {
    switch (joint.type) {
        case urdf::Joint::REVOLUTE:
        case urdf::Joint::CONTINUOUS:
            return "revolute";
        case urdf::Joint::PRISMATIC:
            return "prismatic";
        case urdf::Joint::FLOATING:
            return "free";
        case urdf::Joint::FIXED:
            return "fixed";
        default:
            return nullptr;
    }
}

void UrdfReading::addJoint(const urdf::Joint& joint) {
    const int line = lineOf("joint", joint.name);
    const auto child = robot.getLink(joint.child_link_name);
    if (!hasMass(*child)) return;
    const char* type = typeOf(joint);
    if (!type) {
        problems.push_back(
            error(Place::joint(joint.name),
                  joint.type == urdf::Joint::PLANAR
                      ? MOMENTREE_TEXT("urdf-joint-planar",
                                       "planar joints are not known here; known are revolute, "
                                       "continuous, prismatic, floating and fixed")
                      : MOMENTREE_TEXT("urdf-joint-type",
                                       "the type of the joint is unknown; known are revolute, "
                                       "continuous, prismatic, floating and fixed"),
                  line));
        return;
    }
    const std::string name = nameOf("joint", joint.name);
    const bool along =
        std::string_view(type) == "revolute" || std::string_view(type) == "prismatic";
    const Vector3d axis = vectorOf(joint.axis);
    if (along && !(axis.norm() > 0.0)) {
        problems.push_back(
            error(Place::joint(joint.name),
                  MOMENTREE_TEXT("urdf-axis-zero",
                                 "its axis has no direction; give <axis xyz=\"0 0 1\"/>"),
                  line));
        return;
    }
    const Matrix3d R = along ? axesAlong(axis) : Matrix3d::Identity();
    const LinkPlace& parent = places.at(joint.parent_link_name);
    const Frame at = parent.frame * frameOf(joint.parent_to_joint_origin_transform);
    JointDescription made;
    made.name = name;
    made.type = type;
    made.line = line;
    made.a = addMarker(parent.body, name, {at.R * R, at.r});
    made.b = addMarker(places.at(joint.child_link_name).body, name, {R, Vector3d::Zero()});
    addDamping(joint, made);
    model.joints.push_back(std::move(made));
    noteLost(joint);
}

void UrdfReading::addDamping(const urdf::Joint& joint, const JointDescription& made) {
    if (!joint.dynamics || joint.dynamics->damping == 0.0) return;
    ForceDescription force;
    force.name = made.name + "_damping";
    if (made.type == "prismatic") {
        AxialForceDescription law;
        law.a = made.a;
        law.b = made.b;
        law.damping = joint.dynamics->damping;
        force.law = law;
    } else if (made.type == "revolute") {
        AxialTorqueDescription law;
        law.a = made.a;
        law.b = made.b;
        law.damping = joint.dynamics->damping;
        force.law = law;
    } else {
        return;
    }
    model.forces.push_back(std::move(force));
}

void UrdfReading::noteLost(const urdf::Joint& joint) {
    const auto note = [&](Message text) {
        notes.push_back(
            warning(Place::joint(joint.name), std::move(text), lineOf("joint", joint.name)));
    };
    if (joint.limits && joint.type != urdf::Joint::CONTINUOUS) {
        const bool turns = joint.type == urdf::Joint::REVOLUTE;
        note(MOMENTREE_TEXT("urdf-limits-ignored",
                            "its limits (%1 to %2 %3) are not supported; it moves beyond them")(
            numberText(joint.limits->lower), numberText(joint.limits->upper), turns ? "rad" : "m"));
    }
    if (joint.mimic)
        note(MOMENTREE_TEXT("urdf-mimic-ignored",
                            "mimic of '%1' is not supported; the joint moves independently")(
            joint.mimic->joint_name));
    if (joint.dynamics && joint.dynamics->friction != 0.0)
        note(MOMENTREE_TEXT("urdf-friction-ignored",
                            "friction is not supported; the joint has none"));
    if (joint.safety)
        note(MOMENTREE_TEXT("urdf-safety-ignored", "its safety controller is not supported"));
    if (joint.calibration)
        note(MOMENTREE_TEXT("urdf-calibration-ignored", "its calibration is not supported"));
}

void UrdfReading::readAll() {
    model.name = robot.getName();
    model.gravity = {Scalar(0.0), Scalar(0.0), Scalar(-standardGravity)};
    // Parents come before children, so that a link fixed to another finds it.
    std::vector<const urdf::Link*> order{robot.getRoot().get()};
    addRoot(*order.front());
    for (std::size_t k = 0; k < order.size(); ++k)
        for (const auto& child : order[k]->child_links) {
            addLink(*child);
            order.push_back(child.get());
        }
    for (const auto* e = root.FirstChildElement("joint"); e; e = e->NextSiblingElement("joint"))
        if (const char* name = e->Attribute("name"))
            if (const auto joint = robot.getJoint(name)) addJoint(*joint);
    if (std::ranges::any_of(order, [](const urdf::Link* link) { return !!link->collision; }))
        notes.push_back(
            warning({Place::Kind::Tag, "collision"},
                    MOMENTREE_TEXT("urdf-collision-ignored",
                                   "is not supported: bodies pass through each other")));
    noteForeign();
}

}  // namespace

bool looksLikeXml(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first != std::string_view::npos && text[first] == '<';
}

Result<ModelDescription> readUrdf(std::string_view text, Diagnostics* notes) {
    if (tooDeep(text))
        return fail(
            error({}, MOMENTREE_TEXT(
                          "urdf-too-deep",
                          "elements are nested more than %1 deep; a robot needs only a few levels")(
                          deepestElement)));
    const std::string whole(text);
    TiXmlDocument document;
    document.Parse(whole.c_str());
    if (document.Error())
        return fail(error(
            {}, MOMENTREE_TEXT("xml-invalid", "not well-formed XML: %1")(document.ErrorDesc()),
            document.ErrorRow()));
    const TiXmlElement* root = document.RootElement();
    if (!root || root->ValueStr() != "robot")
        return fail(
            error({},
                  MOMENTREE_TEXT("urdf-not-robot",
                                 "not a robot description: the first element must be <robot>"),
                  root ? root->Row() : 0));
    urdf::ModelInterfaceSharedPtr robot;
    ParserLog log;
    try {
        robot = urdf::parseURDF(whole);
    } catch (const std::exception& e) {
        log.problems.emplace_back(e.what());
    }
    if (!robot || !robot->getRoot()) {
        Diagnostics problems;
        for (const std::string& problem : log.problems)
            problems.push_back(error(
                {}, MOMENTREE_TEXT("urdf-parser", "not a valid robot description: %1")(problem)));
        if (problems.empty())
            problems.push_back(
                error({}, MOMENTREE_TEXT("urdf-invalid", "not a valid robot description")));
        return tl::unexpected(std::move(problems));
    }
    UrdfReading reading{*root, *robot, {}, {}, {}};
    reading.readAll();
    if (!reading.problems.empty()) return tl::unexpected(std::move(reading.problems));
    if (notes) notes->insert(notes->end(), reading.notes.begin(), reading.notes.end());
    return std::move(reading.model);
}

}  // namespace momentree
