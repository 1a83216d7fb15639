// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <thread>

#include "core/execution/workers.hpp"
#include "core/trace/evaluation_trace.hpp"

namespace momentree {

/// Collects the results of one piece of work.
class TraceSink {
public:
    explicit TraceSink(std::vector<TracedResult>& results) : results_(results) {}
    template <typename Derived>
    void operator()(const TracedEquation& equation, std::string_view symbol,
                    const Eigen::MatrixBase<Derived>& value) {
        results_.push_back({&equation, symbol, value.template cast<double>()});
    }

private:
    std::vector<TracedResult>& results_;
};

/// Records the work of a formulation while it is attached. The computation is the same with and
/// without a tracer: each piece of work runs through the same machine code. Recording takes time;
/// without a tracer, each pass costs one comparison.
class Tracer {
public:
    /// @param values whether to record results as well as times
    explicit Tracer(bool values) : values_(values) {}

    bool values() const { return values_; }
    void setNodes(std::vector<TracedNode> nodes) { trace_.nodes = std::move(nodes); }
    /// Charges the time since the last lap to `phase`.
    void lap(Phase phase) {
        const std::int64_t t = now();
        trace_.laps.push_back({phase, last_, t});
        last_ = t;
    }
    /// Returns everything recorded so far, in order, and clears the tracer.
    EvaluationTrace take();

    /// Begins a pass of up to `count` pieces. Until the next `open`, several threads may record
    /// pieces with different indices at the same time.
    void open(const TracedPass& pass, int count);
    /// Runs piece `index` of the pass and records its time; then calls report(TraceSink&), which
    /// is not timed.
    template <typename Run, typename Report>
    void piece(int index, int node, const Run& run, const Report& report) {
        TracedWork& work = trace_.sweeps.back().work[static_cast<std::size_t>(index)];
        work.begin = now();
        run();
        work.end = now();
        work.node = node;
        owners_.back()[static_cast<std::size_t>(index)] = std::this_thread::get_id();
        if (!values_) return;
        TraceSink sink(work.results);
        report(sink);
    }
    /// Records the results of a pass over nodes without separate times.
    /// @param nodeOf node of each of `count` indices
    /// @param report report(TraceSink&, index)
    template <typename NodeOf, typename Report>
    void results(const TracedPass& pass, int count, const NodeOf& nodeOf, const Report& report) {
        if (!values_) return;
        open(pass, count);
        for (int i = 0; i < count; ++i) {
            TracedWork& work = trace_.sweeps.back().work[static_cast<std::size_t>(i)];
            work.node = nodeOf(i);
            work.begin = work.end = now();
            owners_.back()[static_cast<std::size_t>(i)] = std::this_thread::get_id();
            TraceSink sink(work.results);
            report(sink, i);
        }
    }
    /// A pass of one piece that belongs to one node, or to the whole mechanism if `node` is -1.
    template <typename Run, typename Report>
    void single(const TracedPass& pass, int node, const Run& run, const Report& report) {
        open(pass, 1);
        piece(0, node, run, report);
    }

private:
    static std::int64_t now() {
        return std::chrono::steady_clock::now().time_since_epoch().count();
    }
    bool values_;
    std::int64_t last_ = now();
    EvaluationTrace trace_;
    std::vector<std::vector<std::thread::id>> owners_;  ///< [sweeps] of each piece
};

/// Formulations that can be traced, and the steppers around them.
class Traceable {
public:
    virtual ~Traceable() = default;
    /// Records all further work in `tracer`; null ends recording.
    virtual void trace(Tracer* tracer) = 0;
};

/// A stepper that passes the tracer on to its formulation.
class TraceableStepper : public Traceable {
public:
    /// Evaluates the equations of motion once more at the current state, which is unchanged.
    /// Returns false if the stepper can only make whole steps.
    virtual bool evaluate() = 0;
    /// Whether its formulation can be traced.
    virtual bool traceable() const = 0;
};

/// A lap of the clock and of the tracer, if there is one.
inline void lap(PhaseClock& clock, Tracer* tracer, Phase phase) {
    clock.lap(phase);
    if (tracer != nullptr) tracer->lap(phase);
}

/// A pass with the report for its pieces, if there is a tracer.
template <typename Report>
struct TracedRun {
    Tracer* tracer;  ///< null for none
    const TracedPass& pass;
    Report report;  ///< report(TraceSink&, node)

    /// Runs one piece, traced.
    template <typename Run>
    void piece(int index, int node, const Run& run) const {
        tracer->piece(index, node, run, [&](TraceSink& sink) { report(sink, node); });
    }
};
template <typename Report>
TracedRun(Tracer*, const TracedPass&, Report) -> TracedRun<Report>;

/// Workers::forEach, traced.
/// @param nodeOf node of each index
template <typename Task, typename NodeOf, typename Report>
void forEachTraced(Workers& workers, int count, const Task& task, const NodeOf& nodeOf,
                   const TracedRun<Report>& traced) {
    if (traced.tracer == nullptr) return workers.forEach(count, task);
    traced.tracer->open(traced.pass, count);
    workers.forEach(count, [&](int i) {
        traced.piece(i, nodeOf(i), [&] { Workers::runRange<Task>(&task, i, i + 1); });
    });
}

}  // namespace momentree
