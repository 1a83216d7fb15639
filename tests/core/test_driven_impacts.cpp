// SPDX-License-Identifier: Apache-2.0
// Impacts with driven bodies, their work and their place in the balance, and contacts that rest
// from the start on.
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/dynamics/stops.hpp"
#include "core/session/run.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stops.hpp"
#include "support/test_main.hpp"

namespace momentree::test_driven_impacts {

using namespace momentree::test;

namespace {

bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * (1.0 + std::abs(b));
}

}  // namespace

class TestDrivenImpacts : public QObject {
    Q_OBJECT

private slots:
    void bodyLeavesAShakenTable() {
        const auto model = built(shakenTable());
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 0.17));
            QCOMPARE(played.impacts().size(), std::size_t(1));  // stands from the start
            QVERIFY2(near(played.impacts()[0].time, 0.16446063259160434, 1e-9), id.c_str());
            QVERIFY2(near(played.impacts()[0].speed, 1.0535928969154404, 1e-8), id.c_str());
        }
    }

    /// The drive of a table keeps its velocity in an impact, and works.
    void drivesWorkInImpacts() {
        const auto model = built(shakenTable());
        InitialState state = *assemble(*model);
        ImpactSolver solver(*model);
        solver.hold(closureStructure(*model, state.bodies, state.time));
        for (const double t : {0.0, 0.03, 0.07})
            for (const double e : {0.0, 0.5, 1.0}) {
                const double table = 0.6 * std::cos(30.0 * t);
                state.bodies[0].v = {0.0, table, 0.0};
                state.bodies[1].v = {0.0, table - 2.0, 0.0};
                std::array contacts{
                    ImpactSolver::Contact{.stop = 0, .restitution = e, .before = -2.0}};
                const auto kinetic = [&] {
                    return 1.5 * state.bodies[0].v.squaredNorm() +
                           0.5 * state.bodies[1].v.squaredNorm();
                };
                const double before = kinetic();
                const double work = solver.solve(t, state.bodies, contacts);
                QVERIFY(near(state.bodies[0].v.y(), table, 1e-14));
                QVERIFY(near(state.bodies[1].v.y(), table + 2.0 * e, 1e-14));
                QVERIFY(near(kinetic() - before, work, 1e-13));
            }
    }
    void drivesWorkInBalance() {
        const std::string text =
            replaced(shakenTable(), "\"restitution\": 0", "\"restitution\": 0.5");
        const auto model = built(text);
        for (const std::string& id : formulationsOf(*model)) {
            auto run = Run::create(Catalogue(), model, stopsSpec(*model, id, 2.0));
            while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
            QVERIFY2(std::ranges::none_of((*run)->notes(), &RunNote::warns), id.c_str());
        }
    }

    /// Where a body leaves what it rested on, the slope of the drive's power jumps.
    void leavingRestInBalance() {
        const auto model = built(shakenTable());
        RunSpec spec = stopsSpec(*model, "naudet", 2.0, 2e-3, "rk4");
        spec.sample = 0.01;
        auto run = Run::create(Catalogue(), model, spec);
        while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
        const auto& names = (*run)->layout().names();
        const auto column = static_cast<int>(std::ranges::find(names, "balance") - names.begin());
        double worst = 0.0;
        for (std::size_t row = 0; row < (*run)->recording()->size(); ++row)
            worst = std::max(worst, std::abs((*run)->recording()->at(row, column)));
        QVERIFY2(worst > 0.0 && worst <= (*run)->balanceUncertainty() + 1e-12,
                 QByteArray::number(worst).constData());
    }

    /// Bodies that go on together touch without speed, which is no impact.
    void togetherIsNoImpact() {
        const auto slider = [](const char* name) {
            return QStringLiteral(R"({"name": "%1", "mass": 1, "inertia": [0.1, 0.1, 0.1],
                "markers": {"S": {"position": [0, 0, 0], "z": [1, 0, 0]}, "C": [0, 0, 0],
                            "K": {"position": [0, 0, 0], "z": [-1, 0, 0]}}})")
                .arg(name);
        };
        const QString text = QStringLiteral(R"({"version": 1, "name": "row",
            "ground": {"markers": {"S": {"position": [0, 0, 0], "z": [1, 0, 0]}}},
            "bodies": [%1, %2, %3],
            "joints": [{"name": "A", "type": "prismatic", "a": "ground.S", "b": "a.S"},
                       {"name": "B", "type": "prismatic", "a": "ground.S", "b": "b.S"},
                       {"name": "C", "type": "prismatic", "a": "ground.S", "b": "c.S"}],
            "forces": [{"name": "c1", "type": "contact", "a": "b.K", "b": "a.C", "radius": 0.1,
                        "restitution": 0},
                       {"name": "c2", "type": "contact", "a": "c.K", "b": "b.C", "radius": 0.1,
                        "restitution": 0}],
            "initial": {"joints": {"A": {"q": -0.5, "u": 1}, "B": {"q": 0}, "C": {"q": 0.1}}}})")
                                 .arg(slider("a"), slider("b"), slider("c"));
        const auto model = built(text.toStdString());
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 1.0));
            for (const Impact& impact : played.impacts())
                QVERIFY2(near(impact.time, 0.4, 1e-9), id.c_str());
            for (const BodyState& body : played.last.bodies)
                QVERIFY2(near(body.v.x(), 1.0 / 3.0, 1e-9), id.c_str());
        }
    }

    /// Forces of the start are those at rest.
    void whatTouchesAtTheStartRests() {
        const auto model = built(ball("\"restitution\": 0.8"));
        for (const std::string& id : formulationsOf(*model)) {
            InitialState start = *assemble(*model);
            start.bodies[0].r.y() = 0.1;
            auto stepper = *Catalogue().make(model, stopsSpec(*model, id, 1.0));
            QVERIFY(stepper->initialise(start));
            Sample sample;
            sample.resize(*model);
            stepper->observe(sample);
            QVERIFY2(sample.bodies[0].v.norm() == 0.0, id.c_str());
            QVERIFY2(sample.accelerations[0].head<3>().norm() < 1e-12, id.c_str());
            QCOMPARE(stepper->advance(1.0, {}).status, StepStatus::Reached);
            QVERIFY(stepper->impacts().empty());
        }
    }
};

MOMENTREE_TEST(TestDrivenImpacts, Appless)
}  // namespace momentree::test_driven_impacts
#include "test_driven_impacts.moc"
