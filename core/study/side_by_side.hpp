// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "core/integrators/integrator.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// Several systems as one, so that an integrator takes the same orders, steps and iterations for
/// all: their solutions are then smooth functions of what they differ in. The state is [all
/// configurations without counted angles, all counted angles, all velocities or momenta].
class SideBySide final : public OdeSystem<double> {
public:
    int size() const override;
    int positionSize() const override;
    int poseSize() const override;
    int angleSize() const override;
    Vector units() const override;
    /// The members have been started one by one, see `add`.
    Result<void> start(const InitialState& initial, Out y) override;
    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override;
    StepReport retract(double from, double t, Out y) override;
    void observe(double t, const In& y, Sample& out) override;  ///< of the first member
    int bodyOf(int entry) const override;

    /// Starts a system and takes it.
    Result<void> add(std::unique_ptr<OdeSystem<double>> system, const InitialState& initial);
    void observe(std::size_t member, double t, const In& y, Sample& out);
    const Vector& begin() const { return begin_; }  ///< the state of all at their start

private:
    struct Member {
        std::unique_ptr<OdeSystem<double>> system;
        Vector y, rates;
    };
    void gather(std::size_t member, const In& all, Vector& own) const;
    void scatter(std::size_t member, const In& own, Out all) const;
    void place();

    std::vector<Member> members_;
    std::vector<std::vector<int>> entries_;  ///< [members] of the state of all
    Vector begin_;
};

/// Runs that are integrated as one. Their steppers share it; safe to use from several threads.
class RunsSideBySide {
public:
    RunsSideBySide(std::size_t count, std::unique_ptr<Integrator<double>> integrator)
        : count_(count), integrator_(std::move(integrator)) {}

    Result<std::size_t> add(std::unique_ptr<OdeSystem<double>> system, const InitialState& initial);
    Progress advance(double until, const std::stop_token& stop);
    void observe(std::size_t member, Sample& out);

private:
    std::mutex mutex_;
    std::size_t count_, added_ = 0;
    SideBySide systems_;
    std::unique_ptr<Integrator<double>> integrator_;
    PhaseClock clock_;
    bool started_ = false;
    Progress last_;
};

/// One of them. They begin to run when all are initialised.
class BesideStepper final : public Stepper {
public:
    BesideStepper(std::shared_ptr<RunsSideBySide> all, std::unique_ptr<OdeSystem<double>> system)
        : all_(std::move(all)), system_(std::move(system)) {}

    Result<void> initialise(const InitialState& initial) override;
    Progress advance(double until, std::stop_token stop) override {
        return all_->advance(until, stop);
    }
    void observe(Sample& out) override { all_->observe(member_, out); }
    const PhaseClock& phases() const override { return clock_; }

private:
    std::shared_ptr<RunsSideBySide> all_;
    std::unique_ptr<OdeSystem<double>> system_;  ///< until `initialise`
    std::size_t member_ = 0;
    PhaseClock clock_;
};

}  // namespace momentree
