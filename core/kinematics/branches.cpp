// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/branches.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/kinematics/assembly_messages.hpp"
#include "core/kinematics/random_directions.hpp"
#include "core/kinematics/start_velocities.hpp"
#include "core/kinematics/time_of_motions.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/eigenvalues.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double nearlyZero = 1e-4;  ///< singular values where the motions are held
constexpr double zeroValue = 1e-6;   ///< singular values that vanish in the singular pose
constexpr double difference = 1e-5;  ///< for derivatives of the equations
constexpr int guessesPerDirection = 24;
constexpr int mostSteps = 60;
constexpr double solved = 1e-9;      ///< of the forms for a unit direction
constexpr double same = 0.05;        ///< distance of unit directions
constexpr double atRest = 1e-9;      ///< of the speeds of a motion that begins
constexpr double branchStep = 0.02;  ///< [rad, or times the size] to see whether a branch goes on
constexpr double closedGap = 1e-10;
constexpr double gapsOnBranch = 2.0;      ///< over the gap at the start, with rounded lengths
constexpr double zerosOnBranch = 4.0;     ///< step over `zero`, within which the rank is lower
constexpr std::size_t mostBranches = 12;  ///< more form a surface

/// The quadratic forms F_y(a) = y^T Adot(N a) N a, one per left null vector.
std::vector<MatrixXd> formsAt(const PoseSearch& at, const Model& model, double t, const MatrixXd& N,
                              const MatrixXd& Y) {
    std::vector<MatrixXd> forms(static_cast<std::size_t>(Y.cols()), MatrixXd(N.cols(), N.cols()));
    PoseSearch pose(model, t, at.q());
    for (Index i = 0; i < N.cols(); ++i) {
        pose.move(difference * N.col(i));
        MatrixXd rate = pose.equations().A;
        pose.setPose(at.q());
        pose.move(-difference * N.col(i));
        rate -= pose.equations().A;
        pose.setPose(at.q());
        const MatrixXd part = Y.transpose() * rate * N / (2.0 * difference);
        for (Index y = 0; y < Y.cols(); ++y)
            forms[static_cast<std::size_t>(y)].row(i) = part.row(y);
    }
    for (MatrixXd& form : forms) form = (0.5 * (form + form.transpose())).eval();
    return forms;
}

/// The `count` combinations of forms that are largest: with rounded lengths, those of redundant
/// equations are not quite zero.
std::vector<MatrixXd> largestOf(const std::vector<MatrixXd>& forms, int count) {
    if (std::cmp_less_equal(forms.size(), count)) return forms;
    const Index size = forms.front().size();
    MatrixXd rows(static_cast<Index>(forms.size()), size);
    for (Index y = 0; y < rows.rows(); ++y)
        rows.row(y) = forms[static_cast<std::size_t>(y)].reshaped().transpose();
    const SymmetricEigenvalues parts = symmetricEigenvalues(rows * rows.transpose());
    std::vector<MatrixXd> largest;
    for (Index k = rows.rows() - count; k < rows.rows(); ++k)
        largest.emplace_back((parts.vectors.col(k).transpose() * rows)
                                 .reshaped(forms.front().rows(), forms.front().cols()));
    return largest;
}

/// Gauss and Newton's method on the unit sphere.
bool solveForms(const std::vector<MatrixXd>& forms, VectorXd& a) {
    for (int k = 0; k < mostSteps; ++k) {
        a.normalize();
        VectorXd F(static_cast<Index>(forms.size()) + 1);
        MatrixXd slope(F.size(), a.size());
        for (std::size_t y = 0; y < forms.size(); ++y) {
            const VectorXd half = forms[y] * a;
            F[static_cast<Index>(y)] = a.dot(half);
            slope.row(static_cast<Index>(y)) = 2.0 * half.transpose();
        }
        F[F.size() - 1] = 0.0;  // along the sphere
        slope.row(F.size() - 1) = a.transpose();
        if (F.norm() < solved) return true;
        a += leastSquares(slope, -F, zeroValue);
    }
    return false;
}

/// "J1 3, J2 -3, J3 3": joint speeds, in the order of the tree.
std::string speedsText(const Model& model, const VectorXd& u) {
    std::string text;
    for (const TreeBody& body : model.tree.bodies)
        for (int k = 0; k < speedCount(body.joint); ++k) {
            const std::string name = body.element >= 0
                                         ? model.joints[static_cast<std::size_t>(body.element)].name
                                         : model.bodies[static_cast<std::size_t>(body.body)].name;
            const double speed = u[body.firstU + k];
            text += (text.empty() ? "" : ", ") + name + " " +
                    numberText(std::abs(speed) > solved * u.norm() ? speed : 0.0, 4);
        }
    return text;
}

/// The speeds along a branch that fit the given ones, and how well.
struct BranchFit {
    VectorXd u;
    double misfit = 0.0;  ///< relative to the given speeds
};
/// @param along the given joints' speeds on the branch
BranchFit fitTo(const VectorXd& branch, const VectorXd& along, const VectorXd& given) {
    const double square = along.squaredNorm();
    const double rate = square > 0.0 ? along.dot(given) / square : 0.0;
    const double misfit = given.norm() > 0.0 ? (rate * along - given).norm() / given.norm() : 0.0;
    return {rate * branch, misfit};
}

/// Lists speeds by which a pose can be left, numbered as in `startBranch`.
std::string listOf(const Model& model, const std::vector<VectorXd>& ways) {
    std::string list;
    for (std::size_t k = 0; k < ways.size(); ++k)
        list += (k == 0 ? " " : "; ") + std::to_string(k + 1) + ": " + speedsText(model, ways[k]);
    return list;
}

/// Neither the given speeds nor the chosen branch tell which way is meant.
tl::unexpected<Diagnostics> undecided(const Model& model, const std::vector<VectorXd>& ways,
                                      std::size_t fitting) {
    const std::string list = listOf(model, ways);
    if (const int chosen = model.description.startBranch; chosen > 0)
        return fail(error(Place::model("initial"),
                          MOMENTREE_TEXT("branch-unknown",
                                         "there is no branch %1 in this singular pose; with these "
                                         "speeds there are:%2")(chosen, list)));
    return fail(error(
        Place::model("initial"),
        MOMENTREE_TEXT("start-between-branches",
                       "this pose is singular, and the mechanism can leave it on %1 paths; the "
                       "given speeds fit %2 of them. Give speeds of more joints, or choose a path "
                       "by \"branch\" in 'initial':%3")(ways.size(), fitting, list)));
}

/// Bounds near a singular pose. Rounded lengths leave values where exact ones have zeros.
struct Bounds {
    double zero, closed, step;
    explicit Bounds(double gap)
        : zero(gap > roundedGap ? rankTolerance(gap) : zeroValue),
          closed(std::max(closedGap, gapsOnBranch * gap)),
          step(std::max(branchStep, zerosOnBranch * zero)) {}
};

/// What the closures ask of accelerations in directions in which none can meet them, for speeds in
/// units of the scales.
class Demands {
public:
    explicit Demands(const PoseSearch& pose)
        : pose_(pose),
          bounds_(pose.gapAround()),
          A_(pose.equations().A),
          Y_(leftNullSpace(A_, bounds_.zero)) {}
    /// Directions that the closures allow.
    MatrixXd free() const { return rightNullSpace(A_, bounds_.zero); }

    VectorXd of(const VectorXd& x) const {
        const double time = difference / std::max(1.0, x.norm());
        const VectorXd u = pose_.scales().speed.cwiseProduct(x);
        return Y_.transpose() * (beside(x, time).gapRates(u) - beside(x, -time).gapRates(u)) /
               (2.0 * time);
    }
    /// Gauss and Newton's method along the columns of N. Returns whether the demands vanish.
    bool solve(const MatrixXd& N, double fastest, VectorXd& x) const {
        for (int k = 0; k < mostSteps; ++k) {
            const VectorXd now = of(x);
            if (!now.allFinite()) return false;
            if (now.norm() <= vanishing * fastest * fastest) return true;
            const MatrixXd slope = slopeAt(x, N, fastest);
            if (!(slope.norm() > zeroValue * fastest)) return false;
            VectorXd step = leastSquares(slope, -now, zeroValue);
            if (step.norm() > fastest) step *= fastest / step.norm();
            x += N * step;
        }
        return false;
    }
    /// The same for a solution as near to other speeds as the demands leave it free, such as those
    /// of a pendulum that the loops do not see.
    bool solveNear(const VectorXd& wanted, const MatrixXd& N, double fastest, VectorXd& x) const {
        if (!solve(N, fastest, x)) return false;
        const MatrixXd slope = slopeAt(x, N, fastest);
        const MatrixXd open =
            slope.norm() > zeroValue * fastest ? MatrixXd(N * rightNullSpace(slope, zeroValue)) : N;
        x += open * (open.transpose() * (wanted - x));
        return solve(N, fastest, x);
    }
    /// Whether the loops close on the way.
    bool goOn(const VectorXd& x) const {
        const double size = x.cwiseAbs().maxCoeff();
        PoseSearch there = beside(x, size > 0.0 ? bounds_.step / size : 0.0);
        return there.fit(0, bounds_.zero) < bounds_.closed;
    }

private:
    static constexpr double vanishing = 1e-8;
    /// Demands are quadratic in the speeds, so that any difference is exact.
    MatrixXd slopeAt(const VectorXd& x, const MatrixXd& N, double fastest) const {
        MatrixXd slope(Y_.cols(), N.cols());
        const double by = 0.5 * fastest;
        for (Index i = 0; i < N.cols(); ++i)
            slope.col(i) = (of(x + by * N.col(i)) - of(x - by * N.col(i))) / (2.0 * by);
        return slope;
    }
    PoseSearch beside(const VectorXd& x, double later) const {
        PoseSearch moved = pose_;
        moved.move(later * x);
        moved.setTime(pose_.time() + later);
        return moved;
    }

    const PoseSearch& pose_;
    Bounds bounds_;
    MatrixXd A_, Y_;
};

/// Different solutions with speeds x + N a, the nearest first.
std::vector<VectorXd> waysOn(const Demands& demands, const MatrixXd& N, const VectorXd& x,
                             double fastest) {
    RandomDirections random;
    std::vector<VectorXd> found;
    for (int k = 0; k < guessesPerDirection * static_cast<int>(N.cols()); ++k) {
        VectorXd y = x;
        if (k > 0) y += (1.0 + 3.0 * k / guessesPerDirection) * fastest * N * random.next(N.cols());
        if (!demands.solveNear(x, N, fastest, y) || !demands.goOn(y)) continue;
        const bool known = std::ranges::any_of(
            found, [&](const VectorXd& other) { return (y - other).norm() < same * fastest; });
        if (!known) found.push_back(std::move(y));
        if (found.size() > mostBranches) break;
    }
    std::ranges::stable_sort(found, {}, [&](const VectorXd& y) { return (y - x).norm(); });
    return found;
}

/// Whether motions drive the mechanism of a group out of a singular pose in which it is at rest.
/// One with freedoms may have left it before if they begin later.
bool leavesFromRest(const Model& model, const PoseSearch& pose, const ClosureGroup& group,
                    const VectorXd& u) {
    const MechanismScales& scales = pose.scales();
    const double t = pose.time(), later = timeOfMotions(model, t, scales, branchStep);
    if (!(later > 0.0)) return false;
    const auto fast = [&](const VectorXd& speeds) {
        return speeds.norm() > atRest * branchStep / later;
    };
    const auto driven = [&](const PoseSearch& at) {
        return fast(at.gapRates(VectorXd::Zero(u.size()))(group.rows));
    };
    const int own = scales.ofRow[static_cast<std::size_t>(group.rows.front())];
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i) {
        const TreeBody& body = model.tree.bodies[i];
        const int first = body.firstU, count = speedCount(body.joint);
        if (scales.ofBody[i] == own &&
            fast(u.segment(first, count).cwiseQuotient(scales.speed.segment(first, count))))
            return false;
    }
    const bool begins = std::ranges::any_of(
        model.motions, [t](const MotionElement& motion) { return motion.law.at(t).ddf != 0.0; });
    if (driven(pose) || (!begins && freedomsOf(model, pose, group) > 0)) return false;
    PoseSearch then = pose;
    then.setTime(t + later);
    return driven(then);
}

/// See `speedsOnBranch`.
Result<VectorXd> speedsThatGoOn(const Model& model, double t, const PoseSearch& pose,
                                const VectorXd& u, const std::vector<GivenStart>& starts,
                                double tolerance) {
    const Demands demands(pose);
    const VectorXd& unit = pose.scales().speed;
    const VectorXd x = u.cwiseQuotient(unit), rates = pose.gapRates(u);
    const VectorXd still = pose.gapRates(VectorXd::Zero(model.tree.nu));
    const double fastest = std::max(x.norm(), still.size() > 0 ? still.norm() : 0.0);
    if (fastest == 0.0 || !rates.allFinite()) return VectorXd();
    const MatrixXd N = demands.free();
    const int chosen = model.description.startBranch;
    VectorXd nearest = x;
    const bool near = demands.solve(N, fastest, nearest) && demands.goOn(nearest);
    if (chosen == 0 && near && (nearest - x).norm() <= tolerance * fastest)
        return VectorXd(unit.cwiseProduct(nearest));
    const GivenSpeeds given = givenSpeeds(model, t, pose, starts);
    const MatrixXd free = given.G.rows() > 0 && N.cols() > 0
                              ? MatrixXd(N * rightNullSpace(given.G * N, zeroValue))
                              : N;
    std::vector<VectorXd> ways = waysOn(demands, free, x, fastest);
    for (VectorXd& way : ways) way = unit.cwiseProduct(way);
    if (chosen > 0 && std::cmp_less_equal(chosen, ways.size()))
        return ways[static_cast<std::size_t>(chosen - 1)];
    if (chosen == 0 && ways.size() == 1) return ways.front();
    if (!ways.empty()) return undecided(model, ways, ways.size());
    return fail(error(
        Place::model("initial"),
        MOMENTREE_TEXT("start-speeds-singular",
                       "this pose is singular, and the mechanism cannot leave it with the given "
                       "speeds and motions. Give other speeds, or start in another pose. Possible "
                       "are:%1")(near ? listOf(model, {unit.cwiseProduct(nearest)})
                                      : std::string(" none near"))));
}

}  // namespace

std::vector<VectorXd> branchesAt(const PoseSearch& at, const Model& model, double t, int rank) {
    const MatrixXd A = at.equations().A;
    const double gap = at.gap();
    const Bounds bounds(gap);
    const MatrixXd N = rightNullSpace(A, bounds.zero), Y = leftNullSpace(A, bounds.zero);
    if (N.cols() == 0 || model.tree.nu - rank != 1) return {};
    std::vector<MatrixXd> forms = formsAt(at, model, t, N, Y);
    if (gap > roundedGap) forms = largestOf(forms, rank - rankOf(A, bounds.zero));
    RandomDirections random;
    std::vector<VectorXd> found;
    for (int k = 0; k < guessesPerDirection * static_cast<int>(N.cols()); ++k) {
        VectorXd a = random.next(N.cols());
        if (!solveForms(forms, a)) continue;
        VectorXd along = (N * a).normalized();
        Index largest = 0;
        along.cwiseAbs().maxCoeff(&largest);
        if (along[largest] < 0.0) along = -along;
        const bool known = std::ranges::any_of(found, [&](const VectorXd& other) {
            return std::min((along - other).norm(), (along + other).norm()) < same;
        });
        if (known) continue;
        PoseSearch pose(model, t, at.q());
        pose.move(bounds.step * along);
        const bool goesOn = pose.fit(0, bounds.zero) < bounds.closed &&
                            rankOf(pose.equations().A, bounds.zero) == rank;
        if (!goesOn) continue;
        found.push_back(at.scales().speed.cwiseProduct(along));
        if (found.size() > mostBranches) return {};
    }
    std::ranges::sort(found, [](const VectorXd& a, const VectorXd& b) {
        return std::ranges::lexicographical_compare(b, a);
    });
    return found;
}

Result<VectorXd> speedsOnBranch(const Model& model, double t, const PoseSearch& pose,
                                const ClosureRanks& ranks, const VectorXd& u,
                                const std::vector<GivenStart>& starts, double tolerance) {
    for (const ClosureGroup& group : ranks.groups)
        if (group.startRank < group.rank && leavesFromRest(model, pose, group, u))
            return fail(restsSingular(model));
    const int rank = ranks.rank();
    const bool driven = !pose.gapRates(VectorXd::Zero(model.tree.nu)).isZero(0.0);
    const std::vector<VectorXd> branches =
        driven ? std::vector<VectorXd>() : branchesAt(pose, model, t, rank);
    if (branches.empty()) return speedsThatGoOn(model, t, pose, u, starts, tolerance);
    const int chosen = model.description.startBranch;
    GivenSpeeds given = givenSpeeds(model, t, pose, starts);
    if (given.g.size() == 0) {  // those that given velocities of bodies lead to
        given.g = u.cwiseQuotient(pose.scales().speed);
        given.G = MatrixXd::Identity(given.g.size(), given.g.size());
    }
    std::vector<VectorXd> ways, fitting;
    for (std::size_t k = 0; k < branches.size(); ++k) {
        const BranchFit fit =
            fitTo(branches[k], given.G * branches[k].cwiseQuotient(pose.scales().speed), given.g);
        if (static_cast<int>(k) + 1 == chosen) return fit.u;
        if (fit.misfit < tolerance) fitting.push_back(fit.u);
        ways.push_back(fit.u);
    }
    if (chosen == 0 && fitting.size() == 1) return fitting.front();
    return undecided(model, ways, fitting.size());
}

int freedomsOf(const Model& model, const PoseSearch& pose, const ClosureGroup& group) {
    const MechanismScales& scales = pose.scales();
    const int own = scales.ofRow[static_cast<std::size_t>(group.rows.front())];
    int freedoms = -group.rank;
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i)
        if (scales.ofBody[i] == own) freedoms += speedCount(model.tree.bodies[i].joint);
    return freedoms;
}

bool closesBeside(const Model& model, const PoseSearch& pose, double later) {
    const PoseSearch start(model, pose.time() + later, pose.q(), pose.turns());
    const MatrixXd ways = rightNullSpace(start.equations().A, nearlyZero);
    // From a symmetric pose itself, Newton's method may find no way out.
    for (Index k = 0; k <= ways.cols(); ++k) {
        PoseSearch beside = start;
        if (k < ways.cols()) beside.move(branchStep * ways.col(k));
        if (beside.closeExactly(0)) return true;
    }
    return false;
}

}  // namespace momentree
