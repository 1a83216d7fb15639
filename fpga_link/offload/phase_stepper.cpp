// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/phase_stepper.hpp"

#include <optional>
#include <utility>

#include "core/integrators/ode_stepper.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/step_settings.hpp"
#include "fpga_link/offload/called_hdca.hpp"
#include "fpga_link/offload/called_tree.hpp"
#include "fpga_link/offload/planar_chain.hpp"
#include "fpga_link/offload/planar_model.hpp"

namespace momentree::fpga {

namespace {

std::unique_ptr<CalledSystem> calledSystem(std::shared_ptr<const Model> model, FunctionLink& link) {
    if (auto chain = planarChain(*model))
        return makeCalledHdca(std::move(model), std::move(*chain), link);
    return makeCalledTree(std::move(model), link);
}

class PhaseStepper final : public Stepper {
public:
    PhaseStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                 std::unique_ptr<FunctionLink> link)
        : link_(std::move(link)) {
        const IntegratorSettings settings = stepSettings(model, spec);
        auto system = calledSystem(std::move(model), *link_);
        system_ = system.get();
        stepper_.emplace(std::move(system), spec.integrator == "rk4"
                                                ? makeRk4<double>(settings)
                                                : makeExplicitEuler<double>(settings));
    }

    void watchStart(const StartWatch& watch) override { stop_ = watch.stop; }
    Result<void> initialise(const InitialState& initial) override {
        const std::stop_token stop = std::exchange(stop_, {});
        if (auto started = stepper_->initialise(initial); !started) return started;
        if (auto opened = link_->open(stop); !opened)
            return fail(error(Place::board(), std::move(opened.error())));
        return {};
    }
    Progress advance(double until, std::stop_token stop) override {
        problem_.reset();
        if (auto opened = link_->open(stop); !opened) {
            problem_ = opened.error();
            Progress progress;
            progress.time = time_;
            progress.status = stop.stop_requested() ? StepStatus::Stopped : StepStatus::LinkLost;
            return progress;
        }
        const Progress progress = stepper_->advance(until, stop);
        time_ = progress.time;
        if (progress.status == StepStatus::LinkLost) problem_ = system_->problem();
        return progress;
    }
    void observe(Sample& out) override { stepper_->observe(out); }
    const PhaseClock& phases() const override { return stepper_->phases(); }
    double rounding() const override { return std::numeric_limits<float>::epsilon(); }
    std::optional<BoardTimes> boardTimes() const override { return link_->boardTimes(); }
    std::optional<Message> problem() const override { return problem_; }

private:
    std::unique_ptr<FunctionLink> link_;
    std::optional<OdeStepper<double>> stepper_;
    const CalledSystem* system_ = nullptr;
    double time_ = 0.0;
    std::stop_token stop_;  // of the start
    std::optional<Message> problem_;
};

}  // namespace

std::unique_ptr<Stepper> makePhaseStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                                          std::unique_ptr<FunctionLink> link) {
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
