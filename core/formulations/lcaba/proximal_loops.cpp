// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/lcaba/proximal_loops.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/math/index.hpp"

namespace momentree {
namespace {

using Mat = Mat6<double>;
using Vec = Vec6<double>;

/// Smaller ones need fewer iterations, until rounding of K counts.
constexpr double mu = 1e-6;
constexpr int mostIterations = 50;
/// An iteration that leaves more of such a gap has reached what rounding allows.
constexpr double progress = 0.5, rounding = 1e-8;

/// V at O + r from V at O.
Mat shiftBy(const V3<double>& r) {
    Mat X = Mat::Identity();
    X.topRightCorner<3, 3>() = -skew<double>(r.eigen());
    return X;
}

/// Accelerations that may cancel each other at rest: by gravity and by springs, about as far from
/// their rest as the mechanism is large or a turn is, of the lighter of their bodies [m/s^2 or
/// rad/s^2].
double usualAcceleration(const Model& model, double size) {
    const auto least = [&](const Marker& A, const Marker& B, const auto& of) {
        double inertia = std::numeric_limits<double>::infinity();
        for (const int body : {A.body, B.body})
            if (body != ground) inertia = std::min(inertia, of(model.bodies[toIndex(body)]));
        return inertia;
    };
    const auto mass = [](const Body& body) { return body.mass; };
    const auto turning = [](const Body& body) { return body.J_C.diagonal().maxCoeff(); };
    double usual = std::max(model.gravity.norm(), std::numeric_limits<double>::min());
    for (const SpringDamper& s : model.springs)
        usual = std::max(usual, (std::abs(s.k) * size + std::abs(s.f0)) / least(s.A, s.B, mass));
    for (const AxialLoad& load : model.axialLoads)
        usual =
            std::max(usual, load.torque ? std::abs(load.k) / least(load.A, load.B, turning)
                                        : std::abs(load.k) * size / least(load.A, load.B, mass));
    return usual;
}

}  // namespace

ProximalLoops::ProximalLoops(const Model& model) : model_(model), rows_(model) {}

void ProximalLoops::hold(const ClosureStructure& structure) {
    const std::size_t n = model_.tree.bodies.size();
    rows_.list();
    weighRows(structure);
    K_.assign(n, Mat::Zero());
    p_.assign(n, Vec::Zero());
    a_ = p_;
    wrenches_.assign(n, V6<double>::zero());
    lambda_.setZero(static_cast<Eigen::Index>(rows_.size()));
    gap_ = lambda_;
    blocks_.clear();
    order();
    usual_ = usualAcceleration(model_, structure.ranks.size);
}

void ProximalLoops::weighRows(const ClosureStructure& structure) {
    const double largest = structure.compliance.size() > 0 ? structure.compliance.maxCoeff() : 0.0;
    stiffening_.assign(rows_.size(), {});
    std::size_t row = 0;
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[toIndex(k)];
        for (int i = 0; i < c.ownRows(); ++i) {
            // Rows that are always zero, as in plane mechanisms, have no diagonal of their own.
            const double s = structure.compliance[c.closureRow + i];
            stiffening_[row++].weight = 1.0 / (mu * (s > 0.0 ? s : largest));
        }
    }
}

ProximalLoops::Place ProximalLoops::placeOf(int i, int j, Slots& slots) {
    const auto [found, isNew] = slots.emplace(std::minmax(i, j), static_cast<int>(blocks_.size()));
    if (isNew) blocks_.push_back(Mat::Zero());
    return {found->second, i > j};
}

void ProximalLoops::listSlots(Slots& slots) {
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (const ClosureRows::End& a : rows_[r].ends)
            for (const ClosureRows::End& b : rows_[r].ends)
                if (a.link < b.link)
                    stiffening_[r].slots.push_back(placeOf(a.link, b.link, slots).slot);
}

void ProximalLoops::order() {
    const auto n = static_cast<int>(K_.size());
    std::vector<std::set<int>> coupled(K_.size());
    std::vector<int> outer(K_.size(), 0);
    Slots slots;
    listSlots(slots);
    const auto parentOf = [&](int i) { return model_.tree.bodies[toIndex(i)].parent; };
    const auto couple = [&](int i, int j) {
        if (i == j) return;
        coupled[toIndex(i)].insert(j);
        coupled[toIndex(j)].insert(i);
    };
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (const ClosureRows::End& a : rows_[r].ends)
            for (const ClosureRows::End& b : rows_[r].ends) couple(a.link, b.link);
    for (int i = 0; i < n; ++i)
        if (parentOf(i) != ground) ++outer[toIndex(parentOf(i))];
    steps_.clear();
    std::set<std::pair<std::size_t, int>> ready;  // number of coupled links, link
    for (int i = 0; i < n; ++i)
        if (outer[toIndex(i)] == 0) ready.emplace(coupled[toIndex(i)].size(), i);
    while (!ready.empty()) {
        const auto [count, i] = *ready.begin();
        ready.erase(ready.begin());
        if (count != coupled[toIndex(i)].size()) {
            ready.emplace(coupled[toIndex(i)].size(), i);
            continue;
        }
        Step step;
        step.link = i;
        step.parent = parentOf(i);
        step.coupled.assign(coupled[toIndex(i)].begin(), coupled[toIndex(i)].end());
        for (std::size_t j = 0; j < step.coupled.size(); ++j) {
            const int other = step.coupled[j];
            step.own.push_back(placeOf(i, other, slots));
            const bool up = step.parent != ground && other != step.parent;
            step.up.push_back(up ? placeOf(step.parent, other, slots) : Place{});
            if (up) couple(step.parent, other);
            for (std::size_t l = 0; l < j; ++l) {
                step.pairs.push_back(placeOf(other, step.coupled[l], slots));
                couple(other, step.coupled[l]);
            }
            coupled[toIndex(other)].erase(i);
        }
        if (step.parent != ground && --outer[toIndex(step.parent)] == 0)
            ready.emplace(coupled[toIndex(step.parent)].size(), step.parent);
        steps_.push_back(std::move(step));
    }
}

void ProximalLoops::evaluate(double t, std::span<const BodyKinematics<double>> bodies,
                             CoupledAngles coupled, std::span<const TreeLink<double>> links,
                             double beta) {
    rows_.evaluate(t, bodies, coupled, links, beta);
    atLeast_ = std::max(usual_, rows_.largest());
}

void ProximalLoops::assemble(std::span<const TreeLink<double>> links) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const TreeLink<double>& k = links[i];
        K_[i] = bodyInertia<double>(k.mass, k.s, turned(k.R, k.J_C)).full();
    }
    std::ranges::fill(blocks_, Mat::Zero());
}

void ProximalLoops::factorise(std::span<const TreeLink<double>> links, double stiffness) {
    stiffness_ = stiffness;
    assemble(links);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const double W = stiffness_ * weight(r);
        std::size_t pair = 0;
        for (const ClosureRows::End& a : rows_[r].ends) {
            K_[toIndex(a.link)] += W * a.J * a.J.transpose();
            for (const ClosureRows::End& b : rows_[r].ends)
                if (a.link < b.link)
                    blocks_[toIndex(stiffening_[r].slots[pair++])] += W * a.J * b.J.transpose();
        }
    }
    for (Step& step : steps_) eliminate(step, links[toIndex(step.link)]);
}

/// D = S^T K_ii S, W = S D^-1 S^T, P = 1 - K_ii W; K_pp += X^T P K_ii P^T X, K_pj += X^T P K_ij,
/// K_jl -= K_ij^T W K_il.
void ProximalLoops::eliminate(Step& step, const TreeLink<double>& link) {
    const Mat& K = K_[toIndex(step.link)];
    step.W.setZero();
    onMotion(link, [&](const auto& H) {
        constexpr int nu = std::decay_t<decltype(H)>::nu;
        Eigen::Matrix<double, 6, nu> S;
        const auto columns = H.columns();
        for (std::size_t j = 0; j < nu; ++j) S.col(static_cast<int>(j)) = columns[j].eigen();
        const Eigen::Matrix<double, nu, nu> D = S.transpose() * K * S;
        step.W = S * D.llt().solve(S.transpose());
    });
    step.P = Mat::Identity() - K * step.W;
    if (step.parent != ground) {
        step.X = shiftBy(link.r);
        // P K by its symmetric form, in which errors of P cancel.
        const Mat through = step.X.transpose() * step.P;
        K_[toIndex(step.parent)] += through * K * through.transpose();
    }
    std::size_t pair = 0;
    for (std::size_t j = 0; j < step.coupled.size(); ++j) {
        const int other = step.coupled[j];
        const Mat K_ij = block(step.own[j]);
        if (step.parent != ground) {
            const Mat v = step.X.transpose() * step.P * K_ij;
            if (other == step.parent)
                K_[toIndex(other)] += v + v.transpose();
            else
                add(step.up[j], v);
        }
        const Mat through = K_ij.transpose() * step.W;
        for (std::size_t l = 0; l < j; ++l) add(step.pairs[pair++], -through * block(step.own[l]));
        K_[toIndex(other)] -= through * K_ij;
    }
}

void ProximalLoops::begin(double tolerance) {
    lambda_.setZero();
    iterations_ = 0;
    tolerance_ = tolerance;
    before_ = std::numeric_limits<double>::infinity();
    scale_ = atLeast_;
}

/// g = J a - c. Returns whether to stop.
bool ProximalLoops::measure() {
    double largest = 0.0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const auto at = static_cast<Eigen::Index>(r);
        gap_[at] = 0.0;
        if (!rows_[r].pivot) continue;
        gap_[at] = -rows_.c(r);
        scale_ = std::max(scale_, std::abs(rows_.c(r)));
        for (const ClosureRows::End& end : rows_[r].ends) {
            const double part = end.J.dot(a_[toIndex(end.link)]);
            gap_[at] += part;
            scale_ = std::max(scale_, std::abs(part));
        }
        largest = std::max(largest, std::abs(gap_[at]));
    }
    residual_ = largest / scale_;
    const bool stalls = residual_ > progress * before_;
    contracts_ = residual_ < before_;
    // One iteration more, so that rates are as smooth as rounding lets them be.
    const bool enough = before_ <= tolerance_ || residual_ == 0.0;
    before_ = residual_;
    return enough || !std::isfinite(residual_) || iterations_ == mostIterations ||
           (stalls && residual_ <= rounding);
}

bool ProximalLoops::isGood() const { return residual_ <= std::max(tolerance_, rounding); }

/// lambda += W (J d + g).
void ProximalLoops::improve() {
    ++iterations_;
    minimise();
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const auto at = static_cast<Eigen::Index>(r);
        double gap = gap_[at];
        for (const ClosureRows::End& end : rows_[r].ends) gap += end.J.dot(a_[toIndex(end.link)]);
        lambda_[at] += stiffness_ * weight(r) * gap;
    }
}

/// p = J^T W g. From the first body to the last, p_p += X^T P p_i and p_j -= K_ij^T W p_i; back,
/// h = X d_p, d = h - W (K_ii h + p_i + sum of K_ij d_j).
void ProximalLoops::minimise() {
    std::ranges::fill(p_, Vec::Zero());
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (const ClosureRows::End& end : rows_[r].ends)
            p_[toIndex(end.link)] +=
                stiffness_ * weight(r) * gap_[static_cast<Eigen::Index>(r)] * end.J;
    for (const Step& step : steps_) {
        const std::size_t i = toIndex(step.link);
        if (step.parent != ground)
            p_[toIndex(step.parent)] += step.X.transpose() * (step.P * p_[i]);
        const Vec through = step.W * p_[i];
        for (std::size_t j = 0; j < step.coupled.size(); ++j)
            p_[toIndex(step.coupled[j])] -= block(step.own[j]).transpose() * through;
    }
    for (std::size_t k = steps_.size(); k-- > 0;) {
        const Step& step = steps_[k];
        const std::size_t i = toIndex(step.link);
        Vec h = Vec::Zero();
        if (step.parent != ground) h = step.X * a_[toIndex(step.parent)];
        Vec g = K_[i] * h + p_[i];
        for (std::size_t j = 0; j < step.coupled.size(); ++j)
            g += block(step.own[j]) * a_[toIndex(step.coupled[j])];
        a_[i] = h - step.W * g;
    }
}

std::span<const V6<double>> ProximalLoops::wrenches() {
    std::ranges::fill(wrenches_, V6<double>::zero());
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (const ClosureRows::End& end : rows_[r].ends)
            wrenches_[toIndex(end.link)] +=
                V6<double>::of(lambda_[static_cast<Eigen::Index>(r)] * end.J);
    return wrenches_;
}

}  // namespace momentree
