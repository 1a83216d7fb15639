// SPDX-License-Identifier: Apache-2.0
// Rates of every formulation at single instants compared with the independent reference; rows are
// formulation and mechanism. Tolerances are the errors of prototypes with a margin of about 30.
#include <QTest>

#include "core/kinematics/assemble.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_formulations {

using namespace momentree::test;

namespace {

/// State of a formulation in absolute coordinates: [r; e] of every body, then [v; w].
Eigen::VectorXd absoluteState(const InitialState& initial) {
    const auto n = static_cast<Eigen::Index>(initial.bodies.size());
    Eigen::VectorXd y(13 * n);
    for (Eigen::Index i = 0; i < n; ++i) {
        const BodyState& b = initial.bodies[static_cast<std::size_t>(i)];
        y.segment<7>(7 * i) << b.r, b.e;
        y.segment<6>(7 * n + 6 * i) << b.v, b.w;
    }
    return y;
}

}  // namespace

class TestFormulations : public QObject {
    Q_OBJECT
private slots:
    void start_data();
    void start();
    void canonicalRates_data() { start_data(); }
    void canonicalRates();
    void closedStart_data();
    void closedStart();
    void closedRates_data() { closedStart_data(); }
    void closedRates();
    void jointAccelerations_data();
    void jointAccelerations();
    void absoluteRates_data();
    void absoluteRates();
    void ratesFollowAccelerations_data();
    void ratesFollowAccelerations();
    void loadsReachTheRoot_data();
    void loadsReachTheRoot();
    void longChain();
};

void TestFormulations::start_data() {
    addColumns();
    addRows({"naudet", "hdca"}, openMechanisms());
}

// The initial state is [q; dT/du] with the described coordinates.
void TestFormulations::start() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = describedStart(*model);
    const auto system = makeSystem(formulation, model);
    const Eigen::VectorXd y = startOf(*system, bodyStates(*model, s));
    QCOMPARE(y.size(), model->tree.nq + model->tree.nu);
    verifyClose(y.head(model->tree.nq), s.q, 1e-12, "q", mechanism.seed);
    verifyClose(y.tail(model->tree.nu), kineticMomenta(*model, s), 1e-11, "p", mechanism.seed);
}

void TestFormulations::canonicalRates() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const auto system = makeSystem(formulation, model);
    startOf(*system, bodyStates(*model, describedStart(*model)));
    Random random(mechanism.seed + 1000);
    const JointState s = randomState(*model, random);
    const Eigen::VectorXd ydot =
        derivativeOf(*system, s.t, stateOf(*system, s.q, kineticMomenta(*model, s)));
    verifyClose(ydot.head(model->tree.nq), coordinateRates(*model, s), 1e-11, "qdot",
                mechanism.seed);
    verifyClose(ydot.tail(model->tree.nu), momentumRates(*model, s), 1e-11, "pdot", mechanism.seed);
}

void TestFormulations::closedStart_data() {
    addColumns();
    addRows({"naudet", "hdca"}, closedMechanisms());
}

// A closed loop starts without impulses of its closing joint: p = dT/du.
void TestFormulations::closedStart() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = closedState(*model);
    const auto system = makeSystem(formulation, model);
    const Eigen::VectorXd y = startOf(*system, bodyStates(*model, s));
    verifyClose(y.tail(model->tree.nu), kineticMomenta(*model, s), 1e-11, "p", mechanism.seed);
}

// With impulses of the closing joint in the momenta, the speeds must be unchanged, but not pdot.
void TestFormulations::closedRates() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = closedState(*model);
    const MatrixXd J = closureJacobian(*model, s);
    Random random(mechanism.seed + 1000);
    Eigen::VectorXd sigma(J.rows());
    for (double& x : sigma) x = random.uniform(-1.0, 1.0);
    const Eigen::VectorXd p = kineticMomenta(*model, s) + J.transpose() * sigma;
    const CanonicalSolution solution = solveCanonical(*model, s, p);
    verifyClose(solution.u, s.u, 1e-11, "u of the reference", mechanism.seed);

    const auto system = makeSystem(formulation, model);
    startOf(*system, bodyStates(*model, s));
    const Eigen::VectorXd ydot = derivativeOf(*system, s.t, stateOf(*system, s.q, p));
    verifyClose(ydot.head(model->tree.nq), coordinateRates(*model, s), 1e-11, "qdot",
                mechanism.seed);
    verifyClose(ydot.tail(model->tree.nu), momentumRates(*model, s, solution.sigma), 1e-11, "pdot",
                mechanism.seed);
}

void TestFormulations::jointAccelerations_data() {
    addColumns();
    addRows({"aba", "dca", "lcaba", "cluster"}, allMechanisms());
}

void TestFormulations::jointAccelerations() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = startStateOf(mechanism, *model);
    const auto system = makeSystem(formulation, model);
    const Eigen::VectorXd y = startOf(*system, bodyStates(*model, s));
    verifyClose(joined(y.head(s.q.size()), y.tail(s.u.size())), joined(s.q, s.u), 1e-12, "y",
                mechanism.seed);
    JointState moved = s;
    if (mechanism.recipe.closure.empty()) {
        Random random(mechanism.seed + 1000);
        moved = randomState(*model, random);
    }
    const Eigen::VectorXd ydot = derivativeOf(*system, moved.t, stateOf(*system, moved.q, moved.u));
    verifyClose(ydot.head(model->tree.nq), coordinateRates(*model, moved), 1e-14, "qdot",
                mechanism.seed);
    verifyClose(ydot.tail(model->tree.nu), accelerations(*model, moved).udot, 1e-10, "udot",
                mechanism.seed);
}

void TestFormulations::absoluteRates_data() {
    addColumns();
    addRows({"lagrange-index1", "udwadia-kalaba", "null-space"}, allMechanisms());
}

void TestFormulations::absoluteRates() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = startStateOf(mechanism, *model);
    const auto system = makeSystem(formulation, model);
    const InitialState initial = bodyStates(*model, s);
    const Eigen::VectorXd y = startOf(*system, initial);
    const auto n = static_cast<Eigen::Index>(model->bodies.size());
    verifyClose(joined(y.head(7 * n), y.tail(6 * n)), absoluteState(initial), 1e-14, "y",
                mechanism.seed);
    const Eigen::VectorXd ydot = derivativeOf(*system, s.t, y);
    for (Eigen::Index i = 0; i < n; ++i)
        verifyClose(ydot.segment<3>(7 * i), y.tail(6 * n).segment<3>(6 * i), 1e-14, "rdot",
                    mechanism.seed);
    verifyClose(ydot.tail(6 * n), stacked(accelerations(*model, s).bodies), 1e-10, "accelerations",
                mechanism.seed);
}

void TestFormulations::ratesFollowAccelerations_data() {
    addColumns();
    std::vector<Mechanism> open = openMechanisms();
    std::erase_if(open, [](const Mechanism& m) {
        return m.name.starts_with("planar") || (m.recipe.branched && !m.name.ends_with(" 0"));
    });
    addRows({"naudet", "hdca"}, open);
    addRows({"naudet", "hdca"}, closedMechanisms());
    // The directions of these closures rotate with moving bodies.
    addRows(
        {"naudet", "hdca"},
        {{"hinges between bodies",
          {.bodies = 10, .joints = {"spherical", "universal"}, .closure = "revolute", .loops = 3},
          260}});
}

// d/dt (M u + J^T sigma) along Lagrange's accelerations, extrapolated central differences.
void TestFormulations::ratesFollowAccelerations() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = startStateOf(mechanism, *model);
    const Accelerations a = accelerations(*model, s);
    const VectorXd rate = coordinateRates(*model, s);
    const auto momentaAt = [&](double dt) -> VectorXd {
        const JointState moved{s.q + dt * rate, s.u + dt * a.udot, s.t + dt};
        return kineticMomenta(*model, moved) +
               dt * (closureJacobian(*model, moved).transpose() * a.lambda);
    };
    const auto slope = [&](double h) -> VectorXd {
        return (momentaAt(h) - momentaAt(-h)) / (2 * h);
    };
    const VectorXd expected = (4.0 * slope(1e-4) - slope(2e-4)) / 3.0;

    const auto system = makeSystem(formulation, model);
    const Eigen::VectorXd ydot =
        derivativeOf(*system, s.t, startOf(*system, bodyStates(*model, s)));
    verifyClose(ydot.tail(model->tree.nu), expected, 1e-8, "pdot", mechanism.seed);
}

void TestFormulations::loadsReachTheRoot_data() {
    QTest::addColumn<std::string>("formulation");
    for (const char* id : {"naudet", "hdca"}) QTest::addRow("%s", id) << std::string(id);
}

// Horizontal chain of unit bars at rest: joint k carries the weight of all outboard bars.
void TestFormulations::loadsReachTheRoot() {
    QFETCH(std::string, formulation);
    const int n = 9;
    ModelDescription d = describe(FourBarModel{});
    const BodyDescription bar = d.bodies.front();
    d.bodies.clear();
    d.joints.clear();
    d.jointStarts.clear();
    VectorXd expected(n);
    for (int k = 0; k < n; ++k) {
        d.bodies.push_back(bar);
        d.bodies.back().name = "bar" + std::to_string(k);
        JointDescription joint;
        joint.name = "joint" + std::to_string(k);
        joint.type = "revolute";
        joint.a = k == 0 ? MarkerReference{"ground", "left"}
                         : MarkerReference{"bar" + std::to_string(k - 1), "right"};
        joint.b = {"bar" + std::to_string(k), "left"};
        d.joints.push_back(joint);
        expected[k] = -9.81 * 0.5 * (n - k) * (n - k);
    }
    const auto model = build(d);
    const Result<InitialState> initial = assemble(*model);
    QVERIFY(initial);
    const auto system = makeSystem(formulation, model);
    const Eigen::VectorXd ydot = derivativeOf(*system, 0.0, startOf(*system, *initial));
    verifyClose(ydot.tail(n), expected, 1e-13, "pdot");
}

// The two canonical formulations have no common pass; 1024 bodies amplify any error in either. The
// momenta are of ordinary size: with ordinary speeds they would be so large that the condition of
// the mass matrix costs both formulations the same seven digits.
void TestFormulations::longChain() {
    const auto model = randomModel({.bodies = 1024, .joints = {"revolute"}}, 400);
    const InitialState initial = bodyStates(*model, describedStart(*model));
    const auto naudet = makeSystem("naudet", model), hdca = makeSystem("hdca", model);
    Eigen::VectorXd y = startOf(*naudet, initial);
    verifyClose(startOf(*hdca, initial), y, 1e-11, "y", 400);
    Random random(401);
    for (double& p : y.tail(1024)) p = random.uniform(-1.0, 1.0);
    const Eigen::VectorXd a = derivativeOf(*naudet, 0.0, y), b = derivativeOf(*hdca, 0.0, y);
    verifyClose(b.head(1024), a.head(1024), 1e-10, "u", 400);
    verifyClose(b.tail(1024), a.tail(1024), 1e-12, "pdot", 400);
}

MOMENTREE_TEST(TestFormulations, Appless)

}  // namespace momentree::test_formulations
#include "test_formulations.moc"
