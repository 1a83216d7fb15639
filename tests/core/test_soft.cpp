// SPDX-License-Identifier: Apache-2.0
// Soft constraints with MuJoCo's parameters: impedance, sag, an independent prototype, and the
// energy that the constraints take (THEORY 6.11).
#include <QTest>
#include <cmath>

#include "core/formulations/soft/impedance.hpp"
#include "core/session/run.hpp"
#include "support/compare.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_soft {

using namespace momentree::test;

namespace {

RunSpec soft(double step, const char* integrator = "soft-euler") {
    RunSpec spec;
    spec.formulation = "soft";
    spec.integrator = integrator;
    spec.step = step;
    return spec;
}

/// A body that hangs on a spherical joint above its centre of mass.
std::shared_ptr<const Model> hanging(double mass) {
    const std::string m = std::to_string(mass);
    return built(R"({"version": 1, "name": "hanging", "gravity": [0, 0, -9.81],
        "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [{"name": "weight", "mass": )" +
                 m + R"(, "com": [0, 0, -0.3], "inertia": [)" + m + ", " + m + ", " + m + R"(],
                    "markers": {"P": [0, 0, 0]}}],
        "joints": [{"name": "J", "type": "spherical", "a": "ground.O", "b": "weight.P"}]})");
}

QString refusalOf(const RunSpec& spec, const Model& model) {
    const auto checked = Catalogue().check(model, spec);
    return checked ? QString() : QString::fromStdString(toString(checked.error().front()));
}

}  // namespace

class TestSoft : public QObject {
    Q_OBJECT
private slots:
    void impedance() {
        const SoftConstraints usual;
        QCOMPARE(impedanceOf(usual, 0.0), 0.9);
        QCOMPARE(impedanceOf(usual, 0.0003), 0.909);
        QCOMPARE(impedanceOf(usual, 0.0005), 0.925);
        QCOMPARE(impedanceOf(usual, 0.001), 0.95);
        QCOMPARE(impedanceOf(usual, 1.0), 0.95);
        SoftConstraints linear;
        linear.power = 1.0;
        QCOMPARE(impedanceOf(linear, 0.0003), 0.915);
    }

    void parametersAreRead() {
        const auto all = softConstraintsOf("soft-euler:0.004,0.5,0.8,0.99,0.002,0.3,3");
        QVERIFY(all);
        QCOMPARE(all->timeConstant, 0.004);
        QCOMPARE(all->power, 3.0);
        QCOMPARE(softConstraintsOf("soft-euler:0.004")->dampingRatio, 1.0);
        QVERIFY(softConstraintsOf("soft-euler:-1000,-10")->isDirect());
        for (const char* wrong :
             {"soft-euler:", "soft-euler:0.02,", "soft-euler:a", "soft-euler:0.02,-1",
              "soft-euler:0", "soft-euler:0.02,1,0.9,1", "soft-euler:0.02,1,0.9,0.95,0",
              "soft-euler:0.02,1,0.9,0.95,0.001,1", "soft-euler:0.02,1,0.9,0.95,0.001,0.5,0.9",
              "soft-euler:0.02,1,0.9,0.95,0.001,0.5,2,1", "soft-euler:inf"})
            QVERIFY2(!softConstraintsOf(wrong), wrong);
    }

    /// g (1 - d) dmax^2 timeconst^2 dampratio^2 / d^2 at the impedance of the sag, whatever the
    /// mass.
    void sag() {
        for (const double mass : {2.0, 200.0}) {
            const Sample end = after(hanging(mass), soft(1e-3), 5.0);
            const double sag = -0.3 - end.bodies[0].r.z();
            QVERIFY2(std::abs(sag - 0.000367181842460) < 1e-14,
                     qPrintable(QString::number(sag, 'g', 15)));
            QVERIFY(std::abs(end.driftPosition - sag) < 1e-12);
            // It carries the weight.
            QVERIFY(std::abs(end.joints[0].reaction[2] - 9.81 * mass) < 1e-9 * mass);
        }
    }

    void movesAsThePrototype() {
        const Sample end = after(referenceModel("spatial_double_pendulum"), soft(1e-3), 1.0);
        verifyClose(Eigen::Vector3d(end.bodies[1].r),
                    Eigen::Vector3d(-0.54264183635, -1.19036407645, 0.111175292854), 1e-9, "dp");
    }

    /// A shorter time constant and a higher impedance approach the rigid motion, a finer step alone
    /// does not.
    void complianceIsAnError() {
        const auto model = referenceModel("fourbar_ground_0p4");
        RunSpec rigid;
        rigid.formulation = "aba";
        rigid.integrator = "rk4";
        rigid.step = 1e-3;
        const Sample expected = after(model, rigid, 0.5);
        const auto error = [&](double step, const char* integrator) {
            return distance(after(model, soft(step, integrator), 0.5), expected);
        };
        const double usual = error(1e-3, "soft-euler"), finer = error(2.5e-4, "soft-euler");
        const double stiff = error(2.5e-4, "soft-euler:0.002,1,0.9999,0.9999");
        QVERIFY2(
            finer > 0.5 * usual && stiff < 0.05 * usual,
            qPrintable(QString("%1 m, finer %2 m, stiff %3 m").arg(usual).arg(finer).arg(stiff)));
    }

    /// What the energy loses is the work of the constraints, to the order of the rule.
    void balanceHoldsWhileEnergyDoesNot() {
        const auto model = referenceModel("fourbar_ground_0p4");
        const auto run = [&](double step) {
            RunSpec spec = soft(step);
            spec.duration = 1.0;
            spec.sample = 1e-2;
            auto made = Run::create(Catalogue(), model, spec);
            if (!made) qFatal("%s", toString(made.error().front()).c_str());
            while (!(*made)->finished() && (*made)->advance({}).status == StepStatus::Reached) {
            }
            return std::move(*made);
        };
        const auto largest = [](const Run& of, int column, bool relative) {
            const Recording& rows = *of.recording();
            double most = 0.0;
            for (std::size_t k = 0; k < rows.size(); ++k)
                most = std::max(
                    most, std::abs(rows.at(k, column) - (relative ? rows.at(0, column) : 0.0)));
            return most;
        };
        const auto coarse = run(1e-3), fine = run(2.5e-4);
        QVERIFY(coarse->finished() && fine->finished());
        const double lost = largest(*fine, fine->layout().total(), true);
        const double off = largest(*fine, fine->layout().balance(), false);
        const double offBefore = largest(*coarse, coarse->layout().balance(), false);
        const QByteArray text = "energy " + QByteArray::number(lost) + " J, balance " +
                                QByteArray::number(off) + " and " + QByteArray::number(offBefore) +
                                " J";
        QVERIFY2(lost > 0.5 && off < 0.1 * lost && off < 0.4 * offBefore, text);
        QCOMPARE(fine->notes().front().text.id, std::string_view("soft-open"));
    }

    /// A point mass at the end of a rod that soft constraints hold by its other end flies away.
    void jointsThatComeApartEndTheRun() {
        const auto model = built(R"({"version": 1, "name": "sling", "gravity": [0, -9.81, 0],
            "ground": {"markers": {"O": [0, 0, 0]}},
            "bodies": [{"name": "P", "mass": 1, "com": [1, 0, 0], "inertia": [1e-6, 1e-6, 1e-6],
                        "markers": {"O": [0, 0, 0]}}],
            "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "P.O"}],
            "initial": {"joints": {"J": {"q": "180 deg"}}}})");
        RunSpec spec = soft(1e-3);
        spec.duration = 2.0;
        spec.sample = 0.05;
        auto run = Run::create(Catalogue(), model, spec);
        QVERIFY(run.has_value());
        Progress end;
        while (!(*run)->finished() && (end = (*run)->advance({})).status == StepStatus::Reached) {
        }
        QCOMPARE(end.status, StepStatus::Contradiction);
        QCOMPARE((*run)->failure(end).id, std::string_view("run-soft-apart"));
    }

    void mistakesAreNamed() {
        const auto model = hanging(1.0);
        QVERIFY(refusalOf(soft(1e-2), *model).isEmpty());
        QVERIFY(refusalOf(soft(1.1e-2), *model).contains("half the time constant"));
        QVERIFY(refusalOf(soft(1e-3, "soft-euler:0.02,-1"), *model).contains("seven numbers"));
        RunSpec adaptive = soft(1e-3, "dopri5");
        QVERIFY(refusalOf(adaptive, *model).contains("soft-euler"));
    }
};

MOMENTREE_TEST(TestSoft, Appless)

}  // namespace momentree::test_soft
#include "test_soft.moc"
