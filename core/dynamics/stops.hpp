// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/constrained_motion.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

/// Distance of a coordinate from its stop, negative beyond it, and its rate.
struct Gap {
    double value = 0.0, rate = 0.0;  ///< [rad or m] [rad/s or m/s]
};
/// @param sample with poses, velocities and joint coordinates
Gap gapOf(const Stop& stop, const Sample& sample);

/// Impacts at stops with all constraints of a model (THEORY 7f): at a fixed pose, the velocities of
/// the bodies change by M^-1 (n^T pi + J^T s) with J times that zero, where n V is the rate of a
/// gap and pi >= 0 the impulse along it.
class ImpactSolver {
public:
    /// A gap that is closed.
    struct Contact {
        int stop = 0;  ///< index into Model::stops
        double restitution = 0.0;
        double before = 0.0, after = 0.0;  ///< rates, `before` <= 0; `solve` sets the others
        double work = 0.0;                 ///< (1 - e) pi before / 2 [J]
        bool blocked = false;              ///< the constraints prescribe its rate
        bool held = false;                 ///< pulls, too: its rate after is 0
    };

    explicit ImpactSolver(const Model& model);
    void hold(const ClosureStructure& structure) { motion_.hold(structure); }
    /// Changes the velocities of `bodies`: 0 <= pi, and the rate after is at least -e times that
    /// before, with equality where pi > 0. Contacts that are held have any pi and no rate after.
    /// @return change of the kinetic energy [J]: the sum of `work` and the work of the impulses
    /// with which motions answer
    double solve(double t, std::span<BodyState> bodies, std::span<Contact> contacts);
    /// Entry (i, j) is the change of the rate along stop i by a unit impulse at stop j; 0 where the
    /// constraints prescribe one of the rates.
    Eigen::MatrixXd mobilities(double t, std::span<const BodyState> bodies,
                               std::span<const Stop> stops);
    /// Of these impulses in the last `solve` [motions] [J].
    std::span<const double> motionWorks() const { return motionWorks_; }

private:
    struct Response {
        Vec6<double> onA, onB;                 ///< n^T on the bodies of the stop
        double free = 0.0;                     ///< n M^-1 n^T without constraints
        std::vector<double> driven;            ///< [motions] their powers with the impulse s
        std::vector<Vec6<double>> velocities;  ///< m_n = M^-1 (n^T + J^T s) [bodies]
    };
    /// Of all constraints at a pose.
    void factorise(double t, std::span<const BodyKinematics<double>> bodies);
    double along(const Stop& stop, const Response& n, const Response& m) const;
    void respond(const Stop& stop, std::span<const BodyKinematics<double>> bodies, Response& out);

    const Model& model_;
    ConstrainedMotion<double> motion_;
    std::vector<ConstraintTerms<double>> terms_;
    std::vector<double> motionWorks_;
};

}  // namespace momentree
