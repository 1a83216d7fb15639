// SPDX-License-Identifier: Apache-2.0
#include "core/session/run.hpp"

#include "core/kinematics/assemble.hpp"
#include "core/number_text.hpp"
#include "core/session/run_limits.hpp"

namespace momentree {

Run::Run(std::shared_ptr<const Model> model, const RunSpec& spec, std::unique_ptr<Stepper> stepper)
    : model_(std::move(model)),
      spec_(spec),
      layout_(*model_),
      stepper_(std::move(stepper)),
      probes_(*model_),
      last_(sampleCount(spec)) {
    // One row more than samples: where a failure ends the run.
    recording_ = std::make_shared<Recording>(layout_.width(), static_cast<std::size_t>(last_) + 2);
    sample_.resize(*model_);
}

Result<std::unique_ptr<Run>> Run::create(const Catalogue& catalogue,
                                         std::shared_ptr<const Model> model, const RunSpec& spec,
                                         Diagnostics* warnings) {
    if (auto checked = catalogue.check(*model, spec, warnings); !checked)
        return tl::unexpected(std::move(checked.error()));
    auto initial = assemble(*model);
    if (!initial) return tl::unexpected(std::move(initial.error()));
    auto stepper = catalogue.make(model, spec);
    if (!stepper) return tl::unexpected(std::move(stepper.error()));
    if (auto started = (*stepper)->initialise(*initial); !started)
        return tl::unexpected(std::move(started.error()));
    std::unique_ptr<Run> run(new Run(std::move(model), spec, std::move(*stepper)));
    run->record();
    return run;
}

double Run::sampleTime(std::int64_t index) const {
    return index >= last_ ? spec_.duration : static_cast<double>(index) * spec_.sample;
}

Progress Run::advance(std::stop_token stop) {
    if (failure_) return *failure_;
    const Progress progress = stepper_->advance(sampleTime(next_), std::move(stop));
    const bool moved = progress.time > time_;
    time_ = progress.time;
    steps_ += progress.steps;
    stepsSinceRow_ += progress.steps;
    if (progress.status == StepStatus::Reached) {
        record();
        ++next_;
    } else if (progress.status != StepStatus::Stopped) {
        failure_ = progress;
        if (moved) record();
    }
    return progress;
}

void Run::record() {
    stepper_->observe(sample_);
    probes_.evaluate(sample_);
    const std::span<double> row = recording_->nextRow();
    if (row.empty()) return;
    layout_.write(sample_, row);
    for (std::size_t p = 0; p < phaseCount; ++p) {
        const Phase phase = static_cast<Phase>(p);
        const std::int64_t total = stepper_->phases()[phase].ns;
        const double perStep = stepsSinceRow_ > 0 ? static_cast<double>(total - phasesBefore_[p]) /
                                                        static_cast<double>(stepsSinceRow_)
                                                  : 0.0;
        row[static_cast<std::size_t>(layout_.phase(phase))] = perStep;
        phasesBefore_[p] = total;
    }
    stepsSinceRow_ = 0;
    recording_->commit();
}

std::string Run::failure(const Progress& progress) const {
    const std::string when = "at t = " + numberText(progress.time, 6) + " s";
    const bool adaptive = isAdaptive(spec_.integrator);
    const std::string other =
        spec_.formulation == "index3-dca" ? "another formulation" : "cvode-adams";
    const std::string smaller =
        adaptive ? "try tighter tolerances"
                 : "try a smaller step than " + numberText(spec_.step, 6) + " s, or " + other;
    const std::string body =
        progress.body >= 0
            ? "body '" + model_->bodies[static_cast<std::size_t>(progress.body)].name + "'"
            : "the motion";
    switch (progress.status) {
        case StepStatus::Reached:
            return {};
        case StepStatus::Stopped:
            return "stopped " + when;
        case StepStatus::NotFinite:
            return body + " diverged " + when + ": its state is no longer finite; " + smaller;
        case StepStatus::Singular:
            return "the equations of motion are singular " + when + ": '" + spec_.formulation +
                   "' cannot go through this configuration; try lagrange-index1, or a start "
                   "without aligned links";
        case StepStatus::NotConverged:
            return spec_.integrator + " did not converge " + when + "; " +
                   (adaptive ? "try looser tolerances, or rk4 with a small step" : smaller);
        case StepStatus::StepTooSmall:
            return spec_.integrator + " needs steps too small to go on " + when +
                   "; try looser tolerances, or look for a jump in a force or motion";
        case StepStatus::LinkLost:
            return "the link to the board was lost " + when +
                   (stepper_->problem().empty() ? "" : ": " + stepper_->problem()) +
                   "; what had arrived is kept";
    }
    return {};
}

}  // namespace momentree
