// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca.hpp"

#include "core/execution/backend.hpp"
#include "core/formulations/assembly_order.hpp"
#include "core/formulations/ground_loop.hpp"
#include "core/formulations/hdca_planar.hpp"
#include "core/formulations/momentum_reset.hpp"
#include "core/formulations/tree_state.hpp"
#include "core/math/spd_inverse.hpp"

namespace momentree {
namespace {

/// What a body adds to its link, world axes at the joint's outboard origin O.
template <typename S>
struct HdcaBody {
    M3<S> JInv;  ///< inverse of the central inertia, tree axes, constant
    V6<S> Hp;    ///< H p_hat
    V6<S> k;     ///< H p + K (V_t - xi10) of a path's first joint (3.8)
    int leaf = -1;
};

/// With fewer bodies one thread is as fast alone. Measured with two on two cores: the speed is
/// 0.9 to 1.1 of one thread's for 64 bodies, 1.15 to 1.4 for 128, 1.25 to 1.5 for 512.
constexpr int bodiesWorthThreads = 96;

template <typename S>
class Hdca final : public OdeSystem<S> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    /// @param threads that share the nodes
    Hdca(std::shared_ptr<const Model> model, const RunSpec& spec, int threads)
        : model_(std::move(model)),
          tree_(model_->tree),
          assembly_(buildAssemblyTree(*model_)),
          workers_(threads),
          order_(orderOf(assembly_, *model_, workers_.threads())),
          state_(*model_),
          closure_(*model_, spec.baumgarte),
          loop_(*model_, spec.baumgarte),
          reset_(spec.momentumReset),
          bodies_(tree_.bodies.size()),
          nodes_(assembly_.nodes.size()) {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            bodies_[i].JInv = symmetricInverse(state_.links[i].J_C);
            cuts_.add(state_.links[i].joint);
        }
        for (std::size_t k = 0; k < nodes_.size(); ++k) {
            const AssemblyTree::Node& node = assembly_.nodes[k];
            if (node.A < 0) body(node.body).leaf = static_cast<int>(k);
        }
    }

    int size() const override { return tree_.nq + tree_.nu; }
    int positionSize() const override { return tree_.nq; }
    int bodyOf(int entry) const override { return state_.bodyOf(entry); }

    Result<void> start(const InitialState& initial, Out y) override {
        reset_.start(0.0);
        return state_.start(initial, y);
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        state_.place(t, y);  // R, O, s, V_t of every body             3.2
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
        if (closure_.rows() > 0 && reset_.due(t)) {
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

    TreeLink<S>& link(int i) { return state_.links[static_cast<std::size_t>(i)]; }
    HdcaBody<S>& body(int i) { return bodies_[static_cast<std::size_t>(i)]; }
    Node& node(int index) { return nodes_[static_cast<std::size_t>(index)]; }
    Node& leaf(int i) { return node(body(i).leaf); }
    Node& root(const AssemblyTree::Path& path) { return node(path.root()); }
    bool onLoop(std::size_t path) const { return static_cast<int>(path) == assembly_.loopPath; }
    const std::vector<int>& branches(int i) const {
        return assembly_.branches[static_cast<std::size_t>(i)];
    }
    int branchRoot(int path) const {
        return assembly_.paths[static_cast<std::size_t>(path)].bodies.front();
    }
    bool startsAtGround(std::size_t path) {
        return link(branchRoot(static_cast<int>(path))).parent == ground;
    }
    template <typename F>
    void forEachBody(const F& f) {
        workers_.forEach(static_cast<int>(bodies_.size()), f);
    }
    /// Calls f(cut) with the cut of body i's inboard joint.
    template <typename F>
    void onCut(int i, F f) {
        std::visit(
            [&](auto joint) { f(cuts_.template of<decltype(joint)>(static_cast<std::size_t>(i))); },
            link(i).joint);
    }
    /// G of that joint for a compliance X.
    void factorise(int i, const Symmetric6<S>& X) {
        std::visit(
            [&](auto joint) {
                using J = decltype(joint);
                cuts_.template of<J>(static_cast<std::size_t>(i))
                    .factorise(ConstraintSpace<J, S>(link(i)), X);
            },
            link(i).joint);
    }
    /// K V = D (D^T X D)^-1 D^T V of a factorised joint.
    V6<S> through(int i, const V6<S>& V) {
        V6<S> T = V6<S>::zero();
        onCut(i, [&](const auto& cut) { T = cut.through(V); });
        return T;
    }

    /// Everything up to u and V, off the clock.
    void evaluateVelocities(double t, const In& y) {
        PhaseClock off;
        off.enable(false);
        state_.place(t, y);
        assembleMatrices(off);
        closeLoops(t, y);
        velocities(t, y, off);
    }

    /// xi of all nodes; branches first, since their carriers absorb them (3.8).
    void assembleMatrices(PhaseClock& clock) {
        forEachBody([&](int i) { initialiseLeaf(i); });
        clock.lap(Phase::Initialise);
        order_.inward(workers_, [&](int index) {
            const AssemblyTree::Node& at = assembly_.nodes[static_cast<std::size_t>(index)];
            if (at.A >= 0) {
                const Node &A = node(at.A), &B = node(at.B);
                factorise(at.body, B.xi11 + A.xi22);
                onCut(at.body, [&](auto& cut) { assemble(A, B, cut, node(index)); });
            } else if (!branches(at.body).empty()) {
                absorbBranches(at.body);
            }
            if (const int path = order_.pathOfRoot[static_cast<std::size_t>(index)]; path >= 0)
                factorise(branchRoot(path), node(index).xi11);
        });
        clock.lap(Phase::Assembly);
    }

    /// One body: handles and xi (3.2).
    void initialiseLeaf(int i) {
        const TreeLink<S>& k = link(i);
        Node& own = leaf(i);
        const auto at = static_cast<std::size_t>(i);
        const int next = assembly_.successor[at];
        own.s12 = next >= 0 ? link(next).r : k.s;
        if (next < 0 && onLoop(static_cast<std::size_t>(assembly_.pathOf[at])))
            own.s12 += V3<S>::of(loop_.arm(state_.bodies));
        if (!branches(i).empty()) return;
        const M3<S> Ji = turned(k.R, body(i).JInv);
        const V3<S> s2 = k.s - own.s12;
        own.xi11 = atOneHandle(leafCompliance(k.mass, k.s, k.s, Ji));
        own.xi12 = leafCompliance(k.mass, k.s, s2, Ji);
        own.xi22 = atOneHandle(leafCompliance(k.mass, s2, s2, Ji));
    }

    /// M_leaf = M_O + sum S K_c S^T, xi11 = M_leaf^-1 (3.8).
    void absorbBranches(int i) {
        leaf(i).xi11 = Symmetric6<S>::of(spdInverse(inertiaWithBranches(i)));
        leafHandles(leaf(i));
    }

    static MOMENTREE_INLINE Symmetric6<S> atOneHandle(const Block6<S>& xi) {
        return {symmetric(xi.ll), xi.la, xi.aa};
    }

    Mat6<S> inertiaWithBranches(int i) {
        const TreeLink<S>& k = link(i);
        Symmetric6<S> M = bodyInertia<S>(k.mass, k.s, turned(k.R, k.J_C));
        for (const int p : branches(i)) {
            const int c = branchRoot(p);
            onCut(c, [&](const auto& cut) {
                for (const V6<S>& g : cut.G) M.addSquare(shiftWrench(link(c).r, g));
            });
        }
        return M.full();
    }

    /// Everything at velocity level for given momenta: xi10 inward, then T and V outward.
    /// @param p null for zero momenta; @param wrenches impulses on the bodies (3.9)
    void solveVelocities(double t, const S* p, bool withMotion, std::span<const V6<S>> wrenches,
                         PhaseClock& clock) {
        forEachBody([&](int i) {
            const TreeLink<S>& k = link(i);
            V6<S>& Hp = body(i).Hp;
            Hp = V6<S>::zero();
            if (p == nullptr) return;
            onMotion(k, [&](const auto& H) {
                Hp = H * VecN<S, H.nu>(Eigen::Map<const VecN<S, H.nu>>(p + k.firstU));
            });
        });
        order_.inward(workers_, [&](int index) { assembleBiasOf(index, withMotion, wrenches); });
        clock.lap(Phase::Assembly);
        for (std::size_t path = 0; path < assembly_.paths.size(); ++path)
            if (startsAtGround(path)) solveBase(t, path, withMotion);
        clock.lap(Phase::Base);
        order_.outward(workers_, [&](int index) {
            const int path = order_.pathOfRoot[static_cast<std::size_t>(index)];
            if (path >= 0 && !startsAtGround(static_cast<std::size_t>(path)))
                solveBase(t, static_cast<std::size_t>(path), withMotion);
            disassembleNode(index);
        });
        clock.lap(Phase::Disassembly);
        state_.move();
    }

    /// b = H_i p_i - S_12 H_j p_j - S w - sum S k_c, xi10 = xi11 b, xi20 = S_12^T xi10 of a body
    /// (3.2, 3.8, 3.9); of a node by 3.3; k of a path.
    void assembleBiasOf(int index, bool withMotion, std::span<const V6<S>> wrenches) {
        const AssemblyTree::Node& at = assembly_.nodes[static_cast<std::size_t>(index)];
        Node& own = node(index);
        if (at.A < 0) {
            own.xi10 = own.xi11 * momentumOf(at.body, wrenches);
            own.xi20 = shiftVelocity(own.s12, own.xi10);
        } else {
            const Node &A = node(at.A), &B = node(at.B);
            V6<S> gap = B.xi10 - A.xi20;
            if (withMotion && link(at.body).driven) gap -= link(at.body).V_t;
            onCut(at.body, [&](auto& cut) { assembleBias(A, B, gap, cut, own); });
        }
        if (const int path = order_.pathOfRoot[static_cast<std::size_t>(index)]; path >= 0) {
            const int first = branchRoot(path);
            body(first).k =
                body(first).Hp + through(first, prescribed(first, withMotion) - own.xi10);
        }
    }

    V6<S> momentumOf(int i, std::span<const V6<S>> wrenches) {
        V6<S> b = body(i).Hp;
        if (!wrenches.empty()) b -= wrenches[static_cast<std::size_t>(i)];
        const int next = assembly_.successor[static_cast<std::size_t>(i)];
        if (next >= 0) b -= shiftWrench(leaf(i).s12, body(next).Hp);
        for (const int p : branches(i)) {
            const int c = branchRoot(p);
            b -= shiftWrench(link(c).r, body(c).k);
        }
        return b;
    }

    V6<S> prescribed(int i, bool withMotion) { return withMotion ? link(i).V_t : V6<S>::zero(); }

    /// T at the handles of a path: K (V_carrier + V_t - xi10) inboard, which is -D (D^T xi11 D)^-1
    /// D^T (xi10 - V_t) at ground (3.4; (39)-(40)) and T_c at a branch (3.8); nothing outboard,
    /// unless a loop closes there (3.5).
    void solveBase(double t, std::size_t index, bool withMotion) {
        const AssemblyTree::Path& path = assembly_.paths[index];
        const int first = path.bodies.front();
        Node& own = root(path);
        if (onLoop(index)) {
            std::visit(
                [&](auto joint) {
                    using Space = ConstraintSpace<decltype(joint), S>;
                    loop_.template close<Space::all>(t, state_.bodies, Space(link(first)).basis(),
                                                     prescribed(first, withMotion), own);
                },
                link(first).joint);
            return;
        }
        own.T_1 = through(first, carried(first) + prescribed(first, withMotion) - own.xi10);
        own.T_2 = V6<S>::zero();
    }

    /// Velocity of the carrier of a body felt at the body's origin.
    V6<S> carried(int i) {
        const int parent = link(i).parent;
        if (parent == ground) return V6<S>::zero();
        return shiftVelocity(link(i).r, link(parent).V);
    }

    /// T outward, V of the bodies (3.6).
    void disassembleNode(int index) {
        const AssemblyTree::Node& at = assembly_.nodes[static_cast<std::size_t>(index)];
        const Node& C = node(index);
        if (at.A < 0) {
            link(at.body).V = C.xi10 + C.xi11 * C.T_1 + C.xi12 * C.T_2;
        } else {
            onCut(at.body, [&](const auto& cut) { disassemble(C, cut, node(at.A), node(at.B)); });
        }
    }

    void velocities(double t, const In& y, PhaseClock& clock) {
        solveVelocities(t, y.data() + tree_.nq, true, impulses(), clock);
        forEachBody([&](int i) {
            const TreeLink<S>& k = link(i);
            onMotion(k, [&](const auto& H) {
                state_.u.template segment<H.nu>(k.firstU) = H.along(k.V - carried(i) - k.V_t);
            });
        });
    }

    bool generalLoops() const { return closure_.rows() > 0 && assembly_.loopPath < 0; }
    std::span<const V6<S>> impulses() {
        if (!generalLoops()) return {};
        return state_.atOrigins(closure_.impulseWrenches());
    }

    /// THEORY 3.9 with assembly and disassembly as the tree solver.
    void closeLoops(double t, const In& y) {
        if (!generalLoops()) return;
        PhaseClock off;
        off.enable(false);
        closure_.evaluate(t, state_.bodies);
        for (int row = 0; row < closure_.rows(); ++row) {
            solveVelocities(t, nullptr, false, state_.atOrigins(closure_.unitWrenches(row)), off);
            closure_.column(row, state_.bodies);
        }
        solveVelocities(t, y.data() + tree_.nq, true, {}, off);
        closure_.gap(state_.bodies);
        closure_.solve();
    }

    /// A pass of its own, since dampers and drag need the velocities (3.7).
    void loads(double t) {
        const std::span<V6<S>> Q = state_.loads(t, generalLoops() ? &closure_ : nullptr);
        order_.inward(workers_, [&](int index) { assembleLoadsOf(index, Q); });
        order_.outward(workers_, [&](int index) {
            Node& own = node(index);
            if (const int path = order_.pathOfRoot[static_cast<std::size_t>(index)]; path >= 0) {
                own.Qb_2 = onLoop(static_cast<std::size_t>(path))
                               ? V6<S>::of(loop_.load(t, state_.bodies))
                               : V6<S>::zero();
                own.Qb_1 = own.Q_1 - shiftWrench(own.s12, own.Qb_2);
            }
            const AssemblyTree::Node& at = assembly_.nodes[static_cast<std::size_t>(index)];
            if (at.A >= 0) disassembleLoads(own, node(at.A), node(at.B));
        });
    }

    void assembleLoadsOf(int index, std::span<const V6<S>> Q) {
        const AssemblyTree::Node& at = assembly_.nodes[static_cast<std::size_t>(index)];
        Node& own = node(index);
        if (at.A >= 0) {
            assembleLoads(node(at.A), node(at.B), own);
            return;
        }
        own.Q_1 = Q[static_cast<std::size_t>(at.body)];
        for (const int p : branches(at.body)) {
            const AssemblyTree::Path& branch = assembly_.paths[static_cast<std::size_t>(p)];
            own.Q_1 += shiftWrench(link(branch.bodies.front()).r, root(branch).Q_1);
        }
    }

    /// pdot = Hdot^T Pb + H^T (Qb_1 - [0; v x pb_l]) with Pb = T_1 + H p (3.7; (50), (51) + Hdot^T
    /// Pb); Hdot = w_B x H + R_B Edot.
    void momentumRates(const In& y, Out ydot) {
        forEachBody([&](int i) {
            const TreeLink<S>& k = link(i);
            const Node& own = leaf(i);
            const V6<S> Pb = own.T_1 + body(i).Hp;
            // H^T applied to the rates; (w x h) . P = -h . (w x P) folds w_B x H into the load.
            const V6<S> rate = own.Qb_1 - wrenchRate(k.V, Pb);
            onMotion(k, [&](const auto& H) {
                using Speeds = VecN<S, std::decay_t<decltype(H)>::nu>;
                ydot.template segment<Speeds::RowsAtCompileTime>(tree_.nq + k.firstU) =
                    H.along(rate) +
                    H.ratesAlong(Eigen::Map<const Speeds>(state_.u.data() + k.firstU), Pb);
            });
        });
        state_.rates(y, state_.u.data(), ydot);
    }

    std::shared_ptr<const Model> model_;
    const Tree& tree_;
    AssemblyTree assembly_;
    Workers workers_;
    AssemblyOrder order_;
    TreeState<S> state_;
    Closure<S> closure_;
    GroundLoop<S> loop_;
    MomentumReset reset_;
    std::vector<HdcaBody<S>> bodies_;
    PerJoint<JointCut, S> cuts_;  ///< of the bodies' inboard joints
    std::vector<Node> nodes_;
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeHdca(std::shared_ptr<const Model> model, const RunSpec& spec) {
    if (auto planar = makeHdcaPlanar<S>(model, spec)) return planar;
    return makeHdcaSpatial<S>(std::move(model), spec);
}
template std::unique_ptr<OdeSystem<double>> makeHdca(std::shared_ptr<const Model>, const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeHdca(std::shared_ptr<const Model>, const RunSpec&);

template <typename S>
std::unique_ptr<OdeSystem<S>> makeHdcaSpatial(std::shared_ptr<const Model> model,
                                              const RunSpec& spec) {
    const int bodies = static_cast<int>(model->bodies.size());
    const int threads = bodies < bodiesWorthThreads ? 1 : threadsOf(spec.backend);
    return std::make_unique<Hdca<S>>(std::move(model), spec, threads);
}
template std::unique_ptr<OdeSystem<double>> makeHdcaSpatial(std::shared_ptr<const Model>,
                                                            const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeHdcaSpatial(std::shared_ptr<const Model>,
                                                           const RunSpec&);

std::string hdcaRefusal(const Model& /*model*/) { return {}; }

}  // namespace momentree
