// SPDX-License-Identifier: Apache-2.0
// Whether the instants at which a law is known show what happens between them.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/diagnostics/law_pace.hpp"
#include "core/integrators/integrator.hpp"
#include "core/session/catalogue.hpp"
#include "support/cart_with_pendulum.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_law_pace {

using namespace momentree::test;

namespace {

/// A cart of 1 kg that rolls along x with 1 m/s.
std::shared_ptr<const Model> rollingCart(const std::string& joint, const std::string& forces) {
    return built(R"m({"version": 1, "name": "cart", "gravity": [0, 0, 0],
        "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0]}}},
        "bodies": [{"name": "cart", "mass": 1, "inertia": [1, 1, 1],
                    "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0]}}}],
        "joints": [{"name": "J", "type": "prismatic", "a": "ground.rail", "b": "cart.rail")m" +
                 joint + R"m(}],
        "forces": [)m" +
                 forces + R"m(], "initial": {"joints": {"J": {"u": 1}}}})m");
}

std::string along(const std::string& fields) {
    return R"m({"name": "push", "type": "axial-force", "a": "ground.rail", "b": "cart.rail", )m" +
           fields + "}";
}

/// Where it is after 3 s, and how fast.
std::pair<double, double> rolled(const std::shared_ptr<const Model>& model,
                                 const std::string& integrator,
                                 const std::string& backend = "sequential") {
    RunSpec spec = Catalogue().defaults(*model, "naudet");
    spec.integrator = integrator;
    spec.backend = backend;
    spec.step = 1e-3;
    if (backend == "float32") spec.relativeTolerance = spec.absoluteTolerance = 1e-5;
    const Sample end = after(model, spec, 3.0);
    return {end.joints[0].q[0], end.joints[0].u[0]};
}

}  // namespace

class TestLawPace : public QObject {
    Q_OBJECT
private slots:
    /// Slow sines are not looked at point by point.
    void takesSlowSinesForParabolas() {
        constexpr double turn = 0.5, frequency = 2.0, length = turn / frequency;
        Model model = *cartWithPendulum(QStringLiteral(
            R"("forces": [{"name": "push", "type": "axial-force",
            "a": "ground.rail", "b": "cart.rail",
            "law": {"kind": "harmonic", "amplitude": 1, "frequency": 1}}])"));
        Law& law = model.axialLoads.front().law;
        law.frequency = frequency;
        for (int k = 0; k < 100; ++k) {
            law.phase = 2.0 * std::numbers::pi * k / 100;
            const auto f = [&](double x) { return law.at(x * length).f; };
            const double before = f(-1.0), first = f(0.0), last = f(1.0);
            double apart = 0.0;
            for (double x = 0.0; x < 1.0; x += 0.02) {
                const double parabola =
                    first + 0.5 * x * (last - before) + 0.5 * x * x * (last - 2.0 * first + before);
                apart = std::max(apart, std::abs(f(x) - parabola));
            }
            QVERIFY(apart <= 0.05 * std::max({std::abs(before), std::abs(first), std::abs(last)}));
            QVERIFY(showsLaws(model, 0.0, length, 50));
            QVERIFY(!showsLaws(model, 0.0, 40.0 * length, 50));
        }
    }

    /// Nothing happens before and after a barrier, over which adaptive steps would become long.
    void adaptiveMethodsMeetBarriers() {
        const auto law =
            rollingCart("", along(R"m("law": "-2*(sign(q - 1) - sign(q - 1.125))/2")m"));
        const auto curve =
            rollingCart("", along(R"m("curve": {"positions": [-1, 0, 1, 1.0625, 1.125, 5],
                "values": [0, 0, 0, 4, 0, 0], "interpolation": "linear"})m"));
        for (const auto& model : {law, curve}) {
            QVERIFY(actsInPlaces(*model));
            for (const char* integrator : {"dopri5", "cvode-bdf", "cvode-adams"}) {
                if (QByteArray(integrator).startsWith("cvode") && cvodeRefusal()) continue;
                // Of 0.5 J, both barriers take half.
                const double u = rolled(model, integrator).second;
                QVERIFY2(std::abs(u - std::sqrt(0.5)) < 1e-4, qPrintable(QString::number(u)));
            }
        }
        QVERIFY(!actsInPlaces(*rollingCart("", along(R"m("law": "-2*u*abs(u)")m"))));
    }

    /// Neither CVODE nor single precision has events. A limit turns the cart round in half a
    /// period.
    void limitsAreMetWithoutEvents() {
        const auto model = rollingCart(R"m(, "limits": {"max": 1, "stiffness": 1e4})m", "");
        const auto meets = [&](const char* integrator, const char* backend, double tolerance) {
            const double q = rolled(model, integrator, backend).first;
            QVERIFY2(std::abs(q - (std::numbers::pi / 100.0 - 1.0)) < tolerance,
                     qPrintable(QString::number(q)));
        };
        meets("dopri5", "float32", 0.05);
        if (cvodeRefusal()) QSKIP("built without SUNDIALS");
        meets("cvode-bdf", "sequential", 1e-4);
        meets("cvode-adams", "sequential", 1e-4);
    }
};

MOMENTREE_TEST(TestLawPace, Appless)

}  // namespace momentree::test_law_pace
#include "test_law_pace.moc"
