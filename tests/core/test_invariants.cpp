// SPDX-License-Identifier: Apache-2.0
// Invariants of the motion for every formulation: energy, momentum, closed-form solutions.
#include <QTest>

#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_invariants {

using namespace momentree::test;

namespace {

void addFormulations() {
    QTest::addColumn<std::string>("formulation");
    for (const std::string& id : odeFormulations()) QTest::addRow("%s", id.c_str()) << id;
}

/// Linear momentum and angular momentum about the world origin.
Vec6<double> momentum(const Model& model, const Sample& sample) {
    Vec6<double> total = Vec6<double>::Zero();
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const BodyState& b = sample.bodies[i];
        const Matrix3d R = rotationOf(b.e);
        const Vector3d p = model.bodies[i].mass * b.v;
        total.head<3>() += p;
        total.tail<3>() += b.r.cross(p) + R * (model.bodies[i].J_C * (R.transpose() * b.w));
    }
    return total;
}

std::shared_ptr<const Model> weightless(const Recipe& recipe, std::uint64_t seed) {
    ModelDescription d = describe(recipe, seed);
    d.gravity = {0.0, 0.0, 0.0};
    return build(d);
}

struct Errors {
    double energy = 0.0;
    Vec6<double> momentum = Vec6<double>::Zero();
};

/// Largest changes of energy and momentum over `duration` [s] at step `h` [s].
Errors changes(const std::string& id, std::shared_ptr<const Model> model, double h,
               double duration) {
    const auto system = makeSystem(id, model);
    RungeKutta run(*system, startOf(*system, bodyStates(*model, describedStart(*model))), h);
    Sample sample = sampleOf(*system, *model, 0.0, run.state());
    const double E = sample.kinetic + sample.potential;
    const Vec6<double> P = momentum(*model, sample);
    Errors worst;
    while (run.time() < duration - h / 2) {
        run.step();
        system->observe(run.time(), run.state(), sample);
        worst.energy = std::max(worst.energy, std::abs(sample.kinetic + sample.potential - E));
        worst.momentum = worst.momentum.cwiseMax((momentum(*model, sample) - P).cwiseAbs());
    }
    return worst;
}

}  // namespace

class TestInvariants : public QObject {
    Q_OBJECT
private slots:
    void freeBody_data() { addFormulations(); }
    void freeBody();
    void freeSystem_data() { addFormulations(); }
    void freeSystem();
    void energyErrorIsOfFourthOrder_data();
    void energyErrorIsOfFourthOrder();
    void steadyPrecession_data() { addFormulations(); }
    void steadyPrecession();
};

// A single asymmetric body in free flight: momentum and energy are constant up to the integration
// error.
void TestInvariants::freeBody() {
    QFETCH(std::string, formulation);
    const auto model = weightless({.bodies = 1, .joints = {"free"}}, 501);
    const Errors coarse = changes(formulation, model, 0.02, 2.0);
    const Errors fine = changes(formulation, model, 0.01, 2.0);
    QVERIFY2(fine.energy < coarse.energy / 12 && fine.energy < 1e-8,
             qPrintable(QStringLiteral("%1 then %2").arg(coarse.energy).arg(fine.energy)));
    const double coarseMomentum = coarse.momentum.norm(), fineMomentum = fine.momentum.norm();
    QVERIFY2(fineMomentum < coarseMomentum / 12 || fineMomentum < 1e-12,
             qPrintable(QStringLiteral("%1 then %2").arg(coarseMomentum).arg(fineMomentum)));
    QVERIFY(fineMomentum < 1e-7);
}

// Joined bodies without ground or gravity: joint forces cancel in pairs.
void TestInvariants::freeSystem() {
    QFETCH(std::string, formulation);
    const auto model = weightless(
        {.bodies = 6,
         .joints = {"free", "revolute", "spherical", "universal", "cylindrical", "free"}},
        502);
    const Errors coarse = changes(formulation, model, 0.01, 0.5);
    const Errors fine = changes(formulation, model, 0.005, 0.5);
    QVERIFY2(
        fine.momentum.norm() < coarse.momentum.norm() / 10 && fine.momentum.norm() < 1e-5,
        qPrintable(
            QStringLiteral("%1 then %2").arg(coarse.momentum.norm()).arg(fine.momentum.norm())));
    QVERIFY2(fine.energy < coarse.energy / 10,
             qPrintable(QStringLiteral("%1 then %2").arg(coarse.energy).arg(fine.energy)));
}

void TestInvariants::energyErrorIsOfFourthOrder_data() {
    addColumns();
    std::vector<Mechanism> open = openMechanisms();
    std::erase_if(open, [](const Mechanism& m) {
        return m.recipe.loads || m.recipe.drivenShare > 0.0 || m.recipe.branched ||
               m.recipe.joints.front() == "fixed" || m.recipe.bodies > 8;
    });
    addRows(odeFormulations(), open);
}

// Halving the step divides the energy error of the fourth-order integration by 16 or more; a factor
// of 10 allows for terms of higher order.
void TestInvariants::energyErrorIsOfFourthOrder() {
    QFETCH(std::string, formulation);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const double coarse = changes(formulation, model, 2e-3, 0.2).energy;
    const double fine = changes(formulation, model, 1e-3, 0.2).energy;
    QVERIFY2(fine < coarse / 10 || fine < 1e-10,
             qPrintable(QStringLiteral("%1 J then %2 J").arg(coarse).arg(fine)));
    QVERIFY2(fine < 1e-3, qPrintable(QStringLiteral("%1 J").arg(fine)));
}

// A symmetric top with horizontal axis precesses steadily at W where J_spin w W = m g l.
void TestInvariants::steadyPrecession() {
    QFETCH(std::string, formulation);
    const double m = 1.3, l = 0.2, Jspin = 0.02, Jcross = 0.05, W = 1.1;
    ModelDescription d;
    d.gravity = {0.0, 0.0, -9.81};
    BodyDescription top;
    top.name = "top";
    top.mass = m;
    top.com = {l, 0.0, 0.0};
    top.inertia[0][0] = Jspin;
    top.inertia[1][1] = top.inertia[2][2] = Jcross;
    d.bodies.push_back(top);
    JointDescription joint;
    joint.name = "pivot";
    joint.type = "spherical";
    joint.a = {"ground", ""};
    joint.b = {"top", ""};
    d.joints.push_back(joint);
    const double spin = m * 9.81 * l / (Jspin * W);
    d.jointStarts.push_back({"pivot", {1.0, 0.0, 0.0, 0.0}, {spin, 0.0, W}});
    const auto model = build(d);
    const auto system = makeSystem(formulation, model);
    RungeKutta run(*system, startOf(*system, bodyStates(*model, describedStart(*model))), 2.5e-4);
    for (int k = 0; k < 4000; ++k) run.step();
    const Sample sample = sampleOf(*system, *model, run.time(), run.state());
    const Vector3d axis = rotationOf(sample.bodies[0].e).col(0);
    verifyClose(axis, Vector3d(std::cos(W), std::sin(W), 0.0), 1e-6, "axis of the top");
}

MOMENTREE_TEST(TestInvariants, Appless)

}  // namespace momentree::test_invariants
#include "test_invariants.moc"
