// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <thread>

#include "core/execution/workers.hpp"
#include "core/trace/evaluation_trace.hpp"

namespace momentree {

/// Collects the results of one piece of work.
class Telling {
public:
    explicit Telling(std::vector<TracedResult>& results) : results_(results) {}
    template <typename Derived>
    void operator()(const TracedEquation& equation, std::string_view symbol,
                    const Eigen::MatrixBase<Derived>& value) {
        results_.push_back({&equation, symbol, value.template cast<double>()});
    }

private:
    std::vector<TracedResult>& results_;
};

/// Takes down what a formulation does while this is attached to it. Nothing is computed otherwise
/// than without: pieces of work run one by one through the same machine code. Attaching costs time;
/// not being attached costs one comparison a pass.
class Watch {
public:
    /// @param values whether results are taken down as well as times
    explicit Watch(bool values) : values_(values) {}

    bool values() const { return values_; }
    void setNodes(std::vector<TracedNode> nodes) { trace_.nodes = std::move(nodes); }
    /// What has passed since the last lap was this phase.
    void lap(Phase phase) {
        const std::int64_t t = now();
        trace_.laps.push_back({phase, last_, t});
        last_ = t;
    }
    /// What has been taken down, in order; the watch is empty then.
    EvaluationTrace take();

    /// A pass of up to `count` pieces begins. Between two calls of `open` threads may take down
    /// pieces of different numbers side by side.
    void open(const TracedPass& pass, int count);
    /// Runs piece `index` of the pass and takes down its time; then tell(Telling&), off the clock.
    template <typename Run, typename Tell>
    void piece(int index, int node, const Run& run, const Tell& tell) {
        TracedWork& work = trace_.sweeps.back().work[static_cast<std::size_t>(index)];
        work.begin = now();
        run();
        work.end = now();
        work.node = node;
        owners_.back()[static_cast<std::size_t>(index)] = std::this_thread::get_id();
        if (!values_) return;
        Telling telling(work.results);
        tell(telling);
    }
    /// What came out of a pass over nodes without a time for each of them.
    /// @param nodeOf node of each of `count` indices @param tell tell(Telling&, index)
    template <typename NodeOf, typename Tell>
    void results(const TracedPass& pass, int count, const NodeOf& nodeOf, const Tell& tell) {
        if (!values_) return;
        open(pass, count);
        for (int i = 0; i < count; ++i) {
            TracedWork& work = trace_.sweeps.back().work[static_cast<std::size_t>(i)];
            work.node = nodeOf(i);
            work.begin = work.end = now();
            owners_.back()[static_cast<std::size_t>(i)] = std::this_thread::get_id();
            Telling telling(work.results);
            tell(telling, i);
        }
    }
    /// A pass of one piece that concerns one node, or -1 for all.
    template <typename Run, typename Tell>
    void single(const TracedPass& pass, int node, const Run& run, const Tell& tell) {
        open(pass, 1);
        piece(0, node, run, tell);
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

/// What can tell a watch of its work: formulations and the steppers around them.
class Watchable {
public:
    virtual ~Watchable() = default;
    /// Tells `watch` of all that is computed from now on; null for nothing.
    virtual void watch(Watch* watch) = 0;
};

/// A stepper that hands the watch on to its formulation.
class WatchableStepper : public Watchable {
public:
    /// Evaluates the equations of motion once more where it stands; nothing changes. False where a
    /// step is the least that it can do.
    virtual bool evaluate() = 0;
    /// Whether there is anything that it would tell.
    virtual bool tells() const = 0;
};

/// A lap of the clock and of the watch, if there is one.
inline void lap(PhaseClock& clock, Watch* watch, Phase phase) {
    clock.lap(phase);
    if (watch != nullptr) watch->lap(phase);
}

/// A pass with what there is to tell of its pieces, where somebody watches.
template <typename Tell>
struct Told {
    Watch* watch;  ///< null if nobody does
    const TracedPass& pass;
    Tell tell;  ///< tell(Telling&, node)

    /// Runs one piece, watched.
    template <typename Run>
    void piece(int index, int node, const Run& run) const {
        watch->piece(index, node, run, [&](Telling& telling) { tell(telling, node); });
    }
};
template <typename Tell>
Told(Watch*, const TracedPass&, Tell) -> Told<Tell>;

/// Workers::forEach, told. @param nodeOf node of each index
template <typename Task, typename NodeOf, typename Tell>
void forEachTold(Workers& workers, int count, const Task& task, const NodeOf& nodeOf,
                 const Told<Tell>& told) {
    if (told.watch == nullptr) return workers.forEach(count, task);
    told.watch->open(told.pass, count);
    workers.forEach(count, [&](int i) {
        told.piece(i, nodeOf(i), [&] { Workers::runRange<Task>(&task, i, i + 1); });
    });
}

}  // namespace momentree
