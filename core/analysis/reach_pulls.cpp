// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/reach_pulls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>

#include "core/analysis/pull_pose.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using CellIndex = std::array<int, 3>;

constexpr int firstWalks = 400;
constexpr int pulledInPlane = 200, pulledInSpace = 40;  ///< cells along the longest side
constexpr int loopedInSpace = 30;                       ///< the same, with loops to close
constexpr int mostRounds = 6;                           ///< of walks
constexpr double settled = 1e-3;    ///< share of cells that a round may add at the end
constexpr int mostTries = 3;        ///< of a cell, from those beside it
constexpr int seedsOfCell = 2;      ///< walks that try it in a round
constexpr double tolerance = 1e-3;  ///< of a pull [cells]
constexpr std::int64_t mostCells = 200'000;

struct Reached {
    ReachedPose pose;
    Vector3d r;
};

/// The cells that a point was pulled to.
class Pulling {
public:
    Pulling(const ReachPoses& mechanism, std::size_t point, const ReachShare& share)
        : mechanism_(mechanism), point_(point), share_(share) {}

    Result<PulledReach> run() {
        auto start = mechanism_.first();
        if (!start) return tl::unexpected(start.error());
        if (!walk({*start}, firstWalks) || !findBox(seeds_)) return ended();
        out_.dimensions = dimensionsOf();
        std::vector<Vector3d> places;
        for (const Reached& seed : seeds_) places.push_back(seed.r);
        chart_ = chartOf(places);
        out_.cells.planar = chart_.planar;
        out_.cells.normal = chart_.axes.col(2);
        out_.poses = std::ssize(seeds_);
        if (out_.dimensions == 3 || (out_.dimensions == 2 && chart_.planar)) {
            if (!fill()) return ended();
            out_.poses = std::ssize(reached_);
            countCells();
            if (!findBox(reached_)) return ended();
        } else {
            out_.cells.places = std::move(places);
        }
        return std::move(out_);
    }

private:
    tl::unexpected<Diagnostics> ended() {
        if (problems_.empty()) return reachStopped();
        return tl::unexpected(std::move(problems_));
    }
    bool goesOn(const ReachedPose& pose) {
        problems_ = mechanism_.endless(pose);
        return problems_.empty() && !share_.watch.stopped();
    }

    /// New seeds, each on from one of `from` and the seed before it.
    bool walk(const std::vector<ReachedPose>& from, int count) {
        seeds_.clear();
        for (int k = 0; k < count; ++k) {
            const bool on = !seeds_.empty() && k % 2 == 1;
            const std::size_t which = toIndex(k) * from.size() / toIndex(count);
            ReachedPose there = walked(mechanism_, on ? seeds_.back().pose : from[which], random_);
            if (!goesOn(there)) return false;
            const Vector3d r = mechanism_.pointAt(point_, mechanism_.poseOf(there));
            seeds_.push_back({std::move(there), r});
        }
        return true;
    }

    bool findBox(const std::vector<Reached>& poses) {
        out_.farthest.clear();
        Eigen::AlignedBox3d around;
        for (const Reached& pose : poses) around.extend(pose.r);
        const double step = 0.05 * around.sizes().maxCoeff();
        for (Index k = 0; k < 3; ++k)
            for (const double side : {-1.0, 1.0}) {
                const auto best = std::ranges::max_element(
                    poses, {}, [&](const Reached& pose) { return side * pose.r[k]; });
                ReachedPose far =
                    pulledFarthest(mechanism_, point_, best->pose, side * Vector3d::Unit(k), step);
                if (!goesOn(far)) return false;
                (side < 0.0 ? out_.least : out_.most)[k] =
                    mechanism_.pointAt(point_, mechanism_.poseOf(far))[k];
                out_.farthest.push_back(std::move(far));
            }
        return true;
    }

    int dimensionsOf() const {
        std::vector<MatrixXd> rates;
        for (const Reached& seed : seeds_) {
            const PoseSearch pose = mechanism_.poseOf(seed.pose);
            rates.push_back(mechanism_.pointRates(point_, pose, mechanism_.freeMotions(pose)));
        }
        return movedDimensions(rates);
    }

    Vector3d middleOf(const CellIndex& cell) const {
        return chart_.origin +
               chart_.axes * (out_.cells.cell * Vector3d(cell[0], cell[1], cell[2]));
    }
    CellIndex cellOf(const Vector3d& r) const {
        const Vector3d y = chart_.axes.transpose() * (r - chart_.origin) / out_.cells.cell;
        CellIndex cell{};
        for (int k = 0; k < out_.dimensions; ++k)
            cell[toIndex(k)] = static_cast<int>(std::lround(y[k]));
        return cell;
    }
    bool isReached(const CellIndex& cell) const {
        const auto found = cells_.find(cell);
        return found != cells_.end() && found->second.reached;
    }
    template <typename F>
    void besides(const CellIndex& cell, const F& f) const {
        for (int k = 0; k < out_.dimensions; ++k)
            for (const int side : {-1, 1}) {
                CellIndex beside = cell;
                beside[toIndex(k)] += side;
                f(beside);
            }
    }

    /// Pulls the point to a cell that it has not reached.
    bool pull(const ReachedPose& from, const CellIndex& to) {
        Cell& cell = cells_[to];
        const Vector3d middle = middleOf(to);
        auto there = pulledTo(mechanism_, point_, from, middle, tolerance * out_.cells.cell);
        if (!there) return false;
        cell.reached = true;
        ++count_;
        open_.push_back(reached_.size());
        reached_.push_back({std::move(*there), middle});
        return true;
    }

    /// On from the cells just reached to those beside them.
    bool grow() {
        for (; !open_.empty(); open_.pop_front()) {
            if (count_ > mostCells) {
                out_.complete = false;
                return true;
            }
            const ReachedPose from = reached_[open_.front()].pose;
            if (!goesOn(from)) return false;
            besides(cellOf(reached_[open_.front()].r), [&](const CellIndex& beside) {
                Cell& cell = cells_[beside];
                if (!cell.reached && cell.tries < mostTries && !pull(from, beside)) ++cell.tries;
            });
        }
        return true;
    }

    /// Tries the cells beside those reached again, from the seeds nearest to them.
    bool tryEdge() {
        std::vector<CellIndex> edge;
        for (const auto& [index, cell] : cells_)
            if (!cell.reached) edge.push_back(index);
        for (const CellIndex& index : edge) {
            if (isReached(index)) continue;
            const Vector3d middle = middleOf(index);
            std::vector<std::pair<double, std::size_t>> near;
            for (std::size_t k = 0; k < seeds_.size(); ++k)
                near.emplace_back((seeds_[k].r - middle).squaredNorm(), k);
            const auto count = std::min<std::ptrdiff_t>(seedsOfCell, std::ssize(near));
            std::ranges::partial_sort(near, near.begin() + count);
            for (std::ptrdiff_t k = 0; k < count; ++k)
                if (pull(seeds_[near[static_cast<std::size_t>(k)].second].pose, index)) break;
            if (!grow()) return false;
        }
        return true;
    }

    bool fill() {
        const bool plane = out_.dimensions == 2;
        const int along = plane                   ? pulledInPlane
                          : mechanism_.hasLoops() ? loopedInSpace
                                                  : pulledInSpace;
        out_.cells.cell = (out_.most - out_.least).maxCoeff() / along;
        for (int round = 0; round < mostRounds && out_.complete; ++round) {
            share_.tell(static_cast<double>(round) / mostRounds);
            const std::int64_t before = count_;
            for (const Reached& seed : seeds_) {
                const CellIndex cell = cellOf(seed.r);
                if (!isReached(cell)) pull(seed.pose, cell);
                if (!grow()) return false;
            }
            if (round > 0 && !tryEdge()) return false;
            added_ = count_ - before;
            if (round > 0 && static_cast<double>(added_) <= settled * static_cast<double>(count_))
                break;
            std::vector<ReachedPose> from;
            for (const Reached& pose : reached_) from.push_back(pose.pose);
            if (!walk(from, plane ? firstWalks : 2 * firstWalks)) return false;
        }
        return true;
    }

    void countCells() {
        const int dimensions = out_.dimensions;
        std::array<std::int64_t, 8> second{};  // every second cell along each axis
        std::vector<CellIndex> all;
        for (const auto& [index, cell] : cells_)
            if (cell.reached) all.push_back(index);
        // In rows along the first axis.
        std::ranges::sort(all, [](const CellIndex& a, const CellIndex& b) {
            return std::tuple(a[2], a[1], a[0]) < std::tuple(b[2], b[1], b[0]);
        });
        for (const CellIndex& index : all) {
            std::size_t part = 0;
            for (int k = 0; k < dimensions; ++k)
                part |= static_cast<std::size_t>(index[toIndex(k)] & 1) << toIndex(k);
            ++second[part];
            out_.cells.places.push_back(middleOf(index));
            bool atEdge = false;
            besides(index, [&](const CellIndex& beside) { atEdge |= !isReached(beside); });
            if (atEdge) out_.cells.edge.push_back(out_.cells.places.back());
        }
        const double one = std::pow(out_.cells.cell, dimensions);
        const int parts = 1 << dimensions;
        std::int64_t differ = 0;
        for (int k = 0; k < parts; ++k)
            differ = std::max(differ, std::abs(second[toIndex(k)] * parts - count_));
        out_.cells.size = static_cast<double>(count_) * one;
        out_.within = static_cast<double>(differ + added_) * one;
    }

    struct Cell {
        bool reached = false;
        int tries = 0;
    };
    const ReachPoses& mechanism_;
    std::size_t point_;
    const ReachShare& share_;
    RandomDirections random_;
    ReachChart chart_;
    std::vector<Reached> seeds_, reached_;
    std::map<CellIndex, Cell> cells_;
    std::deque<std::size_t> open_;  ///< of `reached_`
    std::int64_t count_ = 0, added_ = 0;
    Diagnostics problems_;
    PulledReach out_;
};

}  // namespace

Result<PulledReach> pullPoint(const ReachPoses& mechanism, std::size_t point,
                              const ReachShare& share) {
    return Pulling(mechanism, point, share).run();
}

}  // namespace momentree
