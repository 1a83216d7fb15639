// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace momentree {

/// A number to find from data. If its start is positive, it stays positive.
struct FitParameter {
    std::string name;
    double start = 0.0;
};

/// What was measured, and what predicts it.
struct FitProblem {
    std::vector<FitParameter> parameters;
    /// Series in order of time, each with its standard deviation (only their ratios matter).
    std::vector<std::vector<double>> series;
    std::vector<double> sigma;
    /// All series for values of the parameters, one after another; two threads call it at a time.
    std::function<Result<std::vector<double>>(const std::vector<double>& values)> predict;
    /// The same at `places` near each other, but for rounding; may be empty. It is called with at
    /// most `nearAtOnce`, for which it takes less time than `predict` one after another.
    std::function<Result<std::vector<std::vector<double>>>(
        const std::vector<std::vector<double>>& places)>
        predictNear = {};
    static constexpr std::size_t nearAtOnce = 4;
    /// The same with a larger error in much less time: two or more parameters are sought by these
    /// first; may be empty. Results are those of `predict` alike.
    std::function<Result<std::vector<std::vector<double>>>(
        const std::vector<std::vector<double>>& places)>
        predictCoarse = {};
};

struct FittedParameter {
    std::string name;
    double value = 0.0;
    double low = 0.0, high = 0.0;  ///< 95 % confidence interval
    bool found = true;             ///< false if the data do not determine it
};

struct Fit {
    std::vector<FittedParameter> parameters;
    Eigen::MatrixXd correlation;  ///< [parameters, parameters], of those found
    double rms = 0.0;             ///< of the residuals over their sigma
    double rho = 0.0;             ///< correlation of residuals from one row to the next
    bool prewhitened = false;     ///< since rho is above 0.2
    int steps = 0;
    double derivativeError = 0.0;           ///< of the derivatives, relative, as estimated
    std::vector<std::string> undetermined;  ///< "only m/k can be found"
    std::vector<double> predicted;          ///< all series with the values found
};

/// Least squares by Levenberg-Marquardt; positive parameters as logarithms, the others scaled by
/// their start. Derivatives are differences of order one, carried along, and at the end of order
/// four. Intervals are those of Student's t with C = s^2 (J^T J)^-1. Where residuals are correlated
/// from row to row (rho > 0.2), rows become r_i - rho r_(i-1), the first one times sqrt(1 - rho^2),
/// four times. Errors: fewer data than parameters, those of `predict` at the start, data or
/// predictions at the start that are not finite, stopped.
Result<Fit> fit(const FitProblem& problem, std::stop_token stop = {});

}  // namespace momentree
