// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/structural_rank.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/time_of_motions.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double voidRow = 1e-10;  ///< norm of a row that is always zero
constexpr double walkStep = 0.05;  ///< between sampled poses [rad, or times the size]
constexpr int walkDirections = 4, walkSteps = 5;
constexpr int walkSpeedsLimit = 200;   ///< larger mechanisms are sampled less
constexpr double closingCut = 1e-4;    ///< of singular values while a sampled pose is closed
constexpr double sampleGap = 1e-12;    ///< of a closed pose
constexpr double gapsToSample = 10.0;  ///< a mechanism that does not close exactly does so anywhere

VectorXd coordinatesOf(const Model& model, double t,
                       std::span<const BodyKinematics<double>> bodies) {
    VectorXd q(model.tree.nq), u(model.tree.nu);
    jointsFromBodies(model, t, bodies, q.data(), u.data());
    return q;
}

std::vector<BodyKinematics<double>> kinematicsOf(const std::vector<BodyState>& states) {
    std::vector<BodyKinematics<double>> bodies;
    for (const BodyState& state : states) bodies.push_back(momentree::kinematicsOf(state));
    return bodies;
}

MatrixXd rowsOf(const MatrixXd& A, const std::vector<int>& rows) {
    MatrixXd some(static_cast<Index>(rows.size()), A.cols());
    for (Index i = 0; i < some.rows(); ++i) some.row(i) = A.row(rows[static_cast<std::size_t>(i)]);
    return some;
}

double gapOf(const VectorXd& gap, const std::vector<int>& rows) {
    double square = 0.0;
    for (const int row : rows) square += gap[row] * gap[row];
    return std::sqrt(square);
}

/// For closures that are open, as while a mechanism is drawn, rounding alone decides.
double toleranceOf(double gap) { return rankTolerance(gap < widestGap ? gap : 0.0); }

struct Rank {
    int count = 0;
    double smallestKept = 1.0, largestDropped = 0.0;
};
Rank rankAt(const MatrixXd& A, double tolerance) {
    const VectorXd values = singularValues(A);
    Rank rank;
    // Entries are of the order 1 except where they all are the gap of rounded hinges on one axis.
    if (values.size() == 0 || !(values[0] > tolerance)) return rank;
    for (const double value : values) {
        const double relative = value / values[0];
        if (relative > tolerance)
            rank.smallestKept = relative, ++rank.count;
        else
            rank.largestDropped = std::max(rank.largestDropped, relative);
    }
    return rank;
}

/// Takes the rank if it is larger.
void raise(const Rank& rank, ClosureGroup& group) {
    if (rank.count <= group.rank) return;
    group.rank = rank.count;
    group.smallestKept = rank.smallestKept;
    group.largestDropped = rank.largestDropped;
}

/// The rank of some rows of one mechanism.
/// @param gaps [closureRows] of the start
Rank rankOfRows(const MatrixXd& A, const std::vector<int>& rows, const VectorXd& gaps) {
    Rank all;
    for (const RankBlock& block : rankBlocks(A, rows, gaps)) {
        const Rank rank = rankAt(rowsOf(A, block.rows), block.tolerance);
        all.count += rank.count;
        all.smallestKept = std::min(all.smallestKept, rank.smallestKept);
        all.largestDropped = std::max(all.largestDropped, rank.largestDropped);
    }
    return all;
}

/// Raises the ranks to those of the scaled Jacobian A at a pose.
void raiseTo(const MatrixXd& A, const VectorXd& gaps, ClosureGroup& group) {
    const Rank rank = rankOfRows(A, group.rows, gaps);
    raise(rank, group);
    int ofPoses = 0;
    if (group.poseRows.size() == group.rows.size())
        ofPoses = rank.count;
    else if (!group.poseRows.empty())
        ofPoses = rankOfRows(A, group.poseRows, gaps).count;
    group.poseRank = std::max(group.poseRank, ofPoses);
}

/// Raises the ranks to those on short walks along the free motions.
void walk(const Model& model, double t, const VectorXd& q, const VectorXd& gaps,
          std::vector<ClosureGroup>& groups) {
    const bool large = model.tree.nu > walkSpeedsLimit;
    const int directions = large ? 2 : walkDirections, steps = large ? 2 : walkSteps;
    double tolerance = 0.0, closed = sampleGap;
    for (const ClosureGroup& group : groups) {
        tolerance = std::max(tolerance, toleranceOf(group.gap));
        closed = std::max(closed, gapsToSample * group.gap);
    }
    PoseSearch pose(model, t, q);
    RandomDirections random;
    for (int direction = 0; direction < directions; ++direction) {
        pose.setPose(q);
        VectorXd along = random.next(model.tree.nu);
        for (int step = 0; step < steps; ++step) {
            const MatrixXd N = rightNullSpace(pose.equations().A, tolerance);
            along = N * (N.transpose() * along);
            const double length = along.norm();
            if (!(length > 0.0)) break;
            along *= walkStep / length;
            pose.move(along);
            if (!(pose.fit(0, closingCut) <= closed)) break;
            const LoopEquations loops = pose.velocityEquations();
            for (ClosureGroup& group : groups) {
                const double allowed = std::max(sampleGap, gapsToSample * group.gap);
                if (gapOf(loops.gap, group.rows) <= allowed) raiseTo(loops.A, gaps, group);
            }
        }
    }
}

/// Raises the ranks to those a little before and after, where motions let a singular pose go.
void walkInTime(const Model& model, const PoseSearch& start, const VectorXd& gaps,
                std::vector<ClosureGroup>& groups) {
    const double time = timeOfMotions(model, start.time(), start.scales(), walkStep);
    if (!(time > 0.0)) return;
    const MatrixXd N = rightNullSpace(start.equations().A, closingCut);
    const Index directions = std::min<Index>(N.cols(), walkDirections);
    for (const double later : {time, -time})
        for (Index k = -directions; k <= directions; ++k) {
            PoseSearch pose = start;
            if (k != 0) pose.move((k > 0 ? walkStep : -walkStep) * N.col(std::abs(k) - 1));
            pose.setTime(start.time() + later);
            pose.fit(0, closingCut);
            const LoopEquations loops = pose.velocityEquations();
            for (ClosureGroup& group : groups) {
                const double allowed = std::max(sampleGap, gapsToSample * group.gap);
                if (gapOf(loops.gap, group.rows) <= allowed) raiseTo(loops.A, gaps, group);
            }
        }
}

/// Counts the rows that LoopMotions does not leave out, group by group.
void countAlongTree(const LoopMotions& motions, std::vector<ClosureGroup>& groups) {
    for (ClosureGroup& group : groups) {
        group.rank = static_cast<int>(
            std::ranges::count_if(group.rows, [&](int row) { return !motions.leftOut(row); }));
        group.poseRank = group.rank;
        group.smallestKept = std::sqrt(motions.loops().regularity());
        group.largestDropped = std::sqrt(std::max(0.0, motions.loops().largestLeft()));
    }
}

double widestOf(const std::vector<ClosureGroup>& groups) {
    double gap = 0.0;
    for (const ClosureGroup& group : groups) gap = std::max(gap, group.gap);
    return gap < widestGap ? gap : 0.0;
}

/// The same for many loops.
void walkAlongTree(const Model& model, const PoseSearch& start, LoopMotions& motions,
                   std::vector<ClosureGroup>& groups) {
    const double gap = widestOf(groups);
    RandomDirections random;
    for (int direction = 0; direction < 2; ++direction) {
        PoseSearch pose = start;
        VectorXd along = random.next(model.tree.nu);
        for (int step = 0; step < 2; ++step) {
            motions.factorise(pose, {}, gap);
            const VectorXd u = along.cwiseProduct(pose.scales().speed);
            along = (u - motions.solve(motions.along(u))).cwiseQuotient(pose.scales().speed);
            const double length = along.norm();
            if (!(length > 0.0)) break;
            along *= walkStep / length;
            pose.move(along);
            if (!(pose.fit(0, closingCut) <= std::max(sampleGap, gapsToSample * gap))) break;
            motions.factorise(pose, {}, gap);
            std::vector<ClosureGroup> here = groups;
            countAlongTree(motions, here);
            for (std::size_t k = 0; k < groups.size(); ++k)
                if (here[k].rank > groups[k].rank) groups[k] = std::move(here[k]);
        }
    }
}

/// The rows that are zero at the start and in every other pose: they forbid what the joints between
/// forbid already, as the third direction of a planar loop. Where lengths are rounded, they are of
/// the size of the gap; scaled to the size of others they would be taken for independent ones.
/// @param gap of the loops
std::vector<char> voidRows(const PoseSearch& start, double gap) {
    VectorXd largest = start.velocityEquations().A.rowwise().norm();
    atLoosePoses(start, [&](const PoseSearch& pose) {
        largest = largest.cwiseMax(pose.velocityEquations().A.rowwise().norm());
    });
    const double limit = gap > roundedGap && gap < widestGap ? rankTolerance(gap) : voidRow;
    std::vector<char> isVoid(static_cast<std::size_t>(largest.size()));
    for (std::size_t i = 0; i < isVoid.size(); ++i)
        isVoid[i] = !(largest[static_cast<Index>(i)] > limit);
    return isVoid;
}

}  // namespace

int ClosureRanks::rank() const {
    int sum = 0;
    for (const ClosureGroup& group : groups) sum += group.rank;
    return sum;
}
int ClosureRanks::poseRank() const {
    int sum = 0;
    for (const ClosureGroup& group : groups) sum += group.poseRank;
    return sum;
}
int ClosureRanks::startRank() const {
    int sum = 0;
    for (const ClosureGroup& group : groups) sum += group.startRank;
    return sum;
}

ClosureRanks closureRanks(const Model& model, double t, const std::vector<BodyState>& bodies) {
    const PoseSearch start(model, t, coordinatesOf(model, t, kinematicsOf(bodies)));
    const MechanismScales& scales = start.scales();
    ClosureRanks ranks;
    ranks.speedScale = scales.speed.cwiseInverse();
    ranks.weight.setOnes(model.tree.closureRows);
    if (!scales.size.empty()) ranks.size = *std::ranges::max_element(scales.size);
    if (model.tree.closureRows == 0) return ranks;

    const VectorXd gaps = start.gapsAround();
    const bool many = LoopMotions::needed(model);
    std::optional<LoopMotions> motions;
    if (many) motions.emplace(model, start);
    const std::vector<char> isVoid =
        many ? motions->isVoid() : voidRows(start, scales.largestNorm(gaps));
    std::vector<int> groupOf(scales.size.size(), -1);
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        for (int row = c.closureRow; row < c.closureRow + c.ownRows(); ++row) {
            const int which = scales.ofRow[static_cast<std::size_t>(row)];
            if (which < 0 || isVoid[static_cast<std::size_t>(row)]) continue;
            const double size = scales.size[static_cast<std::size_t>(which)];
            if (c.isAngle()) ranks.weight[row] = size;
            int& group = groupOf[static_cast<std::size_t>(which)];
            if (group < 0) {
                group = static_cast<int>(ranks.groups.size());
                ranks.groups.emplace_back().size = size;
            }
            ClosureGroup& own = ranks.groups[static_cast<std::size_t>(group)];
            own.rows.push_back(row);
            if (c.isHolonomic()) own.poseRows.push_back(row);
        }
    }

    for (ClosureGroup& group : ranks.groups) group.gap = gapOf(gaps, group.rows);
    const auto redundant = [&](const ClosureGroup& group) {
        return group.rank < static_cast<int>(group.rows.size());
    };
    if (many) {
        motions->factorise(start, {}, widestOf(ranks.groups));
        countAlongTree(*motions, ranks.groups);
    } else {
        const LoopEquations equations = start.velocityEquations();
        for (ClosureGroup& group : ranks.groups) raiseTo(equations.A, gaps, group);
    }
    for (ClosureGroup& group : ranks.groups) group.startRank = group.rank;
    const bool walks = std::ranges::any_of(ranks.groups, redundant) && ranks.rank() < model.tree.nu;
    if (walks && !many) walkInTime(model, start, gaps, ranks.groups);
    if (walks)
        many ? walkAlongTree(model, start, *motions, ranks.groups)
             : walk(model, t, start.q(), gaps, ranks.groups);
    return ranks;
}

std::vector<int> motionsAround(const Model& model, int closureRow) {
    // Bodies that a motion moves belong to the mechanism here, even without a coordinate.
    std::vector<int> root(model.bodies.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int i) {
        while (root[static_cast<std::size_t>(i)] != i) i = root[static_cast<std::size_t>(i)];
        return i;
    };
    for (const Constraint& c : model.constraints)
        if (c.bodyA != ground && c.bodyB != ground)
            root[static_cast<std::size_t>(find(c.bodyA))] = find(c.bodyB);
    for (const auto& [a, b] : coupledBodies(model))
        root[static_cast<std::size_t>(find(a))] = find(b);
    const auto mechanismOf = [&](int bodyA, int bodyB) {
        return find(bodyA == ground ? bodyB : bodyA);
    };
    int mechanism = -1;
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.closureRow <= closureRow) mechanism = mechanismOf(c.bodyA, c.bodyB);
    }
    std::vector<int> found;
    for (std::size_t k = 0; k < model.motions.size(); ++k) {
        const MotionElement& motion = model.motions[k];
        if (closureRow < 0 || mechanismOf(motion.A.body, motion.B.body) == mechanism)
            found.push_back(static_cast<int>(k));
    }
    return found;
}

std::vector<std::vector<BodyKinematics<double>>> loosePoses(const Model& model, double t,
                                                            const std::vector<BodyState>& bodies) {
    const PoseSearch start(model, t, coordinatesOf(model, t, kinematicsOf(bodies)));
    std::vector<std::vector<BodyKinematics<double>>> poses;
    atLoosePoses(start, [&](const PoseSearch& pose) {
        poses.emplace_back(pose.bodies().begin(), pose.bodies().end());
    });
    return poses;
}

}  // namespace momentree
