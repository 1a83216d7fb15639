// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>

#include "core/study/summary.hpp"

namespace momentree::app {

class RunController;

/// The extremes of the run on screen.
class LiveExtremes {
public:
    /// Takes in the rows recorded since the last call. The run must exist.
    const RunExtremes& of(const RunController& run);

private:
    std::weak_ptr<const Session> session_;
    RunExtremes extremes_;
};

/// Whether nothing adds or removes energy: no motions, outer loads or dampers.
bool keepsEnergy(const Model& model);

/// The largest error of a run's energy [J]: its change, or energy minus work where something adds
/// or removes energy. Not a number if it is not known.
double energyFigure(const Model& model, const RunExtremes& extremes);

/// Whether a run can be trusted so far, in a sentence or two.
struct RunVerdict {
    enum class Kind { Good, Caution, Bad };
    Kind kind = Kind::Good;
    QString text;  ///< empty if there is nothing to say
};
RunVerdict verdictOf(const Session& session, const RunExtremes& extremes);

}  // namespace momentree::app
