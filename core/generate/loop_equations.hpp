// SPDX-License-Identifier: Apache-2.0
// Rows of closed loops as recorded equations (THEORY 3.9).
#pragma once

#include <span>

#include "core/generate/body_equations.hpp"

namespace momentree {

/// One row of a constraint in `Tree::closures`.
struct ClosureRow {
    int constraint = 0;  ///< of `Model::constraints`
    int row = 0;         ///< of the constraint
};

/// The rows of all closures that `recordedRow` can record.
std::vector<ClosureRow> closureRows(const Model& model);
/// Whether the rows of a constraint can be recorded: points, angles, offsets and distances without
/// a motion.
bool hasRecordedRows(const Constraint& constraint);
/// With motions without tables and twists, too.
bool hasRecordedRows(const Model& model, const Constraint& constraint);

/// A body at an end of a row: the point of the constraint in the world.
struct RecordedEnd {
    int link = ground;  ///< tree index
    RecordedMatrix R{RecordedVector{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};  ///< of link
    RecordedVector arm;    ///< from the link's origin to the point, world axes
    RecordedVector point;  ///< in the world
    RecordedVector v, w;   ///< of the point and of the link; used by `rate...` only
};

/// What a unit impulse along a row does to both bodies, about their origins, in world axes; and the
/// rates of these wrenches [f'; t' + v x f], where v is the velocity of the origin.
struct RecordedRow {
    int linkA = ground, linkB = ground;
    RecordedPair A, B, rateA, rateB;
    Recorded gap;
    Recorded drive;  ///< explicit dependence of the gap's rate on time
};
/// @param t for motions
/// @param links with R and O, and for rates with V
RecordedRow recordedRow(const Model& model, const ClosureRow& row, const Recorded& t,
                        std::span<const RecordedLink> links);

}  // namespace momentree
