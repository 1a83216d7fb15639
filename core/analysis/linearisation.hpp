// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <span>

#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree {

struct ClosureStructure;
struct Sample;

/// Small movements z about a pose at rest: M_r z'' + C_r z' + K_r z = f_r + B_r du, on the tangent
/// space of all constraints (redundant ones included). z are the leading coordinates of
/// `freeMotions`; motions are held, time stands still.
///
/// M_r = N^T M N, K_r = -N^T d(M a)/dq N, C_r = -N^T d(M a)/dV N and f_r = N^T M a with the
/// accelerations a of the constrained bodies at rest. Off an equilibrium, K_r is the Hessian of the
/// potential along the constraints, so that f_r / K_r is a Newton step. The derivatives are central
/// differences in quadruple precision over 1e-9, with a relative error of about 1e-18; laws of
/// state, friction, motors and curves are in double precision, and their derivatives have one of
/// about 1e-7.
///
/// Where joints restrict velocities alone, there are fewer speeds than coordinates, and a steady
/// motion such as rolling straight on takes the place of the rest: `restricted` then has the
/// equations, and C_r, K_r, f_r and B_r are empty.
struct Linearisation {
    std::vector<std::string> coordinates;  ///< [f] "J1.q", or "J1.q2" of several
    Eigen::MatrixXd speeds;                ///< [nu x f] speeds of the tree for unit z'
    Eigen::MatrixXd N;                     ///< [6 bodies x f] V for unit z'
    Eigen::MatrixXd M_r, C_r, K_r;         ///< [f x f]
    Eigen::VectorXd f_r;                   ///< [f] zero in an equilibrium
    std::vector<std::string> inputs;       ///< forces of the model with a law or a direction
    Eigen::MatrixXd B_r;                   ///< [f x inputs] f_r for a unit of effort

    /// x' = A x + B du with x = [z; w], about the velocities V_0 of the bodies: the poses move
    /// along N z, turns as seen in world axes, and the velocities change by N_w w + P z. N_w spans
    /// the velocities that all rows J allow, and P z is the least change by M that they demand:
    ///     J P = -d(J V_0)/dq N,    N+ = (N^T M N)^-1 N^T M, N_w+ likewise,
    ///     z' = N+ (P + W N) z + N+ N_w w,    W = blockdiag(0, w_0~),
    ///     w' = N_w+ (da/dq N + da/dV P) z + N_w+ da/dV N_w w.
    /// Exact where N, N_w, P and M are constant in world axes, as of a bicycle that rolls straight
    /// on; elsewhere frozen at the instant.
    struct Restricted {
        std::vector<std::string> speeds;  ///< [g]
        Eigen::MatrixXd N_w, P;           ///< [6 bodies x g], [6 bodies x f]
        Eigen::MatrixXd A, B;             ///< [f + g x f + g], [f + g x inputs]
        double acceleration = 0.0;        ///< largest of a speed; zero in a steady motion
    };
    std::optional<Restricted> restricted = {};
};

/// The same model with motions and loads as they are at t.
/// @param rates whether motions keep their rates
Model heldAt(Model model, double t, bool rates);
/// The same model without friction that sticks, which has no linear law and holds many poses.
Model withoutSticking(Model model);

/// @param bodies poses that satisfy all constraints at t; velocities count only where some are
/// restricted
/// @param angles [countedAngles]
Linearisation linearise(const Model& model, const std::vector<BodyState>& bodies,
                        std::span<const double> angles, double t = 0.0);

/// The same about a pose at rest and time 0, for iterations at a small part of the cost: K_r has
/// about twelve digits, C_r is zero, and there are no inputs.
/// @param structure of the model's closures at time 0, the same for all poses of a search
Linearisation stiffnessAbout(const Model& model, const std::vector<BodyState>& bodies,
                             std::span<const double> angles, const ClosureStructure& structure);

/// x' = A x + B u, y = C x + D u with x = [z; z'].
struct StateSpace {
    std::vector<std::string> states, inputs, outputs;
    Eigen::MatrixXd A, B, C, D;
};
/// Outputs are the coordinates and speeds of all joints with one or two of them; their D is zero.
StateSpace stateSpace(const Model& model, const std::vector<BodyState>& bodies,
                      const Linearisation& about);
/// Adds the model's probes to the outputs, without works and inputs, by central differences with an
/// error of about 1e-9 of their values. Accelerations and forces also follow the inputs at once.
/// @param pose about which `about` is, at t
/// @param evaluate fills the probes of a completed sample: `evaluateProbes`
void addProbes(const Model& model, const InitialState& pose, double t, const Linearisation& about,
               const std::function<void(const Model&, Sample&)>& evaluate, StateSpace& space);

}  // namespace momentree
