// SPDX-License-Identifier: Apache-2.0
#include "core/papers/cost_facts.hpp"

#include <algorithm>
#include <limits>

namespace momentree {
namespace {

constexpr int realTimeBodies = 128;
constexpr double realTimeStep = 0.01;  // [s]

const CostPoint* pointAt(const CostCurve& curve, int bodies) {
    const auto found = std::ranges::find(curve.points, bodies, &CostPoint::bodies);
    return found == curve.points.end() ? nullptr : &*found;
}

}  // namespace

CostPlan costPlan(const PaperCost& cost, int machineThreads) {
    CostPlan plan;
    plan.formulations = {cost.formulation};
    plan.bodies = cost.bodies;
    for (int threads = 2; threads <= machineThreads; threads *= 2) plan.threads.push_back(threads);
    return plan;
}

double shownCost(const PaperCost& cost, const CostFigure& figure, const CostCurve& curve,
                 std::size_t size) {
    const CostCurve* serial = figure.serial(curve);
    if (!serial || size >= curve.points.size() || size >= serial->points.size())
        return std::numeric_limits<double>::quiet_NaN();
    const double time = curve.points[size].median;
    const double speedup = serial->points[size].median / time;
    switch (cost.shows) {
        case PaperCost::Shows::Time:
            return time * cost.steps;
        case PaperCost::Shows::Speedup:
            return speedup;
        default:
            return speedup / curve.threads;
    }
}

PaperFacts costFacts(const PaperCost& cost, const CostFigure& figure) {
    PaperFacts facts;
    if (figure.curves.empty()) return facts;
    const CostCurve& serial = figure.curves.front();
    if (const auto order = serial.order()) facts["cost.order"] = *order;
    if (const CostPoint* point = pointAt(serial, realTimeBodies))
        facts["cost.128.time"] = point->median * cost.steps;
    const auto inTime = std::ranges::find_if(figure.curves, [](const CostCurve& curve) {
        const CostPoint* point = pointAt(curve, realTimeBodies);
        return point && point->median < realTimeStep;
    });
    if (inTime != figure.curves.end()) facts["cost.128.threads"] = inTime->threads;
    const CostCurve& widest = figure.curves.back();
    if (widest.threads == 1 || widest.points.size() != serial.points.size()) return facts;
    const double speedup = serial.points.back().median / widest.points.back().median;
    facts["cost.speedup"] = speedup;
    facts["cost.efficiency"] = speedup / widest.threads;
    return facts;
}

}  // namespace momentree
