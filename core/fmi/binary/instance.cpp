// SPDX-License-Identifier: Apache-2.0
#include "core/fmi/binary/instance.hpp"

#include <cmath>
#include <limits>

#include "core/io/native_reader.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/math/index.hpp"
#include "core/model/evaluate.hpp"
#include "core/number_text.hpp"

namespace momentree::fmi {
namespace {

constexpr double defaultTolerance = 1e-8;

/// What `stepCount` takes for rounding, relative to an interval.
constexpr double rounding = 1e-9;

Result<ModelDescription> modelIn(const std::string& resources, const std::string& token) {
    auto text = readTextFile(resources + '/' + modelFile);
    if (!text) return tl::unexpected(std::move(text.error()));
    if (tokenOf(*text) != token)
        return fail(
            error(Place::model(""), MOMENTREE_TEXT("fmu-token",
                                                   "the model in the unit is not the one that "
                                                   "its description belongs to")));
    auto document = JsonDocument::parse(std::move(*text));
    if (!document) return tl::unexpected(std::move(document.error()));
    Problems problems;
    ModelDescription model = readNativeModel(document->root(), problems);
    if (!problems.empty()) return tl::unexpected(problems.take());
    return model;
}

/// The model with inputs of its own.
std::shared_ptr<const Model> withInputs(const Model& model, const std::vector<double>& inputs) {
    auto own = std::make_shared<Model>(model);
    if (own->inputs) own->inputs = std::make_shared<std::vector<double>>(inputs);
    return own;
}

}  // namespace

Result<std::unique_ptr<Instance>> Instance::create(const std::string& resources,
                                                   const std::string& token, bool exchange) {
    std::unique_ptr<Instance> made(new Instance);
    auto model = modelIn(resources, token);
    if (!model) return tl::unexpected(std::move(model.error()));
    made->original_ = made->description_ = std::move(*model);
    made->exchange_ = exchange;
    made->tolerance_ = defaultTolerance;
    if (auto prepared = made->prepare(); !prepared)
        return tl::unexpected(std::move(prepared.error()));
    return made;
}

Result<void> Instance::prepareModel() {
    auto model = buildModel(description_);
    if (!model) return tl::unexpected(std::move(model.error()));
    if (variables_.empty() && (*model)->inputs) inputs_ = defaults_ = *(*model)->inputs;
    model_ = withInputs(**model, inputs_);
    return {};
}

Result<void> Instance::prepareRun(const RunSpec& spec, const LaterStart& from) {
    RunSpec endless = spec;
    endless.duration = std::numeric_limits<double>::infinity();
    SetupOptions options{.start = begin_ > 0.0 ? &from : nullptr, .budget = 1};
    auto run = Run::create(catalogue_, model_, endless, options);
    if (!run) return tl::unexpected(std::move(run.error()));
    run_ = std::move(*run);
    return {};
}

/// Builds what is missing for the present parameters.
Result<void> Instance::prepare() {
    if (run_ || equations_) return {};
    if (!model_)
        if (auto built = prepareModel(); !built) return built;
    const RunSpec spec = specOf(catalogue_, *model_, {});
    LaterStart from;
    from.time = begin_;
    auto state = assemble(*(begin_ > 0.0 ? modelFrom(*model_, from) : model_));
    if (!state) return tl::unexpected(std::move(state.error()));
    from.state = std::move(*state);
    if (exchange_) {
        auto made = Equations::create(catalogue_, model_, spec, from, tolerance_);
        if (!made) return tl::unexpected(std::move(made.error()));
        equations_ = std::move(*made);
    } else if (auto made = prepareRun(spec, from); !made) {
        return made;
    }
    // The same unit offers both interfaces with one list; without states, these are the last.
    auto variables = variablesOf(*model_, RowLayout(*model_), equations_ ? equations_->size() : 0);
    if (!variables_.empty() && variables.size() != variables_.size())
        return fail(error(Place::model(""), MOMENTREE_TEXT("fmu-structure",
                                                           "these values of the parameters change "
                                                           "the number of coordinates")));
    variables_ = std::move(variables);
    return {};
}

void Instance::initialise(double startTime, double tolerance) {
    begin_ = time_ = startTime;
    if (tolerance > 0.0) tolerance_ = tolerance;
    run_.reset();
    equations_.reset();
}

Result<void> Instance::start() {
    auto prepared = prepare();
    started_ = prepared.has_value();
    return prepared;
}

void Instance::reset() {
    description_ = original_;
    inputs_ = defaults_;
    model_.reset();
    run_.reset();
    equations_.reset();
    begin_ = time_ = 0.0;
    tolerance_ = defaultTolerance;
    started_ = false;
}

Result<void> Instance::valueOf(const Variable& variable, double& value) {
    const std::size_t index = toIndex(variable.index);
    const auto take = [&](const Result<const double*>& from) -> Result<void> {
        if (!from) return tl::unexpected(from.error());
        value = (*from)[index];
        return {};
    };
    switch (variable.role) {
        case Role::Time:
            value = time_;
            break;
        case Role::Output:
        case Role::Local:
            if (equations_) return take(equations_->row());
            value = run_->recording()->at(run_->recording()->size() - 1, variable.index);
            break;
        case Role::Input:
            value = inputs_[index];
            break;
        case Role::Parameter:
        case Role::Calculated:
            value = model_->description.parameters[index].value.value;
            break;
        case Role::State:
            value = equations_->state()[index];
            break;
        case Role::Derivative:
            return take(equations_->derivatives());
    }
    return {};
}

Result<const Variable*> Instance::find(unsigned reference) const {
    if (reference < variables_.size()) return &variables_[reference];
    return fail(error(Place::model(""),
                      MOMENTREE_TEXT("fmu-reference",
                                     "no variable has the value reference %1; states and "
                                     "derivatives exist for model exchange only")(reference)));
}

Result<void> Instance::get(std::span<const unsigned> references, double* values) {
    if (auto ready = prepare(); !ready) return ready;
    for (const unsigned reference : references) {
        const auto variable = find(reference);
        if (!variable) return tl::unexpected(variable.error());
        if (auto known = valueOf(**variable, *values++); !known) return known;
    }
    return {};
}

Result<void> Instance::setOne(const Variable& variable, double value) {
    const auto refused = [&](Message why) {
        return fail(error(Place::model(variable.name), std::move(why)));
    };
    if (!std::isfinite(value))
        return refused(MOMENTREE_TEXT("fmu-not-finite", "the value must be finite"));
    const std::size_t index = toIndex(variable.index);
    if (variable.role == Role::Input) {
        if (inputs_[index] == value) return {};
        if (run_ && started_) {
            const auto probe = std::ranges::find(model_->probes, variable.index, &Probe::input);
            if (auto why = run_->setInput(probe->what.column, value))
                return refused(std::move(*why));
        } else {
            run_.reset();
        }
        inputs_[index] = value;
        if (model_) (*model_->inputs)[index] = value;
        if (equations_) equations_->inputsChanged();
        return {};
    }
    if (variable.role == Role::Parameter) {
        if (started_)
            return refused(MOMENTREE_TEXT("fmu-parameter-late",
                                          "parameters are fixed once the unit is initialised"));
        ParameterDescription& parameter = description_.parameters[index];
        parameter.value = Scalar(value);
        model_.reset();
        run_.reset();
        equations_.reset();
        return {};
    }
    return refused(MOMENTREE_TEXT("fmu-not-settable",
                                  "only parameters and inputs can be set by their references"));
}

Result<void> Instance::set(std::span<const unsigned> references, const double* values) {
    for (const unsigned reference : references) {
        const auto variable = find(reference);
        if (!variable) return tl::unexpected(variable.error());
        if (auto done = setOne(**variable, *values++); !done) return done;
    }
    return {};
}

Result<void> Instance::step(double from, double length) {
    if (!started_ || !run_)
        return fail(
            error(Place::run(), MOMENTREE_TEXT("fmu-not-started", "the unit is not initialised")));
    if (!(length > 0.0) || !std::isfinite(from + length))
        return fail(error(Place::run(), MOMENTREE_TEXT("fmu-step",
                                                       "a communication step must be "
                                                       "positive and finite")));
    if (std::abs(from - time_) > rounding * std::max(length, std::abs(time_)))
        return fail(error(Place::run(),
                          MOMENTREE_TEXT("fmu-step-start",
                                         "the step starts at %1 s, but the unit "
                                         "is at %2 s")(numberText(from, 9), numberText(time_, 9))));
    // Sums of steps differ from multiples in the last bits; runs stop at multiples.
    const double multiple = std::round((from + length) / length) * length;
    const bool near = std::abs(multiple - (from + length)) < rounding * length;
    const double until = near ? multiple : from + length;
    const Progress progress = run_->advanceTo(until, {});
    if (progress.status != StepStatus::Reached)
        return fail(error(Place::run(), run_->failure(progress)));
    time_ = from + length;
    return {};
}

Result<Equations*> Instance::equations() {
    if (auto ready = prepare(); !ready) return tl::unexpected(std::move(ready.error()));
    if (!equations_)
        return fail(error(Place::run(), MOMENTREE_TEXT("fmu-no-exchange",
                                                       "the unit was instantiated for "
                                                       "co-simulation")));
    return equations_.get();
}

Result<void> Instance::setTime(double time) {
    auto ready = equations();
    if (!ready) return tl::unexpected(std::move(ready.error()));
    if (!std::isfinite(time))
        return fail(error(Place::run(), MOMENTREE_TEXT("fmu-time", "the time must be finite")));
    time_ = time;
    (*ready)->setTime(time);
    return {};
}

Result<void> Instance::setStates(std::span<const double> y) {
    auto ready = equations();
    if (!ready) return tl::unexpected(std::move(ready.error()));
    if (std::ssize(y) != (*ready)->size())
        return fail(error(Place::run(), MOMENTREE_TEXT("fmu-states",
                                                       "the state has %1 entries, "
                                                       "not %2")((*ready)->size(), std::ssize(y))));
    (*ready)->setState(y);
    return {};
}

}  // namespace momentree::fmi
