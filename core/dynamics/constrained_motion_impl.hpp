// SPDX-License-Identifier: Apache-2.0
// Definitions for constrained_motion.hpp, included where they are instantiated.
#pragma once

#include "core/dynamics/constrained_motion.hpp"

namespace momentree {

template <typename S>
ConstrainedMotion<S>::ConstrainedMotion(const Model& model)
    : model_(model),
      nodes_(model.tree.bodies.size()),
      schur_(model.tree.closureRows, model.tree.closureRows),
      closureScale_(closureScale<S>(model)),
      closureNoise_(closureNoise<S>(model)),
      closureSigma_(model.tree.closureRows) {}

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
    terms_ = terms;
    gatherRows(terms);
    for (Node& node : nodes_) node.M.setZero();
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        const TreeBody& tree = model_.tree.bodies[i];
        const Body& body = model_.bodies[static_cast<std::size_t>(tree.body)];
        const Mat3<S>& R = bodies[static_cast<std::size_t>(tree.body)].R;
        Node& node = nodes_[i];
        node.M.template topLeftCorner<3, 3>().diagonal().array() += static_cast<S>(body.mass);
        node.M.template bottomRightCorner<3, 3>() +=
            R * body.J_C.template cast<S>() * R.transpose();
        node.factor.compute(node.M);
        if (node.J.rows() == 0) continue;
        const auto MJ = node.factor.solve(Mat6X<S>(node.J.transpose()));
        node.jointFactor.compute(Block(node.J * MJ));
        if (tree.parent == ground) continue;
        const Rows SG = node.jointFactor.solve(node.G);
        nodes_[static_cast<std::size_t>(tree.parent)].M.noalias() += node.G.transpose() * SG;
    }
    assembleClosure(terms);
}

/// response = M^-1 - M^-1 J^T S^-1 J M^-1, carried = -G^T S^-1 J M^-1 with S = J M^-1 J^T.
template <typename S>
void ConstrainedMotion<S>::evaluateResponses() {
    for (Node& node : nodes_) {
        node.response = node.factor.solve(Mat6<S>(Mat6<S>::Identity()));
        node.carried.setZero();
        if (node.J.rows() == 0) continue;
        const Rows JM = node.J * node.response;
        const Rows SJM = node.jointFactor.solve(JM);
        node.response.noalias() -= JM.transpose() * SJM;
        node.carried.noalias() -= node.G.transpose() * SJM;
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
        nodes_[static_cast<std::size_t>(parent)].b.noalias() += node.carried * node.b;
        nodes_[static_cast<std::size_t>(parent)].pushed = true;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        Node& node = nodes_[i];
        const int parent = model_.tree.bodies[i].parent;
        node.a.setZero();
        if (node.pushed) node.a.noalias() += node.response * node.b;
        if (parent != ground)
            node.a.noalias() +=
                node.carried.transpose() * nodes_[static_cast<std::size_t>(parent)].a;
        node.pushed = false;
        node.b.setZero();
    }
}

/// One response per closure row: column k of J M^-1 J^T with the tree's joints in place; the lower
/// half is computed and mirrored.
template <typename S>
void ConstrainedMotion<S>::assembleClosure(std::span<const ConstraintTerms<S>> terms) {
    if (model_.tree.closureRows == 0) return;
    evaluateResponses();
    for (Node& node : nodes_) node.b.setZero();
    const std::vector<int>& closures = model_.tree.closures;
    int column = 0;
    for (std::size_t k = 0, first = 0; k < closures.size(); ++k) {
        const Constraint& pushed = model_.constraints[static_cast<std::size_t>(closures[k])];
        const ConstraintTerms<S>& term = terms[static_cast<std::size_t>(closures[k])];
        for (int row = 0; row < pushed.rows(); ++row, ++column) {
            push(pushed.bodyA, term.J_a.row(row).transpose());
            push(pushed.bodyB, term.J_b.row(row).transpose());
            respond();
            int at = static_cast<int>(first);
            for (std::size_t m = k; m < closures.size(); ++m) {
                const Constraint& c = model_.constraints[static_cast<std::size_t>(closures[m])];
                const ConstraintTerms<S>& felt = terms[static_cast<std::size_t>(closures[m])];
                auto entries = schur_.col(column).segment(at, c.rows());
                entries.setZero();
                if (c.bodyA != ground) entries.noalias() += felt.J_a * acceleration(c.bodyA);
                if (c.bodyB != ground) entries.noalias() += felt.J_b * acceleration(c.bodyB);
                at += c.rows();
            }
        }
        first += static_cast<std::size_t>(pushed.rows());
    }
    for (Eigen::Index c = 1; c < schur_.cols(); ++c)
        schur_.col(c).head(c) = schur_.row(c).head(c).transpose();
    closure_.factorise(schur_, closureScale_, closureNoise_);
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
                                 VectorX& sigma) {
    const auto load = [&] {
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            nodes_[i].b = b[static_cast<std::size_t>(model_.tree.bodies[i].body)];
    };
    load();
    solveTree(true, c);
    if (model_.tree.closureRows > 0) {
        int at = 0;
        for (const int k : model_.tree.closures) {
            const Constraint& constraint = model_.constraints[static_cast<std::size_t>(k)];
            const ConstraintTerms<S>& term = terms_[static_cast<std::size_t>(k)];
            auto gap = closureSigma_.segment(at, constraint.rows());
            gap = c.segment(constraint.firstRow, constraint.rows());
            gap.noalias() -= term.J_a * acceleration(constraint.bodyA);
            gap.noalias() -= term.J_b * acceleration(constraint.bodyB);
            at += constraint.rows();
        }
        closure_.solveInPlace(closureSigma_);
        load();
        at = 0;
        for (const int k : model_.tree.closures) {
            const Constraint& constraint = model_.constraints[static_cast<std::size_t>(k)];
            const ConstraintTerms<S>& term = terms_[static_cast<std::size_t>(k)];
            const auto multiplier = closureSigma_.segment(at, constraint.rows());
            sigma.segment(constraint.firstRow, constraint.rows()) = multiplier;
            addWrench(constraint.bodyA, term.J_a.transpose() * multiplier);
            addWrench(constraint.bodyB, term.J_b.transpose() * multiplier);
            at += constraint.rows();
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
