// SPDX-License-Identifier: Apache-2.0
#include "core/session/held_system.hpp"

#include <algorithm>
#include <utility>

#include "core/math/index.hpp"
#include "core/model/held_stops.hpp"

namespace momentree {

HeldSystem::HeldSystem(std::shared_ptr<const Model> model, Make make)
    : model_(std::move(model)), make_(std::move(make)), stopMotions_(model_->stops.size(), -1) {}

bool HeldSystem::hold(std::vector<int> stops, const Frictions& frictions,
                      const CompliantContacts& contacts) {
    std::vector<Slipping> sides;
    if (!frictions.empty()) sides.assign(model_->axialLoads.size(), Slipping::OfRate);
    std::vector<char> held;
    for (std::size_t j = 0; j < frictions.size(); ++j) {
        sides[toIndex(frictions.loadOf(j))] = frictions.side(j);
        held.push_back(frictions.isHeld(j));
    }
    if (system_ && stops == resting_ && sides == sides_ && held == held_) return false;
    resting_ = std::move(stops);
    held_ = std::move(held);
    sides_ = std::move(sides);
    std::vector<Stop> holds;
    const auto add = [&](int& motion, const Stop& stop) {
        motion = static_cast<int>(model_->motions.size() + holds.size());
        holds.push_back(stop);
    };
    std::ranges::fill(stopMotions_, -1);
    for (const int stop : resting_) add(stopMotions_[toIndex(stop)], model_->stops[toIndex(stop)]);
    frictionMotions_.assign(held_.size(), -1);
    for (std::size_t j = 0; j < held_.size(); ++j)
        if (held_[j] != 0) add(frictionMotions_[j], frictions.hold(j));
    const bool isModel = holds.empty() && sides_.empty();
    if (!contacts.empty()) {
        with_ = changing_ = withHeldStops(*model_, holds, sides_);
        contacts.writeTo(*changing_);
    } else {
        with_ = isModel ? model_ : withHeldStops(*model_, holds, sides_);
    }
    system_ = make_(with_);
    sample_.resize(*with_);
    if (isModel) {  // gaps need no forces
        sample_.accelerations.clear();
        sample_.motionEfforts.clear();
    }
    return true;
}

double HeldSystem::effortOf(int motion) const {
    return motion < 0 ? 0.0 : sample_.motionEfforts[toIndex(motion)];
}

void HeldSystem::observe(double t, const Eigen::VectorXd& y, Sample& out) {
    if (with_->motions.size() == model_->motions.size()) return system_->observe(t, y, out);
    measure(t, y);
    const std::size_t forces = out.accelerations.size(), joints = out.joints.size(),
                      couplings = out.couplingEfforts.size(), probes = out.probes.size(),
                      exchanges = out.exchanges.size();
    std::vector<double> efforts = std::move(out.motionEfforts);
    std::copy_n(sample_.motionEfforts.begin(), efforts.size(), efforts.begin());
    out = sample_;
    out.motionEfforts = std::move(efforts);
    out.accelerations.resize(forces);
    out.joints.resize(joints);
    out.couplingEfforts.resize(couplings);
    out.probes.resize(probes);
    out.exchanges.resize(exchanges);
}

}  // namespace momentree
