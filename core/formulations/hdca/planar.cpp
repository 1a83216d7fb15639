// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca/planar.hpp"

#include <algorithm>

#include "core/execution/backend.hpp"
#include "core/formulations/hdca/inversion_choice.hpp"
#include "core/formulations/hdca/planar_body.hpp"
#include "core/formulations/hdca/planar_loop.hpp"
#include "core/formulations/hdca/planar_mechanism.hpp"
#include "core/formulations/hdca/planar_reports.hpp"
#include "core/formulations/shared/assembly_order.hpp"
#include "core/formulations/shared/closure_correction.hpp"
#include "core/formulations/shared/momentum_reset.hpp"
#include "core/formulations/shared/tree_state.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

constexpr int planarBodiesWorthThreads = 512;  ///< with fewer, one alone is as fast

/// [1 0 -y]^T and [0 1 x]^T: S(s) D by its columns.
template <typename S>
std::array<V3<S>, 2> shiftedDirections(Flat<S> s) {
    return {V3<S>::make(S(1), S(0), -s.y), V3<S>::make(S(0), S(1), s.x)};
}

template <typename S>
class HdcaPlanar final : public OdeSystem<S>, public Traceable {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;
    using typename OdeSystem<S>::Vector;

    HdcaPlanar(std::shared_ptr<const Model> model, const PlanarMechanism& plane,
               const RunSpec& spec, int threads)
        : model_(std::move(model)),
          tree_(model_->tree),
          method_(inversionOf(spec.inversion)),
          assembly_(buildAssemblyTree(*model_)),
          workers_(threads),
          order_(orderOf(assembly_, *model_, workers_.threads())),
          state_(*model_),
          closure_(*model_, spec.baumgarte),
          onlyGravity_(model_->springs.empty() && model_->axialLoads.empty() &&
                       model_->appliedLoads.empty() && model_->drags.empty() &&
                       model_->contactLoads.empty() && model_->bushings.empty() &&
                       model_->elasticCouplings.empty() && state_.angleSize() == 0),
          axes_(M3<S>::of(plane.axes.cast<S>())),
          gravity_(axes_.along(V3<S>::of(model_->gravity.cast<S>()))),
          loop_(plane, spec.baumgarte, inversionOfLoops(spec.inversion)),
          reset_(spec.momentumReset),
          correction_(tree_.nu, spec.correction),
          cuts_(assembly_.nodes.size()),
          nodes_(assembly_.nodes.size()) {
        for (std::size_t i = 0; i < tree_.bodies.size(); ++i)
            bodies_.push_back(
                planarBodyOf<S>(tree_.bodies[i], assembly_.successor[i], plane.bodies[i]));
        for (std::size_t k = 0; k < nodes_.size(); ++k) {
            const AssemblyTree::Node& node = assembly_.nodes[k];
            if (node.A < 0) body(node.body).leaf = static_cast<int>(k);
        }
    }

    int size() const override { return state_.size(); }
    int positionSize() const override { return state_.positionSize(); }
    int poseSize() const override { return state_.poseSize(); }
    int angleSize() const override { return state_.angleSize(); }
    int bodyOf(int entry) const override { return state_.bodyOf(entry); }
    Vector units() const override { return state_.units(state_.ofJoints.p_hat); }

    Result<void> start(const InitialState& initial, Out y) override {
        reset_.start(initial.time);
        Result<void> started = state_.start(initial, y);
        closure_.hold(state_.closures);
        loop_.hold(state_.closures);
        return started;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        if (tracer_ != nullptr) tracer_->lap(Phase::Integrate);
        solveVelocities(y, clock);
        loads(t, y);
        rates(ydot);
        state_.angleRates(ydot);
        lap(clock, tracer_, Phase::Derivatives);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double /*from*/, double t, Out y) override {
        StepReport report;
        if (loop_.closed() && reset_.due(t)) {
            const auto refresh = [&] {
                evaluateLinks(t, y);
                factoriseClosure();
            };
            refresh();
            state_.readSpeeds(true);
            report = correction_.apply(
                t, y, state_, closure_, [&] { respond(); }, refresh);
            state_.writeMomenta(y);  // otherwise sigma grows, see `Naudet`
        }
        state_.settleAngles(t, y);
        return report;
    }

    void trace(Tracer* tracer) override {
        tracer_ = tracer;
        if (tracer_ != nullptr) tracer_->setNodes(tracedNodes(assembly_, *model_));
    }

    void observe(double t, const In& y, Sample& out) override {
        evaluateLinks(t, y);
        state_.observe(t, y, out);
    }

private:
    using Node = PlanarNode<S>;

    PlanarBody<S>& body(int i) { return bodies_[static_cast<std::size_t>(i)]; }
    Node& node(int index) { return nodes_[static_cast<std::size_t>(index)]; }
    Node& leaf(int i) { return node(body(i).leaf); }
    PlanarCut<S>& cut(int index) { return cuts_[static_cast<std::size_t>(index)]; }
    const AssemblyTree::Node& treeNode(int index) const {
        return assembly_.nodes[static_cast<std::size_t>(index)];
    }
    const std::vector<int>& branches(int i) const {
        return assembly_.branches[static_cast<std::size_t>(i)];
    }
    int pathOf(int root) const { return order_.pathOfRoot[static_cast<std::size_t>(root)]; }
    PlanarBody<S>& firstOf(int path) {
        return body(assembly_.paths[static_cast<std::size_t>(path)].bodies.front());
    }
    bool onLoop(int path) const { return loop_.closed() && path == assembly_.loopPath; }
    template <typename F>
    void forEachBody(const F& f) {
        workers_.forEach(static_cast<int>(bodies_.size()), f);
    }

    /// V of every body (3.2-3.6).
    void solveVelocities(const In& y, PhaseClock& clock) {
        place(y);
        lap(clock, tracer_, Phase::Kinematics);
        forEachTraced([&](int i) { initialiseLeaf(i); }, hdca::leaves, &HdcaPlanar::reportLeaf);
        lap(clock, tracer_, Phase::Initialise);
        order_.inward(
            workers_, [&](int index) { assembleNode(index); },
            traced(hdca::assembly, &HdcaPlanar::reportAssembly));
        lap(clock, tracer_, Phase::Assembly);
        solveBases();
        lap(clock, tracer_, Phase::Base);
        order_.outward(
            workers_, [&](int index) { disassembleNode(index); },
            traced(hdca::disassembly, &HdcaPlanar::reportDisassembly));
        lap(clock, tracer_, Phase::Disassembly);
    }

    void solveBases() {
        for (std::size_t p = 0; p < assembly_.paths.size(); ++p) {
            const int path = static_cast<int>(p);
            if (firstOf(path).parent != ground) continue;
            if (tracer_ == nullptr)
                solveBase(path);
            else
                tracer_->single(
                    hdca::base, assembly_.paths[p].root(), [&] { solveBase(path); },
                    [&](TraceSink& sink) { reportBase(sink, path); });
        }
    }

    /// Angles outward, then all vectors in the plane.
    void place(const In& y) {
        for (PlanarBody<S>& k : bodies_) {
            k.angle = k.sign * y[k.q] + (k.parent == ground ? S(0) : body(k.parent).angle);
            k.momentum = k.sign * y[state_.positionSize() + k.u];
        }
        forEachBody([&](int i) {
            using std::cos, std::sin;
            PlanarBody<S>& k = body(i);
            const S c = cos(k.angle), s = sin(k.angle);
            const auto turned = [&](Flat<S> v) {
                return Flat<S>{c * v.x - s * v.y, s * v.x + c * v.y};
            };
            k.s = turned(k.c);
            Flat<S>& s12 = leaf(i).s12;
            s12 = k.s;
            if (k.successor >= 0) s12 = body(k.successor).o = turned(body(k.successor).r);
            if (loop_.endsAt(i)) s12 = k.s + turned(loop_.end());
            for (const int p : branches(i)) firstOf(p).o = turned(firstOf(p).r);
        });
    }

    /// H_i p_i - S_12 H_j p_j along the normal.
    S momentumOf(const PlanarBody<S>& k) {
        return k.successor >= 0 ? k.momentum - body(k.successor).momentum : k.momentum;
    }

    void initialiseLeaf(int i) {
        const PlanarBody<S>& k = body(i);
        if (branches(i).empty())
            planar::initialise(k.inverseMass, k.inverseInertia, k.s, k.s - leaf(i).s12,
                               momentumOf(k), leaf(i));
    }

    void assembleNode(int index) {
        const AssemblyTree::Node& at = treeNode(index);
        Node& own = node(index);
        if (at.A >= 0) {
            assemble(node(at.A), node(at.B), method_, cut(index), own);
        } else if (!branches(at.body).empty()) {
            absorbBranches(at.body);
        }
        const int path = pathOf(index);
        if (path < 0 || onLoop(path)) return;
        PlanarBody<S>& first = firstOf(path);
        first.K = inverse(flat(own.xi11), method_);
        first.k = -(first.K * flat(own.xi10));
    }

    /// M_leaf = M_O + sum S K_c S^T, b -= S k_c, xi of M_leaf^-1 (3.8).
    void absorbBranches(int i) {
        const PlanarBody<S>& k = body(i);
        const V3<S> normal = V3<S>::make(S(0), S(0), S(1));
        M3<S> M = M3<S>::zero();
        for (const V3<S>& d : shiftedDirections(k.s)) M.addOuter(k.mass * d, d);
        M.addOuter(k.inertia * normal, normal);
        V3<S> b = momentumOf(k) * normal;
        for (const int p : branches(i)) {
            const PlanarBody<S>& branch = firstOf(p);
            const auto [x, y] = shiftedDirections(branch.o);
            M.addOuter(branch.K(0, 0) * x + branch.K(1, 0) * y, x);
            M.addOuter(branch.K(0, 1) * x + branch.K(1, 1) * y, y);
            b -= branch.k.x * x + branch.k.y * y + branch.momentum * normal;
        }
        Node& own = leaf(i);
        own.xi11 = M3<S>::of(inverse(M.eigen(), method_));
        const auto timesS12 = [&](const M3<S>& m) {
            return M3<S>{m.x - own.s12.y * m.z, m.y + own.s12.x * m.z, m.z};
        };
        own.xi21 = timesS12(own.xi11).transpose();
        own.xi22 = timesS12(own.xi21).transpose();
        own.xi10 = own.xi11 * b;
        own.xi20 = shiftVelocity(own.s12, own.xi10);
    }

    /// T_1 = -D (D^T xi11 D)^-1 D^T xi10 at ground (39)-(40), K (V_carrier - xi10) at a branch.
    void solveBase(int path) {
        PlanarBody<S>& first = firstOf(path);
        Node& root = node(assembly_.paths[static_cast<std::size_t>(path)].root());
        if (onLoop(path)) {
            loop_.close(first.r + root.s12, root);
            return;
        }
        root.T_1 = first.k;
        if (first.parent != ground)
            root.T_1 = root.T_1 + first.K * flat(shiftVelocity(first.o, body(first.parent).V));
        root.T_2 = {};
    }

    /// T outward, V of the bodies (3.6).
    void disassembleNode(int index) {
        Node& own = node(index);
        if (const int path = pathOf(index); path >= 0 && firstOf(path).parent != ground)
            solveBase(path);
        const AssemblyTree::Node& at = treeNode(index);
        if (at.A >= 0) {
            disassemble(own, cut(index), node(at.A), node(at.B));
        } else {
            const M3<S> xi12 = own.xi21.transpose();
            body(at.body).V = own.xi10 + own.T_1.x * own.xi11.x + own.T_1.y * own.xi11.y +
                              own.T_2.x * xi12.x + own.T_2.y * xi12.y;
        }
    }

    /// The speeds caused by the impulses that close the present gap: all momenta are zero.
    void respond() {
        for (Node& node : nodes_) node.xi10 = node.xi20 = V3<S>::zero();
        for (PlanarCut<S>& cut : cuts_) cut.beta = {};
        for (PlanarBody<S>& k : bodies_) k.k = {};
        loop_.ask(closingGap());
        for (std::size_t p = 0; p < assembly_.paths.size(); ++p)
            if (const int path = static_cast<int>(p); firstOf(path).parent == ground)
                solveBase(path);
        order_.outward(
            workers_, [&](int index) { disassembleNode(index); },
            TracedRun<BoundReport>{nullptr, hdca::disassembly, {}});
        loop_.ask({});
        for (const PlanarBody<S>& k : bodies_)
            state_.u[k.u] = k.sign * (k.V[2] - (k.parent == ground ? S(0) : body(k.parent).V[2]));
    }
    const Constraint& closing() const {
        return model_->constraints[static_cast<std::size_t>(tree_.closures.front())];
    }
    /// The direction in the plane of the k-th row of `closure_`: an axis of `closing`.
    Flat<S> closingRow(Eigen::Index k) const {
        const int axis = closure_.solver().active()[static_cast<std::size_t>(k)];
        if (axis > 2) return {};  // a turn out of the plane
        const V3<S> along = V3<S>::of(Vec3<S>(closing().axes.col(axis).template cast<S>()));
        return {dot(axes_.x, along), dot(axes_.y, along)};
    }
    /// The present gap in the plane, of the body from ground.
    Flat<S> closingGap() const {
        Flat<S> gap{};
        for (Eigen::Index k = 0; k < closure_.rows(); ++k)
            gap = gap + closure_.sigma()[k] * closingRow(k);
        return closing().bodyA == ground ? gap : S(-1) * gap;
    }
    void factoriseClosure() {
        const Square2<S> Sc = loop_.Sc();
        closure_.factorise([&](Eigen::Index i, Eigen::Index j) {
            const Flat<S> row = Sc * closingRow(j);
            return closingRow(i).x * row.x + closingRow(i).y * row.y;
        });
    }

    /// A separate pass, since dampers and drag need the velocities (3.7).
    void loads(double t, const In& y) {
        const V3<S> g = V3<S>::make(gravity_[0], gravity_[1], S(0));
        if (onlyGravity_)
            forEachBody([&](int i) { leaf(i).Q_1 = shiftWrench(body(i).s, body(i).mass * g); });
        else
            evaluateLoads(t, y);
        order_.inward(
            workers_, [&](int index) { assembleLoadsOf(index); },
            traced(hdca::loadsInward, &HdcaPlanar::reportLoads));
        order_.outward(
            workers_, [&](int index) { disassembleLoadsOf(index); },
            traced(hdca::loadsOutward, &HdcaPlanar::reportArticulatedLoads));
    }

    void assembleLoadsOf(int index) {
        const AssemblyTree::Node& at = treeNode(index);
        Node& own = node(index);
        if (at.A >= 0) return assembleLoads(node(at.A), node(at.B), own);
        for (const int p : branches(at.body)) {
            const AssemblyTree::Path& branch = assembly_.paths[static_cast<std::size_t>(p)];
            own.Q_1 += shiftWrench(firstOf(p).o, node(branch.root()).Q_1);
        }
    }

    void disassembleLoadsOf(int index) {
        Node& own = node(index);
        if (const int path = pathOf(index); path >= 0) {
            own.Qb_2 = V3<S>::zero();
            if (onLoop(path)) {
                const int last = assembly_.paths[static_cast<std::size_t>(path)].bodies.back();
                own.Qb_2 = loop_.load(flat(shiftVelocity(leaf(last).s12, body(last).V)));
            }
            own.Qb_1 = own.Q_1 - shiftWrench(own.s12, own.Qb_2);
        }
        const AssemblyTree::Node& at = treeNode(index);
        if (at.A >= 0) disassembleLoads(own, node(at.A), node(at.B));
    }

    /// Q_1 of every body from spatial loads.
    void evaluateLoads(double t, const In& y) {
        moveLinks(t, y);
        state_.move();
        const std::span<V6<S>> Q = state_.loads(t);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const V3<S> f = axes_.along(Q[i].l);
            leaf(static_cast<int>(i)).Q_1 = V3<S>::make(f[0], f[1], dot(axes_.z, Q[i].a));
        }
    }

    /// Spatial poses and velocities.
    void moveLinks(double t, const In& y) {
        state_.place(t, y);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const V3<S>& V = bodies_[i].V;
            state_.links[i].V = {V[0] * axes_.x + V[1] * axes_.y, V[2] * axes_.z};
        }
    }

    void evaluateLinks(double t, const In& y) {
        PhaseClock off;
        off.enable(false);
        solveVelocities(y, off);
        moveLinks(t, y);
    }

    /// u = H^T (V - S^T V_parent), pdot = H^T (Qb_1 - [0; v x pb_l]) with Pb = T_1 + H p (50),
    /// (51).
    void rates(Out ydot) {
        const auto rate = [&](int i) {
            const PlanarBody<S>& k = body(i);
            const Node& own = leaf(i);
            const S carried = k.parent == ground ? S(0) : body(k.parent).V[2];
            ydot[k.q] = k.sign * (k.V[2] - carried);
            ydot[state_.positionSize() + k.u] = k.sign * (own.Qb_1[2] - cross(flat(k.V), own.T_1));
        };
        const auto reportRates = [&](TraceSink& sink, int index) {
            const PlanarBody<S>& k = body(treeNode(index).body);
            sink(hdca::planarSpeed, "q̇", Eigen::Matrix<S, 1, 1>(ydot[k.q]));
            sink(hdca::planarRate, "ṗ", Eigen::Matrix<S, 1, 1>(ydot[state_.positionSize() + k.u]));
        };
        momentree::forEachTraced(
            workers_, static_cast<int>(bodies_.size()), rate, [&](int i) { return body(i).leaf; },
            TracedRun{tracer_, hdca::rates, reportRates});
    }

    using Reporter = void (HdcaPlanar::*)(TraceSink&, int index);  // a node after a pass
    struct BoundReport {
        HdcaPlanar* self;
        Reporter reporter;
        void operator()(TraceSink& sink, int index) const { (self->*reporter)(sink, index); }
    };
    TracedRun<BoundReport> traced(const TracedPass& pass, Reporter reporter) {
        return {tracer_, pass, BoundReport{this, reporter}};
    }
    template <typename F>
    void forEachTraced(const F& f, const TracedPass& pass, Reporter reporter) {
        momentree::forEachTraced(
            workers_, static_cast<int>(bodies_.size()), f, [&](int i) { return body(i).leaf; },
            traced(pass, reporter));
    }
    void reportLeaf(TraceSink& sink, int index) {
        const int i = treeNode(index).body;
        sink(hdca::planarCentre, "s", hdca::asVector(body(i).s));
        sink(hdca::planarArm, "s₁₂", hdca::asVector(node(index).s12));
        if (branches(i).empty()) hdca::reportPlanarBody(sink, node(index), false);
    }
    void reportAssembly(TraceSink& sink, int index) {
        const AssemblyTree::Node& at = treeNode(index);
        if (at.A >= 0)
            hdca::reportPlanarJoint(sink, node(at.A), node(at.B), cut(index), node(index));
        else if (!branches(at.body).empty())
            hdca::reportPlanarBody(sink, node(index), true);
        const int path = pathOf(index);
        if (path < 0 || firstOf(path).parent == ground) return;
        sink(hdca::reduced, "K_c", firstOf(path).K);
        sink(hdca::reducedBias, "k_c", hdca::asVector(firstOf(path).k));
    }
    void reportBase(TraceSink& sink, int path) {
        const Node& root = node(assembly_.paths[static_cast<std::size_t>(path)].root());
        if (onLoop(path))
            hdca::reportPlanarImpulse(sink, hdca::planarLoop1, hdca::planarLoop2, root);
        else
            hdca::reportPlanarImpulse(sink, hdca::planarBase, hdca::freeEnd, root);
    }
    void reportDisassembly(TraceSink& sink, int index) {
        const AssemblyTree::Node& at = treeNode(index);
        if (const int path = pathOf(index); path >= 0 && firstOf(path).parent != ground)
            hdca::reportPlanarImpulse(sink, hdca::branchImpulse, hdca::freeEnd, node(index));
        if (at.A < 0) {
            sink(hdca::planarVelocity, "V", body(at.body).V.eigen());
            return;
        }
        sink(hdca::planarJoint, "T₁ᴮ", hdca::asVector(node(at.B).T_1));
        sink(hdca::reaction, "T₂ᴬ", hdca::asVector(node(at.A).T_2));
    }
    void reportLoads(TraceSink& sink, int index) {
        sink(treeNode(index).A < 0 ? hdca::loadLeaf : hdca::load, "Q₁", node(index).Q_1.eigen());
    }
    void reportArticulatedLoads(TraceSink& sink, int index) {
        const AssemblyTree::Node& at = treeNode(index);
        if (pathOf(index) >= 0) sink(hdca::rootLoad, "Q̄₁", node(index).Qb_1.eigen());
        if (at.A < 0) return;
        sink(hdca::jointLoad, "Q̄₁ᴮ", node(at.B).Qb_1.eigen());
        sink(hdca::loadReaction, "Q̄₂ᴬ", node(at.A).Qb_2.eigen());
    }

    std::shared_ptr<const Model> model_;
    const Tree& tree_;
    Inversion method_;
    AssemblyTree assembly_;
    Workers workers_;
    AssemblyOrder order_;
    TreeState<S> state_;
    Closure<S> closure_;  ///< only for corrections
    bool onlyGravity_;
    M3<S> axes_;     ///< of the plane, and its normal
    V3<S> gravity_;  ///< in these axes
    PlanarLoop<S> loop_;
    MomentumReset reset_;
    ClosureCorrection<S> correction_;
    std::vector<PlanarBody<S>> bodies_;
    std::vector<PlanarCut<S>> cuts_;  ///< [nodes]
    std::vector<Node> nodes_;
    Tracer* tracer_ = nullptr;
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeHdcaPlanar(std::shared_ptr<const Model> model,
                                             const RunSpec& spec) {
    const std::optional<PlanarMechanism> plane = planarMechanism(*model);
    if (!plane) return nullptr;
    const int bodies = static_cast<int>(model->bodies.size());
    const int threads = bodies < planarBodiesWorthThreads ? 1 : threadsOf(spec.backend);
    return std::make_unique<HdcaPlanar<S>>(std::move(model), *plane, spec, threads);
}
template std::unique_ptr<OdeSystem<double>> makeHdcaPlanar(std::shared_ptr<const Model>,
                                                           const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeHdcaPlanar(std::shared_ptr<const Model>,
                                                          const RunSpec&);

}  // namespace momentree
