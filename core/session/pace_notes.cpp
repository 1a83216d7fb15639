// SPDX-License-Identifier: Apache-2.0
#include "core/session/pace_notes.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/session/default_step.hpp"
#include "core/session/run_limits.hpp"
#include "core/stepping/paced.hpp"

namespace momentree {

void addPaceNotes(const Model& model, const Stepper& stepper, const RunSpec& spec, double begin,
                  std::vector<RunNote>& notes) {
    const auto* paced = dynamic_cast<const Paced*>(&stepper);
    if (paced == nullptr || !model.motions.empty()) return;
    const PaceError error = paced->pace();
    if (error.since < 0.0) return;
    // One note on angles is enough.
    if (std::ranges::any_of(notes, [](const RunNote& n) { return n.text.id == "phase-off"; }))
        return;
    const double time = error.since + begin;
    const std::string at = numberText(time, 6), off = numberText(error.thereupon, 1);
    if (isEndless(spec)) {
        notes.push_back({time, MOMENTREE_TEXT("positions-off-endless",
                                              "until t = %1 s the steps have shifted the motion "
                                              "so that positions may be off by %2 (rad, or of the "
                                              "mechanism's size), and by more later; reduce the "
                                              "step")(at, off)});
        return;
    }
    const double share =
        PaceError::tolerable / error.thereupon * error.since / (spec.duration - begin);
    const double better = spec.step * std::pow(share, 1.0 / std::max(1, orderOf(spec.integrator)));
    notes.push_back({time, MOMENTREE_TEXT("positions-off",
                                          "until t = %1 s the steps have shifted the motion so "
                                          "that positions may be off by %2 (rad, or of the "
                                          "mechanism's size), and by more later; try a step of "
                                          "%3 s, or estimate the error")(
                               at, off, numberText(roundedDown(better), 6))});
}

}  // namespace momentree
