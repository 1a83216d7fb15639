// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/index3_elimination.hpp"
#include "core/formulations/index3_leaf.hpp"
#include "core/formulations/index3_links.hpp"

namespace momentree {

/// Solves the linear system of a Newton iteration or projection (THEORY 6.4),
///   Mcc dq + P^T y = -b,   y / kappa - P dq = Phi,
/// for dq of all bodies and y = c dlambda of all rows.
///
/// Bodies of few links are leaves with N = Mcc^-1 and leave (P N P^T + 1 / kappa) y = Phi - P N b,
/// a block for each link. Bodies of many links stay as blocks of their own, so that a hub costs
/// as much per link as a chain does.
class Index3Solver {
public:
    Index3Solver(const Model& model, const Index3Rows& rows);

    /// Takes the rows and the leaves as they are now.
    void factorise(std::span<const Index3Leaf> leaves);
    /// @param b [bodies] wrenches; @param Phi [rows]; @param dq [bodies]; @param y [rows]
    void solve(std::span<const Vec6<double>> b, const Eigen::VectorXd& Phi,
               std::span<Vec6<double>> dq, Eigen::VectorXd& y);

private:
    /// A link as one of its bodies sees it.
    struct End {
        int link = 0;
        const Vec6<double>* P = nullptr;  ///< [rows of the link]
        Vec6<double>* T = nullptr;        ///< P N
        int rows = 0;
    };
    /// P_j N P_k^T of one body.
    struct Coupling {
        const Vec6<double>*left = nullptr, *right = nullptr;
        double* block = nullptr;
        int rows = 0, columns = 0;
    };
    struct HubCoupling {
        const Vec6<double>* P = nullptr;
        double* block = nullptr;
        int rows = 0;          ///< of the link
        bool swapped = false;  ///< the block holds the transpose
    };
    struct Hub {
        int body = 0;
        double* pivot = nullptr;
        int row = 0;
    };
    void listEnds();
    void listCouplings();
    void coupleLeaf(const std::vector<End>& ends);
    void coupleHub(Hub& hub, int block, const std::vector<End>& ends);
    bool isHub(std::size_t body) const { return ends_[body].size() > 6; }

    const Model& model_;
    const Index3Rows& rows_;
    BlockElimination matrix_;
    std::vector<std::vector<End>> ends_;  ///< [bodies]
    std::vector<Coupling> leafCouplings_;
    std::vector<HubCoupling> hubCouplings_;
    std::vector<double*> pivots_;  ///< [links]
    std::vector<int> linkRow_;     ///< [links] in the vectors of `matrix_`
    std::vector<Hub> hubs_;
    std::vector<Vec6<double>> T_a_, T_b_;  ///< [rows]
    std::vector<Vec6<double>> P_a_, P_b_;  ///< rows as factorised
    std::vector<Index3Leaf> leaves_;
    std::vector<double> x_;
};

}  // namespace momentree
