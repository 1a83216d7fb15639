// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/reach.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "core/analysis/reach_cells.hpp"
#include "core/analysis/traced_points.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/closures.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"
#include "core/math/with_turns.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int mostFreedom = 3;
constexpr std::array<double, mostFreedom> stepsOf{0.02, 0.08, 0.2};  ///< [rad, sizes]
constexpr double coarser = 1.4;       ///< the second length of steps, to extrapolate
constexpr double apart = 0.75;        ///< least distance of poses over the step
constexpr double farthestMove = 2.0;  ///< of a closed pose: beyond, it is on another branch
constexpr std::int64_t mostPoses = 150'000;
constexpr double endless = 10.0;  ///< slide [sizes]
constexpr double finest = 1e-5;   ///< step to a corner of the box [rad, sizes]

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

/// The coordinates of a tree as numbers whose distances are angles or relative to the size, for
/// small distances: angles by cosine and sine, quaternions by rotation matrices.
/// @param units [nu] of the speeds, see `MechanismScales`
VectorXd treePlace(const Model& model, const VectorXd& q, const VectorXd& units) {
    std::vector<double> all;
    for (const TreeBody& tree : model.tree.bodies) {
        const int nq = coordinateCount(tree.joint), nu = speedCount(tree.joint);
        const auto slides = translations(tree.joint);
        const double* own = q.data() + tree.firstQ;
        for (int k = 0; k < (nq > nu ? nq - 4 : nq); ++k)
            if (slides[toIndex(k)])
                all.push_back(own[k] / units[tree.firstU + k]);
            else
                all.insert(all.end(), {std::cos(own[k]), std::sin(own[k])});
        if (nq == nu) continue;
        const Eigen::Map<const Quat<double>> e(own + nq - 4);
        const Matrix3d R = rotationOf<double>(Quat<double>(e)) / std::sqrt(2.0);
        all.insert(all.end(), R.data(), R.data() + R.size());
    }
    return Eigen::Map<VectorXd>(all.data(), std::ssize(all));
}

std::vector<BoundedCoordinate> boundsOf(const Model& model) {
    std::vector<BoundedCoordinate> bounds;
    for (const JointDescription& joint : model.description.joints) {
        const auto element = std::ranges::find(model.joints, joint.name, &JointElement::name);
        if (element == model.joints.end()) continue;
        for (const LimitDescription& limit : joint.limits) {
            BoundedCoordinate bound;
            bound.joint = static_cast<int>(element - model.joints.begin());
            bound.coordinate = limit.coordinate - 1;
            const int first = firstAngle(element->kind);
            bound.turns = first >= 0 && bound.coordinate >= first;
            bound.least = limit.least ? limit.least->value : -INFINITY;
            bound.most = limit.most ? limit.most->value : INFINITY;
            bounds.push_back(bound);
        }
    }
    return bounds;
}

struct Visit {
    VectorXd q;
    CoupledTurns turns;
    VectorXd bounded;  ///< coordinates with limits
};
struct Exploration {
    std::vector<Visit> visits;
    std::vector<VisitedPose> poses;  ///< the same
    bool complete = true;            ///< false: there are more than were visited
};

/// Visits poses of a mechanism.
class Explorer {
public:
    Explorer(const Model& model, const PoseSearch& start, int freedom,
             std::vector<TracedPoint> points)
        : model_(model),
          start_(start),
          freedom_(freedom),
          points_(std::move(points)),
          bounds_(boundsOf(model)),
          exact_(start_.closeExactly(0)),
          units_(start_.scales().speed) {}

    const std::vector<BoundedCoordinate>& bounds() const { return bounds_; }

    /// All poses that steps of this length reach.
    /// @param share of the analysis, at the end
    Result<Exploration> explore(double step, const Watch& watch, double share) const {
        Exploration out;
        const VectorXd first = placeOf(start_.q());
        Net net(first.size(), apart * step);
        net.add(first);
        const VectorXd bounded = firstBounded();
        for (Index b = 0; b < bounded.size(); ++b)
            if (!isWithin(boundAt(b), bounded[b]))
                return fail(error(Place::joint(model_.joints[toIndex(boundAt(b).joint)].name),
                                  MOMENTREE_TEXT("reach-start-limits",
                                                 "starts outside its limits; let it start "
                                                 "between them")));
        std::deque<Visit> open{{start_.q(), start_.turns(), bounded}};
        for (; !open.empty() && std::ssize(out.poses) < mostPoses; open.pop_front()) {
            if (watch.stopped())
                return fail(error(Place::run(), MOMENTREE_TEXT("reach-stopped", "stopped")));
            const auto seen = static_cast<double>(out.poses.size());
            watch.tell(share * seen / (seen + static_cast<double>(open.size())));
            const Visit& here = open.front();
            const PoseSearch pose = poseOf(here);
            const MatrixXd N = freeMotions(pose);
            if (N.cols() != freedom_) continue;  // singular; other poses lead around it
            out.poses.push_back(visited(pose, here.bounded, N));
            out.visits.push_back(here);
            if (!isWithin(here.bounded)) continue;
            for (Index k = 0; k < 2 * N.cols(); ++k) {
                auto there =
                    moved(pose, here.bounded, (k % 2 == 0 ? step : -step) * N.col(k / 2), net);
                if (!there) continue;
                if (const std::string slide = endlessSlide(*there); !slide.empty())
                    return fail(error(
                        Place::joint(slide),
                        MOMENTREE_TEXT("reach-endless", "slides without end; give it 'limits'")));
                open.push_back(std::move(*there));
            }
        }
        if (out.poses.empty())
            return fail(
                error(Place::model("initial"),
                      MOMENTREE_TEXT("reach-singular",
                                     "the start is a singular pose, from which several movements "
                                     "lead; let it start in another one")));
        out.complete = open.empty();
        return out;
    }

    /// The pose, on from `best`, at which a point is farthest along a direction.
    PoseSearch farthest(std::size_t point, const Vector3d& direction, Visit best,
                        double step) const {
        while (step > finest) {
            const PoseSearch pose = poseOf(best);
            const MatrixXd N = freeMotions(pose);
            bool better = false;
            for (Index k = 0; k < 2 * N.cols() && !better; ++k) {
                const auto there =
                    stepped(pose, best.bounded, (k % 2 == 0 ? step : -step) * N.col(k / 2));
                if (!there || !isWithin(there->bounded)) continue;
                const Vector3d gain = pointAt(point, poseOf(*there)) - pointAt(point, pose);
                better = direction.dot(gain) > 0.0;
                if (better) best = *there;
            }
            if (!better) step *= 0.5;
        }
        return poseOf(best);
    }
    Vector3d pointAt(std::size_t point, const PoseSearch& pose) const {
        const BodyKinematics<double>& body = pose.bodies()[toIndex(points_[point].body)];
        return body.r + body.R * points_[point].s;
    }
    bool isWithin(const VectorXd& bounded) const {
        for (Index b = 0; b < bounded.size(); ++b)
            if (!isWithin(boundAt(b), bounded[b])) return false;
        return true;
    }

private:
    static bool isWithin(const BoundedCoordinate& bound, double value) {
        constexpr double rounding = 1e-9;
        return value >= bound.least - rounding && value <= bound.most + rounding;
    }
    const BoundedCoordinate& boundAt(Index b) const { return bounds_[static_cast<std::size_t>(b)]; }
    PoseSearch poseOf(const Visit& visit) const { return {model_, 0.0, visit.q, visit.turns}; }
    MatrixXd freeMotions(const PoseSearch& pose) const {
        const MatrixXd A = pose.equations().A;
        if (A.rows() == 0) return MatrixXd::Identity(model_.tree.nu, model_.tree.nu);
        const VectorXd change = units_.cwiseQuotient(pose.scales().speed);
        return rightNullSpace(A * change.asDiagonal(),
                              rankTolerance(exact_ ? exactGap : pose.gap()));
    }
    VectorXd placeOf(const VectorXd& q) const { return treePlace(model_, q, units_); }
    void move(PoseSearch& pose, const VectorXd& x) const {
        VectorXd q = pose.q();
        moveAlong(model_, units_.cwiseProduct(x), q);
        pose.setPose(q);
    }
    using Coordinates = std::pair<std::array<double, 7>, std::array<double, 6>>;
    Coordinates coordinatesOf(int joint, std::span<const BodyKinematics<double>> bodies) const {
        Coordinates out{};
        jointCoordinates(model_.joints[toIndex(joint)], bodies, out.first.data(),
                         out.second.data());
        return out;
    }
    VectorXd boundedAt(const PoseSearch& pose, const VectorXd& before) const {
        VectorXd values(std::ssize(bounds_));
        for (Index b = 0; b < values.size(); ++b) {
            const BoundedCoordinate& bound = boundAt(b);
            values[b] = coordinatesOf(bound.joint, pose.bodies()).first[toIndex(bound.coordinate)];
            if (bound.turns) values[b] = withTurns(values[b], before[b]);
        }
        return values;
    }
    /// Angles have the turns that bring them nearest to the middle of their limits.
    VectorXd firstBounded() const {
        VectorXd middle = VectorXd::Zero(std::ssize(bounds_));
        for (Index b = 0; b < middle.size(); ++b) {
            const BoundedCoordinate& bound = boundAt(b);
            const bool both = std::isfinite(bound.least) && std::isfinite(bound.most);
            middle[b] = both                         ? 0.5 * (bound.least + bound.most)
                        : std::isfinite(bound.least) ? bound.least
                                                     : bound.most;
        }
        return boundedAt(start_, middle);
    }
    VisitedPose visited(const PoseSearch& pose, const VectorXd& bounded, const MatrixXd& N) const {
        VisitedPose out;
        out.bounded = bounded;
        out.rates.resize(bounded.size(), N.cols());
        const MatrixXd speeds = units_.asDiagonal() * N;
        std::vector<BodyKinematics<double>> moving(model_.bodies.size());
        for (Index k = 0; bounded.size() > 0 && k < N.cols(); ++k) {
            const VectorXd u = speeds.col(k);
            bodiesFromJoints(model_, 0.0, pose.q().data(), u.data(), moving);
            for (Index b = 0; b < bounded.size(); ++b) {
                const BoundedCoordinate& bound = boundAt(b);
                out.rates(b, k) =
                    coordinatesOf(bound.joint, moving).second[toIndex(bound.coordinate)];
            }
        }
        for (std::size_t p = 0; p < points_.size(); ++p) {
            const BodyKinematics<double>& body = pose.bodies()[toIndex(points_[p].body)];
            const Vector3d from = body.R * points_[p].s;
            Matrix3d J = Matrix3d::Zero();
            J.leftCols(N.cols()) =
                pointJacobian(model_, pose.q(), pose.bodies(), points_[p].body, from) * speeds;
            out.r.push_back(body.r + from);
            out.J.push_back(J);
        }
        return out;
    }
    std::optional<Visit> stepped(const PoseSearch& from, const VectorXd& bounded,
                                 const VectorXd& x) const {
        PoseSearch pose = from;
        move(pose, x);
        if (model_.tree.closureRows > 0 &&
            !(exact_ ? pose.closeExactly(0)
                     : pose.closeNear(0, model_.description.assemblyTolerance)))
            return std::nullopt;
        return Visit{pose.q(), pose.turns(), boundedAt(pose, bounded)};
    }
    /// A step to where no pose is near yet; nothing if there is one, or if loops do not close.
    std::optional<Visit> moved(const PoseSearch& from, const VectorXd& bounded, const VectorXd& x,
                               Net& net) const {
        if (model_.tree.closureRows > 0) {
            PoseSearch guess = from;
            move(guess, x);
            if (net.isNear(placeOf(guess.q()))) return std::nullopt;
        }
        auto there = stepped(from, bounded, x);
        if (!there) return std::nullopt;
        const VectorXd place = placeOf(there->q);
        const double far = (place - placeOf(from.q())).norm();
        if (far > farthestMove * x.norm() || net.isNear(place)) return std::nullopt;
        net.add(place);
        return there;
    }
    std::string endlessSlide(const Visit& there) const {
        for (const TreeBody& tree : model_.tree.bodies) {
            const auto slides = translations(tree.joint);
            const int nq = coordinateCount(tree.joint), nu = speedCount(tree.joint);
            for (int k = 0; k < (nq > nu ? nq - 4 : nq); ++k)
                if (slides[toIndex(k)] &&
                    std::abs(there.q[tree.firstQ + k]) > endless * units_[tree.firstU + k])
                    return tree.element >= 0 ? model_.joints[toIndex(tree.element)].name
                                             : model_.bodies[toIndex(tree.body)].name;
        }
        return {};
    }

    const Model& model_;
    PoseSearch start_;
    int freedom_;
    std::vector<TracedPoint> points_;
    std::vector<BoundedCoordinate> bounds_;
    bool exact_;
    VectorXd units_;  ///< of speeds, those of the start [nu]
};

/// Without motions and forces, and what refers to them.
Result<std::shared_ptr<const Model>> released(const Model& model) {
    ModelDescription free = model.description;
    free.motions.clear();
    free.forces.clear();
    free.probes.clear();
    return buildModel(std::move(free));
}

/// The dimensions of what a point reaches.
int dimensionsOf(const Exploration& all, std::size_t point) {
    constexpr double still = 1e-6;  // beside its fastest movement
    double fastest = 0.0;
    std::array<double, 3> most{};
    for (const VisitedPose& pose : all.poses) {
        const VectorXd moves = singularValues(pose.J[point]);
        for (int k = 0; k < 3; ++k) most[toIndex(k)] = std::max(most[toIndex(k)], moves[k]);
        fastest = std::max(fastest, most[0]);
    }
    return static_cast<int>(
        std::ranges::count_if(most, [&](double moves) { return moves > still * fastest; }));
}

/// Sets the box around a point.
void findBox(const Explorer& explorer, const Exploration& all, std::size_t point, double step,
             PointReach& out) {
    for (Index k = 0; k < 3; ++k)
        for (const double side : {-1.0, 1.0}) {
            std::size_t best = all.poses.size();
            for (std::size_t i = 0; i < all.poses.size(); ++i)
                if (explorer.isWithin(all.visits[i].bounded) &&
                    (best == all.poses.size() ||
                     side * (all.poses[i].r[point] - all.poses[best].r[point])[k] > 0.0))
                    best = i;
            if (best == all.poses.size()) return;
            const PoseSearch pose =
                explorer.farthest(point, side * Vector3d::Unit(k), all.visits[best], step);
            (side < 0.0 ? out.least : out.most)[k] = explorer.pointAt(point, pose)[k];
            std::vector<BodyState>& bodies = out.farthest.emplace_back();
            for (const BodyKinematics<double>& body : pose.bodies())
                bodies.push_back(stateOf(body));
        }
}

}  // namespace

Result<ReachAnalysis> reachAnalysis(const Model& given, const Watch& watch) {
    const auto start = assemble(given);
    if (!start) return tl::unexpected(start.error());
    const auto model = released(given);
    if (!model) return tl::unexpected(model.error());
    AssemblyReport report;
    if (const auto free = assemble(**model, &report); !free) return tl::unexpected(free.error());
    ReachAnalysis out;
    out.freedom = report.degreesOfFreedom;
    if (out.freedom == 0)
        return fail(error(Place::run(), MOMENTREE_TEXT("reach-nothing-moves", "nothing can move")));
    if (out.freedom > mostFreedom)
        return fail(error(
            Place::run(),
            MOMENTREE_TEXT("reach-freedom",
                           "%1 degrees of freedom are too many poses to visit; replace joints by "
                           "fixed ones until at most %2 are left")(out.freedom, mostFreedom)));
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(start->bodies);
    VectorXd q = VectorXd::Zero((*model)->tree.nq), u = VectorXd::Zero((*model)->tree.nu);
    jointsFromBodies(**model, 0.0, bodies, q.data(), u.data());
    const PoseSearch pose(**model, 0.0, q);
    const std::vector<TracedPoint> points = tracedPoints(**model, pose.scales().largest());
    const Explorer explorer(**model, pose, out.freedom, points);
    const double step = stepsOf[toIndex(out.freedom - 1)];
    const auto fine = explorer.explore(step, watch, 0.6);
    if (!fine) return tl::unexpected(fine.error());
    const auto coarse = explorer.explore(coarser * step, watch, 0.8);
    if (!coarse) return tl::unexpected(coarse.error());
    out.poses = std::ssize(fine->poses);
    out.complete = fine->complete;
    out.contacts = !given.contactLoads.empty() ||
                   std::ranges::any_of(given.stops, [](const Stop& s) { return s.joint < 0; });
    for (std::size_t p = 0; p < points.size(); ++p) {
        PointReach& point = out.points.emplace_back();
        point.name = points[p].name;
        const int dimensions = dimensionsOf(*fine, p);
        const auto cells = [&](const Exploration& all, double half) {
            return coveredCells({all.poses, explorer.bounds(), p, out.freedom, dimensions, half});
        };
        CoveredCells found = cells(*fine, step);
        point.kind = static_cast<PointReach::Kind>(dimensions);
        if (dimensions == 2 && !found.planar) point.kind = PointReach::Kind::Surface;
        if (found.size > 0.0) {
            // Flat images of cubes pass the edge by the square of the step.
            const double change = cells(*coarse, coarser * step).size - found.size;
            point.size = found.size - change / (coarser * coarser - 1.0);
            point.within = std::abs(change);
        }
        point.cell = found.cell;
        point.normal = found.normal;
        point.places = std::move(found.places);
        point.edge = std::move(found.edge);
        findBox(explorer, *fine, p, step, point);
        watch.tell(0.8 + 0.2 * static_cast<double>(p + 1) / static_cast<double>(points.size()));
    }
    return out;
}

}  // namespace momentree
