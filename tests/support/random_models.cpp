// SPDX-License-Identifier: Apache-2.0
#include "support/random_models.hpp"

#include <QtGlobal>
#include <algorithm>
#include <cmath>

namespace momentree::test {

double Random::uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
}
int Random::below(int count) {
    return static_cast<int>(engine_() % static_cast<std::uint64_t>(count));
}
Vector3d Random::vector(double bound) {
    const double x = uniform(-bound, bound), y = uniform(-bound, bound);
    return {x, y, uniform(-bound, bound)};
}
Quat<double> Random::quaternion() {
    Quat<double> e;
    do {
        for (int k = 0; k < 4; ++k) e[k] = uniform(-1.0, 1.0);
    } while (e.norm() < 0.1);
    e.normalize();
    return e[0] < 0.0 ? Quat<double>(-e) : e;
}
Matrix3d Random::inertia() {
    const double x = uniform(0.05, 0.3), y = uniform(0.05, 0.3), z = uniform(0.05, 0.3);
    const Matrix3d R = rotationOf(quaternion());
    const Matrix3d J = R * Vector3d(y + z, x + z, x + y).asDiagonal() * R.transpose();
    return (J + J.transpose()) / 2.0;
}

namespace {

std::string numbered(const char* prefix, int index) { return prefix + std::to_string(index); }

Scalar3 scalars(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

std::vector<Scalar> scalarList(const Eigen::VectorXd& v) { return {v.data(), v.data() + v.size()}; }

MarkerDescription marker(const std::string& name, const Vector3d& position,
                         const Quat<double>& orientation) {
    MarkerDescription m;
    m.name = name;
    m.position = scalars(position);
    m.orientation = {orientation[0], orientation[1], orientation[2], orientation[3]};
    return m;
}

/// Generates a mechanism body by body.
class Draft {
public:
    Draft(const Recipe& recipe, std::uint64_t seed) : recipe_(recipe), random_(seed) {
        d_.name = "random";
        d_.gravity = scalars(recipe.planar ? Vector3d(0.7, -9.5, 0.0) : Vector3d(1.5, -9.0, 2.5));
    }

    ModelDescription draw() {
        for (int i = 0; i < recipe_.bodies; ++i) addBody(i);
        for (int i = 0; i < recipe_.bodies; ++i) addJoint(i);
        if (recipe_.loads) addLoads();
        if (!recipe_.closure.empty()) close();
        if (recipe_.drivenCoordinates) driveCoordinates();
        if (recipe_.scrambled) scramble();
        return d_;
    }

private:
    Vector3d position(double bound) {
        Vector3d r = random_.vector(bound);
        if (recipe_.planar) r.z() = 0.0;
        return r;
    }
    Quat<double> orientation() {
        if (!recipe_.planar) return random_.quaternion();
        const double a = random_.uniform(-1.5, 1.5);
        return {std::cos(a / 2), 0.0, 0.0, std::sin(a / 2)};
    }

    void addBody(int i) {
        BodyDescription body;
        body.name = numbered("b", i);
        body.mass = random_.uniform(0.5, 2.0);
        body.com = scalars(position(0.4));
        Matrix3d J = random_.inertia();
        if (recipe_.planar) J(0, 2) = J(2, 0) = J(1, 2) = J(2, 1) = 0.0;
        for (int k = 0; k < 3; ++k)
            body.inertia[static_cast<std::size_t>(k)] = scalars(J.row(k).transpose());
        body.markers.push_back(marker("in", position(0.5), orientation()));
        body.markers.push_back(marker("aux", position(0.5), orientation()));
        d_.bodies.push_back(body);
    }

    std::string pickType(int i) {
        const int count = static_cast<int>(recipe_.joints.size());
        return recipe_
            .joints[static_cast<std::size_t>(recipe_.branched ? random_.below(count) : i % count)];
    }

    void addJoint(int i) {
        const int parent = recipe_.branched && i > 0 ? random_.below(i + 1) - 1 : i - 1;
        const std::string name = numbered("j", i);
        JointDescription joint;
        joint.name = name;
        joint.type = pickType(i);
        joint.a = {parent < 0 ? "ground" : numbered("b", parent), name};
        joint.b = {numbered("b", i), "in"};
        const MarkerDescription a = marker(name, position(0.5), orientation());
        (parent < 0 ? d_.groundMarkers : d_.bodies[static_cast<std::size_t>(parent)].markers)
            .push_back(a);
        d_.joints.push_back(joint);
        const bool oneAxis = joint.type == "revolute" || joint.type == "prismatic";
        if (oneAxis && random_.uniform(0.0, 1.0) < recipe_.drivenShare)
            addMotion(joint);
        else
            addStart(joint);
    }

    LawDescription harmonic() {
        LawDescription law;
        law.kind = "harmonic";
        law.offset = random_.uniform(-0.3, 0.3);
        law.amplitude = random_.uniform(0.2, 0.6);
        law.frequency = random_.uniform(1.0, 4.0);
        law.phase = random_.uniform(-1.0, 1.0);
        return law;
    }
    LawDescription polynomial() {
        LawDescription law;
        law.kind = "polynomial";
        for (int k = 0; k < 4; ++k) law.coefficients.emplace_back(random_.uniform(-0.4, 0.4));
        return law;
    }

    void addMotion(const JointDescription& joint) {
        MotionDescription motion;
        motion.name = "drive of " + joint.name;
        motion.joint = joint.name;
        motion.law = random_.below(2) == 0 ? harmonic() : polynomial();
        d_.motions.push_back(motion);
    }

    void driveCoordinates() {
        for (const JointDescription& joint : d_.joints) {
            if (joint.type != "universal" && joint.type != "cylindrical") continue;
            const auto start = std::ranges::find(d_.jointStarts, joint.name, &JointStart::joint);
            if (start == d_.jointStarts.end()) continue;  // closes a loop
            MotionDescription motion;
            motion.name = "drive of " + joint.name;
            motion.joint = joint.name;
            motion.coordinate = 1 + random_.below(2);
            motion.law.kind = "polynomial";
            const auto at = static_cast<std::size_t>(motion.coordinate - 1);
            motion.law.coefficients = {start->q[at], start->u[at], 0.3};
            d_.motions.push_back(motion);
        }
    }

    void addStart(const JointDescription& joint) {
        if (joint.type == "fixed") return;
        const auto values = [this](int count) {
            Eigen::VectorXd v(count);
            for (double& x : v) x = random_.uniform(-1.2, 1.2);
            return v;
        };
        Eigen::VectorXd q, u;
        if (joint.type == "spherical" || joint.type == "constant-velocity") {
            q = random_.quaternion();
            u = values(3);
        } else if (joint.type == "free") {
            q.resize(7);
            q << values(3), random_.quaternion();
            u = values(6);
        } else {
            const int count = joint.type == "planar"                                  ? 3
                              : joint.type == "revolute" || joint.type == "prismatic" ? 1
                                                                                      : 2;
            q = values(count);
            u = values(count);
        }
        d_.jointStarts.push_back({joint.name, scalarList(q), scalarList(u)});
    }

    MarkerReference auxiliary(int body) { return {numbered("b", body), "aux"}; }

    void addLoads() {
        d_.groundMarkers.push_back(marker("anchor", position(2.0), orientation()));
        for (int i = 0; i < recipe_.bodies; i += 2) {
            SpringDamperDescription s;
            s.a = i == 0 ? MarkerReference{"ground", "anchor"} : auxiliary(random_.below(i));
            s.b = auxiliary(i);
            s.stiffness = random_.uniform(5.0, 20.0);
            s.damping = random_.uniform(0.2, 1.0);
            s.length = random_.uniform(0.2, 1.0);
            s.preload = random_.uniform(-1.0, 1.0);
            d_.forces.push_back({numbered("spring", i), s});
        }
        for (const JointDescription& joint : d_.joints) addJointLoad(joint);
        AppliedForceDescription f;
        f.at = auxiliary(recipe_.bodies - 1);
        f.direction = scalars(position(1.0).normalized());
        f.law = harmonic();
        d_.forces.push_back({"world force", f});
        f.bodyAxes = true;
        f.law = polynomial();
        d_.forces.push_back({"follower force", f});
        if (!recipe_.planar) {
            f.torque = true;
            d_.forces.push_back({"follower torque", f});
        }
        d_.forces.push_back(
            {"drag", DragDescription{"b0", random_.uniform(0.1, 0.5), random_.uniform(0.1, 0.5)}});
    }

    void addJointLoad(const JointDescription& joint) {
        if (joint.type == "revolute") {
            AxialTorqueDescription torque;
            torque.a = joint.a;
            torque.b = joint.b;
            torque.stiffness = random_.uniform(1.0, 5.0);
            torque.angle = random_.uniform(-0.3, 0.3);
            torque.damping = random_.uniform(0.1, 0.5);
            torque.law = harmonic();
            d_.forces.push_back({"torque on " + joint.name, torque});
        } else if (joint.type == "prismatic" || joint.type == "cylindrical") {
            AxialForceDescription force;
            force.a = joint.a;
            force.b = joint.b;
            force.stiffness = random_.uniform(5.0, 20.0);
            force.length = random_.uniform(-0.3, 0.3);
            force.damping = random_.uniform(0.1, 0.5);
            force.law = polynomial();
            d_.forces.push_back({"force on " + joint.name, force});
        }
    }

    /// Joins the last body to ground, and random ones to earlier bodies. The random speeds open the
    /// loops; a start may adjust them.
    void close() {
        d_.adjustStart = true;
        const std::shared_ptr<const Model> open = build(d_);
        std::vector<Frame> poses;  // of the users' body frames
        const InitialState state = bodyStates(*open, describedStart(*open));
        for (std::size_t i = 0; i < open->bodies.size(); ++i)
            poses.push_back(Frame{rotationOf(state.bodies[i].e), state.bodies[i].r} *
                            Frame{Matrix3d::Identity(), open->bodies[i].origin});
        joinTip(poses, recipe_.bodies - 1, ground, "");
        for (int k = 1; k < recipe_.loops; ++k) {
            const int body = random_.below(recipe_.bodies);
            joinTip(poses, body, random_.below(body + 1) - 1, std::to_string(k));
        }
    }

    /// Joins a new marker of `body` to one of `other` at the same place, or at the distance of a
    /// rod.
    void joinTip(const std::vector<Frame>& poses, int body, int other, const std::string& suffix) {
        const std::string tipName = "tip" + suffix, endName = "end" + suffix;
        const Vector3d at = position(0.5);
        const Quat<double> axes = orientation();
        d_.bodies[static_cast<std::size_t>(body)].markers.push_back(marker(tipName, at, axes));
        Frame end = poses[static_cast<std::size_t>(body)] * Frame{rotationOf(axes), at};
        const bool isRod = recipe_.closure == "distance";
        const Vector3d rod = isRod ? position(1.0) : Vector3d(0.0, 0.0, 0.0);
        end.r += rod;
        if (other != ground) end = inverse(poses[static_cast<std::size_t>(other)]) * end;
        (other == ground ? d_.groundMarkers : d_.bodies[static_cast<std::size_t>(other)].markers)
            .push_back(marker(endName, end.r, quaternionOf<double>(end.R)));
        JointDescription joint;
        joint.name = "closure" + suffix;
        joint.type = recipe_.closure;
        if (isRod) joint.length = rod.norm();
        joint.a = {other == ground ? "ground" : numbered("b", other), endName};
        joint.b = {numbered("b", body), tipName};
        d_.joints.push_back(joint);
    }

    template <typename Item>
    void shuffle(std::vector<Item>& items) {
        for (std::size_t k = items.size(); k > 1; --k)
            std::swap(items[k - 1],
                      items[static_cast<std::size_t>(random_.below(static_cast<int>(k)))]);
    }
    void scramble() {
        for (JointDescription& joint : d_.joints)
            if (random_.below(2) == 0) std::swap(joint.a, joint.b);
        shuffle(d_.joints);
        shuffle(d_.bodies);
    }

    const Recipe& recipe_;
    Random random_;
    ModelDescription d_;
};

void randomCoordinates(const Joint& joint, Random& random, double* q) {
    for (int k = 0; k < coordinateCount(joint); ++k) q[k] = random.uniform(-1.2, 1.2);
    if (std::holds_alternative<Spherical>(joint)) Eigen::Map<Quat<double>>{q} = random.quaternion();
    if (std::holds_alternative<Free>(joint)) Eigen::Map<Quat<double>>{q + 3} = random.quaternion();
}

}  // namespace

ModelDescription describe(const Recipe& recipe, std::uint64_t seed) {
    return Draft(recipe, seed).draw();
}

std::shared_ptr<const Model> build(const ModelDescription& description) {
    const Result<std::shared_ptr<const Model>> model = buildModel(description);
    if (!model) {
        std::string text;
        for (const Diagnostic& d : model.error()) text += toString(d) + "\n";
        qFatal("the test's model does not build:\n%s", text.c_str());
    }
    return *model;
}

std::shared_ptr<const Model> randomModel(const Recipe& recipe, std::uint64_t seed) {
    return build(describe(recipe, seed));
}

JointState randomState(const Model& model, Random& random) {
    JointState state;
    state.q.resize(model.tree.nq);
    state.u.resize(model.tree.nu);
    for (const TreeBody& body : model.tree.bodies)
        randomCoordinates(body.joint, random, state.q.data() + body.firstQ);
    for (double& u : state.u) u = random.uniform(-1.5, 1.5);
    state.t = random.uniform(0.1, 1.0);
    return state;
}

JointState describedStart(const Model& model) {
    JointState state;
    state.q = VectorXd::Zero(model.tree.nq);
    state.u = VectorXd::Zero(model.tree.nu);
    for (const TreeBody& body : model.tree.bodies) {
        if (coordinateCount(body.joint) == 0) continue;
        const std::string& name = model.joints[static_cast<std::size_t>(body.element)].name;
        const auto& starts = model.description.jointStarts;
        const auto start = std::find_if(starts.begin(), starts.end(),
                                        [&](const JointStart& s) { return s.joint == name; });
        if (start == starts.end()) qFatal("joint '%s' has no described start", name.c_str());
        for (std::size_t k = 0; k < start->q.size(); ++k)
            state.q[body.firstQ + static_cast<int>(k)] = start->q[k].value;
        for (std::size_t k = 0; k < start->u.size(); ++k)
            state.u[body.firstU + static_cast<int>(k)] = start->u[k].value;
    }
    return state;
}

JointState closedState(const Model& model) {
    JointState state = describedStart(model);
    state.u = consistentSpeeds(model, state);
    return state;
}

namespace {

/// A bar of 1 kg along its x axis with its origin at the left end.
BodyDescription bar(const std::string& name, double length, double inertia) {
    BodyDescription body;
    body.name = name;
    body.mass = 1.0;
    body.com = {length / 2, 0.0, 0.0};
    for (std::size_t k = 0; k < 3; ++k) body.inertia[k][k] = inertia;
    body.markers.push_back(marker("left", Vector3d::Zero(), {1.0, 0.0, 0.0, 0.0}));
    body.markers.push_back(marker("right", {length, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}));
    return body;
}

JointDescription revolute(const std::string& name, MarkerReference a, MarkerReference b) {
    JointDescription joint;
    joint.name = name;
    joint.type = "revolute";
    joint.a = std::move(a);
    joint.b = std::move(b);
    return joint;
}

}  // namespace

ModelDescription describe(const FourBarModel& f) {
    ModelDescription d;
    d.name = "four-bar";
    d.adjustStart = true;  // the pose is a guess
    d.groundMarkers.push_back(marker("left", Vector3d::Zero(), {1.0, 0.0, 0.0, 0.0}));
    d.groundMarkers.push_back(marker("right", {f.endX, f.endY, 0.0}, {1.0, 0.0, 0.0, 0.0}));
    d.bodies = {bar("crank", f.crank, f.inertia), bar("coupler", f.coupler, f.inertia),
                bar("rocker", f.rocker, f.inertia)};
    d.joints = {revolute("A", {"ground", "left"}, {"crank", "left"}),
                revolute("B", {"crank", "right"}, {"coupler", "left"}),
                revolute("C", {"coupler", "right"}, {"rocker", "left"}),
                revolute("D", {"ground", "right"}, {"rocker", "right"})};
    const Vector3d middle(f.crank * std::cos(f.angle) + f.coupler * std::cos(f.coupler0),
                          f.crank * std::sin(f.angle) + f.coupler * std::sin(f.coupler0), 0.0);
    const double rocker = std::atan2(f.endY - middle.y(), f.endX - middle.x());
    const auto wrapped = [](double a) { return std::remainder(a, 2 * M_PI); };
    d.jointStarts = {{"A", {f.angle}, {f.rate}},
                     {"B", {wrapped(f.coupler0 - f.angle)}, {}},
                     {"C", {wrapped(rocker - f.coupler0)}, {}}};
    return d;
}

}  // namespace momentree::test
