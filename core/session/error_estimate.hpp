// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "core/diagnostics/row_layout.hpp"
#include "core/message.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/recording.hpp"
#include "core/session/run_monitor.hpp"

namespace momentree {

/// Estimated errors at one instant, each the largest of all bodies.
struct ErrorEstimate {
    double positions = 0.0;   ///< of centres of mass [m]
    double angles = 0.0;      ///< of orientations [rad]
    double velocities = 0.0;  ///< of centres of mass [m/s]
    double rates = 0.0;       ///< of angular velocities [rad/s]
    double energy = 0.0;      ///< of kinetic plus potential energy of the model [J]

    static constexpr int count = 5;
    std::array<double, count> values() const {
        return {positions, angles, velocities, rates, energy};
    }
    static ErrorEstimate of(std::span<const double, count> values) {
        return {values[0], values[1], values[2], values[3], values[4]};
    }
};

/// The place in `ErrorEstimate::values` of the error of a recorded column: of positions, velocities
/// and angular velocities of bodies and of the total energy; -1 for others.
int errorOf(const RowLayout& layout, const Model& model, int column);

/// What is known of the error of a run so far.
struct ErrorFigures {
    ErrorEstimate largest, last;
    const char* method = "";             ///< "step doubling" or "tighter tolerances"
    std::optional<double> validUntil{};  ///< from then on they are no measure of the error [s]
};

/// Estimates the error of a run from a second one of the same model, with half the step or
/// tolerances ten times tighter. A fixed step of order p has the error
/// |y_h - y_h/2| / (1 - 2^-p) (Richardson); for tolerances it is the difference.
/// It is a good measure while both motions are close to each other and the step resolves them.
class ErrorEstimator {
public:
    /// @param initial start of the run, from which `finer` has been initialised
    /// @param order of the integrator, 0 for tolerances
    ErrorEstimator(std::shared_ptr<const Model> model, const InitialState& initial,
                   std::unique_ptr<Stepper> finer, int order);
    /// Creates the rows, as many as those of the run: time, then `ErrorEstimate::values`, nan where
    /// unknown.
    std::shared_ptr<const Recording> begin(std::size_t capacity);
    /// Advances the second run; false if `stop` was requested. If it fails, the run goes on without
    /// estimates.
    bool advance(double until, const std::stop_token& stop);
    /// Adds the row that belongs to the newest one of the run, thinned like it.
    /// @param time of that row [s]; `sample.time` is the stepper's
    void record(const Sample& sample, double time);
    ErrorFigures figures() const;
    /// From when on, and why, the estimates are no measure of the error.
    const std::optional<RunNote>& note() const { return note_; }

private:
    ErrorEstimate compare(const Sample& sample);

    std::shared_ptr<const Model> model_;
    std::unique_ptr<Stepper> finer_;
    int order_;
    double size_;  ///< of the largest mechanism [m]
    double reached_ = 0.0;
    bool failed_ = false;
    Sample sample_;
    ErrorEstimate largest_, last_;
    std::optional<RunNote> note_;
    std::shared_ptr<Recording> rows_;
};

/// Prepares the second run, or says why there is none.
/// @param spec of the run
Result<std::unique_ptr<ErrorEstimator>> makeErrorEstimator(const Catalogue& catalogue,
                                                           std::shared_ptr<const Model> model,
                                                           const RunSpec& spec,
                                                           const InitialState& initial);

}  // namespace momentree
