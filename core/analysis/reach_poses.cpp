// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/reach_poses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/joints/joint_type.hpp"
#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"
#include "core/math/row_space.hpp"
#include "core/math/with_turns.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double endlessSlide = 10.0;  ///< beyond what limits allow [sizes]
constexpr double noMove = 1e-9;        ///< relative to what joints move
constexpr double aside = 0.25;         ///< weight of the angles of slides

/// For each coupling of slides with angles, as of a rack or a thread, the angle that belongs to
/// the places of the slides, with its turns.
std::vector<double> anglesOfSlides(const Model& model, const VectorXd& q) {
    std::vector<double> angles;
    std::vector<BodyKinematics<double>> bodies;
    for (const CouplingElement& coupling : model.couplings) {
        double sum = 0.0, most = 0.0;
        bool slides = false;
        for (std::size_t k = 0; k < coupling.joints.size(); ++k) {
            const Constraint& term = model.constraints[toIndex(coupling.firstConstraint) + k];
            if (term.turns) {
                most = std::max(most, std::abs(term.ratio));
                continue;
            }
            slides = true;
            if (bodies.empty()) {
                bodies.resize(model.bodies.size());
                const VectorXd still = VectorXd::Zero(model.tree.nu);
                bodiesFromJoints(model, 0.0, q.data(), still.data(), bodies);
            }
            std::array<double, 7> own{};
            std::array<double, 6> rates{};
            jointCoordinates(model.joints[toIndex(coupling.joints[k])], bodies, own.data(),
                             rates.data());
            sum += term.ratio * own[toIndex(coupling.coordinates[k])];
        }
        if (slides && most > 0.0) angles.push_back(sum / most);
    }
    return angles;
}

/// The coordinates of a tree as numbers whose distances are angles or relative to the size, for
/// small distances: angles by cosine and sine, quaternions by rotation matrices. Those of slides
/// tell the turns of a pinion or a thread apart, which may lie closer than a step, at a weight that
/// hardly counts beside the others.
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
    for (const double angle : anglesOfSlides(model, q)) all.push_back(aside * angle);
    return Eigen::Map<VectorXd>(all.data(), std::ssize(all));
}

/// The tree's speed that is the rate of a coordinate with limits; -1 if it depends on several.
Index speedOf(const Model& model, const BoundedCoordinate& bound) {
    const JointElement& joint = model.joints[toIndex(bound.joint)];
    for (const TreeBody& tree : model.tree.bodies)
        if (tree.element == bound.joint && tree.motion < 0 && joint.B.body == tree.body &&
            speedCount(tree.joint) == speedCount(joint.kind))
            return tree.firstU + bound.coordinate;
    return -1;
}

/// Of a coordinate with limits, along each column of speeds.
MatrixXd ratesOf(const Model& model, const PoseSearch& pose,
                 const std::vector<BoundedCoordinate>& bounds, const MatrixXd& speeds) {
    MatrixXd rates(std::ssize(bounds), speeds.cols());
    std::vector<Index> own;
    own.reserve(bounds.size());
    for (const BoundedCoordinate& bound : bounds) own.push_back(speedOf(model, bound));
    for (std::size_t b = 0; b < own.size(); ++b)
        if (own[b] >= 0) rates.row(static_cast<Index>(b)) = speeds.row(own[b]);
    if (std::ranges::find(own, -1) == own.end()) return rates;
    std::vector<BodyKinematics<double>> moving(model.bodies.size());
    for (Index k = 0; k < speeds.cols(); ++k) {
        const VectorXd u = speeds.col(k);
        bodiesFromJoints(model, 0.0, pose.q().data(), u.data(), moving);
        for (Index b = 0; b < rates.rows(); ++b) {
            const BoundedCoordinate& bound = bounds[static_cast<std::size_t>(b)];
            std::array<double, 7> q{};
            std::array<double, 6> rate{};
            jointCoordinates(model.joints[toIndex(bound.joint)], moving, q.data(), rate.data());
            rates(b, k) = rate[toIndex(bound.coordinate)];
        }
    }
    return rates;
}

MatrixXd pointSpeeds(const Model& model, const PoseSearch& pose, const TracedPoint& point,
                     const MatrixXd& speeds) {
    const Vector3d from = pose.bodies()[toIndex(point.body)].R * point.s;
    return pointJacobian(model, pose.q(), pose.bodies(), point.body, from) * speeds;
}

/// Sets of numbers that are joined one by one.
class Groups {
public:
    explicit Groups(Index count) : of_(static_cast<std::size_t>(count)) {
        std::iota(of_.begin(), of_.end(), 0);
    }
    void join(Index a, Index b) {
        const int keep = of_[static_cast<std::size_t>(a)], drop = of_[static_cast<std::size_t>(b)];
        std::ranges::replace(of_, drop, keep);
    }
    /// Joins the columns that are not zero in a row.
    void joinRow(const Eigen::Ref<const Eigen::RowVectorXd>& row) {
        const double least = noMove * row.cwiseAbs().maxCoeff();
        Index first = -1;
        for (Index k = 0; k < row.size(); ++k) {
            if (!(std::abs(row[k]) > least)) continue;
            if (first >= 0) join(first, k);
            first = k;
        }
    }
    const std::vector<int>& numbers() const { return of_; }

private:
    std::vector<int> of_;
};

/// How far slides with two limits may be out, one after the other [m].
double longestWay(const std::vector<BoundedCoordinate>& bounds) {
    double way = 0.0;
    for (const BoundedCoordinate& bound : bounds)
        if (const double most = std::max(std::abs(bound.least), std::abs(bound.most));
            !bound.turns && std::isfinite(most))
            way += most;
    return way;
}

bool isInLimits(const BoundedCoordinate& bound, double value) {
    constexpr double rounding = 1e-9;
    return value >= bound.least - rounding && value <= bound.most + rounding;
}

/// The free motions of the columns that are marked.
MatrixXd nullSpaceOf(const MatrixXd& A, const std::vector<Index>& columns, double tolerance,
                     Index least = 0) {
    const Index count = std::ssize(columns);
    const MatrixXd some = count == A.cols() ? A : MatrixXd(A(Eigen::all, columns));
    MatrixXd own = A.rows() == 0 ? MatrixXd(MatrixXd::Identity(count, count))
                                 : rightNullSpace(some, tolerance);
    if (own.cols() < least) own = leastRightVectors(some, least);
    if (count == A.cols()) return own;
    MatrixXd all = MatrixXd::Zero(A.cols(), own.cols());
    for (Index k = 0; k < count; ++k) all.row(columns[static_cast<std::size_t>(k)]) = own.row(k);
    return all;
}

std::vector<Index> marked(const std::vector<char>& marks) {
    std::vector<Index> out;
    for (std::size_t k = 0; k < marks.size(); ++k)
        if (marks[k]) out.push_back(static_cast<Index>(k));
    return out;
}

}  // namespace

Diagnostic endlessJoint(const JointElement& joint) {
    return error(Place::joint(joint.name),
                 jointType(joint.type).axial()
                     ? MOMENTREE_TEXT("reach-endless", "slides without end; give it 'limits'")()
                     : MOMENTREE_TEXT("reach-endless-type",
                                      "slides without end, and a %1 joint has no 'limits'; put "
                                      "prismatic joints with limits in its place")(joint.type));
}

std::vector<BoundedCoordinate> boundedCoordinates(const Model& model) {
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

std::vector<int> speedGroups(const Model& model, const PoseSearch& start,
                             const std::vector<BoundedCoordinate>& bounds) {
    const VectorXd& units = start.scales().speed;
    Groups groups(units.size());
    for (const TreeBody& tree : model.tree.bodies) {
        // The three speeds of a rotation in space do not add up to one each.
        const int nu = speedCount(tree.joint);
        if (coordinateCount(tree.joint) == nu) continue;
        for (int k = nu - 2; k < nu; ++k) groups.join(tree.firstU + nu - 3, tree.firstU + k);
    }
    const auto joinAt = [&](const PoseSearch& pose) {
        const MatrixXd A = pose.equations().A;
        for (Index row = 0; row < A.rows(); ++row) groups.joinRow(A.row(row));
        const MatrixXd rates = ratesOf(model, pose, bounds, MatrixXd(units.asDiagonal()));
        for (Index row = 0; row < rates.rows(); ++row) groups.joinRow(rates.row(row));
    };
    joinAt(start);
    atLoosePoses(start, joinAt);
    return groups.numbers();
}

Diagnostics endlessScrew(const Model& model, const std::vector<int>& groups,
                         const std::vector<BoundedCoordinate>& bounds) {
    for (const TreeBody& tree : model.tree.bodies) {
        if (tree.element < 0 || model.joints[toIndex(tree.element)].type != "screw") continue;
        const bool alone = std::ranges::count(groups, groups[toIndex(tree.firstU)]) == 2;
        const bool ends = std::ranges::any_of(bounds, [&](const BoundedCoordinate& bound) {
            return bound.joint == tree.element && std::isfinite(bound.least) &&
                   std::isfinite(bound.most);
        });
        if (alone && !ends) return {endlessJoint(model.joints[toIndex(tree.element)])};
    }
    return {};
}

MovingSpeeds movingSpeeds(const Model& model, const PoseSearch& start, const TracedPoint& point,
                          const std::vector<int>& groups, int freedom) {
    const VectorXd& units = start.scales().speed;
    std::vector<char> moving(groups.size(), 0);  // [groups, by number]
    const auto look = [&](const PoseSearch& pose) {
        const MatrixXd J = pointSpeeds(model, pose, point, MatrixXd(units.asDiagonal()));
        const double least = noMove * start.scales().largest();
        for (Index k = 0; k < J.cols(); ++k)
            if (J.col(k).norm() > least) moving[toIndex(groups[static_cast<std::size_t>(k)])] = 1;
    };
    look(start);
    atLoosePoses(start, look);
    MovingSpeeds out;
    std::vector<char> still;
    for (const int group : groups) {
        out.moves.push_back(moving[toIndex(group)]);
        still.push_back(moving[toIndex(group)] ? 0 : 1);
    }
    const std::vector<Index> rest = marked(still);
    const double tolerance = rankTolerance(start.gapAround());
    out.freedom = freedom;
    if (!rest.empty())
        out.freedom -= static_cast<int>(nullSpaceOf(start.equations().A, rest, tolerance).cols());
    return out;
}

ReachPoses::ReachPoses(const Model& model, const PoseSearch& start, MovingSpeeds speeds,
                       std::vector<TracedPoint> points)
    : model_(model),
      start_(start),
      speeds_(std::move(speeds)),
      columns_(marked(speeds_.moves)),
      points_(std::move(points)),
      exact_(start_.gapAround() <= roundedGap && start_.closeExactly(0)),
      units_(start_.scales().speed) {
    MatrixXd moves = MatrixXd::Zero(units_.size(), std::ssize(columns_));
    for (Index k = 0; k < moves.cols(); ++k) {
        const Index column = columns_[static_cast<std::size_t>(k)];
        moves(column, k) = units_[column];
    }
    std::vector<BoundedCoordinate> all = boundedCoordinates(model);
    std::vector<char> moved(all.size(), 0);
    const auto look = [&](const PoseSearch& pose) {
        const MatrixXd rates = ratesOf(model, pose, all, moves);
        for (std::size_t b = 0; b < all.size(); ++b)
            if (rates.row(static_cast<Index>(b)).cwiseAbs().maxCoeff() > noMove) moved[b] = 1;
    };
    if (moves.cols() > 0) {
        look(start_);
        atLoosePoses(start_, look);
    }
    for (std::size_t b = 0; b < all.size(); ++b)
        if (moved[b]) bounds_.push_back(all[b]);
}

VectorXd ReachPoses::placeOf(const VectorXd& q) const { return treePlace(model_, q, units_); }

/// Angles have the turns that bring them nearest to the middle of their limits.
Result<ReachedPose> ReachPoses::first() const {
    VectorXd middle = VectorXd::Zero(std::ssize(bounds_));
    for (Index b = 0; b < middle.size(); ++b) {
        const BoundedCoordinate& bound = bounds_[static_cast<std::size_t>(b)];
        const bool both = std::isfinite(bound.least) && std::isfinite(bound.most);
        middle[b] = both                         ? 0.5 * (bound.least + bound.most)
                    : std::isfinite(bound.least) ? bound.least
                                                 : bound.most;
    }
    const VectorXd values = boundedAt(start_, middle);
    for (Index b = 0; b < values.size(); ++b)
        if (const BoundedCoordinate& bound = bounds_[static_cast<std::size_t>(b)];
            !isInLimits(bound, values[b]))
            return fail(
                error(Place::joint(model_.joints[toIndex(bound.joint)].name),
                      MOMENTREE_TEXT("reach-start-limits",
                                     "starts outside its limits; let it start between them")));
    return ReachedPose{start_.q(), start_.turns(), values};
}

PoseSearch ReachPoses::poseOf(const ReachedPose& reached) const {
    return {model_, 0.0, reached.q, reached.turns};
}

MatrixXd ReachPoses::freeMotions(const PoseSearch& pose) const {
    if (!hasLoops()) return nullSpaceOf(MatrixXd(0, units_.size()), columns_, 0.0);
    const VectorXd change = units_.cwiseQuotient(pose.scales().speed);
    const MatrixXd A = pose.equations().A * change.asDiagonal();
    const bool all = std::ssize(columns_) == A.cols();
    if (exact_) {
        const RowSpace rows(all ? A : MatrixXd(A(Eigen::all, columns_)), rankTolerance(exactGap));
        if (rows.isClear()) {
            if (all) return rows.nullSpace();
            MatrixXd N = MatrixXd::Zero(A.cols(), std::ssize(columns_) - rows.rank());
            N(columns_, Eigen::all) = rows.nullSpace();
            return N;
        }
    }
    return nullSpaceOf(A, columns_, rankTolerance(exact_ ? exactGap : pose.gap()), speeds_.freedom);
}

VisitedPose ReachPoses::visited(const PoseSearch& pose, ReachedPose reached,
                                const MatrixXd& N) const {
    VisitedPose out{std::move(reached), boundRates(pose, N), {}, {}};
    for (std::size_t p = 0; p < points_.size(); ++p) {
        Matrix3d J = Matrix3d::Zero();
        J.leftCols(N.cols()) = pointRates(p, pose, N);
        out.r.push_back(pointAt(p, pose));
        out.J.push_back(J);
    }
    return out;
}

MatrixXd ReachPoses::pointRates(std::size_t point, const PoseSearch& pose,
                                const MatrixXd& N) const {
    return pointSpeeds(model_, pose, points_[point], units_.asDiagonal() * N);
}

MatrixXd ReachPoses::boundRates(const PoseSearch& pose, const MatrixXd& N) const {
    return ratesOf(model_, pose, bounds_, units_.asDiagonal() * N);
}

/// Newton's method, as `closeExactly`, but with the cheap factorisation where the rank is clear.
bool ReachPoses::close(PoseSearch& pose) const {
    if (!exact_ || LoopMotions::needed(model_)) return pose.closeAgain(exact_);
    constexpr int mostSteps = 12;
    constexpr double longestMove = 0.3;  // of a joint in one step [rad, sizes]
    const VectorXd guess = pose.q();
    double last = INFINITY;
    for (int k = 0; k < mostSteps; ++k) {
        const LoopEquations loops = pose.equations();
        const double gap = loops.gap.norm();
        if (gap <= exactGap || (gap <= roundedGap && gap > 0.5 * last)) return true;
        const RowSpace rows(loops.A, rankTolerance(exactGap));
        if (!rows.isClear() || !std::isfinite(gap)) break;
        last = gap;
        VectorXd x = rows.shortest(-loops.gap);
        if (const double far = x.cwiseAbs().maxCoeff(); far > longestMove) x *= longestMove / far;
        pose.move(x);
    }
    pose.setPose(guess);
    return pose.closeExactly(0);
}

std::optional<PoseSearch> ReachPoses::closedAfter(const PoseSearch& from, const VectorXd& x) const {
    PoseSearch pose = from;
    move(pose, x);
    if (hasLoops() && !close(pose)) return std::nullopt;
    return pose;
}

std::optional<ReachedPose> ReachPoses::stepped(const PoseSearch& from, const VectorXd& bounded,
                                               const VectorXd& x) const {
    const std::optional<PoseSearch> pose = closedAfter(from, x);
    if (!pose) return std::nullopt;
    return ReachedPose{pose->q(), pose->turns(), boundedAt(*pose, bounded)};
}

VectorXd ReachPoses::guessed(const PoseSearch& from, const VectorXd& x) const {
    VectorXd q = from.q();
    moveAlong(model_, units_.cwiseProduct(x), q);
    return q;
}

Vector3d ReachPoses::pointAt(std::size_t point, const PoseSearch& pose) const {
    const BodyKinematics<double>& body = pose.bodies()[toIndex(points_[point].body)];
    return body.r + body.R * points_[point].s;
}

bool ReachPoses::isWithin(const VectorXd& bounded) const {
    for (Index b = 0; b < bounded.size(); ++b)
        if (!isInLimits(bounds_[static_cast<std::size_t>(b)], bounded[b])) return false;
    return true;
}

Diagnostics ReachPoses::endless(const ReachedPose& there) const {
    const double limited = longestWay(bounds_);
    for (const TreeBody& tree : model_.tree.bodies) {
        const auto slides = translations(tree.joint);
        const int nq = coordinateCount(tree.joint), nu = speedCount(tree.joint);
        for (int k = 0; k < (nq > nu ? nq - 4 : nq); ++k)
            if (slides[toIndex(k)] && std::abs(there.q[tree.firstQ + k]) >
                                          limited + endlessSlide * units_[tree.firstU + k])
                return {tree.element >= 0
                            ? endlessJoint(model_.joints[toIndex(tree.element)])
                            : error(Place::body(model_.bodies[toIndex(tree.body)].name),
                                    MOMENTREE_TEXT("reach-endless-body",
                                                   "moves without end; let joints "
                                                   "with 'limits' carry it"))};
    }
    return {};
}

VectorXd ReachPoses::boundedAt(const PoseSearch& pose, const VectorXd& before) const {
    VectorXd values(std::ssize(bounds_));
    for (Index b = 0; b < values.size(); ++b) {
        const BoundedCoordinate& bound = bounds_[static_cast<std::size_t>(b)];
        std::array<double, 7> q{};
        std::array<double, 6> u{};
        jointCoordinates(model_.joints[toIndex(bound.joint)], pose.bodies(), q.data(), u.data());
        values[b] = q[toIndex(bound.coordinate)];
        if (bound.turns) values[b] = withTurns(values[b], before[b]);
    }
    return values;
}

void ReachPoses::move(PoseSearch& pose, const VectorXd& x) const { pose.setPose(guessed(pose, x)); }

int movedDimensions(std::span<const MatrixXd> rates) {
    constexpr double still = 1e-6;  // beside its fastest movement
    double fastest = 0.0;
    std::array<double, 3> most{};
    for (const MatrixXd& J : rates) {
        if (J.cols() == 0) continue;
        const VectorXd moves = singularValues(J);
        for (int k = 0; k < static_cast<int>(moves.size()); ++k)
            most[toIndex(k)] = std::max(most[toIndex(k)], moves[k]);
        fastest = std::max(fastest, most[0]);
    }
    return static_cast<int>(
        std::ranges::count_if(most, [&](double moves) { return moves > still * fastest; }));
}

tl::unexpected<Diagnostics> reachStopped() {
    return fail(error(Place::run(), MOMENTREE_TEXT("reach-stopped", "stopped")));
}

}  // namespace momentree
