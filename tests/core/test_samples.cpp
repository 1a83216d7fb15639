// SPDX-License-Identifier: Apache-2.0
// Starts and samples of every formulation compared with the independent reference.
#include <QTest>

#include "core/diagnostics/solver_columns.hpp"
#include "core/dynamics/observer.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_samples {

using namespace momentree::test;

class TestSamples : public QObject {
    Q_OBJECT
private slots:
    void samples_data();
    void samples();
    void assembledStart_data();
    void assembledStart();
    void reactions_data();
    void reactions();
    void accelerationsAreThoseOfTheRecursion_data();
    void accelerationsAreThoseOfTheRecursion();
    void momentaAreConjugate_data();
    void momentaAreConjugate();
    void momentaTurnWithTheJoint_data();
    void momentaTurnWithTheJoint();
    void multipliersAreRatesOfImpulses_data();
    void multipliersAreRatesOfImpulses();
};

void TestSamples::samples_data() {
    addColumns();
    addRows(odeFormulations(), openMechanisms());
    addRows(odeFormulations(), closedMechanisms());
}

// Poses, velocities, accelerations, energies and drift of a complete sample.
void TestSamples::samples() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = startStateOf(mechanism, *model);
    const auto system = makeSystem(formulation, model);
    const Eigen::VectorXd y = startOf(*system, bodyStates(*model, s));
    const Sample sample = sampleOf(*system, *model, s.t, y);
    verifyClose(flattened(sample.bodies), flattened(bodyStates(*model, s).bodies), 1e-11, "bodies",
                mechanism.seed);
    verifyClose(stacked(sample.accelerations), stacked(accelerations(*model, s).bodies), 1e-10,
                "accelerations", mechanism.seed);
    const Energies e = energies(*model, s);
    verifyClose(Eigen::Vector2d(sample.kinetic, sample.potential),
                Eigen::Vector2d(e.kinetic, e.potential), 1e-11, "energies", mechanism.seed);
    QVERIFY2(sample.driftPosition < 1e-12 && sample.driftVelocity < 1e-11 &&
                 sample.driftAcceleration < 1e-9,
             qPrintable(QStringLiteral("drift %1 %2 %3")
                            .arg(sample.driftPosition)
                            .arg(sample.driftVelocity)
                            .arg(sample.driftAcceleration)));
}

void TestSamples::assembledStart_data() {
    addColumns();
    std::vector<Mechanism> rows;
    std::uint64_t seed = 300;
    for (const std::string& type : everyType)
        rows.push_back({"3 " + type, {.bodies = 3, .joints = {type}, .scrambled = true}, ++seed});
    rows.push_back({"chain", {.bodies = 10, .joints = everyType, .scrambled = true}, ++seed});
    rows.push_back({"driven tree",
                    {.bodies = 20,
                     .joints = everyType,
                     .branched = true,
                     .drivenShare = 0.5,
                     .loads = true,
                     .scrambled = true},
                    ++seed});
    addRows({"naudet", "hdca"}, rows);
}

// For bodies and joints in any order and joints in either direction, the start is as the user wrote
// it.
void TestSamples::assembledStart() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const Result<InitialState> initial = assemble(*model);
    QVERIFY(initial);
    const auto system = makeSystem(formulation, model);
    const Eigen::VectorXd y = startOf(*system, *initial);
    JointState s{y.head(model->tree.nq), VectorXd::Zero(model->tree.nu), 0.0};
    s.u = solveCanonical(*model, s, y.tail(model->tree.nu)).u;
    verifyClose(flattened(bodyStates(*model, s).bodies), flattened(initial->bodies), 1e-11,
                "bodies", mechanism.seed);
    const Eigen::VectorXd ydot = derivativeOf(*system, 0.0, y);
    verifyClose(ydot.head(model->tree.nq), coordinateRates(*model, s), 1e-10, "qdot",
                mechanism.seed);
    verifyClose(ydot.tail(model->tree.nu), momentumRates(*model, s), 1e-10, "pdot", mechanism.seed);

    const Sample sample = sampleOf(*system, *model, 0.0, y);
    for (const JointStart& start : model->description.jointStarts) {
        const auto joint =
            std::find_if(model->joints.begin(), model->joints.end(),
                         [&](const JointElement& j) { return j.name == start.joint; });
        QVERIFY(joint != model->joints.end());
        const auto& seen = sample.joints[static_cast<std::size_t>(joint - model->joints.begin())];
        for (std::size_t k = 0; k < start.q.size(); ++k)
            QVERIFY2(std::abs(seen.q[k] - start.q[k].value) < 1e-11, start.joint.c_str());
        for (std::size_t k = 0; k < start.u.size(); ++k)
            QVERIFY2(std::abs(seen.u[k] - start.u[k].value) < 1e-10, start.joint.c_str());
    }
}

void TestSamples::reactions_data() {
    addColumns();
    std::vector<Mechanism> rows;
    for (const Mechanism& m : openMechanisms())
        if (!m.recipe.loads && m.recipe.drivenShare == 0.0) rows.push_back(m);
    addRows(odeFormulations(), rows);
}

// A joint supplies what its outboard bodies require: momentum rates minus gravity.
void TestSamples::reactions() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = describedStart(*model);
    const auto system = makeSystem(formulation, model);
    const InitialState initial = bodyStates(*model, s);
    const Sample sample = sampleOf(*system, *model, s.t, startOf(*system, initial));

    const std::vector<Vec6<double>> a = accelerations(*model, s).bodies;
    const std::size_t n = model->bodies.size();
    std::vector<Vec6<double>> wrench(n,
                                     Vec6<double>::Zero());  // [tree bodies] about the world origin
    for (std::size_t k = n; k-- > 0;) {
        const TreeBody& t = model->tree.bodies[k];
        const auto i = static_cast<std::size_t>(t.body);
        const BodyState& b = initial.bodies[i];
        const Matrix3d R = rotationOf(b.e), J = R * model->bodies[i].J_C * R.transpose();
        const Vector3d f = model->bodies[i].mass * (a[i].head<3>() - model->gravity);
        wrench[k].head<3>() += f;
        wrench[k].tail<3>() += b.r.cross(f) + J * a[i].tail<3>() + b.w.cross(J * b.w);
        if (t.parent != ground) wrench[static_cast<std::size_t>(t.parent)] += wrench[k];
        const JointElement& joint = model->joints[static_cast<std::size_t>(t.element)];
        const Vector3d B = b.r + R * joint.B.frame.r;
        Vec6<double> expected = wrench[k];
        expected.tail<3>() -= B.cross(wrench[k].head<3>());
        verifyClose(sample.joints[static_cast<std::size_t>(t.element)].reaction, expected, 1e-9,
                    joint.name.c_str(), mechanism.seed);
    }
}

void TestSamples::accelerationsAreThoseOfTheRecursion_data() {
    addColumns();
    addRows(
        {"naudet", "hdca", "aba", "dca"},
        {{"tree", {.bodies = 30, .joints = everyType, .branched = true}, 31},
         {"loaded tree", {.bodies = 30, .joints = everyType, .branched = true, .loads = true}, 32},
         {"driven tree",
          {.bodies = 30, .joints = everyType, .branched = true, .drivenShare = 0.5, .loads = true},
          33}});
}

// The observation of a state with momenta agrees with the articulated-body recursion for the same
// state with speeds, which solves the same equations in a different way.
void TestSamples::accelerationsAreThoseOfTheRecursion() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = describedStart(*model);
    const InitialState initial = bodyStates(*model, s);
    const auto system = makeSystem(formulation, model), recursion = makeSystem("aba", model);
    const Sample sample = sampleOf(*system, *model, s.t, startOf(*system, initial));
    const Eigen::VectorXd udot =
        derivativeOf(*recursion, s.t, startOf(*recursion, initial)).tail(model->tree.nu);
    verifyClose(stacked(sample.accelerations), stacked(bodyAccelerations(*model, s, udot)), 1e-12,
                "accelerations", mechanism.seed);
}

void TestSamples::multipliersAreRatesOfImpulses_data() {
    QTest::addColumn<std::string>("formulation");
    for (const char* id : {"naudet", "hdca"}) QTest::newRow(id) << std::string(id);
}

// The impulses sigma in p = dT/du + J^T sigma grow at the rate of the closing joint's force.
void TestSamples::multipliersAreRatesOfImpulses() {
    QFETCH(std::string, formulation);
    const auto model =
        randomModel({.bodies = 6, .joints = {"revolute"}, .closure = "spherical"}, 34);
    const auto system = makeSystem(formulation, model);
    const Eigen::VectorXd y = startOf(*system, bodyStates(*model, closedState(*model)));
    const Eigen::VectorXd ydot = derivativeOf(*system, 0.0, y);
    const Eigen::Index n = model->tree.nu;
    const auto impulses = [&](double t) {  // along the motion; revolutes: u = qdot
        const Eigen::VectorXd moved = y + t * ydot;
        const Eigen::VectorXd u = derivativeOf(*system, t, moved).head(n);
        const JointState s{moved.head(n), u, t};
        const Eigen::VectorXd excess = moved.tail(n) - kineticMomenta(*model, s);
        return Eigen::VectorXd(
            closureJacobian(*model, s).transpose().colPivHouseholderQr().solve(excess));
    };
    const double h = 1e-5;  // differences are accurate to h^2 and 1e-16 / h
    const Eigen::VectorXd rate = (impulses(h) - impulses(-h)) / (2 * h);
    const Eigen::VectorXd lambda =
        accelerations(*model, JointState{y.head(n), ydot.head(n), 0.0}).lambda;
    verifyClose(rate, lambda, 1e-6, "dsigma/dt", 34);
    const Vector3d force = sampleOf(*system, *model, 0.0, y).joints.back().reaction.head<3>();
    QVERIFY2(std::abs(force.norm() / lambda.norm() - 1.0) < 1e-9, "the joint's force is lambda");
}

void TestSamples::momentaAreConjugate_data() {
    addColumns();
    addRows({"aba", "dca", "lagrange-index1", "null-space"}, openMechanisms());
    addRows({"naudet"}, closedMechanisms());
}

// Momenta of joints equal the reference's dT/du; those of all bodies add up.
void TestSamples::momentaAreConjugate() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const JointState s = startStateOf(mechanism, *model);
    const auto system = makeSystem(formulation, model);
    const InitialState initial = bodyStates(*model, s);
    const Sample sample = sampleOf(*system, *model, s.t, startOf(*system, initial));
    const RowLayout layout(*model);
    SolverColumns columns(*model, layout);
    std::vector<double> row(static_cast<std::size_t>(layout.width()));
    columns.write(sample, row);
    Eigen::VectorXd p(model->tree.nu);
    for (const TreeBody& tree : model->tree.bodies) {
        const int nu = speedCount(tree.joint);
        p.segment(tree.firstU, nu) =
            Eigen::Map<const Eigen::VectorXd>(row.data() + columns.joint(tree.element), nu);
    }
    verifyClose(p, kineticMomenta(*model, s), 1e-11, "dT/du", mechanism.seed);
    Vec6<double> sum = Vec6<double>::Zero();
    for (std::size_t i = 0; i < model->bodies.size(); ++i) {
        const BodyState& b = initial.bodies[i];
        const Matrix3d R = rotationOf(b.e);
        const Vector3d P = model->bodies[i].mass * b.v;
        sum.head<3>() += P;
        sum.tail<3>() += R * model->bodies[i].J_C * R.transpose() * b.w + b.r.cross(P);
    }
    verifyClose(Eigen::Map<const Vec6<double>>(row.data() + columns.momentum()), sum, 1e-12,
                "momentum of all bodies", mechanism.seed);
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(sample.bodies);
    NewtonEuler<double> direct(*model);
    direct.hold(closureStructure(*model, initial.bodies));
    direct.evaluate(s.t, bodies, std::vector<double>(model->axialLoads.size(), 0.0), 0.0);
    verifyClose(Eigen::Map<const Eigen::VectorXd>(row.data() + columns.multiplier(0),
                                                  columns.multiplierCount()),
                direct.sigma, 1e-8, "multipliers", mechanism.seed);
}

void TestSamples::momentaTurnWithTheJoint_data() { assembledStart_data(); }

// In either direction of a joint, its momenta belong to its own speeds: 2 T = sum p u.
void TestSamples::momentaTurnWithTheJoint() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const Result<InitialState> initial = assemble(*model);
    QVERIFY(initial);
    const auto system = makeSystem(formulation, model);
    const Sample sample = sampleOf(*system, *model, 0.0, startOf(*system, *initial));
    const RowLayout layout(*model);
    SolverColumns columns(*model, layout);
    std::vector<double> row(static_cast<std::size_t>(layout.width()));
    columns.write(sample, row);
    double sum = 0.0;
    for (std::size_t j = 0; j < model->joints.size(); ++j)
        for (int k = 0; k < columns.jointCount(static_cast<int>(j)); ++k)
            sum += row[static_cast<std::size_t>(columns.joint(static_cast<int>(j)) + k)] *
                   sample.joints[j].u[static_cast<std::size_t>(k)];
    QVERIFY2(std::abs(sum - 2.0 * sample.kinetic) <= 1e-11 * sample.kinetic,
             qPrintable(QStringLiteral("sum %1, 2 T %2").arg(sum).arg(2.0 * sample.kinetic)));
}

MOMENTREE_TEST(TestSamples, Appless)

}  // namespace momentree::test_samples
#include "test_samples.moc"
