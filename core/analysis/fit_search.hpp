// SPDX-License-Identifier: Apache-2.0
// The search of a fit: from a start to the least squares of its rows.
#pragma once

#include <optional>
#include <stop_token>

#include "core/analysis/fit_rows.hpp"

namespace momentree {

/// Of derivatives with columns of length 1, the smallest singular value that counts; differences
/// are less exact.
inline constexpr double determinedFrom = 1e-6;

/// Residuals over a single parameter, between runs beside its value.
class FitBetween {
public:
    static constexpr double reach = 2.0 * FitRows::difference;  ///< from the middle

    double middle = 0.0;
    Eigen::MatrixXd runs;  ///< [rows x 2 or 4] at the middle -+ difference, then -+ reach

    /// Whether x is among four runs.
    bool holds(double x) const;
    Eigen::VectorXd residuals(double x) const;
    Eigen::VectorXd slope(double x) const;
    /// Of the slope, relative: of order four in the middle and three beside it, as that of order
    /// two tells it, since the terms of a series fall alike.
    double error(double x) const;
};

/// Where the search has got to.
struct FitIterate {
    enum class Slopes : std::uint8_t {
        Carried,  ///< J is that of an earlier place, with what residuals have told since
        Here,     ///< of x, by differences of order one or, of a single parameter, two
        Exact     ///< of x, by differences of order four
    };
    Eigen::VectorXd x, r;  ///< variables and residuals
    Eigen::MatrixXd J;     ///< dr/dx
    Slopes slopes = Slopes::Carried;
    double bend = 0.0;        ///< relative change of exact J per change of x
    FitBetween between = {};  ///< of a single parameter

    /// Residuals, if wanted, and J at x.
    Result<void> renew(const FitRows& rows, bool residuals);
    /// The error of J is written to a fit.
    Result<void> renewExactly(const FitRows& rows, Fit& out);
    /// After a step. Of more than one parameter, J has the smallest change that agrees with the
    /// residuals (Broyden, Mathematics of Computation 19, 1965).
    Result<FitIterate> after(const FitRows& rows, const Eigen::VectorXd& change) const;

    /// Of a single parameter: runs beside x, on two processors, which give r and J to order two.
    Result<void> renewBetween(const FitRows& rows);
    /// The other two runs.
    Result<void> widen(const FitRows& rows);
};

/// Where coarse runs from the start have their least squares, with residuals and exact derivatives
/// of the runs themselves; nothing if a run fails or if coarse runs tell little of the others.
std::optional<FitIterate> approach(const FitProblem& problem, const FitRows& rows, Fit& out,
                                   const std::stop_token& stop);

/// Moves to where the whitened residuals have their least squares, but for less than 1e-5, or for a
/// last step with good derivatives. Derivatives are computed again where those carried along
/// foretell the gain badly.
Result<void> descend(const FitRows& rows, double rho, FitIterate& at, Fit& out,
                     const std::stop_token& stop);

/// The last step, and the rest of the way with exact derivatives. Near the end residuals are
/// linear, so that what is left needs no run: values are found to 1e-8 of themselves.
Result<void> finish(const FitRows& rows, double rho, FitIterate& at, Fit& out,
                    const std::stop_token& stop);

/// From row to row at the least squares of whitened residuals, as far as those are linear.
double correlationAhead(const FitRows& rows, const FitIterate& at, double rho);
/// The same without whitening, 0 where residuals are not linear on the way there or are rounding.
double foretoldCorrelation(const FitRows& rows, const FitIterate& at);
/// Whether residuals are more than rounding, and say something of their rows.
bool areMoreThanRounding(const FitRows& rows, const Eigen::VectorXd& r);

}  // namespace momentree
