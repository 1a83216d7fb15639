// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/linearisation.hpp"

#include "core/dynamics/closure_structure.hpp"
#include "core/dynamics/observer.hpp"
#include "core/kinematics/free_motions.hpp"
#include "core/kinematics/given_start.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"
#include "core/math/quad.hpp"
#include "core/math/turned.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using QuadVector = Eigen::Matrix<Quad, Eigen::Dynamic, 1>;

constexpr double smallMove = 1e-9;  ///< for differences

/// The law with this value at every time, plus `more`.
Law constant(const Law& law, double t, double more = 0.0) {
    Law held;
    held.polynomial = {law.at(t).f + more};
    return held;
}

/// The same model with motions and loads as they are at t.
Model heldAt(Model model, double t) {
    for (MotionElement& motion : model.motions) motion.law = constant(motion.law, t);
    const auto hold = [t](auto& load) {
        load.law = constant(load.law, t);
        load.state.timeShift += load.state.timeFactor * t;
        load.state.timeFactor = 0.0;
    };
    for (AxialLoad& load : model.axialLoads) hold(load);
    for (AppliedLoad& load : model.appliedLoads) hold(load);
    return model;
}

/// Wrenches M a of the constrained bodies near a pose at rest, in quadruple precision.
class Wrenches {
public:
    Wrenches(const Model& model, const std::vector<BodyState>& bodies,
             std::span<const double> ofLoads, const ClosureStructure& structure)
        : model_(model),
          states_(bodies),
          ofLoads_(ofLoads),
          equations_(model),
          bodies_(bodies.size()) {
        equations_.hold(structure);
    }

    /// After the bodies have moved along `shift` and with the velocities `V` [6 bodies].
    QuadVector at(const QuadVector& shift, const QuadVector& V) {
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const Index k = 6 * static_cast<Index>(i);
            const Quat<Quad> e = states_[i].e.cast<Quad>().normalized();
            const Vec3<Quad> turn = rotationOf<Quad>(e).transpose() * shift.segment<3>(k + 3);
            bodies_[i] = {rotationOf<Quad>(turned<Quad>(e, turn)),
                          states_[i].r.cast<Quad>() + shift.segment<3>(k), V.segment<3>(k),
                          V.segment<3>(k + 3)};
        }
        equations_.evaluate(0.0, bodies_, ofLoads_, 0.0);
        QuadVector Ma(shift.size());
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const Index k = 6 * static_cast<Index>(i);
            const Vec6<Quad>& a = equations_.acceleration[i];
            const Mat3<Quad>& R = bodies_[i].R;
            const Vec3<Quad> inBody = R.transpose() * a.tail<3>();
            const Vec3<Quad> moment = model_.bodies[i].J_C.cast<Quad>() * inBody;
            Ma.segment<3>(k) = Quad(model_.bodies[i].mass) * a.head<3>();
            Ma.segment<3>(k + 3) = R * moment;
        }
        return Ma;
    }

private:
    const Model& model_;
    const std::vector<BodyState>& states_;
    std::span<const double> ofLoads_;
    NewtonEuler<Quad> equations_;
    std::vector<BodyKinematics<Quad>> bodies_;
};

/// The coordinate that is 1 in this free motion and 0 in all others.
std::string leadName(const Model& model, const std::vector<FreeMotion>& motions, std::size_t k) {
    const TreeBody& tree = model.tree.bodies[toIndex(motions[k].lead)];
    const std::string element = tree.element >= 0 ? model.joints[toIndex(tree.element)].name
                                                  : model.bodies[toIndex(tree.body)].name;
    const int count = speedCount(tree.joint);
    if (count == 1) return element + ".q";
    for (int c = 0; c < count; ++c) {
        bool leads = true;
        for (std::size_t m = 0; m < motions.size(); ++m)
            leads &= std::abs(motions[m].speeds[tree.firstU + c] - (m == k ? 1.0 : 0.0)) < 1e-9;
        if (leads) return element + ".q" + std::to_string(c + 1);
    }
    return element + ".q";
}

/// V per unit of tree speeds along the columns of `speeds` [6 bodies x columns].
MatrixXd twists(const Model& model, const VectorXd& q, const MatrixXd& speeds) {
    const Index n = 6 * std::ssize(model.bodies);
    MatrixXd N(n, speeds.cols());
    std::vector<BodyKinematics<double>> moving(model.bodies.size());
    for (Index k = 0; k < speeds.cols(); ++k) {
        const VectorXd u = speeds.col(k);
        bodiesFromJoints(model, 0.0, q.data(), u.data(), moving);
        for (std::size_t i = 0; i < moving.size(); ++i)
            N.block<6, 1>(6 * static_cast<Index>(i), k) = moving[i].V();
    }
    return N;
}

VectorXd jointsOf(const Model& model, const std::vector<BodyState>& bodies) {
    std::vector<BodyKinematics<double>> poses = kinematicsOf(bodies);
    VectorXd q = VectorXd::Zero(model.tree.nq), u = VectorXd::Zero(model.tree.nu);
    jointsFromBodies(model, 0.0, poses, q.data(), u.data());
    return q;
}

MatrixXd reducedMass(const Model& model, const std::vector<BodyState>& bodies, const MatrixXd& N) {
    MatrixXd M_r = MatrixXd::Zero(N.cols(), N.cols());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Matrix3d R = rotationOf<double>(bodies[i].e);
        const Matrix3d J = R * model.bodies[i].J_C * R.transpose();
        const auto v = N.middleRows<3>(6 * static_cast<Index>(i));
        const auto w = N.middleRows<3>(6 * static_cast<Index>(i) + 3);
        M_r += model.bodies[i].mass * v.transpose() * v + w.transpose() * J * w;
    }
    return M_r;
}

/// Changes of N^T M a for a unit of effort of each load.
void addInputs(const Model& held, const std::vector<BodyState>& bodies,
               std::span<const double> ofLoads, const ClosureStructure& structure,
               Linearisation& out) {
    const QuadVector none = QuadVector::Zero(out.N.rows());
    const auto NT = out.N.transpose().cast<Quad>().eval();
    const QuadVector before = Wrenches(held, bodies, ofLoads, structure).at(none, none);
    const auto add = [&](const std::string& name, const Model& changed) {
        const QuadVector more = Wrenches(changed, bodies, ofLoads, structure).at(none, none);
        out.inputs.push_back(name);
        out.B_r.conservativeResize(out.N.cols(), out.B_r.cols() + 1);
        out.B_r.rightCols<1>() = (NT * QuadVector(more - before)).cast<double>();
    };
    out.B_r.resize(out.N.cols(), 0);
    for (std::size_t k = 0; k < held.axialLoads.size(); ++k) {
        Model changed = held;
        changed.axialLoads[k].law = constant(changed.axialLoads[k].law, 0.0, 1.0);
        add(held.axialLoads[k].name, changed);
    }
    for (std::size_t k = 0; k < held.appliedLoads.size(); ++k) {
        Model changed = held;
        changed.appliedLoads[k].law = constant(changed.appliedLoads[k].law, 0.0, 1.0);
        add(held.appliedLoads[k].name, changed);
    }
}

}  // namespace

Linearisation linearise(const Model& model, const std::vector<BodyState>& bodies,
                        std::span<const double> angles, double t) {
    const Model held = heldAt(model, t);
    std::vector<BodyState> resting = bodies;
    for (BodyState& body : resting) body.v.setZero(), body.w.setZero();
    Linearisation out;
    const std::vector<FreeMotion> motions = freeMotions(held, 0.0, resting);
    const auto f = static_cast<Index>(motions.size());
    out.speeds.resize(held.tree.nu, f);
    for (std::size_t k = 0; k < motions.size(); ++k) {
        out.speeds.col(static_cast<Index>(k)) = motions[k].speeds;
        out.coordinates.push_back(leadName(held, motions, k));
    }
    out.N = twists(held, jointsOf(held, resting), out.speeds);
    out.M_r = reducedMass(held, resting, out.N);

    const CountedAngles counted = countedAngles(held);
    std::vector<double> ofLoads(held.loadAngles(), 0.0);
    anglesOfLoads(counted, angles, ofLoads);
    const ClosureStructure structure = closureStructure(held, resting);
    Wrenches wrenches(held, resting, ofLoads, structure);
    const Eigen::Matrix<Quad, Eigen::Dynamic, Eigen::Dynamic> N = out.N.cast<Quad>();
    const QuadVector none = QuadVector::Zero(N.rows());
    const Quad h(smallMove);
    out.f_r = (N.transpose() * wrenches.at(none, none)).cast<double>();
    out.K_r.resize(f, f);
    out.C_r.resize(f, f);
    for (Index k = 0; k < f; ++k) {
        const QuadVector move = h * N.col(k);
        const QuadVector back = -move;
        const QuadVector dq = wrenches.at(move, none) - wrenches.at(back, none);
        const QuadVector dV = wrenches.at(none, move) - wrenches.at(none, back);
        out.K_r.col(k) = (N.transpose() * dq / (Quad(-2) * h)).cast<double>();
        out.C_r.col(k) = (N.transpose() * dV / (Quad(-2) * h)).cast<double>();
    }
    addInputs(held, resting, ofLoads, structure, out);
    return out;
}

StateSpace stateSpace(const Model& model, const std::vector<BodyState>& bodies,
                      const Linearisation& about) {
    const Index f = about.M_r.rows();
    StateSpace out;
    out.inputs = about.inputs;
    for (const std::string& name : about.coordinates) out.states.push_back(name);
    for (const std::string& name : about.coordinates) out.states.push_back(name + "'");
    const MatrixXd inverse = inverseOf(about.M_r);
    out.A = MatrixXd::Zero(2 * f, 2 * f);
    out.A.topRightCorner(f, f).setIdentity();
    out.A.bottomLeftCorner(f, f) = -inverse * about.K_r;
    out.A.bottomRightCorner(f, f) = -inverse * about.C_r;
    out.B = MatrixXd::Zero(2 * f, about.B_r.cols());
    out.B.bottomRows(f) = inverse * about.B_r;

    std::vector<BodyKinematics<double>> poses = kinematicsOf(bodies);
    const VectorXd q = jointsOf(model, bodies);
    out.C.resize(0, 2 * f);
    for (const char* part : {".q", ".u"})
        for (const JointElement& joint : model.joints) {
            const int count = speedCount(joint.kind);
            if (joint.closes || count == 0 || count > 2) continue;
            const MatrixXd rows = speedsOf(model, joint, q, poses) * about.speeds;
            const Index at = out.C.rows();
            out.C.conservativeResize(at + count, Eigen::NoChange);
            out.C.bottomRows(count).setZero();
            out.C.block(at, part[1] == 'q' ? 0 : f, count, f) = rows;
            for (int k = 0; k < count; ++k)
                out.outputs.push_back(joint.name + part + (count > 1 ? std::to_string(k + 1) : ""));
        }
    return out;
}

}  // namespace momentree
