// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/called_tree.hpp"

#include <algorithm>

#include "core/formulations/hdca/passes.hpp"
#include "core/math/all_finite.hpp"
#include "core/math/index.hpp"
#include "fpga_link/offload/open_tree.hpp"

namespace momentree::fpga {

namespace {

using Vec3 = functions::Vector3<float>;

Vec3 single(const V3<double>& v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}
functions::Vector6<float> single(const V6<double>& v) {
    const Vec3 l = single(v.l), a = single(v.a);
    return {l[0], l[1], l[2], a[0], a[1], a[2]};
}
functions::Vector6<double> numbers(const V6<double>& v) {
    return {v.l[0], v.l[1], v.l[2], v.a[0], v.a[1], v.a[2]};
}

/// The passes of the core's `hdca` with the functions of the accelerator in place of its matrices.
class CalledTree final : public CalledSystem {
public:
    CalledTree(std::shared_ptr<const Model> model, FunctionLink& link)
        : CalledSystem(link), model_(std::move(model)), work_(*model_, 0.0, 1) {
        const std::size_t n = work_.nodes.size();
        nodes_.resize(n);
        impulses_.resize(n);
        joints_.resize(work_.bodies.size());
        for (const auto& subtree : work_.order.subtrees)
            inward_.insert(inward_.end(), subtree.begin(), subtree.end());
        inward_.insert(inward_.end(), work_.order.top.begin(), work_.order.top.end());
    }

    int size() const override { return work_.state.size(); }
    int positionSize() const override { return work_.state.positionSize(); }
    int angleSize() const override { return work_.state.angleSize(); }
    int bodyOf(int entry) const override { return work_.state.bodyOf(entry); }
    Vector units() const override { return work_.state.units(work_.state.ofJoints.p_hat); }

    Result<void> start(const InitialState& initial, Out y) override {
        Result<void> started = work_.state.start(initial, y);
        work_.closure.hold(work_.state.closures);
        return started;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        const bool known = work_.state.onlyGravity();  // loads need no velocities
        work_.aim(t, y, ydot.data(), known);
        work_.driver.run(Passes<Table::kinematics>{}, work_, clock);
        for (const int index : inward_)
            if (const StepStatus status = compute(index, clock); status != StepStatus::Reached)
                return status;
        for (std::size_t k = inward_.size(); k-- > 0;) disassemble(inward_[k]);
        work_.state.move();
        clock.lap(Phase::Disassembly);
        known ? work_.driver.run(Table::Rates{}, work_, clock)
              : work_.driver.run(Table::RatesWithLoads{}, work_, clock);
        work_.state.angleRates(ydot);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double /*from*/, double t, Out y) override {
        work_.state.normalise(y);
        work_.state.settleAngles(t, y);
        return {};
    }

    /// Velocities of samples are computed here.
    void observe(double t, const In& y, Sample& out) override {
        PhaseClock off;
        off.enable(false);
        work_.aim(t, y, nullptr, false);
        work_.driver.run(Table::OfTree{}, work_, off);
        work_.state.observe(t, y, out);
    }

private:
    using Table = HdcaPasses<double>;
    using Joint = FunctionLink::SpatialJoint;

    /// A node of the tree on the accelerator; the root also gets its impulse at ground.
    StepStatus compute(int index, PhaseClock& clock) {
        const AssemblyTree::Node& at = work_.at(index);
        const auto own = toIndex(index);
        if (at.A < 0) {
            const auto got = link_.spatialUpdate(bodyOfLeaf(index));
            if (!got) return lost(got.error());
            nodes_[own] = *got;
            charge(clock, Phase::Initialise);
        } else {
            work_.node(index).s12 = work_.node(at.A).s12 + work_.node(at.B).s12;
            const StepStatus status = join(nodes_[toIndex(at.A)], nodes_[toIndex(at.B)], at.body,
                                           nodes_[own], impulses_[own], clock, Phase::Assembly);
            if (status != StepStatus::Reached) return status;
        }
        if (work_.withLoads) assembleLoads(work_, index);
        if (const int path = work_.pathOf(index); path >= 0) {
            FunctionLink::SpatialNode whole;
            return join({}, nodes_[own], work_.branchRoot(path), whole, ground_, clock,
                        Phase::Base);
        }
        return StepStatus::Reached;
    }

    FunctionLink::SpatialBody bodyOfLeaf(int index) {
        const int i = work_.at(index).body;
        const TreeLink<double>& k = work_.link(i);
        const int next = work_.tree.successor[toIndex(i)];
        V3<double>& s12 = work_.node(index).s12;
        s12 = next >= 0 ? work_.link(next).r : k.s;
        const Eigen::Matrix3d Ji = turned(k.R, work_.body(i).JInv).eigen();
        FunctionLink::SpatialBody body;
        body.inverseMass = static_cast<float>(1.0 / k.mass);
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = r; c < 3; ++c)
                body.inverseInertia(r, c) =
                    static_cast<float>(Ji(static_cast<int>(r), static_cast<int>(c)));
        body.s1 = single(k.s);
        body.s2 = single(k.s - s12);
        body.momentum = single(momentumOf(work_, i));
        return body;
    }

    /// @param i body whose inboard joint is between A and B
    StepStatus join(const FunctionLink::SpatialNode& A, const FunctionLink::SpatialNode& B, int i,
                    FunctionLink::SpatialNode& C, functions::SpatialImpulses<float>& impulses,
                    PhaseClock& clock, Phase phase) {
        Joint& joint = joints_[toIndex(i)];
        joint = jointOf(i);
        for (std::size_t k = 0; k < 6; ++k)
            if (joint.direction(k) == Vec3{}) joint.absent[k] = A.xi22(k, k) + B.xi11(k, k);
        auto got = link_.spatialAssemble(A, B, joint);
        if (!got) return lost(got.error());
        C = got->C;
        impulses = got->impulses;
        charge(clock, phase);
        return got->singular ? StepStatus::Singular : StepStatus::Reached;
    }

    /// Its constraints and prescribed motion.
    Joint jointOf(int i) {
        Joint joint{};
        const TreeLink<double>& link = work_.link(i);
        visitJoint(
            [&](auto kind) {
                using J = decltype(kind);
                const ConstraintSpace<J, double> D(link);
                const std::array linear{D.L.x, D.L.y, D.L.z}, angular{D.A.x, D.A.y, D.A.z};
                for (std::size_t k = 0; k < toIndex(D.linear); ++k)
                    joint.forces[k] = single(linear[k]);
                for (std::size_t k = 0; k < toIndex(D.angular); ++k)
                    joint.torques[k] = single(angular[k]);
            },
            link.joint);
        if (link.driven) joint.motion = single(prescribed(work_, i));
        return joint;
    }

    /// From the root to the leaves, (45), (46); V of a body.
    void disassemble(int index) {
        const AssemblyTree::Node& at = work_.at(index);
        HdcaNode<double>& C = work_.node(index);
        if (const int path = work_.pathOf(index); path >= 0) {
            C.T_2 = V6<double>::zero();
            C.T_1 = impulse(joints_[toIndex(work_.branchRoot(path))], ground_, C.T_2, C.T_2);
        }
        if (at.A < 0) {
            const V6<double> P = momentumOf(work_, at.body) + C.T_1 + shiftWrench(C.s12, C.T_2);
            work_.link(at.body).V = mobility(work_, at.body, P);
        } else {
            HdcaNode<double>&A = work_.node(at.A), &B = work_.node(at.B);
            B.T_1 = impulse(joints_[toIndex(at.body)], impulses_[toIndex(index)], C.T_1, C.T_2);
            A.T_2 = -B.T_1;
            A.T_1 = C.T_1;
            B.T_2 = C.T_2;
        }
        if (work_.withLoads) disassembleLoads(work_, index);
    }

    /// D (W_B T_2 - W_A T_1 + beta).
    static V6<double> impulse(const Joint& joint, const functions::SpatialImpulses<float>& impulses,
                              const V6<double>& T_1, const V6<double>& T_2) {
        const auto one = numbers(T_1), two = numbers(T_2);
        V6<double> T = V6<double>::zero();
        for (std::size_t k = 0; k < 6; ++k) {
            double sigma = static_cast<double>(impulses.beta[k]);
            for (std::size_t c = 0; c < 6; ++c)
                sigma += static_cast<double>(impulses.W_B(k, c)) * two[c] -
                         static_cast<double>(impulses.W_A(k, c)) * one[c];
            const Vec3& d = joint.direction(k);
            V3<double>& part = k < 3 ? T.l : T.a;
            part = part + sigma * V3<double>::make(static_cast<double>(d[0]),
                                                   static_cast<double>(d[1]),
                                                   static_cast<double>(d[2]));
        }
        return T;
    }

    std::shared_ptr<const Model> model_;
    HdcaWork<double> work_;
    std::vector<int> inward_;                                  ///< nodes, children before parents
    std::vector<FunctionLink::SpatialNode> nodes_;             ///< [nodes]
    std::vector<functions::SpatialImpulses<float>> impulses_;  ///< [nodes] of the joint inside
    functions::SpatialImpulses<float> ground_;                 ///< of the root's inboard joint
    std::vector<Joint> joints_;                                ///< [bodies] inboard
};

}  // namespace

Diagnostics calledTreeRefusals(const Model& model, const InitialState& start) {
    Diagnostics refusals = treeRefusals(model, start);
    if (!refusals.empty()) return refusals;
    const AssemblyTree tree = buildAssemblyTree(model);
    if (tree.paths.size() == 1 && model.tree.closures.empty()) return {};
    return {error(Place::model(""),
                  MOMENTREE_TEXT("accelerator-phases-chain",
                                 "has branches or loops; phase by phase, the accelerator computes "
                                 "single open chains in space, and the whole run in one batch "
                                 "without ':per-phase'"))};
}

std::unique_ptr<CalledSystem> makeCalledTree(std::shared_ptr<const Model> model,
                                             FunctionLink& link) {
    return std::make_unique<CalledTree>(std::move(model), link);
}

}  // namespace momentree::fpga
