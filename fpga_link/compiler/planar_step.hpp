// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/formulations/planar/node_equations.hpp"
#include "fpga_link/compiler/graph.hpp"
#include "fpga_link/compiler/planar_constants.hpp"

namespace momentree::fpga {

/// One body at the beginning of an evaluation: sine and cosine of its angle, its joint momentum.
template <typename S>
struct BodyPose {
    S cosine, sine, momentum;
};

/// h times the rates of a body's angle and joint momentum, and what is taken out of the momentum.
template <typename S>
struct BodyRate {
    S turn, impulse, taken;
};

/// The pin at the end of a closed chain.
template <typename S>
struct ChainPin {
    Flat<S> at;  ///< [m]
    S takes;     ///< 1 where its impulse is taken out of the momenta, else 0
};

template <typename S>
struct SineCosine {
    S sine, cosine;
};

/// For up to 2^12 turns: the remainder f to whole turns, then sin(pi f) and cos(pi f) by
/// polynomials on |f| <= 1/2 and doubling of the angle. Errors below 5e-9, in addition to rounding.
template <typename S>
SineCosine<S> sineCosineOfTurns(const S& turns) {
    const S f = turns - nearestInteger(turns);
    const S z = f * f;
    const S halfSine =
        f * (z * (z * (z * (0.1553083243769359 * z - 1.1965792900623697) + 5.100154567614845) -
                  10.335420144765694) +
             6.283185280100742);
    const S halfCosine = z * (z * (z * (z * ((-0.02439538199027551) * z + 0.23493675898215602) -
                                        1.3352118891478215) +
                                   4.058709150052882) -
                              4.934802136802649) +
                         0.9999999997786271;
    const S square = halfCosine * halfCosine;
    return {halfSine * halfCosine, (square + square) - 1.0};
}

/// @param angle [rad]
template <typename S>
SineCosine<S> sineCosine(const S& angle) {
    return sineCosineOfTurns<S>(0.15915494309189535 * angle);
}

/// Rotates a direction by `turn` radians; the error of each component is below turn^4/24.
template <typename S>
SineCosine<S> turned(const SineCosine<S>& from, const S& turn) {
    const S square = turn * turn;
    const S half = 0.5 * from.cosine, halfSine = 0.5 * from.sine;
    const S a = turn * from.sine, b = turn * from.cosine;
    const S sixth = (1.0 / 6.0) * square;
    return {(from.sine + b) - (square * halfSine + sixth * b),
            (from.cosine - a) - (square * half - sixth * a)};
}

/// Like `turned`; the error is below turn^5/120.
template <typename S>
SineCosine<S> turnedFar(const SineCosine<S>& from, const S& turn) {
    const SineCosine<S> near = turned(from, turn);
    const S square = turn * turn;
    const S fourth = (1.0 / 24.0) * (square * square);
    return {near.sine + fourth * from.sine, near.cosine + fourth * from.cosine};
}

/// A body or several joined ones without the row and column of the angle, since impulses have no
/// torque.
template <typename S>
struct Compound {
    Sym2<S> xi11, xi22;
    Mat2<S> xi21;
    Flat<S> xi10, xi20;

    static constexpr int columns = 2;
    static constexpr bool gapFirst = true;
    template <typename F>
    static void rows(const F& f) {
        planar::forEachConstant<2>(f);
    }
    static constexpr bool computes(int row, int column) { return row >= column; }
    static S plus(const S& x, const S& a, const S& b) { return x + (a + b); }
    static S minus(const S& x, const S& a, const S& b) { return x - (a + b); }
};

/// As `adjugateInverse` of a symmetric matrix.
template <typename S>
std::array<S, 4> symmetricInverse(const std::array<S, 4>& matrix) {
    const auto& [a, b, same, d] = matrix;
    const S inverse = reciprocal(a * d - b * b), across = inverse * (-b);
    return {inverse * d, across, across, inverse * a};
}

/// What a join keeps for the way back.
template <typename S>
struct JoinMemory {
    Mat2<S> W_A, W_B;
    Flat<S> beta;
};

/// R K R^T for the rotation R given by sin^2 and sin cos.
template <typename S>
Mat2<S> rotated(const Mat2<double>& K, const S& sine2, const S& sineCosine) {
    const S t = (K.yy - K.xx) * sine2 - (K.xy + K.yx) * sineCosine;
    const S w = (K.xx - K.yy) * sineCosine - (K.xy + K.yx) * sine2;
    return {t + K.xx, w + K.xy, w + K.yx, (-t) + K.yy};
}

template <typename S>
Sym2<S> symmetricPart(const Mat2<S>& a) {
    return {a.xx, a.xy, a.yy};
}

template <typename S>
Flat<S> rotated(const Flat<double>& k, const BodyPose<S>& pose) {
    return {k.x * pose.cosine - k.y * pose.sine, k.x * pose.sine + k.y * pose.cosine};
}

/// Of the gap of a closed chain, in a step.
inline constexpr double partClosed = 0.1;

/// Right-hand side of the planar HDCA: assembly and disassembly over a binary tree. R_j is the
/// impulse on body j at its inboard joint; ground joints are eliminated from the equations.
///
/// The impulse E of the pin of a closed chain grows with the time since the start, and the momenta
/// leave out its moment. They may include it at any time without a change of the motion: E is then
/// 0, and R_j becomes R_j + E, the momentum of all outboard bodies. The beginning of each step does
/// so, lest the digits of the motion be lost beside those of E.
template <typename S>
class PlanarHdca {
public:
    /// @param pin of a closed chain; without it, a gap stays as it is and so do the momenta
    PlanarHdca(const PlanarConstants& constants, std::span<const BodyPose<S>> poses,
               std::optional<ChainPin<S>> pin = {})
        : k_(constants), poses_(poses), pin_(pin), n_(static_cast<int>(constants.bodies.size())) {}

    template <typename Enter>
    std::vector<BodyRate<S>> rates(Enter enter) {
        enter(FabricPhase::Initialise);
        initialise();
        enter(FabricPhase::Assembly);
        assemble();
        if (!k_.joins.empty()) enter(FabricPhase::Base);
        connect();
        enter(FabricPhase::Disassembly);
        disassemble();
        enter(FabricPhase::Derivatives);
        differentiate();
        return rates_;
    }

    /// The phases one by one, in this order; buffers are allocated the first time.
    void initialise() {
        leaves_.clear();
        w1_.clear();
        w2_.clear();
        p_.clear();
        for (int i = 0; i < n_; ++i) initialise(i);
        if (pin_) closeGap();
    }
    void assemble() {
        compounds_.clear();
        memories_.clear();
        for (std::size_t j = 0; j + 1 < k_.joins.size(); ++j) assemble(k_.joins[j]);
    }
    /// The last join, which includes ground.
    void connect() {
        if (!k_.joins.empty()) assemble(k_.joins.back());
    }
    /// (45)-(49): impulses of the joints from the root to the leaves.
    void disassemble() {
        R_.assign(static_cast<std::size_t>(n_), {});
        for (std::size_t j = k_.joins.size(); j-- > 0;) disassemble(k_.joins[j], memories_[j]);
    }
    /// h times (50)-(51): weight of all outboard bodies, motion of the joint, damping.
    void differentiate() {
        rates_.assign(static_cast<std::size_t>(n_), {});
        for (int i = 0; i < n_; ++i) rates_[static_cast<std::size_t>(i)].turn = turnOf(i);
        if (pin_) takePinOut();
        weights_.clear();
        for (int i = n_ - 1; i >= 0; --i) differentiate(i);
    }
    const std::vector<BodyRate<S>>& rates() const { return rates_; }
    /// Motors in the inboard joints, [bodies].
    /// @param impulses h times the torques [N m s]; must outlive the rates
    void drive(std::span<const S> impulses) { drives_ = impulses; }
    /// Sets `ChainPin::takes`.
    void setTakes(const S& takes) {
        if (pin_) pin_->takes = takes;
    }

private:
    const BodyConstants& body(int i) const { return k_.bodies[static_cast<std::size_t>(i)]; }
    const BodyPose<S>& pose(int i) const { return poses_[static_cast<std::size_t>(i)]; }
    const Compound<S>& compound(int join, int bodyIndex) const {
        return join < 0 ? leaves_[static_cast<std::size_t>(bodyIndex)]
                        : compounds_[static_cast<std::size_t>(join)];
    }
    bool hasInboard(int i) const { return !body(i).fixed1; }
    bool hasOutboard(int i) const { return !body(i).free2; }

    void initialise(int i) {
        const BodyConstants& k = body(i);
        const S sine2 = pose(i).sine * pose(i).sine;
        const S product = pose(i).sine * pose(i).cosine;
        const Flat<S> w1 = rotated(k.w1, pose(i)), w2 = rotated(k.w2, pose(i));
        const S p = i + 1 < n_ ? pose(i).momentum - pose(i + 1).momentum : pose(i).momentum;
        const S scaled = (k_.scale / k_.step) * p;
        const Flat<S> yields = k.yields ? rotated(k.yielding, pose(i)) : w1;
        leaves_.push_back({symmetricPart(rotated(k.xi11, sine2, product)),
                           symmetricPart(rotated(k.xi22, sine2, product)),
                           rotated(k.xi12, sine2, product).transpose(), scaled * yields,
                           scaled * w2});
        w1_.push_back(w1);
        w2_.push_back(w2);
        p_.push_back(p);
    }

    /// The sides of the last joint approach each other by a part of their gap in a step.
    void closeGap() {
        const double closing = partClosed * k_.scale / k_.step;
        const Flat<S> gap = reach(0, n_) - pin_->at;
        Flat<S>& xi10 = leaves_.back().xi10;
        xi10 = {xi10.x - closing * gap.x, xi10.y - closing * gap.y};
    }
    /// From the inboard joint of a body to the outboard one of another before `last`.
    Flat<S> reach(int first, int last) const {
        if (last - first == 1)
            return {body(first).length * pose(first).cosine, body(first).length * pose(first).sine};
        const int middle = first + (last - first) / 2;
        return reach(first, middle) + reach(middle, last);
    }

    /// (27)-(37) with 2 x 2 blocks only. Blocks for ground or a free end are never used.
    void assemble(const Join& join) {
        const Compound<S>& A = compound(join.left, join.first);
        const Compound<S>& B = compound(join.right, join.joint);
        JoinMemory<S> memory{};
        Compound<S> C{};
        planar::withActive(hasInboard(join.first), hasOutboard(join.last - 1), [&](auto active) {
            planar::join(A, B, symmetricInverse<S>, memory, active);
            planar::assemble(A, B, memory, C, active);
        });
        compounds_.push_back(C);
        memories_.push_back(memory);
    }

    void disassemble(const Join& join, const JoinMemory<S>& memory) {
        const auto at = [&](int joint) { return R_[static_cast<std::size_t>(joint)]; };
        planar::withActive(hasInboard(join.first), hasOutboard(join.last - 1), [&](auto active) {
            Flat<S> T_1{}, T_2{};
            if constexpr (active.inboard) T_1 = at(join.first);
            if constexpr (active.outboard) T_2 = -at(join.last);
            R_[static_cast<std::size_t>(join.joint)] = planar::impulse(memory, T_1, T_2, active);
        });
    }

    S turnOf(int i) const {
        const auto at = static_cast<std::size_t>(i);
        S turn = body(i).turn * p_[at];
        if (hasInboard(i)) turn = turn + dot(w1_[at], R_[at]);
        if (hasOutboard(i)) turn = turn - dot(w2_[at], R_[at + 1]);
        return turn;
    }

    /// From the pin inwards, which moves nothing.
    void takePinOut() {
        const auto last = static_cast<std::size_t>(n_ - 1);
        const Flat<S> momentum = rates_[last].turn * rotated(k_.bodies[last].swing, poses_[last]);
        const Flat<S> E = pin_->takes * (momentum - R_[last]);
        Flat<S> arm = reach(n_ - 1, n_);
        for (int i = n_ - 1; i >= 0; --i) {
            const auto at = static_cast<std::size_t>(i);
            if (at < last) arm = reach(i, i + 1) + arm;
            rates_[at].taken = -cross(arm, E);
            if (hasInboard(i)) R_[at] = R_[at] + E;
        }
    }

    void differentiate(int i) {
        const auto at = static_cast<std::size_t>(i);
        const BodyConstants& k = body(i);
        S weight = k.weightCos * pose(i).cosine + k.weightSin * pose(i).sine;
        if (i + 1 < n_) weight = weight + weights_.back();
        weights_.push_back(weight);
        S impulse = weight;
        const S turn = rates_[at].turn;
        if (hasInboard(i)) impulse = impulse - (k.lever * cross(w1_[at], R_[at])) * turn;
        if (k.spread > 0.0 && hasOutboard(i))
            impulse = impulse - k.spread * cross(R_[at], R_[at + 1]);
        if (k.damping > 0.0)
            impulse = impulse - k.damping * (i > 0 ? turn - rates_[at - 1].turn : turn);
        if (!drives_.empty()) impulse = impulse + drives_[at];
        rates_[at].impulse = impulse;
    }

    const PlanarConstants& k_;
    std::span<const BodyPose<S>> poses_;
    std::optional<ChainPin<S>> pin_;
    std::span<const S> drives_;
    int n_;
    std::vector<Compound<S>> leaves_, compounds_;
    std::vector<JoinMemory<S>> memories_;
    std::vector<Flat<S>> w1_, w2_, R_;
    std::vector<S> p_, weights_;
    std::vector<BodyRate<S>> rates_;
};

/// Words of a body that are kept from pass to pass. Angle and momentum are those at the start of
/// the step; the sums are their changes in the step so far, and begin with what rounding left out
/// of the last step. The Runge-Kutta method also stores the momentum of the stage.
enum Word { Angle, Momentum, Cosine, Sine, AngleSum, MomentumSum, StageMomentum };
inline constexpr int eulerWords = 6;
inline constexpr int rungeKuttaWords = 7;
/// After the bodies of a closed chain: x, y of its end.
inline constexpr int endWords = 2;
/// The Runge-Kutta method rotates three rings of four coefficients by one place per pass.
inline constexpr int ringWords = 12;
inline constexpr std::array<double, ringWords> rungeKuttaRings{
    0.5,       0.5,       1.0,       0.0,        // step to the next stage
    1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0,  // weights of the sum
    0.0,       0.0,       0.0,       1.0};       // 1 at the end of the step

/// The pin at the end of these bodies, if they are a closed chain.
template <typename S>
std::optional<ChainPin<S>> chainPin(const PlanarConstants& constants, const S* words,
                                    const S& takes) {
    if (!constants.closed) return {};
    return ChainPin<S>{{words[0], words[1]}, takes};
}

/// A sum and what rounding leaves out of it.
template <typename S>
struct Compensated {
    S sum, rest;
};
template <typename S>
Compensated<S> compensated(const S& value, const S& change) {
    const S sum = value + change;
    return {sum, change - (sum - value)};
}

/// The words after the bodies and the end of the chain: for each body those of `MotorImpulses`.
template <typename S>
class ChainMotors {
public:
    ChainMotors(const std::vector<S>& words, std::size_t first)
        : words_(std::span<const S>(words).subspan(first)) {
        for (std::size_t i = 0; i < words_.size(); i += motorWords) now_.push_back(words_[i]);
    }
    std::span<const S> now() const { return now_; }
    /// @param end 1 at the end of the step, else 0
    void advance(std::vector<S>& next, const S& end) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            next.push_back((i + 1) % motorWords == 0 ? words_[i] : words_[i] + end * words_[i + 1]);
    }

private:
    std::span<const S> words_;
    std::vector<S> now_;
};

/// One explicit Euler step. Sines and cosines are those of the last angles rotated by the change,
/// while polynomials of the last angles are computed for the next start: errors do not accumulate,
/// and the polynomials are off the critical path.
template <typename S, typename Enter>
std::vector<S> eulerPass(const PlanarConstants& constants, const std::vector<S>& words,
                         Enter enter) {
    const std::size_t n = constants.bodies.size();
    enter(FabricPhase::Kinematics);
    std::vector<BodyPose<S>> poses;
    std::vector<SineCosine<S>> exact;
    for (std::size_t i = 0; i < n; ++i) {
        const S* w = &words[i * eulerWords];
        poses.push_back({w[Cosine], w[Sine], w[Momentum]});
        exact.push_back(sineCosine(w[Angle]));
    }
    const S one = 0.0 * words[0] + 1.0;
    const auto pin = chainPin(constants, words.data() + n * eulerWords, one);
    const ChainMotors<S> motors(words, n * eulerWords + (pin ? endWords : 0));
    PlanarHdca<S> hdca(constants, std::span<const BodyPose<S>>(poses), pin);
    hdca.drive(motors.now());
    const std::vector<BodyRate<S>> rates = hdca.rates(enter);
    enter(FabricPhase::Integrate);
    std::vector<S> next;
    for (std::size_t i = 0; i < n; ++i) {
        const S* w = &words[i * eulerWords];
        const S turn = w[AngleSum] + rates[i].turn;
        const Compensated<S> angle = compensated(w[Angle], turn);
        const S impulse = pin ? rates[i].impulse - rates[i].taken : rates[i].impulse;
        const Compensated<S> momentum = compensated(w[Momentum], w[MomentumSum] + impulse);
        const SineCosine<S> now = turned(exact[i], turn);
        next.insert(next.end(),
                    {angle.sum, momentum.sum, now.cosine, now.sine, angle.rest, momentum.rest});
    }
    if (pin) next.insert(next.end(), {pin->at.x, pin->at.y});
    motors.advance(next, one);
    return next;
}

/// One of the four evaluations of a classical Runge-Kutta step; `words` are the rings and then the
/// bodies. Stages rotate the sines and cosines of the start of the step.
template <typename S, typename Enter>
std::vector<S> rungeKuttaPass(const PlanarConstants& constants, const std::vector<S>& words,
                              Enter enter) {
    const std::size_t n = constants.bodies.size();
    enter(FabricPhase::Kinematics);
    const S stage = words[0], weight = words[4], end = words[8];
    std::vector<BodyPose<S>> poses;
    std::vector<SineCosine<S>> exact;
    for (std::size_t i = 0; i < n; ++i) {
        const S* w = &words[ringWords + i * rungeKuttaWords];
        poses.push_back({w[Cosine], w[Sine], w[StageMomentum]});
        exact.push_back(sineCosine(w[Angle]));
    }
    const std::size_t after = ringWords + n * rungeKuttaWords;
    const auto pin = chainPin(constants, words.data() + after, words[11]);
    const ChainMotors<S> motors(words, after + (pin ? endWords : 0));
    PlanarHdca<S> hdca(constants, std::span<const BodyPose<S>>(poses), pin);
    hdca.drive(motors.now());
    const std::vector<BodyRate<S>> rates = hdca.rates(enter);
    enter(FabricPhase::Integrate);
    std::vector<S> next;
    for (std::size_t ring = 0; ring < ringWords; ring += 4)
        for (std::size_t place = 0; place < 4; ++place)
            next.push_back(words[ring + (place + 1) % 4]);
    for (std::size_t i = 0; i < n; ++i) {
        const S* w = &words[ringWords + i * rungeKuttaWords];
        const BodyRate<S>& rate = rates[i];
        const S angleSum = w[AngleSum] + weight * rate.turn;
        const S momentumSum = w[MomentumSum] + weight * rate.impulse;
        const S angleStep = end * angleSum, momentumStep = end * momentumSum;
        // Before the last pass, the changes of the step are 0, and so are the rests.
        const Compensated<S> angle = compensated(w[Angle], angleStep);
        const S momentumChange = pin ? momentumStep - rate.taken : momentumStep;
        const Compensated<S> momentum = compensated(w[Momentum], momentumChange);
        const SineCosine<S> now = turnedFar(exact[i], stage * rate.turn + angleStep);
        next.insert(
            next.end(),
            {angle.sum, momentum.sum, now.cosine, now.sine, (angleSum - angleStep) + angle.rest,
             (momentumSum - momentumStep) + momentum.rest, momentum.sum + stage * rate.impulse});
    }
    if (pin) next.insert(next.end(), {pin->at.x, pin->at.y});
    motors.advance(next, end);
    return next;
}

}  // namespace momentree::fpga
