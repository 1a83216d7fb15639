// SPDX-License-Identifier: Apache-2.0
#include "core/study/grid.hpp"

#include <algorithm>
#include <cmath>

#include "core/study/summary.hpp"

namespace momentree {

bool GridAxis::isNumeric() const {
    return std::ranges::none_of(values, [](double value) { return std::isnan(value); });
}

std::size_t StudyGrid::points() const {
    std::size_t count = 1;
    for (const GridAxis& axis : axes) count *= axis.size();
    return count;
}

std::size_t StudyGrid::runAt(std::span<const std::size_t> place) const {
    std::size_t number = 0;
    for (std::size_t k = 0; k < axes.size(); ++k) number = number * axes[k].size() + place[k];
    return first + number;
}

std::vector<std::size_t> StudyGrid::placeOf(std::size_t run) const {
    if (run < first) return {};
    std::vector<std::size_t> place(axes.size());
    std::size_t number = run - first;
    for (std::size_t k = axes.size(); k-- > 0;) {
        place[k] = number % axes[k].size();
        number /= axes[k].size();
    }
    return place;
}

StudyGrid gridOf(const Study& study, std::size_t planned) {
    StudyGrid grid;
    if (study.runs.size() > 1) {
        GridAxis& axis = grid.axes.emplace_back();
        axis.name = "run";
        for (const StudyRun& run : study.runs) axis.labels.push_back(run.name);
        axis.values.assign(study.runs.size(), notKnown);
    }
    for (const StudyAxis& swept : study.sweep) {
        GridAxis axis;
        axis.name = swept.name;
        axis.logarithmic = swept.range && swept.range->logarithmic;
        const std::vector<Scalar> values = valuesOf(swept);
        axis.labels = valueTexts(values);
        for (const Scalar& value : values)
            axis.values.push_back(value.text.empty() ? value.value : notKnown);
        if (axis.size() > 1) grid.axes.push_back(std::move(axis));
    }
    grid.first = planned - std::min(planned, grid.points());
    return grid;
}

}  // namespace momentree
