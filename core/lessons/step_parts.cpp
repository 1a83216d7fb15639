// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/step_parts.hpp"

#include <algorithm>
#include <chrono>

#include "core/model/model.hpp"
#include "core/session/run.hpp"
#include "core/session/trace_instant.hpp"
#include "core/study/cost_curve.hpp"
#include "core/study/summary.hpp"

namespace momentree {
namespace {

constexpr double secondsOfNano = 1e-9;

ModelDescription sphericalChain(int bodies) {
    ModelDescription d = costMechanism(CostFamily::Chain, bodies);
    for (JointDescription& joint : d.joints) joint.type = "spherical";
    d.jointStarts.clear();
    return d;
}

ScheduledTask::Kind kindOf(const EvaluationTrace& trace, const TracedPass& pass, int node) {
    using Kind = ScheduledTask::Kind;
    if (pass.way == TracedPass::Way::Once) return Kind::Base;
    const bool joined =
        node >= 0 && trace.nodes[static_cast<std::size_t>(node)].kind == TracedNode::Kind::Joined;
    if (!joined) return Kind::Body;
    return pass.way == TracedPass::Way::Outward ? Kind::Split : Kind::Join;
}

void fillMeasured(const EvaluationTrace& trace, StepParts& parts) {
    struct Timed {
        ScheduledTask::Kind kind;
        int node, thread;
        std::int64_t begin, end;
    };
    std::vector<Timed> all;
    for (const TracedSweep& sweep : trace.sweeps)
        for (const TracedWork& work : sweep.work)
            if (isSolution(sweep) && work.end > work.begin)
                all.push_back({kindOf(trace, *sweep.pass, work.node), work.node, work.thread,
                               work.begin, work.end});
    for (const TracedLap& lap : untimedLaps(trace))
        all.push_back(
            {lap.phase == Phase::Initialise ? ScheduledTask::Kind::Body : ScheduledTask::Kind::Base,
             -1, 0, lap.begin, lap.end});
    std::ranges::sort(all, {}, &Timed::begin);
    for (const Timed& one : all) {
        const double begin = static_cast<double>(one.begin - all.front().begin) * secondsOfNano;
        const double end = static_cast<double>(one.end - all.front().begin) * secondsOfNano;
        parts.measured.push_back({one.kind, one.node, one.thread, begin, end, false});
        parts.span = std::max(parts.span, end);
    }
}

/// Of a run of 100 steps, after one that warms the caches.
Result<double> evaluationTime(const Catalogue& catalogue, const std::shared_ptr<const Model>& model,
                              RunSpec spec) {
    spec.integrator = "rk4";
    spec.step = 1e-4;
    spec.duration = spec.sample = 0.01;
    double seconds = 0.0;
    for (int k = 0; k < 2; ++k) {
        auto run = Run::create(catalogue, model, spec);
        if (!run) return tl::unexpected(run.error());
        const auto start = std::chrono::steady_clock::now();
        while (!(*run)->finished())
            if (const Progress progress = (*run)->advance({});
                progress.status != StepStatus::Reached)
                return fail(error({}, (*run)->failure(progress)));
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
        const PhaseClock& phases = (*run)->stepper().phases();
        seconds = wall.count() / static_cast<double>(evaluationsOf(phases[Phase::Kinematics],
                                                                   phases[Phase::Derivatives]));
    }
    return seconds;
}

}  // namespace

Result<StepParts> measureStepParts(const Catalogue& catalogue, int bodies, int threads) {
    const auto model = buildModel(sphericalChain(bodies));
    if (!model) return tl::unexpected(model.error());
    const auto trace = [&](const char* formulation,
                           const std::string& backend) -> Result<EvaluationTrace> {
        const RunSpec spec = catalogue.defaults(**model, formulation, backend);
        auto found = traceInstant(catalogue, *model, spec, nullptr, 1);
        if (!found) return tl::unexpected(std::move(found.error()));
        return std::move(found->evaluation);
    };
    const auto one = trace("hdca", "sequential");
    if (!one) return tl::unexpected(one.error());
    const auto recursion = trace("naudet", "sequential");
    if (!recursion) return tl::unexpected(recursion.error());
    const auto costs = JoinCosts::of(*one);
    const auto body = timePerBody(*recursion, bodies);
    if (!costs || !body)
        return fail(
            error({}, MOMENTREE_TEXT("step-parts-missing",
                                     "a chain of %1 bodies has no joins to measure")(bodies)));
    StepParts parts;
    parts.bodies = bodies;
    parts.threads = threads;
    parts.costs = *costs;
    parts.bodyByBody = *body;
    const std::string backend = threads == 1 ? "sequential" : "parallel:" + std::to_string(threads);
    const auto untimed =
        evaluationTime(catalogue, *model, catalogue.defaults(**model, "hdca", backend));
    if (!untimed) return tl::unexpected(untimed.error());
    parts.untimed = *untimed;
    if (threads == 1) {
        fillMeasured(*one, parts);
        return parts;
    }
    const auto several = trace("hdca", backend);
    if (!several) return tl::unexpected(several.error());
    fillMeasured(*several, parts);
    const auto handOver = handOverIn(*several);
    parts.handOverFound = handOver.has_value();
    parts.costs.handOver = handOver.value_or(0.0);
    return parts;
}

}  // namespace momentree
