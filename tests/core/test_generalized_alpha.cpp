// SPDX-License-Identifier: Apache-2.0
// The generalized-alpha rule on R^3 x SO(3) against an independent prototype; what its two forms
// keep, and what its spectral radius damps (THEORY 6.8).
#include <QTest>
#include <cmath>

#include "core/io/model_file.hpp"
#include "support/compare.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_generalized_alpha {

using namespace momentree::test;

namespace {

RunSpec alpha(const std::string& integrator, double step) {
    RunSpec spec;
    spec.formulation = "generalized-alpha";
    spec.integrator = integrator;
    spec.step = step;
    spec.newtonTolerance = 1e-13;
    return spec;
}

/// A body of 1 kg on a spring of the given frequency, from 1 mm at rest, without gravity.
std::shared_ptr<const Model> oscillator(double frequency) {
    const std::string k = std::to_string(frequency * frequency);
    const std::string text =
        "{\"version\": 1, \"name\": \"oscillator\", \"gravity\": [0, 0, 0],"
        "\"ground\": {\"markers\": {\"O\": [0, 0, 0], \"far\": [0, 0, -10]}},"
        "\"bodies\": [{\"name\": \"b\", \"mass\": 1, \"inertia\": [1, 1, 1],"
        "\"markers\": {\"c\": [0, 0, 0]}}],"
        "\"joints\": [{\"name\": \"J\", \"type\": \"prismatic\", \"a\": \"ground.O\", \"b\": "
        "\"b.c\"}],"
        "\"forces\": [{\"name\": \"s\", \"type\": \"spring-damper\", \"a\": \"ground.far\", "
        "\"b\": \"b.c\", \"stiffness\": " +
        k +
        ", \"length\": 10}],"
        "\"initial\": {\"joints\": {\"J\": {\"q\": 0.001}}}}";
    auto description = readModelText(text, "oscillator");
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    const auto model = buildModel(std::move(*description));
    if (!model) qFatal("%s", toString(model.error().front()).c_str());
    return *model;
}

double energyOf(const Sample& s) { return s.kinetic + s.potential; }

}  // namespace

class TestGeneralizedAlpha : public QObject {
    Q_OBJECT
private slots:
    void movesAsThePrototype_data() {
        QTest::addColumn<std::string>("integrator");
        QTest::addColumn<Eigen::Vector3d>("pendulum");
        QTest::addColumn<Eigen::Vector3d>("top");
        QTest::addColumn<Eigen::Vector2d>("parallelogram");
        QTest::newRow("index 3") << std::string("alpha-index3")
                                 << Eigen::Vector3d(-0.541615731259, -1.18946515112, 0.111531084505)
                                 << Eigen::Vector3d(-0.705038148465, -0.0169040146314,
                                                    -0.708967886084)
                                 << Eigen::Vector2d(-0.708175606822, 1.20603633752);
        QTest::newRow("index 2") << std::string("alpha-index2")
                                 << Eigen::Vector3d(-0.541667165984, -1.18941805183, 0.111516185919)
                                 << Eigen::Vector3d(-0.702924882929, -0.0202967599799,
                                                    -0.710974437299)
                                 << Eigen::Vector2d(-0.708169886619, 1.20604207501);
    }
    void movesAsThePrototype() {
        QFETCH(std::string, integrator);
        QFETCH(Eigen::Vector3d, pendulum);
        QFETCH(Eigen::Vector3d, top);
        QFETCH(Eigen::Vector2d, parallelogram);
        const auto position = [&](const char* name, double step, double t, std::size_t body) {
            return Eigen::Vector3d(
                after(referenceModel(name), alpha(integrator, step), t).bodies[body].r);
        };
        // The prototype starts with central differences of the accelerations, hence 1e-8.
        verifyClose(position("spatial_double_pendulum", 1e-2, 1.0, 1), pendulum, 1e-8, "dp");
        verifyClose(position("heavy_symmetric_top", 1e-3, 0.5, 0), top, 1e-8, "top");
        verifyClose(Eigen::VectorXd(position("fourbar_parallelogram", 1e-2, 2.0, 1).head<2>()),
                    parallelogram, 1e-8, "parallelogram");
    }

    /// Index 3 leaves the velocities off by the square of the step, index 2 does not.
    void velocitiesOfBothForms() {
        const auto model = referenceModel("spatial_double_pendulum");
        const auto drift = [&](const char* integrator, double step) {
            const Sample s = after(model, alpha(integrator, step), 1.0);
            if (s.driftPosition > 1e-12) qFatal("positions");
            return s.driftVelocity;
        };
        const double coarse = drift("alpha-index3", 1e-2), fine = drift("alpha-index3", 5e-3);
        QVERIFY2(coarse > 1e-5 && std::abs(coarse / fine - 4.0) < 0.5,
                 qPrintable(QStringLiteral("%1 %2").arg(coarse).arg(fine)));
        QVERIFY2(drift("alpha-index2", 1e-2) < 1e-9,
                 qPrintable(QString::number(drift("alpha-index2", 1e-2))));
    }

    /// A motion a hundred times too fast for the step dies out by the spectral radius in each step
    /// (a double root: times the number of steps), one that the step resolves stays.
    void spectralRadiusDamps() {
        constexpr double step = 1e-2;
        const auto energy = [&](double radius, double frequency, int steps) {
            const auto model = oscillator(frequency);
            const RunSpec spec = alpha("alpha-index2:" + std::to_string(radius), step);
            return energyOf(after(model, spec, steps * step));
        };
        constexpr double fast = 1e4, slow = 2.0;  // [rad/s]
        const auto left = [&](double radius) {
            return energy(radius, fast, 100) /
                   std::max(energy(radius, fast, 20), energy(radius, fast, 0));
        };
        for (const double radius : {0.0, 0.5, 0.8, 0.9}) {
            QVERIFY2(left(radius) < std::pow(10.0 * std::pow(radius, 80.0), 2) + 1e-9,
                     qPrintable(QString::number(left(radius))));
            const double stays = energy(radius, slow, 314) / energy(radius, slow, 0);
            QVERIFY2(std::abs(stays - 1.0) < 1e-3, qPrintable(QString::number(stays)));
        }
        QVERIFY2(left(0.9) > std::pow(0.9, 160.0), qPrintable(QString::number(left(0.9))));
        QVERIFY2(left(1.0) > 0.1, qPrintable(QString::number(left(1.0))));
    }
};

MOMENTREE_TEST(TestGeneralizedAlpha, Appless)

}  // namespace momentree::test_generalized_alpha
#include "test_generalized_alpha.moc"
