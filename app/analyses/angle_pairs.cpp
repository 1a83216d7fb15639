// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/angle_pairs.hpp"

#include <numbers>

#include "core/model/evaluate.hpp"

namespace momentree::app {

Result<std::vector<AnglePair>> anglePairs(const std::string& function, double from, double to,
                                          int count) {
    constexpr double degree = std::numbers::pi / 180.0;
    if (!(from < to))
        return fail(error(Place::model("from"),
                          MOMENTREE_TEXT("function-range",
                                         "the range of the crank is empty; it must end after it "
                                         "begins")));
    ModelDescription description;
    ParameterDescription input, output;
    input.name = "x";
    output.name = "y";
    output.value.text = function;
    description.parameters = {input, output};
    std::vector<AnglePair> pairs;
    for (int k = 0; k < count; ++k) {
        const double x = from + (to - from) * k / (count - 1);
        description.parameters[0].value = Scalar(x);
        if (auto done = evaluateParameters(description); !done) return tl::unexpected(done.error());
        pairs.push_back({x * degree, description.parameters[1].value.value * degree});
    }
    return pairs;
}

}  // namespace momentree::app
