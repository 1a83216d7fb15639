// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/generate/loop_equations.hpp"
#include "core/generate/tape.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// Rows of one mechanism, of which at most `rank` are independent.
struct RecordedGroup {
    int rows = 0, rank = 0;
};

/// How loops are closed. Impulses sigma of the rows solve Sc sigma = J M^-1 p + Phi_t + feedback
/// Phi.
///
/// Without `groups`, by a recorded elimination of Sc + give in this order, without a choice of
/// pivots. So rows must be independent of each other; where a pose makes them depend, `give` keeps
/// sigma in bounds. With `groups`, sigma are inputs, and whoever evaluates the equations solves for
/// them on the way, as `ClosureSolver` does.
struct RecordedLoops {
    std::vector<ClosureRow> rows;
    std::vector<double> give = {};           ///< [rows] in units of Sc
    double feedback = 0.0;                   ///< in the first pass of a step [1/s]
    std::vector<int> angles = {};            ///< counted angles of which rates are recorded
    std::vector<RecordedGroup> groups = {};  ///< of all rows in their order
};

/// dy/dt as operations. The inputs are the state y = [q; p_hat] of `naudet`, then the time, then
/// the numbers of the start (`startNumbers`), with loops then also `first`: 1 in the first pass of
/// a step, else 0. If loops have `groups`, y = [q; theta; p_hat] with their angles, and in place of
/// `first` there are the feedback, two numbers for each row (`RecordedClosure`) and sigma.
struct RecordedEquations {
    int states = 0;  ///< size of y
    int starts = 0;  ///< numbers of the start, with groups also those of loops
    /// Sizes of the tape after the poses of joints, the way inward and the way outward.
    int poses = 0, inward = 0, outward = 0;
    std::vector<Recorded> rates;  ///< [states]

    // With loops only.
    /// [speeds] J^T sigma, which the first pass of a step takes out of the momenta. The rates of
    /// this pass are those without.
    std::vector<Recorded> taken = {};
    std::vector<Recorded> turns = {};            ///< rates of `RecordedLoops::angles`
    std::vector<std::vector<Recorded>> Sc = {};  ///< [rows][columns to the diagonal]
    std::vector<Recorded> pivots = {};           ///< [rows]
    std::vector<Recorded> gaps = {};             ///< [rows] J M^-1 p + Phi_t + feedback Phi
    int firstSigma = -1;                         ///< node of the first sigma, -1 without groups
    std::vector<RecordedGroup> groups = {};
};

/// Records the recursion in canonical momenta (THEORY 4) for a model that `generateRefusal`
/// accepts, in the axes of each body as in [Naudet]: there joints have constant directions, most
/// of which are axes, and nearly all geometry is constant.
/// @param loops how to close those of a model that it would accept without them
RecordedEquations recordEquations(const Model& model, Tape& tape, const RecordedLoops& loops = {});

/// What the loads need from the start: for each axial load that depends on an angle, the constant
/// by which it differs from the sum of joint angles (`Turns`), otherwise 0 [Model::axialLoads].
/// @param q [nq] of the start, with turns
std::vector<double> startNumbers(const Model& model, const InitialState& initial,
                                 const Eigen::VectorXd& q);

}  // namespace momentree
