// SPDX-License-Identifier: Apache-2.0
#include "support/mechanics.hpp"

#include <QtGlobal>
#include <cassert>
#include <cmath>

namespace momentree::test {

namespace {

Pose constantPose(const Frame& frame) { return {frame.R.cast<Jet>(), frame.r.cast<Jet>()}; }

/// Rotation by `angle` about a unit axis (Rodrigues).
Jet33 turn(const Vector3d& axis, const Jet& angle) {
    const Matrix3d K = skew<double>(axis), K2 = K * K;
    const Jet s = sin(angle), c = Jet(1.0) - cos(angle);
    Jet33 R;
    for (int k = 0; k < 9; ++k) R(k) = Jet(k % 4 == 0 ? 1.0 : 0.0) + Jet(K(k)) * s + Jet(K2(k)) * c;
    return R;
}

/// Rotation of a quaternion e[0..3] of any length.
Jet33 turn(const Jet* e) {
    const Jet &w = e[0], &x = e[1], &y = e[2], &z = e[3], two(2.0);
    const Jet ww = w * w, xx = x * x, yy = y * y, zz = z * z,
              scale = Jet(1.0) / (ww + xx + yy + zz);
    Jet33 R;
    R << ww + xx - yy - zz, two * (x * y - w * z), two * (x * z + w * y), two * (x * y + w * z),
        ww - xx + yy - zz, two * (y * z - w * x), two * (x * z - w * y), two * (y * z + w * x),
        ww - xx - yy + zz;
    for (int k = 0; k < 9; ++k) R(k) *= scale;
    return R;
}

/// Marker B seen from marker A.
Pose jointPose(const Joint& joint, const Jet* q) {
    Pose B;
    if (std::holds_alternative<Revolute>(joint)) {
        B.R = turn(Vector3d::UnitZ(), q[0]);
    } else if (std::holds_alternative<Prismatic>(joint)) {
        B.r[2] = q[0];
    } else if (std::holds_alternative<Universal>(joint)) {
        B.R = turn(Vector3d::UnitX(), q[0]) * turn(Vector3d::UnitY(), q[1]);
    } else if (std::holds_alternative<Cylindrical>(joint)) {
        B.R = turn(Vector3d::UnitZ(), q[0]);
        B.r[2] = q[1];
    } else if (std::holds_alternative<Planar>(joint)) {
        B.r = Jet3(q[0], q[1], Jet(0.0));
        B.R = turn(Vector3d::UnitZ(), q[2]);
    } else if (std::holds_alternative<Spherical>(joint)) {
        B.R = turn(q);
    } else if (std::holds_alternative<Free>(joint)) {
        B.r = Jet3(q[0], q[1], q[2]);
        B.R = turn(q + 3);
    } else if (std::holds_alternative<Translational>(joint)) {
        B.r = Jet3(q[0], q[1], q[2]);
    }
    return B;
}

/// Rate of a quaternion rotating at w [rad/s], body axes: e (x) (0, w) / 2, written out.
void quaternionRates(const Jet* e, const Jet* w, Jet* rate) {
    const Jet half(0.5);
    rate[0] = half * (-e[1] * w[0] - e[2] * w[1] - e[3] * w[2]);
    rate[1] = half * (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]);
    rate[2] = half * (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]);
    rate[3] = half * (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]);
}

std::vector<Pose> bodyPoses(const Model& model, const JetVector& q, const Jet& t) {
    std::vector<Pose> frames, poses(model.bodies.size());
    for (const TreeBody& body : model.tree.bodies) {
        Pose B = constantPose(body.A);
        if (body.parent != ground) B = frames[static_cast<std::size_t>(body.parent)] * B;
        if (body.motion >= 0) {
            const Law& law = model.motions[static_cast<std::size_t>(body.motion)].law;
            const Jet value = Jet(body.motionSign) * lawAt(law, t) + Jet(body.motionOffset);
            B = B * jointPose(body.motionRotates ? Joint(Revolute{}) : Joint(Prismatic{}), &value);
        } else {
            B = B * jointPose(body.joint, q.data() + body.firstQ);
        }
        frames.push_back(B);
        poses[static_cast<std::size_t>(body.body)] = B * constantPose(body.toBody);
    }
    return poses;
}

}  // namespace

Pose operator*(const Pose& a, const Pose& b) { return {a.R * b.R, a.r + a.R * b.r}; }

Moving velocityOf(const Pose& pose) {
    Moving m{pose.R, pose.r, Jet3(), Jet3()};
    Jet33 Rdot;
    for (int k = 0; k < 3; ++k) m.v[k] = pose.r[k].derivative(Motion);
    for (int k = 0; k < 9; ++k) Rdot(k) = pose.R(k).derivative(Motion);
    const Jet33 W = Rdot * pose.R.transpose();
    m.w = Jet3(W(2, 1), W(0, 2), W(1, 0));
    return m;
}

JetVector coordinateRates(const Tree& tree, const JetVector& q, const JetVector& u) {
    JetVector rate = JetVector::Zero(tree.nq);
    for (const TreeBody& body : tree.bodies) {
        const Jet* qi = q.data() + body.firstQ;
        const Jet* ui = u.data() + body.firstU;
        Jet* out = rate.data() + body.firstQ;
        if (std::holds_alternative<Spherical>(body.joint)) {
            quaternionRates(qi, ui, out);
        } else if (std::holds_alternative<Free>(body.joint)) {
            const Jet3 v = turn(qi + 3) * Jet3(ui[0], ui[1], ui[2]);
            for (int k = 0; k < 3; ++k) out[k] = v[k];
            quaternionRates(qi + 3, ui + 3, out + 3);
        } else {
            for (int k = 0; k < coordinateCount(body.joint); ++k) out[k] = ui[k];
        }
    }
    return rate;
}

Configuration configurationOf(const Model& model, const JetVector& q, const JetVector& u,
                              const Jet& t) {
    const JetVector rate = coordinateRates(model.tree, q, u);
    JetVector moving(q.size());
    for (Eigen::Index k = 0; k < q.size(); ++k) moving[k] = q[k] + infinitesimal(Motion) * rate[k];
    Configuration at;
    at.time = t + infinitesimal(Motion);
    at.poses = bodyPoses(model, moving, at.time);
    for (const Pose& pose : at.poses) at.bodies.push_back(velocityOf(pose));
    return at;
}

Jet kineticEnergy(const Model& model, const Configuration& at) {
    Jet T;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const Moving& b = at.bodies[i];
        const Jet3 w = b.R.transpose() * b.w;
        const Jet3 h = model.bodies[i].J_C.cast<Jet>() * w;
        T += Jet(0.5) * (Jet(model.bodies[i].mass) * b.v.dot(b.v) + w.dot(h));
    }
    return T;
}

Pose poseOf(const Configuration& at, const Marker& marker) {
    const Pose local = constantPose(marker.frame);
    return marker.body == ground ? local : at.poses[static_cast<std::size_t>(marker.body)] * local;
}

/// Polynomial and harmonic parts; tables are not used here.
Jet lawAt(const Law& law, const Jet& t) {
    assert(law.times.empty());
    Jet f, power(1.0);
    for (const double c : law.polynomial) {
        f += Jet(c) * power;
        power *= t;
    }
    return f + Jet(law.amplitude) * sin(Jet(law.frequency) * t + Jet(law.phase));
}

namespace {

/// The angle in (-pi, pi] with sine x . y and cosine (x x n) . y.
Jet angleAbout(const Jet3& n, const Jet3& x, const Jet3& y) {
    const Jet3 across(x[1] * n[2] - x[2] * n[1], x[2] * n[0] - x[0] * n[2],
                      x[0] * n[1] - x[1] * n[0]);
    const Jet sine = x.dot(y), cosine = across.dot(y);
    const double angle = std::atan2(sine.value(), cosine.value());
    const Jet s(std::sin(angle)), c(std::cos(angle));
    const Jet z = (sine * c - cosine * s) / (cosine * c + sine * s);  // tangent of the rest
    return Jet(angle) + z - z * z * z / Jet(3.0);
}

}  // namespace

JetVector closures(const Model& model, const Configuration& at) {
    std::vector<Jet> phi;
    for (const int index : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(index)];
        const Pose a = c.bodyA == ground ? Pose() : at.poses[static_cast<std::size_t>(c.bodyA)];
        const Pose b = c.bodyB == ground ? Pose() : at.poses[static_cast<std::size_t>(c.bodyB)];
        const Jet3 d = (b.r + b.R * c.s_b.cast<Jet>()) - (a.r + a.R * c.s_a.cast<Jet>());
        const Jet law = c.motion < 0
                            ? Jet(0.0)
                            : lawAt(model.motions[static_cast<std::size_t>(c.motion)].law, at.time);
        Jet3 x = c.x_a.cast<Jet>();
        switch (c.kind) {
            case Constraint::Kind::Point:
                if (c.carried) {
                    for (int k = 0; k < 3; ++k)
                        phi.push_back((a.R * Jet3(c.axes.col(k).cast<Jet>())).dot(d));
                    break;
                }
                phi.insert(phi.end(), d.begin(), d.end());
                break;
            case Constraint::Kind::Angle:
                if (c.motion >= 0) x = turn(c.n_a, law) * x;
                phi.push_back((a.R * x).dot(b.R * c.y_b.cast<Jet>()));
                break;
            case Constraint::Kind::Offset:
                phi.push_back((a.R * x).dot(d) - law);
                break;
            case Constraint::Kind::Distance:
                phi.push_back((d.dot(d) - Jet(c.length * c.length)) / Jet(2.0 * c.length));
                break;
            case Constraint::Kind::Twist:
                phi.push_back((a.R * x).dot(b.R * c.y_b.cast<Jet>()) -
                              (a.R * c.n_a.cast<Jet>()).dot(b.R * c.x_b.cast<Jet>()));
                break;
            case Constraint::Kind::Coordinate: {
                const Jet q =
                    c.turns ? angleAbout(a.R * c.n_a.cast<Jet>(), a.R * x, b.R * c.y_b.cast<Jet>())
                            : (a.R * x).dot(d);
                const Jet term = Jet(c.ratio) * q - Jet(c.offset);
                if (c.adds)
                    phi.back() += term;
                else
                    phi.push_back(term);
                break;
            }
            case Constraint::Kind::Touch:
            case Constraint::Kind::Roll:
            case Constraint::Kind::Edge:
            case Constraint::Kind::Curve:
            case Constraint::Kind::Face:
                qFatal("no independent form of rolling and curves");
        }
    }
    return Eigen::Map<const JetVector>(phi.data(), static_cast<Eigen::Index>(phi.size()));
}

Eigen::VectorXd valuesOf(const JetVector& x) {
    Eigen::VectorXd values(x.size());
    for (Eigen::Index k = 0; k < x.size(); ++k) values[k] = x[k].value();
    return values;
}
Eigen::VectorXd derivativesOf(const JetVector& x, Infinitesimal direction) {
    Eigen::VectorXd d(x.size());
    for (Eigen::Index k = 0; k < x.size(); ++k) d[k] = x[k].c[direction];
    return d;
}

}  // namespace momentree::test
