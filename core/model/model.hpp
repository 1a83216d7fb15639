// SPDX-License-Identifier: Apache-2.0
// The compiled model: indices and numbers, immutable after `buildModel`.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/joints/joint.hpp"
#include "core/math/quaternion.hpp"
#include "core/model/characteristic.hpp"
#include "core/model/description.hpp"
#include "core/model/law.hpp"
#include "core/model/pid_controller.hpp"
#include "core/model/plane_curve.hpp"
#include "core/model/state_law.hpp"
#include "core/result.hpp"

namespace momentree {

inline constexpr int ground = -1;

/// A rigid body. Its body frame has the user's axes and its origin at the centre of mass.
struct Body {
    std::string name;
    double mass = 0.0;                ///< [kg]
    Matrix3d J_C = Matrix3d::Zero();  ///< inertia about the centre of mass, body axes [kg m^2]
    Vector3d origin =
        Vector3d::Zero();  ///< the user's origin relative to the centre of mass, body axes [m]
    ShapeDescription shape;
    std::vector<int> markers;  ///< indices into Model::markers
};

/// A frame fixed to a body, or to ground in world axes.
struct Marker {
    int body = ground;
    Frame frame;  ///< in the body frame
    std::string name;
};

/// A joint as the user wrote it, between markers A and B. Its coordinates describe B relative to A.
struct JointElement {
    std::string name;
    std::string type;  ///< type id of the contract
    Joint kind;        ///< coordinates and subspaces; Free for joints that only close loops
    bool distance = false;
    /// Has no coordinates and never carries a body: distance, point-on-line, point-on-plane,
    /// point-on-curve, cam-roller, cam-face, rolling-disc, rolling-ellipsoid and knife-edge.
    bool closes = false;
    double length = 0.0;  ///< distance joints; radius of rolling discs and of rollers [m]
    Vector3d semiAxes = Vector3d::Zero();  ///< of what rolls, along the axes of B [m]
    Marker A, B;
    std::shared_ptr<const PlaneCurve> curve = {};  ///< in the xy plane of A, null without
};

/// A prescribed motion: one coordinate of a joint, or an angle between two markers.
struct MotionElement {
    std::string name;
    int joint =
        -1;  ///< the joint with this coordinate; -1: an angle between markers without a joint
    bool rotation = true;             ///< an angle [rad], otherwise a displacement [m]
    int coordinate = 0;               ///< of the joint, counted from 0
    double sign = 1.0, offset = 0.0;  ///< the joint's coordinate is sign law(t) + offset
    Marker A, B;
    Law law;
};

/// Scalar or vector constraint equations between two bodies (THEORY 6.2). Vectors are constant in
/// their body frames; d is the vector from point A to point B.
struct Constraint {
    enum class Kind {
        Point,       ///< axes^T d = 0 (three rows), R_a axes if `carried`
        Angle,       ///< x_a . y_b = 0; with a motion, x_a turns about n_a by the law's angle
        Offset,      ///< x_a . d = law(t), 0 without a motion
        Distance,    ///< (d.d - l^2) / (2 l) = 0
        Twist,       ///< x_a . y_b - n_a . x_b = 0, n_a the y axis to x_a: no turn about z between
                     ///< frames with axes x_a, n_a and x_b, y_b
        Coordinate,  ///< a term of a coupling, ratio q - offset: q is x_a . d, or the angle about
                     ///< n_a with tan q = x_a . y_b / (x_a x n_a) . y_b
        Touch,       ///< n_a . (d + rho) = 0: an ellipsoid about point B lies on the plane through
                     ///< point A; rho is from its centre to the point of contact
        Roll,        ///< of velocities only: the point of contact does not slip along x_a
        Edge,        ///< of velocities only: point B does not move along y_b, as seen from A
        Curve,       ///< n . (d - c) = length: point B is at a distance from a curve c in the plane
                     ///< through point A with axes x_a and n_a x x_a, on the side of its normal n
        Face         ///< y_b . (c - d) = 0: the nearest point of that curve is in the plane through
                     ///< point B with normal y_b
    };
    Kind kind = Kind::Point;
    int bodyA = ground, bodyB = ground;
    Vector3d s_a = Vector3d::Zero(),
             s_b = Vector3d::Zero();  ///< points, from the centres of mass [m]
    Vector3d x_a = Vector3d::Zero(), y_b = Vector3d::Zero();
    Vector3d n_a = Vector3d::Zero();       ///< driven angles: axis of the prescribed turn, in A
    Vector3d x_b = Vector3d::Zero();       ///< of a twist
    Matrix3d axes = Matrix3d::Identity();  ///< of a point, world; in A if `carried`
    bool inclined = false;                 ///< whether `axes` are others of the world
    bool carried = false;                  ///< whether `axes` move with A
    Matrix3d squares = Matrix3d::Zero();   ///< contacts: of the semi-axes, axes of B [m^2]
    double length = 0.0;                   ///< radius of a disc or of a roller, otherwise 0 [m]
    int motion = -1;                       ///< index of the driving motion, -1 none
    int joint = -1;        ///< its joint, -1 if it belongs only to a motion or a coupling
    int coupling = -1;     ///< index of the coupling of which it is a term, -1 none
    int term = -1;         ///< of all terms of couplings, counted from 0
    double ratio = 0.0;    ///< terms of couplings: factor of the coordinate
    double offset = 0.0;   ///< in the first term of a coupling
    bool turns = false;    ///< terms of couplings: the coordinate is an angle
    bool angular = false;  ///< terms of couplings: their sum is an angle, otherwise a length
    /// Its row is that of the constraint before: the row of a coupling is the sum of its terms.
    bool adds = false;
    int firstRow = 0;     ///< in the stacked Phi of the whole model
    int closureRow = -1;  ///< in the stacked Phi of `Tree::closures`, -1 in the tree
    std::shared_ptr<const PlaneCurve> curve = {};
    int rows() const { return kind == Kind::Point ? 3 : 1; }
    /// Whether Phi is an angle or the sine of one; otherwise it is a length [m].
    bool isAngle() const { return kind == Kind::Angle || kind == Kind::Twist || angular; }
    int ownRows() const { return adds ? 0 : rows(); }  ///< not shared with the constraint before
    /// Whether it restricts poses. Otherwise Phi is 0, and only J V + Phi_t = 0 has to hold.
    bool isHolonomic() const { return kind != Kind::Roll && kind != Kind::Edge; }
};

/// Couples coordinates of joints: sum of ratio q = offset, as gears do. Angles count turns.
struct CouplingElement {
    std::string name;
    std::vector<int> joints;       ///< [terms]
    std::vector<int> coordinates;  ///< [terms] of the joints, counted from 0
    int firstConstraint = 0;       ///< of the terms, which follow each other
    int described = -1;            ///< index in the description, -1 for the thread of a screw joint
};

/// A load along coordinates of joints (THEORY 11): a spring and a damper hold sum of ratio q within
/// backlash / 2 of the offset. Without backlash the effort along the sum x is -k x - c x'; with
/// backlash it acts only beyond, and never pulls.
struct ElasticCoupling {
    struct Term {
        int joint = 0, coordinate = 0;  ///< counted from 0
        Marker A, B;  ///< the coordinate is the angle about z of A from x of A to x of B, or the
                      ///< displacement along z of A
        bool turns = true;
        double ratio = 1.0;
    };
    std::string name;
    std::vector<Term> terms;
    double k = 0.0, c = 0.0, backlash = 0.0, offset = 0.0;
    int described = 0;  ///< index in the description
    int firstTerm = 0;  ///< of the terms of all elastic couplings
};

/// Springs, torques and so on; angles count turns, see `Turns`.
struct SpringDamper {
    std::string name;
    Marker A, B;
    double k = 0.0, c = 0.0, l0 = 0.0, f0 = 0.0;
    Curve curve = {};
};
struct AxialLoad {
    std::string name;
    Marker A, B;
    bool torque = true;
    double k = 0.0, c = 0.0, x0 = 0.0;
    Law law;
    StateLaw state = {};
    Characteristic characteristic = {};
    PidController controller = {};
    int side = 0;  ///< a limit: 1 acts above x0 only, -1 below, and never pulls; 0 acts always
    /// Whether its effort depends on the coordinate.
    bool isSpring() const {
        return k != 0.0 || !characteristic.curve.empty() || !controller.empty() ||
               state.reads(StateLaw::coordinate);
    }
};
struct AppliedLoad {
    std::string name;
    Marker at;
    Vector3d direction = Vector3d::Zero();
    bool bodyAxes = false, torque = false;
    Law law;
    StateLaw state = {};
};
/// A sphere that a plane or another sphere pushes back, see `ContactDescription`.
struct ContactLoad {
    std::string name;
    Marker A, B;  ///< plane or centre, centre
    double radius = 0.0, k = 0.0, c = 0.0, friction = 0.0, slip = 0.01;
    bool spheres = false;
    double radiusA = 0.0;  ///< of two spheres
};
/// Elastic mount, see `BushingDescription`.
struct Bushing {
    std::string name;
    Marker A, B;
    Eigen::Matrix<double, 6, 6> K, C;  ///< K is symmetric
    std::vector<Curve> curves = {};    ///< [6], those without points do not act; or empty
};
/// A limit that is met by impacts: x >= bound (side -1) or x <= bound (side 1) for a coordinate of
/// a joint, for the distance of a point from a plane or for that of two points.
struct Stop {
    std::string name;  ///< of the joint, or of the contact
    /// x is the angle about z of A, the displacement along it, or the distance of the origins.
    Marker A, B;
    bool turns = false;
    bool spheres = false;  ///< of the origins
    int joint = -1;        ///< -1 for a contact
    int coordinate = 0;
    double bound = 0.0;  ///< [rad or m]
    int side = -1;
    double restitution = 0.0;
};
struct Drag {
    std::string name;
    int body = 0;
    double linear = 0.0, angular = 0.0;
    double quadratic = 0.0, angularQuadratic = 0.0;  ///< [N s^2/m^2] [N m s^2]
};
/// What a law of time and state reads from a probe: a function of poses and velocities.
struct Measured {
    enum class Kind : std::uint8_t {
        Position,
        Velocity,
        AngularVelocity,
        BodyAngularVelocity,  ///< in axes of A
        AxisComponent,        ///< of axis j of A in the world
        Angle,                ///< about z of A from x of A to x of B, with turns
        Rate,                 ///< about z of A
        Displacement,         ///< along z of A
        Slide,                ///< rate of the displacement
        Distance,
        Kinetic,
        Potential,
        Total,
        Input  ///< number i of Model::inputs
    };
    Kind kind = Kind::Position;
    Marker A, B;
    int i = 0, j = 0;    ///< component, column
    int angle = -1;      ///< of all measured angles
    std::string column;  ///< of the probe
};

/// A body of the spanning tree. Its tree frame is the outboard marker of its inboard joint (THEORY
/// 1).
struct TreeBody {
    int body = 0;         ///< index into Model::bodies
    int parent = ground;  ///< tree index of the parent, smaller than its own
    Joint joint;          ///< kind of the inboard joint
    int element = -1;     ///< the user's joint, -1 for an inserted free joint
    int motion = -1;      ///< motion that drives the joint completely (then `joint` is Fixed), -1
                          ///< none
    bool motionRotates = true;                    ///< rotation about z of A, otherwise translation
                                                  ///< ...
    double motionSign = 1.0, motionOffset = 0.0;  ///< ... by sign law(t) + offset
    Frame A;       ///< inboard marker in the parent's tree frame (world if ground)
    Frame toBody;  ///< body frame (centre of mass, user's axes) relative to the tree frame
    double mass = 0.0;
    Vector3d c = Vector3d::Zero();    ///< O to centre of mass, tree axes [m]
    Matrix3d J_C = Matrix3d::Zero();  ///< about the centre of mass, tree axes
    int firstQ = 0, firstU = 0;       ///< offsets into q and u
    std::vector<int> constraints;     ///< constraints satisfied by this joint
};

/// Spanning tree, found depth first from ground, so that each cut joint connects a body to one of
/// its ancestors.
struct Tree {
    std::vector<TreeBody> bodies;  ///< [n], parents before children
    std::vector<int> ofBody;       ///< tree index of each model body
    std::vector<std::vector<int>> children;
    std::vector<int>
        closures;  ///< constraints (indices) of the cut joints and of motions not in the tree
    std::vector<int> cutJoints;  ///< the user's joints that were cut
    int nq = 0, nu = 0;
    int closureRows = 0;
};

struct Probe {
    ProbeDescription what;
    Marker A, B;
    int joint = -1, motion = -1;
    int term = -1;  ///< of all terms of couplings, then of elastic ones
    int input = -1;
    int exchange = -1;  ///< index into `Sample::exchanges`
};

/// Everything that is constant during a run.
struct Model {
    ModelDescription description;
    std::string name;
    std::vector<Body> bodies;
    std::vector<Marker> markers;  ///< all named markers, including those of ground
    std::vector<JointElement> joints;
    std::vector<MotionElement> motions;
    std::vector<CouplingElement> couplings;
    int couplingTerms = 0;  ///< of all couplings
    std::vector<ElasticCoupling> elasticCouplings;
    int elasticTerms = 0;  ///< of all elastic couplings
    std::vector<Constraint> constraints;
    int constraintRows = 0;
    std::vector<SpringDamper> springs;
    std::vector<AxialLoad> axialLoads;
    std::vector<AppliedLoad> appliedLoads;
    std::vector<Drag> drags;
    std::vector<ContactLoad> contactLoads;
    std::vector<Bushing> bushings;
    std::vector<Stop> stops;
    std::vector<Measured> measured;  ///< what laws of state read
    int measuredAngles = 0;          ///< of them
    int controllerStates = 0;        ///< of all axial loads, see `PidController`
    /// Number of values that loads may read besides poses and velocities: an angle for each axial
    /// load, the measured angles, one for each term of elastic couplings, the states of
    /// controllers.
    std::size_t loadAngles() const {
        return axialLoads.size() +
               static_cast<std::size_t>(measuredAngles + elasticTerms + controllerStates);
    }
    Vector3d gravity{0.0, -9.81, 0.0};  ///< world axes [m/s^2]
    std::vector<Probe> probes;
    /// Values of the probes of quantity "input", in their order, which the owner of a run may
    /// change between its steps; null without such probes. Runs of one model share them.
    std::shared_ptr<std::vector<double>> inputs;
    Tree tree;

    Model();
    Model(const Model&);
    Model(Model&&) noexcept;
    Model& operator=(const Model&);
    Model& operator=(Model&&) noexcept;
    ~Model();
};

/// Pose and velocity of one body frame (centre of mass).
struct BodyState {
    Vector3d r = Vector3d::Zero();       ///< centre of mass, world [m]
    Quat<double> e{1.0, 0.0, 0.0, 0.0};  ///< Euler parameters, body to world
    Vector3d v = Vector3d::Zero();       ///< world axes [m/s]
    Vector3d w = Vector3d::Zero();       ///< world axes [rad/s]
};

/// Start of a run: one state per body, consistent with every constraint, as computed by `assemble`.
struct InitialState {
    std::vector<BodyState> bodies;
    /// Angles with their turns [`countedAngles`], or empty: all in (-pi, pi]. States of controllers
    /// may follow [Model::controllerStates]; otherwise they are 0.
    std::vector<double> angles = {};
    double time = 0.0;  ///< [s]
};

/// Evaluates expressions, resolves names, selects the spanning tree, cuts loops and checks
/// everything that a run relies on. The only way to create a Model. Appends warnings to `warnings`
/// if given.
Result<std::shared_ptr<const Model>> buildModel(ModelDescription description,
                                                Diagnostics* warnings = nullptr);

}  // namespace momentree
