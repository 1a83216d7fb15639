// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/session/catalogue.hpp"

namespace momentree {

/// Where an error of a run comes from.
enum class ErrorSource : std::uint8_t {
    Method,    ///< the step or the tolerances of the integrator
    Rounding,  ///< the precision of the backend
    Drift,     ///< loops that open
    Growth,    ///< nearby motions that part: what makes small errors large
    Rest,      ///< what another formulation finds beyond these
    Count
};
inline constexpr std::size_t errorSourceCount = static_cast<std::size_t>(ErrorSource::Count);

/// One value for each source.
using ErrorParts = std::array<double, errorSourceCount>;

/// The error of a run over time, divided among its sources. Errors are distances between poses: the
/// largest of all bodies, of centres of mass relative to the size of the mechanism, of orientations
/// in rad; each is the largest so far.
///
/// Companions of the run change one setting at a time. Drift: the run with its loops closed after
/// every step, or the gap of its loops if they are. Rounding: the same in double precision; for
/// double precision, the difference of single precision divided by 2^29, the ratio of the
/// precisions. Method: half the step, by Richardson's formula, or tolerances ten times tighter;
/// where that is small, what a quarter of the step does not reduce is rounding.
/// Rest: by how much the distance from another formulation, by rk4 with at most half the step,
/// exceeds their sum. Growth: a motion with a start changed by 1e-7. Where it leaves the first one
/// faster than t^2, an error that grows from row to row by no more than their distance does is
/// counted as growth; what exceeds that is new and is divided among the other sources.
///
/// Distances add up only if errors do not cancel: the parts are an upper estimate.
struct ErrorSources {
    RunSpec spec;
    double size = 1.0;               ///< of the largest mechanism [m]
    std::vector<double> time;        ///< of the rows [s]
    std::vector<ErrorParts> parts;   ///< [rows]
    std::vector<double> difference;  ///< [rows] from the other formulation, or empty
    std::string otherFormulation;    ///< empty if none can run the model
    double growthRate = 0.0;  ///< exponent, 0 if nearby motions part no faster than t^2 [1/s]
    bool roundingKnown = true;
    std::optional<Diagnostic> ended = {};  ///< why the rows end before the run

    double sum(std::size_t row) const;
    /// The source with the largest part at the end.
    ErrorSource largest() const;
    /// Which source it is and what to do.
    Message verdict() const;
};

const char* nameOf(ErrorSource source);

/// Runs the model and its companions, five to eight runs.
/// @param told called with the done share, 0 to 1, after each of them
/// @return an error for a run without a finite duration, on a board, or that cannot start
Result<ErrorSources> errorSources(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                                  const RunSpec& spec, const std::stop_token& stop = {},
                                  const std::function<void(double share)>& told = {});

}  // namespace momentree
