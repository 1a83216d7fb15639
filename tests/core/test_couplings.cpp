// SPDX-License-Identifier: Apache-2.0
// Couplings of joint coordinates: gears, racks and differentials against closed forms, all
// formulations against each other and against an independent computation, starts, messages.
#include <QTest>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/drag.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/session/built_in.hpp"
#include "core/session/carry_over.hpp"
#include "core/session/run.hpp"
#include "support/gears.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/reference.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_couplings {

using namespace momentree::test;

namespace {

ModelDescription read(const std::string& text) {
    const auto model = readModelText(text, "m");
    if (!model) qFatal("%s", qPrintable(said(model.error())));
    return *model;
}

RunSpec specOf(const Model& model, const std::string& formulation, double step = 1e-3) {
    RunSpec spec = Catalogue().defaults(model, formulation);
    spec.integrator = "rk4";
    spec.step = step;
    return spec;
}

/// The last sample of a run, with q and u of joints and efforts of couplings.
struct Last {
    std::shared_ptr<const Model> model;
    Sample sample;
    Last(const std::shared_ptr<const Model>& of, const std::string& formulation, double duration,
         double step = 1e-3)
        : model(of), sample(after(of, specOf(*of, formulation, step), duration)) {}
    double q(const char* joint, std::size_t k = 0) const {
        return sample.joints[jointOf(*model, joint)].q[k];
    }
    double u(const char* joint, std::size_t k = 0) const {
        return sample.joints[jointOf(*model, joint)].u[k];
    }
};

bool near(double a, double b, double tolerance = 1e-9) {
    return std::abs(a - b) <= tolerance * (1.0 + std::abs(b));
}

/// Sum of ratio q less the offset, as described.
double residualOf(const Model& model, const Sample& sample, std::size_t coupling) {
    const CouplingDescription& given = model.description.couplings[coupling];
    double sum = -given.offset.value;
    for (const CouplingTermDescription& term : given.terms)
        sum += term.ratio.value * sample.joints[jointOf(model, term.joint.c_str())]
                                      .q[static_cast<std::size_t>(term.coordinate - 1)];
    return sum;
}

void addModels() {
    QTest::addColumn<QString>("text");
    QTest::newRow("flywheels") << QString::fromStdString(
        flywheels("{\"joints\": {\"J1\": {\"q\": 0.5, \"u\": 3}}}"));
    QTest::newRow("rack") << QString::fromStdString(rackAndPinion());
    QTest::newRow("planetary, one planet") << QString::fromStdString(planetaryGear(1));
    QTest::newRow("planetary, three planets") << QString::fromStdString(planetaryGear(3));
    QTest::newRow("differential") << QString::fromStdString(differential());
    QTest::newRow("coupled chain") << QString::fromStdString(coupledChain());
    QTest::newRow("geared five-bar") << QString::fromStdString(gearedFiveBar());
}

}  // namespace

class TestCouplings : public QObject {
    Q_OBJECT

private slots:
    void flywheelsFollowTheClosedForm() {
        const auto model = built(flywheels());
        const double alpha = 0.3 / (0.02 + 0.05 * std::pow(17.0 / 41.0, 2));
        for (const std::string& id : formulationsOf(*model)) {
            const Last last(model, id, 3.0);
            QVERIFY2(near(last.q("J1"), 4.5 * alpha) && near(last.u("J1"), 3.0 * alpha),
                     id.c_str());
            QVERIFY2(near(last.q("J2"), -4.5 * alpha * 17 / 41), id.c_str());
            // What the first wheel does not need to accelerate itself reaches the second.
            QVERIFY2(near(last.sample.couplingEfforts[0], 0.02 * alpha - 0.3), id.c_str());
            QVERIFY2(near(last.sample.couplingEfforts[1], -0.05 * alpha * 17 / 41), id.c_str());
            QVERIFY(last.q("J1") > 40.0);  // turns are counted
        }
    }

    void rackFallsAsItsPinionLets() {
        const auto model = built(rackAndPinion());
        const double a = -2.0 * 9.81 / (2.0 + 0.003 / (0.04 * 0.04));
        for (const std::string& id : formulationsOf(*model)) {
            const Last last(model, id, 0.3, 1e-4);
            QVERIFY2(near(last.q("Jr"), 0.5 * a * 0.09), id.c_str());
            QVERIFY2(near(last.q("Jp"), 0.5 * a * 0.09 / 0.04), id.c_str());
            QVERIFY2(near(last.sample.couplingEfforts[0], 2.0 * (a + 9.81)), id.c_str());
        }
    }

    void planetaryGearFollowsWillis_data() {
        QTest::addColumn<int>("planets");
        QTest::newRow("1") << 1;
        QTest::newRow("3") << 3;
    }
    void planetaryGearFollowsWillis() {
        QFETCH(int, planets);
        const auto model = built(planetaryGear(planets));
        // Willis; equivalent inertia of the sun from the energies of all parts.
        const double carrier = 20.0 / 72.0, planet = carrier * (1.0 - 52.0 / 16.0);
        const double J = 2e-4 + 8e-4 * carrier * carrier +
                         planets * (5e-5 * planet * planet + 0.12 * std::pow(0.036 * carrier, 2));
        const double alpha = 1.5 / J;
        AssemblyReport report;
        QVERIFY(assemble(*model, &report));
        QCOMPARE(report.degreesOfFreedom, 1);
        QCOMPARE(report.redundant, planets - 1);
        for (const std::string& id : formulationsOf(*model)) {
            const Last last(model, id, 0.02, 1e-4);
            QVERIFY2(near(last.u("Js"), 0.02 * alpha), id.c_str());
            QVERIFY2(near(last.u("Jc"), 0.02 * alpha * carrier), id.c_str());
            QVERIFY2(near(last.u("J1"), 0.02 * alpha * (planet - carrier)), id.c_str());
            // All planets together take what the sun does not need.
            double onSun = 0.0;
            for (const Constraint& c : model->constraints)
                if (c.coupling >= 0 && model->joints[jointOf(*model, "Js")].B.body == c.bodyB)
                    onSun += last.sample.couplingEfforts[static_cast<std::size_t>(c.term)];
            QVERIFY2(near(onSun, 2e-4 * alpha - 1.5, 1e-8), id.c_str());
        }
    }

    void differentialSharesItsTorque() {
        const auto model = built(differential());
        // Lagrange's equations of the wheels, with the cage at their mean.
        const double c = 0.25 * 0.004, a = 0.02 + c, b = 0.03 + c, Q = 0.2;
        const double det = a * b - c * c, left = Q * (b - c) / det, right = Q * (a - c) / det;
        for (const std::string& id : formulationsOf(*model)) {
            const Last last(model, id, 2.0);
            QVERIFY2(near(last.u("Jl"), 2.0 * left) && near(last.u("Jr"), 2.0 * right), id.c_str());
            QVERIFY2(near(last.q("Jc"), left + right), id.c_str());
            QVERIFY2(near(last.sample.couplingEfforts[0], 0.02 * left), id.c_str());
            QVERIFY2(near(last.sample.couplingEfforts[2], 0.004 * (left + right) / 2 - 0.4),
                     id.c_str());
        }
    }

    void formulationsAgree_data() { addModels(); }
    void formulationsAgree() {
        QFETCH(QString, text);
        const auto model = built(text.toStdString());
        const std::vector<std::string> ids = formulationsOf(*model);
        QCOMPARE(ids.size(), Catalogue().formulations().size() - 5);
        // The sun of the planetary gears reaches 100 rad/s at 0.02 s.
        const double step = 2e-4, duration = text.contains("planetary") ? 0.02 : 0.3;
        const Last first(model, ids.front(), duration, step);
        const Sample start = Last(model, ids.front(), 0.0, step).sample;
        const double energy = start.kinetic + start.potential;
        for (const std::string& id : ids) {
            const Last other(model, id, duration, step);
            for (std::size_t j = 0; j < model->joints.size(); ++j) {
                const auto &p = first.sample.joints[j], &q = other.sample.joints[j];
                for (int k = 0; k < speedCount(model->joints[j].kind); ++k) {
                    const auto at = static_cast<std::size_t>(k);
                    QVERIFY2(near(q.q[at], p.q[at], 1e-8),
                             qPrintable(QString("%1: %2 %3")
                                            .arg(id.c_str())
                                            .arg(q.q[at], 0, 'g', 12)
                                            .arg(p.q[at], 0, 'g', 12)));
                    QVERIFY2(near(q.u[at], p.u[at], 1e-7), id.c_str());
                }
                QVERIFY2((q.reaction - p.reaction).norm() < 1e-6 * (1.0 + p.reaction.norm()),
                         id.c_str());
            }
            for (std::size_t k = 0; k < model->couplings.size(); ++k)
                QVERIFY2(std::abs(residualOf(*model, other.sample, k)) < 1e-8, id.c_str());
            for (std::size_t k = 0; k < other.sample.couplingEfforts.size(); ++k)
                QVERIFY2(
                    near(other.sample.couplingEfforts[k], first.sample.couplingEfforts[k], 1e-6),
                    id.c_str());
            if (model->axialLoads.empty())
                QVERIFY2(near(other.sample.kinetic + other.sample.potential, energy, 1e-7),
                         id.c_str());
        }
    }

    void accelerationsAgreeWithTheReference_data() { addModels(); }
    void accelerationsAgreeWithTheReference() {
        QFETCH(QString, text);
        const auto model = built(text.toStdString());
        const auto start = assemble(*model);
        QVERIFY(start);
        JointState state{VectorXd::Zero(model->tree.nq), VectorXd::Zero(model->tree.nu), 0.0};
        std::vector<BodyKinematics<double>> bodies = kinematicsOf(start->bodies);
        jointsFromBodies(*model, 0.0, bodies, state.q.data(), state.u.data());
        const std::vector<Vec6<double>> expected = accelerations(*model, state).bodies;
        double largest = 1.0, apart = 0.0;
        for (const std::string& id : formulationsOf(*model)) {
            const Last now(model, id, 0.0);
            for (std::size_t i = 0; i < expected.size(); ++i) {
                largest = std::max(largest, expected[i].norm());
                apart = std::max(apart, (now.sample.accelerations[i] - expected[i]).norm());
            }
            QVERIFY2(apart < 1e-9 * largest, id.c_str());
        }
    }

    void referenceTakesTheSamePath() {
        const auto model = built(coupledChain());
        const auto start = assemble(*model);
        QVERIFY(start);
        JointState state{VectorXd::Zero(model->tree.nq), VectorXd::Zero(model->tree.nu), 0.0};
        std::vector<BodyKinematics<double>> bodies = kinematicsOf(start->bodies);
        jointsFromBodies(*model, 0.0, bodies, state.q.data(), state.u.data());
        for (int k = 0; k < 200; ++k) state = rungeKuttaStep(*model, state, 1e-3);
        const InitialState expected = bodyStates(*model, state);
        for (const std::string& id : formulationsOf(*model)) {
            const Last last(model, id, 0.2);
            for (std::size_t i = 0; i < expected.bodies.size(); ++i)
                QVERIFY2((last.sample.bodies[i].r - expected.bodies[i].r).norm() < 1e-8,
                         id.c_str());
        }
    }

    void turnsOfClosingJointsAreCounted() {
        const auto model = built(gearedFiveBar());
        QVERIFY(std::ranges::find(model->tree.cutJoints, static_cast<int>(jointOf(*model, "J4"))) !=
                model->tree.cutJoints.end());
        for (const std::string& id : formulationsOf(*model)) {
            const Last last(model, id, 1.0, 5e-4);
            QVERIFY2(std::abs(last.q("J1")) > 15.0, id.c_str());
            QVERIFY2(near(last.q("J4"), 2.0 * last.q("J1"), 1e-7), id.c_str());
        }
    }

    void givenStartsHold() {
        const auto model = built(flywheels("{\"joints\": {\"J1\": {\"q\": 9, \"u\": 4}}}"));
        const Last start(model, "naudet", 0.0);
        QVERIFY(near(start.q("J1"), 9.0) && near(start.u("J1"), 4.0));
        QVERIFY(near(start.q("J2"), -9.0 * 17 / 41) && near(start.u("J2"), -4.0 * 17 / 41));
        // The same from the other side, over many turns.
        const auto other = built(flywheels("{\"joints\": {\"J2\": {\"q\": 100, \"u\": 4}}}"));
        const Last wound(other, "lagrange-index1", 0.0);
        QVERIFY(near(wound.q("J1"), -100.0 * 41 / 17) && near(wound.u("J1"), -4.0 * 41 / 17));
    }

    // Nothing determines the turns of poses that do not satisfy a coupling: there must not be many.
    void posesAreNotWoundUp() {
        const std::string text =
            replaced(flywheels(R"({"bodies": {"wheel1": {"orientation": [1, 0, 0, 0]},
                                              "wheel2": {"orientation": [E0, 0, 0, E3]}}})"),
                     "\"ratio\": 17", "\"ratio\": 25.8713");
        for (int k = 0; k < 300; ++k) {
            const double half = 0.01 * k;
            const auto model = built(replaced(replaced(text, "E0", std::to_string(std::cos(half))),
                                              "E3", std::to_string(std::sin(half))));
            const auto start = assemble(*model);
            QVERIFY(start);
            const Last first(model, "naudet", 0.0);
            QVERIFY2(std::abs(first.q("J1")) < 40.0 && std::abs(first.q("J2")) < 40.0,
                     qPrintable(QString::number(first.q("J1"))));
        }
    }

    void contradictoryStartsAreRefused() {
        const QString pose =
            assemblyRefusal(flywheels("{\"joints\": {\"J1\": {\"q\": 1}, \"J2\": {\"q\": 0.3}}}"));
        QVERIFY2(pose.contains("J2") && pose.contains("-0.414634"), qPrintable(pose));
        const QString speed =
            assemblyRefusal(flywheels("{\"joints\": {\"J1\": {\"u\": 1}, \"J2\": {\"u\": 1}}}"));
        QVERIFY2(speed.contains("J2") && speed.contains("u = "), qPrintable(speed));
        QVERIFY(
            assemblyRefusal(flywheels("{\"joints\": {\"J1\": {\"q\": 41}, \"J2\": {\"q\": -17}}}"))
                .isEmpty());
    }

    void drivenJointsDriveOthers() {
        const auto model = built(replaced(flywheels(), "\"forces\"",
                                          "\"motions\": [{\"name\": \"m\", \"joint\": \"J1\", "
                                          "\"law\": {\"kind\": \"polynomial\", "
                                          "\"coefficients\": [0, 2, 1.5]}}], \"forces\""));
        for (const std::string& id : formulationsOf(*model)) {
            const Last last(model, id, 2.0);
            QVERIFY2(near(last.q("J1"), 10.0) && near(last.q("J2"), -10.0 * 17 / 41), id.c_str());
            // The drive accelerates both wheels against the torque.
            const double both = 0.02 + 0.05 * std::pow(17.0 / 41.0, 2);
            QVERIFY2(near(last.sample.motionEfforts[0], both * 3.0 - 0.3, 1e-8), id.c_str());
        }
    }

    void runsContinueAfterManyTurns() {
        for (const std::string& text :
             {flywheels("{\"joints\": {\"J1\": {\"q\": 2, \"u\": 60}}}"), gearedFiveBar()}) {
            const auto model = built(text);
            RunSpec spec = specOf(*model, "naudet", 5e-4);
            spec.duration = 1.0;
            spec.sample = 0.01;
            const auto finish = [&](const LaterStart* start) {
                auto run = Run::create(Catalogue(), model, spec, {.start = start});
                if (!run) qFatal("%s", toString(run.error().front()).c_str());
                while (!(*run)->finished())
                    if ((*run)->advance({}).status != StepStatus::Reached) qFatal("the run failed");
                return std::move(*run);
            };
            const auto whole = finish(nullptr);
            const auto start = carryOver({whole->sharedModel(), whole->recording(), 50}, *model);
            QVERIFY2(start, start ? "" : qPrintable(said(start.error())));
            const auto rest = finish(&*start);
            const RowLayout& layout = whole->layout();
            for (const char* name : {"J1", model->joints.size() > 2 ? "J4" : "J2"}) {
                const int column = layout.jointQ(static_cast<int>(jointOf(*model, name)));
                const auto last = [&](const Run& run) {
                    return run.recording()->at(run.recording()->size() - 1, column);
                };
                QVERIFY2(near(last(*rest), last(*whole), 1e-5), name);
            }
        }
    }

    void draggingKeepsTheRatio() {
        const auto model = built(replaced(flywheels(), "\"markers\": {\"O\": [0, 0, 0]}",
                                          "\"markers\": {\"O\": [0, 0, 0], \"rim\": [0.1, 0, 0]}"));
        const auto start = assemble(*model);
        QVERIFY(start);
        const Pull pull{.body = 0, .point = {0.1, 0, 0}, .target = {0.0, 0.1, 0.0}};
        const auto moved = drag(*model, start->bodies, pull);
        QVERIFY(moved);
        std::vector<BodyKinematics<double>> bodies = kinematicsOf(*moved);
        std::array<double, 7> q1{}, q2{};
        std::array<double, 6> u{};
        jointCoordinates(model->joints[0], bodies, q1.data(), u.data());
        jointCoordinates(model->joints[1], bodies, q2.data(), u.data());
        QVERIFY(near(q1[0], std::numbers::pi / 2, 1e-4));
        QVERIFY(near(41 * q2[0], -17 * q1[0], 1e-9));
    }

    void filesRoundTrip() {
        for (const std::string& text : {flywheels(), rackAndPinion(), coupledChain()}) {
            const ModelDescription model = read(text);
            const auto again = readModelText(writeModelText(model), "m");
            QVERIFY(again);
            QVERIFY(*again == model);
            QVERIFY(!again->couplings.empty());
        }
    }

    void couplingsThatContradictEachOtherAreRefused() {
        const QString said = assemblyRefusal(
            replaced(flywheels(), "\"couplings\": [",
                     "\"couplings\": [{\"name\": \"belt\", \"offset\": 0.1, \"terms\": ["
                     "{\"joint\": \"J1\", \"ratio\": 17}, {\"joint\": \"J2\", \"ratio\": 41}]}, "));
        QVERIFY2(said.contains("coupling") && said.contains("misses its offset"), qPrintable(said));
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("message");
        QTest::newRow("joint") << "{\"joint\": \"J1\", \"ratio\": 17}"
                               << "{\"joint\": \"J9\", \"ratio\": 17}"
                               << "there is no joint 'J9'";
        QTest::newRow("ratio") << "\"ratio\": 17"
                               << "\"ratio\": 0"
                               << "other than 0";
        QTest::newRow("no ratio") << "\"joint\": \"J1\", \"ratio\": 17"
                                  << "\"joint\": \"J1\""
                                  << "'ratio'";
        QTest::newRow("coordinate") << "\"joint\": \"J1\", \"ratio\": 17"
                                    << "\"joint\": \"J1\", \"coordinate\": 2, \"ratio\": 17"
                                    << "coordinate 2 of the revolute joint 'J1'";
        QTest::newRow("twice") << "\"joint\": \"J2\", \"ratio\": 41"
                               << "\"joint\": \"J1\", \"ratio\": 41"
                               << "appears twice";
        QTest::newRow("one term") << ",\n                                                  "
                                     "{\"joint\": \"J2\", \"ratio\": 41}"
                                  << ""
                                  << "two or more";
        QTest::newRow("probe") << "\"term\": 2"
                               << "\"term\": 3"
                               << "terms 1 to 2, not 3";
        QTest::newRow("spherical") << "\"name\": \"J1\", \"type\": \"revolute\""
                                   << "\"name\": \"J1\", \"type\": \"spherical\""
                                   << "spherical joint 'J1' cannot be coupled";
    }
    void mistakesAreNamed() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, message);
        const QString said =
            assemblyRefusal(replaced(flywheels(), from.toStdString(), to.toStdString()));
        QVERIFY2(said.contains(message), qPrintable(said));
        QVERIFY2(said.contains(':') && said.contains("coupling"), qPrintable(said));
    }

    void index3IsRefused() {
        const auto model = built(flywheels());
        for (const Choice& choice : Catalogue().formulations(model.get()))
            QCOMPARE(choice.refusal.has_value(), !integratorsIn(choice.id).empty());
    }
};

MOMENTREE_TEST(TestCouplings, Appless)

}  // namespace momentree::test_couplings
#include "test_couplings.moc"
