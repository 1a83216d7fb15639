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
    const char* method = "";                ///< such as "step doubling"
    std::optional<double> validUntil{};     ///< from then on they are no measure of the error [s]
    std::optional<double> comparedUntil{};  ///< of a long run, of which only a part is [s]
};

/// Estimates the error of a run from a second one of the same model, with half the step or
/// tolerances 100 times tighter, in double precision also if the first is in single precision or
/// on a board. A fixed step of order p has the error
/// |y_h - y_h/2| / (1 - 2^-p) (Richardson); for tolerances it is the difference.
/// It is a good measure while both motions are close to each other and the step resolves them.
///
/// Where loops close only nearly, each formulation makes another motion of the gap, and none is
/// right. The error is then at least the distance from a third run by another formulation, so that
/// any two formulations agree within the sum of their errors.
class ErrorEstimator {
public:
    /// Errors beyond which a run says so [rad], and relative to the size of a mechanism.
    static constexpr double tolerable = 1e-3;

    /// @param initial start of the run, from which both steppers have been initialised
    /// @param other by another formulation; null if loops close exactly
    ErrorEstimator(std::shared_ptr<const Model> model, const InitialState& initial,
                   std::unique_ptr<Stepper> finer, std::unique_ptr<Stepper> other,
                   const RunSpec& spec);
    /// Creates the rows, as many as those of the run: time, then `ErrorEstimate::values`, nan where
    /// unknown.
    std::shared_ptr<const Recording> begin(std::size_t capacity);
    /// Advances the other runs; false if `stop` was requested. If one fails, the run goes on
    /// without estimates.
    bool advance(double until, const std::stop_token& stop);
    /// Compares the newest sample of the run and, after `begin`, adds the row that belongs to it,
    /// thinned like it.
    /// @param time of that sample [s]; `sample.time` is the stepper's
    void record(const Sample& sample, double time);
    /// Advances the other runs along the rows of one that has ended, and compares them.
    /// @param start time of the steppers' time 0 [s]
    /// @param until time after which no rows are compared [s]
    /// @return false if `stop` was requested
    bool follow(const Recording& rows, const RowLayout& layout, double start, double until,
                const std::stop_token& stop);
    ErrorFigures figures() const;
    /// From when on, and why, the estimates are no measure of the error; and from when on errors
    /// are beyond what is tolerable.
    std::vector<RunNote> notes() const;

private:
    /// Another run of the same model.
    struct Beside {
        std::unique_ptr<Stepper> stepper;
        double reached = 0.0;
    };
    bool advance(Beside& run, double until, const std::stop_token& stop);
    bool reaches(const Beside& run, double time) const;
    /// Distances from a run.
    /// @param off receives the largest one in the units of `tolerable`
    ErrorEstimate distance(const Sample& sample, const Beside& run, double& off);
    /// The errors of steps or tolerances.
    ErrorEstimate compare(const Sample& sample, double& off);
    RunNote uncertain() const;

    std::shared_ptr<const Model> model_;
    Beside finer_, other_;
    RunSpec spec_;              ///< of the run
    int order_;                 ///< of the integrator, 0 for tolerances
    std::vector<double> size_;  ///< [bodies] of its mechanism [m]
    double since_ = -1.0;       ///< when errors first were not tolerable [s], -1: they were
    double most_ = 0.0;         ///< error in the units of `tolerable`
    double apartSince_ = -1.0, mostApart_ = 0.0;  ///< the same of the distance from `other_`
    bool failed_ = false;
    Sample sample_;
    ErrorEstimate largest_, last_;
    std::optional<RunNote> note_;
    std::optional<double> comparedUntil_;
    std::shared_ptr<Recording> rows_;
};

/// Prepares the second run, or says why there is none.
/// @param spec of the run
Result<std::unique_ptr<ErrorEstimator>> makeErrorEstimator(const Catalogue& catalogue,
                                                           std::shared_ptr<const Model> model,
                                                           const RunSpec& spec,
                                                           const InitialState& initial);

}  // namespace momentree
