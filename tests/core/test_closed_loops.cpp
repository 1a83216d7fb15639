// SPDX-License-Identifier: Apache-2.0
// Closed loops: planar four-bars compared with the constrained canonical equations, and
// simulations.
#include <QTest>

#include "core/kinematics/assemble.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_closed_loops {

using namespace momentree::test;

namespace {

/// A four-bar closed at the crank's angle: the coupler's end is at the intersection of two circles.
FourBarModel closedAt(double angle, double rate, FourBarModel bar) {
    bar.angle = angle;
    bar.rate = rate;
    const Eigen::Vector2d A(bar.crank * std::cos(angle), bar.crank * std::sin(angle));
    const Eigen::Vector2d d = Eigen::Vector2d(bar.endX, bar.endY) - A;
    const double cosine = (d.squaredNorm() + bar.coupler * bar.coupler - bar.rocker * bar.rocker) /
                          (2 * bar.coupler * d.norm());
    bar.coupler0 = std::atan2(d.y(), d.x()) + std::acos(cosine);
    return bar;
}

constexpr int netWidth = 3;

/// Point masses in rows under three points of ground, each joined to its neighbours by strings.
/// Each is a tree of its own, so that strings connect trees.
ModelDescription netOfStrings(std::vector<Eigen::Vector3d>& points) {
    ModelDescription d;
    d.name = "net";
    Random random(7);
    const auto add = [&](const MarkerReference& a, const Eigen::Vector3d& at,
                         const MarkerReference& b) {
        JointDescription string;
        string.name = "string" + std::to_string(d.joints.size());
        string.type = "distance";
        string.a = a, string.b = b;
        string.length = (at - points.back()).norm();
        d.joints.push_back(string);
    };
    const auto nameOf = [](int k) { return "point" + std::to_string(k); };
    for (int k = 0; k < netWidth * netWidth; ++k) {
        const int row = k / netWidth, column = k % netWidth;
        BodyDescription body;
        body.name = nameOf(k);
        body.mass = 0.1 * (k + 1);
        d.bodies.push_back(body);
        const Eigen::Vector3d top(column, 0.0, 0.0);
        points.emplace_back(column + random.uniform(-0.2, 0.2),
                            -row - 1 + random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2));
        BodyStart start;
        start.body = body.name;
        start.position = Scalar3{points.back().x(), points.back().y(), points.back().z()};
        d.bodyStarts.push_back(start);
        if (row == 0) {
            MarkerDescription marker;
            marker.name = "top" + std::to_string(column);
            marker.position = {top.x(), top.y(), top.z()};
            d.groundMarkers.push_back(marker);
            add({"ground", marker.name}, top, {body.name, ""});
        } else {
            add({nameOf(k - netWidth), ""}, points[static_cast<std::size_t>(k - netWidth)],
                {body.name, ""});
        }
        if (column > 0)
            add({nameOf(k - 1), ""}, points[static_cast<std::size_t>(k - 1)], {body.name, ""});
    }
    return d;
}

const FourBarModel equalBars{.crank = 0.3,
                             .coupler = 0.3,
                             .rocker = 0.3,
                             .endX = 0.4,
                             .endY = 0.0,
                             .inertia = 0.3 * 0.3 / 12};
const FourBarModel crankRocker{
    .crank = 0.1, .coupler = 0.35, .rocker = 0.25, .endX = 0.35, .endY = 0.05, .inertia = 0.004};

}  // namespace

class TestClosedLoops : public QObject {
    Q_OBJECT
private slots:
    void fourBar_data();
    void fourBar();
    void singularFourBar();
    void energyErrorIsOfFourthOrder_data();
    void energyErrorIsOfFourthOrder();
    void formulationsAgreeInTime_data();
    void formulationsAgreeInTime();
    void stringsBetweenTrees_data();
    void stringsBetweenTrees();
};

void TestClosedLoops::fourBar_data() {
    QTest::addColumn<double>("angle");
    QTest::addColumn<double>("rate");
    QTest::addColumn<bool>("equal");
    for (const double angle : {0.3, 0.785398, 1.2, -0.9}) {
        for (const double rate : {2.0, 3.0, -8.0}) {
            QTest::addRow("equal bars at %g, %g rad/s", angle, rate) << angle << rate << true;
            QTest::addRow("crank-rocker at %g, %g rad/s", 2 * angle, rate)
                << 2 * angle << rate << false;
        }
    }
}

// u and pdot of the constrained canonical equations, with impulses of the cut joint in p.
void TestClosedLoops::fourBar() {
    QFETCH(double, angle);
    QFETCH(double, rate);
    QFETCH(bool, equal);
    const auto model = build(describe(closedAt(angle, rate, equal ? equalBars : crankRocker)));
    const JointState s = closedState(*model);
    QVERIFY(closureResiduals(*model, s).norm() < 1e-14);
    QVERIFY(s.u.norm() > 0.3);
    const MatrixXd J = closureJacobian(*model, s);
    VectorXd sigma = VectorXd::Zero(J.rows());
    sigma.head<2>() = Eigen::Vector2d(0.2, -0.5);
    const VectorXd p = kineticMomenta(*model, s) + J.transpose() * sigma;
    const CanonicalSolution solution = solveCanonical(*model, s, p);

    const auto system = makeSystem("hdca", model);
    startOf(*system, bodyStates(*model, s));
    const Eigen::VectorXd ydot = derivativeOf(*system, 0.0, stateOf(*system, s.q, p));
    verifyClose(ydot.head(3), solution.u, 1e-12, "u");
    verifyClose(ydot.tail(3), momentumRates(*model, s, solution.sigma), 1e-12, "pdot");
}

// The rhombus released at 45 degrees swings through the pose in which all bars are collinear: 3 of
// 5 closing constraints are always redundant, and one more direction is lost there.
void TestClosedLoops::singularFourBar() {
    const auto model = build(describe(FourBarModel{}));
    const JointState s = describedStart(*model);
    const auto system = makeSystem("hdca", model);
    RungeKutta run(*system, startOf(*system, bodyStates(*model, s)), 0.01);
    Sample sample = sampleOf(*system, *model, 0.0, run.state());
    const double E = sample.kinetic + sample.potential;
    double energyError = 0.0, drift = 0.0, couplerTurn = 0.0, lowest = 0.0;
    for (int k = 0; k < 3000; ++k) {
        run.step();
        system->observe(run.time(), run.state(), sample);
        energyError = std::max(energyError, std::abs(sample.kinetic + sample.potential - E));
        drift = std::max(drift, sample.driftPosition);
        couplerTurn = std::max(couplerTurn, sample.bodies[1].w.norm());
        lowest = std::min(lowest, sample.bodies[0].r.y());
    }
    QVERIFY2(lowest < -0.499, "the crank passes the singular pose");
    QVERIFY2(energyError < 1e-6, qPrintable(QString::number(energyError)));
    QVERIFY2(drift < 1e-10, qPrintable(QString::number(drift)));
    QVERIFY2(couplerTurn < 1e-6, "the coupler only translates on the parallelogram's branch");
}

void TestClosedLoops::energyErrorIsOfFourthOrder_data() {
    addColumns();
    std::vector<Mechanism> loops = closedMechanisms();
    std::erase_if(loops, [](const Mechanism& m) { return m.recipe.loads; });
    addRows(odeFormulations(), loops);
}

// Halving the step divides the energy error of the fourth-order integration by 16 or more; a factor
// of 8 allows for terms of higher order.
void TestClosedLoops::energyErrorIsOfFourthOrder() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const InitialState initial = bodyStates(*model, closedState(*model));
    const auto system = makeSystem(formulation, model);
    const auto energyError = [&](double h, int steps) {
        RungeKutta run(*system, startOf(*system, initial), h);
        Sample sample = sampleOf(*system, *model, 0.0, run.state());
        const double E = sample.kinetic + sample.potential;
        double worst = 0.0;
        for (int k = 0; k < steps; ++k) {
            run.step();
            system->observe(run.time(), run.state(), sample);
            worst = std::max(worst, std::abs(sample.kinetic + sample.potential - E));
        }
        return worst;
    };
    const double coarse = energyError(4e-3, 100), fine = energyError(2e-3, 200);
    QVERIFY2(fine < coarse / 8 || fine < 1e-10,
             qPrintable(QStringLiteral("%1 J then %2 J").arg(coarse).arg(fine)));
    QVERIFY2(fine < 1e-2, qPrintable(QStringLiteral("%1 J").arg(fine)));
}

void TestClosedLoops::formulationsAgreeInTime_data() {
    addColumns();
    addRows({"naudet", "hdca", "dca", "aba", "hamilton-index2"}, closedMechanisms());
}

// Two formulations without a common pass, half a second of motion.
void TestClosedLoops::formulationsAgreeInTime() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const InitialState initial = bodyStates(*model, closedState(*model));
    const auto endOf = [&](const std::string& id) {
        const auto system = makeSystem(id, model);
        RungeKutta run(*system, startOf(*system, initial), 1e-3);
        for (int k = 0; k < 300; ++k) run.step();
        return flattened(sampleOf(*system, *model, run.time(), run.state()).bodies);
    };
    verifyClose(endOf(formulation), endOf("lagrange-index1"), 1e-6, "bodies", mechanism.seed);
}

MOMENTREE_TEST(TestClosedLoops, Appless)

void TestClosedLoops::stringsBetweenTrees_data() {
    QTest::addColumn<std::string>("formulation");
    for (const char* id : {"naudet", "hdca", "dca", "aba"})
        QTest::addRow("%s", id) << std::string(id);
}

// At rest, momenta p give the speeds u = M^-1 (p - J^T s), J u = 0, and weights the accelerations
// of the same form; rows of J are the directions of the strings.
void TestClosedLoops::stringsBetweenTrees() {
    QFETCH(std::string, formulation);
    std::vector<Eigen::Vector3d> points;
    const auto model = build(netOfStrings(points));
    const int n = netWidth * netWidth;
    Eigen::VectorXd mass(3 * n), p(3 * n);
    Random random(8);
    const bool forces = formulation == "aba" || formulation == "dca";
    for (int k = 0; k < n; ++k) {
        mass.segment<3>(3 * k).setConstant(0.1 * (k + 1));
        for (int i = 0; i < 3; ++i)
            p[3 * k + i] = forces ? mass[3 * k] * model->gravity[i] : random.uniform(-1.0, 1.0);
    }
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(n + netWidth * (netWidth - 1), 3 * n);
    int string = 0;
    for (int k = 0; k < n; ++k) {
        const Eigen::Vector3d& r = points[static_cast<std::size_t>(k)];
        const auto connect = [&](int other, const Eigen::Vector3d& end) {
            J.block<1, 3>(string, 3 * k) = (r - end).normalized().transpose();
            if (other >= 0) J.block<1, 3>(string, 3 * other) = -J.block<1, 3>(string, 3 * k);
            ++string;
        };
        const int above = k - netWidth;
        connect(above,
                above < 0 ? Eigen::Vector3d(k, 0.0, 0.0) : points[static_cast<std::size_t>(above)]);
        if (k % netWidth > 0) connect(k - 1, points[static_cast<std::size_t>(k - 1)]);
    }
    const Eigen::MatrixXd MJ = mass.cwiseInverse().asDiagonal() * J.transpose();
    const Eigen::VectorXd free = p.cwiseQuotient(mass);
    const Eigen::VectorXd expected = free - MJ * (J * MJ).ldlt().solve(J * free);

    const auto system = makeSystem(formulation, model);
    const auto initial = assemble(*model);
    QVERIFY(initial.has_value());
    Eigen::VectorXd y = startOf(*system, *initial);
    QCOMPARE(model->tree.nu, 3 * n);
    if (!forces) y.tail(3 * n) = p;
    const Eigen::VectorXd ydot = derivativeOf(*system, 0.0, y);
    verifyClose(forces ? ydot.tail(3 * n) : ydot.head(3 * n), expected, 1e-11, "rates", 7);
}

}  // namespace momentree::test_closed_loops
#include "test_closed_loops.moc"
