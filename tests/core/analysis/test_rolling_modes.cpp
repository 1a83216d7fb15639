// SPDX-License-Identifier: Apache-2.0
// Small movements about steady rolling: the bicycle of the benchmark, a disc, refusals.
#include <QTest>
#include <algorithm>

#include "core/analysis/equilibrium.hpp"
#include "core/analysis/kinematic_analysis.hpp"
#include "core/analysis/modes_about_start.hpp"
#include "core/model/evaluate.hpp"
#include "support/analysis_files.hpp"
#include "support/test_main.hpp"

namespace momentree::test_rolling_modes {
namespace {

using Complex = std::complex<double>;
using test::close;
using test::reference;

Model withParameter(const std::string& name, const char* parameter, double value) {
    auto description =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json");
    if (!description || !giveParameter(*description, parameter, Scalar(value)))
        qFatal("no %s", parameter);
    return test::builtFrom(description);
}

/// Those that are not zero, conjugates included, by real and imaginary part.
std::vector<Complex> eigenvaluesOf(const Modes& modes) {
    std::vector<Complex> values;
    for (const Mode& mode : modes.modes) {
        if (mode.rigid) continue;
        values.push_back(mode.eigenvalue);
        if (mode.eigenvalue.imag() > 0.0) values.push_back(std::conj(mode.eigenvalue));
    }
    std::ranges::sort(values, {}, [](Complex c) { return std::pair(c.real(), c.imag()); });
    return values;
}

/// The largest difference; 1e9 if there are others.
double apart(std::vector<Complex> expected, const std::vector<Complex>& found) {
    std::ranges::sort(expected, {}, [](Complex c) { return std::pair(c.real(), c.imag()); });
    if (expected.size() != found.size()) return 1e9;
    double largest = 0.0;
    for (const Complex value : expected) {
        double nearest = 1e9;
        for (const Complex other : found) nearest = std::min(nearest, std::abs(value - other));
        largest = std::max(largest, nearest);
    }
    return largest;
}

/// A disc of the reference that rolls upright.
Model uprightDisc(double spin) {
    const std::string v = std::to_string(0.4 * spin), w = std::to_string(spin);
    return test::builtFrom(readModelText(
        R"~({"version": 1, "name": "disc", "gravity": [0, 0, -9.81],
        "bodies": [{"name": "disc", "mass": 1.2, "inertia": [0.05, 0.09, 0.05],
                    "markers": {"hub": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "R", "type": "rolling-disc", "radius": 0.4, "a": "ground",
                    "b": "disc.hub"}],
        "initial": {"bodies": {"disc": {"position": [0, 0, 0.4], "velocity": [)~" +
            v + R"~(, 0, 0], "angular_velocity": [0, )~" + w + ", 0]}}}}",
        "disc"));
}

}  // namespace

class TestRollingModes final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theBicycleOfTheBenchmark_data() {
        QTest::addColumn<int>("speed");
        for (int v = 0; v <= 10; ++v) QTest::addRow("%d m/s", v) << v;
    }
    void theBicycleOfTheBenchmark() {
        QFETCH(int, speed);
        const auto found =
            test::got(modesAboutStart(withParameter("bicycle", "speed", double(speed))));
        const QJsonArray values = reference("whipple")["eigenvalues"]
                                      .toObject()[QString::number(speed)]
                                      .toObject()["ref"]
                                      .toArray();
        std::vector<Complex> expected;
        for (const auto& value : values)
            expected.emplace_back(value.toArray()[0].toDouble(), value.toArray()[1].toDouble());
        const double error = apart(expected, eigenvaluesOf(found.modes));
        QVERIFY2(error < 1e-9, qPrintable(QString::number(error)));
        QVERIFY(found.linearisation.restricted->acceleration < 1e-9);
        QCOMPARE(found.linearisation.coordinates.size(), std::size_t(7));
        QCOMPARE(found.linearisation.restricted->speeds.size(), std::size_t(3));
        // x, y, heading, both wheels and the speed stay as they are.
        QCOMPARE(std::ranges::count_if(found.modes.modes, &Mode::rigid), 6);
        QCOMPARE(found.modes.stability,
                 speed == 5 || speed == 6 ? Stability::Neutral : Stability::Unstable);
    }

    /// Between the speeds of weave and capsize it rolls straight on.
    void stabilityChangesWhereItShould() {
        const QJsonObject expected = reference("whipple");
        for (const auto& [name, sign] : {std::pair("weave_speed", -1.0), {"capsize_speed", 1.0}}) {
            const double v = expected[name].toDouble();
            for (const double side : {-1.0, 1.0}) {
                const auto found =
                    test::got(modesAboutStart(withParameter("bicycle", "speed", v + side * 1e-6)));
                QCOMPARE(found.modes.stability,
                         side * sign > 0.0 ? Stability::Unstable : Stability::Neutral);
            }
        }
    }

    /// Modes are solutions: A x = lambda x with the whole matrix.
    void modesAreSolutions() {
        const Model model = test::example("bicycle");
        const auto found = test::got(modesAboutStart(model));
        const StateSpace space = stateSpace(model, found.start.bodies, found.linearisation);
        QCOMPARE(space.A.rows(), 10);
        QCOMPARE(space.C.rows(), std::ssize(space.outputs));
        for (const Mode& mode : found.modes.modes) {
            if (mode.rigid) continue;
            const Eigen::VectorXcd z = mode.z;
            // z' = A_zz z + A_zw w gives w, as A_zw has independent columns.
            const Eigen::MatrixXcd A = space.A.cast<Complex>();
            const Eigen::VectorXcd rest = mode.eigenvalue * z - A.topLeftCorner(7, 7) * z;
            const Eigen::MatrixXcd to = A.topRightCorner(7, 3);
            const Eigen::Matrix3cd square = to.adjoint() * to;
            const Eigen::VectorXcd w = square.inverse() * (to.adjoint() * rest);
            QVERIFY((to * w - rest).norm() < 1e-8 * z.norm());
            const Eigen::VectorXcd left =
                A.bottomLeftCorner(3, 7) * z + A.bottomRightCorner(3, 3) * w - mode.eigenvalue * w;
            QVERIFY(left.norm() < 1e-8 * z.norm() * std::abs(mode.eigenvalue));
        }
        // The rate of the steering angle is an output like that of any joint.
        const auto steering = std::ranges::find(space.outputs, "steering.u");
        QVERIFY(steering != space.outputs.end());
    }

    void discsFallOrRollOn_data() {
        QTest::addColumn<QString>("spin");
        for (const char* spin : {"3.0", "8.0", "20.0"}) QTest::newRow(spin) << QString(spin);
    }
    void discsFallOrRollOn() {
        QFETCH(QString, spin);
        const auto found = test::got(modesAboutStart(uprightDisc(spin.toDouble())));
        const QJsonArray lambda =
            reference("rolling_disc")["lambda_straight"].toObject()[spin].toArray();
        const Complex value(lambda[0].toDouble(), lambda[1].toDouble());
        const double error = apart({value, -value}, eigenvaluesOf(found.modes));
        QVERIFY2(error < 1e-9, qPrintable(QString::number(error)));
    }

    void unsteadyStartsAreSaid() {
        Model model = uprightDisc(8.0);
        auto description = model.description;
        description.bodyStarts[0].angularVelocity = Scalar3{Scalar(1.0), Scalar(8.0), Scalar(0.5)};
        const auto found = test::got(modesAboutStart(test::builtFrom(std::move(description))));
        QVERIFY(found.linearisation.restricted->acceleration > 1e-3);
    }

    void otherAnalysesRefuse() {
        const Model model = uprightDisc(8.0);
        const auto rest = equilibrium(model);
        QVERIFY(!rest);
        QVERIFY(toString(rest.error().front()).find("joint 'R'") != std::string::npos);
        const auto motion = kinematicAnalysis(model, {1.0, 0.1});
        QVERIFY(!motion);
        QVERIFY(toString(motion.error().front()).find("joint 'R'") != std::string::npos);
    }
};

MOMENTREE_TEST(TestRollingModes, Appless)

}  // namespace momentree::test_rolling_modes
#include "test_rolling_modes.moc"
