// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/constraints.hpp"

namespace momentree {

/// A constraint, or a part of one, as the product X . Y of two vectors that are linear in centres
/// of mass and directors. Its gradient at the mean of two poses is then its discrete gradient.
struct ConstraintProduct {
    /// reach r + D s of one body, s in body axes.
    struct Part {
        int body = ground;
        double reach = 0.0;  ///< 1, -1, or 0 for directions
        Vec3<double> s = Vec3<double>::Zero();
    };
    using Vector = std::vector<Part>;

    int constraint = 0;
    int row = 0;
    double factor = 1.0;
    Vector X, Y;  ///< a point has three rows, X along the world axes, and no Y
};

/// What multipliers of products do to one body beyond the wrench of their rows.
struct ProductAction {
    Mat3<double> directors = Mat3<double>::Zero();  ///< sum of F s^T, F the force on r + D s
    /// Wrench of the rows with one of their vectors replaced by its rate.
    Vec6<double> ofRates = Vec6<double>::Zero();
    /// Derivative of moments a x F with respect to the rotation of a = D s.
    Mat3<double> stiffness = Mat3<double>::Zero();
};

/// The constraints of a model but couplings as products.
class ConstraintProducts {
public:
    using VectorX = Eigen::VectorXd;
    using Bodies = std::span<const BodyKinematics<double>>;

    /// @param rowOf [constraints] first row of each
    ConstraintProducts(const Model& model, const std::vector<int>& rowOf);

    /// Sets `actions` [bodies]: `directors` and `ofRates` of gamma, `stiffness` of mu.
    /// @param means poses with R the mean of the directors
    /// @param rates r and R are the rates of r and of the directors
    /// @param ends poses at the end
    /// @param gamma, mu [rows]
    void evaluate(double t, Bodies means, Bodies rates, Bodies ends, const VectorX& gamma,
                  const VectorX& mu, std::span<ProductAction> actions);

private:
    void add(const Constraint& c, int constraint, int row);

    const Model& model_;
    std::vector<ConstraintProduct> products_;
};

}  // namespace momentree
