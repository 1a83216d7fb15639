// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/counted_angles.hpp"

#include <algorithm>
#include <limits>

namespace momentree {
namespace {

constexpr double parallelWithin = 1e-9;  ///< sine of the angle between axes

bool alongOneLine(const Vector3d& a, const Vector3d& b) {
    return a.cross(b).norm() < parallelWithin;
}

double signAlong(const Vector3d& a, const Vector3d& b) { return a.dot(b) > 0.0 ? 1.0 : -1.0; }

/// The way through the tree between the markers of an angle.
class TreeWay {
public:
    explicit TreeWay(const Model& model) : tree_(model.tree) {
        for (const TreeBody& body : tree_.bodies)
            axes_.push_back(
                body.parent == ground
                    ? body.A.R
                    : Matrix3d(axes_[static_cast<std::size_t>(body.parent)] * body.A.R));
    }

    /// Finds the terms if everything that turns on the way turns about the angle's axis.
    void follow(CountedAngle& angle) const {
        const Vector3d z = worldAxis(angle.A);
        int a = treeIndex(angle.A), b = treeIndex(angle.B);
        bool aligned = true;
        while (a != b && aligned) {
            int& outer = a > b ? a : b;  // parents come before children
            aligned = pass(outer, a > b ? -1.0 : 1.0, z, angle);
            outer = tree_.bodies[static_cast<std::size_t>(outer)].parent;
        }
        angle.ofTree = aligned;
    }
    /// A coordinate of a universal joint in the tree, whose order and signs change if it is
    /// reversed.
    void followUniversal(const JointElement& joint, int index, int coordinate,
                         CountedAngle& angle) const {
        for (const Marker* end : {&joint.A, &joint.B}) {
            const int outer = treeIndex(*end);
            if (outer == ground) continue;
            const TreeBody& body = tree_.bodies[static_cast<std::size_t>(outer)];
            if (body.element != index) continue;
            const bool reversed = end == &joint.A;
            const int slot = reversed ? 1 - coordinate : coordinate;
            angle.terms = {{body.firstQ + slot, outer, reversed ? -1.0 : 1.0}};
            angle.ofTree = true;
        }
    }

private:
    int treeIndex(const Marker& marker) const {
        return marker.body == ground ? ground : tree_.ofBody[static_cast<std::size_t>(marker.body)];
    }
    /// z of a marker in the world at q = 0.
    Vector3d worldAxis(const Marker& marker) const {
        const Vector3d z = marker.frame.R.col(2);
        if (marker.body == ground) return z;
        const auto i = static_cast<std::size_t>(treeIndex(marker));
        return axes_[i] * (tree_.bodies[i].toBody.R * z);
    }
    bool pass(int index, double side, const Vector3d& z, CountedAngle& angle) const {
        const TreeBody& body = tree_.bodies[static_cast<std::size_t>(index)];
        const bool driven = body.motion >= 0;
        const bool turns = driven ? body.motionRotates
                                  : std::holds_alternative<Revolute>(body.joint) ||
                                        std::holds_alternative<Cylindrical>(body.joint) ||
                                        std::holds_alternative<Planar>(body.joint);
        if (!turns)
            return driven || std::holds_alternative<Fixed>(body.joint) ||
                   std::holds_alternative<Prismatic>(body.joint) ||
                   std::holds_alternative<Translational>(body.joint);
        const Vector3d own = axes_[static_cast<std::size_t>(index)].col(2);
        if (!alongOneLine(own, z)) return false;
        angle.terms.push_back(
            {driven ? -1 : body.firstQ + firstAngle(body.joint), index, side * signAlong(own, z)});
        return true;
    }

    const Tree& tree_;
    std::vector<Matrix3d> axes_;  ///< of the tree frames in the world at q = 0
};

/// Finds a joint between the same bodies about the same axis.
void findHinge(const CountedAngles& angles, CountedAngle& angle) {
    const Vector3d z_A = angle.A.frame.R.col(2), z_B = angle.B.frame.R.col(2);
    for (int k = 0; k < angles.joints; ++k) {
        const CountedAngle& hinge = angles.all[static_cast<std::size_t>(k)];
        const bool same = hinge.A.body == angle.A.body && hinge.B.body == angle.B.body;
        const bool swapped = hinge.A.body == angle.B.body && hinge.B.body == angle.A.body;
        if (hinge.axis != CountedAngle::Axis::Z || (!same && !swapped)) continue;
        const Vector3d onA = (same ? hinge.A : hinge.B).frame.R.col(2);
        const Vector3d onB = (same ? hinge.B : hinge.A).frame.R.col(2);
        if (!alongOneLine(onA, z_A) || !alongOneLine(onB, z_B)) continue;
        angle.hinge = k;
        angle.hingeSign = signAlong(onA, z_A) * (same ? 1.0 : -1.0);
        return;
    }
}

void addJoints(const Model& model, const TreeWay& way, CountedAngles& angles) {
    using Axis = CountedAngle::Axis;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointElement& joint = model.joints[j];
        const int index = static_cast<int>(j);
        const bool universal = std::holds_alternative<Universal>(joint.kind);
        const int first = firstAngle(joint.kind);
        const bool turns = first >= 0;
        angles.ofJoint.push_back(turns ? static_cast<int>(angles.all.size()) : -1);
        for (int k = 0; turns && k < (universal ? 2 : 1); ++k) {
            CountedAngle angle;
            angle.A = joint.A;
            angle.B = joint.B;
            angle.joint = index;
            if (universal) angle.axis = k == 0 ? Axis::UniversalX : Axis::UniversalY;
            for (std::size_t m = 0; m < model.motions.size() && angle.motion < 0; ++m) {
                const MotionElement& motion = model.motions[m];
                if (motion.joint == index && motion.rotation && motion.coordinate == first + k)
                    angle.motion = static_cast<int>(m);
            }
            universal ? way.followUniversal(joint, index, k, angle) : way.follow(angle);
            angles.all.push_back(std::move(angle));
        }
    }
    angles.joints = static_cast<int>(angles.all.size());
}

/// The angle that is a coordinate of a joint, -1 for a displacement.
int angleOfJoint(const Model& model, const CountedAngles& angles, int joint, int coordinate) {
    const int first = angles.ofJoint[static_cast<std::size_t>(joint)];
    const Joint& kind = model.joints[static_cast<std::size_t>(joint)].kind;
    const int angle = coordinate - firstAngle(kind);
    const bool turns =
        first >= 0 && (angle == 0 || (angle == 1 && std::holds_alternative<Universal>(kind)));
    return turns ? first + angle : -1;
}

/// Rows and columns of the rotation from A to B: tan(angle) = a_i . b_k / a_l . b_m.
struct Tangent {
    int i, k, l, m;
};
Tangent tangentOf(CountedAngle::Axis axis) {
    switch (axis) {
        case CountedAngle::Axis::UniversalX:
            return {2, 1, 1, 1};
        case CountedAngle::Axis::UniversalY:
            return {0, 2, 0, 0};
        default:
            return {1, 0, 0, 0};
    }
}

template <typename S>
Vec3<S> column(const Marker& marker, int k, const BodyKinematics<S>& body) {
    return body.R * marker.frame.R.col(k).cast<S>();
}

}  // namespace

CountedAngles countedAngles(const Model& model) {
    CountedAngles angles;
    const TreeWay way(model);
    addJoints(model, way, angles);
    const auto add = [&](const Marker& A, const Marker& B) {
        CountedAngle angle;
        angle.A = A;
        angle.B = B;
        findHinge(angles, angle);
        way.follow(angle);
        angles.all.push_back(std::move(angle));
        return static_cast<int>(angles.all.size()) - 1;
    };
    for (const AxialLoad& load : model.axialLoads)
        angles.ofLoad.push_back(load.torque && load.isSpring() ? add(load.A, load.B) : -1);
    for (const Measured& measured : model.measured)
        if (measured.angle >= 0) angles.ofLoad.push_back(add(measured.A, measured.B));
    for (const ElasticCoupling& coupling : model.elasticCouplings)
        for (const ElasticCoupling::Term& term : coupling.terms)
            angles.ofLoad.push_back(angleOfJoint(model, angles, term.joint, term.coordinate));
    angles.ofLoad.resize(model.loadAngles(), -1);
    for (const Probe& probe : model.probes)
        angles.ofProbe.push_back(
            probe.what.quantity == "joint_angle" && probe.joint < 0 ? add(probe.A, probe.B) : -1);
    for (const CouplingElement& coupling : model.couplings)
        for (std::size_t k = 0; k < coupling.joints.size(); ++k)
            angles.ofTerm.push_back(
                angleOfJoint(model, angles, coupling.joints[k], coupling.coordinates[k]));
    return angles;
}

template <typename S>
S angleOf(const CountedAngle& angle, std::span<const BodyKinematics<S>> bodies) {
    using std::atan2;
    const BodyKinematics<S>&A = at(bodies, angle.A.body), &B = at(bodies, angle.B.body);
    const auto [i, k, l, m] = tangentOf(angle.axis);
    return atan2(column(angle.A, i, A).dot(column(angle.B, k, B)),
                 column(angle.A, l, A).dot(column(angle.B, m, B)));
}

template <typename S>
S angleRateOf(const CountedAngle& angle, std::span<const BodyKinematics<S>> bodies) {
    const BodyKinematics<S>&A = at(bodies, angle.A.body), &B = at(bodies, angle.B.body);
    const Vec3<S> w = B.w - A.w;
    if (angle.axis == CountedAngle::Axis::UniversalX) return column(angle.A, 0, A).dot(w);
    if (angle.axis == CountedAngle::Axis::UniversalY) return column(angle.B, 1, B).dot(w);
    const Vec3<S> z = column(angle.A, 2, A);
    if (angle.joint >= 0) return z.dot(w);
    // The axis of B may be tilted: rate of the direction of x_B about z_A.
    constexpr double least = 0.01;
    const Vec3<S> x = column(angle.B, 0, B);
    const S height = z.dot(x);
    return z.dot(x.cross(w.cross(x))) / std::max(S(1) - height * height, static_cast<S>(least));
}

std::vector<double> anglesNear(const CountedAngles& angles,
                               std::span<const BodyKinematics<double>> bodies,
                               std::span<const double> known) {
    std::vector<double> near;
    for (std::size_t a = 0; a < angles.all.size(); ++a) {
        const CountedAngle& own = angles.all[a];
        const double angle = angleOf(own, bodies);
        near.push_back(angle);
        if (own.joint < 0 && own.hinge < 0) continue;
        const auto hinge = own.joint >= 0 ? a : static_cast<std::size_t>(own.hinge);
        if (!std::isfinite(known[hinge])) continue;
        const double joint = angleOf(angles.all[hinge], bodies);
        // The constant between both; half a turn is pi, also if it is rounded to -pi.
        const double apart = withTurns(angle - own.hingeSign * joint, 1e-9);
        near.back() = withTurns(angle, own.hingeSign * withTurns(joint, known[hinge]) + apart);
    }
    return near;
}

std::vector<double> givenAngles(const Model& model, const CountedAngles& angles) {
    std::vector<double> known(static_cast<std::size_t>(angles.joints),
                              std::numeric_limits<double>::quiet_NaN());
    for (const JointStart& start : model.description.jointStarts)
        for (std::size_t j = 0; j < model.joints.size(); ++j) {
            if (model.joints[j].name != start.joint || angles.ofJoint[j] < 0) continue;
            const Joint& kind = model.joints[j].kind;
            const std::size_t count = std::holds_alternative<Universal>(kind) ? 2 : 1;
            const auto first = static_cast<std::size_t>(firstAngle(kind));
            for (std::size_t k = 0; k < count && first + k < start.q.size(); ++k)
                known[static_cast<std::size_t>(angles.ofJoint[j]) + k] = start.q[first + k].value;
        }
    for (std::size_t a = 0; a < known.size(); ++a) {
        if (angles.all[a].motion < 0) continue;
        const MotionElement& motion = model.motions[static_cast<std::size_t>(angles.all[a].motion)];
        known[a] = motion.sign * motion.law.at(0.0).f + withTurns(motion.offset, 0.0);
    }
    return known;
}

std::vector<double> startAngles(const Model& model, std::span<const BodyKinematics<double>> bodies,
                                std::span<const double> coupled) {
    const CountedAngles angles = countedAngles(model);
    std::vector<double> known = givenAngles(model, angles);
    for (std::size_t k = 0; k < coupled.size(); ++k)
        if (const int a = angles.ofTerm[k]; a >= 0) known[static_cast<std::size_t>(a)] = coupled[k];
    return anglesNear(angles, bodies, known);
}

void anglesOfLoads(const CountedAngles& angles, std::span<const double> values,
                   std::span<double> out) {
    for (std::size_t k = 0; k < out.size(); ++k) {
        const int a = angles.ofLoad[k];
        out[k] = a >= 0 ? values[static_cast<std::size_t>(a)] : 0.0;
    }
    if (out.size() < angles.ofLoad.size()) return;
    const std::span<const double> states = values.subspan(angles.all.size());
    std::ranges::copy(states, out.end() - static_cast<std::ptrdiff_t>(states.size()));
}

std::vector<double> coupledOf(const CountedAngles& angles, std::span<const double> values) {
    std::vector<double> coupled;
    for (const int a : angles.ofTerm)
        coupled.push_back(a >= 0 ? values[static_cast<std::size_t>(a)] : 0.0);
    return coupled;
}

std::vector<double> anglesOf(const CountedAngles& angles, const InitialState& start) {
    if (!start.angles.empty()) return start.angles;
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(start.bodies);
    const std::vector<double> unknown(static_cast<std::size_t>(angles.joints),
                                      std::numeric_limits<double>::quiet_NaN());
    return anglesNear(angles, bodies, unknown);
}

template double angleOf(const CountedAngle&, std::span<const BodyKinematics<double>>);
template float angleOf(const CountedAngle&, std::span<const BodyKinematics<float>>);
template double angleRateOf(const CountedAngle&, std::span<const BodyKinematics<double>>);
template float angleRateOf(const CountedAngle&, std::span<const BodyKinematics<float>>);

}  // namespace momentree
