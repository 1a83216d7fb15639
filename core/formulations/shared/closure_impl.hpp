// SPDX-License-Identifier: Apache-2.0
// Definitions for closure.hpp, included where they are instantiated.
#pragma once

#include "core/formulations/shared/closure.hpp"

namespace momentree {

template <typename S>
Closure<S>::Closure(const Model& model, double beta)
    : model_(model), beta_(static_cast<S>(beta)), wrenches_(model.bodies.size(), Vec6<S>::Zero()) {}

template <typename S>
void Closure<S>::hold(const ClosureStructure& structure) {
    solver_.hold(model_, structure);
    row_.resize(solver_.active().size());
    Sc_.setZero(solver_.size(), solver_.size());
    sigma_.setZero(rows());
    more_.resize(static_cast<std::size_t>(model_.couplingTerms));
    if (solver_.loops().empty()) return;
    pivots_ = {};
    for (const TreeBody& body : model_.tree.bodies) pivots_.add(body.joint);
    M_.resize(model_.tree.bodies.size());
}

template <typename S>
void Closure<S>::read(const Constraint& c, int i, Needed needed, Row& row) const {
    row.bodyA = c.bodyA;
    row.bodyB = c.bodyB;
    row.J_a = terms_.J_a.row(i);
    row.J_b = terms_.J_b.row(i);
    row.Phi_t = terms_.Phi_t[i];
    row.Phi = terms_.Phi[i];
    row.gamma = terms_.gamma[i];
    row.next = -1;
    if (needed == Needed::Rows) return;
    row.Jdot_a = terms_.Jdot_a.row(i);
    row.Jdot_b = terms_.Jdot_b.row(i);
}

template <typename S>
void Closure<S>::evaluate(double t, std::span<const BodyKinematics<S>> bodies,
                          CoupledAngles coupled, Needed needed) {
    const std::vector<int>& active = solver_.active();
    std::size_t at = 0;
    int used = 0;         // of the further terms
    int* next = nullptr;  // where the next term of the last row is named
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
        const int number = c.closureRow + c.rows();
        if (at == active.size() && !c.adds) return;
        const bool isActive = at < active.size() && active[at] < number;
        if (c.adds ? next == nullptr : !isActive) {
            if (!c.adds) next = nullptr;
            continue;
        }
        const BodyKinematics<S>&a = momentree::at(bodies, c.bodyA),
              &b = momentree::at(bodies, c.bodyB);
        if constexpr (isLanes<S>)
            evaluateRows(inLanes_[static_cast<std::size_t>(k)], {}, a, b, terms_, needed);
        else
            momentree::evaluate(c, motionOf(model_, c, t, coupled), a, b, terms_, needed);
        if (c.adds) {
            Row& sum = row_[at - 1];
            Row& more = more_[static_cast<std::size_t>(used)];
            read(c, 0, needed, more);
            sum.Phi_t += more.Phi_t;
            sum.Phi += more.Phi;
            sum.gamma += more.gamma;
            *next = used++;
            next = &more.next;
            continue;
        }
        for (; at < active.size() && active[at] < number; ++at)
            read(c, active[at] - c.closureRow, needed, row_[at]);
        next = &row_[at - 1].next;
    }
}

template <typename S>
void Closure<S>::add(int body, const Vec6<S>& wrench) {
    if (body != ground) wrenches_[static_cast<std::size_t>(body)] += wrench;
}

template <typename S>
S Closure<S>::rate(const Row& row, std::span<const BodyKinematics<S>> bodies) const {
    const auto ends = [&](const Row& term) {
        return term.J_a.dot(at(bodies, term.bodyA).V()) + term.J_b.dot(at(bodies, term.bodyB).V());
    };
    S sum = ends(row);
    for (int k = row.next; k >= 0; k = more_[static_cast<std::size_t>(k)].next)
        sum += ends(more_[static_cast<std::size_t>(k)]);
    return sum;
}

template <typename S>
std::span<const Vec6<S>> Closure<S>::unitWrenches(int row) {
    for (Vec6<S>& wrench : wrenches_) wrench.setZero();
    forEachTerm(row_[static_cast<std::size_t>(row)], [this](const Row& unit) {
        add(unit.bodyA, unit.J_a.transpose());
        add(unit.bodyB, unit.J_b.transpose());
    });
    return wrenches_;
}

template <typename S>
void Closure<S>::column(int row, std::span<const BodyKinematics<S>> response) {
    for (int i = 0; i < rows(); ++i)
        Sc_(i, row) = -rate(row_[static_cast<std::size_t>(i)], response);
}

/// The inward sweep of THEORY 4 over inertias, with the loops closed on the way (THEORY 3.10).
template <typename S>
void Closure<S>::eliminate(std::span<const TreeLink<S>> links) {
    LoopElimination<S>& loops = solver_.loops();
    loops.begin();
    for (std::size_t k = 0; k < loops.rows().size(); ++k) {
        const auto& [index, ends, scale] = loops.rows()[k];
        const Row& row = row_[static_cast<std::size_t>(index)];
        for (int end = 0; end < 2; ++end) {
            const int link = ends[static_cast<std::size_t>(end)];
            if (link == ground) continue;
            const Vec6<S> wrench = (end == 0 ? row.J_a : row.J_b).transpose();
            loops.setWrench(
                static_cast<int>(k), end,
                shiftWrench(links[static_cast<std::size_t>(link)].s, V6<S>::of(wrench)));
        }
    }
    for (std::size_t i = 0; i < links.size(); ++i)
        M_[i] = bodyInertia<S>(links[i].mass, links[i].s, turned(links[i].R, links[i].J_C));
    for (std::size_t i = links.size(); i-- > 0;) {
        const TreeLink<S>& k = links[i];
        const int link = static_cast<int>(i);
        Inertia<S>& M = M_[i];
        loops.close(link, [&](const V6<S>& y) { M.addSquare(y); });
        loops.arm(link) = k.r;
        visitJoint(
            [&](auto joint) {
                using J = decltype(joint);
                const auto freedoms = loops.freedoms(link, J::nu);
                if constexpr (J::nu > 0) {
                    const MotionSpace<J, S> H(k);
                    auto& pivot = pivots_.template of<J>(i);
                    pivot.eliminate(H, M);
                    const auto columns = pivot.columns(H, VecN<S, J::nu>::Zero(), V6<S>::zero());
                    for (std::size_t j = 0; j < J::nu; ++j) {
                        V6<S> z = V6<S>::zero();
                        for (std::size_t m = 0; m < J::nu; ++m)
                            z += columns.MjInv(static_cast<int>(m), static_cast<int>(j)) *
                                 columns.h[m];
                        freedoms[j] = {columns.h[j], z, columns.Y[j]};
                    }
                }
            },
            k.joint);
        loops.pass(link);
        if (k.parent != ground) M_[static_cast<std::size_t>(k.parent)].addShifted(k.r, M);
    }
}

template <typename S>
void Closure<S>::gap(std::span<const BodyKinematics<S>> bodies) {
    gap_ = GapOf::Velocities;
    for (int i = 0; i < rows(); ++i) {
        const Row& row = row_[static_cast<std::size_t>(i)];
        sigma_[i] = rate(row, bodies) + row.Phi_t + beta_ * row.Phi;
    }
}

template <typename S>
void Closure<S>::accelerationGap(std::span<const BodyKinematics<S>> bodies,
                                 std::span<const BodyKinematics<S>> accelerations) {
    gap_ = GapOf::Velocities;
    for (int i = 0; i < rows(); ++i) {
        const Row& row = row_[static_cast<std::size_t>(i)];
        const S PhiDot = rate(row, bodies) + row.Phi_t;
        sigma_[i] =
            rate(row, accelerations) - row.gamma + beta_ * (S(2) * PhiDot + beta_ * row.Phi);
    }
}

template <typename S>
void Closure<S>::positionGap() {
    gap_ = GapOf::Poses;
    for (int i = 0; i < rows(); ++i) sigma_[i] = row_[static_cast<std::size_t>(i)].Phi;
}

template <typename S>
void Closure<S>::velocityGap(std::span<const BodyKinematics<S>> bodies) {
    gap_ = GapOf::Velocities;
    for (int i = 0; i < rows(); ++i) {
        const Row& row = row_[static_cast<std::size_t>(i)];
        sigma_[i] = rate(row, bodies) + row.Phi_t;
    }
}

template <typename S>
S Closure<S>::drivenRate() {
    for (int i = 0; i < rows(); ++i) sigma_[i] = row_[static_cast<std::size_t>(i)].Phi_t;
    return solver_.norm(sigma_);
}

template <typename S>
std::span<const Vec6<S>> Closure<S>::impulseWrenches() {
    for (Vec6<S>& wrench : wrenches_) wrench.setZero();
    for (int i = 0; i < rows(); ++i) {
        forEachTerm(row_[static_cast<std::size_t>(i)], [&](const Row& row) {
            add(row.bodyA, sigma_[i] * row.J_a.transpose());
            add(row.bodyB, sigma_[i] * row.J_b.transpose());
        });
    }
    return wrenches_;
}

template <typename S>
void Closure<S>::addLoads(std::span<const BodyKinematics<S>> bodies, std::span<Vec6<S>> Q) {
    const auto addTo = [&](int body, const Eigen::Matrix<S, 1, 6>& J,
                           const Eigen::Matrix<S, 1, 6>& Jdot, S sigma) {
        if (body == ground) return;
        const auto index = static_cast<std::size_t>(body);
        const Vec3<S> impulse = sigma * J.template head<3>().transpose();
        Q[index] += sigma * Jdot.transpose();
        Q[index].template tail<3>() += bodies[index].v.cross(impulse);
    };
    for (int i = 0; i < rows(); ++i) {
        forEachTerm(row_[static_cast<std::size_t>(i)], [&](const Row& row) {
            addTo(row.bodyA, row.J_a, row.Jdot_a, sigma_[i]);
            addTo(row.bodyB, row.J_b, row.Jdot_b, sigma_[i]);
        });
    }
}

}  // namespace momentree
