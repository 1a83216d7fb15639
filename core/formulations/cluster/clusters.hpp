// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/formulations/aba/recursion.hpp"
#include "core/formulations/shared/closure_rows.hpp"
#include "core/math/index.hpp"

namespace momentree {

/// Links that move together because loops connect their joints, all carried by one link outside:
/// with the carrier, they are one joint of several bodies (THEORY 5c).
struct Cluster {
    struct Member {
        int link = 0;
        int inner = -1;                  ///< its parent in `members`, -1 if that is the carrier
        int firstSpeed = 0, speeds = 0;  ///< of the cluster
        V3<double> arm = V3<double>::zero();  ///< from the carrier's origin
        V6<double> c = V6<double>::zero();    ///< acceleration with carrier and y at rest
    };
    int carrier = ground;           ///< link
    std::vector<Member> members;    ///< parents first
    std::vector<std::size_t> rows;  ///< of the closures
    int nu = 0;                     ///< speeds of all joints
    std::vector<double> scale;      ///< [nu] see `ClosureRanks::speedScale`

    // Of the present pose.
    std::vector<int> dependent;  ///< [rank] speeds
    std::vector<int> free;       ///< [m] speeds y, the others
    std::vector<V6<double>> B;   ///< [members x nu] velocities by the joints' speeds
    std::vector<V6<double>> S;   ///< [members x nu], m count: by y
    std::vector<V6<double>> F;   ///< [nu], m count: sum of X^T IA S
    std::vector<V6<double>> Z;   ///< [nu], m count: F L^-T
    Eigen::MatrixXd K;           ///< [rows x nu + 1] K and k; in the end those of `dependent`
    Eigen::MatrixXd D;           ///< [nu x nu], m count: S^T IA S, in the end L and diagonal
    Eigen::VectorXd us, y;       ///< [nu], m count: along y, -S^T of bias wrenches and y''
    Eigen::VectorXd rates;       ///< [nu] udot

    std::size_t m() const { return free.size(); }
};

/// The clusters of a mechanism and their passes, in the order of THEORY 5c.
class Clusters {
public:
    /// Finds the clusters.
    explicit Clusters(const Model& model) : model_(model), rows_(model) { find(); }
    /// Learns the scales of rows and speeds and sizes every buffer.
    void hold(const ClosureStructure& structure);
    /// Speeds of the largest cluster.
    int most() const;
    void keepPivots(const ClosureSolver<double>& solver) { rows_.keepPivots(solver); }
    bool empty() const { return clusters_.empty(); }
    /// Whether a link belongs to a cluster.
    bool contain(int link) const { return !of_.empty() && of_[toIndex(link)] >= 0; }
    /// The cluster whose first member is this link; null if there is none.
    Cluster* startingAt(int link) {
        if (!contain(link)) return nullptr;
        Cluster& own = clusters_[toIndex(of_[toIndex(link)])];
        return own.members.front().link == link ? &own : nullptr;
    }

    /// Finds K u' = k of every cluster and solves it for the dependent speeds.
    /// @param bodies with velocities
    void embed(double t, std::span<const BodyKinematics<double>> bodies, CoupledAngles coupled,
               std::span<const TreeLink<double>> links, const AbaRecursion<double>& tree,
               double beta);
    /// F and D; adds the inertia that the carrier feels.
    static void articulate(Cluster& own, AbaRecursion<double>& tree);
    /// Adds the bias wrench that the carrier feels.
    static void force(Cluster& own, AbaRecursion<double>& tree);
    /// Accelerations of all members.
    /// @param udot [nu] written
    static void accelerate(Cluster& own, std::span<const TreeLink<double>> links,
                           AbaRecursion<double>& tree, double* udot);

private:
    void find();
    void join();
    void fill();
    void place(Cluster& own, std::span<const TreeLink<double>> links,
               const AbaRecursion<double>& tree) const;
    Eigen::Index gather(Cluster& own) const;
    static void eliminate(Cluster& own, Eigen::Index count);

    const Model& model_;
    ClosureRows rows_;
    std::vector<double> rowScale_;  ///< [rows] makes K dimensionless, with `Cluster::scale`
    std::vector<int> of_;           ///< [links] cluster, -1 for none
    std::vector<Cluster> clusters_;
};

}  // namespace momentree
