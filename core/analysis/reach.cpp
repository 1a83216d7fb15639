// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/reach.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <thread>

#include "core/analysis/reach_pulls.hpp"
#include "core/analysis/released.hpp"
#include "core/execution/in_parallel.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int steppedFreedom = 3;
constexpr std::array<double, steppedFreedom> stepsOf{0.02, 0.08, 0.2};  ///< [rad, sizes]
constexpr double coarser = 1.4;  ///< the second length of steps, to extrapolate
constexpr std::int64_t mostPoses = 150'000;
constexpr int pulledFreedom = 30;  ///< with more, pulls miss much of what is far away
constexpr double finest = 1e-5;    ///< step to a corner of the box [rad, sizes]

/// Points that the same joints move.
struct PointGroup {
    MovingSpeeds speeds;
    std::vector<TracedPoint> points;
    std::vector<std::size_t> places;  ///< of the points in the result
};

Result<std::vector<PointGroup>> groupsOf(const Model& model, const PoseSearch& start, int freedom) {
    const std::vector<TracedPoint> points = tracedPoints(model, start.scales().largest());
    const std::vector<BoundedCoordinate> bounds = boundedCoordinates(model);
    const std::vector<int> numbers = speedGroups(model, start, bounds);
    if (Diagnostics endless = endlessScrew(model, numbers, bounds); !endless.empty())
        return tl::unexpected(std::move(endless));
    std::vector<PointGroup> groups;
    for (std::size_t p = 0; p < points.size(); ++p) {
        MovingSpeeds speeds = movingSpeeds(model, start, points[p], numbers, freedom);
        auto group = std::ranges::find(groups, speeds.moves,
                                       [](const PointGroup& g) { return g.speeds.moves; });
        if (group == groups.end()) group = groups.insert(group, {std::move(speeds), {}, {}});
        group->points.push_back(points[p]);
        group->places.push_back(p);
    }
    return groups;
}

std::vector<BodyState> bodiesOf(const PoseSearch& pose) {
    std::vector<BodyState> bodies;
    for (const BodyKinematics<double>& body : pose.bodies()) bodies.push_back(stateOf(body));
    return bodies;
}

/// The pose, on from `best`, at which a point is farthest along a direction.
PoseSearch farthest(const ReachPoses& mechanism, std::size_t point, const Vector3d& direction,
                    ReachedPose best, double step) {
    while (step > finest) {
        const PoseSearch pose = mechanism.poseOf(best);
        const MatrixXd N = mechanism.freeMotions(pose);
        bool better = false;
        for (Index k = 0; k < 2 * N.cols() && !better; ++k) {
            const auto there =
                mechanism.stepped(pose, best.bounded, (k % 2 == 0 ? step : -step) * N.col(k / 2));
            if (!there || !mechanism.isWithin(there->bounded)) continue;
            const Vector3d gain =
                mechanism.pointAt(point, mechanism.poseOf(*there)) - mechanism.pointAt(point, pose);
            better = direction.dot(gain) > 0.0;
            if (better) best = *there;
        }
        if (!better) step *= 0.5;
    }
    return mechanism.poseOf(best);
}

/// Sets the box around a point.
void findBox(const ReachPoses& mechanism, const VisitedPoses& all, std::size_t point, double step,
             PointReach& out) {
    for (Index k = 0; k < 3; ++k)
        for (const double side : {-1.0, 1.0}) {
            const VisitedPose* best = nullptr;
            for (const VisitedPose& pose : all.poses)
                if (mechanism.isWithin(pose.at.bounded) &&
                    (best == nullptr || side * (pose.r[point] - best->r[point])[k] > 0.0))
                    best = &pose;
            if (best == nullptr) return;
            const PoseSearch pose =
                farthest(mechanism, point, side * Vector3d::Unit(k), best->at, step);
            (side < 0.0 ? out.least : out.most)[k] = mechanism.pointAt(point, pose)[k];
            out.farthest.push_back(bodiesOf(pose));
        }
}

void setKind(int dimensions, CoveredCells& cells, PointReach& out) {
    out.kind = static_cast<PointReach::Kind>(dimensions);
    if (dimensions == 2 && !cells.planar) out.kind = PointReach::Kind::Surface;
    out.size = cells.size;
    out.cell = cells.cell;
    out.normal = cells.normal;
    out.places = std::move(cells.places);
    out.edge = std::move(cells.edge);
}

/// The points of a mechanism with few degrees of freedom, all of whose poses are visited.
struct Stepping {
    const ReachPoses& mechanism;
    VisitedPoses fine, coarse;
    double step = 0.0;

    void point(std::size_t p, PointReach& out) const {
        std::vector<MatrixXd> rates;
        for (const VisitedPose& pose : fine.poses)
            rates.emplace_back(pose.J[p].leftCols(mechanism.freedom()));
        const int dimensions = movedDimensions(rates);
        const auto cells = [&](const VisitedPoses& all, double half) {
            return coveredCells(
                {all.poses, mechanism.bounds(), p, mechanism.freedom(), dimensions, half});
        };
        CoveredCells found = cells(fine, step);
        setKind(dimensions, found, out);
        if (out.size > 0.0) {
            // Flat images of cubes pass the edge by the square of the step.
            const double change = cells(coarse, coarser * step).size - out.size;
            out.size -= change / (coarser * coarser - 1.0);
            out.within = std::abs(change);
        }
        out.poses = std::ssize(fine.poses);
        out.complete = fine.complete;
        findBox(mechanism, fine, p, step, out);
    }
};

/// Nothing if there are more poses than can be visited, and pulling is possible.
Result<std::optional<Stepping>> steppingOf(const ReachPoses& mechanism, const ReachShare& share) {
    const int freedom = mechanism.freedom();
    if (freedom > steppedFreedom) return std::optional<Stepping>();
    const double step = stepsOf[toIndex(std::max(0, freedom - 1))];
    const double middle = share.from + 0.3 * (share.to - share.from);
    const auto most =
        static_cast<std::int64_t>(static_cast<double>(mostPoses) / std::pow(coarser, freedom));
    auto coarse = visitPoses(mechanism, coarser * step, most, {share.watch, share.from, middle});
    if (!coarse) return tl::unexpected(coarse.error());
    if (!coarse->complete && freedom > 1) return std::optional<Stepping>();
    auto fine = visitPoses(mechanism, step, mostPoses, {share.watch, middle, share.to});
    if (!fine) return tl::unexpected(fine.error());
    if (!fine->complete && freedom > 1) return std::optional<Stepping>();
    return Stepping{mechanism, std::move(*fine), std::move(*coarse), step};
}

Result<void> pullTo(const ReachPoses& mechanism, std::size_t p, const ReachShare& share,
                    PointReach& out) {
    auto found = pullPoint(mechanism, p, share);
    if (!found) return tl::unexpected(found.error());
    out.method = PointReach::Method::Pulls;
    setKind(found->dimensions, found->cells, out);
    out.within = found->within;
    out.poses = found->poses;
    out.complete = found->complete;
    out.least = found->least;
    out.most = found->most;
    for (const ReachedPose& pose : found->farthest)
        out.farthest.push_back(bodiesOf(mechanism.poseOf(pose)));
    return {};
}

/// The progress of several points that are worked on at a time.
class SharedProgress {
public:
    SharedProgress(const ReachShare& all, std::size_t points) : all_(all), done_(points) {}

    Watch of(std::size_t point) {
        return {all_.watch.stop, [this, point](double share) {
                    done_[point] = share;
                    if (std::this_thread::get_id() != caller_) return;
                    double sum = 0.0;
                    for (const std::atomic<double>& one : done_) sum += one;
                    all_.tell(sum / static_cast<double>(done_.size()));
                }};
    }

private:
    ReachShare all_;
    std::vector<std::atomic<double>> done_;
    std::thread::id caller_ = std::this_thread::get_id();
};

/// Calls task(0) to task(count - 1), of which each has its own result. Returns the first error.
template <typename Task>
Result<void> onTwoProcessors(std::size_t count, const Task& task) {
    std::vector<Result<void>> results(count);
    inParallel(count, count > 1 ? 2 : 1, [&](std::size_t k) { results[k] = task(k); });
    for (Result<void>& result : results)
        if (!result) return std::move(result);
    return {};
}

/// @param points all of the result
Result<void> reachOf(const Model& model, const PoseSearch& start, const PointGroup& group,
                     const ReachShare& share, std::vector<PointReach>& points) {
    if (group.speeds.freedom > pulledFreedom)
        return fail(error(
            Place::run(),
            MOMENTREE_TEXT("reach-freedom",
                           "%1 degrees of freedom move '%2', too many to search; replace joints "
                           "by fixed ones until at most %3 are left")(
                group.speeds.freedom, group.points.front().name, pulledFreedom)));
    const ReachPoses mechanism(model, start, group.speeds, group.points);
    const double middle = share.from + 0.4 * (share.to - share.from);
    auto stepping = steppingOf(mechanism, {share.watch, share.from, middle});
    if (!stepping) return tl::unexpected(stepping.error());
    SharedProgress progress({share.watch, middle, share.to}, group.points.size());
    return onTwoProcessors(group.points.size(), [&](std::size_t p) -> Result<void> {
        PointReach& out = points[group.places[p]];
        out.name = group.points[p].name;
        out.freedom = mechanism.freedom();
        const Watch own = progress.of(p);
        if (*stepping)
            (*stepping)->point(p, out);
        else if (auto pulled = pullTo(mechanism, p, {own, 0.0, 1.0}, out); !pulled)
            return pulled;
        own.tell(1.0);
        return {};
    });
}

}  // namespace

Result<ReachAnalysis> reachAnalysis(const Model& given, const Watch& watch) {
    const auto start = assemble(given);
    if (!start) return tl::unexpected(start.error());
    const auto model = released(given, KeptLoads::None);
    if (!model) return tl::unexpected(model.error());
    AssemblyReport report;
    if (const auto free = assemble(**model, &report); !free) return tl::unexpected(free.error());
    ReachAnalysis out;
    out.freedom = report.degreesOfFreedom;
    if (out.freedom == 0)
        return fail(error(Place::run(), MOMENTREE_TEXT("reach-nothing-moves", "nothing can move")));
    out.contacts = !given.contactLoads.empty() ||
                   std::ranges::any_of(given.stops, [](const Stop& s) { return s.joint < 0; });
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(start->bodies);
    VectorXd q = VectorXd::Zero((*model)->tree.nq), u = VectorXd::Zero((*model)->tree.nu);
    jointsFromBodies(**model, 0.0, bodies, q.data(), u.data());
    const PoseSearch pose(**model, 0.0, q);
    const auto groups = groupsOf(**model, pose, out.freedom);
    if (!groups) return tl::unexpected(groups.error());
    for (const PointGroup& group : *groups)
        out.points.resize(out.points.size() + group.points.size());
    const double each = 1.0 / static_cast<double>(std::max<std::size_t>(1, groups->size()));
    for (std::size_t g = 0; g < groups->size(); ++g) {
        const double from = static_cast<double>(g) * each;
        if (const auto done =
                reachOf(**model, pose, (*groups)[g], {watch, from, from + each}, out.points);
            !done)
            return tl::unexpected(done.error());
    }
    return out;
}

}  // namespace momentree
