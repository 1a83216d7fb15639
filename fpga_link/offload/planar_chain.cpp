// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/planar_chain.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/math/index.hpp"
#include "fpga_link/compiler/planar_step.hpp"
#include "fpga_link/offload/planar_model.hpp"

namespace momentree::fpga {

namespace {

constexpr double parallelTolerance = 1e-9;  // sine of the angle between axes
constexpr double shortest = 1e-9;           // between two joints of a body [m]

bool isZero(const Law& law) {
    const auto zero = [](double value) { return value == 0.0; };
    return std::ranges::all_of(law.polynomial, zero) && law.amplitude == 0.0 &&
           std::ranges::all_of(law.values, zero);
}

Matrix3d axesOf(const Vector3d& x, const Vector3d& z) {
    Matrix3d axes;
    axes.col(0) = (x - z * z.dot(x)).normalized();
    axes.col(1) = z.cross(axes.col(0));
    axes.col(2) = z;
    return axes;
}

/// An axis that is not parallel to z.
Vector3d across(const Vector3d& z) {
    return std::abs(z.x()) < 0.9 ? Vector3d(1.0, 0.0, 0.0) : Vector3d(0.0, 1.0, 0.0);
}

/// Builds the chain and collects the reasons why a model is not one.
class ChainBuilder {
public:
    explicit ChainBuilder(const Model& model) : model_(model) {}

    Result<PlanarChain> build() {
        refuseElements();
        if (reasons_.empty()) checkTopology();
        if (reasons_.empty()) follow();
        if (reasons_.empty()) damp();
        if (!reasons_.empty()) return tl::unexpected(std::move(reasons_));
        return std::move(chain_);
    }

private:
    void refuse(Place place, Message reason) {
        reasons_.push_back(error(std::move(place), std::move(reason)));
    }
    void refuseForce(const std::string& name) {
        refuse(Place::force(name),
               MOMENTREE_TEXT("accelerator-force",
                              "cannot act on a chain of the accelerator, which has weight and "
                              "dampers of joints only"));
    }
    const std::string& bodyName(int treeIndex) const {
        const TreeBody& at = model_.tree.bodies[static_cast<std::size_t>(treeIndex)];
        return model_.bodies[static_cast<std::size_t>(at.body)].name;
    }

    void refuseElements() {
        reasons_ = neverOnBoard(model_);
        for (const JointElement& joint : model_.joints)
            if (joint.type != Revolute::id)
                refuse(Place::joint(joint.name),
                       MOMENTREE_TEXT("accelerator-joint",
                                      "is %1; a chain of the accelerator has revolute joints only")(
                           joint.type));
        for (const MotionElement& motion : model_.motions)
            refuse(Place::motion(motion.name),
                   MOMENTREE_TEXT("accelerator-motion",
                                  "a chain of the accelerator has no prescribed motions"));
        for (const CouplingDescription& coupling : model_.description.couplings)
            refuse(Place::coupling(coupling.name),
                   MOMENTREE_TEXT("accelerator-coupling",
                                  "a chain of the accelerator has no couplings"));
        for (const SpringDamper& spring : model_.springs) refuseForce(spring.name);
        for (const Bushing& bushing : model_.bushings) refuseForce(bushing.name);
        for (const AppliedLoad& load : model_.appliedLoads) refuseForce(load.name);
        for (const Drag& drag : model_.drags) refuseForce(drag.name);
        for (const AxialLoad& load : model_.axialLoads)
            if (load.side != 0)
                continue;  // a limit, which is refused above
            else if (!load.torque || load.k != 0.0 || !isZero(load.law) || !load.state.empty() ||
                     load.c < 0.0 || !load.characteristic.empty() || !load.controller.empty())
                refuseForce(load.name);
    }

    /// A single chain of bodies, with at most one more joint from the last body to ground.
    void checkTopology() {
        const Tree& tree = model_.tree;
        for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
            const auto index = static_cast<int>(i);
            const TreeBody& at = tree.bodies[i];
            if (at.element < 0)
                refuse(Place::body(bodyName(index)),
                       MOMENTREE_TEXT("accelerator-loose-body",
                                      "is loose; the accelerator runs chains that begin at the "
                                      "ground"));
            else if (at.parent != index - 1)
                refuse(Place::body(bodyName(index)),
                       at.parent == ground
                           ? Message(MOMENTREE_TEXT("accelerator-second-chain",
                                                    "begins a second chain at the ground; the "
                                                    "accelerator runs one chain"))
                           : MOMENTREE_TEXT("accelerator-branch",
                                            "begins a branch at body '%1'; the accelerator runs "
                                            "one chain without branches")(bodyName(at.parent)));
        }
        for (const int cut : tree.cutJoints) {
            const JointElement& joint = element(cut);
            if (tree.bodies.size() == 2)
                refuse(Place::joint(joint.name),
                       MOMENTREE_TEXT("accelerator-short-loop",
                                      "closes a loop of 2 bodies; a chain of the accelerator "
                                      "closes through 3 or more"));
            const int last = tree.bodies.back().body;
            const bool closes = (joint.A.body == ground && joint.B.body == last) ||
                                (joint.B.body == ground && joint.A.body == last);
            if (!closes || tree.cutJoints.size() > 1)
                refuse(Place::joint(joint.name),
                       MOMENTREE_TEXT("accelerator-loop",
                                      "closes a loop that the accelerator cannot run; it runs one "
                                      "loop from the ground through all bodies and back"));
        }
    }

    const JointElement& element(int index) const {
        return model_.joints[static_cast<std::size_t>(index)];
    }
    static const Marker& on(const JointElement& joint, int body) {
        return joint.A.body == body ? joint.A : joint.B;
    }

    /// Joints from ground outwards; the last one connects to ground if the chain is closed.
    std::vector<int> jointsOfChain() const {
        std::vector<int> joints;
        for (const TreeBody& at : model_.tree.bodies) joints.push_back(at.element);
        for (const int cut : model_.tree.cutJoints) joints.push_back(cut);
        return joints;
    }

    void follow() {
        const std::vector<int> joints = jointsOfChain();
        chain_.mechanism.closed = !model_.tree.cutJoints.empty();
        beginAt(on(element(joints.front()), ground));
        double height = 0.0;  // of the inboard joint above the plane
        for (std::size_t i = 0; i < model_.tree.bodies.size(); ++i) {
            const int body = model_.tree.bodies[i].body;
            const Marker& in = on(element(joints[i]), body);
            const Marker* out = i + 1 < joints.size() ? &on(element(joints[i + 1]), body) : nullptr;
            const Vector3d z = side_ * in.frame.R.col(2);
            if (out != nullptr && !goesOn(element(joints[i + 1]), z, *out)) return;
            add(body, z, in.frame.r, out, height);
        }
        if (chain_.mechanism.closed) {
            const Marker& end = on(element(joints.back()), ground);
            if (end.frame.R.col(2).cross(chain_.axes.col(2)).norm() > parallelTolerance)
                refuseAxis(element(joints.back()));
        }
    }

    void beginAt(const Marker& first) {
        const Vector3d z = first.frame.R.col(2);
        chain_.origin = first.frame.r;
        chain_.axes = axesOf(across(z), z);
        chain_.mechanism.gravityX = chain_.axes.col(0).dot(model_.gravity);
        chain_.mechanism.gravityY = chain_.axes.col(1).dot(model_.gravity);
    }

    /// Whether the next joint is parallel to the chain's axis, in either direction.
    bool goesOn(const JointElement& next, const Vector3d& z, const Marker& out) {
        const Vector3d axis = out.frame.R.col(2);
        if (axis.cross(z).norm() > parallelTolerance) {
            refuseAxis(next);
            return false;
        }
        side_ = axis.dot(z) > 0.0 ? 1.0 : -1.0;
        return true;
    }

    void refuseAxis(const JointElement& joint) {
        refuse(Place::joint(joint.name),
               MOMENTREE_TEXT("accelerator-not-planar",
                              "is not parallel to the joints before it; the accelerator runs "
                              "planar chains"));
    }

    void add(int index, const Vector3d& z, const Vector3d& inboard, const Marker* out,
             double& height) {
        const momentree::Body& body = model_.bodies[static_cast<std::size_t>(index)];
        // A free end is at the centre of mass, so that it has only one coordinate.
        Vector3d reach = out != nullptr ? Vector3d(out->frame.r - inboard) : Vector3d(-inboard);
        reach -= z * z.dot(reach);
        ChainLink planar;
        planar.length = reach.norm();
        if (planar.length < shortest) {
            if (out != nullptr)
                return refuse(Place::body(body.name),
                              MOMENTREE_TEXT("accelerator-no-length",
                                             "has both joints on one axis; the accelerator needs a "
                                             "distance between them"));
            planar.length = 1.0;
            reach = across(z);
        }
        const Matrix3d axes = axesOf(reach, z);
        const Vector3d com = axes.transpose() * -inboard;
        planar.cx = com.x();
        planar.cy = com.y();
        planar.mass = body.mass;
        planar.inertia = z.dot(body.J_C * z);
        chain_.mechanism.bodies.push_back(planar);
        chain_.bodies.push_back({index, axes, inboard, height - z.dot(inboard)});
        if (out != nullptr) height += z.dot(out->frame.r - inboard);
    }

    /// Adds the dampers between bodies that are connected by a joint of the chain.
    void damp() {
        std::map<int, int> place{{ground, -1}};  // position of a model body in the chain
        for (std::size_t i = 0; i < chain_.bodies.size(); ++i)
            place[chain_.bodies[i].body] = static_cast<int>(i);
        for (const AxialLoad& load : model_.axialLoads) {
            if (load.c == 0.0) continue;
            const int a = place.at(load.A.body), b = place.at(load.B.body);
            const int outer = std::max(a, b);
            if (std::abs(a - b) != 1) {
                refuse(Place::force(load.name),
                       MOMENTREE_TEXT("accelerator-damper-across",
                                      "does not act between neighbours in the chain; the "
                                      "accelerator damps joints only"));
                continue;
            }
            const Matrix3d& axes =
                a < 0 ? chain_.axes : chain_.bodies[static_cast<std::size_t>(a)].axes;
            if (load.A.frame.R.col(2).cross(axes.col(2)).norm() > parallelTolerance)
                refuse(Place::force(load.name),
                       MOMENTREE_TEXT("accelerator-damper-axis",
                                      "does not act about the axes of the joints; the accelerator "
                                      "damps joints only"));
            chain_.mechanism.bodies[static_cast<std::size_t>(outer)].damping += load.c;
        }
    }

    const Model& model_;
    PlanarChain chain_;
    Diagnostics reasons_;
    double side_ = 1.0;  // 1 or -1: direction of the last joint's axis along z of the chain
};

}  // namespace

Result<PlanarChain> planarChain(const Model& model) { return ChainBuilder(model).build(); }

PlanarState planarState(const PlanarChain& chain, const InitialState& start) {
    PlanarState state;
    std::vector<double> speed;
    for (const ChainBody& at : chain.bodies) {
        const BodyState& body = start.bodies[static_cast<std::size_t>(at.body)];
        const Vector3d x = chain.axes.transpose() * (rotationOf<double>(body.e) * at.axes.col(0));
        state.angle.push_back(std::atan2(x.y(), x.x()));
        speed.push_back(chain.axes.col(2).dot(body.w));
    }
    state.momentum = momentaOf(chain.mechanism, state.angle, speed);
    return state;
}

ChainAngles::ChainAngles(const Model& model, const std::vector<int>& bodies, const Vector3d& normal,
                         const InitialState& start, const std::vector<double>& angle)
    : angle_(angle) {
    const CountedAngles counted = countedAngles(model);
    angles_ = start_ = anglesOf(counted, start);
    const auto placeOf = [&](const Marker& marker) {
        const auto at = std::ranges::find(bodies, marker.body);
        return at == bodies.end() ? -1 : static_cast<int>(at - bodies.begin());
    };
    for (const CountedAngle& own : counted.all) {
        const Matrix3d R = own.A.body == ground
                               ? Matrix3d::Identity()
                               : rotationOf<double>(start.bodies[toIndex(own.A.body)].e);
        const Vector3d z = R * own.A.frame.R.col(2);
        between_.push_back({placeOf(own.A), placeOf(own.B), z.dot(normal) > 0.0 ? 1.0 : -1.0});
    }
}

std::span<const double> ChainAngles::at(const std::vector<double>& angle) {
    const auto turned = [&](int place) {
        return place < 0 ? 0.0 : angle[toIndex(place)] - angle_[toIndex(place)];
    };
    for (std::size_t a = 0; a < angles_.size(); ++a)
        angles_[a] =
            start_[a] + between_[a].sign * (turned(between_[a].outer) - turned(between_[a].inner));
    return angles_;
}

std::vector<double> speedsOf(const PlanarMechanism& mechanism, const PlanarState& state) {
    constexpr double step = 1.0;
    std::vector<BodyPose<double>> poses;
    for (std::size_t i = 0; i < state.angle.size(); ++i)
        poses.push_back({std::cos(state.angle[i]), std::sin(state.angle[i]), state.momentum[i]});
    const PlanarConstants constants = constantsOf(mechanism, step, {});
    std::vector<double> speeds;
    for (const BodyRate<double>& rate :
         PlanarHdca<double>(constants, std::span<const BodyPose<double>>(poses))
             .rates([](FabricPhase) {}))
        speeds.push_back(rate.turn / step);
    return speeds;
}

void placeBodies(const PlanarChain& chain, const std::vector<double>& angle,
                 const std::vector<double>& speed, std::vector<BodyState>& bodies) {
    Vector3d joint = chain.origin, velocity = Vector3d::Zero();
    const Vector3d z = chain.axes.col(2);
    for (std::size_t i = 0; i < chain.bodies.size(); ++i) {
        const ChainLink& planar = chain.mechanism.bodies[i];
        const double c = std::cos(angle[i]), s = std::sin(angle[i]);
        Matrix3d axes = chain.axes;
        axes.col(0) = c * chain.axes.col(0) + s * chain.axes.col(1);
        axes.col(1) = c * chain.axes.col(1) - s * chain.axes.col(0);
        const Vector3d com = planar.cx * axes.col(0) + planar.cy * axes.col(1);
        const Vector3d w = speed[i] * z, reach = planar.length * axes.col(0);
        BodyState& body = bodies[static_cast<std::size_t>(chain.bodies[i].body)];
        body.r = joint + com + chain.bodies[i].height * z;
        body.e = quaternionOf<double>(axes * chain.bodies[i].axes.transpose());
        body.v = velocity + w.cross(com);
        body.w = w;
        joint += reach;
        velocity += w.cross(reach);
    }
}

}  // namespace momentree::fpga
