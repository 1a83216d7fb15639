// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/index3_elimination.hpp"
#include "core/formulations/index3_leaf.hpp"
#include "core/formulations/index3_links.hpp"

namespace momentree {

/// Solves the linear system of a Newton iteration or projection (THEORY 6.4),
///   Mcc dq + F^T y = -b,   y / kappa - P dq = Phi,
/// for dq of all bodies and y = c dlambda of all rows. The rows F along which forces act are P, or
/// those of another pose.
///
/// Bodies of few links are leaves with N = Mcc^-1 and leave (P N F^T + 1 / kappa) y = Phi - P N b,
/// a block for each link. Bodies of many links stay as blocks of their own, so that a hub costs
/// as much per link as a chain does.
class Index3Solver {
public:
    Index3Solver(const Model& model, const Index3Rows& rows);

    /// Takes the rows and the leaves as they are now. Symmetric if `forces` are the own rows and
    /// all leaves are.
    void factorise(std::span<const Index3Leaf> leaves, const Index3Rows& forces);
    void factorise(std::span<const Index3Leaf> leaves) { factorise(leaves, rows_); }
    /// @param b [bodies] wrenches; @param Phi [rows]; @param dq [bodies]; @param y [rows]
    void solve(std::span<const Vec6<double>> b, const Eigen::VectorXd& Phi,
               std::span<Vec6<double>> dq, Eigen::VectorXd& y);

private:
    /// A link as one of its bodies sees it.
    struct End {
        int link = 0;
        const Vec6<double>* P = nullptr;  ///< [rows of the link]
        const Vec6<double>* F = nullptr;  ///< likewise
        Vec6<double>* T = nullptr;        ///< N F^T
        int rows = 0;
    };
    /// P_j N F_k^T of one body and the transpose of P_k N F_j^T.
    struct Coupling {
        const End *later = nullptr, *earlier = nullptr;
        double *block = nullptr, *upper = nullptr;
    };
    struct HubCoupling {
        const Vec6<double>*P = nullptr, *F = nullptr;
        double *block = nullptr, *upper = nullptr;
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
    std::vector<Vec6<double>> F_a_, F_b_;
    std::vector<Index3Leaf> leaves_;
    std::vector<double> x_;
};

}  // namespace momentree
