// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/planar_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/kinematics/counted_angles.hpp"
#include "core/math/index.hpp"
#include "fpga_link/compiler/mechanism.hpp"

namespace momentree::fpga {

namespace {

constexpr double inPlane = 1e-9;  // sine of an angle with the plane, and height over size

/// Converts a model and collects the reasons why it does not fit.
class SystemBuilder {
public:
    SystemBuilder(const Model& model, const InitialState& start) : model_(model), start_(start) {
        for (const BodyState& body : start.bodies) R_.push_back(rotationOf<double>(body.e));
    }

    Result<PlanarModel> build() {
        reasons_ = neverOnBoard(model_);
        findPlane();
        holdBodies();
        addBodies();
        for (const JointElement& joint : model_.joints) addJoint(joint);
        addMotions();
        addCouplings();
        addLoads();
        if (!reasons_.empty()) return tl::unexpected(std::move(reasons_));
        dropRepeated(planar_.system.constraints);
        return std::move(planar_);
    }

private:
    using Kind = PlanarCoordinate::Kind;

    void refuse(Place place, Message reason) {
        reasons_.push_back(error(std::move(place), std::move(reason)));
    }
    void refuseOutOfPlane(Place place) {
        refuse(std::move(place),
               MOMENTREE_TEXT("accelerator-off-plane",
                              "does not act in the plane of the mechanism; the accelerator runs "
                              "planar mechanisms"));
    }

    Matrix3d rotationAt(int body) const {
        return body == ground ? Matrix3d::Identity() : R_[toIndex(body)];
    }
    Vector3d inWorld(int body, const Vector3d& direction) const {
        return rotationAt(body) * direction;
    }
    Vector3d pointOf(int body, const Vector3d& at) const {
        const Vector3d arm = inWorld(body, at);
        return body == ground ? arm : start_.bodies[toIndex(body)].r + arm;
    }
    Vector3d normal() const { return planar_.axes.col(2); }
    bool alongNormal(const Vector3d& direction) const {
        return direction.cross(normal()).norm() <= inPlane * direction.norm();
    }
    bool across(const Vector3d& direction) const {
        return std::abs(direction.dot(normal())) <= inPlane * std::max(direction.norm(), 1e-300);
    }
    double sideOf(const Vector3d& axis) const { return axis.dot(normal()) < 0.0 ? -1.0 : 1.0; }
    Flat<double> flat(const Vector3d& world) const {
        return {planar_.axes.col(0).dot(world), planar_.axes.col(1).dot(world)};
    }
    PlanarPlace placeAt(int body, const Vector3d& at) const {
        return {body, flat(inWorld(body, at))};
    }

    /// The axis of a revolute joint, or what the directions of others and the weight span.
    void findPlane() {
        Vector3d z = Vector3d::Zero(), direction = Vector3d::Zero();
        for (const JointElement& joint : model_.joints) {
            const Vector3d axis = inWorld(joint.A.body, joint.A.frame.R.col(2));
            if (joint.type == Revolute::id && z.norm() == 0.0) z = axis;
            const Vector3d own = joint.distance ? Vector3d(pointOf(joint.B.body, joint.B.frame.r) -
                                                           pointOf(joint.A.body, joint.A.frame.r))
                                                : axis;
            if (direction.norm() == 0.0)
                direction = own;
            else if (z.norm() == 0.0 && direction.cross(own).norm() > 1e-6 * own.norm())
                z = direction.cross(own);
        }
        if (z.norm() == 0.0) z = direction.cross(model_.gravity);
        if (z.norm() <= 1e-9 * direction.norm() * model_.gravity.norm())
            z = direction.cross(std::abs(direction.x()) < 0.9 * direction.norm()
                                    ? Vector3d::UnitX()
                                    : Vector3d::UnitY());
        if (z.norm() == 0.0) z = Vector3d::UnitZ();
        z.normalize();
        Vector3d x = std::abs(z.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
        x = (x - z * z.dot(x)).normalized();
        planar_.axes.col(0) = x;
        planar_.axes.col(1) = z.cross(x);
        planar_.axes.col(2) = z;
    }

    /// Bodies that revolute and prismatic joints keep in the plane, from the ground outwards.
    void holdBodies() {
        held_.assign(model_.bodies.size(), false);
        const auto isHeld = [&](int body) { return body == ground || held_[toIndex(body)]; };
        for (std::size_t round = 0; round <= model_.bodies.size(); ++round)
            for (const JointElement& joint : model_.joints) {
                if (joint.type != Revolute::id && joint.type != Prismatic::id) continue;
                if (isHeld(joint.A.body) && joint.B.body != ground)
                    held_[toIndex(joint.B.body)] = true;
                if (isHeld(joint.B.body) && joint.A.body != ground)
                    held_[toIndex(joint.A.body)] = true;
            }
    }

    void addBodies() {
        planar_.system.gravityX = planar_.axes.col(0).dot(model_.gravity);
        planar_.system.gravityY = planar_.axes.col(1).dot(model_.gravity);
        for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
            const momentree::Body& body = model_.bodies[i];
            const BodyState& state = start_.bodies[i];
            const Matrix3d axes = R_[i].transpose() * planar_.axes;
            const Matrix3d J = axes.transpose() * body.J_C * axes;
            if (!held_[i] &&
                (!across(model_.gravity) || !across(state.v) || !alongNormal(state.w) ||
                 std::hypot(J(0, 2), J(1, 2)) > inPlane * J.norm()))
                refuse(Place::body(body.name),
                       MOMENTREE_TEXT("accelerator-leaves-plane",
                                      "has no revolute or prismatic joint and leaves the plane of "
                                      "the mechanism; the accelerator runs planar mechanisms"));
            planar_.system.bodies.push_back({body.mass, J(2, 2), 0.0, 0.0});
            planar_.heights.push_back(normal().dot(state.r));
            planar_.bodyAxes.push_back(axes);
        }
    }

    PlanarCoordinate slide(int axisBody, const Vector3d& axis, const PlanarPlace& A,
                           const PlanarPlace& B) const {
        return {Kind::Slide, A, B, axisBody, flat(inWorld(axisBody, axis))};
    }
    PlanarCoordinate angle(int bodyA, int bodyB) const {
        return {Kind::Angle, {bodyA, {}}, {bodyB, {}}, planarGround, {}};
    }
    void constrain(const std::string& name, const PlanarCoordinate& coordinate,
                   PlanarLaw law = {}) {
        planar_.system.constraints.push_back({name, {{1.0, coordinate}}, std::move(law)});
    }

    void addJoint(const JointElement& joint) {
        const PlanarPlace A = placeAt(joint.A.body, joint.A.frame.r);
        const PlanarPlace B = placeAt(joint.B.body, joint.B.frame.r);
        const Vector3d axis = inWorld(joint.A.body, joint.A.frame.R.col(2));
        if (joint.type == Revolute::id) {
            if (!alongNormal(axis)) return refuseOutOfPlane(Place::joint(joint.name));
            for (const int k : {0, 1})
                constrain(joint.name, slide(ground, planar_.axes.col(k), A, B));
        } else if (joint.type == Prismatic::id) {
            if (!across(axis)) return refuseOutOfPlane(Place::joint(joint.name));
            constrain(joint.name, angle(joint.A.body, joint.B.body));
            const Vector3d side = normal().cross(axis);
            constrain(joint.name,
                      slide(joint.A.body, rotationAt(joint.A.body).transpose() * side, A, B));
        } else if (joint.distance) {
            if (!sameHeight(joint.A, joint.B)) return refuseOutOfPlane(Place::joint(joint.name));
            checkArm(joint, joint.A);
            checkArm(joint, joint.B);
            planar_.system.constraints.push_back(
                {joint.name,
                 {{1.0 / joint.length, {Kind::HalfSquare, A, B, planarGround, {}}}},
                 {{0.5 * joint.length}}});
        } else {
            refuse(Place::joint(joint.name),
                   MOMENTREE_TEXT("accelerator-planar-joint",
                                  "is %1; the accelerator has revolute, prismatic and distance "
                                  "joints only")(joint.type));
        }
    }
    bool sameHeight(const Marker& A, const Marker& B) const {
        const Vector3d d = pointOf(B.body, B.frame.r) - pointOf(A.body, A.frame.r);
        return across(d);
    }
    /// A point mass has no turn that an impulse beside its centre could change.
    void checkArm(const JointElement& joint, const Marker& marker) {
        if (marker.body == ground || planar_.system.bodies[toIndex(marker.body)].inertia > 0.0 ||
            marker.frame.r.norm() == 0.0)
            return;
        refuse(Place::joint(joint.name),
               MOMENTREE_TEXT("accelerator-no-inertia",
                              "holds a body without inertia beside its centre of mass; give the "
                              "body an inertia"));
    }

    /// The law without its table, which is refused.
    PlanarLaw lawOf(const Law& law, const Place& place) {
        if (auto reason = refusalOf(law)) refuse(place, *std::move(reason));
        return {law.polynomial, law.amplitude, law.frequency, law.phase};
    }
    static void shift(PlanarLaw& law, double by) {
        if (law.polynomial.empty()) law.polynomial.push_back(0.0);
        law.polynomial[0] += by;
    }
    static PlanarLaw times(double factor, PlanarLaw law) {
        for (double& c : law.polynomial) c *= factor;
        law.amplitude *= factor;
        return law;
    }

    void addMotions() {
        for (const Constraint& c : model_.constraints) {
            if (c.motion < 0) continue;
            const MotionElement& motion = model_.motions[toIndex(c.motion)];
            const Place place = Place::motion(motion.name);
            PlanarLaw law = lawOf(motion.law, place);
            if (c.kind == Constraint::Kind::Angle) {
                const Vector3d n = inWorld(c.bodyA, c.n_a);
                if (!alongNormal(n)) {
                    refuseOutOfPlane(place);
                    continue;
                }
                shift(law, -law.at(start_.time));
                constrain(motion.name, angle(c.bodyA, c.bodyB), times(sideOf(n), law));
            } else if (across(inWorld(c.bodyA, c.x_a))) {
                constrain(motion.name,
                          slide(c.bodyA, c.x_a, placeAt(c.bodyA, c.s_a), placeAt(c.bodyB, c.s_b)),
                          law);
            } else {
                refuseOutOfPlane(place);
            }
        }
    }

    void addCouplings() {
        for (std::size_t k = 0; k < model_.couplings.size(); ++k) {
            if (model_.couplings[k].described < 0) continue;  // the thread of a screw
            PlanarConstraint sum{model_.couplings[k].name, {}, {}};
            double offset = 0.0;
            bool planar = true;
            for (const Constraint& c : model_.constraints) {
                if (c.coupling != static_cast<int>(k)) continue;
                const Vector3d axis = inWorld(c.bodyA, c.turns ? c.n_a : c.x_a);
                planar = planar && (c.turns ? alongNormal(axis) : across(axis));
                if (c.turns) {
                    sum.terms.push_back({c.ratio * sideOf(axis), angle(c.bodyA, c.bodyB)});
                    continue;
                }
                sum.terms.push_back({c.ratio, slide(c.bodyA, c.x_a, placeAt(c.bodyA, c.s_a),
                                                    placeAt(c.bodyB, c.s_b))});
                offset += c.ratio * axis.dot(pointOf(c.bodyB, c.s_b) - pointOf(c.bodyA, c.s_a));
            }
            if (!planar) {
                refuseOutOfPlane(Place::coupling(sum.name));
                continue;
            }
            sum.law.polynomial = {offset};
            planar_.system.constraints.push_back(std::move(sum));
        }
    }

    void refuseForce(const std::string& name, Message reason) {
        refuse(Place::force(name), std::move(reason));
    }

    void addLoads() {
        for (const SpringDamper& spring : model_.springs) addSpring(spring);
        const CountedAngles counted = countedAngles(model_);
        std::vector<double> angles(model_.loadAngles(), 0.0);
        anglesOfLoads(counted, anglesOf(counted, start_), angles);
        for (std::size_t k = 0; k < model_.axialLoads.size(); ++k)
            if (model_.axialLoads[k].side == 0)  // others are limits, which are refused
                addAxial(model_.axialLoads[k], angles[k]);
        for (const AppliedLoad& load : model_.appliedLoads) addPush(load);
        for (const Drag& drag : model_.drags) {
            if (auto reason = refusalOf(drag)) refuseForce(drag.name, *std::move(reason));
            planar_.system.bodies[toIndex(drag.body)].drag += drag.linear;
            planar_.system.bodies[toIndex(drag.body)].turnDrag += drag.angular;
        }
    }
    void addSpring(const SpringDamper& spring) {
        if (auto reason = refusalOf(spring)) return refuseForce(spring.name, *std::move(reason));
        const Vector3d d =
            pointOf(spring.B.body, spring.B.frame.r) - pointOf(spring.A.body, spring.A.frame.r);
        if (!across(d)) return refuseOutOfPlane(Place::force(spring.name));
        if (d.norm() == 0.0) return refuseForce(spring.name, noSpringLength());
        planar_.system.efforts.push_back({{Kind::Length,
                                           placeAt(spring.A.body, spring.A.frame.r),
                                           placeAt(spring.B.body, spring.B.frame.r),
                                           planarGround,
                                           {}},
                                          spring.k,
                                          spring.c,
                                          spring.l0,
                                          {{-spring.f0}}});
    }
    void addAxial(const AxialLoad& load, double start) {
        if (auto reason = refusalOf(load)) return refuseForce(load.name, *std::move(reason));
        const Vector3d axis = inWorld(load.A.body, load.A.frame.R.col(2));
        if (load.torque ? !alongNormal(axis) : !across(axis))
            return refuseOutOfPlane(Place::force(load.name));
        const PlanarLaw law = lawOf(load.law, Place::force(load.name));
        if (load.torque) {
            const double side = sideOf(axis);
            planar_.system.efforts.push_back({angle(load.A.body, load.B.body), load.k, load.c,
                                              side * (load.x0 - start), times(side, law)});
            return;
        }
        planar_.system.efforts.push_back(
            {slide(load.A.body, load.A.frame.R.col(2), placeAt(load.A.body, load.A.frame.r),
                   placeAt(load.B.body, load.B.frame.r)),
             load.k, load.c, load.x0, law});
    }
    void addPush(const AppliedLoad& load) {
        if (auto reason = refusalOf(load)) return refuseForce(load.name, *std::move(reason));
        if (load.at.body == ground) return;
        const Vector3d direction =
            load.bodyAxes ? inWorld(load.at.body, load.direction) : load.direction;
        if (!held_[toIndex(load.at.body)] &&
            (load.torque ? !alongNormal(direction) : !across(direction)))
            return refuseOutOfPlane(Place::force(load.name));
        PlanarPush push{placeAt(load.at.body, load.at.frame.r),
                        {},
                        load.bodyAxes,
                        0.0,
                        lawOf(load.law, Place::force(load.name))};
        if (load.torque)
            push.torque = direction.dot(normal());
        else
            push.direction = flat(direction);
        planar_.system.pushes.push_back(std::move(push));
    }

    const Model& model_;
    const InitialState& start_;
    std::vector<Matrix3d> R_;
    std::vector<bool> held_;
    PlanarModel planar_;
    Diagnostics reasons_;
};

}  // namespace

Result<PlanarModel> planarModel(const Model& model, const InitialState& start) {
    return SystemBuilder(model, start).build();
}

PlanarSystemState planarStart(const PlanarModel& planar, const InitialState& start) {
    PlanarSystemState state;
    state.time = start.time;
    for (std::size_t i = 0; i < start.bodies.size(); ++i) {
        const BodyState& body = start.bodies[i];
        const Vector3d r = planar.axes.transpose() * body.r, v = planar.axes.transpose() * body.v;
        const PlanarBody& own = planar.system.bodies[i];
        state.coordinates.insert(state.coordinates.end(), {r.x(), r.y(), 0.0});
        state.momenta.insert(state.momenta.end(), {own.mass * v.x(), own.mass * v.y(),
                                                   own.inertia * planar.axes.col(2).dot(body.w)});
    }
    return state;
}

void placeBodies(const PlanarModel& planar, const std::vector<double>& coordinates,
                 const std::vector<double>& velocities, std::vector<BodyState>& bodies) {
    const Vector3d x = planar.axes.col(0), y = planar.axes.col(1), z = planar.axes.col(2);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double *q = &coordinates[3 * i], *v = &velocities[3 * i];
        const double c = std::cos(q[2]), s = std::sin(q[2]);
        Matrix3d axes;
        axes.col(0) = c * x + s * y;
        axes.col(1) = c * y - s * x;
        axes.col(2) = z;
        bodies[i].r = q[0] * x + q[1] * y + planar.heights[i] * z;
        bodies[i].e = quaternionOf<double>(axes * planar.bodyAxes[i].transpose());
        bodies[i].v = v[0] * x + v[1] * y;
        bodies[i].w = v[2] * z;
    }
}

}  // namespace momentree::fpga
