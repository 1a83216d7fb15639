// SPDX-License-Identifier: Apache-2.0
// Parameters of a mechanism with a loop from columns of its run: found with longer steps first,
// they are those that runs of a method without fixed steps, which has no longer ones, give.
#include <QTest>
#include <cmath>
#include <random>

#include "core/session/built_in.hpp"
#include "core/study/column_rows.hpp"
#include "core/study/run_fit.hpp"
#include "support/analysis_files.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_run_fit {
namespace {

using test::built;
using test::close;
using test::got;

/// A four-bar that falls against a spring and a damper.
std::shared_ptr<const Model> rocker(const std::string& k, const std::string& c) {
    return built(R"({"version": 1, "name": "rocker", "gravity": [0, -9.81, 0],
        "parameters": {"k": )" +
                 k + R"(, "c": )" + c + R"(, "m": 0.8},
        "ground": {"markers": {"O": [0, 0, 0], "P": [0.5, 0, 0]}},
        "bodies": [
          {"name": "crank", "mass": 0.5, "inertia": [1e-3, 1e-3, 1e-3],
           "markers": {"A": [-0.1, 0, 0], "B": [0.1, 0, 0]}},
          {"name": "rod", "mass": "m", "inertia": [1e-2, 1e-2, 1e-2],
           "markers": {"A": [-0.25, 0, 0], "B": [0.25, 0, 0]}},
          {"name": "arm", "mass": 0.4, "inertia": [2e-3, 2e-3, 2e-3],
           "markers": {"A": [-0.15, 0, 0], "B": [0.15, 0, 0]}}],
        "joints": [
          {"name": "O", "type": "revolute", "a": "ground.O", "b": "crank.A"},
          {"name": "B", "type": "revolute", "a": "crank.B", "b": "rod.A"},
          {"name": "C", "type": "revolute", "a": "rod.B", "b": "arm.B"},
          {"name": "P", "type": "revolute", "a": "ground.P", "b": "arm.A"}],
        "forces": [{"name": "F", "type": "axial-torque", "a": "ground.O", "b": "crank.A", "stiffness": "k",
                    "damping": "c"}],
        "initial": {"joints": {"O": {"q": 1.2}}}})");
}

RunFit wantedOf(const std::shared_ptr<const Model>& model, const std::string& integrator) {
    RunFit wanted{
        model, Catalogue().defaults(*model, "naudet"), {"k", "c", "m"}, {"rod.x", "arm.y"}, {}};
    wanted.spec.integrator = integrator;
    wanted.spec.step = 2e-3;
    wanted.spec.relativeTolerance = 1e-11;
    wanted.spec.absoluteTolerance = 1e-13;
    return wanted;
}

/// What the runs of a model with other parameters have at these times, which are multiples of 2 ms.
void measure(RunFit& wanted, double noise) {
    RunSpec spec = wanted.spec;
    spec.sample = 2e-3;
    spec.duration = wanted.times.back();
    const ColumnRows rows = got(columnRows(Catalogue(), rocker("6", "0.05"), spec, wanted.columns));
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    for (Eigen::Index c = 0; c < rows.values.cols(); ++c) {
        std::vector<double>& one = wanted.measured.emplace_back();
        for (const double t : wanted.times)
            one.push_back(rows.values(Eigen::Index(std::lround(t / 2e-3)), c) +
                          noise * normal(random));
    }
}

}  // namespace

class TestRunFit final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsWhatMadeTheData() {
        for (const bool even : {true, false})
            for (const int count : {4, 12, 150}) {
                RunFit wanted = wantedOf(rocker("5.5", "0.06"), "rk4");
                for (int k = 0; k < count; ++k) {
                    const int row = 600 * k / (count - 1);
                    wanted.times.push_back(2e-3 * (even ? 600 / (count - 1) * k : row));
                }
                measure(wanted, 0.0);
                const Fit found = got(fitRun(Catalogue(), wanted));
                const QByteArray which = QByteArray::number(count);
                // Between rows, uneven times are interpolated.
                const double tolerance = even ? 1e-7 : 1e-3;
                QVERIFY2(close(found.parameters[0].value, 6.0, tolerance), which);
                QVERIFY2(close(found.parameters[1].value, 0.05, tolerance), which);
                QVERIFY2(close(found.parameters[2].value, 0.8, tolerance), which);
            }
    }

    void longerStepsChangeNothing() {
        for (const double noise : {0.0, 1e-3}) {
            std::vector<Fit> found;
            for (const char* integrator : {"rk4", "dopri5"}) {
                RunFit wanted = wantedOf(rocker("5.5", "0.06"), integrator);
                for (int k = 0; k < 200; ++k) wanted.times.push_back(6e-3 * k);
                measure(wanted, noise);
                found.push_back(got(fitRun(Catalogue(), wanted)));
            }
            for (std::size_t k = 0; k < 3; ++k) {
                const FittedParameter &a = found[0].parameters[k], &b = found[1].parameters[k];
                const double width = b.high - b.low;
                QVERIFY(std::abs(a.value - b.value) < 1e-3 * width + 1e-6 * b.value);
                QVERIFY(std::abs(a.high - a.low - width) < 1e-3 * width + 1e-6 * b.value);
            }
        }
    }

    void unknownNames() {
        RunFit wanted = wantedOf(rocker("5.5", "0.06"), "rk4");
        wanted.times = {0.0, 0.1, 0.2, 0.3};
        measure(wanted, 0.0);
        wanted.parameters = {"kk"};
        QVERIFY(!fitRun(Catalogue(), wanted));
        wanted.parameters = {"k"};
        wanted.columns = {"rod.x", "arm.why"};
        QVERIFY(!fitRun(Catalogue(), wanted));
    }
};

MOMENTREE_TEST(TestRunFit, Appless)

}  // namespace momentree::test_run_fit
#include "test_run_fit.moc"
