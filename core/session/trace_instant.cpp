// SPDX-License-Identifier: Apache-2.0
#include "core/session/trace_instant.hpp"

#include "core/execution/backend.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {
namespace {

constexpr int timedEvaluations = 5;

std::int64_t now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

EvaluationTrace evaluated(TraceableStepper& stepper, bool values) {
    Tracer tracer(values);
    stepper.trace(&tracer);
    stepper.evaluate();
    stepper.trace(nullptr);
    EvaluationTrace trace = tracer.take();
    if (!trace.laps.empty()) trace.laps.erase(trace.laps.begin());  // before the first step
    return trace;
}

std::int64_t duration(const EvaluationTrace& trace) {
    return trace.laps.empty() ? 0 : trace.laps.back().end - trace.laps.front().begin;
}

bool showsAssembly(const EvaluationTrace& trace) {
    for (const TracedSweep& sweep : trace.sweeps)
        for (const TracedWork& work : sweep.work)
            if (sweep.pass->phase == Phase::Assembly && !work.results.empty()) return true;
    return false;
}

/// Copies the times of the same pieces of work. Sweeps without times stay unchanged.
void takeTimes(const EvaluationTrace& from, EvaluationTrace& to) {
    std::size_t next = 0;
    for (TracedSweep& sweep : to.sweeps) {
        while (next < from.sweeps.size() && from.sweeps[next].pass != sweep.pass) ++next;
        if (next == from.sweeps.size()) return;
        std::vector<const TracedWork*> ofNode(to.nodes.size() + 1, nullptr);
        for (const TracedWork& work : from.sweeps[next].work)
            ofNode[static_cast<std::size_t>(work.node + 1)] = &work;
        for (TracedWork& work : sweep.work)
            if (const TracedWork* timed = ofNode[static_cast<std::size_t>(work.node + 1)]) {
                work.begin = timed->begin;
                work.end = timed->end;
                work.thread = timed->thread;
            }
        ++next;
    }
}

EvaluationTrace evaluationWithTimes(TraceableStepper& stepper) {
    EvaluationTrace trace = evaluated(stepper, true), quickest;
    for (int k = 0; k < timedEvaluations; ++k) {
        EvaluationTrace timed = evaluated(stepper, false);
        if (k == 0 || duration(timed) < duration(quickest)) quickest = std::move(timed);
    }
    takeTimes(quickest, trace);
    trace.laps = std::move(quickest.laps);
    trace.threads = quickest.threads;
    return trace;
}

struct Steps {
    EvaluationTrace trace;
    std::vector<std::int64_t> ends;
};

/// Traces steps `first` to `last`, counted from 1.
Steps traceSteps(Stepper& stepper, double step, bool values, int first, int last) {
    auto& traced = dynamic_cast<TraceableStepper&>(stepper);
    Tracer tracer(values);
    traced.trace(&tracer);
    Steps steps{{}, {now()}};
    for (int k = first; k <= last; ++k) {
        if (stepper.advance(k * step, {}).status != StepStatus::Reached) break;
        tracer.lap(Phase::Integrate);
        steps.ends.push_back(now());
    }
    traced.trace(nullptr);
    steps.trace = tracer.take();
    return steps;
}

Result<std::unique_ptr<Stepper>> started(const Catalogue& catalogue,
                                         const std::shared_ptr<const Model>& model,
                                         const RunSpec& spec, const InitialState& initial) {
    auto stepper = catalogue.make(model, spec);
    if (!stepper) return stepper;
    if (auto begun = (*stepper)->initialise(initial); !begun) return tl::unexpected(begun.error());
    return stepper;
}

}  // namespace

Result<InstantTrace> traceInstant(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                                  const RunSpec& given, const LaterStart* start, int steps) {
    RunSpec spec = given;
    if (!isParallel(spec.backend) && spec.backend != "float32") spec.backend = "sequential";
    InitialState initial;
    if (start != nullptr) {
        model = modelFrom(*model, *start);
        initial = start->state;
    } else if (auto assembled = assemble(*model)) {
        initial = *assembled;
    } else {
        return tl::unexpected(assembled.error());
    }
    auto stepper = started(catalogue, model, spec, initial);
    if (!stepper) return tl::unexpected(stepper.error());
    auto* traced = dynamic_cast<TraceableStepper*>(stepper->get());
    if (traced == nullptr || !traced->traceable())
        return tl::unexpected(Diagnostics{
            error(Place::setting("formulation", spec.formulation),
                  MOMENTREE_TEXT("formulation-not-traced", "does not report its work"))});
    InstantTrace out;
    if (traced->evaluate()) {
        out.evaluation = evaluationWithTimes(*traced);
        if (!showsAssembly(out.evaluation)) {  // threads share pieces, not nodes
            RunSpec one = spec;
            one.backend = "sequential";
            auto other = started(catalogue, model, one, initial);
            if (!other) return tl::unexpected(other.error());
            out.evaluation = evaluationWithTimes(dynamic_cast<TraceableStepper&>(**other));
        }
    } else {
        auto other = started(catalogue, model, spec, initial);
        if (!other) return tl::unexpected(other.error());
        out.wholeStep = true;
        out.evaluation = traceSteps(**other, spec.step, true, 1, 1).trace;
    }
    EvaluationTrace first = traceSteps(**stepper, spec.step, false, 1, 1).trace;
    if (out.wholeStep) takeTimes(first, out.evaluation);
    Steps timed = traceSteps(**stepper, spec.step, false, 2, 1 + steps);
    out.steps = std::move(timed.trace);
    out.stepEnds = std::move(timed.ends);
    return out;
}

}  // namespace momentree
