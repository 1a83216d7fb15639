// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/compound_joint.hpp"
#include "core/io/robot_making.hpp"
#include "core/math/decompositions.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

/// Of the mass and inertia outside of a link that has none, by which motions change.
constexpr double leastShare = 1e-8;
constexpr const char* lightProof = "aba";  ///< hdca, the usual choice, loses digits there
constexpr double lightest = 4e-12;         ///< share of the heaviest body that models allow
constexpr double mostRaised = 1e3;         ///< factor; the model refuses bodies that need more
constexpr double freeDirections = 1e-3;    ///< least singular value of independent motions

/// Whether one joint in place of several would lose what acts on them or stops them.
bool losesLoads(const RobotChain& chain, const CompoundJoint& joint) {
    return std::ranges::any_of(chain.joints, [&](const RobotJoint& one) {
        return one.least || one.most || (joint.type != "cylindrical" && hasLoad(one));
    });
}

/// Whether joints that turn about or slide along one axis each allow different motions of a body
/// where all are at 0. Otherwise the motion of the links between them would depend on their mass.
bool areIndependent(const std::vector<RobotJoint>& joints, const MassProperties& mass) {
    const double size = std::sqrt(std::max(mass.J_C.trace() / mass.mass, 1e-12));
    Eigen::MatrixXd motions(6, static_cast<Eigen::Index>(joints.size()));
    for (std::size_t k = 0; k < joints.size(); ++k) {
        const RobotJoint& one = joints[k];
        const auto column = static_cast<Eigen::Index>(k);
        if (one.kind == RobotJoint::Kind::Prismatic) {
            motions.col(column) << Vector3d::Zero(), one.axis;
        } else if (one.kind == RobotJoint::Kind::Revolute || one.kind == RobotJoint::Kind::Screw) {
            const Vector3d along = one.lead / (2.0 * std::numbers::pi) * one.axis;
            motions.col(column) << one.axis, (one.axis.cross(mass.com - one.at) + along) / size;
            motions.col(column).normalize();
        } else {
            return false;
        }
    }
    return joints.size() <= 6 && singularValues(motions).minCoeff() > freeDirections;
}

std::vector<std::string> namesOf(const std::vector<RobotJoint>& joints) {
    std::vector<std::string> names;
    for (const RobotJoint& joint : joints) names.push_back(joint.name);
    return names;
}

}  // namespace

/// Next to so heavy a body, models refuse lighter ones, which rounding would lose.
void ModelMaking::raiseLightBodies() {
    const auto mass = [](const BodyDescription& body) { return body.mass.value; };
    const double least = lightest * std::ranges::max(model.bodies, {}, mass).mass.value;
    for (BodyDescription& body : model.bodies) {
        const double factor = least / body.mass.value;
        if (!(factor > 1.0 && factor < mostRaised)) continue;
        note({robot.linkKind, body.name},
             MOMENTREE_TEXT("robot-mass-raised",
                            "its mass of %1 kg is lost in rounding next to the other bodies; it is "
                            "raised to %2 kg, and its inertia with it")(
                 numberText(body.mass.value, 3), numberText(least, 3)),
             body.line);
        body.mass = least;
        for (auto& row : body.inertia)
            for (Scalar& one : row) one = factor * one.value;
        model.run.formulation = lightProof;
    }
}

/// One joint where models have one that moves as all of them do; otherwise each for itself, with
/// light bodies between them.
void ModelMaking::addJoints(const RobotChain& chain) {
    const int inner = chain.parent < 0 ? -1 : place(chain.parent).body;
    const int outer = place(chain.link).body;
    const RobotLink& last = link(chain.link);
    const auto kind = compoundOf(chain.joints);
    const bool apart = chain.joints.size() > 1 && areIndependent(chain.joints, mass(chain.link));
    if (kind && !(apart && losesLoads(chain, *kind))) {
        std::vector<std::string> removed;
        for (const int k : chain.massless) removed.push_back(link(k).name);
        if (!removed.empty())
            note(placeOf(last),
                 MOMENTREE_TEXT("robot-joints-merged",
                                "is held by one %1 joint in place of %2, because %3 has no mass")(
                     kind->type, chain.joints.size(), listed(removed)),
                 last.line);
        return addJoint(chain, inner, outer);
    }
    if (!apart) {
        problems.push_back(error(
            placeOf(last),
            MOMENTREE_TEXT("robot-joints-unknown",
                           "joints %1 follow each other without mass between them, but do not "
                           "allow as many different motions; give the links between them a mass")(
                listed(namesOf(chain.joints))),
            chain.joints.front().line > 0 ? chain.joints.front().line : last.line));
        return;
    }
    std::vector<int> bodies = addBetween(chain);
    bodies.insert(bodies.begin(), inner);
    bodies.push_back(outer);
    for (std::size_t k = 0; k < chain.joints.size(); ++k)
        addJoint({chain.link, chain.parent, k == 0 ? chain.at : Frame(), {chain.joints[k]}},
                 bodies[k], bodies[k + 1]);
}

/// Light bodies between the joints, from the inner to the outer one; their axes are those of the
/// outer body where all joints are at 0.
std::vector<int> ModelMaking::addBetween(const RobotChain& chain) {
    const RobotLink& last = link(chain.link);
    const BodyDescription outer = model.bodies[static_cast<std::size_t>(place(chain.link).body)];
    const auto mass = [](const BodyDescription& body) { return body.mass.value; };
    const double most = std::ranges::max(model.bodies, {}, mass).mass.value;
    const double share = std::clamp(lightest * most / outer.mass.value, leastShare, 1.0);
    std::vector<int> made;
    for (std::size_t k = 0; k + 1 < chain.joints.size(); ++k) {
        BodyDescription body;
        body.name = valid({robot.linkKind, chain.joints[k].name}, chain.joints[k].line);
        body.line = chain.joints[k].line > 0 ? chain.joints[k].line : last.line;
        body.mass = share * outer.mass.value;
        body.com = outer.com;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                body.inertia[i][j] = share * outer.inertia[i][j].value;
        made.push_back(static_cast<int>(model.bodies.size()));
        model.bodies.push_back(std::move(body));
    }
    model.run.formulation = lightProof;
    note(placeOf(last),
         MOMENTREE_TEXT("robot-mass-between",
                        "joints %1 follow each other without mass between them; links between them "
                        "get %2 of its mass and inertia, which changes motions by about as much")(
             listed(namesOf(chain.joints)), numberText(share, 1)),
         last.line);
    return made;
}

void ModelMaking::addJoint(const RobotChain& chain, int inner, int outer) {
    const auto kind = compoundOf(chain.joints);
    JointDescription made;
    std::string name;
    for (const RobotJoint& joint : chain.joints) name += (name.empty() ? "" : "_") + joint.name;
    made.type = kind->type;
    made.line = chain.joints.front().line > 0 ? chain.joints.front().line : link(chain.link).line;
    made.name = valid(Place::joint(name), made.line);
    if (kind->type == "screw") made.length = chain.joints.front().lead;
    const bool here = chain.at.r.isZero(0.0) && chain.at.R.isIdentity(0.0);
    if (kind->type == "fixed" && here) {
        made.a = {"ground", "", 0};
        made.b = {model.bodies[static_cast<std::size_t>(outer)].name, "", 0};
    } else {
        made.a = addMarker(inner, made.name, chain.at * kind->at);
        made.b = addMarker(outer, made.name, kind->at);
    }
    addLoads(chain, made);
    addLimits(chain, made);
    addStart(chain, made);
    model.joints.push_back(std::move(made));
}

void ModelMaking::addLoads(const RobotChain& chain, const JointDescription& made) {
    const bool axial = made.type == "revolute" || made.type == "prismatic" ||
                       made.type == "cylindrical" || made.type == "screw";
    for (const RobotJoint& joint : chain.joints) {
        if (!hasLoad(joint)) continue;
        if (!axial) {
            note(Place::joint(joint.name),
                 MOMENTREE_TEXT(
                     "robot-damping-ignored",
                     "its damping, stiffness and friction are left out; %1 joints have none")(
                     made.type),
                 joint.line);
            continue;
        }
        // In a cylindrical joint, z follows the revolute joint; the other may point backwards.
        const double sign =
            joint.axis.dot(compoundOf(chain.joints)->at.R.col(2)) < 0.0 ? -1.0 : 1.0;
        ForceDescription force = loadOf(joint, made, sign);
        force.name = valid(Place::force(force.name), joint.line);
        model.forces.push_back(std::move(force));
    }
}

/// Without rebound: a robot's joint rests against its stop.
void ModelMaking::addLimits(const RobotChain& chain, JointDescription& made) {
    for (const RobotJoint& joint : chain.joints) {
        if (!joint.least && !joint.most) continue;
        if (chain.joints.size() > 1) {
            note(Place::joint(joint.name),
                 MOMENTREE_TEXT(
                     "robot-limits-merged",
                     "its limits are left out, because it is part of a %1 joint")(made.type),
                 joint.line);
            continue;
        }
        LimitDescription limit;
        if (joint.least) limit.least = Scalar(*joint.least);
        if (joint.most) limit.most = Scalar(*joint.most);
        limit.restitution = Scalar(0.0);
        limit.line = joint.line;
        made.limits.push_back(std::move(limit));
    }
}

void ModelMaking::addStart(const RobotChain& chain, const JointDescription& made) {
    const auto rests = [](const RobotJoint& joint) {
        return std::ranges::all_of(joint.speeds, [](double u) { return u == 0.0; });
    };
    if (std::ranges::all_of(chain.joints, rests)) return;
    auto u = speedsOf(chain.joints);
    if (!u) {
        note(Place::joint(made.name),
             MOMENTREE_TEXT(
                 "robot-start-lost",
                 "starts at rest; a %1 joint in place of several has other speeds")(made.type),
             made.line);
        return;
    }
    if (made.type == "free") {
        Frame world;
        for (int k = chain.link; k >= 0; k = link(k).parent) world = link(k).at * world;
        const Vector3d v = world.R.transpose() * Vector3d((*u)[0], (*u)[1], (*u)[2]);
        std::ranges::copy(v, u->begin());
    }
    JointStart start;
    start.joint = made.name;
    for (const double speed : *u) start.u.emplace_back(speed);
    model.jointStarts.push_back(std::move(start));
    model.adjustStart = true;  // speeds of loops may be rounded
}

}  // namespace momentree
