// SPDX-License-Identifier: Apache-2.0
#include "core/session/frictions.hpp"

#include <algorithm>

#include "core/dynamics/sticking.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr double exceeded = 1e-9;   ///< of the limit of friction, relative to it
constexpr double dependent = 1e-9;  ///< a motion that others prevent, relative to without them

Slipping sideOf(double rate) { return rate > 0.0 ? Slipping::Forward : Slipping::Backward; }

double signOf(Slipping side) {
    return side == Slipping::Forward ? 1.0 : side == Slipping::Backward ? -1.0 : 0.0;
}

double diagonal(const MatrixXd& S, std::size_t j) {
    return S(static_cast<Index>(j), static_cast<Index>(j));
}

}  // namespace

double speedAt(const Stop& stop, std::span<const BodyState> bodies) {
    const std::vector<BodyKinematics<double>> at = kinematicsOf(bodies);
    const MarkerKinematics<double> A = markerKinematics(stop.A, std::span(at)),
                                   B = markerKinematics(stop.B, std::span(at));
    return stop.turns ? A.w.norm() + B.w.norm() : A.v.norm() + B.v.norm();
}

Frictions::Frictions(const Model& model) : model_(model) {
    for (const int load : stickingLoads(model)) all_.push_back({.load = load});
}

std::vector<Stop> Frictions::axes(std::span<const BodyState> bodies) const {
    std::vector<Stop> axes;
    for (std::size_t j = 0; j < size(); ++j) axes.push_back(holdOf(axial(j), bodies));
    return axes;
}

Gap Frictions::test(std::size_t j, const Sample& sample, double effort) const {
    const Rubbing& f = all_[j];
    if (f.side == Slipping::OfRate || f.idle) return {1.0, 0.0};
    if (f.side == Slipping::Sticks) return {holdingLimit(axial(j), sample) - std::abs(effort), 0.0};
    const Slip slip = slipOf(axial(j), sample);
    return {signOf(f.side) * slip.rate, signOf(f.side) * slip.acceleration};
}

std::vector<char> Frictions::rest(int at, double effort, const MatrixXd& S, const Sample& sample) {
    std::vector<char> rests(size(), 0);
    for (std::size_t j = 0; j < size(); ++j) {
        Rubbing& f = all_[j];
        if (diagonal(S, j) == 0.0) {
            f.side = Slipping::OfRate;
            continue;
        }
        const Stop here = holdOf(axial(j), sample.bodies);
        const Slip slip = slipOf(axial(j), sample);
        const double rounding = sameInstant * std::abs(slip.acceleration);
        const bool sticks = f.side == Slipping::Sticks;
        const bool stops = static_cast<int>(j) == at && signOf(f.side) * slip.rate >= -rounding;
        rests[j] = sticks || stops || f.idle ||
                   std::abs(slip.rate) <= stillRate * speedAt(here, sample.bodies) + rounding;
        if (!rests[j]) {
            f.side = sideOf(slip.rate);
        } else if (sticks && static_cast<int>(j) == at) {
            f.side = sideOf(-effort);
        } else if (!sticks && !f.idle) {
            f.side = Slipping::Sticks;
            f.hold = here;
        }
    }
    return rests;
}

void Frictions::chooseHolds(const MatrixXd& S) {
    std::vector<Index> held;
    const auto moves = [&](std::size_t friction) {
        const Index j = static_cast<Index>(friction);
        const Eigen::VectorXd column = S(held, j);
        const double prevented = column.dot((inverseOf(S(held, held)) * column).col(0));
        return S(j, j) - prevented > dependent * S(j, j);
    };
    for (const bool sticking : {true, false})
        for (std::size_t j = 0; j < size(); ++j) {
            Rubbing& f = all_[j];
            if (f.side == Slipping::OfRate || (f.side == Slipping::Sticks) != sticking) continue;
            f.idle = !held.empty() && !moves(j);
            if (sticking && !f.idle) held.push_back(static_cast<Index>(j));
        }
}

int Frictions::inconsistent(std::span<const char> rests, std::span<const double> efforts,
                            const MatrixXd& S, const Sample& sample) const {
    int worst = -1;
    double most = 1.0 + exceeded;
    for (std::size_t j = 0; j < size(); ++j) {
        if (!isHeld(j)) continue;
        const double limit = holdingLimit(axial(j), sample), effort = std::abs(efforts[j]);
        if (effort <= most * limit) continue;
        most = effort / limit;
        worst = static_cast<int>(j);
    }
    for (std::size_t j = 0; worst < 0 && j < size(); ++j) {
        const Rubbing& f = all_[j];
        if (rests[j] == 0 || f.side == Slipping::Sticks) continue;
        const double byFriction = diagonal(S, j) * holdingLimit(axial(j), sample);
        if (signOf(f.side) * slipOf(axial(j), sample).acceleration < -exceeded * byFriction)
            worst = static_cast<int>(j);
    }
    return worst;
}

void Frictions::change(std::size_t j, double effort, std::span<const BodyState> bodies) {
    Rubbing& f = all_[j];
    if (f.side == Slipping::Sticks) {
        f.side = sideOf(-effort);
    } else {
        f.side = Slipping::Sticks;
        f.hold = holdOf(axial(j), bodies);
    }
}

void Frictions::loosen(std::span<const BodyState> bodies) {
    Sample moved;
    moved.bodies.assign(bodies.begin(), bodies.end());
    moved.accelerations.assign(bodies.size(), Vec6<double>::Zero());
    for (std::size_t j = 0; j < size(); ++j) {
        Rubbing& f = all_[j];
        if (f.side != Slipping::Sticks) continue;
        const double rate = slipOf(axial(j), moved).rate;
        if (std::abs(rate) > stillRate * speedAt(f.hold, bodies)) f.side = sideOf(rate);
    }
}

}  // namespace momentree
