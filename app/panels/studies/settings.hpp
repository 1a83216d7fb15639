// SPDX-License-Identifier: GPL-3.0-or-later
// What a study can sweep: settings of a run and parameters of the model.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/session/catalogue.hpp"
#include "core/study/grid.hpp"

namespace momentree::app {

/// A setting or parameter that takes several values in a study.
struct Sweepable {
    enum class Kind { Choice, Number, Count, Parameter };
    std::string name;  ///< as in a study file
    QString title;     ///< "Baumgarte rate [1/s]"
    Kind kind = Kind::Number;
    std::vector<Choice> choices;  ///< of the kind Choice
    double from = 0.0, to = 1.0;  ///< proposed ends [SI]
    bool logarithmic = false;     ///< proposed spacing
    bool positive = false;        ///< smaller values are not allowed
};

/// Everything that can be swept for a model with these settings.
std::vector<Sweepable> sweepables(const Catalogue& catalogue, const Model& model,
                                  const RunSpec& spec);

/// The title of a setting with its unit; for parameters and others, `name` itself.
QString settingTitle(const std::string& name);
/// "beta = 20", or an id by itself.
QString valueInWords(const GridAxis& axis, std::size_t index);

/// Values that are whole numbers and different.
std::vector<Scalar> wholeValues(double from, double to, int count, bool logarithmic);

}  // namespace momentree::app
