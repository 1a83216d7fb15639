// SPDX-License-Identifier: Apache-2.0
#include "core/generate/number_slopes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/evaluate.hpp"

namespace momentree {
namespace {

using Models = ParameterModels;

/// Calls f(place, number) for all numbers of recorded equations.
template <typename F>
void forEachNumber(const RecordedEquations& equations, const std::vector<Tape::Node>& nodes,
                   const F& f) {
    const auto visit = [&](const Recorded& x, std::size_t place) {
        if (x.known()) f(place, x.number);
    };
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        if (nodes[k].operation == Operation::Input) continue;
        visit(nodes[k].a, NumberSlopes::operand(k, 0));
        visit(nodes[k].b, NumberSlopes::operand(k, 1));
    }
    const std::size_t rates = equations.rates.size();
    for (std::size_t k = 0; k < rates; ++k)
        visit(equations.rates[k], NumberSlopes::rate(nodes.size(), k));
    for (std::size_t i = 0; i < equations.Sc.size(); ++i) {
        for (std::size_t j = 0; j <= i; ++j)
            visit(equations.Sc[i][j], NumberSlopes::loop(nodes.size(), rates, i, j));
        visit(equations.gaps[i], NumberSlopes::loop(nodes.size(), rates, i, i + 1));
    }
}

/// A number in the models on both sides of a parameter's value.
using Values = std::array<double, 2 * Models::around>;

// Of pairs of values, the nearest first.
constexpr std::array orderEight{4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
constexpr std::array orderSix{3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0, 0.0};

double difference(const Values& values, const std::array<double, Models::around>& weights) {
    double sum = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        sum += weights[i] * (values[weights.size() + i] - values[weights.size() - 1 - i]);
    return sum;
}

/// Whether differences of two orders agree, unless the values differ by rounding only.
bool isSmooth(const Values& values) {
    const auto [least, most] = std::ranges::minmax(values);
    const double spread = most - least;
    if (spread < 1e-9 * std::max(std::abs(least), std::abs(most))) return true;
    return std::abs(difference(values, orderEight) - difference(values, orderSix)) < 1e-6 * spread;
}

double parameterIn(const ModelDescription& description, const std::string& name) {
    const auto own = std::ranges::find(description.parameters, name, &ParameterDescription::name);
    return own == description.parameters.end() ? 0.0 : own->value.value;
}

Result<std::shared_ptr<const Model>> modelWith(ModelDescription description,
                                               const std::vector<std::string>& names,
                                               const std::vector<double>& values) {
    for (std::size_t k = 0; k < names.size(); ++k)
        if (auto given = giveParameter(description, names[k], values[k]); !given)
            return tl::unexpected(std::move(given.error()));
    return buildModel(std::move(description));
}

}  // namespace

Result<ParameterModels> modelsAround(const std::shared_ptr<const Model>& model,
                                     const std::vector<std::string>& names) {
    constexpr double part = 0.01;  // of a parameter
    const ModelDescription& description = model->description;
    std::vector<double> values, apart;
    for (const std::string& name : names) {
        const double value = parameterIn(description, name),
                     size = value == 0.0 ? 1.0 : std::abs(value);
        values.push_back(value);
        // Other parts of each, so that those that are equal differ.
        apart.push_back(value + size * part * std::sqrt(2.0 + static_cast<double>(apart.size())));
    }
    Models models{nullptr, model, {}};
    if (names.empty()) return models;
    auto built = modelWith(description, names, apart);
    if (!built) return tl::unexpected(std::move(built.error()));
    models.general = std::move(*built);
    for (std::size_t k = 0; k < names.size(); ++k) {
        Models::Parameter& own = models.parameters.emplace_back();
        own.name = names[k];
        own.step = part * (values[k] == 0.0 ? 1.0 : std::abs(values[k]));
        for (int i = -Models::around; i <= Models::around; ++i) {
            if (i == 0) continue;
            built = modelWith(description, {names[k]}, {values[k] + i * own.step});
            if (!built) return tl::unexpected(std::move(built.error()));
            own.models.push_back(std::move(*built));
        }
    }
    return models;
}

Result<SlopedEquations> recordWithSlopes(const ParameterModels& models,
                                         const RecordedLoops& loops) {
    Tape general;
    recordEquations(*models.general, general, loops);
    general.finish();
    SlopedEquations sloped;
    const auto follow = [&](const Model& model) {
        Tape tape(&general);
        sloped.equations = recordEquations(model, tape, loops);
        sloped.nodes = tape.nodes();
        return tape.follows();
    };
    const auto changes = [&](const std::string& name) {
        return fail(error(
            Place::parameter(name),
            MOMENTREE_TEXT("generate-parameter",
                           "changes more than numbers of the equations, so that generated code has "
                           "no slopes by it")));
    };
    const std::size_t count = models.parameters.size();
    sloped.slopes.parameters = static_cast<int>(count);
    for (std::size_t k = 0; k < count; ++k) {
        const Models::Parameter& own = models.parameters[k];
        std::unordered_map<std::size_t, Values> numbers;
        for (std::size_t i = 0; i < std::tuple_size_v<Values>; ++i) {
            if (!follow(*own.models[i])) return changes(own.name);
            forEachNumber(sloped.equations, sloped.nodes,
                          [&](std::size_t place, double x) { numbers[place][i] = x; });
        }
        for (const auto& [place, values] : numbers) {
            const double slope = difference(values, orderEight);
            if (slope == 0.0) continue;
            if (!isSmooth(values)) return changes(own.name);
            std::vector<double>& all = sloped.slopes.at[place];
            all.resize(count, 0.0);
            all[k] = slope / own.step;
        }
    }
    if (!follow(*models.model)) return changes(models.parameters.front().name);
    return sloped;
}

}  // namespace momentree
