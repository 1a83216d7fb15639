// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/generate/body_equations.hpp"

namespace momentree {

/// f and f' of a driven joint's coordinate.
std::array<Recorded, 2> prescribedMotion(const Model& model, const TreeBody& body,
                                         const Recorded& t);

/// Adds springs, dampers, motors, applied loads and drag to the loads T of links whose poses and
/// velocities are known (THEORY 11).
/// @param q [nq]
/// @param starts [Model::axialLoads] see `startNumbers`
void addRecordedLoads(const Model& model, const Recorded& t, std::span<const Recorded> q,
                      std::span<const Recorded> starts, std::span<RecordedLink> links);

}  // namespace momentree
