// SPDX-License-Identifier: Apache-2.0
// Motions whose velocity jumps, against the same motion in three parts that are joined by hand.
#include <QTest>
#include <array>
#include <cmath>

#include "core/integrators/integrator.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/cart_with_pendulum.hpp"
#include "support/integrate.hpp"
#include "support/linkages.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_motion_jumps {
namespace {

constexpr double begin = 0.1234567, turn = 0.4321, end = 0.9;  // of the cart [s]
constexpr double speed = 2.0, back = -1.0;                     // before and after its turn [m/s]
constexpr double duration = 1.5, arm = 0.5, mass = 2.0, inertia = 0.3, gravity = 9.81;

/// A pendulum on a cart that moves with constant speeds.
std::shared_ptr<const Model> drivenCart() {
    return test::cartWithPendulum(
        QStringLiteral(R"("motions": [{"name": "drive", "joint": "slide", "law": {"kind": "table",
            "times": [%1, %2, %3],
            "values": [0, %4, %5], "interpolation": "linear"}}])")
            .arg(begin, 0, 'g', 17)
            .arg(turn, 0, 'g', 17)
            .arg(end, 0, 'g', 17)
            .arg(speed * (turn - begin), 0, 'g', 17)
            .arg(speed * (turn - begin) + back * (end - turn), 0, 'g', 17));
}

struct Swing {
    double q = 0.0, u = 0.0;
};

/// A pendulum on a support of constant velocity.
Swing swung(Swing from, double time) {
    const auto rate = [](double q) {
        return -mass * gravity * arm * std::sin(q) / (inertia + mass * arm * arm);
    };
    constexpr int steps = 2000;
    const double h = time / steps;
    for (int k = 0; k < steps; ++k) {
        const double q1 = from.u, u1 = rate(from.q);
        const double q2 = from.u + h / 2 * u1, u2 = rate(from.q + h / 2 * q1);
        const double q3 = from.u + h / 2 * u2, u3 = rate(from.q + h / 2 * q2);
        const double q4 = from.u + h * u3, u4 = rate(from.q + h * q3);
        from.q += h / 6 * (q1 + 2 * (q2 + q3) + q4);
        from.u += h / 6 * (u1 + 2 * (u2 + u3) + u4);
    }
    return from;
}

/// The impulse in the hinge does not change the momentum about it.
Swing jumped(Swing from, double change) {
    from.u -= mass * arm * std::cos(from.q) * change / (inertia + mass * arm * arm);
    return from;
}

Swing expected() {
    const Swing forth = swung(jumped(swung({}, begin), speed), turn - begin);
    const Swing returned = swung(jumped(forth, back - speed), end - turn);
    return swung(jumped(returned, -back), duration - end);
}

/// In the last row.
Swing hingeOf(const Run& run) {
    const Recording& rows = *run.recording();
    const RowLayout& layout = run.layout();
    return {rows.at(rows.size() - 1, layout.jointQ(1)), rows.at(rows.size() - 1, layout.jointU(1))};
}

}  // namespace

class TestMotionJumps : public QObject {
    Q_OBJECT

private slots:
    void order_data() {
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<std::string>("integrator");
        QTest::addColumn<double>("accuracy");
        for (const std::string& id : test::formulations()) {
            const auto row = [&](const std::string& integrator, double accuracy) {
                QTest::addRow("%s %s", id.c_str(), integrator.c_str())
                    << id << integrator << accuracy;
            };
            for (const std::string& own : integratorsIn(id))
                if (own != "soft-euler") row(own, 2e-2);  // of order 1 across a jump
            if (!integratorsIn(id).empty()) continue;
            row("rk4", 1e-7);
            if (id != "hamilton-index2") row("abm4", 1e-7);  // resets impulses
            row("dopri5", 1e-5);
            row("implicit-midpoint", 2e-4);
            if (cvodeRefusal()) continue;
            row("cvode-bdf", 1e-4);
            row("cvode-adams", 1e-4);
        }
    }
    void order() {
        QFETCH(std::string, formulation);
        QFETCH(std::string, integrator);
        QFETCH(double, accuracy);
        const auto model = drivenCart();
        RunSpec spec = Catalogue().defaults(*model, formulation);
        spec.integrator = integrator;
        spec.step = 1e-3;
        spec.duration = duration;
        spec.sample = 0.05;  // one at the end of the table
        auto run = Run::create(Catalogue(), model, spec);
        if (!run) qFatal("%s", toString(run.error().front()).c_str());
        Progress progress;
        while (!(*run)->finished() && progress.status == StepStatus::Reached)
            progress = (*run)->advance({});
        // Its velocities oscillate after a jump, which is found.
        if (integrator == "alpha-index3" && !(*run)->notes().empty()) return;
        QCOMPARE(progress.status, StepStatus::Reached);
        const Swing right = expected(), found = hingeOf(**run);
        const double q = found.q - right.q, u = found.u - right.u;
        QVERIFY2(std::abs(q) < 0.1 * accuracy && std::abs(u) < accuracy,
                 qPrintable(QStringLiteral("%1 rad, %2 rad/s").arg(q).arg(u)));
        QVERIFY((*run)->notes().empty());
    }

    // What rounding leaves at rest is no contradiction of redundant rows.
    void suddenStops_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : test::formulations())
            if (id != "soft") QTest::newRow(id.c_str()) << id;
    }
    void suddenStops() {
        QFETCH(std::string, formulation);
        QByteArray text = test::textOf({test::bennett(1.0, 1.0, 0.0)});
        text.replace(R"("J1": {"q": 1.0, "u": 0}, )", "");
        text.insert(text.lastIndexOf('}'), R"(, "motions": [{"name": "turn", "joint": "J1",
            "law": {"kind": "table", "times": [0, 0.1, 0.2], "values": [1, 1.3, 2.5]}}])");
        const auto model = test::built(text.toStdString());
        RunSpec spec = Catalogue().defaults(*model, formulation);
        spec.step = 1e-3;
        spec.duration = 0.3;
        spec.sample = 0.01;
        auto run = Run::create(Catalogue(), model, spec);
        if (!run) qFatal("%s", toString(run.error().front()).c_str());
        Progress progress;
        while (!(*run)->finished() && progress.status == StepStatus::Reached)
            progress = (*run)->advance({});
        QVERIFY2(progress.status == StepStatus::Reached, (*run)->failure(progress).str().c_str());
        QVERIFY(std::abs(hingeOf(**run).u) < 1e-9);
    }

    // Samples do not change the motion.
    void samples() {
        const auto model = drivenCart();
        std::array<Swing, 2> last;
        for (const bool often : {false, true}) {
            RunSpec spec = Catalogue().defaults(*model, "aba");
            spec.step = 1e-3;
            spec.duration = duration;
            spec.sample = often ? 1e-3 : 0.05;
            auto run = Run::create(Catalogue(), model, spec);
            while (!(*run)->finished()) (*run)->advance({});
            last[often ? 1 : 0] = hingeOf(**run);
        }
        QVERIFY(std::abs(last[0].q - last[1].q) < 1e-9);
        QVERIFY(std::abs(last[0].u - last[1].u) < 1e-9);
    }
};

MOMENTREE_TEST(TestMotionJumps, Appless)
}  // namespace momentree::test_motion_jumps
#include "test_motion_jumps.moc"
