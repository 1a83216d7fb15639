// SPDX-License-Identifier: Apache-2.0
#include "core/study/side_by_side.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/math/index.hpp"

namespace momentree {

SideBySide::SideBySide(std::vector<std::unique_ptr<OdeSystem<double>>> systems) {
    for (auto& system : systems) {
        const Vector y = Vector::Zero(system->size());
        members_.push_back({std::move(system), y, y});
    }
}

int SideBySide::size() const {
    int sum = 0;
    for (const Member& member : members_) sum += member.system->size();
    return sum;
}

int SideBySide::positionSize() const {
    int sum = 0;
    for (const Member& member : members_) sum += member.system->positionSize();
    return sum;
}

int SideBySide::poseSize() const {
    int sum = 0;
    for (const Member& member : members_) sum += member.system->poseSize();
    return sum;
}

int SideBySide::angleSize() const {
    int sum = 0;
    for (const Member& member : members_) sum += member.system->angleSize();
    return sum;
}

void SideBySide::gather(std::size_t member, const In& all, Vector& own) const {
    const std::vector<int>& entries = entries_[member];
    for (std::size_t k = 0; k < entries.size(); ++k)
        own[static_cast<Eigen::Index>(k)] = all[entries[k]];
}

void SideBySide::scatter(std::size_t member, const In& own, Out all) const {
    const std::vector<int>& entries = entries_[member];
    for (std::size_t k = 0; k < entries.size(); ++k)
        all[entries[k]] = own[static_cast<Eigen::Index>(k)];
}

/// Where the entries of the members are among those of all.
void SideBySide::place() {
    entries_.assign(members_.size(), {});
    int pose = 0, controller = poseSize(), angle = positionSize() - angleSize(),
        speed = positionSize();
    for (std::size_t m = 0; m < members_.size(); ++m) {
        const OdeSystem<double>& system = *members_[m].system;
        std::vector<int>& entries = entries_[m];
        const int positions = system.positionSize();
        for (int k = 0; k < system.poseSize(); ++k) entries.push_back(pose++);
        for (int k = system.poseSize(); k < positions - system.angleSize(); ++k)
            entries.push_back(controller++);
        for (int k = 0; k < system.angleSize(); ++k) entries.push_back(angle++);
        for (int k = positions; k < system.size(); ++k) entries.push_back(speed++);
    }
}

Result<void> SideBySide::startNext(const InitialState& initial) {
    Member& own = members_[started_++];
    if (auto started = own.system->start(initial, own.y); !started) return started;
    if (started_ < members_.size()) return {};
    place();
    begin_.setZero(size());
    for (std::size_t m = 0; m < members_.size(); ++m) scatter(m, members_[m].y, begin_);
    return {};
}

SideBySide::Vector SideBySide::units() const {
    Vector all(size());
    for (std::size_t m = 0; m < members_.size(); ++m) scatter(m, members_[m].system->units(), all);
    return all;
}

StepStatus SideBySide::derivative(double t, const In& y, Out ydot, PhaseClock& clock) {
    for (std::size_t m = 0; m < members_.size(); ++m) {
        Member& own = members_[m];
        gather(m, y, own.y);
        const StepStatus status = own.system->derivative(t, own.y, own.rates, clock);
        if (status != StepStatus::Reached) return status;
        scatter(m, own.rates, ydot);
    }
    return StepStatus::Reached;
}

StepReport SideBySide::retract(double from, double t, Out y) {
    StepReport worst;
    for (std::size_t m = 0; m < members_.size(); ++m) {
        Member& own = members_[m];
        gather(m, y, own.y);
        const StepReport report = own.system->retract(from, t, own.y);
        if (report.status != StepStatus::Reached) return report;
        scatter(m, own.y, y);
        if (report.moved >= worst.moved) worst = report;
    }
    return worst;
}

void SideBySide::observe(std::size_t member, double t, const In& y, Sample& out) {
    Member& own = members_[member];
    gather(member, y, own.y);
    own.system->observe(t, own.y, out);
}

int SideBySide::bodyOf(int entry) const {
    for (std::size_t m = 0; m < members_.size(); ++m)
        if (const auto at = std::ranges::find(entries_[m], entry); at != entries_[m].end())
            return members_[m].system->bodyOf(static_cast<int>(at - entries_[m].begin()));
    return -1;
}

Result<std::size_t> RunsSideBySide::startNext(const InitialState& initial) {
    const std::scoped_lock lock(mutex_);
    if (auto started = systems_->startNext(initial); !started)
        return tl::unexpected(started.error());
    return added_++;
}

Progress RunsSideBySide::advance(double until, const std::stop_token& stop) {
    const std::scoped_lock lock(mutex_);
    assert(added_ == count_);
    if (started_ && integrator_->time() >= until) return last_;
    if (!std::exchange(started_, true) && !integrator_->start(*systems_, 0.0, systems_->begin())) {
        last_.status = StepStatus::Singular;
        return last_;
    }
    if (last_.status != StepStatus::Reached) return last_;
    clock_.start();
    last_ = integrator_->advance(until, stop, clock_);
    return last_;
}

void RunsSideBySide::observe(std::size_t member, Sample& out) {
    const std::scoped_lock lock(mutex_);
    const bool runs = started_ && integrator_->time() > 0.0;
    systems_->observe(member, runs ? integrator_->time() : 0.0,
                      runs ? integrator_->state() : systems_->begin(), out);
}

Result<void> BesideStepper::initialise(const InitialState& initial) {
    auto member = all_->startNext(initial);
    if (!member) return tl::unexpected(member.error());
    member_ = *member;
    return {};
}

}  // namespace momentree
