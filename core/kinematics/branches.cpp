// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/branches.hpp"

#include <algorithm>
#include <cmath>

#include "core/kinematics/random_directions.hpp"
#include "core/math/decompositions.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double zeroValue = 1e-6;   ///< singular values that vanish in the singular pose
constexpr double difference = 1e-5;  ///< for derivatives of the equations
constexpr int guessesPerDirection = 24;
constexpr int mostSteps = 60;
constexpr double solved = 1e-9;      ///< of the forms for a unit direction
constexpr double same = 0.05;        ///< distance of unit directions
constexpr double branchStep = 0.02;  ///< [rad, or times the size] to see whether a branch goes on
constexpr double closedGap = 1e-10;
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
            text += (text.empty() ? "" : ", ") + name + " " + numberText(u[body.firstU + k], 4);
        }
    return text;
}

/// The speeds along a branch that fit the given ones, and how well.
struct BranchFit {
    VectorXd u;
    double misfit = 0.0;  ///< relative to the given speeds
};
BranchFit fitTo(const VectorXd& branch, const VectorXd& wanted, const std::vector<char>& given) {
    double along = 0.0, square = 0.0, size = 0.0;
    for (Eigen::Index k = 0; k < branch.size(); ++k) {
        if (!given[static_cast<std::size_t>(k)]) continue;
        along += branch[k] * wanted[k];
        square += branch[k] * branch[k];
        size += wanted[k] * wanted[k];
    }
    BranchFit fit{square > 0.0 ? VectorXd(along / square * branch) : VectorXd(0.0 * branch), 0.0};
    for (Eigen::Index k = 0; k < branch.size(); ++k)
        if (given[static_cast<std::size_t>(k)])
            fit.misfit += (fit.u[k] - wanted[k]) * (fit.u[k] - wanted[k]);
    fit.misfit = size > 0.0 ? std::sqrt(fit.misfit / size) : 0.0;
    return fit;
}

}  // namespace

std::vector<VectorXd> branchesAt(const PoseSearch& at, const Model& model, double t, int rank) {
    const MatrixXd A = at.equations().A;
    const MatrixXd N = rightNullSpace(A, zeroValue), Y = leftNullSpace(A, zeroValue);
    if (N.cols() == 0 || model.tree.nu - rank != 1) return {};
    const std::vector<MatrixXd> forms = formsAt(at, model, t, N, Y);
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
        pose.move(branchStep * along);
        const bool goesOn =
            pose.fit(0, zeroValue) < closedGap && rankOf(pose.equations().A, zeroValue) == rank;
        if (!goesOn) continue;
        found.push_back(at.scales().speed.cwiseProduct(along));
        if (found.size() > mostBranches) return {};
    }
    std::ranges::sort(found, [](const VectorXd& a, const VectorXd& b) {
        return std::ranges::lexicographical_compare(b, a);
    });
    return found;
}

Result<VectorXd> speedsOnBranch(const Model& model, double t, const PoseSearch& pose, int rank,
                                const std::vector<GivenStart>& starts, const VectorXd& wanted,
                                double tolerance) {
    const std::vector<VectorXd> branches = branchesAt(pose, model, t, rank);
    if (branches.empty()) return VectorXd();
    const int chosen = model.description.startBranch;
    std::vector<char> given(static_cast<std::size_t>(model.tree.nu), 0);
    for (const GivenStart& start : starts) {
        if (start.tree < 0 || !start.hasU) continue;
        const TreeBody& body = model.tree.bodies[static_cast<std::size_t>(start.tree)];
        for (int k = 0; k < speedCount(body.joint); ++k)
            given[static_cast<std::size_t>(body.firstU + k)] = 1;
    }
    std::vector<VectorXd> fitting;
    std::string list;
    for (std::size_t k = 0; k < branches.size(); ++k) {
        const BranchFit fit = fitTo(branches[k], wanted, given);
        if (static_cast<int>(k) + 1 == chosen) return fit.u;
        if (fit.misfit < tolerance) fitting.push_back(fit.u);
        list += "\n  " + std::to_string(k + 1) + ": " + speedsText(model, fit.u);
    }
    if (chosen > 0)
        return fail(error(Place::model("initial"),
                          MOMENTREE_TEXT("branch-unknown",
                                         "there is no branch %1 in this singular pose; with these "
                                         "speeds there are:%2")(chosen, list)));
    if (fitting.size() == 1) return fitting.front();
    return fail(error(
        Place::model("initial"),
        MOMENTREE_TEXT("start-between-branches",
                       "this pose is singular, and the mechanism can leave it on %1 paths; the "
                       "given speeds fit %2 of them. Give speeds of more joints, or choose a path "
                       "by \"branch\" in 'initial':%3")(branches.size(), fitting.size(), list)));
}

}  // namespace momentree
