// SPDX-License-Identifier: Apache-2.0
// What a step costs over the number of bodies.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/description.hpp"
#include "core/session/catalogue.hpp"

namespace momentree {

/// Mechanisms of any size.
enum class CostFamily {
    Chain,  ///< links on revolute joints, hanging from ground
    Ladder  ///< four-bar windows in a row, two bodies and a loop each
};

/// "chain" or "ladder".
const char* idOf(CostFamily family);

/// A mechanism of the family that moves gently under gravity.
/// @param bodies at least 1; a ladder has the next odd number, at least 3
ModelDescription costMechanism(CostFamily family, int bodies);

struct CostPlan {
    CostFamily family = CostFamily::Chain;
    std::vector<std::string> formulations;
    std::vector<int> bodies;      ///< ascending
    std::vector<int> threads{1};  ///< 1 for the backend `sequential`, others for `parallel:N`
    int rounds = 5;               ///< in which all runs compute a piece in turn
    double piece = 0.02;          ///< computing time of a piece [s]
    double longestStep = 0.1;     ///< larger mechanisms are left out beyond it [s]
};

/// Time of one step, without recording [s].
struct CostPoint {
    int bodies = 0;
    double median = 0.0, fastest = 0.0, slowest = 0.0;  ///< of the rounds
};

struct CostCurve {
    std::string formulation, integrator;  ///< the default integrator of the formulation
    int threads = 1;
    std::vector<CostPoint> points;
    std::optional<Message> ended = {};  ///< why larger mechanisms are missing

    /// The exponent p of time ~ bodies^p between the largest mechanism and one of a quarter of its
    /// size; none if there are not that many points.
    std::optional<double> order() const;
};

struct CostFigure {
    CostPlan plan;
    std::vector<CostCurve> curves;  ///< by formulation, then threads

    /// The curve of the same formulation with one thread; null if it was not measured.
    const CostCurve* serial(const CostCurve& curve) const;
};

/// The serial share f of a step by Amdahl's law, 1/S = f + (1 - f)/threads, from a speedup S.
double serialShare(double speedup, int threads);

/// Measures the time per step of every formulation, number of threads and size. Runs compute in
/// turn, so that a disturbance of the machine meets all of them.
/// @param told called with the done share, 0 to 1
/// @return an error for unknown formulations and wrong numbers; an incomplete figure if stopped
Result<CostFigure> costOverBodies(const Catalogue& catalogue, const CostPlan& plan,
                                  const std::stop_token& stop = {},
                                  const std::function<void(double share)>& told = {});

}  // namespace momentree
