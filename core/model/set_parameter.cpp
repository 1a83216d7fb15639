// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <system_error>

#include "core/model/evaluate.hpp"
#include "core/model/nearest_name.hpp"

namespace momentree {

Message unitMismatch(const Dimension& found, const Dimension& expected) {
    return MOMENTREE_TEXT("unit-mismatch", "found %1, expected %2")(unitText(found),
                                                                    unitText(expected));
}

Result<void> giveParameter(ModelDescription& description, const std::string& name,
                           const Scalar& value) {
    auto& parameters = description.parameters;
    const auto found = std::ranges::find(parameters, name, &ParameterDescription::name);
    if (found == parameters.end()) {
        std::vector<std::string> known;
        for (const ParameterDescription& parameter : parameters) known.push_back(parameter.name);
        const Place place = Place::parameter(name);
        if (known.empty())
            return fail(error(
                place, MOMENTREE_TEXT("model-without-parameters", "the model has no parameters")));
        return fail(error(
            place, MOMENTREE_TEXT("parameter-unknown",
                                  "the model has no such parameter%1")(didYouMean(name, known))));
    }
    if (!value.text.empty()) {
        ModelDescription trial;
        trial.parameters = parameters;
        const auto k = static_cast<std::size_t>(found - parameters.begin());
        const auto before = dimensionOfParameter(trial, k);
        trial.parameters[k].value = value;
        trial.parameters[k].unit.clear();
        const auto after = dimensionOfParameter(trial, k);
        if (before && after && !fits(*after, *before))
            return fail(error(Place::parameter(name),
                              MOMENTREE_TEXT("expression-problem", "'%1': %2")(
                                  value.text.substr(0, 60), unitMismatch(*after, *before))));
    }
    found->value = value;
    return {};
}

Result<void> setParameter(ModelDescription& description, const std::string& name,
                          const std::string& text) {
    if (text.empty())
        return fail(
            error(Place::parameter(name), MOMENTREE_TEXT("parameter-empty", "a value is missing")));
    Scalar value;
    const char* end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data(), end, value.value);
    if (status != std::errc{} || stop != end) value.text = text;
    ModelDescription changed;
    changed.parameters = description.parameters;
    if (auto given = giveParameter(changed, name, value); !given) return given;
    if (auto done = evaluateParameters(changed); !done) return done;
    description.parameters = std::move(changed.parameters);
    return {};
}

}  // namespace momentree
