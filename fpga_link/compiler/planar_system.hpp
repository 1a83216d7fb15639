// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/formulations/planar/flat.hpp"

namespace momentree::fpga {

inline constexpr int planarGround = -1;

/// f(t) = sum_k polynomial[k] t^k + amplitude sin(frequency t + phase), SI units and seconds.
struct PlanarLaw {
    std::vector<double> polynomial;  ///< lowest order first
    double amplitude = 0.0;
    double frequency = 0.0;  ///< [rad/s]
    double phase = 0.0;      ///< [rad]

    bool isHarmonic() const { return amplitude != 0.0; }
    bool readsTime() const;  ///< has powers of t
    double at(double t) const;
    double rateAt(double t) const;
};

/// A rigid body in the plane; its frame has the origin at the centre of mass.
struct PlanarBody {
    double mass = 1.0;      ///< [kg]
    double inertia = 1.0;   ///< about the centre of mass [kg m^2]; 0: a point mass, which keeps its
                            ///< angle
    double drag = 0.0;      ///< force per velocity of the centre of mass [N s/m]
    double turnDrag = 0.0;  ///< torque per angular velocity [N m s/rad]
};

/// A point fixed to a body, or to ground in axes of the plane.
struct PlanarPlace {
    int body = planarGround;
    Flat<double> at;  ///< [m]
};

/// A function of the poses of two bodies, whose points are apart by d = r_B - r_A.
struct PlanarCoordinate {
    enum class Kind {
        Angle,       ///< angle_B - angle_A
        Slide,       ///< d along `axis`, which is fixed to `axisBody`
        HalfSquare,  ///< d.d / 2
        Length       ///< |d|, above zero
    };
    Kind kind = Kind::Angle;
    PlanarPlace A, B;
    int axisBody = planarGround;
    Flat<double> axis;
};

/// Sum of ratio times coordinate = law(t).
struct PlanarConstraint {
    struct Term {
        double ratio = 1.0;
        PlanarCoordinate coordinate;
    };
    std::string name;  ///< of its element
    std::vector<Term> terms;
    PlanarLaw law;

    bool isOfAngles() const;  ///< its rows are constant
};

/// The effort -k (x - x0) - c dx/dt + law(t) along a coordinate x.
struct PlanarEffort {
    PlanarCoordinate coordinate;
    double k = 0.0, c = 0.0, x0 = 0.0;
    PlanarLaw law;
};

/// The force law(t) `direction` at a point of a body, and the torque law(t) `torque`.
struct PlanarPush {
    PlanarPlace at;
    Flat<double> direction;
    bool bodyAxes = false;  ///< `direction` turns with the body
    double torque = 0.0;
    PlanarLaw law;
};

/// Any mechanism in the plane: bodies, equations between their coordinates, and loads.
struct PlanarSystem {
    std::vector<PlanarBody> bodies;
    std::vector<PlanarConstraint> constraints;
    std::vector<PlanarEffort> efforts;
    std::vector<PlanarPush> pushes;
    double gravityX = 0.0, gravityY = 0.0;  ///< [m/s^2]
};

/// Position of the centre of mass and angle of every body, x, y, angle; momenta along them; both
/// [3 bodies]. Momenta may contain any impulses of the constraints, which change no velocity.
struct PlanarSystemState {
    std::vector<double> coordinates;  ///< [m, m, rad]
    std::vector<double> momenta;      ///< [kg m/s, kg m/s, kg m^2/s]
    double time = 0.0;                ///< [s]
};

/// Order of elimination of constraints, by least fill.
struct Elimination {
    std::vector<int> order;               ///< constraint that is eliminated k-th
    std::vector<std::vector<int>> below;  ///< [k] later positions that it is coupled with
};
Elimination eliminationOf(const PlanarSystem& system);

/// Removes constraints between angles that follow from the others, such as the further meshes of a
/// planetary gear: whatever the pose, they change no motion.
void dropRepeated(std::vector<PlanarConstraint>& constraints);

/// Velocities along the coordinates [3 bodies] that the momenta have and the constraints allow, in
/// double precision. Not finite where constraints depend on each other.
std::vector<double> velocitiesOf(const PlanarSystem& system, const PlanarSystemState& state);

/// Smallest pivot of the elimination at a state, relative to the diagonal, with its constraint;
/// and the smallest diagonal, for a step of 1 s.
struct PivotReport {
    int constraint = -1;  ///< -1 without constraints
    double smallest = 1.0;
    double diagonal = 1.0;

    bool isDependent() const;  ///< that constraint follows from the others
};
PivotReport pivotsOf(const PlanarSystem& system, const PlanarSystemState& state);

}  // namespace momentree::fpga
