// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/reach_visits.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double apart = 0.75;  ///< least distance of poses over the step

/// Points, at least some distance apart, in cells by the coordinates that vary most among them.
class Net {
public:
    Net(Index dimension, double distance)
        : distance_(distance), dimension_(dimension), axes_(std::min<Index>(dimension, mostAxes)) {
        std::iota(axes_.begin(), axes_.end(), Index{0});
    }
    bool isNear(const VectorXd& x) const {
        const std::vector<int> middle = cellOf(x.data());
        std::vector<int> cell = middle;
        for (int& at : cell) --at;
        for (;;) {
            if (const auto found = cells_.find(key(cell)); found != cells_.end())
                for (const Index point : found->second)
                    if (isWithin(all_.data() + point * dimension_, x)) return true;
            std::size_t k = 0;
            while (k < cell.size() && ++cell[k] > middle[k] + 1) cell[k] = middle[k] - 1, ++k;
            if (k == cell.size()) return false;
        }
    }
    void add(const VectorXd& x) {
        all_.insert(all_.end(), x.begin(), x.end());
        ++count_;
        if (count_ == again_)
            sort();
        else
            cells_[key(cellOf(all_.data() + (count_ - 1) * dimension_))].push_back(count_ - 1);
    }

private:
    static constexpr Index mostAxes = 4;

    /// Points within the distance are in the same or in adjacent cells.
    std::vector<int> cellOf(const double* x) const {
        std::vector<int> cell;
        for (const Index axis : axes_)
            cell.push_back(static_cast<int>(std::floor(x[axis] / distance_)));
        return cell;
    }
    bool isWithin(const double* other, const VectorXd& x) const {
        double square = distance_ * distance_;
        for (Index k = 0; k < dimension_ && square > 0.0; ++k)
            square -= (x[k] - other[k]) * (x[k] - other[k]);
        return square > 0.0;
    }
    static std::uint64_t key(const std::vector<int>& cell) {
        std::uint64_t all = 0;
        for (const int at : cell) all = (all << 16U) | (static_cast<std::uint64_t>(at) & 0xffffU);
        return all;
    }
    void sort() {
        again_ *= 8;
        const Eigen::Map<const MatrixXd> points(all_.data(), dimension_, count_);
        const VectorXd mean = points.rowwise().mean();
        const VectorXd variance = (points.colwise() - mean).rowwise().squaredNorm();
        std::vector<Index> order(static_cast<std::size_t>(dimension_));
        std::iota(order.begin(), order.end(), Index{0});
        std::ranges::stable_sort(order, std::greater{}, [&](Index k) { return variance[k]; });
        axes_.assign(order.begin(), order.begin() + std::ssize(axes_));
        cells_.clear();
        for (Index k = 0; k < count_; ++k)
            cells_[key(cellOf(all_.data() + k * dimension_))].push_back(k);
    }

    double distance_;
    Index dimension_, count_ = 0;
    Index again_ = 64;         ///< number of points at which the axes are chosen again
    std::vector<Index> axes_;  ///< coordinates
    std::vector<double> all_;  ///< [dimension x points]
    std::unordered_map<std::uint64_t, std::vector<Index>> cells_;
};

/// A step to where no pose is near yet; nothing if there is one, or if loops do not close.
std::optional<ReachedPose> steppedAside(const ReachPoses& mechanism, const PoseSearch& from,
                                        const VectorXd& bounded, const VectorXd& x, Net& net) {
    if (mechanism.hasLoops() && net.isNear(mechanism.placeOf(mechanism.guessed(from, x))))
        return std::nullopt;
    auto there = mechanism.stepped(from, bounded, x);
    if (!there) return std::nullopt;
    const VectorXd place = mechanism.placeOf(there->q);
    const double far = (place - mechanism.placeOf(from.q())).norm();
    if (far > farthestMove * x.norm() || net.isNear(place)) return std::nullopt;
    net.add(place);
    return there;
}

}  // namespace

Result<VisitedPoses> visitPoses(const ReachPoses& mechanism, double step, std::int64_t most,
                                const ReachShare& share) {
    VisitedPoses out;
    const auto start = mechanism.first();
    if (!start) return tl::unexpected(start.error());
    const VectorXd first = mechanism.placeOf(start->q);
    Net net(first.size(), apart * step);
    net.add(first);
    std::deque<ReachedPose> open{*start};
    for (; !open.empty() && std::ssize(out.poses) < most; open.pop_front()) {
        if (share.watch.stopped()) return reachStopped();
        const auto seen = static_cast<double>(out.poses.size());
        share.tell(seen / (seen + static_cast<double>(open.size())));
        const ReachedPose& here = open.front();
        const PoseSearch pose = mechanism.poseOf(here);
        const MatrixXd N = mechanism.freeMotions(pose);
        if (N.cols() != mechanism.freedom()) continue;  // singular; other poses lead around it
        out.poses.push_back(mechanism.visited(pose, here, N));
        if (!mechanism.isWithin(here.bounded)) continue;
        for (Index k = 0; k < 2 * N.cols(); ++k) {
            auto there = steppedAside(mechanism, pose, here.bounded,
                                      (k % 2 == 0 ? step : -step) * N.col(k / 2), net);
            if (!there) continue;
            if (Diagnostics endless = mechanism.endless(*there); !endless.empty())
                return tl::unexpected(std::move(endless));
            open.push_back(std::move(*there));
        }
    }
    out.complete = open.empty();
    if (!out.poses.empty()) return out;
    return fail(error(Place::model("initial"),
                      MOMENTREE_TEXT("reach-singular",
                                     "the start is a singular pose, from which several movements "
                                     "lead; let it start in another one")));
}

}  // namespace momentree
