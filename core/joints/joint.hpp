// SPDX-License-Identifier: Apache-2.0
// The joints of the tree formulations (THEORY 2), in axes of the OUTBOARD body at its marker B,
// where most subspaces are constant. World axes: H = R_B E, D = R_B D_B, Hdot = w_B x H + R_B Edot.
#pragma once

#include <array>
#include <cmath>
#include <string_view>
#include <variant>

#include "core/math/quaternion.hpp"

namespace momentree {

template <typename S, int N>
using Mat6N = Eigen::Matrix<S, 6, N>;
template <typename S, int N>
using VecN = Eigen::Matrix<S, N, 1>;

/// Columns of the identity that select some of the six unit motions [vx vy vz wx wy wz].
template <typename S, std::size_t N>
Mat6N<S, static_cast<int>(N)> unitColumns(const std::array<int, N>& axes) {
    Mat6N<S, static_cast<int>(N)> m = Mat6N<S, static_cast<int>(N)>::Zero();
    for (std::size_t k = 0; k < N; ++k) m(axes[k], static_cast<int>(k)) = S(1);
    return m;
}

/// Joints with speeds u = qdot and constant E.
template <typename Derived, int N>
struct SimpleJoint {
    static constexpr int nq = N, nu = N;
    static constexpr bool travels = false;  ///< whether the origins of the markers can separate
    template <typename S>
    static Mat6N<S, N> E(const S* /*q*/) {
        return unitColumns<S>(Derived::free);
    }
    template <typename S>
    static Mat6N<S, 6 - N> D(const S* /*q*/) {
        return unitColumns<S>(Derived::locked);
    }
    template <typename S>
    static Mat6N<S, N> Edot(const S* /*q*/, const S* /*u*/) {
        return Mat6N<S, N>::Zero();
    }
    template <typename S>
    static void rates(const S* /*q*/, const S* u, S* qdot) {
        for (int k = 0; k < N; ++k) qdot[k] = u[k];
    }
    template <typename S>
    static void normalise(S* /*q*/) {}
};

template <typename S>
Mat3<S> rotationX(S a) {
    using std::cos, std::sin;
    Mat3<S> R;
    R << S(1), S(0), S(0), S(0), cos(a), -sin(a), S(0), sin(a), cos(a);
    return R;
}
template <typename S>
Mat3<S> rotationY(S a) {
    using std::cos, std::sin;
    Mat3<S> R;
    R << cos(a), S(0), sin(a), S(0), S(1), S(0), -sin(a), S(0), cos(a);
    return R;
}
template <typename S>
Mat3<S> rotationZ(S a) {
    using std::cos, std::sin;
    Mat3<S> R;
    R << cos(a), -sin(a), S(0), sin(a), cos(a), S(0), S(0), S(0), S(1);
    return R;
}

/// q = angle about z [rad].
struct Revolute : SimpleJoint<Revolute, 1> {
    static constexpr std::string_view id = "revolute";
    static constexpr std::array<int, 1> free{5};
    static constexpr std::array<int, 5> locked{0, 1, 2, 3, 4};
    static constexpr std::array<bool, 1> angular{true};
    template <typename S>
    static Mat3<S> rotation(const S* q) {
        return rotationZ(q[0]);
    }
    template <typename S>
    static Vec3<S> translation(const S* /*q*/) {
        return Vec3<S>::Zero();
    }
    static void coordinates(const Frame& B, double* q);
};

/// q = displacement along z [m].
struct Prismatic : SimpleJoint<Prismatic, 1> {
    static constexpr std::string_view id = "prismatic";
    static constexpr bool travels = true;
    static constexpr std::array<int, 1> free{2};
    static constexpr std::array<int, 5> locked{0, 1, 3, 4, 5};
    static constexpr std::array<bool, 1> angular{false};
    template <typename S>
    static Mat3<S> rotation(const S* /*q*/) {
        return Mat3<S>::Identity();
    }
    template <typename S>
    static Vec3<S> translation(const S* q) {
        return q[0] * Vec3<S>::UnitZ();
    }
    static void coordinates(const Frame& B, double* q);
};

/// q = angle about z [rad], displacement along z [m].
struct Cylindrical : SimpleJoint<Cylindrical, 2> {
    static constexpr std::string_view id = "cylindrical";
    static constexpr bool travels = true;
    static constexpr std::array<int, 2> free{5, 2};
    static constexpr std::array<int, 4> locked{0, 1, 3, 4};
    static constexpr std::array<bool, 2> angular{true, false};
    template <typename S>
    static Mat3<S> rotation(const S* q) {
        return rotationZ(q[0]);
    }
    template <typename S>
    static Vec3<S> translation(const S* q) {
        return q[1] * Vec3<S>::UnitZ();
    }
    static void coordinates(const Frame& B, double* q);
};

/// q = angles q1 about x of marker A, then q2 about y of marker B: R_AB = Rx(q1) Ry(q2) [rad].
struct Universal : SimpleJoint<Universal, 2> {
    static constexpr std::string_view id = "universal";
    static constexpr std::array<bool, 2> angular{true, true};
    template <typename S>
    static Mat3<S> rotation(const S* q) {
        return rotationX(q[0]) * rotationY(q[1]);
    }
    template <typename S>
    static Vec3<S> translation(const S* /*q*/) {
        return Vec3<S>::Zero();
    }
    /// First column: x of A seen in B, Ry(q2)^T x = (cos q2, 0, sin q2).
    template <typename S>
    static Mat6N<S, 2> E(const S* q) {
        using std::cos, std::sin;
        Mat6N<S, 2> E = Mat6N<S, 2>::Zero();
        E(3, 0) = cos(q[1]);
        E(5, 0) = sin(q[1]);
        E(4, 1) = S(1);
        return E;
    }
    template <typename S>
    static Mat6N<S, 4> D(const S* q) {
        using std::cos, std::sin;
        Mat6N<S, 4> D = Mat6N<S, 4>::Zero();
        D(0, 0) = D(1, 1) = D(2, 2) = S(1);
        D(3, 3) = -sin(q[1]);
        D(5, 3) = cos(q[1]);
        return D;
    }
    template <typename S>
    static Mat6N<S, 2> Edot(const S* q, const S* u) {
        using std::cos, std::sin;
        Mat6N<S, 2> Edot = Mat6N<S, 2>::Zero();
        Edot(3, 0) = -sin(q[1]) * u[1];
        Edot(5, 0) = cos(q[1]) * u[1];
        return Edot;
    }
    static void coordinates(const Frame& B, double* q);
};

/// q = unit quaternion (e0, e1, e2, e3); u = relative angular velocity in outboard axes [rad/s].
struct Spherical : SimpleJoint<Spherical, 3> {
    static constexpr std::string_view id = "spherical";
    static constexpr int nq = 4;
    static constexpr std::array<int, 3> free{3, 4, 5};
    static constexpr std::array<int, 3> locked{0, 1, 2};
    static constexpr std::array<bool, 4> angular{false, false, false, false};
    template <typename S>
    static Mat3<S> rotation(const S* q) {
        return rotationOf<S>(Eigen::Map<const Quat<S>>(q));
    }
    template <typename S>
    static Vec3<S> translation(const S* /*q*/) {
        return Vec3<S>::Zero();
    }
    template <typename S>
    static void rates(const S* q, const S* u, S* qdot) {
        Eigen::Map<Quat<S>>{qdot} =
            quaternionRate<S>(Eigen::Map<const Quat<S>>(q), Eigen::Map<const Vec3<S>>(u));
    }
    template <typename S>
    static void normalise(S* q) {
        Eigen::Map<Quat<S>>{q}.normalize();
    }
    static void coordinates(const Frame& B, double* q);
};

/// q = position of B in axes of A [m], unit quaternion; u = relative velocity [linear; angular] in
/// outboard axes.
struct Free : SimpleJoint<Free, 6> {
    static constexpr std::string_view id = "free";
    static constexpr bool travels = true;
    static constexpr int nq = 7;
    static constexpr std::array<int, 6> free{0, 1, 2, 3, 4, 5};
    static constexpr std::array<int, 0> locked{};
    static constexpr std::array<bool, 7> angular{};
    template <typename S>
    static Mat3<S> rotation(const S* q) {
        return rotationOf<S>(Eigen::Map<const Quat<S>>(q + 3));
    }
    template <typename S>
    static Vec3<S> translation(const S* q) {
        return Eigen::Map<const Vec3<S>>(q);
    }
    /// rdot = R u_v.
    template <typename S>
    static void rates(const S* q, const S* u, S* qdot) {
        Eigen::Map<Vec3<S>>{qdot} = rotation(q) * Eigen::Map<const Vec3<S>>(u);
        Eigen::Map<Quat<S>>{qdot + 3} =
            quaternionRate<S>(Eigen::Map<const Quat<S>>(q + 3), Eigen::Map<const Vec3<S>>(u + 3));
    }
    template <typename S>
    static void normalise(S* q) {
        Eigen::Map<Quat<S>>{q + 3}.normalize();
    }
    static void coordinates(const Frame& B, double* q);
};

/// No coordinates. Also stands for joints whose coordinate is prescribed completely.
struct Fixed : SimpleJoint<Fixed, 0> {
    static constexpr std::string_view id = "fixed";
    static constexpr std::array<int, 0> free{};
    static constexpr std::array<int, 6> locked{0, 1, 2, 3, 4, 5};
    static constexpr std::array<bool, 0> angular{};
    template <typename S>
    static Mat3<S> rotation(const S* /*q*/) {
        return Mat3<S>::Identity();
    }
    template <typename S>
    static Vec3<S> translation(const S* /*q*/) {
        return Vec3<S>::Zero();
    }
    static void coordinates(const Frame& B, double* q);
};

/// A point mass: q = position [m] in axes of A, with fixed orientation. Inserted for bodies without
/// rotational inertia.
struct Translational : SimpleJoint<Translational, 3> {
    static constexpr std::string_view id = "translational";
    static constexpr bool travels = true;
    static constexpr std::array<int, 3> free{0, 1, 2};
    static constexpr std::array<int, 3> locked{3, 4, 5};
    static constexpr std::array<bool, 3> angular{};
    template <typename S>
    static Mat3<S> rotation(const S* /*q*/) {
        return Mat3<S>::Identity();
    }
    template <typename S>
    static Vec3<S> translation(const S* q) {
        return Eigen::Map<const Vec3<S>>(q);
    }
    static void coordinates(const Frame& B, double* q);
};

/// q = displacements along x and y of marker A [m], angle about their common z [rad].
struct Planar : SimpleJoint<Planar, 3> {
    static constexpr std::string_view id = "planar";
    static constexpr bool travels = true;
    static constexpr std::array<int, 3> locked{2, 3, 4};
    static constexpr std::array<bool, 3> angular{false, false, true};
    template <typename S>
    static Mat3<S> rotation(const S* q) {
        return rotationZ(q[2]);
    }
    template <typename S>
    static Vec3<S> translation(const S* q) {
        return {q[0], q[1], S(0)};
    }
    /// First columns: x and y of A seen in B.
    template <typename S>
    static Mat6N<S, 3> E(const S* q) {
        using std::cos, std::sin;
        Mat6N<S, 3> E = Mat6N<S, 3>::Zero();
        E(0, 0) = E(1, 1) = cos(q[2]);
        E(0, 1) = sin(q[2]);
        E(1, 0) = -sin(q[2]);
        E(5, 2) = S(1);
        return E;
    }
    template <typename S>
    static Mat6N<S, 3> Edot(const S* q, const S* u) {
        using std::cos, std::sin;
        Mat6N<S, 3> Edot = Mat6N<S, 3>::Zero();
        Edot(0, 0) = Edot(1, 1) = -sin(q[2]) * u[2];
        Edot(0, 1) = cos(q[2]) * u[2];
        Edot(1, 0) = -cos(q[2]) * u[2];
        return Edot;
    }
    static void coordinates(const Frame& B, double* q);
};

using Joint = std::variant<Revolute, Prismatic, Universal, Cylindrical, Spherical, Free, Fixed,
                           Translational, Planar>;

/// f(type of the joint), like visitJoint(f, joint) in a fraction of the compiler's time: joints
/// have no data.
template <typename F>
[[gnu::always_inline]] inline decltype(auto) visitJoint(F&& f, const Joint& joint) {
    static_assert(std::variant_size_v<Joint> == 9);
    switch (joint.index()) {
        case 0:
            return f(std::variant_alternative_t<0, Joint>{});
        case 1:
            return f(std::variant_alternative_t<1, Joint>{});
        case 2:
            return f(std::variant_alternative_t<2, Joint>{});
        case 3:
            return f(std::variant_alternative_t<3, Joint>{});
        case 4:
            return f(std::variant_alternative_t<4, Joint>{});
        case 5:
            return f(std::variant_alternative_t<5, Joint>{});
        case 6:
            return f(std::variant_alternative_t<6, Joint>{});
        case 7:
            return f(std::variant_alternative_t<7, Joint>{});
        default:
            return f(std::variant_alternative_t<8, Joint>{});
    }
}

int coordinateCount(const Joint& joint);
int speedCount(const Joint& joint);
/// The first coordinate that is an angle, -1 if none is.
int firstAngle(const Joint& joint);

}  // namespace momentree
