// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/diagnostics/row_layout.hpp"
#include "core/integrators/shared_steps.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/study/neighbour_steppers.hpp"
#include "core/study/sensitivity.hpp"

namespace momentree {

/// In a model that has the parameter.
double parameterValue(const Model& model, const std::string& parameter);

/// Derivatives of the columns of a run by a parameter [rows x columns].
struct Slopes {
    Eigen::MatrixXd value;
    /// As estimated, relative to the largest of each column, but at least to a thousandth of what
    /// the column is over what the parameter is.
    double error = 0.0;
};

/// A run, and its derivatives forward in time.
///
/// Four runs of changed models, at p - 2 h to p + 2 h, go beside it and give derivatives by
/// differences of order four. They start again from x + k h x' whenever they have parted by more
/// than a small share, or the motion bends between them, with x the state of the run and x' its
/// derivative at that instant. They thus stay within the range of truncation errors near rounding,
/// also where motions part exponentially.
/// With `naudet` and rk4 or dopri5, the neighbours of most models share the processor's registers.
/// With dopri5, the steps of the run end at every row, and neighbours take the same ones: the
/// derivative is that of the accepted steps, which are held. With CVODE, neighbours are integrated
/// as one system, which has the same orders, steps and iterations: the derivative is that of these,
/// which differ from those of the run within the tolerances.
class ForwardSlopes {
public:
    /// Why the settings do not allow it: they need one thread in double precision, and columns that
    /// the state gives.
    static std::optional<Message> refusal(const SensitivityRequest& request,
                                          const std::vector<std::string>& columns);

    ForwardSlopes(const Catalogue& catalogue, const SensitivityRequest& request,
                  const std::vector<std::string>& columns);
    /// Computes the run itself.
    Result<void> run(const std::stop_token& stop);
    const std::vector<double>& times() const { return times_; }
    const Eigen::MatrixXd& values() const { return values_; }  ///< [rows x columns]

    /// @param value of the parameter in the model
    /// @param threads 1 or 2, which do not change the result
    Result<Slopes> by(const std::string& parameter, double value, int threads,
                      const std::stop_token& stop) const;

private:
    /// The state of the run at a row.
    struct Instant {
        Sample sample;
        std::vector<double> known;   ///< angles of joints, with turns
        std::vector<double> angles;  ///< [counted_] with turns
    };
    struct Neighbours;
    struct Pair;
    /// Of a state: poses, velocities, then states of controllers.
    using Direction = Eigen::VectorXd;

    Result<void> startAll(Neighbours& around, const std::vector<NeighbourStart>& starts) const;
    Instant instantOf(const Model& model, const Sample& sample, const Instant* before) const;
    Eigen::VectorXd columnsOf(const Model& model, Sample& sample) const;
    static Direction differenceOf(const Pair& pair);
    /// Of a unit of the parameter, relative to sizes and speeds of the run.
    double reachOf(const Direction& direction) const;
    double leastOf(Eigen::Index column, double parameter) const;
    InitialState moved(const Instant& from, const Direction& by, double h) const;
    Result<void> build(Neighbours& around, double h) const;
    Result<void> begin(Neighbours& around) const;
    Result<void> beginAgain(Neighbours& around, std::size_t row, const Direction& direction) const;
    /// From row to row; `first` may be where they are.
    Result<void> advance(Neighbours& around, std::size_t first, std::size_t last,
                         const std::stop_token& stop) const;

    const Catalogue& catalogue_;
    const SensitivityRequest& request_;
    CountedAngles counted_;
    RowLayout layout_;          ///< also that of the neighbours
    std::vector<int> columns_;  ///< of a row
    std::vector<double> times_;
    std::vector<Instant> instants_;       ///< [rows]
    std::shared_ptr<SharedSteps> steps_;  ///< null where they are equal
    Eigen::MatrixXd values_;
    double size_ = 0.0, fastest_ = 0.0;  ///< [m] [m/s]
};

}  // namespace momentree
