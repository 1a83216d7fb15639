// SPDX-License-Identifier: Apache-2.0
// What the user wrote: names, expressions, order. Editable values; `buildModel` compiles them into
// a Model. Two descriptions are equal (`==`) if they would be written the same; line numbers, the
// name of the file and values of expressions are ignored.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/math/spatial.hpp"

/// Declares the special members of T, which is then compiled once instead of in each user.
#define MOMENTREE_SPECIAL_MEMBERS(T) \
    T();                             \
    T(const T&);                     \
    T(T&&) noexcept;                 \
    T& operator=(const T&);          \
    T& operator=(T&&) noexcept;      \
    ~T();

namespace momentree {

/// Data about an element that its file does not contain. Any two compare equal, so that `==` of
/// descriptions compares only what is written.
template <typename T>
struct NotWritten {
    T value = T();

    NotWritten() = default;
    NotWritten(T v) : value(std::move(v)) {}  // NOLINT: stands for its value
    operator const T&() const { return value; }
    friend bool operator==(const NotWritten&, const NotWritten&) { return true; }
};
using Line = NotWritten<int>;

/// A number as written: a plain value or an expression of parameters with units ("2*L1", "12 cm").
struct Scalar {
    double value = 0.0;  ///< SI; valid after `evaluate`
    std::string text;    ///< empty for a plain number
    Line line = {};      ///< in the file, 0 = not from a file

    Scalar() = default;
    Scalar(double v) : value(v) {}  // NOLINT: a number is a Scalar

    /// Expressions are compared by their text, not by their value.
    friend bool operator==(const Scalar& a, const Scalar& b) {
        return a.text == b.text && (!a.text.empty() || a.value == b.value);
    }
};
using Scalar3 = std::array<Scalar, 3>;

struct ParameterDescription {
    std::string name;
    Scalar value;
    std::optional<double> minimum, maximum;  ///< range of the slider
    std::string unit;                        ///< shown next to the slider; of the value, if known
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(ParameterDescription)
    friend bool operator==(const ParameterDescription&, const ParameterDescription&);
};

/// A marker's frame in the axes of its body, from the body's origin. Orientation: a unit quaternion
/// (e0..e3), or the z axis with an optional hint for x (made orthogonal to z). Default: the body's
/// axes.
struct MarkerDescription {
    std::string name;
    Scalar3 position;  ///< [m]
    std::optional<std::array<Scalar, 4>> orientation;
    std::optional<Scalar3> z, x;
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(MarkerDescription)
    friend bool operator==(const MarkerDescription&, const MarkerDescription&);
};

/// One solid of a shape, in the axes of the body and from its origin.
struct PartDescription {
    enum class Kind { Box, Sphere, Cylinder, Mesh };
    Kind kind = Kind::Box;
    Scalar3 size;      ///< Box: edges; Sphere: radius in [0]; Cylinder: radius, length [m];
                       ///< Mesh: factors of its coordinates, which are in m
    std::string mesh;  ///< Mesh: absolute path of the file; relative to the model's in the file
    Scalar3 position;  ///< of its centre, or of the mesh's origin [m]
    std::optional<std::array<Scalar, 4>> orientation;  ///< unit quaternion (e0..e3)
    std::string color;                                 ///< "#rrggbb", or empty for the shape's
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(PartDescription)
    friend bool operator==(const PartDescription&, const PartDescription&);
};

/// The shape in which a body is drawn, in the body's axes.
struct ShapeDescription {
    enum class Kind { Auto, Bar, Box, Sphere, Cylinder, Polygon, None, Parts };
    Kind kind = Kind::Auto;  ///< Auto: bars between the centre of mass and the markers
    Scalar3 size;  ///< Box: edges; Sphere: radius in [0]; Cylinder: radius, length; Bar: width in
                   ///< [0] [m]
    std::vector<std::string> corners;    ///< Polygon: markers along the outline, which may have
                                         ///< notches; empty: convex hull of all markers
    std::vector<PartDescription> parts;  ///< Parts: at least one
    std::vector<PartDescription> collisions;  ///< for contact in other programs; never drawn, and
                                              ///< bodies pass through each other here
    std::string color;  ///< "#rrggbb", or empty for the next colour of the palette
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(ShapeDescription)
    friend bool operator==(const ShapeDescription&, const ShapeDescription&);
};

struct BodyDescription {
    std::string name;
    Scalar mass;  ///< [kg]
    /// [kg/m^3] In place of mass, inertia and, unless the shape is a solid about it, centre of
    /// mass: these follow from the shape (see `takeDensity`).
    std::optional<Scalar> density = {};
    Scalar3 com;                     ///< centre of mass from the body's origin, body axes [m]
    std::array<Scalar3, 3> inertia;  ///< about the centre of mass, body axes [kg m^2]
    std::vector<MarkerDescription> markers;
    ShapeDescription shape;
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(BodyDescription)
    friend bool operator==(const BodyDescription&, const BodyDescription&);
};

/// "body.marker", "ground.marker", or the name of a body for its origin.
struct MarkerReference {
    std::string body;    ///< "ground" for the world
    std::string marker;  ///< empty: the body's origin and axes
    Line line = {};

    friend bool operator==(const MarkerReference&, const MarkerReference&) = default;
};

/// Limits of a coordinate of a joint. There it rebounds with a coefficient of restitution, or a
/// spring and a damper push it back.
struct LimitDescription {
    int coordinate = 1;                 ///< 1-based
    std::optional<Scalar> least, most;  ///< [rad or m]
    std::optional<Scalar> restitution;
    std::optional<Scalar> stiffness;  ///< [N m/rad or N/m]
    Scalar damping;                   ///< [N m s or N s/m]
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(LimitDescription)
    friend bool operator==(const LimitDescription&, const LimitDescription&);
};

/// A curve in the xy plane of a marker: a cubic spline with continuous curvature through points, or
/// x and y as expressions of `s`, which runs from `from` to `to` [rad].
struct PlaneCurveDescription {
    std::vector<std::array<Scalar, 2>> points;  ///< [m], without the first again at the end
    Scalar x, y;  ///< expressions [m] without values, or without text where there are points
    Scalar from, to;
    bool closed = true;  ///< otherwise it continues straight beyond its ends
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(PlaneCurveDescription)
    friend bool operator==(const PlaneCurveDescription&, const PlaneCurveDescription&);
};

/// Types of joints (contract section 2) by id: revolute, prismatic, universal, cylindrical,
/// planar, spherical, constant-velocity, free, fixed, distance, point-on-line, point-on-plane,
/// point-on-curve, cam-roller, cam-face, rolling-disc, rolling-ellipsoid, knife-edge.
struct JointDescription {
    std::string name;
    std::string type;
    MarkerReference a, b;
    /// Distance joints; lead of screws, radius of discs and of rollers [m].
    std::optional<Scalar> length;
    std::optional<Scalar3> semiAxes = {};  ///< rolling ellipsoids, along the axes of b [m]
    Line line = {};
    std::vector<LimitDescription> limits = {};
    /// Point-on-curve, cam-roller and cam-face joints, in the axes of a.
    std::optional<PlaneCurveDescription> curve = {};

    MOMENTREE_SPECIAL_MEMBERS(JointDescription)
    friend bool operator==(const JointDescription&, const JointDescription&);
};

/// A function of time; `kind` is constant, harmonic, polynomial or table.
struct LawDescription {
    std::string kind = "constant";
    Scalar offset, rate;  ///< constant: offset + rate t
    Scalar amplitude, frequency,
        phase;  ///< harmonic: offset + amplitude sin(frequency t + phase), frequency in rad/s
    std::vector<Scalar> coefficients;   ///< polynomial, lowest order first
    std::vector<Scalar> times, values;  ///< table
    bool linear = false;                ///< table: straight lines, otherwise a natural cubic spline
    Line line = {};
    /// `offset` is an expression of time, state or probes, and its value 0; set by `evaluate`.
    NotWritten<bool> ofState = {};

    MOMENTREE_SPECIAL_MEMBERS(LawDescription)
    friend bool operator==(const LawDescription&, const LawDescription&);
};

/// Prescribes a coordinate of a joint or, with markers a and b, the angle about z of `a` from x of
/// `a` to x of `b`.
struct MotionDescription {
    std::string name;
    std::string joint;   ///< empty if a, b are given
    int coordinate = 1;  ///< 1-based
    std::optional<MarkerReference> a, b;
    LawDescription law;
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(MotionDescription)
    friend bool operator==(const MotionDescription&, const MotionDescription&);
};

/// One coordinate of a coupling.
struct CouplingTermDescription {
    std::string joint;
    int coordinate = 1;  ///< 1-based
    Scalar ratio;

    friend bool operator==(const CouplingTermDescription&,
                           const CouplingTermDescription&) = default;
};
/// Couples coordinates of joints: the sum of ratio q over the terms is `offset`. Angles count turns
/// and are in rad, displacements in m. With a stiffness, a spring and a damper hold the sum there,
/// see `ElasticCoupling`.
struct CouplingDescription {
    std::string name;
    std::vector<CouplingTermDescription> terms;
    Scalar offset;
    std::optional<Scalar> stiffness;  ///< effort per unit of the sum
    Scalar damping;                   ///< effort per unit of its rate
    Scalar backlash;                  ///< range of the sum without effort
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(CouplingDescription)
    friend bool operator==(const CouplingDescription&, const CouplingDescription&);
};

/// Restoring effort over deflection, see `Curve`; empty for none.
struct CurveDescription {
    std::vector<Scalar> positions, values;
    bool linear = false;

    friend bool operator==(const CurveDescription&, const CurveDescription&) = default;
};
/// Spring and damper between two points: tension k (l - l0) + curve(l - l0) + c dl/dt + f0.
struct SpringDamperDescription {
    MarkerReference a, b;
    Scalar stiffness, damping, length, preload;  ///< [N/m] [N s/m] [m] [N]
    CurveDescription curve = {};                 ///< [m] [N]

    MOMENTREE_SPECIAL_MEMBERS(SpringDamperDescription)
    friend bool operator==(const SpringDamperDescription&, const SpringDamperDescription&);
};
/// A PID controller of the coordinate of an axial torque or force, see `PidController`.
struct ControllerDescription {
    LawDescription setPoint;                    ///< of time [rad or m]
    Scalar proportional, integral, derivative;  ///< effort per error, its integral and its rate
    Scalar filter;                              ///< time constant of the rate [s], 0 for none
    Scalar limit;                               ///< largest effort [N m or N], 0 for none

    MOMENTREE_SPECIAL_MEMBERS(ControllerDescription)
    friend bool operator==(const ControllerDescription&, const ControllerDescription&);
};
/// Of an axial torque or force, see `Friction`, `SpeedLine` and `Curve`; zeros for none.
struct CharacteristicDescription {
    Scalar kineticFriction, staticFriction, frictionSpeed, stribeckSpeed;
    /// The joint whose reaction causes the friction, whose levels are then coefficients; empty for
    /// levels that are efforts.
    std::string frictionJoint;
    Scalar frictionRadius, guideLength;  ///< of torques, of forces; see `Friction` [m]
    Scalar stall, noLoadSpeed;
    CurveDescription curve;
    ControllerDescription controller;

    MOMENTREE_SPECIAL_MEMBERS(CharacteristicDescription)
    friend bool operator==(const CharacteristicDescription&, const CharacteristicDescription&);
};
/// Torque on b about z of `a`: law(t) - k (angle - angle0) - c rate and what its characteristic
/// adds; the reaction acts on a.
struct AxialTorqueDescription {
    MarkerReference a, b;
    Scalar stiffness, angle, damping;  ///< [N m/rad] [rad] [N m s/rad]
    LawDescription law;                ///< [N m]
    CharacteristicDescription characteristic = {};

    friend bool operator==(const AxialTorqueDescription&, const AxialTorqueDescription&) = default;
};
/// Force on b along z of `a`: law(t) - k (displacement - length) - c rate and what its
/// characteristic adds, with a line of action through the origin of b; the reaction acts on a.
struct AxialForceDescription {
    MarkerReference a, b;
    Scalar stiffness, length, damping;  ///< [N/m] [m] [N s/m]
    LawDescription law;                 ///< [N]
    CharacteristicDescription characteristic = {};

    friend bool operator==(const AxialForceDescription&, const AxialForceDescription&) = default;
};
/// A force at a marker with magnitude law(t) [N] and a direction in world or body axes.
struct AppliedForceDescription {
    MarkerReference at;
    Scalar3 direction;
    bool bodyAxes = false;
    bool torque = false;  ///< a free torque [N m] instead of a force
    LawDescription law;

    MOMENTREE_SPECIAL_MEMBERS(AppliedForceDescription)
    friend bool operator==(const AppliedForceDescription&, const AppliedForceDescription&);
};
/// Drag: f = -(c + c2 |v|) v at the centre of mass, n = -(c_w + c2_w |w|) w.
struct DragDescription {
    std::string body;
    Scalar linear, angular;                        ///< [N s/m] [N m s]
    Scalar quadratic = {}, angularQuadratic = {};  ///< [N s^2/m^2] [N m s^2]

    friend bool operator==(const DragDescription&, const DragDescription&) = default;
};
/// A sphere about b that stays above the plane through a with the normal z of a, or outside a
/// sphere about a: it rebounds with a coefficient of restitution, or is pushed back by k g^1.5 (1
/// + 1.5 c g') where it is g deep, with friction against the velocity v along the surface of
/// `friction` tanh(v / slip) times that.
struct ContactDescription {
    MarkerReference a, b;
    Scalar radius;                  ///< of the sphere about b [m]
    std::optional<Scalar> radiusA;  ///< of a sphere about a; a plane without [m]
    std::optional<Scalar> restitution;
    std::optional<Scalar> stiffness;       ///< k [N/m^1.5]
    Scalar damping;                        ///< c [s/m]
    Scalar friction, slip = Scalar(0.01);  ///< [1] [m/s]

    MOMENTREE_SPECIAL_MEMBERS(ContactDescription)
    friend bool operator==(const ContactDescription&, const ContactDescription&);
};
/// An elastic mount between two markers: wrench -(K x + f(x) + C x') on b in the axes of a, where x
/// is the displacement of b's origin in these axes and the rotation vector from a to b, x' its rate
/// and f a curve for each component.
struct BushingDescription {
    MarkerReference a, b;
    /// Each empty, the 6 numbers of a diagonal or 36 by rows, forces first [N/m, N/rad; N, N
    /// m/rad].
    std::vector<Scalar> stiffness, damping;
    std::array<CurveDescription, 6> curves;  ///< [m] [N], then [rad] [N m]

    MOMENTREE_SPECIAL_MEMBERS(BushingDescription)
    friend bool operator==(const BushingDescription&, const BushingDescription&);
};
struct ForceDescription {
    std::string name;
    std::variant<SpringDamperDescription, AxialTorqueDescription, AxialForceDescription,
                 AppliedForceDescription, DragDescription, ContactDescription, BushingDescription>
        law;
    Line line = {};

    friend bool operator==(const ForceDescription&, const ForceDescription&) = default;
};

/// Start of one joint in its coordinates; quaternions have the scalar first.
struct JointStart {
    std::string joint;
    std::vector<Scalar> q, u;
    Line line = {};

    friend bool operator==(const JointStart&, const JointStart&) = default;
};
/// Start of one body: pose of its origin and axes in the world, used as a first guess by
/// `assemble`.
struct BodyStart {
    std::string body;
    std::optional<Scalar3> position;
    std::optional<std::array<Scalar, 4>> orientation;  ///< unit quaternion (e0..e3), body to world
    std::optional<Scalar3> velocity;                   ///< of the body's origin, world axes [m/s]
    std::optional<Scalar3> angularVelocity;            ///< world axes [rad/s]
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(BodyStart)
    friend bool operator==(const BodyStart&, const BodyStart&);
};

/// One quantity to record (contract section 8). Fields used by each quantity ("axes of a" are those
/// of marker a, or of the body if a is a body):
///   position, velocity, acceleration   a: the point; component, world axes
///   angular_velocity_world             a: its body; component, world axes
///   angular_velocity_body              a: its body; component, axes of a
///   rotation_matrix_entry              row, column_index of the matrix that turns axes of a into
///                                      world axes
///   joint_angle                        with a, b: angle about z of a from x of a to x of b,
///                                      atan2(x_b . y_a, x_b . x_a), unwrapped; otherwise
///                                      coordinate `coordinate` of `joint`, unwrapped
///   joint_rate                         with a, b: z_a . (w_b - w_a); otherwise speed `coordinate`
///                                      of `joint`
///   joint_displacement                 with a, b: z_a . (point b - point a); otherwise coordinate
///                                      `coordinate` of `joint`
///   point_distance                     a, b
///   drive_torque                       joint: the motion or the joint that it drives; its effort
///                                      on body B, torque about z of A or force along it
///   drive_power, drive_work            joint: the motion; power of its effort [W], its work since
///                                      the start of the run [J]
///   force_power, force_work            joint: the force; the same of a force, also of springs
///   coupling_effort                    joint: the coupling; coordinate: its term, from 1; the
///                                      effort on body B of the term's joint, torque or force
///   joint_force_on_body                joint; a: the body the force acts on; component, world axes
///   joint_torque_on_body               the same; torque about the joint's marker B
///   total_ground_force                 component, world axes: sum of m (acceleration - gravity)
///                                      less applied forces and drag
///   kinetic_energy, potential_energy, total_energy   nothing
///   input                              value: a number from outside that laws of forces read, at
///                                      the start; see `Model::inputs`
/// "With a, b" applies if `joint` is empty.
struct ProbeDescription {
    std::string column;    ///< name in tables and plots
    std::string quantity;  ///< one of the quantities above
    MarkerReference a, b;
    std::string joint;
    int coordinate = 1;             ///< 1-based
    std::string component;          ///< x, y, z
    int row = 0, column_index = 0;  ///< 1..3
    Scalar value = {};
    Line line = {};

    MOMENTREE_SPECIAL_MEMBERS(ProbeDescription)
    friend bool operator==(const ProbeDescription&, const ProbeDescription&);
};

/// Run settings proposed by the file; empty or 0 stands for the formulation's default.
struct RunSettings {
    std::string formulation, backend, integrator;
    double step = 0.0, duration = 0.0, sample = 0.0;             ///< [s]
    std::optional<double> relativeTolerance, absoluteTolerance;  ///< adaptive integrators
    std::string inversion;                                       ///< hdca (see RunSpec)
    std::optional<double> baumgarte;                             ///< feedback of violations [1/s]
    std::optional<double> momentumReset;                         ///< of loops [s] (see RunSpec)
    std::optional<double> penalty, newtonTolerance;  ///< index3-dca, trapezoidal (see RunSpec)
    std::optional<int> newtonIterations, projections;
    std::optional<bool> modifiedNewton;
    std::optional<bool> correction;  ///< of pose and velocities after every step

    MOMENTREE_SPECIAL_MEMBERS(RunSettings)
    friend bool operator==(const RunSettings&, const RunSettings&);
};

struct ModelDescription {
    std::string name, title, text;
    NotWritten<std::string> file;  ///< name of the file, for messages
    std::string schema;            ///< the file's "$schema", kept when saving
    std::vector<ParameterDescription> parameters;
    Scalar3 gravity{Scalar(0.0), Scalar(-9.81), Scalar(0.0)};
    std::vector<MarkerDescription> groundMarkers;
    std::vector<BodyDescription> bodies;
    std::vector<JointDescription> joints;
    std::vector<MotionDescription> motions;
    std::vector<CouplingDescription> couplings;
    std::vector<ForceDescription> forces;
    std::vector<JointStart> jointStarts;
    std::vector<BodyStart> bodyStarts;
    bool exactStart =
        false;  ///< reference cases: an inconsistent start is an error and is not assembled
    int startBranch = 0;       ///< in a singular pose, the path of motion from 1; 0 for none
    bool adjustStart = false;  ///< given joint starts that contradict each other may move
    /// Gap of closed loops that is allowed, relative to the mechanism's size: lengths may be
    /// rounded.
    double assemblyTolerance = 1e-4;
    std::vector<ProbeDescription> probes;
    RunSettings run;

    MOMENTREE_SPECIAL_MEMBERS(ModelDescription)
    friend bool operator==(const ModelDescription&, const ModelDescription&);
};

}  // namespace momentree

#undef MOMENTREE_SPECIAL_MEMBERS
