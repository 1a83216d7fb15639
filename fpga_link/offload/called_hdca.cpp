// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/called_hdca.hpp"

#include <algorithm>
#include <cmath>

namespace momentree::fpga {

CalledHdca::CalledHdca(PlanarMechanism mechanism, FunctionLink& link, PhaseClock& clock)
    : mechanism_(std::move(mechanism)), link_(link), clock_(clock) {
    const std::size_t n = mechanism_.bodies.size();
    for (std::vector<Pair>* pairs : {&s1_, &s2_, &reach_, &inboard_, &outboard_}) pairs->resize(n);
    bodies_.resize(n);
    momentum_.resize(n);
}

CalledHdca::Outcome CalledHdca::rates(const PlanarState& state, PlanarState& rates) {
    turn(state);
    clock_.lap(momentree::Phase::Kinematics);
    if (!update()) return Outcome::LinkLost;
    if (const Outcome outcome = assemble(); outcome != Outcome::Done) return outcome;
    if (const Outcome outcome = connect(); outcome != Outcome::Done) return outcome;
    disassemble();
    clock_.lap(momentree::Phase::Disassembly);
    differentiate(rates);
    clock_.lap(momentree::Phase::Derivatives);
    return Outcome::Done;
}

bool CalledHdca::lost(const Message& problem) {
    problem_ = problem;
    return false;
}

void CalledHdca::charge(momentree::Phase phase) {
    const std::int64_t before = clock_[phase].calls;
    clock_.lap(phase);
    if (clock_[phase].calls == before) return;  // no calls to charge
    const FunctionLink::Ways ways = link_.ways();
    if (ways.transfer > 0) clock_.move(ways.transfer, phase, momentree::Phase::Transfer);
    if (ways.network > 0) clock_.move(ways.network, phase, momentree::Phase::Network);
}

void CalledHdca::turn(const PlanarState& state) {
    const std::size_t n = bodies_.size();
    for (std::size_t i = 0; i < n; ++i) {
        const ChainLink& body = mechanism_.bodies[i];
        const double c = std::cos(state.angle[i]), s = std::sin(state.angle[i]);
        const auto turned = [&](double x, double y) { return Pair{c * x - s * y, s * x + c * y}; };
        s1_[i] = turned(body.cx, body.cy);
        s2_[i] = turned(body.cx - body.length, body.cy);
        reach_[i] = turned(body.length, 0.0);
        const double outer = i + 1 < n ? state.momentum[i + 1] : 0.0;
        momentum_[i] = state.momentum[i] - outer;
        const auto single = [](const Pair& v) {
            return std::array{static_cast<float>(v.x), static_cast<float>(v.y)};
        };
        bodies_[i] = {static_cast<float>(1.0 / body.mass),
                      static_cast<float>(1.0 / body.inertia),
                      single(s1_[i]),
                      single(s2_[i]),
                      static_cast<float>(state.momentum[i]),
                      static_cast<float>(outer)};
    }
}

/// Two bodies per call; an odd last one is computed twice.
bool CalledHdca::update() {
    level_.clear();
    for (std::size_t i = 0; i < bodies_.size(); i += 2) {
        const std::size_t other = std::min(i + 1, bodies_.size() - 1);
        const auto got = link_.update(bodies_[i], bodies_[other]);
        if (!got) return lost(got.error());
        level_.push_back({i, i + 1, got->A});
        if (other > i) level_.push_back({other, other + 1, got->B});
        charge(momentree::Phase::Initialise);
    }
    return true;
}

/// Joins neighbours until a single compound remains.
CalledHdca::Outcome CalledHdca::assemble() {
    joins_.clear();
    while (level_.size() > 1) {
        next_.clear();
        for (std::size_t i = 0; i + 1 < level_.size(); i += 2) {
            const Compound &A = level_[i], &B = level_[i + 1];
            const auto got = link_.assemble(A.node, B.node);
            if (!got) {
                lost(got.error());
                return Outcome::LinkLost;
            }
            if (got->singular) return Outcome::Singular;
            joins_.push_back({A.first, B.first, B.last, got->joint});
            next_.push_back({A.first, B.last, got->C});
            charge(momentree::Phase::Assembly);
        }
        if (level_.size() % 2 == 1) next_.push_back(level_.back());
        std::swap(level_, next_);
    }
    return Outcome::Done;
}

/// Joints to ground do not move: V_1 = 0, and V_2 = 0 if the chain is closed.
CalledHdca::Outcome CalledHdca::connect() {
    const Node& C = level_.front().node;
    const bool closed = mechanism_.closed;
    FunctionLink::Matrix matrix{};
    const auto place = [&](std::size_t row, std::size_t column, const functions::Matrix3<float>& xi,
                           bool transposed) {
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t k = 0; k < 2; ++k)
                matrix[4 * (row + i) + column + k] = transposed ? xi[3 * k + i] : xi[3 * i + k];
    };
    place(0, 0, C.xi11, false);
    if (closed) {
        place(0, 2, C.xi21, true);
        place(2, 0, C.xi21, false);
        place(2, 2, C.xi22, false);
    } else {
        matrix[10] = matrix[15] = 1.0f;
    }
    const auto got = link_.inverse(matrix);
    if (!got) {
        lost(got.error());
        return Outcome::LinkLost;
    }
    std::array<double, 4> impulse{};
    const std::array<double, 4> moving{C.xi10[0], C.xi10[1], closed ? C.xi20[0] : 0.0,
                                       closed ? C.xi20[1] : 0.0};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 4; ++k)
            impulse[i] -= static_cast<double>(got->inverse[4 * i + k]) * moving[k];
    inboard_.front() = {impulse[0], impulse[1]};
    outboard_.back() = {impulse[2], impulse[3]};
    charge(momentree::Phase::Base);
    return got->singular ? Outcome::Singular : Outcome::Done;
}

/// From the root to the leaves: the end impulses of a compound act on the ends of its parts.
void CalledHdca::disassemble() {
    for (std::size_t k = joins_.size(); k-- > 0;) {
        const Join& join = joins_[k];
        const Pair T1 = inboard_[join.first], T2 = outboard_[join.last - 1];
        const auto row = [&](std::size_t i) {
            const auto& [A, B, beta] = join.joint;
            return B[3 * i] * T2.x + B[3 * i + 1] * T2.y + beta[i] - A[3 * i] * T1.x -
                   A[3 * i + 1] * T1.y;
        };
        const Pair R{row(0), row(1)};
        inboard_[join.middle] = R;
        outboard_[join.middle - 1] = {-R.x, -R.y};
    }
}

/// (50)-(51): weight of all outboard bodies, motion of the joint, damping.
void CalledHdca::differentiate(PlanarState& rates) const {
    const std::size_t n = bodies_.size();
    Pair velocity;  // of the inboard joint
    for (std::size_t i = 0; i < n; ++i) {
        const ChainLink& body = mechanism_.bodies[i];
        const Pair &T1 = inboard_[i], &T2 = outboard_[i];
        const double turn =
            (s1_[i].y * T1.x - s1_[i].x * T1.y + s2_[i].y * T2.x - s2_[i].x * T2.y + momentum_[i]) /
            body.inertia;
        rates.angle[i] = turn;
        rates.momentum[i] = velocity.y * T1.x - velocity.x * T1.y -
                            body.damping * (turn - (i > 0 ? rates.angle[i - 1] : 0.0));
        velocity = {velocity.x - turn * reach_[i].y, velocity.y + turn * reach_[i].x};
    }
    double weight = 0.0, beyond = 0.0;  // torque about the joint, mass of the outboard bodies
    for (std::size_t i = n; i-- > 0;) {
        const double mass = mechanism_.bodies[i].mass;
        const Pair lever{mass * s1_[i].x + beyond * reach_[i].x,
                         mass * s1_[i].y + beyond * reach_[i].y};
        weight += lever.x * mechanism_.gravityY - lever.y * mechanism_.gravityX;
        rates.momentum[i] += weight;
        beyond += mass;
    }
}

}  // namespace momentree::fpga
