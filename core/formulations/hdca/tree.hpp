// SPDX-License-Identifier: Apache-2.0
// Divide and conquer on a spanning tree (THEORY 3.2-3.8), its nodes shared by several threads.
#pragma once

#include "core/formulations/hdca/ground_loop.hpp"
#include "core/formulations/hdca/trace.hpp"
#include "core/formulations/shared/assembly_order.hpp"
#include "core/formulations/shared/tree_state.hpp"
#include "core/math/spd_inverse.hpp"

namespace momentree {

template <typename S>
class HdcaTree {
public:
    /// @param state its links placed before `assemble`; must outlive this
    /// @param beta feedback of violations of a loop closed to ground [1/s]
    HdcaTree(TreeState<S>& state, double beta, int threads)
        : state_(state),
          plan_(buildAssemblyTree(state.model)),
          workers_(threads),
          order_(orderOf(plan_, state.model, workers_.threads())),
          loop_(state.model, beta),
          bodies_(state.links.size()),
          nodes_(plan_.nodes.size()),
          slot_(plan_.nodes.size()),
          gravity_(V3<S>::of(state.model.gravity)) {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            bodies_[i].JInv = symmetricInverse(state.links[i].J_C);
            cuts_.add(state.links[i].joint);
        }
        for (std::size_t k = 0; k < nodes_.size(); ++k)
            if (plan_.nodes[k].A < 0) body(plan_.nodes[k].body).leaf = static_cast<int>(k);
        for (const std::vector<int>& nodes : order_.subtrees) takeSlots(nodes);
        takeSlots(order_.top);
        const int n = static_cast<int>(bodies_.size()), shares = workers_.threads();
        for (int k = 0; k < shares; ++k)  // cut as `Workers` does
            inner_.push_back({state.links.begin(), state.links.begin() + n * k / shares});
    }

    /// Poses of the links. Each thread places those that its nodes are made of, and for itself all
    /// before: what another processor has just written takes longer to come.
    void place(double t, const S* q) {
        workers_.forEach(workers_.threads(), [&](int k) {
            const auto at = static_cast<std::size_t>(k);
            std::vector<TreeLink<S>>& inner = inner_[at];
            const auto own = [&](std::size_t i) -> TreeLink<S>& {
                return i < inner.size() ? inner[i] : state_.links[i];
            };
            const std::size_t end = at + 1 < inner_.size() ? inner_[at + 1].size() : bodies_.size();
            for (std::size_t i = 0; i < end; ++i) {
                const int parent = own(i).parent;
                placeLink(state_.model, t, q,
                          parent == ground ? nullptr : &own(static_cast<std::size_t>(parent)), i,
                          own(i));
            }
        });
    }

    /// Traces all passes from now on; null stops that.
    void trace(Tracer* tracer) {
        tracer_ = tracer;
        if (tracer_ != nullptr) tracer_->setNodes(tracedNodes(plan_, state_.model));
    }
    /// Poses that `state` has been placed in.
    void reportPlaces() {
        if (tracer_ == nullptr) return;
        const auto leafOf = [&](int i) { return body(i).leaf; };
        tracer_->results(hdca::kinematics, static_cast<int>(bodies_.size()), leafOf,
                         [&](TraceSink& sink, int i) { hdca::reportKinematics(sink, link(i)); });
    }

    /// Whether one loop is closed to ground on the matrices of a path's root (3.5).
    bool closesLoop() const { return plan_.loopPath >= 0; }

    /// xi of all nodes; branches first, since their carriers absorb them (3.8). With them, while
    /// they are near, what `assembleBias` and `assembleLoads` do.
    /// @param bias velocities too, for the momenta p @param weights there are no other loads
    void assemble(const S* p, bool bias, bool weights) {
        const auto assembleNode = [&](int index) {
            assembleMatrices(index);
            if (bias) assembleBias(index, p, true, {});
            if (weights) assembleLoads(index, {});
        };
        order_.inward(workers_, assembleNode,
                      TracedRun{tracer_, hdca::assembly, [&](TraceSink& sink, int index) {
                                    reportMatrices(sink, index);
                                    if (bias) reportBias(sink, index);
                                    if (weights) reportLoads(sink, index);
                                }});
    }

    /// xi10 of all nodes for given momenta.
    /// @param p null for zero momenta; @param wrenches impulses on the bodies (3.9)
    void assembleBias(const S* p, bool withMotion, std::span<const V6<S>> wrenches) {
        order_.inward(
            workers_, [&](int index) { assembleBias(index, p, withMotion, wrenches); },
            TracedRun{tracer_, hdca::bias,
                      [&](TraceSink& sink, int index) { reportBias(sink, index); }});
    }

    /// T at the handles of the paths that begin at ground.
    void solveBase(double t, bool withMotion) {
        for (std::size_t path = 0; path < plan_.paths.size(); ++path) {
            if (!startsAtGround(path)) continue;
            if (tracer_ == nullptr)
                solveBase(t, path, withMotion);
            else
                tracer_->single(
                    hdca::base, plan_.paths[path].root(), [&] { solveBase(t, path, withMotion); },
                    [&](TraceSink& sink) { reportBase(sink, path); });
        }
    }

    /// T outward, V of the bodies (3.6). @param withLoads whether the articulated loads as well
    void disassemble(double t, bool withMotion, bool withLoads) {
        const auto disassembleAll = [&](int index) {
            const int path = pathOf(index);
            if (path >= 0 && !startsAtGround(static_cast<std::size_t>(path)))
                solveBase(t, static_cast<std::size_t>(path), withMotion);
            disassembleNode(index);
            if (withLoads) disassembleLoads(t, index);
        };
        order_.outward(workers_, disassembleAll,
                       TracedRun{tracer_, hdca::disassembly, [&](TraceSink& sink, int index) {
                                     reportImpulses(sink, index);
                                     if (withLoads) reportArticulatedLoads(sink, index);
                                 }});
    }

    /// A pass of its own where loads need the velocities (3.7). @param Q [links]
    void loads(double t, std::span<const V6<S>> Q) {
        order_.inward(
            workers_, [&](int index) { assembleLoads(index, Q); },
            TracedRun{tracer_, hdca::loadsInward,
                      [&](TraceSink& sink, int index) { reportLoads(sink, index); }});
        order_.outward(
            workers_, [&](int index) { disassembleLoads(t, index); },
            TracedRun{tracer_, hdca::loadsOutward,
                      [&](TraceSink& sink, int index) { reportArticulatedLoads(sink, index); }});
    }

    /// u, qdot and pdot = Hdot^T Pb + H^T (Qb_1 - [0; v x pb_l]) with Pb = T_1 + H p (3.7; (50),
    /// (51) + Hdot^T Pb); Hdot = w_B x H + R_B Edot.
    void rates(const S* q, const S* p, S* qdot, S* pdot) {
        const auto rate = [&](int i) {
            const TreeLink<S>& k = link(i);
            const Node& own = node(body(i).leaf);
            const V6<S> Pb = own.T_1 + jointMomentum(i, p);
            // H^T applied to the rates; (w x h) . P = -h . (w x P) folds w_B x H into the load.
            const V6<S> force = own.Qb_1 - wrenchRate(k.V, Pb);
            const V6<S> relative = k.V - carried(i) - k.V_t;
            std::visit(
                [&](auto joint) {
                    using J = decltype(joint);
                    if constexpr (J::nu > 0) {
                        const MotionSpace<J, S> H(k);
                        const VecN<S, J::nu> u = H.along(relative);
                        Eigen::Map<VecN<S, J::nu>>{pdot + k.firstU} =
                            H.along(force) + H.ratesAlong(u, Pb);
                        joint.template rates<S>(q + k.firstQ, u.data(), qdot + k.firstQ);
                    }
                },
                k.joint);
        };
        const auto reportRates = [&](TraceSink& sink, int index) {
            const TreeLink<S>& k = link(plan(index).body);
            const int n = speedCount(k.joint);
            using Speeds = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
            sink(hdca::speed, "q̇", Speeds(qdot + k.firstQ, coordinateCount(k.joint)));
            sink(hdca::momentumRate, "ṗ", Speeds(pdot + k.firstU, n));
        };
        forEachTraced(
            workers_, static_cast<int>(bodies_.size()), rate, [&](int i) { return body(i).leaf; },
            TracedRun{tracer_, hdca::rates, reportRates});
    }

private:
    using Node = HdcaNode<S>;
    using Matrices = HdcaMatrices<S>;
    struct Body {
        M3<S> JInv;        ///< inverse of the central inertia, tree axes, constant
        V6<S> k;           ///< H p + K (V_t - xi10) of a path's first joint (3.8)
        int leaf = -1;     ///< its node
        int carrier = -1;  ///< index into `carriers_` of a body with branches
    };

    TreeLink<S>& link(int i) { return state_.links[static_cast<std::size_t>(i)]; }
    Body& body(int i) { return bodies_[static_cast<std::size_t>(i)]; }
    const AssemblyTree::Node& plan(int index) const {
        return plan_.nodes[static_cast<std::size_t>(index)];
    }
    Node& node(int index) { return nodes_[static_cast<std::size_t>(index)]; }
    Matrices& xi(int index) {
        return matrices_[static_cast<std::size_t>(slot_[static_cast<std::size_t>(index)])];
    }
    /// Path whose root the node is, -1 for others.
    int pathOf(int index) const { return order_.pathOfRoot[static_cast<std::size_t>(index)]; }
    bool onLoop(std::size_t path) const { return static_cast<int>(path) == plan_.loopPath; }
    const std::vector<int>& branches(int i) const {
        return plan_.branches[static_cast<std::size_t>(i)];
    }
    int branchRoot(int path) const {
        return plan_.paths[static_cast<std::size_t>(path)].bodies.front();
    }
    bool startsAtGround(std::size_t path) {
        return link(branchRoot(static_cast<int>(path))).parent == ground;
    }

    /// Matrices live until the node is joined, in as few slots as that takes, so that they stay
    /// near; nodes of one thread share none with those of another.
    void takeSlots(const std::vector<int>& nodes) {
        std::vector<int> free;
        for (const int index : nodes) {
            if (free.empty()) {
                free.push_back(static_cast<int>(matrices_.size()));
                matrices_.emplace_back();
            }
            int& own = slot_[static_cast<std::size_t>(index)];
            own = free.back();
            free.pop_back();
            if (const AssemblyTree::Node& at = plan(index); at.A >= 0) {
                free.push_back(slot_[static_cast<std::size_t>(at.A)]);
                free.push_back(slot_[static_cast<std::size_t>(at.B)]);
            } else if (!branches(at.body).empty()) {
                body(at.body).carrier = static_cast<int>(carriers_.size());
                carriers_.emplace_back();
            }
            if (const int path = pathOf(index); path >= 0 && path != plan_.loopPath)
                free.push_back(own);
        }
    }

    /// Calls f(cut) with the cut of body i's inboard joint.
    template <typename F>
    MOMENTREE_INLINE void onCut(int i, F f) {
        std::visit(
            [&](auto joint) { f(cuts_.template of<decltype(joint)>(static_cast<std::size_t>(i))); },
            link(i).joint);
    }
    /// Calls f(D, cut).
    template <typename F>
    MOMENTREE_INLINE void onConstraints(int i, F f) {
        std::visit(
            [&](auto joint) {
                using J = decltype(joint);
                f(ConstraintSpace<J, S>(link(i)),
                  cuts_.template of<J>(static_cast<std::size_t>(i)));
            },
            link(i).joint);
    }
    /// K V = D (D^T X D)^-1 D^T V of a factorised joint.
    V6<S> through(int i, const V6<S>& V) {
        V6<S> T = V6<S>::zero();
        onCut(i, [&](const auto& cut) { T = cut.through(V); });
        return T;
    }
    /// H p. @param p null for zero momenta
    MOMENTREE_INLINE V6<S> jointMomentum(int i, const S* p) {
        V6<S> Hp = V6<S>::zero();
        if (p == nullptr) return Hp;
        const TreeLink<S>& k = link(i);
        onMotion(k, [&](const auto& H) {
            Hp = H * VecN<S, H.nu>(Eigen::Map<const VecN<S, H.nu>>(p + k.firstU));
        });
        return Hp;
    }
    V6<S> prescribed(int i, bool withMotion) { return withMotion ? link(i).V_t : V6<S>::zero(); }
    /// Velocity of the carrier of a body felt at the body's origin.
    V6<S> carried(int i) {
        const int parent = link(i).parent;
        if (parent == ground) return V6<S>::zero();
        return shiftVelocity(link(i).r, link(parent).V);
    }

    void assembleMatrices(int index) {
        const AssemblyTree::Node& at = plan(index);
        if (at.A < 0) {
            initialiseLeaf(at.body);
        } else {
            const Matrices &A = xi(at.A), &B = xi(at.B);
            node(index).s12 = node(at.A).s12 + node(at.B).s12;
            onConstraints(at.body, [&](const auto& D, auto& cut) {
                cut.factorise(D, B.xi11 + A.xi22);
                momentree::assemble(A, B, cut, xi(index));
            });
        }
        if (const int path = pathOf(index); path >= 0)
            onConstraints(branchRoot(path),
                          [&](const auto& D, auto& cut) { cut.factorise(D, xi(index).xi11); });
    }

    /// One body: handles and xi (3.2).
    void initialiseLeaf(int i) {
        const TreeLink<S>& k = link(i);
        Node& own = node(body(i).leaf);
        Matrices& matrices = xi(body(i).leaf);
        const auto at = static_cast<std::size_t>(i);
        const int next = plan_.successor[at];
        own.s12 = next >= 0 ? link(next).r : k.s;
        if (next < 0 && onLoop(static_cast<std::size_t>(plan_.pathOf[at])))
            own.s12 += V3<S>::of(loop_.arm(state_.bodies));
        if (body(i).carrier >= 0) {
            matrices.xi11 = Symmetric6<S>::of(spdInverse(inertiaWithBranches(i)));
            carrier(i) = matrices.xi11;
            leafHandles(own.s12, matrices);
        } else {
            leafHandles(k.mass, k.s, own.s12, turned(k.R, body(i).JInv), matrices);
        }
    }
    Symmetric6<S>& carrier(int i) { return carriers_[static_cast<std::size_t>(body(i).carrier)]; }

    /// M_leaf = M_O + sum S K_c S^T, xi11 = M_leaf^-1 (3.8).
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

    /// xi11 P of one body.
    MOMENTREE_INLINE V6<S> mobility(int i, const V6<S>& P) {
        if (body(i).carrier >= 0) return carrier(i) * P;
        const TreeLink<S>& k = link(i);
        const V3<S> w = k.R * (body(i).JInv * k.R.along(P.a - cross(k.s, P.l)));
        return {S(1) / k.mass * P.l + cross(k.s, w), w};
    }

    /// b = H_i p_i - S_12 H_j p_j - S w - sum S k_c, xi10 = xi11 b, xi20 = S_12^T xi10 of a body
    /// (3.2, 3.8, 3.9); of a node by 3.3; k of a path.
    void assembleBias(int index, const S* p, bool withMotion, std::span<const V6<S>> wrenches) {
        const AssemblyTree::Node& at = plan(index);
        Node& own = node(index);
        if (at.A < 0) {
            own.xi10 = mobility(at.body, momentumOf(at.body, p, wrenches));
            own.xi20 = shiftVelocity(own.s12, own.xi10);
        } else {
            const Node &A = node(at.A), &B = node(at.B);
            V6<S> gap = B.xi10 - A.xi20;
            if (withMotion && link(at.body).driven) gap -= link(at.body).V_t;
            onCut(at.body, [&](auto& cut) { momentree::assembleBias(A, B, gap, cut, own); });
        }
        if (const int path = pathOf(index); path >= 0) {
            const int first = branchRoot(path);
            body(first).k =
                jointMomentum(first, p) + through(first, prescribed(first, withMotion) - own.xi10);
        }
    }

    V6<S> momentumOf(int i, const S* p, std::span<const V6<S>> wrenches) {
        V6<S> b = jointMomentum(i, p);
        if (!wrenches.empty()) b -= wrenches[static_cast<std::size_t>(i)];
        const int next = plan_.successor[static_cast<std::size_t>(i)];
        if (next >= 0) b -= shiftWrench(link(next).r, jointMomentum(next, p));
        for (const int branch : branches(i)) {
            const int c = branchRoot(branch);
            b -= shiftWrench(link(c).r, body(c).k);
        }
        return b;
    }

    /// T at the handles of a path: K (V_carrier + V_t - xi10) inboard, which is -D (D^T xi11 D)^-1
    /// D^T (xi10 - V_t) at ground (3.4; (39)-(40)) and T_c at a branch (3.8); nothing outboard,
    /// unless a loop closes there (3.5).
    void solveBase(double t, std::size_t index, bool withMotion) {
        const AssemblyTree::Path& path = plan_.paths[index];
        const int first = path.bodies.front();
        Node& own = node(path.root());
        if (onLoop(index)) {
            std::visit(
                [&](auto joint) {
                    using Space = ConstraintSpace<decltype(joint), S>;
                    loop_.template close<Space::all>(t, state_.bodies, Space(link(first)).basis(),
                                                     prescribed(first, withMotion), xi(path.root()),
                                                     own);
                },
                link(first).joint);
            return;
        }
        own.T_1 = through(first, carried(first) + prescribed(first, withMotion) - own.xi10);
        own.T_2 = V6<S>::zero();
    }

    void disassembleNode(int index) {
        const AssemblyTree::Node& at = plan(index);
        const Node& C = node(index);
        if (at.A < 0) {
            link(at.body).V = C.xi10 + mobility(at.body, C.T_1 + shiftWrench(C.s12, C.T_2));
        } else {
            onCut(at.body,
                  [&](const auto& cut) { momentree::disassemble(C, cut, node(at.A), node(at.B)); });
        }
    }

    /// @param Q [links] loads, empty for weights
    void assembleLoads(int index, std::span<const V6<S>> Q) {
        const AssemblyTree::Node& at = plan(index);
        Node& own = node(index);
        if (at.A >= 0) {
            own.Q_1 = node(at.A).Q_1 + shiftWrench(node(at.A).s12, node(at.B).Q_1);  // 3.3
            return;
        }
        const V3<S> f = link(at.body).mass * gravity_;
        own.Q_1 =
            Q.empty() ? V6<S>{f, cross(link(at.body).s, f)} : Q[static_cast<std::size_t>(at.body)];
        for (const int branch : branches(at.body)) {
            const AssemblyTree::Path& path = plan_.paths[static_cast<std::size_t>(branch)];
            own.Q_1 += shiftWrench(link(path.bodies.front()).r, node(path.root()).Q_1);
        }
    }

    /// Qb_1^B = Q_1^B - S_12^B Qb_2, Qb_2^A = -Qb_1^B (3.6; (47)-(49)).
    void disassembleLoads(double t, int index) {
        const AssemblyTree::Node& at = plan(index);
        Node& own = node(index);
        if (const int path = pathOf(index); path >= 0) {
            own.Qb_2 = onLoop(static_cast<std::size_t>(path))
                           ? V6<S>::of(loop_.load(t, state_.bodies))
                           : V6<S>::zero();
            own.Qb_1 = own.Q_1 - shiftWrench(own.s12, own.Qb_2);
        }
        if (at.A < 0) return;
        Node &A = node(at.A), &B = node(at.B);
        B.Qb_1 = B.Q_1 - shiftWrench(B.s12, own.Qb_2);
        A.Qb_2 = -B.Qb_1;
        A.Qb_1 = own.Qb_1;
        B.Qb_2 = own.Qb_2;
    }

    // What a trace reports of a node after each pass.
    void reportMatrices(TraceSink& sink, int index) {
        const AssemblyTree::Node& at = plan(index);
        if (at.A < 0) {
            hdca::reportBodyMatrices(sink, xi(index), node(index), body(at.body).carrier >= 0);
        } else {
            onCut(at.body, [&](const auto& cut) {
                hdca::reportJointMatrices(sink, xi(at.A), xi(at.B), cut, xi(index));
            });
        }
        if (const int path = pathOf(index); path >= 0 && !startsAtGround(toIndex(path)))
            onCut(branchRoot(path), [&](const auto& cut) {
                sink(hdca::reduced, "K_c", Mat6<S>(-hdca::heldBy(cut)));
            });
    }
    void reportBias(TraceSink& sink, int index) {
        const AssemblyTree::Node& at = plan(index);
        if (at.A < 0)
            hdca::reportBodyBias(sink, node(index));
        else
            onCut(at.body, [&](const auto& cut) { hdca::reportJointBias(sink, cut, node(index)); });
        if (const int path = pathOf(index); path >= 0 && !startsAtGround(toIndex(path)))
            sink(hdca::reducedBias, "k_c", body(branchRoot(path)).k.eigen());
    }
    void reportLoads(TraceSink& sink, int index) {
        sink(plan(index).A < 0 ? hdca::loadLeaf : hdca::load, "Q₁", node(index).Q_1.eigen());
    }
    void reportBase(TraceSink& sink, std::size_t path) {
        const Node& root = node(plan_.paths[path].root());
        if (onLoop(path))
            hdca::reportImpulse(sink, hdca::loopImpulse1, hdca::loopImpulse2, root);
        else
            hdca::reportImpulse(sink, hdca::baseImpulse, hdca::freeEnd, root);
    }
    void reportImpulses(TraceSink& sink, int index) {
        const AssemblyTree::Node& at = plan(index);
        if (const int path = pathOf(index); path >= 0 && !startsAtGround(toIndex(path)))
            hdca::reportImpulse(sink, hdca::branchImpulse, hdca::freeEnd, node(index));
        if (at.A < 0)
            sink(hdca::velocity, "V", link(at.body).V.eigen());
        else
            hdca::reportJointImpulse(sink, node(at.A), node(at.B));
    }
    void reportArticulatedLoads(TraceSink& sink, int index) {
        const AssemblyTree::Node& at = plan(index);
        if (pathOf(index) >= 0) sink(hdca::rootLoad, "Q̄₁", node(index).Qb_1.eigen());
        if (at.A >= 0) hdca::reportJointLoad(sink, node(at.A), node(at.B));
    }
    static std::size_t toIndex(int i) { return static_cast<std::size_t>(i); }

    TreeState<S>& state_;
    AssemblyTree plan_;
    Workers workers_;
    AssemblyOrder order_;
    GroundLoop<S> loop_;
    std::vector<Body> bodies_;
    PerJoint<JointCut, S> cuts_;  ///< of the bodies' inboard joints
    std::vector<Node> nodes_;
    std::vector<int> slot_;                ///< [nodes] index into `matrices_`
    std::vector<Matrices> matrices_;       ///< of nodes that are not joined yet
    std::vector<Symmetric6<S>> carriers_;  ///< xi11 of bodies with branches
    Tracer* tracer_ = nullptr;
    V3<S> gravity_;
    std::vector<std::vector<TreeLink<S>>> inner_;  ///< [threads] links before those of the thread
};

}  // namespace momentree
