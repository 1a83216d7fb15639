// SPDX-License-Identifier: Apache-2.0
#include "core/generate/body_equations.hpp"

#include <type_traits>

namespace momentree {
namespace {

using Kind = RecordedStage::Kind;

RecordedStage freeAlong(std::initializer_list<std::pair<std::size_t, std::size_t>> axes) {
    RecordedStage stage{.kind = Kind::Free};
    for (const auto& [axis, speed] : axes) stage.free.push_back({axis, speed, {}, {}, {}});
    return stage;
}
RecordedTurn about(int axis, const Recorded& angle) {
    return RecordedTurn::about(axis, cos(angle), sin(angle));
}

/// Rotation matrix of a quaternion, as `rotationOf`.
RecordedTurn turnOf(const Recorded* q) {
    const Recorded norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const Recorded w = q[0] / norm;
    const RecordedVector e{q[1] / norm, q[2] / norm, q[3] / norm}, twice = Recorded(2.0) * e,
                                                                   turning = w * twice;
    RecordedTurn turn;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        turn.any[i][i] = w * w + e[i] * e[i] - e[j] * e[j] - e[k] * e[k];
        turn.any[j][i] = twice[i] * e[j] + turning[k];
        turn.any[i][j] = twice[i] * e[j] - turning[k];
    }
    return turn;
}

/// The axis of a rotation about x, y or z; -1 for others.
int axisOf(const RecordedMatrix& R) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<std::size_t>(axis);
        if (R[k][k].is(1.0)) return axis;
    }
    return -1;
}
bool isPermutation(const RecordedMatrix& R) {
    for (const RecordedVector& row : R)
        for (const Recorded& entry : row)
            if (!entry.is(0.0) && !entry.is(1.0) && !entry.is(-1.0)) return false;
    return true;
}

/// Adds the joint's own turn and that of its inboard marker. Both become one where the marker is in
/// general position, because the turn of an inertia is dear.
void addTurns(std::vector<RecordedStage>& stages, const std::optional<RecordedTurn>& own,
              const RecordedMatrix& R_A) {
    RecordedTurn marker{-1, {}, {}, R_A};
    const bool permutes = isPermutation(R_A);
    const int axis = axisOf(R_A);
    if (!permutes && axis >= 0) {
        const auto i = static_cast<std::size_t>((axis + 1) % 3), j = (i + 1) % 3;
        marker = RecordedTurn::about(axis, R_A[i][i], R_A[j][i]);
    }
    if (own && (own->axis < 0 || (!permutes && axis < 0))) {
        marker = {-1, {}, {}, R_A * own->matrix()};
    } else if (own) {
        stages.push_back({.kind = Kind::Turn, .turn = *own});
    }
    stages.push_back({.kind = Kind::Turn, .turn = marker});
}

}  // namespace

RecordedLink::RecordedLink(const TreeBody& body)
    : parent(body.parent), mass(body.mass), carried(body.mass) {
    const Vector3d c = body.c;
    const Matrix3d about =
        body.J_C + body.mass * (c.squaredNorm() * Matrix3d::Identity() - c * c.transpose());
    const RecordedVector clean = recordedOf(c);
    h = Recorded(body.mass) * clean;
    const double scale = about.cwiseAbs().maxCoeff();
    const RecordedMatrix inertia =
        scale > 0.0 ? recordedOf(Matrix3d(about / scale)) : RecordedMatrix();
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i; j < 3; ++j)
            J[RecordedInertia::half(i, j)] =
                inertia[i][j].is(0.0)
                    ? Recorded(0.0)
                    : Recorded(about(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
}

std::vector<RecordedStage> recordedStages(const TreeBody& body, const Recorded* q,
                                          const std::array<Recorded, 2>& motion) {
    std::vector<RecordedStage> stages;
    const RecordedMatrix R_A = recordedOf(body.A.R);
    std::optional<RecordedTurn> own;
    RecordedVector travel;
    if (body.motion >= 0) {
        stages.push_back({.kind = Kind::Drive,
                          .axis = body.motionRotates ? std::size_t{5} : std::size_t{2},
                          .rate = motion[1]});
        if (body.motionRotates) own = about(2, motion[0]);
        if (!body.motionRotates) travel = {0.0, 0.0, motion[0]};
    } else {
        visitJoint(
            [&](auto joint) {
                using J = decltype(joint);
                if constexpr (std::is_same_v<J, Revolute>) {
                    stages = {freeAlong({{5, 0}})};
                    own = about(2, q[0]);
                } else if constexpr (std::is_same_v<J, Prismatic>) {
                    stages = {freeAlong({{2, 0}})};
                    travel = {0.0, 0.0, q[0]};
                } else if constexpr (std::is_same_v<J, Cylindrical>) {
                    stages = {freeAlong({{5, 0}, {2, 1}})};
                    own = about(2, q[0]);
                    travel = {0.0, 0.0, q[1]};
                } else if constexpr (std::is_same_v<J, Universal>) {
                    stages = {freeAlong({{4, 1}}),
                              {.kind = Kind::Turn, .turn = about(1, q[1])},
                              freeAlong({{3, 0}})};
                    own = about(0, q[0]);
                } else if constexpr (std::is_same_v<J, Spherical>) {
                    stages = {freeAlong({{3, 0}, {4, 1}, {5, 2}})};
                    own = turnOf(q);
                } else if constexpr (std::is_same_v<J, Free>) {
                    stages = {freeAlong({{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}})};
                    own = turnOf(q + 3);
                    travel = {q[0], q[1], q[2]};
                } else if constexpr (std::is_same_v<J, Translational>) {
                    stages = {freeAlong({{0, 0}, {1, 1}, {2, 2}})};
                    travel = {q[0], q[1], q[2]};
                } else if constexpr (std::is_same_v<J, Planar>) {
                    stages = {freeAlong({{5, 2}}),
                              {.kind = Kind::Turn, .turn = about(2, q[2])},
                              freeAlong({{0, 0}, {1, 1}})};
                    travel = {q[0], q[1], 0.0};
                } else {
                    static_assert(std::is_same_v<J, Fixed>);
                }
            },
            body.joint);
    }
    addTurns(stages, own, R_A);
    stages.push_back({.kind = Kind::Shift, .r = recordedOf(body.A.r) + R_A * travel});
    return stages;
}

std::vector<Recorded> recordedRates(const Joint& joint, const Recorded* q,
                                    const std::vector<Recorded>& u) {
    const auto addTurning = [](std::vector<Recorded>& rates, const Recorded* e, const Recorded* w) {
        const Recorded half(0.5);
        rates.push_back(-(half * (e[1] * w[0] + e[2] * w[1] + e[3] * w[2])));
        rates.push_back(half * (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]));
        rates.push_back(half * (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]));
        rates.push_back(half * (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]));
    };
    std::vector<Recorded> rates;
    if (std::holds_alternative<Spherical>(joint)) {
        addTurning(rates, q, u.data());
    } else if (std::holds_alternative<Free>(joint)) {
        for (const Recorded& x : turnOf(q + 3) * RecordedVector{u[0], u[1], u[2]})
            rates.push_back(x);
        addTurning(rates, q + 3, u.data() + 3);
    } else {
        rates = u;
    }
    return rates;
}

std::array<Recorded, 2> recordedLaw(const Law& law, const Recorded& t) {
    Recorded f = 0.0, df = 0.0;  // Horner's scheme with a derivative
    for (std::size_t k = law.polynomial.size(); k-- > 0;) {
        df = df * t + f;
        f = f * t + Recorded(law.polynomial[k]);
    }
    if (!Recorded(law.amplitude).is(0.0)) {
        const Recorded angle = Recorded(law.frequency) * t + Recorded(law.phase);
        f += Recorded(law.amplitude) * sin(angle);
        df += Recorded(law.amplitude * law.frequency) * cos(angle);
    }
    return {f, df};
}

}  // namespace momentree
