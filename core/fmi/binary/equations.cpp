// SPDX-License-Identifier: Apache-2.0
#include "core/fmi/binary/equations.hpp"

#include "core/diagnostics/probes.hpp"
#include "core/number_text.hpp"

namespace momentree::fmi {

Result<std::unique_ptr<Equations>> Equations::create(const Catalogue& catalogue,
                                                     const std::shared_ptr<const Model>& model,
                                                     const RunSpec& spec, const LaterStart& from,
                                                     double tolerance) {
    std::unique_ptr<Equations> made(new Equations);
    made->model_ = modelFrom(*model, from);
    auto system = catalogue.makeSystem(made->model_, spec);
    if (!system) return tl::unexpected(std::move(system.error()));
    made->system_ = std::move(*system);
    made->y_ = Vector::Zero(made->size());
    if (auto started = made->system_->start(from.state, made->y_); !started)
        return tl::unexpected(std::move(started.error()));
    made->rates_ = made->corrected_ = made->y_;
    made->units_ = made->system_->units();
    made->layout_ = std::make_unique<RowLayout>(*model);
    made->sample_.resize(*model);
    made->row_.resize(static_cast<std::size_t>(made->layout_->width()));
    made->begin_ = made->time_ = made->completed_ = from.time;
    made->tolerance_ = tolerance;
    return made;
}

void Equations::setTime(double time) {
    time_ = time;
    inputsChanged();
}

void Equations::setState(std::span<const double> y) {
    std::copy(y.begin(), y.end(), y_.data());
    inputsChanged();
}

Message Equations::failed(StepStatus status) const {
    return MOMENTREE_TEXT("derivative-failed", "the state at t = %1 s has no derivative: %2")(
        numberText(time_, 6), statusName(status));
}

Result<const double*> Equations::derivatives() {
    if (!current_) {
        const StepStatus status = system_->derivative(time_ - begin_, y_, rates_, clock_);
        if (status != StepStatus::Reached) return fail(error(Place::run(), failed(status)));
    }
    current_ = true;
    return rates_.data();
}

Result<const double*> Equations::row() {
    if (!observed_) {
        system_->observe(time_ - begin_, y_, sample_);
        sample_.time = time_;
        evaluateProbes(*model_, sample_);
        layout_->write(sample_, row_);
    }
    observed_ = true;
    return row_.data();
}

Result<bool> Equations::completeStep() {
    if (auto known = derivatives(); !known) return tl::unexpected(std::move(known.error()));
    corrected_ = y_;
    const StepReport report = system_->retract(completed_ - begin_, time_ - begin_, corrected_);
    if (report.status != StepStatus::Reached)
        return fail(error(Place::run(), failed(report.status)));
    completed_ = time_;
    corrects_ = ((corrected_ - y_).array() / units_.array()).abs().maxCoeff() > tolerance_;
    return corrects_;
}

bool Equations::correct() {
    if (!corrects_) return false;
    corrects_ = false;
    y_ = corrected_;
    inputsChanged();
    return true;
}

}  // namespace momentree::fmi
