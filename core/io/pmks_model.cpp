// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>

#include "core/io/json.hpp"
#include "core/io/pmks.hpp"
#include "core/io/robot.hpp"
#include "core/model/link_mass.hpp"

namespace momentree {
namespace {

/// What a unit of the drawing is in SI units.
struct PmksUnits {
    double length, mass, inertia, force;
};
constexpr double inch = 0.0254, pound = 0.45359237, poundForce = 4.4482216152605;
constexpr PmksUnits unitsOf(PmksDrawing::Units units) {
    switch (units) {
        case PmksDrawing::Units::Inch:
            return {inch, pound, pound * inch * inch, poundForce};
        case PmksDrawing::Units::Metre:
            return {1.0, 1.0, 1.0, 1.0};
        case PmksDrawing::Units::Centimetre:
            break;
    }
    return {0.01, 1e-3, 1e-4, 1.0};
}

constexpr int onGround = -1;

/// Links that move as one: welded together, or a block on the pin of its link.
struct PmksBody {
    std::string name;  ///< in the model
    std::vector<const PmksLink*> links;
    std::vector<const PmksJoint*> joints;
    Vector3d com = Vector3d::Zero();  ///< in the world [m]
};

struct PmksMaking {
    const PmksDrawing& drawing;
    Diagnostics& notes;
    PmksUnits units = unitsOf(drawing.units);
    ModelDescription model = {};
    Diagnostics problems = {};
    std::map<std::string, const PmksJoint*> joints = {};
    std::map<std::string, int> bodyOf = {};                 ///< by the id of a link
    std::map<std::string, std::vector<int>> bodiesAt = {};  ///< by the id of a joint
    std::vector<PmksBody> bodies = {};
    std::set<std::string> names = {};  ///< of the joints of the model
    /// The joint of the model that turns a body about a joint of the drawing.
    std::map<std::pair<std::string, int>, std::string> turns = {};
    double width = 0.0;  ///< of links whose mass is not given [m]

    void make();

private:
    Vector3d point(double x, double y) const { return units.length * Vector3d(x, y, 0.0); }
    Vector3d pointOf(const PmksJoint& joint) const { return point(joint.x, joint.y); }
    void note(Place place, Message text) {
        notes.push_back(warning(std::move(place), std::move(text)));
    }
    void findBodies();
    void nameBodies();
    void addBody(PmksBody& body);
    MassProperties massOf(const PmksBody& body);
    void addJoints();
    void addPins(const PmksJoint& joint);
    void addSlide(const PmksJoint& joint);
    void addMarker(int body, MarkerDescription marker, const Vector3d& at);
    void addJoint(const PmksJoint& joint, std::string type, int a, int b, bool driven);
    void addMotion(const PmksJoint& joint, const JointDescription& made);
    void addMesh(const PmksMesh& mesh);
    bool addTurns(const PmksGear& gear, int body, int carrier, CouplingDescription& coupling) const;
    void addForces();
    void addProbes();
    double directionOf(const PmksJoint& joint) const;
};

void PmksMaking::findBodies() {
    // Roots of a forest of links; joined where a joint is welded.
    std::vector<const PmksLink*> roots;
    std::map<std::string, std::size_t> rootOf;
    for (const PmksLink& link : drawing.links)
        if (link.root) {
            rootOf[link.id] = roots.size();
            roots.push_back(&link);
        }
    for (const PmksLink* root : roots)
        for (const std::string& part : root->parts) rootOf.try_emplace(part, rootOf[root->id]);
    std::vector<std::size_t> head(roots.size());
    std::iota(head.begin(), head.end(), std::size_t{0});
    const auto find = [&](std::size_t k) {
        while (head[k] != k) k = head[k];
        return k;
    };
    std::map<std::string, std::vector<std::size_t>> linksAt;
    for (std::size_t k = 0; k < roots.size(); ++k)
        for (const std::string& id : roots[k]->joints) linksAt[id].push_back(k);
    for (const PmksJoint& joint : drawing.joints)
        if (joint.welded)
            for (const std::size_t k : linksAt[joint.id])
                head[std::max(find(k), find(linksAt[joint.id][0]))] =
                    std::min(find(k), find(linksAt[joint.id][0]));
    std::map<std::size_t, int> number;
    for (std::size_t k = 0; k < roots.size(); ++k) {
        const auto [entry, added] = number.try_emplace(find(k), static_cast<int>(bodies.size()));
        if (added) bodies.emplace_back();
        bodies[static_cast<std::size_t>(entry->second)].links.push_back(roots[k]);
    }
    for (const auto& [id, k] : rootOf) bodyOf[id] = number[find(k)];
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        std::set<std::string> seen;
        for (const PmksLink* link : bodies[b].links)
            for (const std::string& id : link->joints)
                if (seen.insert(id).second) {
                    bodies[b].joints.push_back(joints.at(id));
                    bodiesAt[id].push_back(static_cast<int>(b));
                }
    }
}

void PmksMaking::nameBodies() {
    std::set<std::string> taken{"ground"};
    for (PmksBody& body : bodies) {
        const auto named = std::ranges::find(body.links, false, &PmksLink::block);
        const PmksLink& link = named == body.links.end() ? *body.links[0] : **named;
        std::string name = allowedName(link.name);
        if (nameProblem(name)) name = allowedName(link.id);
        if (nameProblem(name)) name = "link";
        const std::string first = name;
        for (int k = 2; !taken.insert(name).second; ++k) name = first + "_" + std::to_string(k);
        body.name = name;
    }
}

/// The mass about the centre of mass in the axes of the world. What is missing is that of a plate
/// of aluminium along the joints.
MassProperties PmksMaking::massOf(const PmksBody& body) {
    std::vector<MassProperties> given;
    for (const PmksLink* link : body.links) {
        std::vector<Vector3d> points;
        for (const std::string& id : link->joints) points.push_back(pointOf(*joints.at(id)));
        if (points.empty()) points.push_back(point(link->x, link->y));
        const MassProperties plate = momentree::massOf(LinkPlate{width, width}, points);
        MassProperties mass{units.mass * link->mass, point(link->x, link->y), {}};
        const double J = units.inertia * link->inertia;
        if (link->mass == 0.0) continue;
        if (link->block) mass.com = points.front();
        mass.J_C = J > 0.0 ? Matrix3d(Vector3d(0.5 * J, 0.5 * J, J).asDiagonal())
                           : Matrix3d(plate.J_C * (mass.mass / plate.mass));
        if (J == 0.0 && !link->block)
            note(Place::link(link->id),
                 MOMENTREE_TEXT("pmks-no-inertia",
                                "has no moment of inertia; it has that of a plate of its mass"));
        given.push_back(mass);
    }
    if (!given.empty()) return combined(given);
    std::vector<Vector3d> points;
    for (const PmksJoint* joint : body.joints) points.push_back(pointOf(*joint));
    if (points.empty()) points.push_back(point(body.links[0]->x, body.links[0]->y));
    note(Place::link(body.links[0]->id),
         MOMENTREE_TEXT("pmks-no-mass",
                        "has no mass, which a model needs; it is a plate of aluminium whose width "
                        "is 1/40 of the drawing"));
    return momentree::massOf(LinkPlate{width, width}, points);
}

void PmksMaking::addBody(PmksBody& body) {
    const MassProperties mass = massOf(body);
    body.com = mass.com;
    BodyDescription made;
    made.name = body.name;
    made.mass = mass.mass;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            made.inertia[i][j] =
                mass.J_C(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    const bool block = std::ranges::all_of(body.links, &PmksLink::block);
    std::set<std::string> pins;
    for (const PmksJoint* joint : body.joints)
        if (!joint->slides) pins.insert(joint->id);
    if (block) {
        made.shape.kind = ShapeDescription::Kind::Box;
        made.shape.size = {Scalar(3.0 * width), Scalar(2.0 * width), Scalar(2.0 * width)};
    } else if (pins.size() > 2) {
        made.shape.kind = ShapeDescription::Kind::Polygon;
    }
    const auto colored = std::ranges::find_if(body.links, [](const PmksLink* link) {
        return link->color.size() == 6 &&
               link->color.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
    });
    if (colored != body.links.end()) made.shape.color = "#" + (*colored)->color;
    BodyStart start;
    start.body = body.name;
    start.position = Scalar3{mass.com.x(), mass.com.y(), 0.0};
    start.orientation = std::array<Scalar, 4>{1.0, 0.0, 0.0, 0.0};
    model.bodies.push_back(std::move(made));
    model.bodyStarts.push_back(std::move(start));
}

void PmksMaking::addMarker(int body, MarkerDescription marker, const Vector3d& at) {
    const bool fixed = body == onGround;
    const auto k = static_cast<std::size_t>(body);
    const Vector3d there = fixed ? at : Vector3d(at - bodies[k].com);
    auto& markers = fixed ? model.groundMarkers : model.bodies[k].markers;
    marker.position = {there.x(), there.y(), 0.0};
    if (std::ranges::find(markers, marker.name, &MarkerDescription::name) == markers.end())
        markers.push_back(std::move(marker));
}

/// Of a guide [rad]. It is rounded to thousandths, so right angles are within half of one.
double PmksMaking::directionOf(const PmksJoint& joint) const {
    if (!joint.carrier.empty()) {
        const Vector3d along = pointOf(*joints.at(joint.to)) - pointOf(*joints.at(joint.from));
        return std::atan2(along.y(), along.x());
    }
    const double quarter = 0.5 * std::numbers::pi,
                 right = quarter * std::round(joint.angle / quarter);
    return std::abs(joint.angle - right) < 6e-4 ? right : joint.angle;
}

void PmksMaking::addMotion(const PmksJoint& joint, const JointDescription& made) {
    const double speed = joint.speed != 0.0 ? joint.speed
                         : joint.slides     ? drawing.linearSpeed
                                            : drawing.speed;
    MotionDescription motion;
    motion.name = made.name + "_input";
    motion.joint = made.name;
    motion.law.rate = joint.slides ? units.length * speed : std::numbers::pi / 30.0 * speed;
    model.motions.push_back(std::move(motion));
    if (joint.slides || speed == 0.0) return;
    model.run.duration = std::max(model.run.duration, 60.0 / std::abs(speed));
    model.run.sample = 0.01;
}

void PmksMaking::addJoint(const PmksJoint& joint, std::string type, int a, int b, bool driven) {
    JointDescription made;
    made.name = joint.name;
    const auto taken = [&] { return names.contains(made.name); };
    if (nameProblem(made.name) || taken()) made.name = joint.id;
    const auto name = [&](int body) {
        return body == onGround ? std::string("ground")
                                : bodies[static_cast<std::size_t>(body)].name;
    };
    const std::string first = made.name;
    for (int k = 2; taken(); ++k) made.name = first + "_" + std::to_string(k);
    made.type = std::move(type);
    made.a = {name(a), joint.id, 0};
    made.b = {name(b), joint.id, 0};
    names.insert(made.name);
    if (driven) addMotion(joint, made);
    model.joints.push_back(std::move(made));
}

void PmksMaking::addPins(const PmksJoint& joint) {
    const std::vector<int>& at = bodiesAt[joint.id];
    MarkerDescription marker;
    marker.name = joint.id;
    if (joint.grounded) addMarker(onGround, marker, pointOf(joint));
    for (const int body : at) addMarker(body, marker, pointOf(joint));
    const std::size_t first = joint.grounded ? 0 : 1;
    if (joint.input && at.size() <= first)
        return note(
            Place::joint(joint.id),
            MOMENTREE_TEXT("pmks-input-alone", "nothing turns here, so the input drives nothing"));
    if (joint.input && at.size() > first + 1)
        note(Place::joint(joint.id),
             MOMENTREE_TEXT("pmks-input-many", "the input turns '%1' of the links that meet here")(
                 bodies[static_cast<std::size_t>(at[first])].name));
    for (std::size_t k = first; k < at.size(); ++k) {
        addJoint(joint, "revolute", joint.grounded ? onGround : at[0], at[k],
                 joint.input && k == first);
        turns[{joint.id, at[k]}] = model.joints.back().name;
    }
}

void PmksMaking::addSlide(const PmksJoint& joint) {
    const std::vector<int>& at = bodiesAt[joint.id];
    const int guide = joint.carrier.empty() ? onGround : bodyOf.at(joint.carrier);
    if (joint.carrier.empty() && !joint.grounded)
        note(Place::joint(joint.id),
             MOMENTREE_TEXT("pmks-guide-missing", "its guide is missing; it slides on the ground"));
    if (std::ranges::find(at, guide) != at.end()) {
        problems.push_back(error(Place::joint(joint.id),
                                 MOMENTREE_TEXT("pmks-slides-on-itself",
                                                "the link slides on itself; the guide must be on "
                                                "another link"),
                                 1));
        return;
    }
    const double angle = directionOf(joint);
    MarkerDescription marker;
    marker.name = joint.id;
    marker.z = Scalar3{std::cos(angle), std::sin(angle), 0.0};
    marker.x = Scalar3{0.0, 0.0, 1.0};
    addMarker(guide, marker, pointOf(joint));
    for (std::size_t k = 0; k < at.size(); ++k) {
        addMarker(at[k], marker, pointOf(joint));
        addJoint(joint, "prismatic", guide, at[k], joint.input && k == 0);
    }
}

void PmksMaking::addJoints() {
    for (const PmksJoint& joint : drawing.joints) {
        if (joint.slides) {
            addSlide(joint);
        } else {
            addPins(joint);
        }
    }
}

/// Adds the angle of a gear seen from its carrier, times its teeth. Joints of one pin all turn from
/// one body or the ground.
bool PmksMaking::addTurns(const PmksGear& gear, int body, int carrier,
                          CouplingDescription& coupling) const {
    const PmksJoint& pin = *joints.at(gear.centre);
    const auto at = bodiesAt.find(gear.centre);
    if (pin.slides || at == bodiesAt.end()) return false;
    const int hub = pin.grounded ? onGround : at->second[0];
    for (const auto& [end, sign] : {std::pair(body, 1.0), std::pair(carrier, -1.0)}) {
        if (end == hub) continue;
        const auto joint = turns.find({gear.centre, end});
        if (joint == turns.end()) return false;
        CouplingTermDescription term;
        term.joint = joint->second;
        term.ratio = sign * gear.teeth;
        const auto same =
            std::ranges::find(coupling.terms, term.joint, &CouplingTermDescription::joint);
        if (same == coupling.terms.end())
            coupling.terms.push_back(term);
        else
            same->ratio.value += term.ratio.value;
    }
    return true;
}

/// Teeth times angle, both seen from the body that holds the centres, add up to 0.
void PmksMaking::addMesh(const PmksMesh& mesh) {
    const PmksGear &a = drawing.gears[static_cast<std::size_t>(mesh.first)],
                   &b = drawing.gears[static_cast<std::size_t>(mesh.second)];
    const int bodyA = bodyOf.at(a.link), bodyB = bodyOf.at(b.link);
    std::vector<int> carriers;
    if (joints.at(a.centre)->grounded && joints.at(b.centre)->grounded)
        carriers.push_back(onGround);
    for (const int body : bodiesAt[a.centre])
        if (body != bodyA && body != bodyB &&
            std::ranges::find(bodiesAt[b.centre], body) != bodiesAt[b.centre].end())
            carriers.push_back(body);
    CouplingDescription coupling;
    coupling.name = nameProblem(mesh.id) ? "gears" : mesh.id;
    const bool turn = !carriers.empty() && bodyA != bodyB &&
                      addTurns(a, bodyA, carriers[0], coupling) &&
                      addTurns(b, bodyB, carriers[0], coupling);
    if (turn && std::ranges::find(model.couplings, coupling.name, &CouplingDescription::name) ==
                    model.couplings.end()) {
        model.couplings.push_back(std::move(coupling));
        return;
    }
    note(Place::coupling(mesh.id),
         MOMENTREE_TEXT("pmks-gears-apart",
                        "is left out, its gears turn independently: both need their centres on "
                        "pins of one link or of the ground"));
}

void PmksMaking::addForces() {
    std::set<std::string> taken;
    for (const PmksForce& one : drawing.forces) {
        const auto body = bodyOf.find(one.link);
        const Vector3d way(one.endX - one.x, one.endY - one.y, 0.0);
        if (body == bodyOf.end() || way.isZero()) {
            note(Place::force(one.id),
                 MOMENTREE_TEXT("pmks-force-without",
                                "is left out: its link is no part of the mechanism, or its arrow "
                                "has no length"));
            continue;
        }
        std::string name = nameProblem(one.name) ? "force" : one.name;
        const std::string first = name;
        for (int k = 2; !taken.insert(name).second; ++k) name = first + "_" + std::to_string(k);
        auto& markers = model.bodies[static_cast<std::size_t>(body->second)].markers;
        MarkerDescription marker;
        marker.name = name;
        for (int k = 2;
             std::ranges::find(markers, marker.name, &MarkerDescription::name) != markers.end();
             ++k)
            marker.name = name + "_" + std::to_string(k);
        AppliedForceDescription law;
        law.at = {bodies[static_cast<std::size_t>(body->second)].name, marker.name, 0};
        law.direction = {way.x(), way.y(), 0.0};
        law.bodyAxes = one.turns;
        law.law.offset = units.force * one.size;
        addMarker(body->second, std::move(marker), point(one.x, one.y));
        ForceDescription force;
        force.name = std::move(name);
        force.law = std::move(law);
        model.forces.push_back(std::move(force));
    }
}

/// Joints whose path is shown are recorded.
void PmksMaking::addProbes() {
    for (const PmksJoint& joint : drawing.joints) {
        const std::vector<int>& at = bodiesAt[joint.id];
        if (!joint.traced || joint.grounded || joint.slides || at.empty()) continue;
        for (const char* component : {"x", "y"}) {
            ProbeDescription probe;
            probe.column = joint.id + "." + component;
            probe.quantity = "position";
            probe.a = {bodies[static_cast<std::size_t>(at[0])].name, joint.id, 0};
            probe.component = component;
            model.probes.push_back(std::move(probe));
        }
    }
}

void PmksMaking::make() {
    Vector3d least = Vector3d::Constant(1e300), most = -least;
    for (const PmksJoint& joint : drawing.joints) {
        joints[joint.id] = &joint;
        least = least.cwiseMin(pointOf(joint));
        most = most.cwiseMax(pointOf(joint));
    }
    const double size = drawing.joints.empty() ? 0.0 : (most - least).norm();
    width = size > 0.0 ? size / 40.0 : LinkPlate().width;
    model.gravity = {0.0, drawing.gravity ? -9.81 : 0.0, 0.0};
    findBodies();
    nameBodies();
    for (PmksBody& body : bodies) addBody(body);
    addJoints();
    for (const PmksMesh& mesh : drawing.meshes) addMesh(mesh);
    addForces();
    addProbes();
    if (drawing.design)
        note({}, MOMENTREE_TEXT("pmks-design",
                                "the positions of an unfinished synthesis are not read"));
}

}  // namespace

Result<ModelDescription> readPmks(std::string_view text, const std::string& name,
                                  Diagnostics& notes) {
    const auto drawing = parsePmks(text);
    if (!drawing) return tl::unexpected(drawing.error());
    PmksMaking making{*drawing, notes};
    making.make();
    if (making.bodies.empty())
        making.problems.push_back(
            error({}, MOMENTREE_TEXT("pmks-no-links", "the drawing has no links"), 1));
    if (!making.problems.empty()) return tl::unexpected(std::move(making.problems));
    making.model.name = "mechanism";
    making.model.title = "Mechanism of PMKS+";
    making.model.file = name;
    return std::move(making.model);
}

}  // namespace momentree
