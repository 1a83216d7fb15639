// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include "core/joints/joint_type.hpp"
#include "core/model/build_context.hpp"
#include "core/model/curve_joints.hpp"
#include "core/model/rolling.hpp"

namespace momentree {
namespace {

constexpr int X = 0, Y = 1, Z = 2;

/// Adds the constraints between two markers, in the notation of THEORY 6.2.
struct ConstraintWriter {
    Model& model;
    const Marker& A;
    const Marker& B;
    int joint = -1;

    Constraint base(Constraint::Kind kind) const {
        Constraint c;
        c.kind = kind;
        c.bodyA = A.body;
        c.bodyB = B.body;
        c.s_a = A.frame.r;
        c.s_b = B.frame.r;
        c.joint = joint;
        return c;
    }
    void add(Constraint c) const {
        c.firstRow = model.constraintRows;
        model.constraintRows += c.rows();
        model.constraints.push_back(c);
    }
    void point() const { add(base(Constraint::Kind::Point)); }
    /// Axis i of A is normal to axis k of B.
    void angle(int i, int k) const {
        Constraint c = base(Constraint::Kind::Angle);
        c.x_a = A.frame.R.col(i);
        c.y_b = B.frame.R.col(k);
        add(c);
    }
    void offset(int i) const {
        Constraint c = base(Constraint::Kind::Offset);
        c.x_a = A.frame.R.col(i);
        add(c);
    }
    /// Both frames turn by the same angle about their z axes.
    void twist() const {
        Constraint c = base(Constraint::Kind::Twist);
        c.x_a = A.frame.R.col(0);
        c.n_a = A.frame.R.col(1);
        c.x_b = B.frame.R.col(0);
        c.y_b = B.frame.R.col(1);
        add(c);
    }
    /// The ellipsoid about B touches the xy plane of A and does not slip along its axes.
    void rolling(const JointElement& what) const {
        const Matrix3d& R = B.frame.R;
        for (const int i : {Z, X, Y}) {
            Constraint c = base(i == Z ? Constraint::Kind::Touch : Constraint::Kind::Roll);
            c.n_a = A.frame.R.col(Z);
            c.x_a = A.frame.R.col(i);
            c.squares = R * what.semiAxes.cwiseAbs2().asDiagonal() * R.transpose();
            c.length = what.length;
            add(c);
        }
    }
    void edge() const {
        Constraint c = base(Constraint::Kind::Edge);
        c.y_b = B.frame.R.col(Y);
        add(c);
    }
    /// B is at a distance from the curve, in its plane if it is on it.
    void curve(const JointElement& what) const {
        Constraint c = onCurve(Constraint::Kind::Curve, what);
        c.length = what.length;
        add(c);
        if (what.type == "point-on-curve") offset(Z);
    }
    /// The xy plane of B, with the normal z, lies on the curve.
    void face(const JointElement& what) const {
        Constraint c = onCurve(Constraint::Kind::Face, what);
        c.y_b = B.frame.R.col(Z);
        add(c);
    }
    Constraint onCurve(Constraint::Kind kind, const JointElement& what) const {
        Constraint c = base(kind);
        c.x_a = A.frame.R.col(X);
        c.n_a = A.frame.R.col(Z);
        c.curve = what.curve;
        return c;
    }
    void distance(double length) const {
        Constraint c = base(Constraint::Kind::Distance);
        c.length = length;
        add(c);
    }
};

void writeConstraints(const ConstraintWriter& write, const JointElement& joint) {
    const std::string& type = joint.type;
    if (type == "distance") return write.distance(joint.length);
    if (type == "free") return;
    if (rolls(type)) return write.rolling(joint);
    if (type == "knife-edge") return write.edge();
    if (hasCurve(type) && joint.curve == nullptr) return;  // refused
    if (hasCurve(type)) return type == "cam-face" ? write.face(joint) : write.curve(joint);
    if (type == "point-on-plane") return write.offset(Z);
    if (type == "point-on-line") {
        write.offset(X);
        return write.offset(Y);
    }
    if (type == "constant-velocity") {
        write.point();
        return write.twist();
    }
    if (type == "spherical" || type == "revolute" || type == "universal" || type == "fixed")
        write.point();
    if (type != "spherical" && type != "universal") {
        write.angle(X, Z);
        write.angle(Y, Z);
    }
    if (type == "cylindrical" || type == "screw" || type == "prismatic") {
        write.offset(X);
        write.offset(Y);
    }
    if (type == "planar") write.offset(Z);
    if (type == "universal" || type == "prismatic" || type == "fixed") write.angle(X, Y);
}

bool kindOf(const std::string& type, Joint& kind) {
    static const std::vector<Joint> kinds{Revolute{},  Prismatic{}, Universal{}, Cylindrical{},
                                          Spherical{}, Free{},      Fixed{},     Planar{}};
    for (const Joint& candidate : kinds) {
        if (visitJoint([](auto j) { return j.id; }, candidate) == type) {
            kind = candidate;
            return true;
        }
    }
    if (type == "constant-velocity" || type == "screw") {
        kind = type == "screw" ? Joint(Cylindrical{}) : Joint(Spherical{});
        return true;
    }
    kind = Free{};
    return jointType(type).closes;
}

/// Adds a joint's coordinate as a driven constraint (THEORY 6.2): one vector turns on A, or the law
/// is an offset.
void driveCoordinate(Model& model, MotionElement& motion, int motionIndex,
                     const JointElement& joint, int coordinate) {
    ConstraintWriter write{model, joint.A, joint.B};
    motion.coordinate = coordinate - 1;
    motion.rotation = isAngle(joint, motion.coordinate);
    Constraint c = write.base(motion.rotation ? Constraint::Kind::Angle : Constraint::Kind::Offset);
    aimAlong(joint, motion.coordinate, c);
    c.motion = motionIndex;
    write.add(c);
}

void driveMarkers(Model& model, const MotionElement& motion, int motionIndex) {
    ConstraintWriter write{model, motion.A, motion.B};
    Constraint c = write.base(Constraint::Kind::Angle);
    c.x_a = motion.A.frame.R.col(Y);
    c.n_a = motion.A.frame.R.col(Z);
    c.y_b = motion.B.frame.R.col(X);
    c.motion = motionIndex;
    write.add(c);
}

/// Angle about `z` from `from` to `to` in one frame, projected onto the plane normal to z.
double angleAbout(const Vector3d& z, const Vector3d& from, const Vector3d& to) {
    return std::atan2(z.dot(from.cross(to)), from.dot(to) - z.dot(from) * z.dot(to));
}

/// Replaces a rotation between markers about the axis of a revolute joint of the same two bodies by
/// that joint's coordinate: q = sign law + offset.
void matchRevolute(const Model& model, MotionElement& motion) {
    for (std::size_t k = 0; k < model.joints.size(); ++k) {
        const JointElement& joint = model.joints[k];
        const bool same = joint.A.body == motion.A.body && joint.B.body == motion.B.body;
        const bool swapped = joint.A.body == motion.B.body && joint.B.body == motion.A.body;
        if (joint.type != "revolute" || (!same && !swapped)) continue;
        const Matrix3d& onA = same ? motion.A.frame.R
                                   : motion.B.frame.R;  // the motion's marker on the joint's body A
        const Matrix3d& onB = same ? motion.B.frame.R : motion.A.frame.R;
        const Vector3d z = joint.A.frame.R.col(Z);
        const double along = joint.A.body == motion.A.body
                                 ? z.dot(motion.A.frame.R.col(Z))
                                 : joint.B.frame.R.col(Z).dot(motion.A.frame.R.col(Z));
        const double turn = angleAbout(joint.B.frame.R.col(Z), joint.B.frame.R.col(X), onB.col(X));
        const bool across = std::abs(onB.col(X).dot(joint.B.frame.R.col(Z))) < 1e-9 &&
                            std::abs(onA.col(X).dot(z)) < 1e-9;
        if (std::abs(std::abs(along) - 1.0) > 1e-12 || !across) continue;
        motion.joint = static_cast<int>(k);
        motion.sign = (along > 0.0 ? 1.0 : -1.0) * (same ? 1.0 : -1.0);
        motion.offset = -angleAbout(z, onA.col(X), joint.A.frame.R.col(X)) - turn;
        return;
    }
}

/// Of what rolls, along the axes of its marker B; a disc has none along z. Sets the radius of a
/// disc.
Vector3d semiAxesOf(const JointDescription& given, JointElement& joint, BuildContext& context) {
    Vector3d axes = Vector3d::Zero();
    const auto refuse = [&](Message message) {
        context.refuse(Place::joint(given.name), std::move(message), given.line);
        return Vector3d(Vector3d::Ones());
    };
    if (given.type == "rolling-disc") {
        joint.length = given.length ? given.length->value : 0.0;
        axes = {joint.length, joint.length, 0.0};
        if (!(joint.length > 0.0) || !std::isfinite(joint.length))
            return refuse(
                MOMENTREE_TEXT("disc-radius", "a rolling disc needs a positive radius [m]"));
        return axes;
    }
    for (int k = 0; given.semiAxes && k < 3; ++k)
        axes[k] = (*given.semiAxes)[static_cast<std::size_t>(k)].value;
    if (!(axes.minCoeff() > 0.0) || !axes.allFinite())
        return refuse(MOMENTREE_TEXT("ellipsoid-axes",
                                     "a rolling ellipsoid needs three positive semi-axes [m]; for "
                                     "a disc, use the type rolling-disc"));
    return axes;
}

}  // namespace

bool isAngle(const JointElement& joint, int coordinate) {
    return visitJoint(
        [coordinate](auto kind) {
            const auto k = static_cast<std::size_t>(coordinate);
            return k < kind.angular.size() && *(kind.angular.data() + k);
        },
        joint.kind);
}

void aimAlong(const JointElement& joint, int coordinate, Constraint& c) {
    const Matrix3d &R_A = joint.A.frame.R, &R_B = joint.B.frame.R;
    if (!isAngle(joint, coordinate)) {
        c.x_a = R_A.col(jointType(joint.type).coordinate(coordinate) - 'x');
    } else if (joint.type == "universal" && coordinate == 1) {
        // tan q2 = x_A . z_B / x_A . x_B; seen from B, A turns about -y_B.
        std::swap(c.bodyA, c.bodyB);
        std::swap(c.s_a, c.s_b);
        c.x_a = R_B.col(Z);
        c.n_a = -R_B.col(Y);
        c.y_b = R_A.col(X);
    } else if (joint.type == "universal") {
        c.x_a = R_A.col(Z);
        c.n_a = R_A.col(X);
        c.y_b = R_B.col(Y);
    } else {
        c.x_a = R_A.col(Y);
        c.n_a = R_A.col(Z);
        c.y_b = R_B.col(X);
    }
}

void buildJoints(BuildContext& context) {
    Model& model = context.model;
    for (const JointDescription& given : context.description.joints) {
        const Place where = Place::joint(given.name);
        JointElement joint;
        joint.name = given.name;
        joint.type = given.type;
        if (!kindOf(given.type, joint.kind)) {
            context.refuse(
                where,
                MOMENTREE_TEXT(
                    "joint-unknown-type",
                    "unknown type '%1'; known are revolute, prismatic, universal, "
                    "cylindrical, screw, planar, spherical, constant-velocity, free, "
                    "fixed, distance, "
                    "point-on-line, point-on-plane, point-on-curve, cam-roller, cam-face, "
                    "rolling-disc, rolling-ellipsoid, knife-edge")(given.type),
                given.line);
        }
        joint.A = context.marker(given.a, where, given.line);
        joint.B = context.marker(given.b, where, given.line);
        if (given.a.body == given.b.body) {
            context.refuse(where,
                           MOMENTREE_TEXT("joins-body-to-itself",
                                          "connects a body to itself; name two different bodies"),
                           given.line);
        }
        joint.distance = given.type == "distance";
        joint.closes = jointType(given.type).closes;
        if (joint.distance) {
            joint.length = given.length ? given.length->value : 0.0;
            if (!(joint.length > 0.0) || !std::isfinite(joint.length)) {
                context.refuse(
                    where,
                    MOMENTREE_TEXT("joint-length", "a distance joint needs a positive length [m]"),
                    given.line);
            }
        }
        if (given.type == "screw") {
            joint.length = given.length ? given.length->value : 0.0;
            if (joint.length == 0.0 || !std::isfinite(joint.length))
                context.refuse(where,
                               MOMENTREE_TEXT("joint-lead",
                                              "a screw joint needs a lead other than 0 [m]; a "
                                              "negative one is left-handed"),
                               given.line);
        }
        if (rolls(given.type)) joint.semiAxes = semiAxesOf(given, joint, context);
        if (given.type == "cam-roller") {
            joint.length = given.length ? given.length->value : 0.0;
            if (!(joint.length > 0.0) || !std::isfinite(joint.length))
                context.refuse(
                    where,
                    MOMENTREE_TEXT("roller-radius",
                                   "a roller needs a positive radius [m]; a point on the "
                                   "curve is the type point-on-curve"),
                    given.line);
        }
        if (hasCurve(given.type)) joint.curve = makeJointCurve(given, joint.length, context);
        const int index = static_cast<int>(model.joints.size());
        if (!context.jointByName.emplace(given.name, index).second) {
            context.refuse(
                where,
                MOMENTREE_TEXT("joint-name-twice", "another joint has this name; rename one"),
                given.line);
        }
        for (const Marker* end : {&joint.A, &joint.B}) {
            const bool point =
                end->body != ground && context.pointMass[static_cast<std::size_t>(end->body)];
            const bool holdsPoint =
                joint.distance || (joint.closes && end == &joint.B && !isNonHolonomic(joint.type));
            if (point && !(holdsPoint && end->frame.r.isZero(1e-12))) {
                context.refuse(
                    where,
                    MOMENTREE_TEXT(
                        "joint-on-point-mass",
                        "body '%1' is a point mass (no inertia), which only distance joints and, "
                        "as "
                        "their body B, point-on-line and point-on-plane joints at its centre can "
                        "hold; give it an inertia about its centre of mass")(
                        model.bodies[static_cast<std::size_t>(end->body)].name),
                    given.line);
            }
        }
        model.joints.push_back(joint);
        writeConstraints({model, model.joints.back().A, model.joints.back().B, index}, joint);
    }
}

void buildMotions(BuildContext& context) {
    Model& model = context.model;
    std::set<std::pair<int, int>> prescribed;
    for (const MotionDescription& given : context.description.motions) {
        const Place where = Place::motion(given.name);
        const int index = static_cast<int>(model.motions.size());
        MotionElement motion;
        motion.name = given.name;
        motion.law = makeLaw(given.law, context, where);
        if (!context.motionByName.emplace(given.name, index).second) {
            context.refuse(
                where,
                MOMENTREE_TEXT("motion-name-twice", "another motion has this name; rename one"),
                given.line);
        }
        if (!given.joint.empty()) {
            const auto found = context.jointByName.find(given.joint);
            if (found == context.jointByName.end()) {
                context.refuse(
                    where, MOMENTREE_TEXT("joint-unknown", "there is no joint '%1'")(given.joint),
                    given.line);
                continue;
            }
            const JointElement& joint = model.joints[static_cast<std::size_t>(found->second)];
            if (given.coordinate < 1 || given.coordinate > jointType(joint.type).scalars()) {
                context.refuse(
                    where,
                    MOMENTREE_TEXT("motion-coordinate",
                                   "coordinate %1 of the %2 joint '%3' cannot be prescribed; "
                                   "possible are coordinate 1 of revolute and prismatic, 1 and 2 "
                                   "of cylindrical, screw and universal, 1 to 3 of planar joints")(
                        given.coordinate, joint.type, joint.name),
                    given.line);
                continue;
            }
            if (!prescribed.insert({found->second, given.coordinate}).second) {
                context.refuse(
                    where,
                    MOMENTREE_TEXT(
                        "motion-coordinate-twice",
                        "coordinate %1 of joint '%2' is prescribed twice; keep one of the motions")(
                        given.coordinate, joint.name),
                    given.line);
            }
            motion.joint = found->second;
            motion.A = joint.A;
            motion.B = joint.B;
            driveCoordinate(model, motion, index, joint, given.coordinate);
        } else if (given.a && given.b) {
            motion.A = context.marker(*given.a, where, given.line);
            motion.B = context.marker(*given.b, where, given.line);
            matchRevolute(model, motion);
            driveMarkers(model, motion, index);
        } else {
            context.refuse(
                where,
                MOMENTREE_TEXT("motion-without-target",
                               "name the joint whose coordinate it prescribes, or two markers"),
                given.line);
        }
        model.motions.push_back(motion);
    }
}

}  // namespace momentree
