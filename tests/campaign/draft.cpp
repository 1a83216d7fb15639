// SPDX-License-Identifier: Apache-2.0
#include "campaign/draft.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/math/index.hpp"

namespace momentree::campaign {
namespace {

std::string bodyName(int body) { return body == ground ? "ground" : "b" + std::to_string(body); }

Scalar3 scalars(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// Pose of marker B in axes of A.
Frame jointPose(const std::string& type, const std::vector<double>& q) {
    const auto frame = [&](auto joint) -> Frame {
        return {joint.rotation(q.data()), joint.translation(q.data())};
    };
    if (type == "revolute") return frame(Revolute());
    if (type == "prismatic") return frame(Prismatic());
    if (type == "universal") return frame(Universal());
    if (type == "cylindrical") return frame(Cylindrical());
    if (type == "spherical") return frame(Spherical());
    return {};
}

void roundTo(Scalar3& values, double unit) {
    for (Scalar& s : values) s.value = std::round(s.value / unit) * unit;
}

}  // namespace

Draft::Draft(std::uint64_t seed) : random(seed) {
    const auto decades = [&](double low, double high) {
        return std::pow(10.0, random.uniform(low, high));
    };
    size = chance(0.5) ? decades(-1.0, 0.5) : decades(-6.0, 3.0);
    rate = chance(0.15) ? 0.0 : decades(-1.0, 2.0);
    mass = chance(0.5) ? 1.0 : decades(-3.0, 3.0);
    massRange = chance(0.6) ? 0.5 : random.uniform(1.0, 9.0);
    d.name = "seed " + std::to_string(seed);
    const bool weight = rate == 0.0 || chance(0.5);
    d.gravity = scalars(weight ? Vector3d(9.81 * turn().col(0)) : Vector3d::Zero());
}

Vector3d Draft::near(int body) { return poseOf(body).r + size * random.vector(0.8); }
Matrix3d Draft::turn() { return rotationOf(random.quaternion()); }

Matrix3d Draft::axesAlong(const Vector3d& z) {
    Matrix3d R;
    R.col(2) = z.normalized();
    R.col(0) = z.cross(turn().col(0)).normalized();
    R.col(1) = R.col(2).cross(R.col(0));
    return R;
}

Frame Draft::poseOf(int body) const { return body == ground ? Frame{} : poses[toIndex(body)]; }

int Draft::addBody(const Vector3d& point) {
    const int number = static_cast<int>(std::ssize(poses));
    poses.push_back({turn(), point + size * random.vector(0.2)});
    BodyDescription body;
    body.name = bodyName(number);
    const double m = mass * std::pow(10.0, -random.uniform(0.0, massRange));
    body.mass = m;
    body.com = scalars(size * random.vector(0.3));
    const Matrix3d J = m * size * size * random.inertia();
    for (int k = 0; k < 3; ++k) body.inertia[toIndex(k)] = scalars(J.row(k).transpose());
    d.bodies.push_back(body);
    return number;
}

std::string Draft::addMarker(int body, const Frame& world) {
    const Frame frame = inverse(poseOf(body)) * world;
    auto& markers = body == ground ? d.groundMarkers : d.bodies[toIndex(body)].markers;
    MarkerDescription marker;
    marker.name = "m" + std::to_string(markers.size());
    marker.position = scalars(frame.r);
    marker.z = scalars(frame.R.col(2));
    marker.x = scalars(frame.R.col(0));
    markers.push_back(marker);
    return marker.name;
}

MarkerReference Draft::referTo(int body, const Frame& at) {
    return {bodyName(body), addMarker(body, at)};
}

int Draft::join(const std::string& type, int a, int b, const Frame& at) {
    if (chance(0.5)) std::swap(a, b);
    Coordinates start;
    const auto angle = [&] { return random.uniform(-1.4, 1.4); };
    const auto shift = [&] { return size * random.uniform(-0.5, 0.5); };
    if (type == "revolute") start.q = {angle()};
    if (type == "prismatic") start.q = {shift()};
    if (type == "universal") start.q = {angle(), angle()};
    if (type == "cylindrical") start.q = {angle(), shift()};
    if (type == "spherical") {
        const Quat<double> e = random.quaternion();
        start.q = {e[0], e[1], e[2], e[3]};
    }
    JointDescription joint;
    joint.type = type;
    joint.a = referTo(a, at);
    joint.b = referTo(b, at * jointPose(type, start.q));
    const int number = add(std::move(joint));
    starts_.back() = std::move(start);
    return number;
}

int Draft::add(JointDescription joint) {
    joint.name = "j" + std::to_string(d.joints.size());
    d.joints.push_back(std::move(joint));
    starts_.emplace_back();
    return static_cast<int>(std::ssize(d.joints)) - 1;
}

int Draft::joinByRod(int a, int b, const Vector3d& from, const Vector3d& to) {
    JointDescription joint;
    joint.type = "distance";
    joint.a = referTo(a, {turn(), from});
    joint.b = referTo(b, {turn(), to});
    joint.length = (to - from).norm();
    return add(std::move(joint));
}

void Draft::move(int joint) {
    const std::string& type = d.joints[toIndex(joint)].type;
    Coordinates& start = starts_[toIndex(joint)];
    const auto speed = [&](double unit) {
        const double most = chance(0.5) ? unit * rate : -unit * rate;
        return most * random.uniform(0.3, 1.0);
    };
    if (type == "revolute") start.u = {speed(1.0)};
    if (type == "prismatic") start.u = {speed(size)};
    if (type == "universal") start.u = {speed(1.0), speed(1.0)};
    if (type == "cylindrical") start.u = {speed(1.0), speed(size)};
    if (type == "spherical") start.u = {speed(1.0), speed(1.0), speed(1.0)};
}

LawDescription Draft::lawFrom(double value, double speed, double unit) {
    const double fast = std::max(rate, 1.0);
    LawDescription law;
    switch (random.below(3)) {
        case 0:
            law.offset = value;
            law.rate = speed;
            break;
        case 1:
            law.kind = "polynomial";
            law.coefficients = {value, speed, unit * fast * fast * random.uniform(-0.5, 0.5),
                                unit * fast * fast * fast * random.uniform(-0.3, 0.3)};
            break;
        default:
            law.kind = "harmonic";
            law.amplitude = unit * random.uniform(0.1, 0.6);
            law.frequency = fast * random.uniform(0.3, 1.5);
            law.phase = random.uniform(-1.0, 1.0);
            law.offset = value - law.amplitude.value * std::sin(law.phase.value);
    }
    return law;
}

void Draft::drive(int joint) {
    const JointDescription& driven = d.joints[toIndex(joint)];
    if (driven.type != "revolute" && driven.type != "prismatic") return move(joint);
    move(joint);
    Coordinates& start = starts_[toIndex(joint)];
    MotionDescription motion;
    motion.name = "drive of " + driven.name;
    motion.joint = driven.name;
    motion.law = lawFrom(start.q[0], start.u[0], driven.type == "revolute" ? 1.0 : size);
    d.motions.push_back(motion);
    start.u.clear();
    --freedom;
}

void Draft::addLoads() {
    const double fast = std::max(rate, 1.0);
    const int bodies = static_cast<int>(std::ssize(poses));
    const bool damped = chance(0.5);
    for (int i = 0; i < bodies; ++i) {
        const double m = d.bodies[toIndex(i)].mass.value;
        const int other = random.below(i + 1) - 1;
        const double lighter =
            other == ground ? m : std::min(m, d.bodies[toIndex(other)].mass.value);
        if (chance(0.5)) {
            const Vector3d from = near(other), to = near(i);
            SpringDamperDescription s;
            s.a = referTo(other, {turn(), from});
            s.b = referTo(i, {turn(), to});
            s.stiffness = lighter * fast * fast * random.uniform(0.1, 2.0);
            s.damping = damped ? lighter * fast * random.uniform(0.0, 0.5) : 0.0;
            s.length = (to - from).norm() * random.uniform(0.5, 1.5);
            s.preload = lighter * fast * fast * size * random.uniform(-0.3, 0.3);
            d.forces.push_back({"spring " + bodyName(i), s});
        }
        if (!damped) continue;
        if (chance(0.3)) {
            AppliedForceDescription f;
            f.at = referTo(i, {turn(), near(i)});
            f.direction = scalars(turn().col(0));
            f.bodyAxes = chance(0.5);
            f.torque = chance(0.3);
            const double force = m * fast * fast * size * (f.torque ? 0.1 * size : 1.0);
            f.law = lawFrom(0.5 * force, force * fast * random.uniform(-0.3, 0.3), force);
            if (f.law.kind == "polynomial") f.law.coefficients.resize(2);
            d.forces.push_back({"force on " + bodyName(i), f});
        }
        if (chance(0.2))
            d.forces.push_back(
                {"drag of " + bodyName(i),
                 DragDescription{bodyName(i), 0.2 * m * fast, 0.02 * m * fast * size * size}});
    }
    for (const JointDescription& joint : d.joints) {
        if (joint.type != "revolute" || !chance(0.3)) continue;
        double least = mass;
        for (const BodyDescription& body : d.bodies)
            if (body.name == joint.a.body || body.name == joint.b.body)
                least = std::min(least, body.mass.value);
        AxialTorqueDescription torque;
        torque.a = joint.a;
        torque.b = joint.b;
        torque.stiffness = 0.2 * least * fast * fast * size * size;
        torque.angle = random.uniform(-1.0, 1.0);
        torque.damping = damped ? 0.05 * least * fast * size * size : 0.0;
        d.forces.push_back({"torque in " + joint.name, torque});
    }
}

void Draft::guessSpeeds() {
    for (Coordinates& start : starts_) start.u.clear();
    d.bodyStarts.clear();
    for (std::size_t i = 0; i < poses.size(); ++i) {
        BodyStart start;
        start.body = d.bodies[i].name;
        start.velocity = scalars(size * rate * random.vector(0.5));
        start.angularVelocity = scalars(rate * random.vector(0.5));
        d.bodyStarts.push_back(start);
    }
}

void Draft::round(int decimals) {
    const double unit = std::pow(10.0, -decimals);
    const auto roundMarkers = [&](std::vector<MarkerDescription>& markers) {
        for (MarkerDescription& marker : markers) {
            roundTo(marker.position, unit * size);
            roundTo(*marker.z, unit);
            roundTo(*marker.x, unit);
        }
    };
    roundMarkers(d.groundMarkers);
    for (BodyDescription& body : d.bodies) roundMarkers(body.markers);
    for (JointDescription& joint : d.joints)
        if (joint.length)
            joint.length = std::round(joint.length->value / unit / size) * unit * size;
    if (chance(0.5)) d.assemblyTolerance = std::min(std::max(1e-4, 10.0 * unit), 1e-2);
}

ModelDescription Draft::finish(StartStyle style) {
    const double noise = chance(0.2) ? 0.02 : 0.0;  // so that there is something to assemble
    for (std::size_t i = 0; i < poses.size() && style != StartStyle::JointCoordinates; ++i) {
        auto start = std::ranges::find(d.bodyStarts, d.bodies[i].name, &BodyStart::body);
        if (start == d.bodyStarts.end()) {
            start = d.bodyStarts.emplace(d.bodyStarts.end());
            start->body = d.bodies[i].name;
        }
        start->position = scalars(poses[i].r + noise * size * random.vector(1.0));
        const Vector3d axis = turn().col(0);
        const Matrix3d R(Eigen::AngleAxisd(noise, axis));
        const Quat<double> e = quaternionOf<double>(R * poses[i].R);
        start->orientation = {e[0], e[1], e[2], e[3]};
    }
    for (std::size_t j = 0; j < starts_.size(); ++j) {
        const auto numbers = [](const std::vector<double>& v) {
            return std::vector<Scalar>(v.begin(), v.end());
        };
        JointStart start{d.joints[j].name, {}, numbers(starts_[j].u)};
        const auto drives = [&](const MotionDescription& m) { return m.joint == start.joint; };
        if (style != StartStyle::BodyPoses && std::ranges::none_of(d.motions, drives))
            start.q = numbers(starts_[j].q);
        if (!start.q.empty() || !start.u.empty()) d.jointStarts.push_back(start);
    }
    const auto shuffle = [&](auto& items) {
        for (std::size_t k = items.size(); k > 1; --k)
            std::swap(items[k - 1], items[toIndex(random.below(static_cast<int>(k)))]);
    };
    shuffle(d.joints);
    shuffle(d.bodies);
    return d;
}

}  // namespace momentree::campaign
