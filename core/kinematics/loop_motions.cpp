// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/loop_motions.hpp"

#include <algorithm>
#include <cmath>

#include "core/kinematics/redundancy.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// Up to so many joint speeds, matrices take at most some tenths of a second.
constexpr int mostDenseSpeeds = 60;
constexpr double voidPart = 1e-10;   ///< of a wrench, which moves nothing
constexpr double leastPivot = 1e-8;  ///< of independent rows, for closed loops
constexpr double gapsSquared = 1e3;  ///< pivots of dependent rows grow with the square of gaps
constexpr double mostPivot = 1e-3;   ///< of dependent rows
constexpr double farPart = 1e-9;     ///< of a response, from which farther links are left out
constexpr int farLinks = 8;          ///< in turn
constexpr double pointInertia = 1e-12;

std::size_t position(int i) { return static_cast<std::size_t>(i); }

/// In place, of a positive definite matrix.
void invert(double (&A)[6][6], int n) {
    for (int k = 0; k < n; ++k) {
        const double pivot = 1.0 / A[k][k];
        A[k][k] = 1.0;
        for (int j = 0; j < n; ++j) A[k][j] *= pivot;
        for (int i = 0; i < n; ++i) {
            if (i == k) continue;
            const double factor = A[i][k];
            A[i][k] = 0.0;
            for (int j = 0; j < n; ++j) A[i][j] -= factor * A[k][j];
        }
    }
}

double square(const V3<double>& x) { return dot(x, x); }

}  // namespace

bool LoopMotions::possible(const Model& model) {
    return model.tree.closureRows > 0 && std::ranges::none_of(model.tree.closures, [&](int k) {
               const Constraint& c = model.constraints[position(k)];
               return c.coupling >= 0 || !c.isHolonomic();
           });
}

bool LoopMotions::needed(const Model& model) {
    return model.tree.nu > mostDenseSpeeds && possible(model);
}

LoopMotions::LoopMotions(const Model& model, const PoseSearch& pose, bool alongAxes)
    : model_(model),
      alongAxes_(alongAxes),
      length_(std::max(radiusOfGyration(model), 1e-12)),
      links_(model.tree.bodies.size()),
      stiff_(links_.size()),
      body_(links_.size()),
      M_(links_.size()),
      rows_(position(model.tree.closureRows)),
      D_(links_.size()),
      isVoid_(rows_.size(), 1),
      compliance_(VectorXd::Zero(model.tree.closureRows)),
      numberOf_(rows_.size(), -1) {
    const double gap = pose.gap();
    const double limit = gap > roundedGap && gap < widestGap ? rankTolerance(gap) : voidPart;
    const auto see = [&](const PoseSearch& at) {
        place(at);
        eliminate({}, false);
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            bool moves = false;
            const double found = response(rows_[k], limit, moves);
            if (moves) isVoid_[k] = 0;
            double& largest = compliance_[static_cast<Index>(k)];
            largest = std::max(largest, found);
        }
    };
    atLoosePoses(pose, see);
    see(pose);
    std::vector<LoopElimination<double>::Row> active;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        if (isVoid_[k]) continue;
        numberOf_[k] = static_cast<int>(active.size());
        active.push_back({static_cast<int>(k),
                          {rows_[k].link[0], rows_[k].link[1]},
                          1.0 / std::sqrt(compliance_[static_cast<Index>(k)])});
    }
    loops_.hold(model.tree, std::move(active), length_);
}

void LoopMotions::place(const PoseSearch& pose) {
    const std::span<const BodyKinematics<double>> bodies = pose.bodies();
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const TreeBody& tree = model_.tree.bodies[i];
        const BodyKinematics<double>& body = bodies[position(tree.body)];
        const Matrix3d R = body.R * tree.toBody.R.transpose();
        const Vector3d s = R * tree.c, O = body.r - s;
        Link& link = links_[i];
        link.O = V3<double>::of(O);
        link.arm = tree.parent == ground ? link.O : link.O - links_[position(tree.parent)].O;
        std::visit(
            [&](auto joint) {
                constexpr int nu = decltype(joint)::nu;
                link.speeds = nu;
                if constexpr (nu > 0) {
                    const Mat6N<double, nu> H =
                        rotate(R, joint.template E<double>(pose.q().data() + tree.firstQ));
                    for (int k = 0; k < nu; ++k) link.h[k] = V6<double>::of(H.col(k));
                }
            },
            tree.joint);
        body_[i] =
            bodyInertia(tree.mass, V3<double>::of(s), M3<double>::of(R * tree.J_C * R.transpose()));
        if (tree.J_C.isZero(0.0))
            body_[i].C += M3<double>::diagonal(pointInertia * tree.mass * length_ * length_);
    }
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[position(k)];
        ConstraintTerms<double> terms = pose.termsOf(c);
        if (alongAxes_ && c.kind == Constraint::Kind::Point) {
            const Matrix3d axes = alongMarker(model_, c, bodies);
            terms.J_a = (axes * terms.J_a).eval();
            terms.J_b = (axes * terms.J_b).eval();
        }
        for (int r = 0; r < c.rows(); ++r) {
            Row& row = rows_[position(c.closureRow + r)];
            const auto put = [&](int end, int body, const auto& J) {
                if (body == ground) return;
                const int link = model_.tree.ofBody[position(body)];
                const V3<double> arm =
                    V3<double>::of(bodies[position(body)].r) - links_[position(link)].O;
                const Vec6<double> wrench =
                    pose.scales().row[c.closureRow + r] * J.row(r).transpose();
                row.link[end] = link;
                row.wrench[end] = shiftWrench(arm, V6<double>::of(wrench));
            };
            put(0, c.bodyA, terms.J_a);
            put(1, c.bodyB, terms.J_b);
        }
    }
}

/// The inward sweep of THEORY 4 over inertias.
void LoopMotions::eliminate(const std::vector<char>& locked, bool withLoops) {
    std::ranges::copy(body_, M_.begin());
    std::vector<Link>& links = withLoops ? stiff_ : links_;
    if (withLoops) std::ranges::copy(links_, stiff_.begin());
    for (std::size_t i = links.size(); i-- > 0;) {
        const TreeBody& tree = model_.tree.bodies[i];
        const int number = static_cast<int>(i);
        Link& link = links[i];
        Inertia<double>& M = M_[i];
        if (withLoops) loops_.close(number, [&](const V6<double>& y) { M.addSquare(y); });
        link.freedoms = 0;
        for (int k = 0; k < link.speeds; ++k)
            if (locked.empty() || !locked[position(tree.firstU + k)])
                link.free[link.freedoms++] = k;
        const int n = link.freedoms;
        V6<double> MH[6];
        for (int k = 0; k < n; ++k) MH[k] = M * link.h[link.free[k]];
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) link.inverse[j][k] = dot(link.h[link.free[j]], MH[k]);
        invert(link.inverse, n);
        for (int j = 0; j < n; ++j) {
            link.Y[j] = V6<double>::zero();
            for (int k = 0; k < n; ++k) link.Y[j] += link.inverse[k][j] * MH[k];
        }
        for (int j = 0; j < n; ++j) {
            M.A.subtractOuter(link.Y[j].l, MH[j].l);
            M.B.subtractOuter(link.Y[j].l, MH[j].a);
            M.C.subtractOuter(link.Y[j].a, MH[j].a);
        }
        if (withLoops) {
            const auto freedoms = loops_.freedoms(number, n);
            for (int j = 0; j < n; ++j) {
                V6<double> z = V6<double>::zero();
                for (int k = 0; k < n; ++k) z += link.inverse[k][j] * link.h[link.free[k]];
                freedoms[position(j)] = {link.h[link.free[j]], z, link.Y[j]};
            }
            loops_.arm(number) = link.arm;
            loops_.pass(number);
        }
        if (tree.parent != ground) M_[position(tree.parent)].addShifted(link.arm, M);
    }
}

/// Diagonal of J M^-1 J^T of a row without loops, from its ends inward. It ends where links
/// respond no more.
double LoopMotions::response(const Row& row, double limit, bool& moves) const {
    const auto size = [this](const V6<double>& G) {
        return length_ * length_ * square(G.l) + square(G.a);
    };
    int i = row.link[0], other = row.link[1], quiet = 0;
    V6<double> G = row.wrench[0], rest = row.wrench[1];
    const double unit = std::max(i == ground ? 0.0 : size(G), other == ground ? 0.0 : size(rest));
    double sum = 0.0;
    while (i != ground || other != ground) {
        if (i < other) std::swap(i, other), std::swap(G, rest);
        if (i == other) G += rest, other = ground;
        const Link& link = links_[position(i)];
        double e[6], step = 0.0;
        const double reach = std::max(unit, size(G));
        for (int k = 0; k < link.freedoms; ++k) {
            const V6<double>& h = link.h[link.free[k]];
            e[k] = dot(h, G);
            const double longest = square(h.l) / (length_ * length_) + square(h.a);
            moves = moves || e[k] * e[k] > limit * limit * longest * reach;
        }
        for (int j = 0; j < link.freedoms; ++j) {
            for (int k = 0; k < link.freedoms; ++k) step += e[j] * link.inverse[j][k] * e[k];
            G -= e[j] * link.Y[j];
        }
        sum += step;
        quiet = moves && step < farPart * sum ? quiet + 1 : 0;
        if (quiet == farLinks && other == ground) break;
        G = shiftWrench(link.arm, G);
        i = model_.tree.bodies[position(i)].parent;
    }
    return sum;
}

void LoopMotions::factorise(const PoseSearch& pose, const std::vector<char>& locked, double gap) {
    place(pose);
    eliminate(locked, false);
    const double open = gap * pose.scales().largest() / length_;
    loops_.count(std::clamp(gapsSquared * open * open, leastPivot, mostPivot));
    loops_.begin();
    for (std::size_t k = 0; k < rows_.size(); ++k)
        for (int end = 0; end < 2; ++end)
            if (numberOf_[k] >= 0 && rows_[k].link[end] != ground)
                loops_.setWrench(numberOf_[k], end, rows_[k].wrench[end]);
    eliminate(locked, true);
}

VectorXd LoopMotions::along(const VectorXd& u) {
    VectorXd rates(static_cast<Index>(rows_.size()));
    std::vector<V6<double>>& V = D_;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const TreeBody& tree = model_.tree.bodies[i];
        V[i] = tree.parent == ground ? V6<double>::zero()
                                     : shiftVelocity(links_[i].arm, V[position(tree.parent)]);
        for (int k = 0; k < links_[i].speeds; ++k) V[i] += u[tree.firstU + k] * links_[i].h[k];
    }
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        double sum = 0.0;
        for (int end = 0; end < 2; ++end)
            if (const int link = rows_[k].link[end]; link != ground)
                sum += dot(rows_[k].wrench[end], V[position(link)]);
        rates[static_cast<Index>(k)] = sum;
    }
    return rates;
}

/// M^-1 J^T sigma: an inward and an outward sweep over the tree without loops.
VectorXd LoopMotions::speeds(const VectorXd& sigma) {
    VectorXd u = VectorXd::Zero(model_.tree.nu);
    std::ranges::fill(D_, V6<double>::zero());
    for (std::size_t k = 0; k < rows_.size(); ++k)
        for (int end = 0; end < 2; ++end)
            if (const int link = rows_[k].link[end]; link != ground)
                D_[position(link)] += sigma[static_cast<Index>(k)] * rows_[k].wrench[end];
    const auto index = [this](std::size_t i, int k) {
        return model_.tree.bodies[i].firstU + links_[i].free[k];
    };
    for (std::size_t i = links_.size(); i-- > 0;) {
        const Link& link = links_[i];
        V6<double> D = D_[i];
        for (int k = 0; k < link.freedoms; ++k) u[index(i, k)] = dot(link.h[link.free[k]], D_[i]);
        for (int k = 0; k < link.freedoms; ++k) D -= u[index(i, k)] * link.Y[k];
        if (const int parent = model_.tree.bodies[i].parent; parent != ground)
            D_[position(parent)] += shiftWrench(link.arm, D);
    }
    std::vector<V6<double>>& V = D_;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const Link& link = links_[i];
        const int parent = model_.tree.bodies[i].parent;
        V6<double> carried =
            parent == ground ? V6<double>::zero() : shiftVelocity(link.arm, V[position(parent)]);
        double own[6];
        for (int j = 0; j < link.freedoms; ++j) {
            own[j] = -dot(link.Y[j], carried);
            for (int k = 0; k < link.freedoms; ++k) own[j] += link.inverse[j][k] * u[index(i, k)];
        }
        for (int k = 0; k < link.freedoms; ++k) {
            u[index(i, k)] = own[k];
            carried += own[k] * link.h[link.free[k]];
        }
        V[i] = carried;
    }
    return u;
}

VectorXd LoopMotions::solve(const VectorXd& gap) {
    VectorXd u = VectorXd::Zero(model_.tree.nu), rest = gap;
    for (int pass = 0; pass < 2; ++pass) {  // repeated once against rounding
        loops_.solve(rest);
        for (Index k = 0; k < rest.size(); ++k)
            if (numberOf_[static_cast<std::size_t>(k)] < 0) rest[k] = 0.0;
        u += speeds(rest);
        rest = gap - along(u);
    }
    return u;
}

}  // namespace momentree
