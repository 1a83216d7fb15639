// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/joints/joint_type.hpp"
#include "core/model/build_context.hpp"

namespace momentree {
namespace {

/// The angle or displacement that is coordinate `coordinate` (from 0) of a joint, see
/// `Constraint::Kind::Coordinate`.
Constraint coordinateOf(const JointElement& joint, int coordinate) {
    Constraint c;
    c.kind = Constraint::Kind::Coordinate;
    c.bodyA = joint.A.body;
    c.bodyB = joint.B.body;
    c.s_a = joint.A.frame.r;
    c.s_b = joint.B.frame.r;
    c.turns = isAngle(joint, coordinate);
    aimAlong(joint, coordinate, c);
    return c;
}

/// Axes with z and x given, both unit vectors and perpendicular to each other.
Matrix3d axesOf(const Vector3d& z, const Vector3d& x) {
    Matrix3d R;
    R << x, z.cross(x), z;
    return R;
}

/// The same coordinate as that of two markers.
ElasticCoupling::Term springAlong(const Constraint& c) {
    ElasticCoupling::Term term;
    term.turns = c.turns;
    term.A.body = c.bodyA, term.B.body = c.bodyB;
    term.A.frame.r = c.s_a, term.B.frame.r = c.s_b;
    term.A.frame.R =
        c.turns ? axesOf(c.n_a, c.x_a.cross(c.n_a)) : axesOf(c.x_a, c.x_a.unitOrthogonal());
    if (c.turns) term.B.frame.R = axesOf(c.y_b.unitOrthogonal(), c.y_b);
    return term;
}

struct CouplingWriter {
    BuildContext& context;
    const CouplingDescription& given;
    const Place where;
    const int described;  ///< index in the description, -1 for a thread

    void refuse(Message message) const { context.refuse(where, std::move(message), given.line); }

    void write() const {
        Model& model = context.model;
        CouplingElement coupling{.name = given.name,
                                 .joints = {},
                                 .coordinates = {},
                                 .firstConstraint = static_cast<int>(model.constraints.size()),
                                 .described = described};
        if (given.terms.size() < 2)
            refuse(MOMENTREE_TEXT("coupling-terms",
                                  "couples two or more coordinates, not %1")(given.terms.size()));
        if (!std::isfinite(given.offset.value))
            refuse(MOMENTREE_TEXT("coupling-offset", "the offset must be a finite number"));
        std::vector<Constraint> terms;
        std::set<std::pair<int, int>> used;
        for (const CouplingTermDescription& term : given.terms)
            if (const auto written = writeTerm(term, used, coupling)) terms.push_back(*written);
        if (isElastic()) return addSpring(terms, coupling);
        if (isPrescribed(coupling))
            refuse(MOMENTREE_TEXT("coupling-prescribed",
                                  "motions prescribe all its coordinates; remove one of them"));
        if (terms.size() == given.terms.size()) add(terms);
        model.couplings.push_back(std::move(coupling));
    }

private:
    /// Checks the constants of a spring; without one, there must be none.
    bool isElastic() const {
        if (!given.stiffness) {
            if (given.damping != Scalar() || given.backlash != Scalar())
                refuse(MOMENTREE_TEXT("coupling-rigid-constants",
                                      "'damping' and 'backlash' need a 'stiffness': without one, "
                                      "the coupling is rigid"));
            return false;
        }
        if (!(given.stiffness->value > 0.0) || !std::isfinite(given.stiffness->value))
            refuse(MOMENTREE_TEXT("coupling-stiffness",
                                  "'stiffness' must be greater than 0; leave it out for a rigid "
                                  "coupling"));
        if (!(given.damping.value >= 0.0) || !std::isfinite(given.damping.value) ||
            !(given.backlash.value >= 0.0) || !std::isfinite(given.backlash.value))
            refuse(MOMENTREE_TEXT("coupling-constants",
                                  "'damping' and 'backlash' must not be negative"));
        return true;
    }
    void addSpring(const std::vector<Constraint>& terms, const CouplingElement& coupling) const {
        Model& model = context.model;
        ElasticCoupling spring{.name = given.name,
                               .terms = {},
                               .k = given.stiffness->value,
                               .c = given.damping.value,
                               .backlash = given.backlash.value,
                               .offset = given.offset.value,
                               .described = described,
                               .firstTerm = model.elasticTerms};
        for (std::size_t k = 0; k < terms.size(); ++k) {
            spring.terms.push_back(springAlong(terms[k]));
            spring.terms.back().joint = coupling.joints[k];
            spring.terms.back().coordinate = coupling.coordinates[k];
            spring.terms.back().ratio = terms[k].ratio;
        }
        model.elasticTerms += static_cast<int>(terms.size());
        model.elasticCouplings.push_back(std::move(spring));
    }
    /// Whether motions leave it nothing to determine.
    bool isPrescribed(const CouplingElement& coupling) const {
        for (std::size_t k = 0; k < coupling.joints.size(); ++k)
            if (std::ranges::none_of(context.model.motions, [&](const MotionElement& motion) {
                    return motion.joint == coupling.joints[k] &&
                           motion.coordinate == coupling.coordinates[k];
                }))
                return false;
        return !coupling.joints.empty();
    }
    std::optional<Constraint> writeTerm(const CouplingTermDescription& term,
                                        std::set<std::pair<int, int>>& used,
                                        CouplingElement& coupling) const {
        const auto found = context.jointByName.find(term.joint);
        if (found == context.jointByName.end()) {
            refuse(MOMENTREE_TEXT("joint-unknown", "there is no joint '%1'")(term.joint));
            return std::nullopt;
        }
        const JointElement& joint = context.model.joints[static_cast<std::size_t>(found->second)];
        if (term.coordinate < 1 || term.coordinate > jointType(joint.type).scalars()) {
            refuse(MOMENTREE_TEXT(
                "coupling-coordinate",
                "coordinate %1 of the %2 joint '%3' cannot be coupled; possible are coordinate 1 "
                "of revolute and prismatic, 1 and 2 of cylindrical, screw and universal, 1 to 3 of "
                "planar joints")(term.coordinate, joint.type, joint.name));
            return std::nullopt;
        }
        if (!used.insert({found->second, term.coordinate}).second) {
            refuse(MOMENTREE_TEXT("coupling-coordinate-twice",
                                  "coordinate %1 of joint '%2' appears twice; add their ratios")(
                term.coordinate, joint.name));
            return std::nullopt;
        }
        if (term.ratio.value == 0.0 || !std::isfinite(term.ratio.value)) {
            refuse(MOMENTREE_TEXT(
                "coupling-ratio",
                "the ratio of joint '%1' must be a number other than 0")(joint.name));
            return std::nullopt;
        }
        coupling.joints.push_back(found->second);
        coupling.coordinates.push_back(term.coordinate - 1);
        Constraint c = coordinateOf(joint, term.coordinate - 1);
        c.ratio = term.ratio.value;
        return c;
    }

    /// Scaled so that the largest ratio of an angle is 1: then the row is an angle like others.
    void add(std::vector<Constraint>& terms) const {
        Model& model = context.model;
        const bool angular = std::ranges::any_of(terms, &Constraint::turns);
        double scale = 0.0;
        for (const Constraint& c : terms)
            if (c.turns == angular) scale = std::max(scale, std::abs(c.ratio));
        for (Constraint& c : terms) {
            c.coupling = static_cast<int>(model.couplings.size());
            c.term = model.couplingTerms++;
            c.ratio /= scale;
            c.angular = angular;
            c.adds = &c != terms.data();
            if (!c.adds) c.offset = given.offset.value / scale;
            if (!c.adds) ++model.constraintRows;
            c.firstRow = model.constraintRows - 1;
            model.constraints.push_back(c);
        }
    }
};

/// Couples both coordinates of a screw joint: displacement = lead / 2 pi * angle.
void addThread(BuildContext& context, const JointElement& joint) {
    CouplingDescription thread;
    thread.name = joint.name;
    thread.terms = {{joint.name, 2, 1.0},
                    {joint.name, 1, -joint.length / (2.0 * std::numbers::pi)}};
    thread.line =
        context.description.joints[static_cast<std::size_t>(&joint - context.model.joints.data())]
            .line;
    CouplingWriter{context, thread, Place::joint(joint.name), -1}.write();
}

}  // namespace

void buildCouplings(BuildContext& context) {
    const auto& couplings = context.description.couplings;
    for (std::size_t k = 0; k < couplings.size(); ++k) {
        const CouplingDescription& given = couplings[k];
        const int index = static_cast<int>(k);
        const CouplingWriter writer{context, given, Place::coupling(given.name), index};
        if (!context.couplingByName.emplace(given.name, index).second)
            writer.refuse(MOMENTREE_TEXT("coupling-name-twice",
                                         "another coupling has this name; rename one"));
        writer.write();
    }
    for (const JointElement& joint : context.model.joints)
        if (joint.type == "screw" && joint.length != 0.0) addThread(context, joint);
}

}  // namespace momentree
