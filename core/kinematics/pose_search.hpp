// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <memory>

#include "core/kinematics/closures.hpp"
#include "core/kinematics/coupled_turns.hpp"
#include "core/kinematics/given_start.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/random_directions.hpp"

namespace momentree {

/// Gaps relative to the size of a mechanism.
inline constexpr double exactGap = 1e-12;    ///< closed
inline constexpr double roundedGap = 1e-10;  ///< closed, where rounding allows no better
inline constexpr double widestGap = 1e-2;    ///< beyond it, a pose says nothing of the closed one

/// Singular values of the scaled closure Jacobian, relative to the largest, that count as zero at
/// poses with this gap: a mechanism that does not close exactly has singular values of the size of
/// its gap where the exact one has zeros.
double rankTolerance(double gap);

/// Singular values, relative to the largest, that count as zero while loops are being closed:
/// redundant loops that are open by a gap have some of its size.
struct RankCut {
    double least = 0.0, perGap = 0.0;
    double at(double gap) const {
        constexpr double most = 0.1;  // larger ones hold a mechanism
        return least + std::min(perGap * gap, most);
    }
};
/// After a move, so that motions stay where they are: lengths with many decimals, or rounded ones,
/// hold elsewhere what they leave free at the start.
/// @param exactly whether the loops closed exactly before the move
RankCut cutOfMotions(const Model& model, bool exactly);

/// `rankThreshold` for the closures at a pose, or what `rankTolerance` says if it is not exact.
double rankThresholdAt(const Model& model, double t, const Eigen::VectorXd& q);

/// The loop equations of a mechanism without units, see `MechanismScales`. The row of a driven
/// angle is the angle's error instead of its sine, which has a second zero half a turn off.
struct LoopEquations {
    Eigen::VectorXd gap;  ///< [closureRows] Phi
    Eigen::MatrixXd A;    ///< [closureRows x nu] d gap/dx, with speeds x in units of the scales
};

class LoopMotions;

/// Joint coordinates in search of a pose that satisfies the closures.
class PoseSearch {
public:
    /// @param q [nq] the guess, at which couplings hold by definition
    PoseSearch(const Model& model, double t, Eigen::VectorXd q);
    /// @param coupled angles of couplings near the guess
    /// @param given coordinates that `Held` refers to; may be null
    PoseSearch(const Model& model, double t, Eigen::VectorXd q, CoupledAngles coupled,
               const std::vector<GivenStart>* given = nullptr);
    /// Follows the couplings from an earlier pose.
    PoseSearch(const Model& model, double t, Eigen::VectorXd q, CoupledTurns turns);

    /// The first so many of the given starts keep their coordinates.
    using Held = std::size_t;

    /// Closes the loops near the present pose. A pose that satisfies them exactly is preferred; if
    /// there is none near, the lengths of a redundant linkage may be rounded, and the pose is taken
    /// at which they fit best, if its gap is at most `tolerance`. Returns false if neither exists.
    bool closeNear(Held held, double tolerance);
    /// Whether the loops nearly fit at the present pose, as rounded lengths do, so that the pose
    /// `closed`, which satisfies them exactly but is far from it, is another one.
    bool fitsBeside(const Eigen::VectorXd& closed) const;
    /// Closes the loops as exactly as rounding allows. Returns false if it fails.
    bool closeExactly(Held held);
    /// The pose near the present one at which the loops fit best, without motions to which they
    /// respond less than `cut`. Returns its gap.
    double fit(Held held, double cut);
    /// Closes the loops after a move: exactly or, of a linkage with rounded lengths, within the
    /// model's assembly tolerance, without sliding back to where the rounded lengths fit better.
    bool closeAgain(bool exactly);
    /// Closes the loops exactly, with the given coordinates after the first `held` ones as close to
    /// their values as they can be, to `most` of them. Returns false if it fails.
    bool closeNearGiven(Held held, Held most);

    double time() const { return t_; }
    const Eigen::VectorXd& q() const { return q_; }
    std::span<const BodyKinematics<double>> bodies() const { return bodies_; }
    const CoupledTurns& turns() const { return turns_; }
    const MechanismScales& scales() const { return scales_; }
    /// Rows that restrict velocities alone are zero.
    LoopEquations equations() const { return equations(false); }
    /// With the rows that restrict velocities alone.
    LoopEquations velocityEquations() const { return equations(true); }
    Eigen::VectorXd gaps() const;  ///< those of `equations` [closureRows]
    /// A closure's rows in units of the model, with an error of a driven angle instead of its sine.
    ConstraintTerms<double> termsOf(const Constraint& closure) const;
    /// Gaps that decide about ranks: those of `gaps` or, where the loops close only by chance, the
    /// largest ones a little beside the pose. Rounded axes of a linkage meet exactly in the pose in
    /// which they were read off, where they forbid what the exact ones allow.
    Eigen::VectorXd gapsAround() const;
    double gapAround() const { return scales_.largestNorm(gapsAround()); }
    /// J u + explicit time, without units like the gaps, for speeds u of the tree [closureRows].
    Eigen::VectorXd gapRates(const Eigen::VectorXd& u) const;
    /// Only if LoopMotions::needed.
    LoopMotions& motions();
    /// The speeds that the first so many given starts hold [nu]; empty if they hold others, too.
    std::vector<char> heldSpeeds(Held held, bool GivenStart::*has) const;
    /// The largest of a mechanism, relative to its size.
    double gap() const;
    /// Largest change of a given coordinate [rad, or relative to the mechanism's size].
    double change(const GivenStart& given) const;
    /// The largest of the first so many.
    double change(std::size_t count) const;
    double change() const { return given_ == nullptr ? 0.0 : change(given_->size()); }
    void setPose(const Eigen::VectorXd& q);
    /// Moves what motions prescribe to another time [s].
    void setTime(double t);
    /// Moves the coordinates along x, in units of the scales.
    void move(const Eigen::VectorXd& x);
    int iterations() const { return iterations_; }

    std::function<bool()> stopped = [] { return false; };

private:
    struct Problem;  // equations with the held coordinates
    std::vector<BodyKinematics<double>> bodiesAt(const Eigen::VectorXd& q) const;

    LoopEquations equations(bool ofVelocities) const;
    Problem problem(Held held) const;
    /// Largest move of a joint from q [rad, or relative to the mechanism's size].
    double distanceFrom(const Eigen::VectorXd& q) const;
    void addGiven(const GivenStart& given, Problem& rows) const;
    bool closeExactly(Held held, RankCut cut);
    bool newton(Held held, RankCut cut);
    double newtonAlongTree(Held held);
    double descend(Held held, double threshold);

    const Model& model_;
    double t_;
    const std::vector<GivenStart>* given_;
    Eigen::VectorXd q_;
    std::vector<BodyKinematics<double>> bodies_;
    CoupledTurns turns_;
    MechanismScales scales_;
    std::shared_ptr<LoopMotions> motions_;  ///< made when it is needed
    int iterations_ = 0;
};

/// Rows of the scaled closure Jacobian whose rank is decided together.
struct RankBlock {
    std::vector<int> rows;
    double tolerance = 0.0;  ///< `rankTolerance` of their gap
};
/// Rows of one mechanism, where it does not close exactly, by the columns that they share: the gap
/// of one loop says nothing of small singular values of another one.
/// @param gaps [closureRows] of the pose that satisfies the closures
std::vector<RankBlock> rankBlocks(const Eigen::MatrixXd& A, const std::vector<int>& rows,
                                  const Eigen::VectorXd& gaps);

/// The Jacobian of `velocityEquations` without what rounded lengths add to it: where loops do not
/// close exactly, singular values below the tolerance of their block are zero.
Eigen::MatrixXd jacobianWithoutRounding(const PoseSearch& pose);

/// Calls f(pose) with all joint coordinates changed at random, for properties that every pose has.
/// The closures are open there. The poses are the same in every call.
template <typename F>
void atLoosePoses(const PoseSearch& pose, const F& f) {
    constexpr int count = 3;
    constexpr double turn = 0.5;  // [rad], or times the size of the mechanism
    RandomDirections random;
    for (int k = 0; k < count; ++k) {
        PoseSearch loose = pose;
        loose.move(turn * random.next(pose.scales().speed.size()));
        f(loose);
    }
}

}  // namespace momentree
