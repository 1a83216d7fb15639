// SPDX-License-Identifier: Apache-2.0
#include "core/fmi/controller.hpp"

#include <algorithm>
#include <cmath>

#include "core/fmi/unit.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"
#include "core/session/refusals.hpp"

namespace momentree::fmi {
namespace {

/// Variables of a unit and the numbers that they are connected with.
struct Connection {
    std::vector<unsigned> references;
    std::vector<int> indices;  ///< columns of a row, or inputs of the model
    std::vector<double> values;

    void add(unsigned reference, int index) {
        references.push_back(reference);
        indices.push_back(index);
        values.push_back(0.0);
    }
};

class UnitController final : public Controller {
public:
    UnitController(std::unique_ptr<ImportedUnit> unit, Connection from, Connection to)
        : unit_(std::move(unit)), from_(std::move(from)), to_(std::move(to)) {}

    std::optional<Message> advance(std::span<const double> row, double until,
                                   std::span<double> inputs) override {
        for (std::size_t k = 0; k < from_.indices.size(); ++k)
            from_.values[k] = row[toIndex(from_.indices[k])];
        const bool done =
            (from_.references.empty() || unit_->set(from_.references, from_.values)) &&
            unit_->step(row[0], until - row[0]) && unit_->get(to_.references, to_.values);
        if (!done) return MOMENTREE_TEXT("controller-problem", "%1")(unit_->problem());
        for (std::size_t k = 0; k < to_.indices.size(); ++k) {
            if (!std::isfinite(to_.values[k]))
                return MOMENTREE_TEXT("controller-not-finite", "one of its outputs is not finite");
            inputs[toIndex(to_.indices[k])] = to_.values[k];
        }
        return std::nullopt;
    }
    std::string identity() const override {
        const std::string text = unit_->name() + ' ' + unit_->token();
        return text.substr(0, 200);
    }

private:
    std::unique_ptr<ImportedUnit> unit_;
    Connection from_, to_;
};

std::string listed(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "'" : ", '") + name + "'";
    return list;
}

/// Whether all samples of a run lie equally far apart.
bool hasEqualSamples(const RunSpec& spec) {
    const double count = spec.duration / spec.sample;
    return std::abs(count - std::round(count)) < 1e-9 * count;
}

}  // namespace

Result<std::unique_ptr<Controller>> makeController(const std::string& path, const Model& model,
                                                   const RunSpec& spec, Diagnostics& notes) {
    if (auto refused = inputRefusal(spec))
        return fail(error(Place::setting("integrator", spec.integrator), std::move(*refused)));
    auto unit = ImportedUnit::open(path);
    if (!unit) return tl::unexpected(std::move(unit.error()));
    if (!(*unit)->variableSteps() && !hasEqualSamples(spec))
        return fail(error(Place::setting("duration"),
                          MOMENTREE_TEXT("controller-steps",
                                         "the controller takes steps of one length only; choose a "
                                         "duration that is a multiple of the interval of rows, "
                                         "%1 s")(numberText(spec.sample, 6))));
    const RowLayout layout(model);
    Connection from, to;
    std::vector<std::string> unread, unset, inputs;
    for (const UnitVariable& variable : (*unit)->inputs()) {
        const int column = layout.column(variable.name);
        for (const Probe& probe : model.probes)
            if (probe.what.column == variable.name)
                if (auto refused = workRefusal(probe))
                    return fail(error(Place::model("probes"), std::move(*refused)));
        if (column >= 0)
            from.add(variable.reference, column);
        else
            unread.push_back(variable.name);
    }
    for (const Probe& probe : model.probes) {
        if (probe.input < 0) continue;
        inputs.push_back(probe.what.column);
        const auto output =
            std::ranges::find((*unit)->outputs(), probe.what.column, &UnitVariable::name);
        if (output != (*unit)->outputs().end())
            to.add(output->reference, probe.input);
        else
            unset.push_back(probe.what.column);
    }
    if (to.indices.empty()) {
        std::vector<std::string> outputs;
        for (const UnitVariable& variable : (*unit)->outputs()) outputs.push_back(variable.name);
        return fail(error(
            {}, MOMENTREE_TEXT("controller-unconnected",
                               "no output of the controller is an input of the "
                               "model: its outputs are %1, the inputs are %2; give "
                               "them the same names")(outputs.empty() ? "none" : listed(outputs),
                                                      inputs.empty() ? "none" : listed(inputs))));
    }
    if (!unread.empty())
        notes.push_back(warning({}, MOMENTREE_TEXT("controller-unread",
                                                   "no column has the name of these inputs of the "
                                                   "controller, which keep their start values: "
                                                   "%1")(listed(unread))));
    if (!unset.empty())
        notes.push_back(
            warning({}, MOMENTREE_TEXT("controller-unset",
                                       "the controller has no output for these inputs, "
                                       "which keep their start values: %1")(listed(unset))));
    return std::make_unique<UnitController>(std::move(*unit), std::move(from), std::move(to));
}

}  // namespace momentree::fmi
