// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/structural_rank.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>

#include "core/kinematics/closures.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int loosePoseCount = 3;
constexpr double looseTurn = 0.5;         ///< [rad], or times the size of the mechanism
constexpr double voidRow = 1e-10;         ///< norm of a row that is always zero
constexpr double rankTolerance = 1e-8;    ///< of singular values where closures are satisfied
constexpr double gapsToTolerance = 10.0;  ///< a gap causes singular values of its own size
constexpr double widestGap = 1e-2;        ///< beyond it, the pose says nothing of the closed one
constexpr double walkStep = 0.05;         ///< between sampled poses, times the size
constexpr int walkDirections = 4, walkSteps = 5;
constexpr int walkSpeedsLimit = 200;  ///< larger mechanisms are sampled less
constexpr double closingCut = 1e-4;   ///< of singular values while a sampled pose is closed
constexpr double sampleGap = 1e-12;   ///< |Phi| of a closed pose, times the size
constexpr int mostClosingSteps = 12;

/// Numbers in [-1, 1], the same on every machine.
class RandomNumbers {
public:
    double next() {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<double>(static_cast<std::int64_t>(state_) >> 11) * 0x1p-52;
    }
    VectorXd vector(Index size) {
        VectorXd v(size);
        for (double& entry : v) entry = next();
        return v;
    }

private:
    std::uint64_t state_ = 20260101;
};

/// Joint coordinates and the poses that follow from them.
struct JointPose {
    const Model& model;
    double t;
    VectorXd q;
    std::vector<BodyKinematics<double>> bodies;

    JointPose(const Model& m, double time, const std::vector<BodyState>& states)
        : model(m), t(time), q(m.tree.nq) {
        for (const BodyState& state : states) bodies.push_back(kinematicsOf(state));
        VectorXd u(m.tree.nu);
        jointsFromBodies(m, t, bodies, q.data(), u.data());
        update();
    }
    void move(const VectorXd& delta) {
        moveAlong(model, delta, q);
        update();
    }
    void update() {
        const VectorXd rest = VectorXd::Zero(model.tree.nu);
        bodiesFromJoints(model, t, q.data(), rest.data(), bodies);
    }
    ClosureState closures() const { return closureState(model, t, q, bodies); }
};

/// The number of the mechanism to which each body of the tree belongs: bodies are connected by
/// joints and by closures, but not by ground or by bodies that cannot move.
std::vector<int> mechanismOfBody(const Model& model) {
    const std::vector<TreeBody>& bodies = model.tree.bodies;
    std::vector<int> root(bodies.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int i) {
        while (root[static_cast<std::size_t>(i)] != i) i = root[static_cast<std::size_t>(i)];
        return i;
    };
    std::vector<char> moves(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const int parent = bodies[i].parent;
        const bool carried = parent != ground && moves[static_cast<std::size_t>(parent)];
        moves[i] = carried || speedCount(bodies[i].joint) > 0;
        if (carried) root[i] = find(parent);
    }
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.bodyA == ground || c.bodyB == ground) continue;
        const int a = model.tree.ofBody[static_cast<std::size_t>(c.bodyA)];
        const int b = model.tree.ofBody[static_cast<std::size_t>(c.bodyB)];
        if (!moves[static_cast<std::size_t>(a)] || !moves[static_cast<std::size_t>(b)]) continue;
        root[static_cast<std::size_t>(find(a))] = find(b);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i)
        root[i] = moves[i] ? find(static_cast<int>(i)) : -1;
    return root;
}

/// Half the diagonal of the box around the joints of a mechanism, or around its centres of mass if
/// all joints are in one point.
/// @param belongs bool(int body)
template <typename Belongs>
double sizeOf(const Model& model, std::span<const BodyKinematics<double>> bodies,
              const Belongs& belongs) {
    Eigen::AlignedBox3d joints;
    for (const JointElement& joint : model.joints) {
        const auto moves = [&](int body) { return body != ground && belongs(body); };
        if (!moves(joint.A.body) && !moves(joint.B.body)) continue;
        joints.extend(markerKinematics(joint.A, bodies).r);
        joints.extend(markerKinematics(joint.B, bodies).r);
    }
    Eigen::AlignedBox3d all = joints;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (belongs(static_cast<int>(i))) all.extend(bodies[i].r);
    for (const Eigen::AlignedBox3d& box : {joints, all})
        if (!box.isEmpty() && box.diagonal().norm() > 0.0) return 0.5 * box.diagonal().norm();
    return 1.0;
}

/// @param which mechanism
double sizeOf(const Model& model, const std::vector<int>& mechanism, int which,
              std::span<const BodyKinematics<double>> bodies) {
    return sizeOf(model, bodies, [&](int body) {
        return mechanism[static_cast<std::size_t>(
                   model.tree.ofBody[static_cast<std::size_t>(body)])] == which;
    });
}

/// One mechanism's rows and speeds of the closure Jacobian, without units: lengths and angles are
/// measured by the size of the mechanism.
struct GroupEquations {
    const ClosureGroup& group;
    const VectorXd& weight;          ///< [closureRows]
    std::vector<int> speeds;         ///< of the mechanism
    std::vector<double> unitSpeeds;  ///< change of joint coordinates for a displacement of 1 m

    MatrixXd jacobian(const ClosureState& state) const {
        MatrixXd A(static_cast<Index>(group.rows.size()), static_cast<Index>(speeds.size()));
        for (Index i = 0; i < A.rows(); ++i)
            for (Index j = 0; j < A.cols(); ++j)
                A(i, j) = weight[row(i)] * state.J(row(i), speed(j)) * unit(j);
        return A;
    }
    VectorXd gap(const ClosureState& state) const {
        VectorXd Phi(static_cast<Index>(group.rows.size()));
        for (Index i = 0; i < Phi.size(); ++i) Phi[i] = weight[row(i)] * state.Phi[row(i)];
        return Phi;
    }
    /// [nu] from the unknowns of `jacobian`.
    VectorXd motion(const VectorXd& x, Index nu) const {
        VectorXd delta = VectorXd::Zero(nu);
        for (Index j = 0; j < x.size(); ++j) delta[speed(j)] = unit(j) * x[j];
        return delta;
    }

private:
    int row(Index i) const { return group.rows[static_cast<std::size_t>(i)]; }
    int speed(Index j) const { return speeds[static_cast<std::size_t>(j)]; }
    double unit(Index j) const { return unitSpeeds[static_cast<std::size_t>(j)]; }
};

/// Whether a speed of a joint is a translation.
bool slides(const TreeBody& body, int speed) {
    return std::visit(
        [&](auto joint) {
            using J = decltype(joint);
            if constexpr (J::nu == 0) {
                return false;
            } else {
                const std::array<double, 7> q{};
                return joint.template E<double>(q.data()).template topRows<3>().col(speed).norm() >
                       0.5;
            }
        },
        body.joint);
}

/// Closes the group's closures near a pose. Returns false if they stay open.
bool close(JointPose& pose, const GroupEquations& equations, double tolerance) {
    const double size = equations.group.size;
    for (int k = 0; k < mostClosingSteps; ++k) {
        const ClosureState state = pose.closures();
        const VectorXd gap = equations.gap(state);
        if (gap.norm() <= tolerance * size) return true;
        VectorXd x = leastSquares(equations.jacobian(state), -gap, closingCut);
        const double longest = x.norm();
        if (!std::isfinite(longest)) return false;
        if (longest > walkStep * size) x *= walkStep * size / longest;
        pose.move(equations.motion(x, pose.model.tree.nu));
    }
    return equations.gap(pose.closures()).norm() <= tolerance * size;
}

struct Rank {
    int count = 0;
    double smallestKept = 1.0, largestDropped = 0.0;
};
Rank rankAt(const MatrixXd& A, double tolerance) {
    const VectorXd values = singularValues(A);
    Rank rank;
    if (values.size() == 0 || !(values[0] > 0.0)) return rank;
    for (const double value : values) {
        const double relative = value / values[0];
        if (relative > tolerance)
            rank.smallestKept = relative, ++rank.count;
        else
            rank.largestDropped = std::max(rank.largestDropped, relative);
    }
    return rank;
}

/// The rank of a group at the start and on short walks along its free motions.
void findRank(const JointPose& start, const GroupEquations& equations, ClosureGroup& group) {
    const ClosureState state = start.closures();
    group.gap = equations.gap(state).norm() / group.size;
    const double tolerance = group.gap < widestGap
                                 ? std::max(rankTolerance, gapsToTolerance * group.gap)
                                 : rankTolerance;
    const MatrixXd A = equations.jacobian(state);
    const Rank first = rankAt(A, tolerance);
    const auto accept = [&](const Rank& rank) {
        group.rank = rank.count;
        group.smallestKept = rank.smallestKept;
        group.largestDropped = rank.largestDropped;
    };
    accept(first);
    group.startRank = first.count;
    const Index most = std::min(A.rows(), A.cols());
    if (group.rank == most || A.cols() == group.rank) return;
    const bool large = A.cols() > walkSpeedsLimit;
    const double closed = std::max(sampleGap, gapsToTolerance * group.gap);
    RandomNumbers random;
    for (int direction = 0; direction < (large ? 2 : walkDirections); ++direction) {
        JointPose pose = start;
        VectorXd along = random.vector(A.cols());
        for (int step = 0; step < (large ? 2 : walkSteps); ++step) {
            const MatrixXd N = rightNullSpace(equations.jacobian(pose.closures()), tolerance);
            along = N * (N.transpose() * along);
            const double length = along.norm();
            if (!(length > 0.0)) break;
            along *= walkStep * group.size / length;
            pose.move(equations.motion(along, pose.model.tree.nu));
            if (!close(pose, equations, closed)) break;
            const Rank rank = rankAt(equations.jacobian(pose.closures()), tolerance);
            if (rank.count > group.rank) accept(rank);
        }
    }
}

/// The rows that are zero at the start and in every other pose: they forbid what the joints between
/// forbid already, as the third direction of a planar loop.
std::vector<char> voidRows(const Model& model, double t, const JointPose& start,
                           const std::vector<BodyState>& bodies, const VectorXd& units,
                           const VectorXd& weight) {
    const auto norms = [&](const MatrixXd& J) {
        return VectorXd((weight.asDiagonal() * J * units.asDiagonal()).rowwise().norm());
    };
    VectorXd largest = norms(start.closures().J);
    for (const auto& pose : loosePoses(model, t, bodies)) {
        VectorXd q(model.tree.nq), u(model.tree.nu);
        jointsFromBodies(model, t, pose, q.data(), u.data());
        largest = largest.cwiseMax(norms(closureState(model, t, q, pose).J));
    }
    std::vector<char> isVoid(static_cast<std::size_t>(largest.size()));
    for (std::size_t i = 0; i < isVoid.size(); ++i)
        isVoid[i] = !(largest[static_cast<Index>(i)] > voidRow);
    return isVoid;
}

}  // namespace

int ClosureRanks::rank() const {
    int sum = 0;
    for (const ClosureGroup& group : groups) sum += group.rank;
    return sum;
}
int ClosureRanks::startRank() const {
    int sum = 0;
    for (const ClosureGroup& group : groups) sum += group.startRank;
    return sum;
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
    const auto mechanismOf = [&](int bodyA, int bodyB) {
        return find(bodyA == ground ? bodyB : bodyA);
    };
    int mechanism = -1, row = 0;
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (row <= closureRow) mechanism = mechanismOf(c.bodyA, c.bodyB);
        row += c.rows();
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
    const JointPose start(model, t, bodies);
    const std::vector<int> mechanism = mechanismOfBody(model);
    VectorXd reach = VectorXd::Constant(model.tree.nu, looseTurn);
    std::map<int, double> sizes;
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i) {
        const TreeBody& tree = model.tree.bodies[i];
        for (int j = 0; j < speedCount(tree.joint); ++j) {
            if (!slides(tree, j)) continue;
            const auto [at, isNew] = sizes.try_emplace(mechanism[i], 0.0);
            if (isNew) at->second = sizeOf(model, mechanism, mechanism[i], start.bodies);
            reach[tree.firstU + j] *= at->second;
        }
    }
    RandomNumbers random;
    std::vector<std::vector<BodyKinematics<double>>> poses;
    for (int k = 0; k < loosePoseCount; ++k) {
        JointPose pose = start;
        pose.move(reach.cwiseProduct(random.vector(model.tree.nu)));
        poses.push_back(pose.bodies);
    }
    return poses;
}

ClosureRanks closureRanks(const Model& model, double t, const std::vector<BodyState>& bodies) {
    ClosureRanks ranks;
    ranks.weight.setOnes(model.tree.closureRows);
    ranks.speedScale.setOnes(model.tree.nu);
    const JointPose start(model, t, bodies);
    ranks.size = sizeOf(model, start.bodies, [](int) { return true; });
    if (model.tree.closureRows == 0) return ranks;
    const std::vector<int> mechanism = mechanismOfBody(model);

    // Groups in the order of their first rows.
    std::vector<int> found;  // mechanism of each group
    std::vector<int> groupOfRow(static_cast<std::size_t>(model.tree.closureRows), -1);
    int row = 0;
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        int which = -1;
        for (const int body : {c.bodyA, c.bodyB})
            if (body != ground && which < 0)
                which = mechanism[static_cast<std::size_t>(
                    model.tree.ofBody[static_cast<std::size_t>(body)])];
        if (which < 0) {  // between bodies that cannot move
            row += c.rows();
            continue;
        }
        auto at = std::ranges::find(found, which);
        if (at == found.end()) {
            ranks.groups.emplace_back();
            ranks.groups.back().size = sizeOf(model, mechanism, which, start.bodies);
            at = found.insert(found.end(), which);
        }
        const auto group = static_cast<std::size_t>(at - found.begin());
        for (int i = 0; i < c.rows(); ++i, ++row) {
            groupOfRow[static_cast<std::size_t>(row)] = static_cast<int>(group);
            if (c.kind == Constraint::Kind::Angle) ranks.weight[row] = ranks.groups[group].size;
        }
    }

    std::vector<std::vector<int>> speeds(found.size());
    std::vector<std::vector<double>> unitSpeeds(found.size());
    VectorXd units = VectorXd::Zero(model.tree.nu);
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i) {
        const TreeBody& tree = model.tree.bodies[i];
        const auto at = std::ranges::find(found, mechanism[i]);
        if (at == found.end()) continue;
        const auto group = static_cast<std::size_t>(at - found.begin());
        for (int j = 0; j < speedCount(tree.joint); ++j) {
            const double size = ranks.groups[group].size;
            const double unit = slides(tree, j) ? 1.0 : 1.0 / size;
            if (slides(tree, j)) ranks.speedScale[tree.firstU + j] = 1.0 / size;
            speeds[group].push_back(tree.firstU + j);
            unitSpeeds[group].push_back(unit);
            units[tree.firstU + j] = unit;
        }
    }
    const std::vector<char> isVoid = voidRows(model, t, start, bodies, units, ranks.weight);
    for (std::size_t k = 0; k < groupOfRow.size(); ++k)
        if (groupOfRow[k] >= 0 && !isVoid[k])
            ranks.groups[static_cast<std::size_t>(groupOfRow[k])].rows.push_back(
                static_cast<int>(k));
    for (std::size_t g = 0; g < found.size(); ++g)
        findRank(start, {ranks.groups[g], ranks.weight, speeds[g], unitSpeeds[g]}, ranks.groups[g]);
    std::erase_if(ranks.groups, [](const ClosureGroup& group) { return group.rows.empty(); });
    return ranks;
}

}  // namespace momentree
