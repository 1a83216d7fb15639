// SPDX-License-Identifier: Apache-2.0
// A chain that is joined by hand, pair by pair, and the schedule of a step on several processors.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/trace/evaluation_trace.hpp"

namespace momentree {

/// A node of the tree: a body of the chain, or two neighbouring nodes joined.
struct JoinNode {
    int first = 0, last = 0;  ///< bodies, from 0 at the base
    int left = -1, right = -1;
    int parent = -1;
    int level = 0;  ///< 0 for a body, else one more than the higher of the two

    bool isBody() const { return left < 0; }
};

/// The joins of a chain in the order in which they were chosen.
class JoinPlan {
public:
    explicit JoinPlan(int bodies);  ///< at least 1

    int bodies() const { return bodies_; }
    int joins() const { return static_cast<int>(nodes_.size()) - bodies_; }
    bool complete() const { return joins() == bodies_ - 1; }
    /// The bodies from base to tip, then the joins.
    std::span<const JoinNode> nodes() const { return nodes_; }
    /// The nodes without a parent, from base to tip.
    std::vector<int> open() const;
    /// Whether both are open and touch each other.
    bool canJoin(int a, int b) const;
    /// Joins two nodes and returns the new one; none if they cannot be joined.
    std::optional<int> join(int a, int b);
    void undo();  ///< the last join, if there is one

    /// Neighbours into pairs, pairs into fours, ...
    static JoinPlan balanced(int bodies);
    /// Body by body from the tip, as the recursion goes.
    static JoinPlan oneByOne(int bodies);

private:
    int bodies_;
    std::vector<JoinNode> nodes_;
};

/// Whether a sweep belongs to the solution for velocities, or accelerations: neither kinematics nor
/// rates, which every recursion has alike.
bool isSolution(const TracedSweep& sweep);
/// The laps of such phases whose nodes are not timed one by one: single bodies, for example.
std::vector<TracedLap> untimedLaps(const EvaluationTrace& trace);

/// Times of the parts of a step [s].
struct JoinCosts {
    double body = 1.0;    ///< one body
    double join = 1.0;    ///< assembly of two nodes
    double base = 1.0;    ///< connecting the whole chain to the base
    double split = 1.0;   ///< impulses at the joint inside a joined node
    double handOver = 0;  ///< between two processors

    /// From a trace of divide and conquer, medians over its nodes, without hand-over; a body takes
    /// the work of both ways. None if the trace has no joins.
    static std::optional<JoinCosts> of(const EvaluationTrace& trace);
};

struct ScheduledTask {
    enum class Kind { Body, Join, Base, Split };
    Kind kind = Kind::Body;
    int node = 0;
    int hand = 0;                   ///< the processor, from 0
    double begin = 0.0, end = 0.0;  ///< [s]
    bool critical = false;          ///< a later end of it would end the step later
};

struct JoinSchedule {
    std::vector<ScheduledTask> tasks;  ///< by ascending begin
    double span = 0.0;                 ///< end of the last task [s]
    double work = 0.0;                 ///< of all tasks [s]
    double longestPath = 0.0;          ///< the least span with any number of processors [s]
};

/// The list schedule: of the tasks that can begin first, the one with the longest path behind it
/// comes first, on the processor where it begins earliest. Base and splits follow only in a
/// complete plan.
JoinSchedule schedule(const JoinPlan& plan, int hands, const JoinCosts& costs);

/// The speedup of a balanced chain on `hands` processors against `bodyByBody` seconds for each body
/// of a recursion on one.
double gainOverRecursion(int bodies, int hands, const JoinCosts& costs, double bodyByBody);

/// The mean time of a body in the same sweeps of a recursion [s]; none if it was not timed.
std::optional<double> timePerBody(const EvaluationTrace& trace, int bodies);
/// The shortest time from the end of a node to the begin of the node above it on another thread
/// [s]; none if no node changed the thread.
std::optional<double> handOverIn(const EvaluationTrace& trace);

}  // namespace momentree
