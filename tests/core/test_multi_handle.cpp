// SPDX-License-Identifier: Apache-2.0
// Nodes with any number of handles, as dense matrices: every loop is closed as soon as a node has
// both of its ends, at the lowest common ancestor of their bodies. At velocity level this is the
// divide and conquer without cut joints, at acceleration level its second pass, both with
// prescribed motions. The formulations, in contrast, cut loops and compute accelerations in other
// ways.
#include <Eigen/Dense>
#include <QTest>

#include "core/formulations/shared/tree_state.hpp"
#include "core/kinematics/constraint_space.hpp"
#include "core/math/decompositions.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_multi_handle {

using namespace momentree::test;

namespace {

/// A point of a body with a connection.
struct Handle {
    int body;
    Vector3d arm;  ///< from the body's origin
};

/// sum of J V over the handles it joins = c.
struct Connection {
    std::vector<int> handles;
    std::vector<MatrixXd> J;  ///< of each handle, [rows x 6]
    VectorXd c;
};

/// V_k = sum of xi_kl T_l + xi_k0 over the open handles of some joined bodies.
struct Node {
    std::vector<int> open;
    MatrixXd xi;
    VectorXd xi0;

    Eigen::Index placeOf(int handle) const {
        return 6 * (std::ranges::find(open, handle) - open.begin());
    }
};

class MultiHandle {
public:
    std::vector<Handle> handles;
    std::vector<Mat6<double>> M;     ///< of each body about its origin
    std::vector<Vec6<double>> b;     ///< all loads except constraints
    std::vector<Connection> joints;  ///< in the order of elimination

    int most = 0;  ///< largest number of open handles of a node

    /// [v; w] (or their rates) of each body's origin.
    std::vector<Vec6<double>> solve() {
        makeLeaves();
        for (const Connection& joint : joints) eliminate(joint);
        std::vector<Vec6<double>> T(handles.size(), Vec6<double>::Zero());
        for (std::size_t k = steps_.size(); k-- > 0;) {
            const Step& step = steps_[k];
            VectorXd gap = step.gap;
            for (std::size_t j = 0; j < step.rest.size(); ++j)
                gap += step.JXi.middleCols<6>(6 * Eigen::Index(j)) * T[std::size_t(step.rest[j])];
            const VectorXd sigma = -(step.inverse * gap);
            for (std::size_t j = 0; j < step.joint->handles.size(); ++j)
                T[std::size_t(step.joint->handles[j])] = step.joint->J[j].transpose() * sigma;
        }
        std::vector<Vec6<double>> total = b, V(b.size());
        for (std::size_t h = 0; h < handles.size(); ++h)
            total[std::size_t(handles[h].body)] += shiftWrench<double>(handles[h].arm, T[h]);
        for (std::size_t i = 0; i < V.size(); ++i) V[i] = inverseOf(M[i]) * total[i];
        return V;
    }

private:
    struct Step {
        const Connection* joint;
        std::vector<int> rest;
        MatrixXd JXi, inverse;
        VectorXd gap;
    };

    void makeLeaves() {
        nodes_.assign(M.size(), {});
        nodeOf_.resize(M.size());
        for (std::size_t i = 0; i < M.size(); ++i) nodeOf_[i] = static_cast<int>(i);
        for (std::size_t h = 0; h < handles.size(); ++h)
            nodes_[std::size_t(handles[h].body)].open.push_back(static_cast<int>(h));
        for (std::size_t i = 0; i < M.size(); ++i) {
            Node& node = nodes_[i];
            const auto n = static_cast<Eigen::Index>(node.open.size());
            MatrixXd S(6, 6 * n);
            for (Eigen::Index k = 0; k < n; ++k)
                S.middleCols<6>(6 * k) =
                    shift<double>(handles[std::size_t(node.open[std::size_t(k)])].arm);
            const MatrixXd mobility = inverseOf(M[i]);
            node.xi = S.transpose() * mobility * S;
            node.xi0 = S.transpose() * mobility * b[i];
        }
    }

    /// Merges two nodes into one with all their bodies.
    int merge(int a, int c) {
        if (a == c) return a;
        Node &A = nodes_[std::size_t(a)], &C = nodes_[std::size_t(c)];
        const Eigen::Index m = A.xi.rows(), n = C.xi.rows();
        MatrixXd xi = MatrixXd::Zero(m + n, m + n);
        xi.topLeftCorner(m, m) = A.xi;
        xi.bottomRightCorner(n, n) = C.xi;
        A.xi = xi;
        A.xi0 = joined(A.xi0, C.xi0);
        A.open.insert(A.open.end(), C.open.begin(), C.open.end());
        C = {};
        for (int& node : nodeOf_)
            if (node == c) node = a;
        return a;
    }

    void eliminate(const Connection& joint) {
        int at = nodeOf_[std::size_t(handles[std::size_t(joint.handles.front())].body)];
        for (const int h : joint.handles)
            at = merge(at, nodeOf_[std::size_t(handles[std::size_t(h)].body)]);
        Node& node = nodes_[std::size_t(at)];
        most = std::max(most, static_cast<int>(node.open.size()));
        MatrixXd J = MatrixXd::Zero(joint.c.size(), node.xi.cols());
        for (std::size_t j = 0; j < joint.handles.size(); ++j)
            J.middleCols<6>(node.placeOf(joint.handles[j])) = joint.J[j];
        Step step{&joint, {}, {}, {}, J * node.xi0 - joint.c};
        const MatrixXd all = J * node.xi;
        // Rows already held by other joints leave only rounding errors.
        const MatrixXd X = all * J.transpose();
        step.inverse = leastSquares(X, MatrixXd::Identity(X.rows(), X.rows()), 1e-10);
        std::vector<int> kept;
        for (std::size_t k = 0; k < node.open.size(); ++k) {
            if (std::ranges::find(joint.handles, node.open[k]) != joint.handles.end()) continue;
            step.rest.push_back(node.open[k]);
            for (int e = 0; e < 6; ++e) kept.push_back(6 * static_cast<int>(k) + e);
        }
        step.JXi = all(Eigen::all, kept);
        const MatrixXd xi = node.xi(kept, kept) - step.JXi.transpose() * step.inverse * step.JXi;
        const VectorXd xi0 = node.xi0(kept) - step.JXi.transpose() * step.inverse * step.gap;
        node = {step.rest, xi, xi0};
        steps_.push_back(std::move(step));
    }

    std::vector<Node> nodes_;
    std::vector<int> nodeOf_;  ///< [bodies]
    std::vector<Step> steps_;
};

/// A mechanism at (t, q) with all of its joints, without cuts.
class Mechanics {
public:
    Mechanics(const Model& model, double t, const VectorXd& q)
        : model_(model), t_(t), state_(model), terms_(model.tree.closures.size()) {
        state_.place(t, joined(q, VectorXd::Zero(model.tree.nu)));
        velocities.assign(state_.links.size(), Vec6<double>::Zero());
    }

    std::vector<Vec6<double>> velocities;  ///< of the links' origins, for later use

    std::vector<Vec6<double>> velocitiesOf(const VectorXd& p, int& mostHandles) {
        MultiHandle dense = bodies();
        for (std::size_t i = 0; i < state_.links.size(); ++i) {
            const TreeLink<double>& k = state_.links[i];
            onMotion(k, [&](const auto& H) {
                const Vec6<double> Hp = (H * VecN<double, H.nu>(p.segment<H.nu>(k.firstU))).eigen();
                dense.b[i] += Hp;
                if (k.parent != ground)
                    dense.b[std::size_t(k.parent)] -= shiftWrench<double>(k.r.eigen(), Hp);
            });
        }
        return solve(
            dense, [&](std::size_t i) { return state_.links[i].V_t.eigen(); },
            [](const ConstraintTerms<double>& c, int, int) { return VectorXd(-c.Phi_t); },
            mostHandles);
    }

    /// For the current velocities.
    std::vector<Vec6<double>> accelerationsOf(const VectorXd& u) {
        for (std::size_t i = 0; i < velocities.size(); ++i)
            state_.links[i].V = V6<double>::of(velocities[i]);
        state_.move();
        MultiHandle dense = bodies();
        const std::span<V6<double>> Q = state_.loads(t_);
        for (std::size_t i = 0; i < dense.b.size(); ++i) {
            const TreeLink<double>& k = state_.links[i];
            const V3<double> w = k.V.a;
            const auto M = bodyInertia<double>(k.mass, k.s, turned(k.R, k.J_C));
            dense.b[i] = (Q[i] - V6<double>{cross(w, M.B * w), cross(w, M.C * w)}).eigen();
        }
        int handles = 0;
        return solve(
            dense, [&](std::size_t i) { return convective(i, u); },
            [&](const ConstraintTerms<double>& c, int a, int b) {
                VectorXd gap = c.gamma;
                if (a >= 0) gap -= c.J_a * centripetal(a);
                if (b >= 0) gap -= c.J_b * centripetal(b);
                return gap;
            },
            handles);
    }

private:
    MultiHandle bodies() {
        MultiHandle dense;
        for (const TreeLink<double>& k : state_.links) {
            dense.M.push_back(bodyInertia<double>(k.mass, k.s, turned(k.R, k.J_C)).full());
            dense.b.push_back(Vec6<double>::Zero());
        }
        return dense;
    }

    /// The acceleration of a link's centre of mass relative to its origin, due to rotation.
    Vec6<double> centripetal(int i) {
        const TreeLink<double>& k = state_.links[std::size_t(i)];
        return V6<double>{cross(k.V.a, cross(k.V.a, k.s)), V3<double>::zero()}.eigen();
    }

    /// Hdot u + [w_p x (v - v_p); 0] and the contribution of a prescribed motion.
    Vec6<double> convective(std::size_t i, const VectorXd& u) {
        const TreeLink<double>& k = state_.links[i];
        V6<double> own = k.V_t, c = V6<double>::zero();
        onMotion(k, [&](const auto& H) {
            const VecN<double, H.nu> speeds = u.segment<H.nu>(k.firstU);
            own += H * speeds;
            c += H.rates(speeds);
        });
        if (k.parent != ground) {
            const V6<double>& V_p = state_.links[std::size_t(k.parent)].V;
            c.l += cross(V_p.a, k.V.l - V_p.l);
        }
        c.l += cross(k.V.a, own.l);
        c.a += cross(k.V.a, own.a);
        const TreeBody& body = model_.tree.bodies[i];
        if (k.driven)
            c += turned(k.R, V6<double>::of(prescribedAcceleration(
                                 body, prescribedOf<double>(model_, body, t_))));
        return c.eigen();
    }

    /// @param across for tree joint i, V_B - S^T V_A without its motion
    /// @param closing right-hand side of a closure's rows
    template <typename Across, typename Closing>
    std::vector<Vec6<double>> solve(MultiHandle& dense, Across across, Closing closing,
                                    int& mostHandles) {
        for (std::size_t i = state_.links.size(); i-- > 0;) {
            const TreeLink<double>& k = state_.links[i];
            std::visit(
                [&](auto joint) {
                    using J = decltype(joint);
                    if constexpr (J::nu < 6) {
                        const MatrixXd D = ConstraintSpace<J, double>(k).basis().transpose();
                        Connection c;
                        add(dense, c, static_cast<int>(i), Vector3d::Zero(), D);
                        if (k.parent != ground) add(dense, c, k.parent, k.r.eigen(), -D);
                        c.c = D * across(i);
                        dense.joints.push_back(std::move(c));
                    }
                },
                k.joint);
        }
        addClosures(dense, closing);
        std::vector<Vec6<double>> V = dense.solve();
        mostHandles = dense.most;
        return V;
    }

    static void add(MultiHandle& dense, Connection& c, int link, const Vector3d& arm,
                    const MatrixXd& J) {
        c.handles.push_back(static_cast<int>(dense.handles.size()));
        c.J.push_back(J);
        dense.handles.push_back({link, arm});
    }

    /// Inserts each closure directly after the tree joint that brings both its ends into one node:
    /// the deepest body that carries both is then the innermost of that node.
    template <typename Closing>
    void addClosures(MultiHandle& dense, Closing closing) {
        const std::span<const BodyKinematics<double>> bodies(state_.bodies);
        for (const int index : model_.tree.closures) {
            const Constraint& constraint = model_.constraints[std::size_t(index)];
            ConstraintTerms<double> terms;
            evaluate(constraint, motionOf(model_, constraint, t_),
                     momentree::at(bodies, constraint.bodyA),
                     momentree::at(bodies, constraint.bodyB), terms);
            Connection c;
            const auto end = [&](int body, const auto& J) {
                if (body == ground) return -1;
                const int link = model_.tree.ofBody[std::size_t(body)];
                add(dense, c, link, state_.links[std::size_t(link)].s.eigen(), J);
                return link;
            };
            const int a = end(constraint.bodyA, terms.J_a), b = end(constraint.bodyB, terms.J_b);
            c.c = closing(terms, a, b);
            dense.joints.insert(whereJoined(dense, a, b), std::move(c));
        }
    }

    std::vector<Connection>::iterator whereJoined(MultiHandle& dense, int a, int b) {
        std::vector<int> above;  // ancestors of a, including a
        for (int i = a; i >= 0; i = state_.links[std::size_t(i)].parent) above.push_back(i);
        int common = b;
        while (common >= 0 && a >= 0 && std::ranges::find(above, common) == above.end())
            common = state_.links[std::size_t(common)].parent;
        if (a < 0 || b < 0) common = -1;
        // Tree joints are in order from the last link to the first: those of links beyond `common`
        // come first.
        auto place = dense.joints.begin();
        while (place != dense.joints.end() &&
               (common < 0 || dense.handles[std::size_t(place->handles.front())].body > common))
            ++place;
        return place;
    }

    const Model& model_;
    double t_;
    TreeState<double> state_;
    std::vector<ConstraintTerms<double>> terms_;
};

/// [v; w] of the centres of mass, model order.
VectorXd ofCentres(const Model& model, const TreeState<double>& placed,
                   const std::vector<Vec6<double>>& V, bool accelerations,
                   const std::vector<Vec6<double>>& velocities) {
    VectorXd all(6 * Eigen::Index(V.size()));
    for (std::size_t i = 0; i < V.size(); ++i) {
        const Vector3d s = placed.links[i].s.eigen();
        Vec6<double> centre = shiftVelocity<double>(s, V[i]);
        if (accelerations) {
            const Vector3d w = velocities[i].tail<3>();
            centre.head<3>() += w.cross(w.cross(s));
        }
        all.segment<6>(6 * model.tree.bodies[i].body) = centre;
    }
    return all;
}

}  // namespace

class TestMultiHandle : public QObject {
    Q_OBJECT
private slots:
    void agreesWithCutLoops_data();
    void agreesWithCutLoops();
};

void TestMultiHandle::agreesWithCutLoops_data() {
    QTest::addColumn<Mechanism>("mechanism");
    const auto add = [](const char* name, const Recipe& recipe) {
        for (std::uint64_t seed = 1; seed <= 6; ++seed)
            QTest::addRow("%s %d", name, int(seed)) << Mechanism{name, recipe, 70 + seed};
    };
    Recipe tree{.bodies = 9, .joints = everyType, .branched = true};
    Recipe driven = tree;
    driven.drivenShare = 0.6;
    driven.loads = true;
    add("tree", tree);
    add("driven tree with loads", driven);
    Recipe loop{.bodies = 8,
                .joints = {"revolute", "spherical", "universal"},
                .loads = true,
                .closure = "spherical"};
    add("loop", loop);
    loop.loops = 2;
    add("loops between moving bodies", loop);
}

void TestMultiHandle::agreesWithCutLoops() {
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState start = startStateOf(mechanism, *model);
    const InitialState initial = bodyStates(*model, start);
    const auto system = makeSystem("naudet", model);
    const VectorXd y = startOf(*system, initial);
    const VectorXd p = y.tail(model->tree.nu);
    constexpr double t = 0.0;
    const Sample sample = sampleOf(*system, *model, t, y);
    TreeState<double> placed(*model);
    placed.place(t, y);

    Mechanics mechanics(*model, t, start.q);
    int handles = 0;
    mechanics.velocities = mechanics.velocitiesOf(p, handles);
    VectorXd expected(6 * Eigen::Index(sample.bodies.size()));
    for (std::size_t i = 0; i < sample.bodies.size(); ++i)
        expected.segment<6>(6 * Eigen::Index(i)) << sample.bodies[i].v, sample.bodies[i].w;
    verifyClose(ofCentres(*model, placed, mechanics.velocities, false, {}), expected, 1e-9,
                "velocities", mechanism.seed);
    if (!mechanism.recipe.closure.empty()) QVERIFY(handles > 2);

    const std::vector<Vec6<double>> rates = mechanics.accelerationsOf(start.u);
    verifyClose(ofCentres(*model, placed, rates, true, mechanics.velocities),
                stacked(sample.accelerations), 1e-9, "accelerations", mechanism.seed);
}

MOMENTREE_TEST(TestMultiHandle, Appless)

}  // namespace momentree::test_multi_handle
#include "test_multi_handle.moc"
