// SPDX-License-Identifier: Apache-2.0
#include "core/session/controller.hpp"

#include "core/diagnostics/probes.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/number_text.hpp"
#include "core/stepping/paced.hpp"

namespace momentree {
namespace {

class ControlledStepper final : public Stepper, public Paced {
public:
    ControlledStepper(std::unique_ptr<Stepper> stepper, std::unique_ptr<Controller> controller,
                      std::shared_ptr<const Model> model)
        : model_(std::move(model)),
          layout_(*model_),
          row_(static_cast<std::size_t>(layout_.width())),
          controller_(std::move(controller)),
          stepper_(std::move(stepper)) {
        sample_.resize(*model_);
    }
    const Controller& controller() const { return *controller_; }

    Result<void> initialise(const InitialState& initial) override {
        return stepper_->initialise(initial);
    }
    Progress advance(double until, std::stop_token stop) override {
        if (until > controlled_) control(until);
        return stepper_->advance(until, std::move(stop));
    }
    void observe(Sample& out) override { stepper_->observe(out); }
    bool watch(std::function<std::int64_t()> look) override {
        return stepper_->watch(std::move(look));
    }
    PaceError pace() const override {
        const auto* paced = dynamic_cast<const Paced*>(stepper_.get());
        return paced ? paced->pace() : PaceError();
    }
    const PhaseClock& phases() const override { return stepper_->phases(); }
    double rounding() const override { return stepper_->rounding(); }
    std::int64_t newtonIterations() const override { return stepper_->newtonIterations(); }
    std::optional<std::int64_t> newtonIterationsMax() const override {
        return stepper_->newtonIterationsMax();
    }
    std::optional<BoardTimes> boardTimes() const override { return stepper_->boardTimes(); }
    std::span<const Impact> impacts() const override { return stepper_->impacts(); }
    std::optional<Message> problem() const override { return stepper_->problem(); }

private:
    /// Once for each target: a run that was interrupted goes on with the same inputs.
    void control(double until) {
        stepper_->observe(sample_);
        evaluateProbes(*model_, sample_);
        layout_.write(sample_, row_);
        if (auto why = controller_->advance(row_, until, *model_->inputs))
            throw ControllerProblem(
                MOMENTREE_TEXT("run-controller-failed", "the controller stopped at t = %1 s: %2")(
                    numberText(row_[0], 6), std::move(*why)));
        controlled_ = until;
    }

    std::shared_ptr<const Model> model_;
    RowLayout layout_;
    Sample sample_;
    std::vector<double> row_;
    double controlled_ = 0.0;  ///< the target up to which inputs are set [s]
    std::unique_ptr<Controller> controller_;
    std::unique_ptr<Stepper> stepper_;
};

}  // namespace

std::unique_ptr<Stepper> controlled(std::unique_ptr<Stepper> stepper,
                                    std::unique_ptr<Controller> controller,
                                    std::shared_ptr<const Model> model) {
    return std::make_unique<ControlledStepper>(std::move(stepper), std::move(controller),
                                               std::move(model));
}

const Controller* controllerOf(const Stepper& stepper) {
    const auto* found = dynamic_cast<const ControlledStepper*>(&stepper);
    return found != nullptr ? &found->controller() : nullptr;
}

}  // namespace momentree
