// SPDX-License-Identifier: Apache-2.0
// Operations of recursions, counted by a scalar type.
#pragma once

#include "core/papers/counting_scalar.hpp"
#include "core/papers/paper_facts.hpp"

namespace momentree {

struct Model;

/// Operations of one evaluation with gravity at the coordinates `q`, for a tree.
/// @param u speeds, or momenta in their place; the number of operations does not depend on them
OperationCount naudetOperations(const Model& model, const double* q, const double* u);  ///< (q, p)
OperationCount abaOperations(const Model& model, const double* q, const double* u);     ///< (q, u)

/// "naudet.additions", "naudet.multiplications", "naudet.total" and the same of "aba": per
/// additional body of a long chain of revolute joints in space. Roots and quotients count as
/// multiplications.
PaperFacts operationFacts();

}  // namespace momentree
