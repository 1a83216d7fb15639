// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/shared/closure_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/index.hpp"

namespace momentree {

ClosureRows::ClosureRows(const Model& model) : model_(model), linkOf_(model.bodies.size(), ground) {
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i)
        linkOf_[toIndex(model.tree.bodies[i].body)] = static_cast<int>(i);
}

void ClosureRows::addEnd(Row& row, int body) {
    if (body == ground) {
        row.toGround = true;
        return;
    }
    const int link = linkOf_[toIndex(body)];
    if (std::ranges::find(row.ends, link, &End::link) == row.ends.end())
        row.ends.push_back({.link = link, .J = Vec6<double>::Zero()});
}

void ClosureRows::list() {
    rows_.clear();
    firstRow_.clear();
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[toIndex(k)];
        firstRow_.push_back(static_cast<int>(rows_.size()) - (c.adds ? 1 : 0));
        for (int i = 0; i < c.ownRows(); ++i) rows_.emplace_back();
        for (int i = 0; i < c.rows(); ++i)
            for (const int body : {c.bodyA, c.bodyB})
                addEnd(rows_[toIndex(firstRow_.back() + i)], body);
    }
    c_.setZero(std::ssize(rows_));
}

void ClosureRows::keepPivots(const ClosureSolver<double>& solver) {
    for (Row& row : rows_) row.pivot = false;
    solver.forEachPivot([this](int row) { rows_[toIndex(row)].pivot = true; });
}

void ClosureRows::evaluate(double t, std::span<const BodyKinematics<double>> bodies,
                           CoupledAngles coupled, std::span<const TreeLink<double>> links,
                           double beta) {
    using Vec = Vec6<double>;
    c_.setZero();
    largest_ = 0.0;
    for (Row& row : rows_)
        for (End& end : row.ends) end.J.setZero();
    for (std::size_t k = 0; k < firstRow_.size(); ++k) {
        const Constraint& c = model_.constraints[toIndex(model_.tree.closures[k])];
        const BodyKinematics<double>&a = at(bodies, c.bodyA), &b = at(bodies, c.bodyB);
        momentree::evaluate(c, motionOf(model_, c, t, coupled), a, b, terms_);
        for (int i = 0; i < c.rows(); ++i) {
            Row& row = rows_[toIndex(firstRow_[k] + i)];
            double& right = c_[firstRow_[k] + i];
            const auto add = [&](int body, const Vec& J, const Vec& V) {
                right -= beta * 2.0 * J.dot(V);
                if (body == ground) return;
                const int link = linkOf_[toIndex(body)];
                const TreeLink<double>& own = links[toIndex(link)];
                const Vec3<double> s = own.s.eigen(), w = own.V.a.eigen();
                right -= J.head<3>().dot(w.cross(w.cross(s)));
                largest_ = std::max(largest_, w.squaredNorm() * (J.head<3>().norm() * s.norm() +
                                                                 J.tail<3>().norm()));
                End& end = *std::ranges::find(row.ends, link, &End::link);
                end.J.head<3>() += J.head<3>();
                end.J.tail<3>() += J.tail<3>() + s.cross(J.head<3>());
            };
            add(c.bodyA, terms_.J_a.row(i), a.V());
            add(c.bodyB, terms_.J_b.row(i), b.V());
            largest_ = std::max(largest_, std::abs(terms_.gamma[i]));
            right += terms_.gamma[i] - beta * (2.0 * terms_.Phi_t[i] + beta * terms_.Phi[i]);
        }
    }
}

}  // namespace momentree
