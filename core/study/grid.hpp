// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/study/study.hpp"

namespace momentree {

/// A quantity in which the runs of a study differ.
struct GridAxis {
    std::string name;                 ///< of the setting or parameter; "run" for the study's runs
    std::vector<std::string> labels;  ///< numbers with as few digits as distinguish them
    std::vector<double> values;       ///< SI; `notKnown` for ids, switches and expressions
    bool logarithmic = false;         ///< the range was spaced logarithmically

    std::size_t size() const { return labels.size(); }
    bool isNumeric() const;
};

/// The runs of a study as the points of a grid.
struct StudyGrid {
    std::vector<GridAxis> axes;  ///< those with more than one value; the last changes fastest
    std::size_t first = 0;       ///< position in the plan of the first point, after references

    std::size_t points() const;
    /// Position in the plan of the run at these values, one index for each axis.
    std::size_t runAt(std::span<const std::size_t> place) const;
    /// The indices of a run of the plan; empty for a reference.
    std::vector<std::size_t> placeOf(std::size_t run) const;
};

/// @param planned number of runs in the plan that `expand` made of the study
StudyGrid gridOf(const Study& study, std::size_t planned);

}  // namespace momentree
