// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "core/integrators/integrator.hpp"
#include "core/stepping/stepper.hpp"
#include "core/stepping/systems_beside.hpp"

namespace momentree {

/// Systems of any formulation as one. The state is [all configurations without counted angles, all
/// counted angles, all velocities or momenta].
class SideBySide final : public SystemsBeside {
public:
    explicit SideBySide(std::vector<std::unique_ptr<OdeSystem<double>>> systems);

    int size() const override;
    int positionSize() const override;
    int poseSize() const override;
    int angleSize() const override;
    Vector units() const override;
    Result<void> startNext(const InitialState& initial) override;
    const Vector& begin() const override { return begin_; }
    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override;
    StepReport retract(double from, double t, Out y) override;
    void observe(std::size_t member, double t, const In& y, Sample& out) override;
    int bodyOf(int entry) const override;

private:
    struct Member {
        std::unique_ptr<OdeSystem<double>> system;
        Vector y, rates;
    };
    void gather(std::size_t member, const In& all, Vector& own) const;
    void scatter(std::size_t member, const In& own, Out all) const;
    void place();

    std::vector<Member> members_;
    std::size_t started_ = 0;
    std::vector<std::vector<int>> entries_;  ///< [members] of the state of all
    Vector begin_;
};

/// Runs that are integrated as one. Their steppers share it; safe to use from several threads.
class RunsSideBySide {
public:
    RunsSideBySide(std::unique_ptr<SystemsBeside> systems, std::size_t count,
                   std::unique_ptr<Integrator<double>> integrator)
        : systems_(std::move(systems)), count_(count), integrator_(std::move(integrator)) {}

    /// Starts the next one and returns its number.
    Result<std::size_t> startNext(const InitialState& initial);
    Progress advance(double until, const std::stop_token& stop);
    void observe(std::size_t member, Sample& out);

private:
    std::mutex mutex_;
    std::unique_ptr<SystemsBeside> systems_;
    std::size_t count_, added_ = 0;
    std::unique_ptr<Integrator<double>> integrator_;
    PhaseClock clock_;
    bool started_ = false;
    Progress last_;
};

/// One of them. They begin to run when all are initialised.
class BesideStepper final : public Stepper {
public:
    explicit BesideStepper(std::shared_ptr<RunsSideBySide> all) : all_(std::move(all)) {}

    Result<void> initialise(const InitialState& initial) override;
    Progress advance(double until, std::stop_token stop) override {
        return all_->advance(until, stop);
    }
    void observe(Sample& out) override { all_->observe(member_, out); }
    const PhaseClock& phases() const override { return clock_; }

private:
    std::shared_ptr<RunsSideBySide> all_;
    std::size_t member_ = 0;
    PhaseClock clock_;
};

}  // namespace momentree
