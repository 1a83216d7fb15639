// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca.hpp"

#include "core/formulations/assembly_tree.hpp"
#include "core/formulations/ground_loop.hpp"
#include "core/formulations/tree_state.hpp"

namespace momentree {
namespace {

/// A body with its inboard joint, world axes at the joint's outboard origin O.
template <typename S>
struct HdcaLink {
    Mat6<S> H;          ///< motion subspace in the first nu columns
    Mat6<S> D;          ///< constraint subspace in the first 6 - nu columns
    Vec6<S> V_t;        ///< prescribed velocity of the joint
    Vec6<S> Hp;         ///< H p_hat
    Vec3<S> s;          ///< O to the centre of mass
    Mat3<S> J_C, JInv;  ///< central inertia and its inverse, tree axes, constant
    Mat6<S> K;          ///< D (D^T xi11 D)^-1 D^T of a path's first joint
    Vec6<S> k;          ///< H p + K (V_t - xi10) of a path's first joint (3.8)
    Vec6<S> V;          ///< velocity at O
    int leaf = -1;      ///< node of this body
};

template <typename S>
class Hdca final : public OdeSystem<S> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    Hdca(std::shared_ptr<const Model> model, double beta)
        : model_(std::move(model)),
          tree_(model_->tree),
          assembly_(buildAssemblyTree(*model_)),
          state_(*model_),
          closure_(*model_, beta),
          loop_(*model_, beta),
          links_(tree_.bodies.size()),
          nodes_(assembly_.nodes.size()) {
        for (std::size_t k = 0; k < nodes_.size(); ++k) {
            const AssemblyTree::Node& node = assembly_.nodes[k];
            if (node.A < 0) link(node.body).leaf = static_cast<int>(k);
        }
    }

    int size() const override { return tree_.nq + tree_.nu; }
    int positionSize() const override { return tree_.nq; }
    int bodyOf(int entry) const override { return state_.bodyOf(entry); }

    Result<void> start(const InitialState& initial, Out y) override {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            links_[i].J_C = tree_.bodies[i].J_C.template cast<S>();
            links_[i].JInv = tree_.bodies[i].J_C.inverse().template cast<S>();
        }
        return state_.start(initial, y);
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        kinematics(t, y);  // R, O, H, D, V_t of every body             3.2
        clock.lap(Phase::Kinematics);
        assembleMatrices(clock);  // xi of bodies and subtrees                 3.2, 3.3, 3.8
        closeLoops(t, y);         // sigma of loops that 3.5 does not cover    3.9
        clock.lap(Phase::Base);
        velocities(t, y, clock);  // xi10, sigma, T, V                         3.3-3.6
        loads(t);                 // Q_1 inward, Qb outward                    3.3, 3.6
        momentumRates(y, ydot);   // u and pdot                                3.7
        clock.lap(Phase::Derivatives);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void retract(double t, Out y) override {
        state_.normalise(y);
        if (closure_.rows() > 0) {
            evaluateVelocities(t, y);
            // Else sigma grows, and with it the error near singular poses.
            state_.writeMomenta(y);
        } else {
            state_.place(t, y);
        }
        state_.remember();
    }

    void observe(double t, const In& y, Sample& out) override {
        evaluateVelocities(t, y);
        state_.observe(t, out);
    }

private:
    using Node = HdcaNode<S>;

    HdcaLink<S>& link(int body) { return links_[static_cast<std::size_t>(body)]; }
    Node& leaf(int body) { return nodes_[static_cast<std::size_t>(link(body).leaf)]; }
    Node& root(const AssemblyTree::Path& path) {
        return nodes_[static_cast<std::size_t>(path.root())];
    }
    const Vec3<S>& origin(int body) const { return state_.links[static_cast<std::size_t>(body)].O; }
    const TreeBody& tree(int body) const { return tree_.bodies[static_cast<std::size_t>(body)]; }
    bool onLoop(std::size_t path) const { return static_cast<int>(path) == assembly_.loopPath; }

    /// Everything up to u and V, off the clock.
    void evaluateVelocities(double t, const In& y) {
        PhaseClock off;
        off.enable(false);
        kinematics(t, y);
        assembleMatrices(off);
        closeLoops(t, y);
        velocities(t, y, off);
    }

    /// H and D of every joint in world axes, V_t, and the vectors of the bodies (3.2).
    void kinematics(double t, const In& y) {
        state_.place(t, y);
        for (std::size_t i = 0; i < links_.size(); ++i) {
            HdcaLink<S>& l = links_[i];
            const TreeLink<S>& placed = state_.links[i];
            const TreeBody& body = tree_.bodies[i];
            l.s.noalias() = placed.R * body.c.template cast<S>();
            l.V_t = rotate(placed.R, placed.V_t);
            std::visit(
                [&](auto joint) {
                    const S* q = y.data() + body.firstQ;
                    if constexpr (joint.nu > 0)
                        l.H.template leftCols<joint.nu>() =
                            rotate(placed.R, joint.template E<S>(q));
                    if constexpr (joint.nu < 6)
                        l.D.template leftCols<6 - joint.nu>() =
                            rotate(placed.R, joint.template D<S>(q));
                },
                body.joint);
        }
    }

    /// xi of all nodes; branches first, since their carriers absorb them (3.8).
    void assembleMatrices(PhaseClock& clock) {
        for (std::size_t p = assembly_.paths.size(); p-- > 0;) {
            const AssemblyTree::Path& path = assembly_.paths[p];
            for (const int body : path.bodies) initialiseLeaf(body);
            clock.lap(Phase::Initialise);
            for (const int index : path.nodes) {
                const AssemblyTree::Node& node = assembly_.nodes[static_cast<std::size_t>(index)];
                if (node.A < 0) continue;
                Node& C = nodes_[static_cast<std::size_t>(index)];
                const Node& A = nodes_[static_cast<std::size_t>(node.A)];
                const Node& B = nodes_[static_cast<std::size_t>(node.B)];
                C.W = -throughJoint(node.body, B.xi11 + A.xi22);
                assemble(A, B, C);
            }
            link(path.bodies.front()).K = throughJoint(path.bodies.front(), root(path).xi11);
            clock.lap(Phase::Assembly);
        }
    }

    /// D (D^T X D)^-1 D^T of a body's inboard joint.
    Mat6<S> throughJoint(int body, const Mat6<S>& X) {
        return std::visit(
            [&](auto joint) {
                return constrained<S, 6 - joint.nu>(link(body).D.template leftCols<6 - joint.nu>(),
                                                    X);
            },
            tree(body).joint);
    }

    /// One body with its branches: M_leaf = M_O + sum S K_c S^T, xi11 = M_leaf^-1 (3.2, 3.8).
    void initialiseLeaf(int body) {
        const auto i = static_cast<std::size_t>(body);
        HdcaLink<S>& l = links_[i];
        Node& node = leaf(body);
        const Mat3<S>& R = state_.links[i].R;
        const S mass = static_cast<S>(tree(body).mass);
        const int next = assembly_.successor[i];
        node.s12 = next >= 0 ? Vec3<S>(origin(next) - origin(body)) : l.s;
        if (next < 0 && onLoop(static_cast<std::size_t>(assembly_.pathOf[i]))) {
            node.s12 += loop_.arm(state_.bodies);
        }
        if (assembly_.branches[i].empty()) {
            node.xi11 = leafInverse<S>(mass, l.s, R * l.JInv * R.transpose());
        } else {
            Mat6<S> M = Mat6<S>::Zero();
            M.template topLeftCorner<3, 3>().diagonal().setConstant(mass);
            M.template bottomRightCorner<3, 3>() = R * l.J_C * R.transpose();
            M = (shift(l.s) * M * shift(l.s).transpose()).eval();
            for (const int p : assembly_.branches[i]) {
                const int c = assembly_.paths[static_cast<std::size_t>(p)].bodies.front();
                const Mat6<S> S_c = shift<S>(origin(c) - origin(body));
                M += S_c * link(c).K * S_c.transpose();
            }
            node.xi11 = Eigen::LLT<Mat6<S>>(M).solve(Mat6<S>::Identity());
        }
        leafHandles(node);
    }

    /// Everything at velocity level for given momenta: xi10 inward, then T and V outward.
    /// @param p null for zero momenta; @param wrenches impulses on the bodies (3.9)
    void solveVelocities(double t, const S* p, bool withMotion, std::span<const Vec6<S>> wrenches,
                         PhaseClock& clock) {
        for (std::size_t i = 0; i < links_.size(); ++i) momentumOf(i, p);
        for (std::size_t index = assembly_.paths.size(); index-- > 0;)
            assemblePathBias(assembly_.paths[index], withMotion, wrenches);
        clock.lap(Phase::Assembly);
        for (std::size_t index = 0; index < assembly_.paths.size(); ++index) {
            solveBase(t, index, withMotion);
            clock.lap(Phase::Base);
            disassemblePath(assembly_.paths[index]);
            clock.lap(Phase::Disassembly);
        }
    }

    void momentumOf(std::size_t i, const S* p) {
        HdcaLink<S>& l = links_[i];
        l.Hp.setZero();
        if (p == nullptr) return;
        std::visit(
            [&](auto joint) {
                if constexpr (joint.nu > 0) {
                    l.Hp.noalias() =
                        l.H.template leftCols<joint.nu>() *
                        Eigen::Map<const VecN<S, joint.nu>>(p + tree_.bodies[i].firstU);
                }
            },
            tree_.bodies[i].joint);
    }

    /// b = H_i p_i - S_12 H_j p_j - S w - sum S k_c, xi10 = xi11 b, xi20 = S_12^T xi10
    /// (3.2, 3.8, 3.9); then inward (3.3).
    void assemblePathBias(const AssemblyTree::Path& path, bool withMotion,
                          std::span<const Vec6<S>> wrenches) {
        for (const int body : path.bodies) {
            const auto i = static_cast<std::size_t>(body);
            Node& node = leaf(body);
            Vec6<S> b =
                links_[i].Hp -
                shiftWrench<S>(links_[i].s, wrenches[static_cast<std::size_t>(tree(body).body)]);
            const int next = assembly_.successor[i];
            if (next >= 0) b -= shiftWrench(node.s12, link(next).Hp);
            for (const int p : assembly_.branches[i]) {
                const int c = assembly_.paths[static_cast<std::size_t>(p)].bodies.front();
                b -= shiftWrench<S>(origin(c) - origin(body), link(c).k);
            }
            node.xi10.noalias() = node.xi11 * b;
            node.xi20 = shiftVelocity(node.s12, node.xi10);
        }
        for (const int index : path.nodes) {
            const AssemblyTree::Node& node = assembly_.nodes[static_cast<std::size_t>(index)];
            if (node.A < 0) continue;
            assembleBias(
                nodes_[static_cast<std::size_t>(node.A)], nodes_[static_cast<std::size_t>(node.B)],
                prescribed(node.body, withMotion), nodes_[static_cast<std::size_t>(index)]);
        }
        const int first = path.bodies.front();
        link(first).k =
            link(first).Hp + link(first).K * (prescribed(first, withMotion) - root(path).xi10);
    }

    Vec6<S> prescribed(int body, bool withMotion) {
        return withMotion ? link(body).V_t : Vec6<S>(Vec6<S>::Zero());
    }

    /// T at the handles of a path: K (V_carrier + V_t - xi10) inboard, which is -D (D^T xi11 D)^-1
    /// D^T (xi10 - V_t) at ground (3.4; (39)-(40)) and T_c at a branch (3.8); nothing outboard,
    /// unless a loop closes there (3.5).
    void solveBase(double t, std::size_t index, bool withMotion) {
        const AssemblyTree::Path& path = assembly_.paths[index];
        const int first = path.bodies.front();
        Node& node = root(path);
        if (onLoop(index)) {
            std::visit(
                [&](auto joint) {
                    constexpr int locked = 6 - joint.nu;
                    const Mat6N<S, locked> D = link(first).D.template leftCols<locked>();
                    loop_.template close<locked>(t, state_.bodies, D, prescribed(first, withMotion),
                                                 node);
                },
                tree(first).joint);
            return;
        }
        Vec6<S> carrier = Vec6<S>::Zero();
        if (tree(first).parent != ground) carrier = carried(first);
        node.T_1 = link(first).K * (carrier + prescribed(first, withMotion) - node.xi10);
        node.T_2.setZero();
    }

    /// Velocity of the carrier of a body felt at the body's origin.
    Vec6<S> carried(int body) {
        const int parent = tree(body).parent;
        if (parent == ground) return Vec6<S>::Zero();
        return shiftVelocity<S>(origin(body) - origin(parent), link(parent).V);
    }

    /// T outward, V of the bodies, u of the joints (3.6, 3.7).
    void disassemblePath(const AssemblyTree::Path& path) {
        for (std::size_t k = path.nodes.size(); k-- > 0;) {
            const AssemblyTree::Node& node =
                assembly_.nodes[static_cast<std::size_t>(path.nodes[k])];
            Node& C = nodes_[static_cast<std::size_t>(path.nodes[k])];
            if (node.A >= 0) {
                disassemble(C, nodes_[static_cast<std::size_t>(node.A)],
                            nodes_[static_cast<std::size_t>(node.B)]);
                continue;
            }
            HdcaLink<S>& l = link(node.body);
            l.V = C.xi10;
            l.V.noalias() += C.xi11 * C.T_1;
            l.V.noalias() += C.xi12 * C.T_2;
            state_.setVelocity(static_cast<std::size_t>(node.body), l.V);
        }
    }

    void velocities(double t, const In& y, PhaseClock& clock) {
        solveVelocities(t, y.data() + tree_.nq, true, impulses(), clock);
        for (std::size_t i = 0; i < links_.size(); ++i) {
            const Vec6<S> own = links_[i].V - carried(static_cast<int>(i)) - links_[i].V_t;
            std::visit(
                [&](auto joint) {
                    if constexpr (joint.nu > 0) {
                        state_.u.template segment<joint.nu>(tree_.bodies[i].firstU).noalias() =
                            links_[i].H.template leftCols<joint.nu>().transpose() * own;
                    }
                },
                tree_.bodies[i].joint);
        }
    }

    bool generalLoops() const { return closure_.rows() > 0 && assembly_.loopPath < 0; }
    std::span<const Vec6<S>> impulses() {
        return generalLoops() ? closure_.impulseWrenches() : state_.noWrenches();
    }

    /// THEORY 3.9 with assembly and disassembly as the tree solver.
    void closeLoops(double t, const In& y) {
        if (!generalLoops()) return;
        PhaseClock off;
        off.enable(false);
        closure_.evaluate(t, state_.bodies);
        for (int row = 0; row < closure_.rows(); ++row) {
            solveVelocities(t, nullptr, false, closure_.unitWrenches(row), off);
            closure_.column(row, state_.bodies);
        }
        solveVelocities(t, y.data() + tree_.nq, true, state_.noWrenches(), off);
        closure_.gap(state_.bodies);
        closure_.solve();
    }

    /// A pass of its own, since dampers and drag need the velocities (3.7).
    void loads(double t) {
        const std::span<Vec6<S>> Q = state_.loads(t);
        if (generalLoops()) {
            closure_.evaluate(t, state_.bodies);
            closure_.addLoads(state_.bodies, Q);
        }
        for (std::size_t p = assembly_.paths.size(); p-- > 0;)
            assemblePathLoads(assembly_.paths[p], Q);
        for (std::size_t p = 0; p < assembly_.paths.size(); ++p) {
            const AssemblyTree::Path& path = assembly_.paths[p];
            Node& node = root(path);
            node.Qb_2 = onLoop(p) ? loop_.load(t, state_.bodies) : Vec6<S>(Vec6<S>::Zero());
            node.Qb_1 = node.Q_1 - shiftWrench(node.s12, node.Qb_2);
            for (std::size_t k = path.nodes.size(); k-- > 0;) {
                const AssemblyTree::Node& at =
                    assembly_.nodes[static_cast<std::size_t>(path.nodes[k])];
                if (at.A < 0) continue;
                disassembleLoads(nodes_[static_cast<std::size_t>(path.nodes[k])],
                                 nodes_[static_cast<std::size_t>(at.A)],
                                 nodes_[static_cast<std::size_t>(at.B)]);
            }
        }
    }

    void assemblePathLoads(const AssemblyTree::Path& path, std::span<const Vec6<S>> Q) {
        for (const int body : path.bodies) {
            Node& node = leaf(body);
            node.Q_1 = shiftWrench<S>(link(body).s, Q[static_cast<std::size_t>(tree(body).body)]);
            for (const int p : assembly_.branches[static_cast<std::size_t>(body)]) {
                const AssemblyTree::Path& branch = assembly_.paths[static_cast<std::size_t>(p)];
                node.Q_1 +=
                    shiftWrench<S>(origin(branch.bodies.front()) - origin(body), root(branch).Q_1);
            }
        }
        for (const int index : path.nodes) {
            const AssemblyTree::Node& node = assembly_.nodes[static_cast<std::size_t>(index)];
            if (node.A < 0) continue;
            assembleLoads(nodes_[static_cast<std::size_t>(node.A)],
                          nodes_[static_cast<std::size_t>(node.B)],
                          nodes_[static_cast<std::size_t>(index)]);
        }
    }

    /// pdot = Hdot^T Pb + H^T (Qb_1 - [0; v x pb_l]) with Pb = T_1 + H p (3.7; (50), (51) + Hdot^T
    /// Pb); Hdot = w_B x H + R_B Edot.
    void momentumRates(const In& y, Out ydot) {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            const HdcaLink<S>& l = links_[i];
            const TreeBody& body = tree_.bodies[i];
            const Node& node = nodes_[static_cast<std::size_t>(l.leaf)];
            const Vec6<S> Pb = node.T_1 + l.Hp;
            const Vec3<S> w = l.V.template tail<3>();
            const Vec3<S> pb_l = Pb.template head<3>(), pb_a = Pb.template tail<3>();
            // H^T applied to the rates; (w x h) . P = h . (P x w) folds w_B x H into the load.
            Vec6<S> rate = node.Qb_1;
            rate.template tail<3>() -= Vec3<S>(l.V.template head<3>()).cross(pb_l);
            rate.template head<3>() += pb_l.cross(w);
            rate.template tail<3>() += pb_a.cross(w);
            std::visit(
                [&](auto joint) {
                    const S* q = y.data() + body.firstQ;
                    const S* u = state_.u.data() + body.firstU;
                    joint.template rates<S>(q, u, ydot.data() + body.firstQ);
                    if constexpr (joint.nu > 0) {
                        auto pdot = ydot.template segment<joint.nu>(tree_.nq + body.firstU);
                        pdot = l.H.template leftCols<joint.nu>().transpose() * rate;
                        pdot += joint.template Edot<S>(q, u).transpose() *
                                rotate<S>(state_.links[i].R.transpose(), Pb);
                    }
                },
                body.joint);
        }
    }

    std::shared_ptr<const Model> model_;
    const Tree& tree_;
    AssemblyTree assembly_;
    TreeState<S> state_;
    Closure<S> closure_;
    GroundLoop<S> loop_;
    std::vector<HdcaLink<S>> links_;
    std::vector<Node> nodes_;
};

}  // namespace

std::unique_ptr<OdeSystem<double>> makeHdca(std::shared_ptr<const Model> model,
                                            const RunSpec& spec) {
    return std::make_unique<Hdca<double>>(std::move(model), spec.baumgarte);
}

std::string hdcaRefusal(const Model& /*model*/) { return {}; }

}  // namespace momentree
