// SPDX-License-Identifier: Apache-2.0
#include "core/study/lanes.hpp"

#include <algorithm>

#include "core/formulations/batch/state_batch.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/integrators/integrator.hpp"
#include "core/model/sticking.hpp"

namespace momentree {
namespace {

using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Models = std::vector<std::shared_ptr<const Model>>;
using Systems = std::vector<std::unique_ptr<OdeSystem<double>>>;

std::unique_ptr<Integrator<double>> integratorOf(const RunSpec& spec) {
    const IntegratorSettings settings{.step = spec.step};
    return spec.integrator == "rk4" ? makeRk4<double>(settings)
                                    : makeExplicitEuler<double>(settings);
}

/// Combines the states of all runs into one.
class Together final : public OdeSystem<double> {
public:
    Together(std::unique_ptr<StateBatch> batch, Systems systems)
        : batch_(std::move(batch)), systems_(std::move(systems)) {}

    OdeSystem<double>& alone(std::size_t lane) { return *systems_[lane]; }
    /// The part of y belonging to a lane.
    template <typename Vector>
    auto of(std::size_t lane, Vector&& y) const {
        return y.segment(static_cast<Eigen::Index>(lane) * batch_->size(), batch_->size());
    }
    Result<void> startLane(std::size_t lane, const InitialState& initial, VectorXd& y) {
        if (auto started = batch_->start(lane, initial, of(lane, y)); !started) return started;
        return systems_[lane]->start(initial, of(lane, y));
    }

    int size() const override { return batch_->size() * static_cast<int>(systems_.size()); }
    /// Configurations and momenta alternate: suits only methods that treat them alike.
    int positionSize() const override { return 0; }
    Result<void> start(const InitialState& initial, Out y) override {
        VectorXd all(size());
        for (std::size_t k = 0; k < systems_.size(); ++k)
            if (auto started = startLane(k, initial, all); !started) return started;
        y = all;
        return {};
    }
    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        const auto lanes = static_cast<Eigen::Index>(systems_.size());
        const StepStatus status =
            batch_->derivative(t, Map<const MatrixXd>(y.data(), batch_->size(), lanes),
                               Map<MatrixXd>(ydot.data(), batch_->size(), lanes));
        clock.lap(Phase::Derivatives);
        return status;
    }
    StepReport retract(double from, double t, Out y) override {
        StepReport worst;
        for (std::size_t k = 0; k < systems_.size(); ++k) {
            const StepReport report = systems_[k]->retract(from, t, of(k, y));
            if (report.status != StepStatus::Reached || report.moved > worst.moved) worst = report;
        }
        return worst;
    }
    void observe(double, const In&, Sample&) override {}  // each lane has its own sample
    int bodyOf(int entry) const override {
        return systems_[static_cast<std::size_t>(entry / batch_->size())]->bodyOf(entry %
                                                                                  batch_->size());
    }

private:
    std::unique_ptr<StateBatch> batch_;
    Systems systems_;
};

/// Shared by the steppers of runs in lanes.
struct Group {
    std::size_t runs;
    Together states;
    std::unique_ptr<Integrator<double>> integrator;
    PhaseClock clock = {};
    Progress latest = {};  ///< of the last call that advanced all lanes
    /// What a lane has called between steps, and the steps until then.
    struct Watch {
        std::function<std::int64_t()> look = {};
        std::int64_t until = 1;
    };
    std::vector<Watch> watches = std::vector<Watch>(runs);

    bool failed() const {
        return latest.status != StepStatus::Reached && latest.status != StepStatus::Stopped;
    }
    void advance(double until, const std::stop_token& stop) {
        if (failed() || integrator->time() >= until) return;
        clock.start();
        latest = integrator->advance(until, stop, clock);
    }
};

/// A single run gets a copy of itself as a second lane, so that it computes as it would together
/// with others.
Result<std::unique_ptr<Group>> groupOf(Models models, std::vector<const InitialState*> starts,
                                       const RunSpec& spec) {
    const std::size_t runs = models.size();
    if (runs == 1) {
        models.push_back(models[0]);
        starts.push_back(starts[0]);
    }
    auto batch = makeStateBatch(models, spec);
    if (!batch) return tl::unexpected(std::move(batch.error()));
    Systems systems;
    for (const auto& model : models) systems.push_back(makeNaudet<double>(model, spec));
    auto group = std::make_unique<Group>(
        Group{runs, Together(std::move(*batch), std::move(systems)), integratorOf(spec)});
    VectorXd y(group->states.size());
    for (std::size_t k = 0; k < models.size(); ++k)
        if (auto started = group->states.startLane(k, *starts[k], y); !started)
            return tl::unexpected(std::move(started.error()));
    if (auto started = group->integrator->start(group->states, 0.0, y); !started)
        return tl::unexpected(std::move(started.error()));
    return group;
}

class LaneStepper final : public Stepper {
public:
    LaneStepper(std::shared_ptr<Group> group, std::size_t lane, const RunSetup& setup)
        : group_(std::move(group)),
          lane_(lane),
          model_(setup.model),
          start_(setup.start.state),
          spec_(setup.spec) {}
    ~LaneStepper() override { group_->watches[lane_] = {}; }

    auto state() const { return group_->states.of(lane_, group_->integrator->state()); }

    Result<void> initialise(const InitialState&) override { return {}; }  // already started
    Progress advance(double until, std::stop_token stop) override {
        group_->advance(until, stop);
        const Progress all = group_->latest;
        // Another lane may have failed, not this one.
        if (!group_->failed() || !leave()) return all;
        group_->advance(until, stop);
        const Progress own = group_->latest;
        return {own.status, own.time, all.steps + own.steps, own.body};
    }
    void observe(Sample& out) override {
        group_->states.alone(lane_).observe(group_->integrator->time(), state(), out);
    }
    bool watch(std::function<std::int64_t()> look) override {
        group_->watches[lane_] = {std::move(look)};
        return watchGroup();
    }
    const PhaseClock& phases() const override { return group_->clock; }

private:
    /// Continues in a separate group; returns false if it already has one.
    bool leave() {
        if (group_->runs == 1) return false;
        auto own = groupOf({model_}, {&start_}, spec_);
        VectorXd y(2 * state().size());
        y << state(), state();
        if (!own || !(*own)->integrator->start((*own)->states, group_->integrator->time(), y))
            return false;
        (*own)->clock = group_->clock;
        Group::Watch watch = std::exchange(group_->watches[lane_], {});
        group_ = std::move(*own);
        lane_ = 0;
        group_->watches[lane_] = std::move(watch);
        watchGroup();
        return true;
    }

    bool watchGroup() {
        return group_->integrator->watch([group = group_.get()]() -> std::int64_t {
            for (Group::Watch& own : group->watches)
                if (own.look && --own.until == 0) own.until = own.look();
            return 1;
        });
    }

    std::shared_ptr<Group> group_;
    std::size_t lane_;
    std::shared_ptr<const Model> model_;
    InitialState start_;
    RunSpec spec_;
};

}  // namespace

bool sameTimes(const RunSpec& a, const RunSpec& b) {
    return a.integrator == b.integrator && a.step == b.step && a.duration == b.duration &&
           a.sample == b.sample;
}

bool fitsLanes(const Model& model, const RunSpec& spec) {
    // Each run stops at events and corners of its own.
    if (hasEvents(model) || !cornersOf(model).empty()) return false;
    return spec.formulation == "naudet" && spec.backend == "sequential" &&
           (spec.integrator == "rk4" || spec.integrator == "explicit-euler") &&
           model.tree.closures.empty();
}

bool shareLanes(std::span<RunSetup* const> setups) {
    Models models;
    std::vector<const InitialState*> starts;
    for (const RunSetup* setup : setups) {
        if (!fitsLanes(*setup->model, setup->spec) || !sameTimes(setup->spec, setups[0]->spec))
            return false;
        models.push_back(setup->model);
        starts.push_back(&setup->start.state);
    }
    auto made = groupOf(std::move(models), std::move(starts), setups[0]->spec);
    if (!made) return false;
    const std::shared_ptr<Group> group = std::move(*made);
    for (std::size_t k = 0; k < setups.size(); ++k)
        setups[k]->stepper = std::make_unique<LaneStepper>(group, k, *setups[k]);
    return true;
}

}  // namespace momentree
