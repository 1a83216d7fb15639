// SPDX-License-Identifier: Apache-2.0
#include "core/trace/join_plan.hpp"

#include <algorithm>
#include <numeric>

namespace momentree {
namespace {

constexpr double nanoseconds = 1e-9;

JoinNode joined(std::span<const JoinNode> nodes, int left, int right) {
    const JoinNode& a = nodes[static_cast<std::size_t>(left)];
    const JoinNode& b = nodes[static_cast<std::size_t>(right)];
    return {a.first, b.last, left, right, -1, 1 + std::max(a.level, b.level)};
}

using Kind = ScheduledTask::Kind;

/// A task before it has a time.
struct Piece {
    Kind kind;
    int node;
    double time;
    std::vector<int> before = {}, after = {};
    double path = 0.0;  ///< longest way from its begin to the end of the step
};

struct Pieces {
    std::vector<Piece> list;

    int add(Kind kind, int node, double time) {
        list.push_back({kind, node, time});
        return static_cast<int>(list.size()) - 1;
    }
    Piece& at(int piece) { return list[static_cast<std::size_t>(piece)]; }
    void follow(int before, int after) {
        at(before).after.push_back(after);
        at(after).before.push_back(before);
    }
};

/// Every piece comes after those that it needs.
Pieces piecesOf(const JoinPlan& plan, const JoinCosts& costs) {
    Pieces pieces;
    for (int k = 0; k < static_cast<int>(plan.nodes().size()); ++k) {
        const JoinNode& node = plan.nodes()[static_cast<std::size_t>(k)];
        const int piece = node.isBody() ? pieces.add(Kind::Body, k, costs.body)
                                        : pieces.add(Kind::Join, k, costs.join);
        if (node.isBody()) continue;
        pieces.follow(node.left, piece);
        pieces.follow(node.right, piece);
    }
    if (plan.complete()) {
        const int top = static_cast<int>(pieces.list.size()) - 1;
        const int base = pieces.add(Kind::Base, top, costs.base);
        pieces.follow(top, base);
        std::vector<int> splitOf(plan.nodes().size(), -1);
        for (int k = top; k >= plan.bodies(); --k) {
            const int parent = plan.nodes()[static_cast<std::size_t>(k)].parent;
            const int split = pieces.add(Kind::Split, k, costs.split);
            splitOf[static_cast<std::size_t>(k)] = split;
            pieces.follow(parent < 0 ? base : splitOf[static_cast<std::size_t>(parent)], split);
        }
    }
    for (std::size_t k = pieces.list.size(); k-- > 0;) {
        Piece& piece = pieces.list[k];
        for (const int next : piece.after) piece.path = std::max(piece.path, pieces.at(next).path);
        piece.path += piece.time;
    }
    return pieces;
}

/// Places pieces one by one.
class ListScheduler {
public:
    ListScheduler(Pieces pieces, int hands, double handOver)
        : pieces_(std::move(pieces)),
          handOver_(handOver),
          free_(static_cast<std::size_t>(hands), 0.0),
          last_(static_cast<std::size_t>(hands), -1),
          tasks_(pieces_.list.size()),
          waitedFor_(pieces_.list.size(), -1),
          missing_(pieces_.list.size()) {}

    std::vector<ScheduledTask> run() {
        for (std::size_t k = 0; k < missing_.size(); ++k) {
            missing_[k] = static_cast<int>(pieces_.list[k].before.size());
            if (missing_[k] == 0) ready_.push_back(static_cast<int>(k));
        }
        while (!ready_.empty()) place(takeNext());
        markCritical();
        return std::move(tasks_);
    }

private:
    ScheduledTask& task(int piece) { return tasks_[static_cast<std::size_t>(piece)]; }

    /// When all that the piece needs is at the hand.
    std::pair<double, int> arrival(int piece, int hand) {
        std::pair<double, int> latest{0.0, -1};
        for (const int before : pieces_.at(piece).before) {
            const double at = task(before).end + (task(before).hand == hand ? 0.0 : handOver_);
            if (latest.second < 0 || at > latest.first) latest = {at, before};
        }
        return latest;
    }
    std::pair<double, int> earliest(int piece) {
        std::pair<double, int> best{0.0, -1};
        for (int hand = 0; hand < static_cast<int>(free_.size()); ++hand) {
            const double begin =
                std::max(free_[static_cast<std::size_t>(hand)], arrival(piece, hand).first);
            if (best.second < 0 || begin < best.first) best = {begin, hand};
        }
        return best;
    }
    int takeNext() {
        std::size_t next = 0;
        double nextBegin = earliest(ready_[0]).first;
        for (std::size_t k = 1; k < ready_.size(); ++k) {
            const double begin = earliest(ready_[k]).first;
            const double longer = pieces_.at(ready_[k]).path - pieces_.at(ready_[next]).path;
            if (begin > nextBegin || (begin == nextBegin && longer <= 0.0)) continue;
            next = k;
            nextBegin = begin;
        }
        const int piece = ready_[next];
        ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(next));
        return piece;
    }
    void place(int piece) {
        const auto [begin, hand] = earliest(piece);
        const auto at = static_cast<std::size_t>(hand);
        const auto [came, from] = arrival(piece, hand);
        waitedFor_[static_cast<std::size_t>(piece)] = free_[at] > came ? last_[at] : from;
        const Piece& what = pieces_.at(piece);
        task(piece) = {what.kind, what.node, hand, begin, begin + what.time, false};
        free_[at] = begin + what.time;
        last_[at] = piece;
        for (const int next : what.after)
            if (--missing_[static_cast<std::size_t>(next)] == 0) ready_.push_back(next);
    }
    /// Back from the last end, always to the piece that the present one waited for.
    void markCritical() {
        if (tasks_.empty()) return;
        const auto last = std::ranges::max_element(tasks_, {}, &ScheduledTask::end);
        for (int piece = static_cast<int>(last - tasks_.begin()); piece >= 0;
             piece = waitedFor_[static_cast<std::size_t>(piece)])
            task(piece).critical = true;
    }

    Pieces pieces_;
    double handOver_;
    std::vector<double> free_;  ///< [hands] end of the last task
    std::vector<int> last_;     ///< [hands] the last task
    std::vector<ScheduledTask> tasks_;
    std::vector<int> waitedFor_;  ///< [tasks] what determined its begin, -1 for nothing
    std::vector<int> missing_;    ///< [tasks] pieces that have to end first
    std::vector<int> ready_;
};

double seconds(const auto& timed) {
    return static_cast<double>(timed.end - timed.begin) * nanoseconds;
}

bool isSolutionPhase(Phase phase) {
    return phase >= Phase::Initialise && phase <= Phase::Disassembly;
}

/// The median of the pieces of a sweep for nodes of this kind that were timed; 0 if there are none.
double medianOf(const EvaluationTrace& trace, const TracedSweep& sweep, TracedNode::Kind kind) {
    std::vector<double> times;
    for (const TracedWork& work : sweep.work)
        if (work.end > work.begin && work.node >= 0 &&
            trace.nodes[static_cast<std::size_t>(work.node)].kind == kind)
            times.push_back(seconds(work));
    if (times.empty()) return 0.0;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::ranges::nth_element(times, middle);
    return *middle;
}

}  // namespace

JoinPlan::JoinPlan(int bodies) : bodies_(std::max(1, bodies)) {
    for (int k = 0; k < bodies_; ++k) nodes_.push_back({k, k});
}

std::vector<int> JoinPlan::open() const {
    std::vector<int> found;
    for (std::size_t k = 0; k < nodes_.size(); ++k)
        if (nodes_[k].parent < 0) found.push_back(static_cast<int>(k));
    std::ranges::sort(found, {},
                      [this](int k) { return nodes_[static_cast<std::size_t>(k)].first; });
    return found;
}

bool JoinPlan::canJoin(int a, int b) const {
    const auto known = [this](int k) {
        return k >= 0 && k < static_cast<int>(nodes_.size()) &&
               nodes_[static_cast<std::size_t>(k)].parent < 0;
    };
    if (a == b || !known(a) || !known(b)) return false;
    const JoinNode &x = nodes_[static_cast<std::size_t>(a)],
                   &y = nodes_[static_cast<std::size_t>(b)];
    return x.last + 1 == y.first || y.last + 1 == x.first;
}

std::optional<int> JoinPlan::join(int a, int b) {
    if (!canJoin(a, b)) return {};
    if (nodes_[static_cast<std::size_t>(a)].first > nodes_[static_cast<std::size_t>(b)].first)
        std::swap(a, b);
    const int made = static_cast<int>(nodes_.size());
    nodes_.push_back(joined(nodes_, a, b));
    nodes_[static_cast<std::size_t>(a)].parent = nodes_[static_cast<std::size_t>(b)].parent = made;
    return made;
}

void JoinPlan::undo() {
    if (joins() == 0) return;
    const JoinNode last = nodes_.back();
    nodes_[static_cast<std::size_t>(last.left)].parent = -1;
    nodes_[static_cast<std::size_t>(last.right)].parent = -1;
    nodes_.pop_back();
}

JoinPlan JoinPlan::balanced(int bodies) {
    JoinPlan plan(bodies);
    while (!plan.complete()) {
        const std::vector<int> open = plan.open();
        for (std::size_t k = 0; k + 1 < open.size(); k += 2) plan.join(open[k], open[k + 1]);
    }
    return plan;
}

JoinPlan JoinPlan::oneByOne(int bodies) {
    JoinPlan plan(bodies);
    int tip = plan.bodies() - 1;
    for (int body = plan.bodies() - 2; body >= 0; --body) tip = *plan.join(body, tip);
    return plan;
}

bool isSolution(const TracedSweep& sweep) { return isSolutionPhase(sweep.pass->phase); }

std::vector<TracedLap> untimedLaps(const EvaluationTrace& trace) {
    std::vector<TracedLap> laps;
    for (const TracedLap& lap : trace.laps) {
        const bool timed = std::ranges::any_of(trace.sweeps, [&](const TracedSweep& sweep) {
            return sweep.pass->phase == lap.phase &&
                   std::ranges::any_of(
                       sweep.work, [](const TracedWork& work) { return work.end > work.begin; });
        });
        if (isSolutionPhase(lap.phase) && !timed) laps.push_back(lap);
    }
    return laps;
}

std::optional<JoinCosts> JoinCosts::of(const EvaluationTrace& trace) {
    using Way = TracedPass::Way;
    JoinCosts costs{0.0, 0.0, 0.0, 0.0, 0.0};
    for (const TracedSweep& sweep : trace.sweeps) {
        if (!isSolution(sweep)) continue;
        const Way way = sweep.pass->way;
        if (way == Way::Once)
            for (const TracedWork& work : sweep.work) costs.base += seconds(work);
        else
            costs.body += medianOf(trace, sweep, TracedNode::Kind::Single);
        if (way == Way::Inward || way == Way::Outward)
            (way == Way::Inward ? costs.join : costs.split) +=
                medianOf(trace, sweep, TracedNode::Kind::Joined);
    }
    if (costs.join <= 0.0 || costs.split <= 0.0) return {};
    double bodies = 0.0;
    for (const TracedNode& node : trace.nodes)
        if (node.kind == TracedNode::Kind::Single) bodies += 1.0;
    for (const TracedLap& lap : untimedLaps(trace))
        (lap.phase == Phase::Initialise ? costs.body : costs.base) +=
            seconds(lap) / (lap.phase == Phase::Initialise ? bodies : 1.0);
    return costs;
}

JoinSchedule schedule(const JoinPlan& plan, int hands, const JoinCosts& costs) {
    Pieces pieces = piecesOf(plan, costs);
    JoinSchedule made;
    for (const Piece& piece : pieces.list) {
        made.work += piece.time;
        made.longestPath = std::max(made.longestPath, piece.path);
    }
    made.tasks = ListScheduler(std::move(pieces), std::max(1, hands), costs.handOver).run();
    for (const ScheduledTask& task : made.tasks) made.span = std::max(made.span, task.end);
    std::ranges::stable_sort(made.tasks, {}, &ScheduledTask::begin);
    return made;
}

double gainOverRecursion(int bodies, int hands, const JoinCosts& costs, double bodyByBody) {
    return bodies * bodyByBody / schedule(JoinPlan::balanced(bodies), hands, costs).span;
}

std::optional<double> timePerBody(const EvaluationTrace& trace, int bodies) {
    double all = 0.0;
    for (const TracedSweep& sweep : trace.sweeps)
        if (isSolution(sweep))
            for (const TracedWork& work : sweep.work) all += seconds(work);
    for (const TracedLap& lap : untimedLaps(trace)) all += seconds(lap);
    if (all <= 0.0 || bodies < 1) return {};
    return all / bodies;
}

std::optional<double> handOverIn(const EvaluationTrace& trace) {
    std::vector<double> gaps;
    for (const TracedSweep& sweep : trace.sweeps) {
        if (sweep.pass->phase != Phase::Assembly) continue;
        std::vector<const TracedWork*> of(trace.nodes.size(), nullptr);
        for (const TracedWork& work : sweep.work)
            if (work.node >= 0) of[static_cast<std::size_t>(work.node)] = &work;
        for (const TracedWork& work : sweep.work) {
            if (work.node < 0) continue;
            const int parent = trace.nodes[static_cast<std::size_t>(work.node)].parent;
            const TracedWork* next = parent < 0 ? nullptr : of[static_cast<std::size_t>(parent)];
            if (next && next->thread != work.thread && next->begin > work.end)
                gaps.push_back(static_cast<double>(next->begin - work.end) * nanoseconds);
        }
    }
    if (gaps.empty()) return {};
    return *std::ranges::min_element(gaps);
}

}  // namespace momentree
