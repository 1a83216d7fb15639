// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/phase_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "core/dynamics/observer.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/stepping/step_plan.hpp"
#include "fpga_link/offload/called_hdca.hpp"
#include "fpga_link/offload/called_tree.hpp"
#include "fpga_link/offload/planar_chain.hpp"
#include "fpga_link/offload/planar_model.hpp"

namespace momentree::fpga {

namespace {

/// state = from + h rates
void go(PlanarState& state, const PlanarState& from, double h, const PlanarState& rates) {
    for (std::size_t i = 0; i < from.angle.size(); ++i) {
        state.angle[i] = from.angle[i] + h * rates.angle[i];
        state.momentum[i] = from.momentum[i] + h * rates.momentum[i];
    }
}

bool isFinite(const PlanarState& state) {
    const auto finite = [](double value) { return std::isfinite(value); };
    return std::ranges::all_of(state.angle, finite) && std::ranges::all_of(state.momentum, finite);
}

class PhaseStepper final : public Stepper {
public:
    PhaseStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                 std::unique_ptr<FunctionLink> link)
        : model_(std::move(model)),
          link_(std::move(link)),
          observer_(*model_, 0.0),
          step_(spec.step),
          rungeKutta_(spec.integrator == "rk4") {}

    Result<void> initialise(const InitialState& initial) override {
        auto chain = planarChain(*model_);
        if (!chain) return tl::unexpected(std::move(chain.error()));
        chain_ = std::move(*chain);
        bodies_ = initial.bodies;
        observer_.hold(closureStructure(*model_, bodies_));
        state_ = now_ = sum_ = rates_ = planarState(chain_, initial);
        std::vector<int> chained;
        for (const ChainBody& body : chain_.bodies) chained.push_back(body.body);
        angles_ = ChainAngles(*model_, chained, chain_.axes.col(2), initial, state_.angle);
        hdca_.emplace(chain_.mechanism, *link_, clock_);
        if (auto opened = link_->open({}); !opened)
            return fail(error(Place::board(), std::move(opened.error())));
        return {};
    }

    Progress advance(double until, std::stop_token stop) override {
        Progress progress{StepStatus::Reached, time_, 0, -1};
        if (auto opened = link_->open(stop); !opened) {
            problem_ = opened.error();
            progress.status = stop.stop_requested() ? StepStatus::Stopped : StepStatus::LinkLost;
            return progress;
        }
        problem_.reset();
        clock_.start();
        plan_.aim(time_, until, step_);
        while (!plan_.finished()) {
            if (stop.stop_requested())
                progress.status = StepStatus::Stopped;
            else
                progress.status = step(plan_.next() - time_);
            if (progress.status != StepStatus::Reached) break;
            time_ = progress.time = plan_.next();
            plan_.advance();
            ++progress.steps;
        }
        place();
        return progress;
    }

    void observe(Sample& out) override {
        out.time = time_;
        out.bodies = bodies_;
        observer_.complete(out, angles_.at(state_.angle));
    }
    const PhaseClock& phases() const override { return clock_; }
    std::optional<BoardTimes> boardTimes() const override { return link_->boardTimes(); }
    std::optional<Message> problem() const override { return problem_; }

private:
    StepStatus evaluate(const PlanarState& at) {
        if (!isFinite(at)) return StepStatus::NotFinite;
        switch (hdca_->rates(at, rates_)) {
            case CalledHdca::Outcome::Done:
                return isFinite(rates_) ? StepStatus::Reached : StepStatus::NotFinite;
            case CalledHdca::Outcome::Singular:
                return StepStatus::Singular;
            default:
                problem_ = hdca_->problem();
                return StepStatus::LinkLost;
        }
    }

    /// On failure, the state stays that of the last whole step.
    StepStatus step(double h) {
        struct Stage {
            double weight, next;  // of the sum; step to the next stage
        };
        static constexpr Stage fourth[] = {
            {1.0 / 6.0, 0.5}, {1.0 / 3.0, 0.5}, {1.0 / 3.0, 1.0}, {1.0 / 6.0, 0.0}};
        static constexpr Stage first[] = {{1.0, 0.0}};
        sum_ = now_ = state_;
        for (const Stage& stage :
             rungeKutta_ ? std::span<const Stage>(fourth) : std::span<const Stage>(first)) {
            if (const StepStatus status = evaluate(now_); status != StepStatus::Reached)
                return status;
            go(sum_, sum_, h * stage.weight, rates_);
            go(now_, state_, h * stage.next, rates_);
        }
        if (!isFinite(sum_)) return StepStatus::NotFinite;
        std::swap(state_, sum_);
        clock_.lap(momentree::Phase::Integrate);
        return StepStatus::Reached;
    }

    void place() { placeBodies(chain_, state_.angle, speedsOf(chain_.mechanism, state_), bodies_); }

    std::shared_ptr<const Model> model_;
    std::unique_ptr<FunctionLink> link_;
    Observer observer_;
    double step_;
    bool rungeKutta_;
    PlanarChain chain_;
    PhaseClock clock_;
    std::optional<CalledHdca> hdca_;
    StepPlan plan_;
    PlanarState state_, now_, sum_, rates_;
    std::vector<BodyState> bodies_;
    ChainAngles angles_;
    double time_ = 0.0;
    std::optional<Message> problem_;
};

}  // namespace

std::unique_ptr<Stepper> makePhaseStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                                          std::unique_ptr<FunctionLink> link) {
    if (!planarChain(*model)) return makeTreeStepper(std::move(model), spec, std::move(link));
    return std::make_unique<PhaseStepper>(std::move(model), spec, std::move(link));
}

Diagnostics phaseRefusals(const Model& model) {
    auto chain = planarChain(model);
    if (chain) return {};
    const auto start = assemble(model);
    if (!start) return std::move(chain.error());
    auto refusals = calledTreeRefusals(model, *start);
    if (refusals.empty()) return {};
    return planarModel(model, *start) ? std::move(chain.error()) : std::move(refusals);
}

}  // namespace momentree::fpga
