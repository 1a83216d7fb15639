// SPDX-License-Identifier: Apache-2.0
// The rows of a fit in scaled variables.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/fit.hpp"

namespace momentree {

/// Residuals r of a `FitProblem` over variables x: the logarithms of positive parameters over their
/// starts, and the changes of others over theirs. At the start x = 0.
class FitRows {
public:
    static constexpr double difference = 1e-3;  ///< of x between runs beside each other

    enum class Runs : std::uint8_t { Own, Coarse };
    /// @param problem must outlive this
    /// @param runs Coarse: those of `predictCoarse`
    explicit FitRows(const FitProblem& problem, Runs runs = Runs::Own);

    Eigen::Index count() const { return count_; }
    bool positive(std::size_t k) const { return problem_.parameters[k].start > 0.0; }
    /// Parameter k.
    double value(std::size_t k, double x) const;
    /// (predicted - measured) / sigma.
    Result<Eigen::VectorXd> residuals(const Eigen::VectorXd& x) const;
    /// Residuals at several places near each other, on two processors [rows x places].
    Result<Eigen::MatrixXd> residualsAt(const std::vector<Eigen::VectorXd>& places) const;
    /// What is predicted where these are the residuals.
    std::vector<double> predicted(const Eigen::VectorXd& residuals) const;

    struct Slopes {
        Eigen::VectorXd r;
        Eigen::MatrixXd J;   ///< dr/dx
        double error = 0.0;  ///< of J, relative, as estimated
        double bend = 0.0;   ///< relative change of J per change of x, as second derivatives tell
    };
    /// By differences of order four: of coarse runs, with what these lack by differences to one
    /// side, where that is little; of the runs themselves elsewhere.
    Result<Slopes> exactSlopes(const Eigen::VectorXd& x) const;

    /// The norm of the data over their sigma.
    double size() const;
    /// Makes rows r_i - rho r_(i-1) in every series.
    void whiten(Eigen::MatrixXd& rows, double rho) const;
    /// The squared norm of whitened residuals.
    double cost(const Eigen::VectorXd& r, double rho) const;
    /// From one row to the next, with Kendall's correction (1 + 3 rho)/n for the part of the
    /// correlation that the fit takes away (Biometrika 41, 1954).
    double correlation(const Eigen::VectorXd& r) const;

    static Eigen::VectorXd moved(Eigen::VectorXd x, Eigen::Index k, double step) {
        x[k] += step;
        return x;
    }

private:
    /// Runs that are computed together.
    struct Group {
        const FitRows* rows;
        std::span<const Eigen::VectorXd> places;
        Eigen::MatrixXd* out;  ///< [rows x places of all groups]
        Eigen::Index first;    ///< column
    };
    void addGroups(const std::vector<Eigen::VectorXd>& places, Eigen::MatrixXd& out,
                   std::vector<Group>& groups) const;
    /// On two processors.
    static Result<void> compute(const std::vector<Group>& groups);

    /// Residuals about a place, to order four, as runs beside it give them.
    struct Series {
        Eigen::VectorXd r;
        Eigen::MatrixXd J;
        Eigen::MatrixXd terms;  ///< what J has beyond order two
        Eigen::MatrixXd bends;  ///< second derivatives by each variable alone
    };
    /// After and before x in each variable, near, then at twice the distance.
    static std::vector<Eigen::VectorXd> placesBeside(const Eigen::VectorXd& x);
    /// @param beside residuals at `placesBeside` [rows x 4 variables]
    static Series seriesOf(const Eigen::MatrixXd& beside);
    static Slopes slopesOf(Series own);
    /// Nothing if coarse runs lack much, or if a run fails.
    std::optional<Slopes> slopesByCoarse(const Eigen::VectorXd& x) const;
    /// @param out [residuals x places]
    Result<void> residualsInto(Eigen::Ref<Eigen::MatrixXd> out,
                               std::span<const Eigen::VectorXd> places) const;
    Result<std::vector<std::vector<double>>> predict(
        const std::vector<std::vector<double>>& places) const;

    const FitProblem& problem_;
    Runs runs_;
    Eigen::Index count_ = 0;
};

}  // namespace momentree
