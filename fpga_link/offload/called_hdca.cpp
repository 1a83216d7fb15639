// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/called_hdca.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/observer.hpp"
#include "core/math/all_finite.hpp"
#include "core/math/index.hpp"

namespace momentree::fpga {

namespace {

class CalledHdca final : public CalledSystem {
public:
    CalledHdca(std::shared_ptr<const Model> model, PlanarChain chain, FunctionLink& link)
        : CalledSystem(link),
          model_(std::move(model)),
          chain_(std::move(chain)),
          observer_(*model_, 0.0) {
        const std::size_t n = chain_.bodies.size();
        for (std::vector<Pair>* pairs : {&s1_, &s2_, &reach_, &inboard_, &outboard_})
            pairs->resize(n);
        bodies_.resize(n);
        momentum_.resize(n);
    }

    int size() const override { return 2 * positionSize(); }
    int positionSize() const override { return static_cast<int>(chain_.bodies.size()); }
    int bodyOf(int entry) const override {
        return chain_.bodies[toIndex(entry % positionSize())].body;
    }

    Result<void> start(const InitialState& initial, Out y) override {
        state_ = planarState(chain_, initial);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            y[at(i)] = state_.angle[i];
            y[at(bodies_.size() + i)] = state_.momentum[i];
        }
        placed_ = initial.bodies;
        observer_.hold(closureStructure(*model_, placed_));
        std::vector<int> chained;
        for (const ChainBody& body : chain_.bodies) chained.push_back(body.body);
        angles_ = ChainAngles(*model_, chained, chain_.axes.col(2), initial, state_.angle);
        return {};
    }

    StepStatus derivative(double /*t*/, const In& y, Out ydot, PhaseClock& clock) override {
        if (!allFinite(y)) return StepStatus::NotFinite;
        turn(y);
        clock.lap(Phase::Kinematics);
        StepStatus status = update(clock);
        if (status == StepStatus::Reached) status = assemble(clock);
        if (status == StepStatus::Reached) status = connect(clock);
        if (status != StepStatus::Reached) return status;
        disassemble();
        clock.lap(Phase::Disassembly);
        differentiate(ydot);
        clock.lap(Phase::Derivatives);
        return StepStatus::Reached;
    }

    StepReport retract(double /*from*/, double /*t*/, Out /*y*/) override { return {}; }

    void observe(double t, const In& y, Sample& out) override {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            state_.angle[i] = y[at(i)];
            state_.momentum[i] = y[at(bodies_.size() + i)];
        }
        placeBodies(chain_, state_.angle, speedsOf(chain_.mechanism, state_), placed_);
        out.time = t;
        out.bodies = placed_;
        observer_.complete(out, angles_.at(state_.angle));
    }

private:
    using Body = FunctionLink::Body;
    using Node = FunctionLink::Node;
    struct Pair {
        double x = 0.0, y = 0.0;
    };
    struct Compound {
        std::size_t first = 0, last = 0;  ///< bodies [first, last)
        Node node;
    };
    struct Join {
        std::size_t first = 0, middle = 0, last = 0;
        FunctionLink::Joint joint;
    };
    static Eigen::Index at(std::size_t entry) { return static_cast<Eigen::Index>(entry); }
    void turn(const In& y);
    StepStatus update(PhaseClock& clock);
    StepStatus assemble(PhaseClock& clock);
    StepStatus connect(PhaseClock& clock);
    void disassemble();
    void differentiate(Out ydot) const;

    std::shared_ptr<const Model> model_;
    PlanarChain chain_;
    Observer observer_;
    ChainAngles angles_;
    PlanarState state_;              ///< of the last sample
    std::vector<BodyState> placed_;  ///< [Model::bodies] of the last sample
    std::vector<Body> bodies_;
    std::vector<Pair> s1_, s2_, reach_;     ///< world axes [m]
    std::vector<Pair> inboard_, outboard_;  ///< impulses at the joints of each body [N s]
    std::vector<double> momentum_;          ///< p1 - p2 of each body
    std::vector<Compound> level_, next_;
    std::vector<Join> joins_;  ///< children before parents
};

void CalledHdca::turn(const In& y) {
    const std::size_t n = bodies_.size();
    for (std::size_t i = 0; i < n; ++i) {
        const ChainLink& body = chain_.mechanism.bodies[i];
        const double c = std::cos(y[at(i)]), s = std::sin(y[at(i)]);
        const auto turned = [&](double u, double v) { return Pair{c * u - s * v, s * u + c * v}; };
        s1_[i] = turned(body.cx, body.cy);
        s2_[i] = turned(body.cx - body.length, body.cy);
        reach_[i] = turned(body.length, 0.0);
        const double inner = y[at(n + i)], outer = i + 1 < n ? y[at(n + i + 1)] : 0.0;
        momentum_[i] = inner - outer;
        const auto single = [](const Pair& v) {
            return std::array{static_cast<float>(v.x), static_cast<float>(v.y)};
        };
        bodies_[i] = {static_cast<float>(1.0 / body.mass),
                      static_cast<float>(1.0 / body.inertia),
                      single(s1_[i]),
                      single(s2_[i]),
                      static_cast<float>(inner),
                      static_cast<float>(outer)};
    }
}

/// Two bodies per call; an odd last one is computed twice.
StepStatus CalledHdca::update(PhaseClock& clock) {
    level_.clear();
    for (std::size_t i = 0; i < bodies_.size(); i += 2) {
        const std::size_t other = std::min(i + 1, bodies_.size() - 1);
        const auto got = link_.update(bodies_[i], bodies_[other]);
        if (!got) return lost(got.error());
        level_.push_back({i, i + 1, got->A});
        if (other > i) level_.push_back({other, other + 1, got->B});
        charge(clock, Phase::Initialise);
    }
    return StepStatus::Reached;
}

/// Joins neighbours until a single compound remains.
StepStatus CalledHdca::assemble(PhaseClock& clock) {
    joins_.clear();
    while (level_.size() > 1) {
        next_.clear();
        for (std::size_t i = 0; i + 1 < level_.size(); i += 2) {
            const Compound &A = level_[i], &B = level_[i + 1];
            const auto got = link_.assemble(A.node, B.node);
            if (!got) return lost(got.error());
            if (got->singular) return StepStatus::Singular;
            joins_.push_back({A.first, B.first, B.last, got->joint});
            next_.push_back({A.first, B.last, got->C});
            charge(clock, Phase::Assembly);
        }
        if (level_.size() % 2 == 1) next_.push_back(level_.back());
        std::swap(level_, next_);
    }
    return StepStatus::Reached;
}

/// Joints to ground do not move: V_1 = 0, and V_2 = 0 if the chain is closed.
StepStatus CalledHdca::connect(PhaseClock& clock) {
    const Node& C = level_.front().node;
    const bool closed = chain_.mechanism.closed;
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
    if (!got) return lost(got.error());
    std::array<double, 4> impulse{};
    const std::array<double, 4> moving{C.xi10[0], C.xi10[1], closed ? C.xi20[0] : 0.0,
                                       closed ? C.xi20[1] : 0.0};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 4; ++k)
            impulse[i] -= static_cast<double>(got->inverse[4 * i + k]) * moving[k];
    inboard_.front() = {impulse[0], impulse[1]};
    outboard_.back() = {impulse[2], impulse[3]};
    charge(clock, Phase::Base);
    return got->singular ? StepStatus::Singular : StepStatus::Reached;
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
void CalledHdca::differentiate(Out ydot) const {
    const std::size_t n = bodies_.size();
    Pair velocity;       // of the inboard joint
    double inner = 0.0;  // angular velocity of the body before
    for (std::size_t i = 0; i < n; ++i) {
        const ChainLink& body = chain_.mechanism.bodies[i];
        const Pair &T1 = inboard_[i], &T2 = outboard_[i];
        const double turn =
            (s1_[i].y * T1.x - s1_[i].x * T1.y + s2_[i].y * T2.x - s2_[i].x * T2.y + momentum_[i]) /
            body.inertia;
        ydot[at(i)] = turn;
        ydot[at(n + i)] = velocity.y * T1.x - velocity.x * T1.y - body.damping * (turn - inner);
        inner = turn;
        velocity = {velocity.x - turn * reach_[i].y, velocity.y + turn * reach_[i].x};
    }
    double weight = 0.0, beyond = 0.0;  // torque about the joint, mass of the outboard bodies
    for (std::size_t i = n; i-- > 0;) {
        const double mass = chain_.mechanism.bodies[i].mass;
        const Pair lever{mass * s1_[i].x + beyond * reach_[i].x,
                         mass * s1_[i].y + beyond * reach_[i].y};
        weight += lever.x * chain_.mechanism.gravityY - lever.y * chain_.mechanism.gravityX;
        ydot[at(n + i)] += weight;
        beyond += mass;
    }
}

}  // namespace

std::unique_ptr<CalledSystem> makeCalledHdca(std::shared_ptr<const Model> model, PlanarChain chain,
                                             FunctionLink& link) {
    return std::make_unique<CalledHdca>(std::move(model), std::move(chain), link);
}

}  // namespace momentree::fpga
