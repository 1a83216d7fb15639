// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/formulations/shared/closure_rows.hpp"
#include "core/kinematics/motion_space.hpp"

namespace momentree {

/// Finds the forces of cut joints (THEORY 5b) by proximal iterations: under lambda, the tree has
/// accelerations with a gap g = J a - c; the change of lambda is W (J d + g) with the d that
/// minimises
///     1/2 d^T M d + 1/2 (J d + g)^T W (J d + g),   W = 1 / (mu s),   s the usual diagonal of J
///     M^-1 J^T,
/// over the changes of accelerations that the joints of the tree permit, d_i = X d_p + S u_i, by
/// eliminating one body after the other.
class ProximalLoops {
public:
    explicit ProximalLoops(const Model& model);
    /// Finds the order of elimination and sizes every buffer: a body whose outer ones are
    /// eliminated, with the fewest coupled bodies, first.
    void hold(const ClosureStructure& structure);
    bool empty() const { return rows_.empty(); }
    void keepPivots(const ClosureSolver<double>& solver) { rows_.keepPivots(solver); }

    /// @param bodies with velocities
    void evaluate(double t, std::span<const BodyKinematics<double>> bodies, CoupledAngles coupled,
                  std::span<const TreeLink<double>> links, double beta);
    /// Eliminates all bodies of K.
    /// @param stiffness of W: more than 1 where the iteration is slow, less where rounding of K
    /// lets it diverge
    void factorise(std::span<const TreeLink<double>> links, double stiffness = 1.0);
    /// Iterates until J a = c within `tolerance` of the largest part so far, or as far as rounding
    /// allows. Returns false if neither is reached.
    /// @param accelerate accelerate(wrenches) finds the accelerations of the tree under J^T lambda
    /// @param of of(i) is that of a link, about its origin
    template <typename Accelerate, typename Of>
    bool solve(double tolerance, const Accelerate& accelerate, const Of& of) {
        begin(tolerance);
        for (;;) {
            accelerate(wrenches());
            for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = of(i).eigen();
            if (measure()) return isGood();
            improve();
        }
    }

    /// J^T lambda about the links' origins, as bias wrenches [links].
    std::span<const V6<double>> wrenches();
    int iterations() const { return iterations_; }  ///< of the last solution
    bool contracts() const { return contracts_; }   ///< whether the last iteration did
    double residual() const { return residual_; }   ///< its largest |J a - c|, relative
    const Eigen::VectorXd& lambda() const { return lambda_; }

private:
    /// How a row stiffens K.
    struct Stiffening {
        std::vector<int> slots;  ///< of K_ab for ends a < b by their links, in their order
        double weight = 0.0;     ///< W
    };
    /// A block of K, of two links.
    struct Place {
        int slot = 0;
        bool transposed = false;
    };
    /// One elimination.
    struct Step {
        int link = 0, parent = ground;
        std::vector<int> coupled;  ///< other links, perhaps the parent
        std::vector<Place> own;    ///< [coupled] K_ij
        std::vector<Place> up;     ///< [coupled] K_pj, unused for the parent itself
        std::vector<Place> pairs;  ///< [coupled x coupled] K_jl, l <= j, row by row
        // Of the present pose.
        Mat6<double> X = Mat6<double>::Identity();
        Mat6<double> W = Mat6<double>::Zero();  ///< S D^-1 S^T
        Mat6<double> P = Mat6<double>::Zero();  ///< 1 - K_ii W
    };

    void weighRows(const ClosureStructure& structure);
    /// W of a row, 0 if it is left out.
    double weight(std::size_t row) const {
        return rows_[row].pivot ? stiffening_[row].weight : 0.0;
    }
    void order();
    using Slots = std::map<std::pair<int, int>, int>;
    Place placeOf(int i, int j, Slots& slots);
    void listSlots(Slots& slots);
    Mat6<double> block(Place place) const {
        const Mat6<double>& K = blocks_[static_cast<std::size_t>(place.slot)];
        return place.transposed ? Mat6<double>(K.transpose()) : K;
    }
    void add(Place place, const Mat6<double>& K) {
        Mat6<double>& own = blocks_[static_cast<std::size_t>(place.slot)];
        place.transposed ? own += K.transpose() : own += K;
    }
    void assemble(std::span<const TreeLink<double>> links);
    void eliminate(Step& step, const TreeLink<double>& link);
    void begin(double tolerance);
    bool measure();
    bool isGood() const;
    void improve();
    void minimise();

    const Model& model_;
    ClosureRows rows_;
    std::vector<Stiffening> stiffening_;  ///< [rows]
    std::vector<Step> steps_;             ///< [links] in the order of elimination
    std::vector<Mat6<double>> blocks_;    ///< K_ij, i < j
    std::vector<Mat6<double>> K_;         ///< [links] K_ii
    std::vector<Vec6<double>> p_, a_;     ///< [links] a also d
    std::vector<V6<double>> wrenches_;    ///< [links]
    Eigen::VectorXd lambda_, gap_;        ///< [rows]
    int iterations_ = 0;
    double residual_ = 0.0, before_ = 0.0, tolerance_ = 0.0;
    double stiffness_ = 1.0;
    bool contracts_ = true;
    double usual_ = 0.0;                  ///< accelerations that may cancel each other
    double atLeast_ = 0.0, scale_ = 0.0;  ///< of the parts of J a - c: at first, the largest so far
};

}  // namespace momentree
