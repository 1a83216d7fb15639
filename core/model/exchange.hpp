// SPDX-License-Identifier: Apache-2.0
// The work that forces, limits and motions do on the bodies.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace momentree {

struct Model;

/// Of one load, stop or motion.
struct Exchange {
    double power = 0.0;    ///< of what it exerts on the bodies [W]
    double active = 0.0;   ///< the same without what changes `stored` [W]
    double stored = 0.0;   ///< potential energy [J]
    double impacts = 0.0;  ///< work in impacts so far [J]
    /// Since the start of the run [J]: only a run knows it.
    double work = std::numeric_limits<double>::quiet_NaN();
};

/// Where the exchanges of each kind begin in a list of all. Motions are the last, so that those
/// that hold stops follow them.
struct ExchangeOrder {
    int springs = 0, axialLoads, appliedLoads, contactLoads, bushings, drags, elasticCouplings,
        stops, motions, count;

    explicit ExchangeOrder(const Model& model);
};

/// A force, an elastic coupling, the limits of a joint or a motion, with its exchanges.
struct WorkSource {
    std::string name;  ///< of the limits of joint J: "J.limits"
    bool isMotion = false, isCoupling = false;
    std::vector<int> exchanges;
};
/// The forces in their order, those of one name together, then elastic couplings, limits and
/// motions.
std::vector<WorkSource> workSources(const Model& model);

}  // namespace momentree
