// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/mode_figure.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "core/analysis/modes_about_start.hpp"

namespace momentree {

std::optional<double> modeFigure(const std::string& of, const Model& model) {
    const bool counts = of == "growing.modes";
    if (!counts && of != "lowest.frequency" && of != "second.frequency") return {};
    const auto about = modesAboutStart(model);
    if (!about) return std::numeric_limits<double>::quiet_NaN();
    if (counts) return about->modes.growing;
    int wanted = of == "lowest.frequency" ? 1 : 2;
    for (const Mode& mode : about->modes.modes)
        if (!mode.rigid && --wanted == 0)
            return std::abs(mode.eigenvalue.imag()) / (2.0 * std::numbers::pi);
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace momentree
