// SPDX-License-Identifier: Apache-2.0
// Methods that keep loops closed and the impulses of their constraints small.
#include <QTest>

#include "core/formulations/hdca/hdca.hpp"
#include "core/formulations/multipliers/hamilton_index2.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/catalogue.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_drift_control {

using namespace momentree::test;

namespace {

/// Far from all singular poses; `assemble` finds the angles of coupler and rocker.
std::shared_ptr<const Model> fourBar() {
    return build(describe(FourBarModel{.endX = 0.8, .endY = 0.3, .angle = 1.2, .coupler0 = 0.1}));
}

std::unique_ptr<System> systemWithReset(const std::string& id, std::shared_ptr<const Model> model,
                                        double interval) {
    RunSpec spec;
    spec.formulation = id;
    spec.momentumReset = interval;
    if (id == "naudet") return makeNaudet<double>(std::move(model), spec);
    if (id == "hdca") return makeHdca<double>(std::move(model), spec);
    return makeHamiltonIndex2<double>(std::move(model), spec);
}

/// The largest momentum in the state beyond those of the bodies: the impulses of constraints.
double excess(const std::string& id, System& system, const Model& model, double t,
              const Eigen::VectorXd& y) {
    if (id != "hamilton-index2") {
        const Eigen::Index n = model.tree.nu;
        const JointState s{y.head(n), derivativeOf(system, t, y).head(n), t};
        return (y.tail(n) - kineticMomenta(model, s)).lpNorm<Eigen::Infinity>();
    }
    const Sample sample = sampleOf(system, model, t, y);
    double largest = 0.0;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const BodyState& body = sample.bodies[i];
        const Matrix3d R = rotationOf(body.e);
        Vec6<double> P;
        P << model.bodies[i].mass * body.v, R * (model.bodies[i].J_C * (R.transpose() * body.w));
        const auto at =
            static_cast<Eigen::Index>(system.positionSize()) + static_cast<Eigen::Index>(6 * i);
        largest = std::max(largest, (y.segment<6>(at) - P).lpNorm<Eigen::Infinity>());
    }
    return largest;
}

}  // namespace

class TestDriftControl : public QObject {
    Q_OBJECT
private slots:
    void feedbackClosesWhatOpened_data();
    void feedbackClosesWhatOpened();
    void momentaAreReset_data();
    void momentaAreReset();
};

void TestDriftControl::feedbackClosesWhatOpened_data() {
    QTest::addColumn<std::string>("formulation");
    for (const std::string& id : odeFormulations()) QTest::newRow(id.c_str()) << id;
}

// A loop open by a tenth of a millimetre at the start stays open, closes at 20 1/s, or closes in
// the first step by correction.
void TestDriftControl::feedbackClosesWhatOpened() {
    QFETCH(std::string, formulation);
    const auto model = fourBar();
    const Result<InitialState> initial = assemble(*model);
    QVERIFY(initial);
    const auto drifts = [&](double feedback, bool correction, int steps) {
        const auto system = makeSystem(formulation, model, feedback, correction);
        Eigen::VectorXd y = startOf(*system, *initial);
        y[0] += 1e-4;
        const double before = sampleOf(*system, *model, 0.0, y).driftPosition;
        RungeKutta run(*system, y, 1e-3);
        for (int k = 0; k < steps; ++k) run.step();
        return sampleOf(*system, *model, run.time(), run.state()).driftPosition / before;
    };
    const double without = drifts(0.0, false, 500), with = drifts(20.0, false, 500);
    QVERIFY2(without > 0.2 && with < 1e-2,
             qPrintable(QStringLiteral("%1 without, %2 with").arg(without).arg(with)));
    QVERIFY(drifts(0.0, true, 1) < 1e-6);
    QVERIFY(drifts(0.0, true, 500) < 1e-9);
}

void TestDriftControl::momentaAreReset_data() {
    QTest::addColumn<std::string>("formulation");
    for (const char* id : {"hdca", "naudet", "hamilton-index2"})
        QTest::newRow(id) << std::string(id);
}

// Impulses accumulate until a reset is due, here every 0.1 s; with resets in each step they do not.
void TestDriftControl::momentaAreReset() {
    QFETCH(std::string, formulation);
    const auto model = fourBar();
    const Result<InitialState> initial = assemble(*model);
    QVERIFY(initial);
    for (const double interval : {0.0, 0.1}) {
        const auto system = systemWithReset(formulation, model, interval);
        RungeKutta run(*system, startOf(*system, *initial), 0.01);
        for (int k = 1; k <= 30; ++k) {
            run.step();
            const double left = excess(formulation, *system, *model, run.time(), run.state());
            const bool reset = interval == 0.0 || k % 10 == 0;
            QVERIFY2(reset ? left < 1e-9 : left > 1e-3,
                     qPrintable(QStringLiteral("%1 after %2 steps").arg(left).arg(k)));
        }
    }
}

MOMENTREE_TEST(TestDriftControl, Appless)

}  // namespace momentree::test_drift_control
#include "test_drift_control.moc"
