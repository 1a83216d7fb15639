// SPDX-License-Identifier: Apache-2.0
// What a table of results says by itself, without the solver that computed it.
#pragma once

#include "core/kinematics/body_kinematics.hpp"
#include "core/session/recording.hpp"

namespace momentree::campaign {

/// Poses and velocities in a row.
std::vector<BodyKinematics<double>> bodiesOf(const Model& model, const Recording& rows,
                                             std::size_t row);

/// Steps that `unbalanced` needs. The first ones may move the start of a rounded mechanism to where
/// its loops fit best.
inline constexpr int differencedSteps = 10;

/// Whether all loads follow from one row: none has a state of its own or follows from reactions.
bool showsLoads(const Model& model);
/// Newton's and Euler's equations of every body from the columns of a table: the rates of its
/// momentum and angular momentum, differentiated from the velocities of the last seven rows at
/// equal intervals (order 6), less its loads and the joints' reactions. The largest of all bodies,
/// relative to the sum of the magnitudes. Without motions, whose effort is no column.
double unbalanced(const Model& model, const Recording& rows, double size);

}  // namespace momentree::campaign
