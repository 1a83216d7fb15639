// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/pose_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double longestMove = 0.3;  ///< of a joint in one step [rad, sizes]
constexpr double nearMove = 1e-3;    ///< of a joint, within which a closed pose is near for certain
/// Of a joint over the root of a gap, beyond which another pose is meant: where the loops respond
/// to it only by its square, next to a singular pose, it moves by about this root.
constexpr double farMove = 10.0;
constexpr double leastMove = 1e-13;  ///< that is not rounding
constexpr int mostNewtonSteps = 100;
constexpr int mostHalvings = 8;
constexpr int mostStuck = 10;  ///< steps in turn that hardly change the gap

double largestOf(const VectorXd& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

VectorXd limited(VectorXd x) {
    const double longest = largestOf(x);
    if (longest > longestMove) x *= longestMove / longest;
    return x;
}

/// The sine of a driven angle's error becomes the error itself.
void straighten(const Constraint& sine, const Law::Value& motion, const BodyKinematics<double>& a,
                const BodyKinematics<double>& b, ConstraintTerms<double>& terms) {
    Constraint cosine = sine;
    cosine.x_a = sine.x_a.cross(sine.n_a);
    ConstraintTerms<double> other;
    evaluate(cosine, motion, a, b, other);
    const double s = terms.Phi[0], c = other.Phi[0], square = s * s + c * c;
    if (!(square > 1e-6)) return;
    terms.Phi[0] = std::atan2(s, c);
    terms.J_a = (c * terms.J_a - s * other.J_a) / square;
    terms.J_b = (c * terms.J_b - s * other.J_b) / square;
}

/// Whether a tree has other displacements than a given joint, some of which motions prescribe:
/// those of a planar joint that it passes from B to A.
bool hasOtherCoordinates(const Model& model, const GivenStart& given) {
    const JointElement& joint = model.joints[static_cast<std::size_t>(given.joint)];
    return joint.type == "planar" &&
           joint.A.body == model.tree.bodies[static_cast<std::size_t>(given.tree)].body &&
           std::ranges::any_of(given.motion, [](int motion) { return motion >= 0; });
}

}  // namespace

double rankTolerance(double gap) { return std::max(1e-8, 10.0 * gap); }

RankCut cutOfMotions(const Model& model, bool exactly) {
    return {exactly ? 1e-6 : 10.0 * model.description.assemblyTolerance, 10.0};
}

double rankThresholdAt(const Model& model, double t, const VectorXd& q) {
    const double gap = PoseSearch(model, t, q).gapAround();
    return gap > roundedGap ? rankTolerance(gap) : rankThreshold;
}

struct PoseSearch::Problem {
    VectorXd gap;
    MatrixXd A;
    std::vector<int> fixed;  ///< columns of held coordinates
};

namespace {
constexpr double roundedRow = 1e-12;
}  // namespace

PoseSearch::PoseSearch(const Model& model, double t, VectorXd q)
    : model_(model),
      t_(t),
      given_(nullptr),
      q_(std::move(q)),
      bodies_(bodiesAt(q_)),
      turns_(model, t, q_, bodies_),
      scales_(mechanismScales(model, bodies_)) {}

PoseSearch::PoseSearch(const Model& model, double t, VectorXd q, CoupledAngles coupled,
                       const std::vector<GivenStart>* given)
    : model_(model),
      t_(t),
      given_(given),
      q_(std::move(q)),
      bodies_(bodiesAt(q_)),
      turns_(model, t, q_, bodies_, coupled),
      scales_(mechanismScales(model, bodies_)) {}

PoseSearch::PoseSearch(const Model& model, double t, VectorXd q, CoupledTurns turns)
    : model_(model),
      t_(t),
      given_(nullptr),
      q_(std::move(q)),
      bodies_(bodiesAt(q_)),
      turns_(std::move(turns)),
      scales_(mechanismScales(model, bodies_)) {
    turns_.follow(model, t, q_, bodies_);
}

std::vector<BodyKinematics<double>> PoseSearch::bodiesAt(const VectorXd& q) const {
    std::vector<BodyKinematics<double>> bodies(model_.bodies.size());
    const VectorXd rest = VectorXd::Zero(model_.tree.nu);
    bodiesFromJoints(model_, t_, q.data(), rest.data(), bodies);
    return bodies;
}

void PoseSearch::setPose(const VectorXd& q) {
    q_ = q;
    const VectorXd rest = VectorXd::Zero(model_.tree.nu);
    bodiesFromJoints(model_, t_, q_.data(), rest.data(), bodies_);
    turns_.follow(model_, t_, q_, bodies_);
}

void PoseSearch::setTime(double t) {
    t_ = t;
    setPose(VectorXd(q_));
}

void PoseSearch::move(const VectorXd& x) {
    VectorXd q = q_;
    moveAlong(model_, scales_.speed.cwiseProduct(x), q);
    setPose(q);
}

ConstraintTerms<double> PoseSearch::termsOf(const Constraint& c) const {
    const std::span<const BodyKinematics<double>> all(bodies_);
    const BodyKinematics<double>&a = at(all, c.bodyA), &b = at(all, c.bodyB);
    const Law::Value motion = motionOf(model_, c, t_, turns_.angles());
    ConstraintTerms<double> terms;
    evaluate(c, motion, a, b, terms);
    if (c.motion >= 0 && c.kind == Constraint::Kind::Angle) straighten(c, motion, a, b, terms);
    return terms;
}

LoopEquations PoseSearch::equations(bool ofVelocities) const {
    LoopEquations out{VectorXd::Zero(model_.tree.closureRows),
                      MatrixXd::Zero(model_.tree.closureRows, model_.tree.nu)};
    const std::span<const BodyKinematics<double>> all(bodies_);
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
        if (!ofVelocities && !c.isHolonomic()) continue;
        const Index first = c.closureRow;
        const ConstraintTerms<double> terms = termsOf(c);
        out.gap.segment(first, c.rows()) += terms.Phi;
        addVelocities(model_, q_, all, c.bodyA, terms.J_a, out.A.middleRows(first, c.rows()));
        addVelocities(model_, q_, all, c.bodyB, terms.J_b, out.A.middleRows(first, c.rows()));
    }
    turns_.subtractHeld(model_, out.gap);
    out.gap = out.gap.cwiseProduct(scales_.row).eval();
    out.A = scales_.row.asDiagonal() * out.A * scales_.speed.asDiagonal();
    // Rows that are zero but for rounding would count if all are, as of hinges on one axis.
    for (Index k = 0; k < out.A.rows(); ++k)
        if (out.A.row(k).norm() < roundedRow) out.A.row(k).setZero();
    return out;
}

VectorXd PoseSearch::gaps() const {
    VectorXd gaps = VectorXd::Zero(model_.tree.closureRows);
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
        gaps.segment(c.closureRow, c.rows()) += termsOf(c).Phi;
    }
    turns_.subtractHeld(model_, gaps);
    return gaps.cwiseProduct(scales_.row);
}

VectorXd PoseSearch::gapRates(const VectorXd& u) const {
    std::vector<BodyKinematics<double>> moving(model_.bodies.size());
    bodiesFromJoints(model_, t_, q_.data(), u.data(), moving);
    const std::span<const BodyKinematics<double>> all(moving);
    VectorXd rates = VectorXd::Zero(model_.tree.closureRows);
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
        const ConstraintTerms<double> terms = termsOf(c);
        rates.segment(c.closureRow, c.rows()) +=
            terms.J_a * at(all, c.bodyA).V() + terms.J_b * at(all, c.bodyB).V() + terms.Phi_t;
    }
    return rates.cwiseProduct(scales_.row);
}

LoopMotions& PoseSearch::motions() {
    if (!motions_) motions_ = std::make_shared<LoopMotions>(model_, *this);
    return *motions_;
}

std::vector<char> PoseSearch::heldSpeeds(Held held, bool GivenStart::*has) const {
    std::vector<char> speeds(static_cast<std::size_t>(model_.tree.nu), 0);
    for (std::size_t i = 0; i < held; ++i) {
        const GivenStart& given = (*given_)[i];
        if (!(given.*has)) continue;
        if (given.tree < 0 || hasOtherCoordinates(model_, given)) return {};
        const TreeBody& tree = model_.tree.bodies[static_cast<std::size_t>(given.tree)];
        for (int k = 0; k < speedCount(tree.joint); ++k)
            if (given.motion[static_cast<std::size_t>(k)] < 0)
                speeds[static_cast<std::size_t>(treeSpeed(model_, given, k))] = 1;
    }
    return speeds;
}

double PoseSearch::gap() const { return scales_.largestNorm(gaps()); }

double PoseSearch::change(const GivenStart& given) const {
    if (!given.hasQ) return 0.0;
    const JointElement& joint = model_.joints[static_cast<std::size_t>(given.joint)];
    const std::array<bool, 6> slides = translations(joint.kind);
    const VectorXd moved = changeOf(model_, given, bodies_);
    double largest = 0.0;
    for (Index k = 0; k < moved.size(); ++k) {
        const auto at = static_cast<std::size_t>(k);
        if (given.motion[at] >= 0) continue;
        const double unit = slides[at] ? scales_.sizeOf(model_, joint) : 1.0;
        largest = std::max(largest, std::abs(moved[k]) / unit);
    }
    return largest;
}

double PoseSearch::change(std::size_t count) const {
    double largest = 0.0;
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, change((*given_)[i]));
    return largest;
}

/// Appends the rows that hold a given joint.
void PoseSearch::addGiven(const GivenStart& given, Problem& rows) const {
    const JointElement& joint = model_.joints[static_cast<std::size_t>(given.joint)];
    const std::array<bool, 6> slides = translations(joint.kind);
    const VectorXd moved = changeOf(model_, given, bodies_);
    const MatrixXd J = speedsOf(model_, joint, q_, bodies_);
    for (Index k = 0; k < moved.size(); ++k) {
        const auto at = static_cast<std::size_t>(k);
        if (given.motion[at] >= 0) continue;
        const double unit = slides[at] ? scales_.sizeOf(model_, joint) : 1.0;
        const Index row = rows.gap.size();
        rows.gap.conservativeResize(row + 1);
        rows.A.conservativeResize(row + 1, Eigen::NoChange);
        rows.gap[row] = moved[k] / unit;
        rows.A.row(row) = J.row(k) * scales_.speed.asDiagonal() / unit;
    }
}

/// Held coordinates of the tree are columns left out; those of other joints are further rows.
PoseSearch::Problem PoseSearch::problem(Held held) const {
    LoopEquations loops = equations();
    Problem all{std::move(loops.gap), std::move(loops.A), {}};
    for (std::size_t i = 0; i < held; ++i) {
        const GivenStart& given = (*given_)[i];
        if (!given.hasQ) continue;
        if (given.tree < 0 || hasOtherCoordinates(model_, given)) {
            addGiven(given, all);
            continue;
        }
        const TreeBody& tree = model_.tree.bodies[static_cast<std::size_t>(given.tree)];
        for (int k = 0; k < speedCount(tree.joint); ++k)
            if (given.motion[static_cast<std::size_t>(k)] < 0)
                all.fixed.push_back(treeSpeed(model_, given, k));
    }
    for (const int column : all.fixed) all.A.col(column).setZero();
    return all;
}

/// Newton's method with limited steps, since joints rotate. It may pass poses with larger gaps.
bool PoseSearch::newton(Held held, RankCut cut) {
    double last = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= mostNewtonSteps && !stopped(); ++k) {
        Problem now = problem(held);
        const double gap = now.gap.norm();
        if (!std::isfinite(gap)) return false;
        if (gap <= exactGap) return true;
        if (gap <= roundedGap && gap > 0.5 * last) return true;
        if (k == mostNewtonSteps || model_.tree.nu == 0) break;
        last = gap;
        move(limited(leastSquares(std::move(now.A), -now.gap, cut.at(gap))));
        ++iterations_;
    }
    return false;
}

/// Gauss and Newton's method in steps that reduce the gap; ends where none does.
double PoseSearch::descend(Held held, double threshold) {
    Problem now = problem(held);
    double gap = now.gap.norm();
    for (int k = 0; k < mostNewtonSteps && gap > 0.0 && !stopped(); ++k) {
        // Entries are of the order 1 except where all are the gap of rounded hinges on one axis.
        if (model_.tree.nu == 0 || !(now.A.norm() > threshold)) break;
        const VectorXd from = q_;
        VectorXd x = limited(leastSquares(std::move(now.A), -now.gap, threshold));
        if (!(largestOf(x) > leastMove)) break;
        ++iterations_;
        const double before = gap;
        for (int half = 0; half < mostHalvings; ++half, x *= 0.5) {
            setPose(from);
            move(x);
            now = problem(held);
            gap = now.gap.norm();
            if (gap < before) break;
        }
        if (!(gap < before)) {
            setPose(from);
            break;
        }
        if (gap > (1.0 - 1e-6) * before && gap > exactGap) break;  // the least gap
    }
    return this->gap();
}

/// Newton's method for many loops. Returns the gap at which it ends.
double PoseSearch::newtonAlongTree(Held held) {
    const std::vector<char> fixed = heldSpeeds(held, &GivenStart::hasQ);
    double last = std::numeric_limits<double>::infinity();
    int stuck = 0;
    for (int k = 0; k <= mostNewtonSteps && !fixed.empty() && !stopped(); ++k) {
        const VectorXd gaps = this->gaps();
        const double gap = gaps.norm();
        if (!std::isfinite(gap)) break;
        stuck = gap > 0.9 * last ? stuck + 1 : 0;
        if (gap <= exactGap || stuck == mostStuck || (gap <= roundedGap && gap > 0.5 * last))
            return this->gap();
        last = gap;
        motions().factorise(*this, fixed);
        move(limited(motions().solve(-gaps).cwiseQuotient(scales_.speed)));
        ++iterations_;
    }
    return std::numeric_limits<double>::infinity();
}

bool PoseSearch::closeExactly(Held held) { return closeExactly(held, RankCut{rankThreshold}); }

bool PoseSearch::closeExactly(Held held, RankCut cut) {
    const VectorXd guess = q_;
    if (LoopMotions::needed(model_)) {
        if (newtonAlongTree(held) <= roundedGap) return true;
        setPose(guess);
    }
    if (newton(held, cut)) return true;
    if (stopped()) return false;
    setPose(guess);
    descend(held, cut.least);
    return newton(held, cut);
}

double PoseSearch::fit(Held held, double cut) {
    const VectorXd guess = q_;
    if (LoopMotions::needed(model_)) {
        if (const double gap = newtonAlongTree(held); gap <= 0.1 * cut) return gap;
        setPose(guess);
    }
    return descend(held, cut);
}

double PoseSearch::distanceFrom(const VectorXd& q) const {
    VectorXd change = (q_ - q).cwiseAbs();
    for (const TreeBody& tree : model_.tree.bodies)
        for (int k = 0; k < speedCount(tree.joint); ++k)
            change[tree.firstQ + k] /= scales_.speed[tree.firstU + k];
    return largestOf(change);
}

bool PoseSearch::fitsBeside(const VectorXd& closed) const {
    const double gap = this->gap();
    return gap > roundedGap && gap <= widestGap && distanceFrom(closed) > farMove * std::sqrt(gap);
}

bool PoseSearch::closeNear(Held held, double tolerance) {
    const VectorXd guess = q_;
    if (LoopMotions::needed(model_)) {
        if (newtonAlongTree(held) <= tolerance) return true;
        setPose(guess);
    }
    const bool exact = closeExactly(held);
    if (stopped()) return false;
    if (exact && distanceFrom(guess) <= nearMove) return true;
    const VectorXd closed = q_;
    setPose(guess);
    const double gap = fit(held, 10.0 * tolerance);
    if (!exact || fitsBeside(closed)) return gap <= tolerance;
    setPose(closed);
    return true;
}

bool PoseSearch::closeAgain(bool exactly) {
    const RankCut cut = cutOfMotions(model_, exactly);
    return exactly ? closeExactly(0, cut)
                   : fit(0, cut.least) <= model_.description.assemblyTolerance;
}

bool PoseSearch::closeNearGiven(Held held, Held most) {
    for (int k = 0; k < mostNewtonSteps && !stopped(); ++k) {
        const Problem now = problem(held);
        if (!now.gap.allFinite() || model_.tree.nu == 0) return false;
        VectorXd x = leastSquares(now.A, -now.gap, rankThreshold);
        MatrixXd N = rightNullSpace(now.A, rankThreshold);
        Problem wanted{VectorXd(0), MatrixXd(0, model_.tree.nu), {}};
        for (std::size_t i = held; i < most; ++i)
            if ((*given_)[i].hasQ) addGiven((*given_)[i], wanted);
        for (const int column : now.fixed) N.row(column).setZero();
        const MatrixXd open = wanted.A * N;
        if (open.norm() > 1e-6)
            x += N * leastSquares(open, -wanted.gap - wanted.A * x, 1e-6 / open.norm());
        if (now.gap.norm() <= exactGap && largestOf(x) < 1e-9) return true;
        move(limited(std::move(x)));
        ++iterations_;
    }
    return newton(held, RankCut{rankThreshold});
}

std::vector<RankBlock> rankBlocks(const MatrixXd& A, const std::vector<int>& rows,
                                  const VectorXd& gaps) {
    const auto blockOf = [&](const std::vector<int>& some) {
        const double gap = VectorXd(gaps(some)).norm();
        return RankBlock{some, rankTolerance(gap < widestGap ? gap : 0.0)};
    };
    if (!(VectorXd(gaps(rows)).norm() > roundedGap)) return {blockOf(rows)};
    const auto shared = [&](int a, int b) {
        return ((A.row(a).array().abs() > roundedRow) && (A.row(b).array().abs() > roundedRow))
            .any();
    };
    std::vector<std::vector<int>> blocks;
    for (const int row : rows) {
        std::vector<int> joined{row};
        std::erase_if(blocks, [&](const std::vector<int>& block) {
            if (std::ranges::none_of(block, [&](int other) { return shared(row, other); }))
                return false;
            joined.insert(joined.end(), block.begin(), block.end());
            return true;
        });
        blocks.push_back(std::move(joined));
    }
    std::vector<RankBlock> out;
    for (std::vector<int>& block : blocks) {
        std::ranges::sort(block);
        out.push_back(blockOf(block));
    }
    return out;
}

MatrixXd jacobianWithoutRounding(const PoseSearch& pose) {
    MatrixXd A = pose.velocityEquations().A;
    const VectorXd gaps = pose.gapsAround();
    const MechanismScales& scales = pose.scales();
    for (int mechanism = 0; mechanism < std::ssize(scales.size); ++mechanism) {
        std::vector<int> rows;
        for (int row = 0; row < A.rows(); ++row)
            if (scales.ofRow[static_cast<std::size_t>(row)] == mechanism) rows.push_back(row);
        if (!(VectorXd(gaps(rows)).norm() > roundedGap)) continue;
        for (const RankBlock& block : rankBlocks(A, rows, gaps)) {
            const MatrixXd own = A(block.rows, Eigen::all);
            if (own.norm() <= block.tolerance) {  // hinges on one axis, apart from rounding
                A(block.rows, Eigen::all).setZero();
                continue;
            }
            const MatrixXd N = rightNullSpace(own, block.tolerance);
            const MatrixXd dropped = own * N * N.transpose();
            for (Index k = 0; k < A.cols(); ++k)  // columns of other loops stay zero
                if (!own.col(k).isZero(0.0)) A(block.rows, k) -= dropped.col(k);
        }
    }
    return A;
}

}  // namespace momentree
