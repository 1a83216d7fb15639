// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/energy_momentum/directors.hpp"

#include <Eigen/LU>

namespace momentree {
namespace {

using Vec = Vec3<double>;
using Mat = Mat3<double>;

/// w x each column of A.
Mat crossed(const Vec& w, const Mat& A) { return skew<double>(w) * A; }

/// sum of a_k x b_k from the sum C of b_k a_k^T.
Vec momentOf(const Mat& C) { return {C(2, 1) - C(1, 2), C(0, 2) - C(2, 0), C(1, 0) - C(0, 1)}; }

/// tr(K) I - K: sum of a_k x (w x b_k) = spin(K) w, K the sum of b_k a_k^T.
Mat spin(const Mat& K) { return K.trace() * Mat::Identity() - K; }

Mat symmetric(const Mat& A) { return 0.5 * (A + A.transpose()); }

/// Gamma, symmetric once positions and velocities agree.
Mat rigidity(const Directors& b, const Mat& G) {
    const Mat force = (crossed(b.theta, b.D) / b.h - b.rate()) * b.E - G;
    return b.D.inverse() * force;
}

}  // namespace

Mat3<double> Directors::rate() const { return 0.5 * (crossed(w0, D0) + crossed(w1, D1)); }

Mat3<double> eulerTensor(const Mat3<double>& J) { return 0.5 * J.trace() * Mat::Identity() - J; }

Mat3<double> momentumMatrix(const Directors& body, const Mat3<double>& A) {
    return spin(A * body.E * body.D.transpose());
}

Vec3<double> rigidityTorque(const Directors& body, const Mat3<double>& G) {
    return momentOf(body.rate() * symmetric(rigidity(body, G)) * body.D.transpose());
}

Vec3<double> turnResidual(const Directors& body, const Mat3<double>& G) {
    const double h = body.h;
    return momentumMatrix(body, body.D) * body.theta -
           h * (momentumMatrix(body, body.D0) * body.w0) + 0.5 * h * h * rigidityTorque(body, G);
}

Mat3<double> turnTangent(const Directors& body, const Mat3<double>& G) {
    const auto& [E, D0, D1, D, theta, w0, w1, h] = body;
    const Mat inverse = D.inverse(), raw = rigidity(body, G), rate = body.rate();
    const Mat Gamma = symmetric(raw);
    const Mat P = momentumMatrix(body, D), P1 = momentumMatrix(body, D1).inverse();
    const Mat chart =
        Mat::Identity() - 0.5 * skew<double>(theta) + 0.25 * theta * theta.transpose();
    Mat tangent;
    for (int k = 0; k < 3; ++k) {
        const Mat dD1 = crossed(Vec::Unit(k), D1), dD = 0.5 * dD1;
        const Vec dTheta = chart.col(k);
        const Mat mean = dD * E * D.transpose();
        const Vec dTurn = spin(mean + mean.transpose()) * theta + P * dTheta;
        const Vec dStart = spin(D0 * E * dD.transpose()) * w0;
        const Vec dEnd = spin(dD1 * E * D.transpose() + D1 * E * dD.transpose()) * w1;
        const Vec dw1 = P1 * (2.0 / h * dTurn - dStart - dEnd);
        const Mat dRate = 0.5 * (crossed(dw1, D1) + crossed(w1, dD1));
        const Mat dForce = ((crossed(dTheta, D) + crossed(theta, dD)) / h - dRate) * E;
        const Mat dGamma = symmetric(inverse * (dForce - dD * raw));
        const Mat dMoments = dRate * Gamma * D.transpose() + rate * dGamma * D.transpose() +
                             rate * Gamma * dD.transpose();
        tangent.col(k) = dTurn - h * dStart + 0.5 * h * h * momentOf(dMoments);
    }
    return tangent;
}

}  // namespace momentree
