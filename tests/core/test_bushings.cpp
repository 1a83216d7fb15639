// SPDX-License-Identifier: Apache-2.0
// Bushings: power against the rate of their energy, small and large vibrations in closed form with
// every formulation, what files keep and refuse.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/analysis/modes_about_start.hpp"
#include "core/diagnostics/power_balance.hpp"
#include "core/dynamics/loads.hpp"
#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_bushings {

using namespace momentree::test;

namespace {

const std::string fullMatrix =
    "[[900, 20, -30, 4, 5, -6], [20, 700, 10, -7, 8, 9], [-30, 10, 800, 3, -2, 5],"
    " [4, -7, 3, 40, 2, -3], [5, 8, -2, 2, 50, 4], [-6, 9, 5, -3, 4, 60]]";

/// Two free bodies with a bushing between points of both, off their centres.
std::string pair(const std::string& matrices) {
    return R"model({"version": 1, "name": "pair", "gravity": [0, 0, 0],
 "bodies": [
  {"name": "one", "mass": 2, "com": [0.1, 0, 0.02], "inertia": [0.02, 0.03, 0.04],
   "markers": {"P": {"position": [0.2, 0.1, -0.1], "z": [1, 2, 3], "x": [1, 0, 0]}}},
  {"name": "two", "mass": 1, "com": [0, 0.1, 0], "inertia": [0.01, 0.02, 0.015],
   "markers": {"P": {"position": [-0.1, 0.1, 0.2], "z": [0, 1, 1], "x": [1, 0, 0]}}}],
 "forces": [{"name": "mount", "type": "bushing", "a": "one.P", "b": "two.P", )model" +
           matrices + "}]}";
}

/// A block of 2 kg, J = 0.05 kg m^2, in a bushing on ground, moved along x by 0.1 m and turned
/// about z by 1 rad.
std::string mounted(const std::string& matrices) {
    return R"model({"version": 1, "name": "mounted", "gravity": [0, 0, 0],
 "bodies": [{"name": "block", "mass": 2, "inertia": [0.05, 0.05, 0.05]}],
 "joints": [{"name": "F", "type": "free", "a": "ground", "b": "block"}],
 "forces": [{"name": "mount", "type": "bushing", "a": "ground", "b": "block", )model" +
           matrices +
           R"model(}],
 "initial": {"joints": {"F": {"q": [0.1, 0, 0, "cos(0.5)", 0, 0, "sin(0.5)"]}}}})model";
}

/// The solution of m x'' + c x' + k x = 0 from rest at x0.
double damped(double m, double c, double k, double x0, double t) {
    const double a = c / (2.0 * m), w = std::sqrt(k / m - a * a);
    return x0 * std::exp(-a * t) * (std::cos(w * t) + a / w * std::sin(w * t));
}

std::vector<BodyKinematics<double>> moved(std::vector<BodyKinematics<double>> bodies, double t) {
    for (BodyKinematics<double>& body : bodies) {
        body.r += t * body.v;
        const double angle = t * body.w.norm();
        body.R = Eigen::AngleAxisd(angle, body.w.normalized()).toRotationMatrix() * body.R;
    }
    return bodies;
}

/// Of the only force of a model.
Exchange exchangeOf(const Model& model, const std::vector<BodyKinematics<double>>& bodies) {
    std::vector<Exchange> all(1);
    exchangesOf(model, 0.0, bodies, {}, all);
    return all.front();
}

/// Poses whose bushing is turned by `angle`.
std::vector<BodyKinematics<double>> turnedBy(const Model& model, double angle, int seed) {
    std::srand(static_cast<unsigned>(seed));
    std::vector<BodyKinematics<double>> bodies(2);
    for (BodyKinematics<double>& body : bodies) {
        body.r.setRandom();
        body.v.setRandom();
        body.w.setRandom();
        const Vector3d axis = Vector3d::Random().normalized();
        body.R = Eigen::AngleAxisd(2.0, axis).toRotationMatrix();
    }
    const Bushing& bushing = model.bushings[0];
    const Matrix3d A = bodies[0].R * bushing.A.frame.R;
    const Vector3d axis = Vector3d::Random().normalized();
    bodies[1].R =
        A * Eigen::AngleAxisd(angle, axis).toRotationMatrix() * bushing.B.frame.R.transpose();
    return bodies;
}

}  // namespace

class TestBushings : public QObject {
    Q_OBJECT
private slots:
    void powerIsTheRateOfTheirEnergy() {
        const auto model = built(pair("\"stiffness\": " + fullMatrix));
        QCOMPARE(model->bushings.size(), std::size_t(1));
        std::vector<Vec6<double>> Q(2);
        for (const double angle : {1e-9, 1e-4, 0.05, 0.0999, 0.1001, 0.7, 1.9, 2.9}) {
            const auto bodies = turnedBy(*model, angle, 7);
            evaluateLoads<double>(*model, 0.0, bodies, {}, Q);
            double power = 0.0, size = 0.0;
            for (std::size_t i = 0; i < 2; ++i) {
                power += Q[i].dot(bodies[i].V());
                size += std::abs(Q[i].dot(bodies[i].V()));
            }
            const auto energy = [&](double t) {
                const auto at = moved(bodies, t);
                return energyOf(*model, at, {}).potential;
            };
            const double h = 1e-3;
            const double rate =
                (45.0 * (energy(h) - energy(-h)) - 9.0 * (energy(2 * h) - energy(-2 * h)) +
                 energy(3 * h) - energy(-3 * h)) /
                (60.0 * h);
            QVERIFY2(
                std::abs(power + rate) < 1e-9 * size,
                qPrintable(QString("%1 rad: %2 of %3 W").arg(angle).arg(power + rate).arg(size)));
            const Exchange mount = exchangeOf(*model, bodies);
            QCOMPARE(mount.active, 0.0);
            QCOMPARE(mount.stored, energyOf(*model, bodies, {}).potential);
            QVERIFY(std::abs(mount.power - power) < 1e-11 * size);
        }
    }
    void actionIsReaction() {
        const auto model =
            built(pair("\"stiffness\": " + fullMatrix + ", \"damping\": [1, 2, 3, 4, 5, 6]"));
        const auto bodies = turnedBy(*model, 0.8, 3);
        std::vector<Vec6<double>> Q(2);
        evaluateLoads<double>(*model, 0.0, bodies, {}, Q);
        Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
        double power = 0.0;
        for (std::size_t i = 0; i < 2; ++i) {
            force += Q[i].head<3>();
            moment += Q[i].tail<3>() + bodies[i].r.cross(Q[i].head<3>());
            power += Q[i].dot(bodies[i].V());
        }
        const double size = Q[0].head<3>().norm();
        QVERIFY(size > 100.0 && force.norm() < 1e-12 * size && moment.norm() < 1e-12 * size);
        // What is not elastic only takes energy.
        std::vector<Vec6<double>> elastic(2);
        evaluateLoads<double>(*built(pair("\"stiffness\": " + fullMatrix)), 0.0, bodies, {},
                              elastic);
        double kept = 0.0;
        for (std::size_t i = 0; i < 2; ++i) kept += elastic[i].dot(bodies[i].V());
        const double lost = exchangeOf(*model, bodies).active;
        QVERIFY(lost < 0.0);
        QVERIFY2(std::abs(power - kept - lost) < 1e-11 * std::abs(power), "power of damping");
    }
    void smallVibrations() {
        const auto model = built(
            R"model({"version": 1, "name": "m", "gravity": [0, 0, 0],
 "bodies": [{"name": "block", "mass": 2, "inertia": [0.05, 0.08, 0.1]}],
 "forces": [{"name": "mount", "type": "bushing", "a": "ground", "b": "block",
   "stiffness": [200, 450, 800, 5, 18, 40]}]})model");
        const auto modes = modesAboutStart(*model);
        QVERIFY(modes);
        std::vector<double> expected{10, 15, 20, 10, 15, 20}, found;
        for (const Mode& mode : modes->modes.modes) found.push_back(std::abs(mode.eigenvalue));
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        QCOMPARE(found.size(), expected.size());
        for (std::size_t k = 0; k < found.size(); ++k)
            QVERIFY2(std::abs(found[k] - expected[k]) < 1e-9 * expected[k],
                     qPrintable(QString::number(found[k], 'g', 15)));
    }
    /// About one axis even a large rotation is that of a linear spring.
    void vibrations_data() {
        QTest::addColumn<std::string>("formulation");
        const auto model = built(mounted("\"stiffness\": [1, 1, 1, 1, 1, 1]"));
        const std::vector<std::string> ids = formulationsOf(*model);
        QCOMPARE(ids.size(), Catalogue().formulations().size() - 1);
        for (const std::string& id : ids) QTest::newRow(id.c_str()) << id;
    }
    void vibrations() {
        QFETCH(std::string, formulation);
        const auto model =
            built(mounted("\"stiffness\": [800, 700, 600, 30, 30, 20], "
                          "\"damping\": [8, 0, 0, 0, 0, 0.2]"));
        RunSpec spec = Catalogue().defaults(*model, formulation);
        const bool own = !integratorsIn(formulation).empty();
        spec.step = own ? 2e-4 : 1e-3;
        const auto stepper = started(model, spec);
        Sample sample;
        sample.resize(*model);
        for (const double t : {0.1, 0.25, 0.5}) {
            QCOMPARE(stepper->advance(t, {}).status, StepStatus::Reached);
            stepper->observe(sample);
            const BodyState& block = sample.bodies[0];
            const double angle = 2.0 * std::atan2(block.e[3], block.e[0]);
            const double tolerance = own ? 2e-5 : 1e-8;
            const double x = damped(2.0, 8.0, 800.0, 0.1, t);
            const double turn = damped(0.05, 0.2, 20.0, 1.0, t);
            QVERIFY2(std::abs(block.r.x() - x) < tolerance,
                     qPrintable(QString("x %1, expected %2").arg(block.r.x()).arg(x)));
            QVERIFY2(std::abs(std::remainder(angle - turn, 4.0 * std::acos(0.0))) < 10 * tolerance,
                     qPrintable(QString("angle %1, expected %2").arg(angle).arg(turn)));
        }
    }
    /// Where joints yield, steps are of order 1.
    void withSoftConstraints() {
        const auto model = built(mounted("\"stiffness\": [800, 700, 600, 30, 30, 20]"));
        const auto error = [&](double step) {
            RunSpec spec = Catalogue().defaults(*model, "soft");
            spec.step = step;
            return std::abs(after(model, spec, 0.5).bodies[0].r.x() -
                            damped(2.0, 0.0, 800.0, 0.1, 0.5));
        };
        const double coarse = error(1e-3), fine = error(5e-4);
        QVERIFY2(coarse < 2e-3 && fine > 0.4 * coarse && fine < 0.6 * coarse,
                 qPrintable(QString("%1, %2").arg(coarse).arg(fine)));
    }
    /// Two bodies, all entries, large rotations: all formulations against each other, with the
    /// balance of energy and work.
    void formulationsAgree() {
        const auto model = built(
            pair("\"stiffness\": " + fullMatrix + ", \"damping\": [2, 2, 2, 0.05, 0.05, 0.05]"));
        Vector3d first = Vector3d::Zero();
        for (const std::string& id : formulationsOf(*model)) {
            RunSpec spec = Catalogue().defaults(*model, id);
            const bool own = !integratorsIn(id).empty();
            spec.step = own ? 1e-4 : 5e-4;
            const auto stepper = started(model, spec);
            PowerBalance balance(*model);
            Sample sample;
            sample.resize(*model);
            for (int k = 0; k <= 600; ++k) {
                if (k > 0)
                    QVERIFY2(stepper->advance(k * 5e-4, {}).status == StepStatus::Reached,
                             id.c_str());
                stepper->observe(sample);
                balance.add(sample);
            }
            const Vector3d end = sample.bodies[1].r;
            if (first.isZero()) first = end;
            QVERIFY2((end - first).norm() < (own ? 1e-4 : 1e-8),
                     qPrintable(QString("%1: %2").arg(id.c_str()).arg((end - first).norm())));
            QVERIFY2(std::abs(balance.balance()) < (own ? 1e-4 : 1e-6) * balance.scale(),
                     qPrintable(QString("%1: %2 of %3 J")
                                    .arg(id.c_str())
                                    .arg(balance.balance())
                                    .arg(balance.scale())));
        }
    }
    /// Powers are those of the potential that the curves add, also for large rotations.
    void curvesKeepEnergy() {
        const auto model = built(pair("\"stiffness\": " + fullMatrix + ", \"curves\": " + R"({
            "x": {"positions": [-1, 0, 1], "values": [-300, 0, 900]},
            "rz": {"positions": [-2, -1, 0, 1, 2], "values": [-90, -10, 0, 20, 70]}})"));
        for (const double angle : {0.02, 0.7, 2.5}) {
            const auto bodies = turnedBy(*model, angle, 7);
            const auto stored = [&](double t) {
                return exchangeOf(*model, moved(bodies, t)).stored;
            };
            const double h = 1e-3;
            const double rate =
                (45.0 * (stored(h) - stored(-h)) - 9.0 * (stored(2 * h) - stored(-2 * h)) +
                 stored(3 * h) - stored(-3 * h)) /
                (60.0 * h);
            const Exchange mount = exchangeOf(*model, bodies);
            std::vector<Vec6<double>> Q(2);
            evaluateLoads<double>(*model, 0.0, bodies, {}, Q);
            double power = 0.0;
            for (std::size_t i = 0; i < 2; ++i) power += Q[i].dot(bodies[i].V());
            QCOMPARE(mount.active, 0.0);
            QVERIFY(std::abs(power - mount.power) < 1e-10 * std::abs(power));
            // A spline has no fourth derivative at its points.
            QVERIFY2(
                std::abs(power + rate) < 1e-7 * std::abs(power),
                qPrintable(QString("%1 rad: %2 of %3 W").arg(angle).arg(power + rate).arg(power)));
        }
    }
    /// A straight curve is a stiffness, and a curve along one axis the same as that of a spring.
    void curvesInEveryFormulation() {
        const auto stiff = built(mounted("\"stiffness\": [800, 700, 600, 30, 30, 20]"));
        const auto curved = built(mounted(R"("stiffness": [0, 700, 600, 30, 30, 0], "curves": {
            "x": {"positions": [-1, 1], "values": [-800, 800], "interpolation": "linear"},
            "rz": {"positions": [-2, 2], "values": [-40, 40], "interpolation": "linear"}})"));
        const std::vector<std::string> ids = formulationsOf(*curved);
        QCOMPARE(ids.size(), Catalogue().formulations().size() - 1);
        for (const std::string& id : ids) {
            RunSpec spec = Catalogue().defaults(*stiff, id);
            spec.step = 5e-4;
            const Sample a = after(stiff, spec, 0.4), b = after(curved, spec, 0.4);
            QVERIFY2(distance(a, b) < 1e-7,
                     qPrintable(QString("%1: %2").arg(id.c_str()).arg(distance(a, b))));
        }
        const auto hardening = [](const std::string& force) {
            return built(R"model({"version": 1, "name": "m", "gravity": [0, 0, 0],
                "ground": {"markers": {"O": {"position": [0, 0, 0], "z": [1, 0, 0]}}},
                "bodies": [{"name": "block", "mass": 2, "inertia": [0.05, 0.05, 0.05]}],
                "joints": [{"name": "F", "type": "free", "a": "ground", "b": "block"}],
                "forces": [{"name": "mount", )model" +
                         force + R"model(}],
                "initial": {"joints": {"F": {"q": [0.1, 0, 0, 1, 0, 0, 0]}}}})model");
        };
        const std::string curve =
            R"({"positions": [-0.2, -0.1, 0, 0.1, 0.2], "values": [-200, -40, 0, 40, 200]})";
        const auto spring =
            hardening(R"("type": "axial-force", "a": "ground.O", "b": "block", "curve": )" + curve);
        const auto mount = hardening(
            R"("type": "bushing", "a": "ground", "b": "block", "curves": {"x": )" + curve + "}");
        RunSpec spec = Catalogue().defaults(*spring, "naudet");
        spec.step = 1e-3;
        const Sample a = after(spring, spec, 0.7), b = after(mount, spec, 0.7);
        QVERIFY(std::abs(a.bodies[0].r.x()) < 0.099);
        QVERIFY(distance(a, b) < 1e-12);
    }
    void files() {
        for (const std::string& matrices :
             {std::string(R"("curves": {"y": {"positions": ["-1 cm", 0, 0.02],
                             "values": ["-2 N", 0, 5]},
                             "rx": {"positions": [-1, 1], "values": [-3, 3],
                                    "interpolation": "linear"}})"),
              "\"stiffness\": " + fullMatrix,
              std::string("\"stiffness\": [1, 2, 3, 4, 5, 6], "
                          "\"damping\": [1, \"2 N s/m\", 3, 4, 5, 6]")}) {
            const auto read = readModelText(pair(matrices), "m");
            QVERIFY(read);
            const std::string text = writeModelText(*read);
            const auto again = readModelText(text, "m");
            QVERIFY(again && *again == *read);
            QCOMPARE(writeModelText(*again), text);
        }
    }
    void refusals_data() {
        QTest::addColumn<QString>("matrices");
        QTest::addColumn<QString>("said");
        QTest::newRow("count") << "\"stiffness\": [1, 2, 3]"
                               << "6 numbers, or of 6 rows of 6";
        QTest::newRow("row") << "\"stiffness\": [[1, 2], 2, 3, 4, 5, 6]"
                             << "6 numbers, or of 6 rows of 6";
        QTest::newRow("unit") << "\"damping\": [1, 2, 3, \"1 N s/m\", 5, 6]"
                              << "found N s/m, expected";
        QTest::newRow("asymmetric")
            << "\"stiffness\": [[1, 2, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], "
               "[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]"
            << "must be symmetric";
    }
    void refusals() {
        QFETCH(QString, matrices);
        QFETCH(QString, said);
        const QString found = refusalOf(pair(matrices.toStdString()));
        QVERIFY2(found.contains("'mount'") && found.contains(said), qPrintable(found));
    }
};

MOMENTREE_TEST(TestBushings, Appless)

}  // namespace momentree::test_bushings
#include "test_bushings.moc"
