// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/power_balance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/diagnostics/law_pace.hpp"
#include "core/math/index.hpp"
#include "core/math/quaternion.hpp"
#include "core/model/law_corners.hpp"
#include "core/model/sticking.hpp"

namespace momentree {
namespace {

constexpr double rounding = 1e-9;   ///< relative to the potential energy
constexpr double sudden = 1e-4;     ///< missing work, relative to the energy exchanged
constexpr double bend = 0.25;       ///< of the newest power
constexpr double margin = 4.0;      ///< of the distance between two rules over the error
constexpr int looks = 32;           ///< at laws between two samples
constexpr double coarseTurn = 0.5;  ///< of a body between two samples [rad]
constexpr double slowing = 2.0;     ///< of a point between them

/// Time in which friction stops the lighter of its bodies at the speed where it changes its sign
/// [s]; infinite without friction.
double reversalTime(const Model& model, const AxialLoad& load) {
    double inertia = std::numeric_limits<double>::infinity();
    for (const Marker* marker : {&load.A, &load.B}) {
        if (marker->body == ground) continue;
        const Body& body = model.bodies[static_cast<std::size_t>(marker->body)];
        const Vector3d z = marker->frame.R.col(2);
        inertia = std::min(inertia, load.torque ? z.dot(body.J_C * z) : body.mass);
    }
    return inertia / load.characteristic.friction.steepest();
}

bool readsState(const StateLaw& law) {
    for (int input = StateLaw::coordinate; input < static_cast<int>(StateLaw::mostInputs); ++input)
        if (law.reads(input)) return true;
    return false;
}

/// Whether a body that lands may stop sliding within microseconds.
bool contactsRub(const Model& model) {
    return std::ranges::any_of(model.contactLoads,
                               [](const ContactLoad& load) { return load.friction != 0.0; });
}

/// Whether a point passes through the anchor of a spring between two samples: the force reverses.
bool springsReverse(const Model& model, const Sample& sample, double interval) {
    const auto pointOf = [&](const Marker& marker, Vector3d& velocity) -> Vector3d {
        if (marker.body == ground) return marker.frame.r;
        const BodyState& body = sample.bodies[toIndex(marker.body)];
        const Vector3d arm = rotationOf<double>(body.e) * marker.frame.r;
        velocity = body.v + body.w.cross(arm);
        return body.r + arm;
    };
    return std::ranges::any_of(model.springs, [&](const SpringDamper& spring) {
        Vector3d vA = Vector3d::Zero(), vB = Vector3d::Zero();
        const Vector3d apart = pointOf(spring.B, vB) - pointOf(spring.A, vA);
        return apart.norm() <= slowing * (vB - vA).norm() * interval;
    });
}

/// Integral of the polynomial through the instants over the newest interval, and the share that
/// its highest power has.
struct Integral {
    double whole = 0.0, highest = 0.0;
};

/// Towards the end of a motion's travel, at t*, speeds grow as (t* - t)^(-1/2), so powers grow as
/// (t* - t)^-2, which no polynomial follows.
struct Growth {
    double root = 0.0, slope = 0.0;  ///< |P|^(-1/2) at the newest instant and its rate
    double sign = 0.0;               ///< of the power; 0 if it does not grow in this way
    double at(double sinceNewest) const {
        const double y = root + slope * sinceNewest;
        return sign == 0.0 ? 0.0 : sign / (y * y);
    }
};

/// From the two newest powers of all, if the one before is of the same growth. Every exchange takes
/// its share of it, so that their works have the work of all as their sum.
template <typename Instants>
Growth growthOf(const Model& model, const Instants& at, int degree) {
    constexpr double fast = 2.0, same = 0.25;
    if (degree < 2 || model.motions.empty()) return {};
    if (!(std::abs(at[0].power) > fast * std::abs(at[1].power))) return {};
    if (!(at[0].power * at[1].power > 0.0 && at[1].power * at[2].power > 0.0)) return {};
    std::array<double, 3> y;
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = 1.0 / std::sqrt(std::abs(at[k].power));
    const double slope = (y[0] - y[1]) / (at[0].time - at[1].time);
    const double before = (y[1] - y[2]) / (at[1].time - at[2].time);
    if (!(std::abs(slope - before) <= same * std::abs(slope))) return {};
    return {y[0], slope, std::copysign(1.0, at[0].power)};
}

/// By Newton's form and two points of Gauss, which are exact up to cubics, of what is left of the
/// powers without a growth whose integral is known.
/// @param powers at these instants
template <typename Instants, std::size_t count>
Integral overNewest(const Instants& at, const std::array<double, count>& powers, int degree,
                    const Growth& growth) {
    std::array<double, count> c;
    const auto n = static_cast<std::size_t>(degree);
    const double share = growth.sign != 0.0 ? powers[0] / growth.at(0.0) : 0.0;
    for (std::size_t k = 0; k <= n; ++k)
        c[k] = powers[k] - share * growth.at(at[k].time - at[0].time);
    for (std::size_t order = 1; order <= n; ++order)
        for (std::size_t k = n; k >= order; --k)
            c[k] = (c[k] - c[k - 1]) / (at[k].time - at[k - order].time);
    const double middle = 0.5 * (at[0].time + at[1].time);
    const double half = 0.5 * (at[0].time - at[1].time);
    Integral sum;
    if (growth.sign != 0.0)
        sum.whole = share * 2.0 * half * growth.sign *
                    std::sqrt(growth.at(0.0) * growth.at(at[1].time - at[0].time));
    for (const double x : {middle - half / std::sqrt(3.0), middle + half / std::sqrt(3.0)}) {
        double basis = half;
        for (std::size_t k = 0; k <= n; ++k) {
            sum.whole += c[k] * basis;
            if (k == n) sum.highest += c[k] * basis;
            basis *= x - at[k].time;
        }
    }
    return sum;
}

/// Speed of the body that turns fastest [rad/s].
double turnOf(const Sample& sample) {
    double square = 0.0;
    for (const BodyState& body : sample.bodies) square = std::max(square, body.w.squaredNorm());
    return std::sqrt(square);
}

}  // namespace

bool canExchangeWork(const Model& model) {
    const auto axial = [](const AxialLoad& load) {
        return load.c != 0.0 || !load.state.empty() || load.characteristic.hasPower() ||
               !load.controller.empty() || load.law.amplitude != 0.0 ||
               std::ranges::any_of(load.law.polynomial, [](double c) { return c != 0.0; }) ||
               !load.law.times.empty();
    };
    const auto damped = [](const SpringDamper& spring) { return spring.c != 0.0; };
    const auto yields = [](const ContactLoad& load) {
        return load.c != 0.0 || load.friction != 0.0;
    };
    return !model.motions.empty() || !model.appliedLoads.empty() || !model.drags.empty() ||
           std::ranges::any_of(model.axialLoads, axial) ||
           std::ranges::any_of(model.springs, damped) ||
           std::ranges::any_of(model.contactLoads, yields) ||
           std::ranges::any_of(model.elasticCouplings,
                               [](const ElasticCoupling& coupling) { return coupling.c != 0.0; }) ||
           std::ranges::any_of(model.bushings, [](const Bushing& b) { return !b.C.isZero(0.0); });
}

PowerBalance::PowerBalance(const Model& model)
    : model_(&model),
      fastest_(std::numeric_limits<double>::infinity()),
      switches_(std::ranges::any_of(model.axialLoads, readsState, &AxialLoad::state) ||
                std::ranges::any_of(model.appliedLoads, readsState, &AppliedLoad::state) ||
                contactsRub(model)),
      shares_(static_cast<std::size_t>(ExchangeOrder(model).count)) {
    if (model.inputs) fastest_ = 0.0;  // when they change is unknown
    for (const AxialLoad& load : model.axialLoads)
        if (sticks(load.characteristic.friction))
            continue;  // events tell when it changes
        else if (load.characteristic.friction.ofReaction())
            fastest_ = 0.0;  // how strong it becomes is unknown
        else if (!load.characteristic.friction.empty())
            fastest_ = std::min(fastest_, reversalTime(model, load));
}

double PowerBalance::uncertainty() const { return margin * apart_ + unseen_; }

double PowerBalance::newestShareError() const {
    const double all = scale() + traded_;
    return all > 0.0 ? shareError_ / all : 0.0;
}

double PowerBalance::scale() const {
    const double magnitude = std::max(std::abs(mostPotential_), std::abs(leastPotential_));
    return mostKinetic_ + mostPotential_ - leastPotential_ + exchanged_ + rounding * magnitude;
}

void PowerBalance::add(const Sample& sample) {
    const double energy = sample.kinetic + sample.potential;
    if (count_ == 0) {
        energy_ = start_ = energy;
        impactWork_ = sample.impactWork;
        mostPotential_ = leastPotential_ = sample.potential;
        past_[0] = {sample.time, sample.power};
        startShares(sample.exchanges);
        count_ = 1;
    } else if (sample.impactWork != impactWork_ || sample.time == past_[0].time) {
        addRestart(sample);
    } else if (sample.time > past_[0].time) {
        advance(sample);
    }
    energy_ = energy;
    turn_ = turnOf(sample);
    mostKinetic_ = std::max(mostKinetic_, sample.kinetic);
    mostPotential_ = std::max(mostPotential_, sample.potential);
    leastPotential_ = std::min(leastPotential_, sample.potential);
    balance_ = energy - start_ - work_;
}

/// Powers jump with the velocities, and their slopes with forces. What happened between the last
/// state and the impact is part of it, so that a model with powers needs the state before, too.
void PowerBalance::addRestart(const Sample& sample) {
    const double work = sample.impactWork - impactWork_;
    impactWork_ = sample.impactWork;
    work_ += work;
    coarseWork_ += work;
    exchanged_ += std::abs(work);
    past_[0] = {sample.time, sample.power};
    count_ = 1;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
        const Exchange& now = sample.exchanges[k];
        shares_[k].work += now.impacts - std::exchange(shares_[k].impacts, now.impacts);
        shares_[k].powers[0] = now.active;
    }
}

void PowerBalance::startShares(const std::vector<Exchange>& exchanges) {
    for (std::size_t k = 0; k < shares_.size(); ++k)
        shares_[k] = {{exchanges[k].active}, 0.0, exchanges[k].stored, exchanges[k].impacts};
}

/// Over the newest interval, as their sum.
void PowerBalance::addShares() {
    const int degree = std::min(count_, most - 1);
    const Growth growth = growthOf(*model_, past_, degree);
    shareError_ = 0.0;
    for (Share& share : shares_) {
        const Integral work = overNewest(past_, share.powers, degree, growth);
        share.work += work.whole;
        traded_ += std::abs(work.whole);
        shareError_ = std::max(shareError_, std::abs(work.highest));
    }
}

/// What energy gains beyond the work of all others comes from the motion whose speed jumps.
void PowerBalance::addJump(double from, double to, double gained) {
    const std::size_t motions = shares_.size() - model_->motions.size();
    const auto jumps = [&](std::size_t k) {
        return k >= motions && jumpOfRate(model_->motions[k - motions].law, from, to) != 0.0;
    };
    Share* jumping = nullptr;
    int count = 0;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
        Share& share = shares_[k];
        if (jumps(k)) {
            jumping = &share;
            ++count;
        } else {
            const double work = 0.5 * (to - from) * (share.powers[0] + share.powers[1]);
            share.work += work;
            gained -= work;
        }
    }
    if (count == 1) {
        jumping->work += gained;
        return;
    }
    for (std::size_t k = motions; k < shares_.size(); ++k)
        if (jumps(k)) shares_[k].work = std::numeric_limits<double>::quiet_NaN();
}

void PowerBalance::writeWorks(std::span<Exchange> exchanges) const {
    for (std::size_t k = 0; k < shares_.size(); ++k)
        exchanges[k].work = shares_[k].work - (exchanges[k].stored - shares_[k].stored);
}

/// Whether the newest power is far from the line through those before, as after a jump.
bool PowerBalance::bends() const {
    if (count_ < 2) return true;
    const Instant &a = past_[0], &b = past_[1], &c = past_[2];
    const double line = b.power + (b.power - c.power) * (a.time - b.time) / (b.time - c.time);
    return std::abs(a.power - line) > bend * std::max(std::abs(a.power), std::abs(b.power));
}

void PowerBalance::advance(const Sample& sample) {
    const double gained = sample.kinetic + sample.potential - energy_;
    const double from = past_[0].time;
    std::copy_backward(past_.begin(), past_.end() - 1, past_.end());
    past_[0] = {sample.time, sample.power};
    for (std::size_t k = 0; k < shares_.size(); ++k) {
        std::array<double, most>& powers = shares_[k].powers;
        std::copy_backward(powers.begin(), powers.end() - 1, powers.end());
        powers[0] = sample.exchanges[k].active;
    }
    for (const MotionElement& motion : model_->motions)
        if (jumpOfRate(motion.law, from, sample.time) != 0.0) {
            // An impulse, whose work does not show in samples.
            work_ += gained;
            coarseWork_ += gained;
            addJump(from, sample.time, gained);
            count_ = 1;
            return;
        }
    std::array<double, most> powers;
    for (std::size_t k = 0; k < powers.size(); ++k) powers[k] = past_[k].power;
    const int degree = std::min(count_, most - 1);
    const Integral work = overNewest(past_, powers, degree, growthOf(*model_, past_, degree));
    addShares();
    work_ += work.whole;
    coarseWork_ += work.whole - work.highest;
    exchanged_ += std::abs(work.whole);
    const double missing = std::abs(gained - work.whole);
    // Of a power that jumps between its values within the interval.
    const double atMost =
        2.0 * (sample.time - from) * std::max(std::abs(past_[0].power), std::abs(past_[1].power));
    const double turned = (sample.time - from) * std::max(turn_, turnOf(sample));
    if (missing > rounding * scale() &&
        (sample.time - from > fastest_ || !showsLaws(*model_, from, sample.time, looks) ||
         (turned > coarseTurn && missing <= atMost && bends()))) {
        unseen_ += missing;
    } else if (missing > sudden * scale() && missing <= atMost && bends() &&
               (switches_ || springsReverse(*model_, sample, sample.time - from))) {
        unseen_ += missing;
        count_ = 0;
        jumps_ = true;
    }
    newestError_ = std::abs(work.highest);
    apart_ = std::max(apart_, std::abs(work_ - coarseWork_));
    count_ = std::min(count_ + 1, most);
}

}  // namespace momentree
