// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/generate/tape.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// dy/dt as operations. The inputs are the state y = [q; p_hat] of `naudet`, then the time, then
/// the numbers of the start (`startNumbers`).
struct RecordedEquations {
    int states = 0;  ///< size of y
    int starts = 0;  ///< numbers of the start
    /// Sizes of the tape after the poses of joints, the way inward and the way outward.
    int poses = 0, inward = 0, outward = 0;
    std::vector<Recorded> rates;  ///< [states]
};

/// Records the recursion in canonical momenta (THEORY 4) for a model that `generateRefusal`
/// accepts, in the axes of each body as in [Naudet]: there joints have constant directions, most
/// of which are axes, and nearly all geometry is constant.
RecordedEquations recordEquations(const Model& model, Tape& tape);

/// What the loads need from the start: for each axial load that depends on an angle, the constant
/// by which it differs from the sum of joint angles (`Turns`), otherwise 0 [Model::axialLoads].
/// @param q [nq] of the start, with turns
std::vector<double> startNumbers(const Model& model, const InitialState& initial,
                                 const Eigen::VectorXd& q);

}  // namespace momentree
