// SPDX-License-Identifier: Apache-2.0
// Definitions for constrained_motion.hpp, included where they are instantiated.
#pragma once

#include "core/dynamics/constrained_motion.hpp"

namespace momentree {

template <typename S>
ConstrainedMotion<S>::ConstrainedMotion(const Model& model)
    : model_(model),
      nodes_(model.tree.bodies.size()),
      M_(nodes_.size()),
      responses_(nodes_.size()) {}

template <typename S>
void ConstrainedMotion<S>::hold(const ClosureStructure& structure) {
    closure_.hold(model_, structure);
    if (!closure_.loops().empty()) stiff_ = M_;
    std::vector<ClosureRow> all;
    for (const int k : model_.tree.closures)
        for (int row = 0; row < model_.constraints[static_cast<std::size_t>(k)].ownRows(); ++row)
            all.push_back({k, row});
    closureRows_.clear();
    for (const int row : closure_.active())
        closureRows_.push_back(all[static_cast<std::size_t>(row)]);
    const auto count = static_cast<Eigen::Index>(closureRows_.size());
    schur_.setZero(closure_.size(), closure_.size());
    closureSigma_.setZero(count);
}

template <typename S>
void ConstrainedMotion<S>::gatherRows(std::span<const ConstraintTerms<S>> terms) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const TreeBody& tree = model_.tree.bodies[i];
        Node& node = nodes_[i];
        int rows = 0;
        for (const int c : tree.constraints)
            rows += model_.constraints[static_cast<std::size_t>(c)].rows();
        node.J.resize(rows, 6);
        node.G.resize(rows, 6);
        int row = 0;
        for (const int c : tree.constraints) {
            const Constraint& constraint = model_.constraints[static_cast<std::size_t>(c)];
            const ConstraintTerms<S>& term = terms[static_cast<std::size_t>(c)];
            const bool outboardIsB = constraint.bodyB == tree.body;
            node.J.middleRows(row, constraint.rows()) = outboardIsB ? term.J_b : term.J_a;
            node.G.middleRows(row, constraint.rows()) = outboardIsB ? term.J_a : term.J_b;
            row += constraint.rows();
        }
    }
}

template <typename S>
void ConstrainedMotion<S>::factorise(std::span<const BodyKinematics<S>> bodies,
                                     std::span<const ConstraintTerms<S>> terms) {
    factoriseTree(bodies, terms);
    assembleClosure(bodies);
}

template <typename S>
void ConstrainedMotion<S>::factoriseTree(std::span<const BodyKinematics<S>> bodies,
                                         std::span<const ConstraintTerms<S>> terms) {
    terms_ = terms;
    gatherRows(terms);
    for (Mat6<S>& M : M_) M.setZero();
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        M_[i] += inertiaOf(i, bodies);
        eliminate(i, nodes_[i], M_);
    }
}

template <typename S>
Mat6<S> ConstrainedMotion<S>::inertiaOf(std::size_t i,
                                        std::span<const BodyKinematics<S>> bodies) const {
    const auto at = static_cast<std::size_t>(model_.tree.bodies[i].body);
    const Body& body = model_.bodies[at];
    const Mat3<S>& R = bodies[at].R;
    Mat6<S> M = Mat6<S>::Zero();
    M.template topLeftCorner<3, 3>().diagonal().array() += static_cast<S>(body.mass);
    M.template bottomRightCorner<3, 3>() += R * body.J_C.template cast<S>() * R.transpose();
    return M;
}

template <typename S>
void ConstrainedMotion<S>::eliminate(std::size_t i, Node& node, std::vector<Mat6<S>>& M) const {
    node.factor.compute(M[i]);
    if (node.J.rows() == 0) return;
    const auto MJ = node.factor.solve(Mat6X<S>(node.J.transpose()));
    node.jointFactor.compute(Block(node.J * MJ));
    const int parent = model_.tree.bodies[i].parent;
    if (parent == ground) return;
    const Rows SG = node.jointFactor.solve(node.G);
    M[static_cast<std::size_t>(parent)].noalias() += node.G.transpose() * SG;
}

/// Rows of J, made orthonormal: J = L Q with the first rows of Q. The others complete a basis,
/// whose vectors are the freedoms that J leaves.
template <typename S>
struct RowBasis {
    explicit RowBasis(const Eigen::Matrix<S, Eigen::Dynamic, 6, Eigen::RowMajor, 6, 6>& J)
        : rows(static_cast<int>(J.rows())) {
        for (int i = 0; i < rows; ++i) {
            for (int k = 0; k < i; ++k) L(i, k) = S(0);
            append(i, J.row(i).transpose());
        }
        for (int i = rows; i < 6; ++i) {
            // The unit vector that is farthest from the span of those before.
            const auto covered = Q.topRows(i).colwise().squaredNorm();
            int best = 0;
            for (int k = 1; k < 6; ++k)
                if (covered[k] < covered[best]) best = k;
            append(i, Vec6<S>::Unit(best));
        }
    }

    int rows;
    Mat6<S> Q, L;

private:
    void append(int i, Vec6<S> v) {
        using std::sqrt;
        for (int pass = 0; pass < 2; ++pass)
            for (int k = 0; k < i; ++k) {
                const S along = Q.row(k).dot(v);
                v -= along * Q.row(k).transpose();
                if (i < rows) L(i, k) += along;
            }
        L(i, i) = sqrt(v.squaredNorm());
        Q.row(i) = v / L(i, i);
    }
};

/// response = H (H^T M H)^-1 H^T and carried = -G^T L^-T Q (1 - M response) with J = L Q and the
/// freedoms H that J leaves. The same by M^-1 - M^-1 J^T (J M^-1 J^T)^-1 J M^-1 would be a small
/// difference of large numbers for a light body that is joined to a heavy one: in directions that J
/// locks, its rounding passes for a freedom.
template <typename S>
void ConstrainedMotion<S>::evaluateResponse(std::size_t i, const Node& node, const Mat6<S>& M,
                                            Response& response) const {
    const RowBasis<S> basis(node.J);
    const int r = basis.rows, nu = 6 - r;
    const Rows H = basis.Q.bottomRows(nu);
    SmallCholesky<S> inertia;
    inertia.compute(Block(H * M * H.transpose()));
    response.own.noalias() = H.transpose() * inertia.solve(H);
    response.carried.setZero();
    if (model_.tree.bodies[i].parent == ground) return;
    const Mat6<S> locked = Mat6<S>::Identity() - M * response.own;
    Rows multipliers = basis.Q.topRows(r) * locked;
    for (int j = r; j-- > 0;) {
        for (int k = j + 1; k < r; ++k) multipliers.row(j) -= basis.L(k, j) * multipliers.row(k);
        multipliers.row(j) /= basis.L(j, j);
    }
    response.carried.noalias() -= node.G.transpose() * multipliers;
}

template <typename S>
void ConstrainedMotion<S>::evaluateResponses() {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        evaluateResponse(i, nodes_[i], M_[i], responses_[i]);
}

/// The sweep of `factoriseTree` once more, with the loops closed on the way (THEORY 3.10). All six
/// motions of a body serve as the freedoms of its joint.
template <typename S>
void ConstrainedMotion<S>::eliminateLoops(std::span<const BodyKinematics<S>> bodies) {
    LoopElimination<S>& loops = closure_.loops();
    loops.begin();
    for (std::size_t k = 0; k < loops.rows().size(); ++k) {
        const ClosureRow& row = closureRows_[static_cast<std::size_t>(loops.rows()[k].index)];
        const ConstraintTerms<S>& term = terms_[static_cast<std::size_t>(row.constraint)];
        const int number = static_cast<int>(k);
        loops.setWrench(number, 0, V6<S>::of(Vec6<S>(term.J_a.row(row.row).transpose())));
        loops.setWrench(number, 1, V6<S>::of(Vec6<S>(term.J_b.row(row.row).transpose())));
    }
    for (std::size_t i = 0; i < stiff_.size(); ++i) stiff_[i] = inertiaOf(i, bodies);
    Node node;
    Response response;
    for (std::size_t i = stiff_.size(); i-- > 0;) {
        const int link = static_cast<int>(i);
        loops.close(link, [&](const V6<S>& stiffness) {
            const Vec6<S> y = stiffness.eigen();
            stiff_[i].noalias() += y * y.transpose();
        });
        node.J = nodes_[i].J;
        node.G = nodes_[i].G;
        eliminate(i, node, stiff_);
        evaluateResponse(i, node, stiff_[i], response);
        const auto freedoms = loops.freedoms(link, 6);
        const Mat6<S> kept = Mat6<S>::Identity() - response.carried;
        for (int j = 0; j < 6; ++j)
            freedoms[static_cast<std::size_t>(j)] = {V6<S>::of(Vec6<S>(Vec6<S>::Unit(j))),
                                                     V6<S>::of(Vec6<S>(response.own.col(j))),
                                                     V6<S>::of(Vec6<S>(kept.col(j)))};
        loops.pass(link);
    }
}

/// Applies a wrench to a body for `respond`; it acts on all bodies that carry it.
template <typename S>
void ConstrainedMotion<S>::push(int body, const Vec6<S>& wrench) {
    if (body == ground) return;
    addWrench(body, wrench);
    const int at = model_.tree.ofBody[static_cast<std::size_t>(body)];
    nodes_[static_cast<std::size_t>(at)].pushed = true;
}

/// Accelerations of all bodies under the applied wrenches, with the tree's joints in place and at
/// rest. The inward sweep skips bodies without a wrench.
template <typename S>
void ConstrainedMotion<S>::respond() {
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        Node& node = nodes_[i];
        const int parent = model_.tree.bodies[i].parent;
        if (!node.pushed || parent == ground) continue;
        nodes_[static_cast<std::size_t>(parent)].b.noalias() += responses_[i].carried * node.b;
        nodes_[static_cast<std::size_t>(parent)].pushed = true;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        Node& node = nodes_[i];
        const int parent = model_.tree.bodies[i].parent;
        node.a.setZero();
        if (node.pushed) node.a.noalias() += responses_[i].own * node.b;
        if (parent != ground)
            node.a.noalias() +=
                responses_[i].carried.transpose() * nodes_[static_cast<std::size_t>(parent)].a;
        node.pushed = false;
        node.b.setZero();
    }
}

/// Accelerations of all bodies under a unit multiplier of one row.
template <typename S>
void ConstrainedMotion<S>::respondTo(const ClosureRow& unit) {
    forEachTerm(model_, unit.constraint, [&](int k) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
        const ConstraintTerms<S>& term = terms_[static_cast<std::size_t>(k)];
        push(c.bodyA, term.J_a.row(unit.row).transpose());
        push(c.bodyB, term.J_b.row(unit.row).transpose());
    });
    respond();
}

/// J a of one row.
template <typename S>
S ConstrainedMotion<S>::along(const ClosureRow& row) const {
    S sum(0);
    forEachTerm(model_, row.constraint, [&](int k) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
        const ConstraintTerms<S>& term = terms_[static_cast<std::size_t>(k)];
        if (c.bodyA != ground) sum += term.J_a.row(row.row).dot(acceleration(c.bodyA));
        if (c.bodyB != ground) sum += term.J_b.row(row.row).dot(acceleration(c.bodyB));
    });
    return sum;
}

/// One response per row: column k of J M^-1 J^T with the tree's joints in place.
template <typename S>
void ConstrainedMotion<S>::assembleClosure(std::span<const BodyKinematics<S>> bodies) {
    if (closureRows_.empty()) return;
    if (!closure_.loops().empty()) eliminateLoops(bodies);
    if (closure_.size() == 0) return;
    evaluateResponses();
    for (Node& node : nodes_) node.b.setZero();
    for (std::size_t k = 0; k < closureRows_.size(); ++k) {
        if (!closure_.solved(static_cast<int>(k))) continue;
        respondTo(closureRows_[k]);
        for (std::size_t m = k; m < closureRows_.size(); ++m)
            schur_(static_cast<Eigen::Index>(m), static_cast<Eigen::Index>(k)) =
                along(closureRows_[m]);
    }
    closure_.factorise(schur_);
}

template <typename S>
typename ConstrainedMotion<S>::VectorX ConstrainedMotion<S>::closureCompliance(
    std::span<const BodyKinematics<S>> bodies, std::span<const ConstraintTerms<S>> terms) {
    factoriseTree(bodies, terms);
    evaluateResponses();
    for (Node& node : nodes_) node.b.setZero();
    VectorX diagonal(model_.tree.closureRows);
    Eigen::Index at = 0;
    for (const int k : model_.tree.closures)
        for (int row = 0; row < model_.constraints[static_cast<std::size_t>(k)].ownRows(); ++row) {
            respondTo({k, row});
            diagonal[at++] = along({k, row});
        }
    return diagonal;
}

template <typename S>
const typename ConstrainedMotion<S>::VectorX& ConstrainedMotion<S>::ofClosures(const VectorX& c) {
    for (std::size_t k = 0; k < closureRows_.size(); ++k)
        closureSigma_[static_cast<Eigen::Index>(k)] = c[globalRow(closureRows_[k])];
    return closureSigma_;
}

template <typename S>
void ConstrainedMotion<S>::addWrench(int body, const Vec6<S>& wrench) {
    if (body == ground) return;
    nodes_[static_cast<std::size_t>(model_.tree.ofBody[static_cast<std::size_t>(body)])].b +=
        wrench;
}

template <typename S>
Vec6<S> ConstrainedMotion<S>::acceleration(int body) const {
    if (body == ground) return Vec6<S>::Zero();
    return nodes_[static_cast<std::size_t>(model_.tree.ofBody[static_cast<std::size_t>(body)])].a;
}

/// Backward and forward sweep with the right-hand sides in Node::b; c is zero unless `withRows`.
template <typename S>
void ConstrainedMotion<S>::solveTree(bool withRows, const VectorX& c) {
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        const TreeBody& tree = model_.tree.bodies[i];
        Node& node = nodes_[i];
        node.a = node.factor.solve(node.b);
        node.r.setZero(node.J.rows());
        if (withRows) {
            int row = 0;
            for (const int k : tree.constraints) {
                const Constraint& constraint = model_.constraints[static_cast<std::size_t>(k)];
                node.r.segment(row, constraint.rows()) =
                    c.segment(constraint.firstRow, constraint.rows());
                row += constraint.rows();
            }
        }
        if (node.J.rows() == 0) continue;
        node.r.noalias() -= node.J * node.a;
        if (tree.parent == ground) continue;
        const Column impulse = node.jointFactor.solve(node.r);
        nodes_[static_cast<std::size_t>(tree.parent)].b.noalias() += node.G.transpose() * impulse;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const TreeBody& tree = model_.tree.bodies[i];
        Node& node = nodes_[i];
        node.sigma.setZero(node.J.rows());
        if (node.J.rows() == 0) continue;
        if (tree.parent != ground)
            node.r.noalias() -= node.G * nodes_[static_cast<std::size_t>(tree.parent)].a;
        node.sigma = node.jointFactor.solve(node.r);
        const Vec6<S> push = node.J.transpose() * node.sigma;
        node.a += node.factor.solve(push);
    }
}

template <typename S>
void ConstrainedMotion<S>::solve(std::span<const Vec6<S>> b, const VectorX& c, std::span<Vec6<S>> a,
                                 VectorX& sigma, GapOf gap) {
    const auto load = [&] {
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            nodes_[i].b = b[static_cast<std::size_t>(model_.tree.bodies[i].body)];
    };
    load();
    solveTree(true, c);
    for (const int k : model_.tree.closures) {
        const Constraint& constraint = model_.constraints[static_cast<std::size_t>(k)];
        sigma.segment(constraint.firstRow, constraint.rows()).setZero();
    }
    if (!closureRows_.empty()) {
        for (std::size_t k = 0; k < closureRows_.size(); ++k)
            closureSigma_[static_cast<Eigen::Index>(k)] =
                c[globalRow(closureRows_[k])] - along(closureRows_[k]);
        closure_.solveInPlace(closureSigma_, gap);
        load();
        for (std::size_t k = 0; k < closureRows_.size(); ++k) {
            const ClosureRow& row = closureRows_[k];
            const S multiplier = closureSigma_[static_cast<Eigen::Index>(k)];
            sigma[globalRow(row)] = multiplier;
            forEachTerm(model_, row.constraint, [&](int own) {
                const Constraint& constraint = model_.constraints[static_cast<std::size_t>(own)];
                const ConstraintTerms<S>& term = terms_[static_cast<std::size_t>(own)];
                addWrench(constraint.bodyA, multiplier * term.J_a.row(row.row).transpose());
                addWrench(constraint.bodyB, multiplier * term.J_b.row(row.row).transpose());
            });
        }
        solveTree(true, c);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const TreeBody& tree = model_.tree.bodies[i];
        a[static_cast<std::size_t>(tree.body)] = nodes_[i].a;
        int row = 0;
        for (const int k : tree.constraints) {
            const Constraint& constraint = model_.constraints[static_cast<std::size_t>(k)];
            sigma.segment(constraint.firstRow, constraint.rows()) =
                nodes_[i].sigma.segment(row, constraint.rows());
            row += constraint.rows();
        }
    }
}

}  // namespace momentree
