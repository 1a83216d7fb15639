// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrators/integrator.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/session/held_system.hpp"
#include "core/session/zeno.hpp"
#include "core/stepping/step_plan.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {

/// Friction holds a joint from now on, lets go of it, or has changed its side.
struct FrictionEvent {
    double time = 0.0;  ///< [s]
    int load = 0;       ///< index into Model::axialLoads
    Slipping side = Slipping::Sticks;
};

/// A contact with a stiffness begins or ends.
struct ContactEvent {
    double time = 0.0;  ///< [s]
    std::string name;
    bool touches = false;  ///< from now on
};

/// Advances a formulation with an integrator and stops it at events: a coordinate meets its stop,
/// or one that rests there is pulled away; a joint with friction that sticks comes to rest, or
/// breaks loose; a contact with a stiffness begins or ends.
///
/// After every step the gaps are tested. Where one is closed, the step is repeated from its begin
/// in shorter parts until its end is the first such instant; then the velocities jump
/// (`ImpactSolver`), the formulation starts again from there, and the rest of the step follows, so
/// that the times of the steps stay. A coordinate whose rebounds die out rests at its stop: from
/// then on a motion holds it (`withHeldStops`) until its effort would pull. Another one holds a
/// joint that sticks, until its effort exceeds the limit of the friction (THEORY 7g). At contacts
/// with a stiffness nothing jumps but efforts. Only events allocate.
class EventStepper final : public Stepper, public TraceableStepper, public Paced {
public:
    /// @param step between two tests of the gaps; of a fixed-step method, its step [s]
    /// @param shortens whether steps are shorter where a contact of spheres begins and ends
    EventStepper(std::shared_ptr<const Model> model, double step, bool shortens,
                 HeldSystem::Make make, std::unique_ptr<Integrator<double>> integrator);

    Result<void> initialise(const InitialState& initial) override;
    Progress advance(double until, std::stop_token stop) override;
    void observe(Sample& out) override;
    bool watch(std::function<std::int64_t()> look) override;
    PaceError pace() const override { return integrator_->pace(); }
    const PhaseClock& phases() const override { return clock_; }
    std::int64_t newtonIterations() const override;
    std::optional<std::int64_t> newtonIterationsMax() const override {
        return integrator_->newtonIterationsMax();
    }
    std::span<const Impact> impacts() const override { return impacts_; }
    /// Of friction that sticks, so far; the first ones if there are very many.
    std::span<const FrictionEvent> frictionEvents() const { return frictionEvents_; }
    /// Of contacts with a stiffness so far; the first ones if there are very many.
    std::span<const ContactEvent> contactEvents() const { return contactEvents_; }
    std::optional<Message> problem() const override { return problem_; }
    void trace(Tracer* tracer) override;
    bool traceable() const override;
    bool evaluate() override;

private:
    /// A state with what events are found by [stops, then frictions, then contacts with a
    /// stiffness]: the gap of a stop or, while the coordinate rests there, the effort that keeps
    /// it, without a rate; the rate of a joint towards the side to which it slips or, while it
    /// sticks, what is left of its friction; the depth of a contact, or what its push is above
    /// zero.
    struct Instant {
        double time = 0.0;
        Eigen::VectorXd y;
        std::vector<Gap> tests;
    };
    struct Event {
        int test = -1;
        double time = 0.0;
    };
    struct Bracket {
        double from = 0.0, to = 0.0;  ///< the same for an event at the begin of the step
        bool holds = false;
        double value = 0.0;  ///< at `from`, if that is within the step
    };
    /// An event leaves a test at zero, so that the next one counts only after it was left.
    enum class Arming : std::uint8_t {
        Armed,
        Touching,  ///< at its stop
        Leaving    ///< the same, and not tested in this step
    };

    Result<void> startAt(const InitialState& state);
    void beginContacts();
    StepStatus restart(const InitialState& state);
    void setResting(std::vector<int> stops);
    void measure(Instant& instant);
    InitialState stateHere() const;
    void followAngles();
    StepStatus stepTo(double time);
    double partEnd(double time);
    StepStatus goTo(double time);
    StepStatus tryTo(double time);
    void accept();
    StepStatus firstEvent(Event& first);
    StepStatus findBracket(int test, Bracket& bracket);
    StepStatus findPositive(std::size_t test, Bracket& bracket);
    StepStatus locate(int test, const Bracket& bracket, double& time);
    StepStatus handle(const Event& event);
    StepStatus hit(int event);
    StepStatus changeContact(std::size_t contact);
    StepStatus restAt(int stop, const InitialState& state);
    StepStatus restAtStart();
    void collide(InitialState& state, std::span<ImpactSolver::Contact> contacts);
    void keepTogether(InitialState& state, std::span<ImpactSolver::Contact> contacts, double slow);
    void record(const ImpactSolver::Contact& contact);
    StepStatus endless(const Event& event);
    std::size_t testOf(std::size_t friction) const { return model_->stops.size() + friction; }
    std::size_t testOfContact(std::size_t contact) const {
        return testOf(frictions_.size()) + contact;
    }
    bool isHeld(std::size_t test) const;
    StepStatus settle(int at = -1);
    Eigen::MatrixXd mobilities(const InitialState& state) const;
    void lookHere();

    std::shared_ptr<const Model> model_;  ///< as given
    double step_;
    bool shortens_;
    std::unique_ptr<Integrator<double>> integrator_;
    Frictions frictions_;
    CompliantContacts contacts_;
    HeldSystem held_;
    std::vector<Arming> arming_;   ///< [tests]
    std::vector<ZenoWatch> zeno_;  ///< [stops]
    ImpactSolver solver_;
    std::size_t firstImpactWork_;      ///< in `Sample::exchanges`
    std::vector<double> impactWorks_;  ///< [stops, then motions]
    CountedAngles counted_;
    std::vector<double> angles_;  ///< [counted_] with their turns
    Instant begin_, end_;         ///< of the present step; `end_` is what was tried last
    StepPlan plan_;
    PhaseClock clock_;
    double moved_ = 0.0;
    int failedBody_ = -1, failedRow_ = -1;
    double impactWork_ = 0.0;
    std::int64_t iterations_ = 0;  ///< before the last restart
    std::vector<Impact> impacts_;
    std::vector<FrictionEvent> frictionEvents_;
    std::vector<ContactEvent> contactEvents_;
    std::optional<Message> problem_;
    std::function<std::int64_t()> look_;
    std::int64_t untilLook_ = 1;    ///< [steps]
    std::int64_t longestLook_ = 1;  ///< grows from event to event
    Tracer* tracer_ = nullptr;
};

}  // namespace momentree
