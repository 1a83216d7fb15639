// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "core/kinematics/cures.hpp"

namespace momentree::app {

/// The redundant constraints of a mechanism, and their remedies.
struct XrayReport {
    double time = 0.0;  ///< of the analysed pose [s]
    int degreesOfFreedom = 0, redundant = 0;
    std::vector<OverheldJoint> overheld;
    std::vector<Cure> cures;
    QString problem;  ///< why the report is incomplete
};

/// Slow; call off the GUI thread.
/// @param stopped see `findCures`
XrayReport xrayOf(const Model& model, double t, const std::vector<BodyState>& bodies,
                  const std::function<bool()>& stopped);

/// One sentence for each.
QString sentenceOf(const Model& model, const OverheldJoint& joint);
QString sentenceOf(const Model& model, const Cure& cure, int redundant);

}  // namespace momentree::app
