// SPDX-License-Identifier: Apache-2.0
// The compiler of planar chains: its time step compared with the core's HDCA, its graphs with the
// time step, its programs with the checker.
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <random>

#include "core/formulations/hdca/hdca.hpp"
#include "fpga_link/check_program.hpp"
#include "fpga_link/compiler/planar_step.hpp"
#include "fpga_link/compiler/soft_engine.hpp"
#include "fpga_link/planar_cases.hpp"
#include "fpga_link/soft_scalar.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_planar_compiler {

using namespace momentree::test;

namespace {

const auto ignorePhases = [](fpga::FabricPhase) {};

/// The chain as a model of the core.
std::shared_ptr<const Model> modelOf(const Trajectory& t) {
    ModelDescription d;
    d.gravity = {t.mechanism.gravityX, t.mechanism.gravityY, 0.0};
    MarkerDescription marker;
    marker.name = "O";
    d.groundMarkers.push_back(marker);
    MarkerReference before{"ground", "O"};
    for (std::size_t i = 0; i < t.mechanism.bodies.size(); ++i) {
        const fpga::ChainLink& planar = t.mechanism.bodies[i];
        BodyDescription body;
        body.name = "b" + std::to_string(i);
        body.mass = planar.mass;
        body.com = {planar.cx, planar.cy, 0.0};
        for (std::size_t k = 0; k < 3; ++k) body.inertia[k][k] = planar.inertia;
        marker.name = "in";
        marker.position = {};
        body.markers.push_back(marker);
        marker.name = "out";
        marker.position = {planar.length, 0.0, 0.0};
        body.markers.push_back(marker);
        d.bodies.push_back(body);
        JointDescription joint;
        joint.name = "j" + std::to_string(i);
        joint.type = "revolute";
        joint.a = before;
        joint.b = {body.name, "in"};
        d.joints.push_back(joint);
        if (planar.damping > 0.0) {
            AxialTorqueDescription torque;
            torque.a = before;
            torque.b = joint.b;
            torque.damping = planar.damping;
            torque.law.offset = 0.0;
            d.forces.push_back({"damper " + body.name, torque});
        }
        before = {body.name, "out"};
    }
    if (t.mechanism.closed) {
        const PlanarPoint end = endOf(t.mechanism, t.start.angle);
        marker.name = "end";
        marker.position = {end.x, end.y, 0.0};
        d.groundMarkers.push_back(marker);
        JointDescription joint;
        joint.name = "close";
        joint.type = "revolute";
        joint.a = {"ground", "end"};
        joint.b = before;
        d.joints.push_back(joint);
    }
    const auto model = buildModel(d);
    if (!model) qFatal("no model: %s", toString(model.error().front()).c_str());
    return *model;
}

/// The start at rest, with poses computed by hand.
InitialState restOf(const Trajectory& t) {
    InitialState rest;
    double x = 0.0, y = 0.0;
    for (std::size_t i = 0; i < t.mechanism.bodies.size(); ++i) {
        const fpga::ChainLink& body = t.mechanism.bodies[i];
        const double angle = t.start.angle[i], c = std::cos(angle), s = std::sin(angle);
        BodyState state;
        state.r = {x + body.cx * c - body.cy * s, y + body.cx * s + body.cy * c, 0.0};
        state.e = {std::cos(angle / 2), 0.0, 0.0, std::sin(angle / 2)};
        rest.bodies.push_back(state);
        x += body.length * c;
        y += body.length * s;
    }
    return rest;
}

std::vector<BodyRate<double>> ratesOf(const PlanarMechanism& mechanism, double step,
                                      const PlanarState& at, TreeShape shape = {}) {
    std::vector<BodyPose<double>> poses;
    for (std::size_t i = 0; i < at.angle.size(); ++i)
        poses.push_back({std::cos(at.angle[i]), std::sin(at.angle[i]), at.momentum[i]});
    const PlanarConstants constants = constantsOf(mechanism, step, shape);
    return PlanarHdca<double>(constants, std::span<const BodyPose<double>>(poses))
        .rates(ignorePhases);
}

double energyAt(const PlanarMechanism& mechanism, const PlanarState& at) {
    std::vector<double> speed;
    for (const BodyRate<double>& rate : ratesOf(mechanism, 1.0, at)) speed.push_back(rate.turn);
    return energyOf(mechanism, at.angle, speed);
}

std::vector<double> startsOf(const Graph& graph) {
    std::vector<double> starts;
    for (const StateWord& state : graph.states)
        starts.push_back(graph.nodes[static_cast<std::size_t>(state.node)].value);
    return starts;
}

PlanarState stateOf(const SoftEngine& engine, const Trajectory& t, PlanarMethod method) {
    PlanarState state;
    for (std::size_t i = 0; i < t.mechanism.bodies.size(); ++i) {
        state.angle.push_back(static_cast<double>(engine.state(stateIndex({t}, method, 0, i, 0))));
        state.momentum.push_back(
            static_cast<double>(engine.state(stateIndex({t}, method, 0, i, 1))));
    }
    return state;
}

template <typename S>
std::vector<S> passOf(const Trajectory& t, const CompileOptions& options,
                      const std::vector<S>& words) {
    const PlanarConstants constants = constantsOf(t.mechanism, options.step, {}, pinGive);
    return options.method == PlanarMethod::Euler ? eulerPass(constants, words, ignorePhases)
                                                 : rungeKuttaPass(constants, words, ignorePhases);
}

Compiled compiledOf(const Trajectory& t, const CompileOptions& options) {
    Compiled compiled = compile({t}, options);
    if (!compiled.program) qFatal("not compiled: %s", compiled.refusal.c_str());
    return compiled;
}

void addChains() {
    QTest::addColumn<int>("bodies");
    QTest::addColumn<bool>("closed");
    for (const bool closed : {false, true})
        for (const int n : {1, 2, 3, 4, 5, 8, 16, 32, 64})
            if (!closed || n >= 3)
                QTest::addRow("%d %s", n, closed ? "closed" : "open") << n << closed;
}

}  // namespace

class TestPlanarCompiler : public QObject {
    Q_OBJECT

private slots:
    void ratesAgreeWithTheCore_data() { addChains(); }
    void ratesAgreeWithTheCore() {
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        const Trajectory t = chain(bodies, closed);
        const auto model = modelOf(t);
        const auto hdca = makeHdca<double>(model, RunSpec{});
        Eigen::VectorXd y(hdca->size()), ydot(hdca->size());
        QVERIFY(hdca->start(restOf(t), y));
        const auto n = static_cast<std::size_t>(bodies);
        for (std::size_t i = 0; i < n; ++i) {
            QCOMPARE(hdca->bodyOf(static_cast<int>(i)), static_cast<int>(i));
            y[static_cast<int>(i)] = t.start.angle[i] - (i > 0 ? t.start.angle[i - 1] : 0.0);
            y[static_cast<int>(n + i)] = t.start.momentum[i];
        }
        PhaseClock clock;
        QCOMPARE(hdca->derivative(0.0, y, ydot, clock), StepStatus::Reached);
        // The mass matrix of 64 bodies has a condition near 1e7.
        const double tolerance = 1e-9 * ydot.cwiseAbs().maxCoeff();
        for (const TreeShape shape : {TreeShape{0, 0}, {bodies / 2, bodies - bodies / 2}, {1, 0}}) {
            const auto rates = ratesOf(t.mechanism, 1e-4, t.start, shape);
            for (std::size_t i = 0; i < n; ++i) {
                const double u = (rates[i].turn - (i > 0 ? rates[i - 1].turn : 0.0)) / 1e-4;
                QVERIFY(std::abs(u - ydot[static_cast<int>(i)]) <= tolerance);
                QVERIFY(std::abs(rates[i].impulse / 1e-4 - ydot[static_cast<int>(n + i)]) <=
                        tolerance);
            }
        }
    }

    /// Momenta with the impulse of the pin move the chain as those without it, and then the pin has
    /// none.
    void takingThePinOutMovesNothing_data() {
        QTest::addColumn<int>("bodies");
        for (const int n : {3, 4, 5, 16}) QTest::addRow("%d", n) << n;
    }
    void takingThePinOutMovesNothing() {
        QFETCH(int, bodies);
        const Trajectory t = chain(bodies, true);
        PlanarState at = t.start;
        const auto rates = [&] {
            std::vector<BodyPose<double>> poses;
            for (std::size_t i = 0; i < at.angle.size(); ++i)
                poses.push_back({std::cos(at.angle[i]), std::sin(at.angle[i]), at.momentum[i]});
            const PlanarConstants constants = constantsOf(t.mechanism, 1e-4, {});
            const auto end = pinOf(t);
            return PlanarHdca<double>(constants, std::span<const BodyPose<double>>(poses),
                                      ChainPin<double>{*end, 1.0})
                .rates(ignorePhases);
        };
        const auto before = rates();
        double taken = 0.0;
        for (std::size_t i = 0; i < before.size(); ++i) {
            taken = std::max(taken, std::abs(before[i].taken));
            at.momentum[i] -= before[i].taken;
        }
        QVERIFY(taken > 1e-3);
        const auto after = rates();
        for (std::size_t i = 0; i < before.size(); ++i) {
            QVERIFY(std::abs(after[i].turn - before[i].turn) < 1e-12);
            QVERIFY(std::abs(after[i].impulse - before[i].impulse) < 1e-12);
            QVERIFY(std::abs(after[i].taken) < 1e-9 * taken);
        }
    }

    /// A wrong mark would count clocks for the wrong phase.
    void checkerFindsWrongMarks() {
        const Compiled c = compiledOf(chain(3, true), {.phased = true});
        Program wrong = *c.program;
        wrong.words[5].nextPhase = !wrong.words[5].nextPhase;
        QVERIFY(checkProgram(c.graph, wrong).find("marks") != std::string::npos);
    }

    /// The graph in double precision equals the description except for the order of constant
    /// factors; the description in binary32 is close to both.
    void graphIsTheDescription_data() { addChains(); }
    void graphIsTheDescription() {
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        const Trajectory t = chain(bodies, closed);
        for (const PlanarMethod method : {PlanarMethod::Euler, PlanarMethod::RungeKutta4}) {
            const CompileOptions options{.method = method};
            const Graph graph = recordPass({t}, options, {});
            const std::vector<double> starts = startsOf(graph);
            const std::vector<double> byGraph = evaluate(graph, starts);
            const std::vector<double> direct = passOf(t, options, starts);
            std::vector<Fp32Soft> words;
            for (const double start : starts) words.push_back(soft(start));
            const std::vector<Fp32Soft> bySoft = passOf(t, options, words);
            QCOMPARE(byGraph.size(), direct.size());
            // The gap of a closed chain is rounded for each body, and a part of it becomes a
            // velocity in a step.
            const double closing = closed ? bodies * partClosed / options.step * 0x1p-23 : 0.0;
            for (std::size_t i = 0; i < direct.size(); ++i) {
                const double size = std::max(1.0, std::abs(direct[i]));
                QVERIFY(std::abs(byGraph[i] - direct[i]) <= 1e-12 * size);
                QVERIFY(std::abs(static_cast<double>(bySoft[i].value()) - direct[i]) <=
                        2e-5 * size + closing);
            }
        }
    }

    /// The next step starts with the sine and cosine of its angles.
    void carriesSinesAndCosines() {
        const Trajectory t = chain(8, false);
        for (const PlanarMethod method : {PlanarMethod::Euler, PlanarMethod::RungeKutta4}) {
            const CompileOptions options{.method = method};
            const Graph graph = recordPass({t}, options, {});
            std::vector<double> words = startsOf(graph);
            for (int pass = 0; pass < 4000; ++pass) words = evaluate(graph, words);
            for (std::size_t i = 0; i < 8; ++i) {
                const double* w = &words[stateIndex({t}, method, 0, i, 0)];
                // Errors of the polynomials are below 5e-9, those of the rotation far smaller.
                QVERIFY(std::abs(w[Cosine] - std::cos(w[Angle])) < 1e-8);
                QVERIFY(std::abs(w[Sine] - std::sin(w[Angle])) < 1e-8);
            }
        }
    }

    void provesEveryProgram_data() { addChains(); }
    void provesEveryProgram() {
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        for (const PlanarMethod method : {PlanarMethod::Euler, PlanarMethod::RungeKutta4})
            for (const bool phased : {false, true}) {
                const Compiled c =
                    compiledOf(chain(bodies, closed), {.method = method, .phased = phased});
                const std::string fault = checkProgram(c.graph, *c.program);
                QVERIFY2(fault.empty(), fault.c_str());
                int at = 0;
                for (const PhaseRow& row : c.program->phases) {
                    QVERIFY(row.first < row.end);
                    if (!phased) continue;
                    QCOMPARE(row.first, at);
                    at = row.end;
                }
                if (phased) QCOMPARE(at, static_cast<int>(c.program->words.size()));
                qInfo("%s %s: %d cycles a step, %d a pass",
                      method == PlanarMethod::Euler ? "euler" : "rk4", phased ? "phased" : "fused",
                      c.program->cyclesPerStep(), static_cast<int>(c.program->words.size()));
            }
    }

    void provesInterleavedPrograms() {
        std::vector<Trajectory> all;
        for (int k = 0; k < 16; ++k) all.push_back(chain(2, false, k));
        const Compiled c = compile(all, {});
        QVERIFY(c.program);
        const std::string fault = checkProgram(c.graph, *c.program);
        QVERIFY2(fault.empty(), fault.c_str());
    }

    /// A wrong field anywhere in a program is detected.
    void checkerFindsFaults() {
        const Compiled c = compiledOf(chain(4, true), {});
        std::mt19937 random(11);
        const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
        for (int trial = 0; trial < 400; ++trial) {
            Program wrong = *c.program;
            const std::size_t cycle = below(wrong.words.size()), unit = below(Machine::units);
            Slot& slot = wrong.words[cycle][unit];
            if (!slot.valid) continue;
            switch (trial % 6) {
                case 0:
                    slot.valid = false;
                    break;
                case 1:
                    slot.a.select = (slot.a.select + 1) % (2 * Machine::units);
                    break;
                case 2:
                    if (slot.a.select >= Machine::units) continue;
                    slot.a.address ^= 1;
                    break;
                case 3:
                    if (!slot.write) continue;
                    slot.destination ^= 1;
                    break;
                case 4:
                    if (!slot.write) continue;
                    slot.write = false;
                    break;
                default: {
                    // An operation that takes a unit's output cannot be moved to another cycle.
                    Slot& later = wrong.words[(cycle + 1) % wrong.words.size()][unit];
                    if (slot.a.select < Machine::units || later.valid) continue;
                    std::swap(slot, later);
                }
            }
            QVERIFY2(
                !checkProgram(c.graph, wrong).empty(),
                qPrintable(QString("trial %1, cycle %2, unit %3").arg(trial).arg(cycle).arg(unit)));
        }
    }

    /// 10 000 steps of 1e-4 s in binary32: errors of energy and loop for the paper's mechanisms.
    /// Measured values, with those in double precision in brackets: Euler 8.17 mJ (8.17) and 3.46
    /// mJ (3.45), loop 10 um (10); Runge-Kutta 0.0019 mJ (1e-10) and 0.0062 mJ (4e-4), loop 0.1 um
    /// (2e-3). Without compensated sums and closing of gaps: 0.017 mJ, loops 1.4 mm and 16 um;
    /// with the impulse of the pin left in the momenta: 59 mJ and 0.20 mJ.
    void keepsThePapersMechanisms_data() {
        QTest::addColumn<bool>("closed");
        QTest::addColumn<bool>("euler");
        QTest::addColumn<double>("energyBound");  // [J]
        QTest::addColumn<double>("loopBound");    // [m]
        QTest::newRow("double pendulum, euler") << false << true << 0.01 << 0.0;
        QTest::newRow("double pendulum, rk4") << false << false << 5e-6 << 0.0;
        QTest::newRow("four-bar, euler") << true << true << 0.005 << 2e-5;
        QTest::newRow("four-bar, rk4") << true << false << 2e-5 << 5e-7;
    }
    void keepsThePapersMechanisms() {
        QFETCH(bool, closed);
        QFETCH(bool, euler);
        QFETCH(double, energyBound);
        QFETCH(double, loopBound);
        const Trajectory t = closed ? fourBar() : doublePendulum();
        const PlanarMethod method = euler ? PlanarMethod::Euler : PlanarMethod::RungeKutta4;
        SoftEngine engine(*compiledOf(t, {.method = method, .step = 1e-4}).program);
        const double start = energyAt(t.mechanism, t.start);
        const PlanarPoint end = endOf(t.mechanism, t.start.angle);
        double energy = 0.0, loop = 0.0;
        for (int k = 0; k < 100; ++k) {
            engine.run(100);
            const PlanarState now = stateOf(engine, t, method);
            const PlanarPoint at = endOf(t.mechanism, now.angle);
            energy = std::max(energy, std::abs(energyAt(t.mechanism, now) - start));
            loop = std::max(loop, std::hypot(at.x - end.x, at.y - end.y));
        }
        qInfo("energy within %.3g J", energy);
        QVERIFY(engine.flags == EngineFlags{});
        QVERIFY(energy <= energyBound);
        if (!closed) return;
        qInfo("loop within %.3g m", loop);
        QVERIFY(loop <= loopBound);
    }

    void refusesWhatItCannotRun() {
        const auto reason = [](const Trajectory& t, double step = 1e-4) {
            return QString::fromStdString(compile({t}, {.step = step}).refusal);
        };
        QVERIFY(reason(chain(65, false)).contains("1 to 64 bodies, not 65"));
        QVERIFY(reason(chain(0, false)).contains("not 0"));
        QVERIFY(reason(chain(2, true)).contains("3 bodies"));
        QVERIFY(reason(chain(2, false), 0.0).contains("step"));
        QVERIFY(reason(chain(2, false), 0.2).contains("step"));
        Trajectory t = chain(3, false);
        t.mechanism.bodies[1].mass = 0.0;
        QVERIFY(reason(t).contains("body 2: the mass"));
        t = chain(3, false);
        t.start.momentum.pop_back();
        QVERIFY(reason(t).contains("one momentum for every body"));
        t = chain(3, false);
        t.start.angle[2] = std::nan("");
        QVERIFY(reason(t).contains("body 3: the start"));
        const std::vector<Trajectory> many(5, chain(64, false));
        QVERIFY(compile(many, {}).refusal.find("does not fit") != std::string::npos);
        const std::vector<Trajectory> tooMany(1000, chain(64, false));
        QVERIFY(compile(tooMany, {}).refusal.find("does not fit") != std::string::npos);
    }

    /// The hardware's package agrees with Machine.
    void machineIsTheHardware() {
        QFile file(QStringLiteral(MOMENTREE_SOURCE_DIR) + "/fpga_link/rtl/engine_pkg.sv");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        const auto number = [&](const char* name) {
            const QRegularExpression line(QString("%1 = (\\d+);").arg(name));
            return line.match(text).captured(1).toInt();
        };
        QCOMPARE(number(" ADDERS"), Machine::adders);
        QCOMPARE(number(" MULTIPLIERS"), Machine::multipliers);
        QCOMPARE(1 << number(" ADDRESS_BITS"), Machine::bankWords);
        QCOMPARE(1 << number(" PROGRAM_BITS"), Machine::programWords);
        QCOMPARE(1 << number(" PHASE_BITS"), Machine::countedPhases);
    }

    void listsThePaperMechanism() {
        const Compiled c = compiledOf(doublePendulum(), {});
        const QString lines = QString::fromStdString(listing(*c.program));
        QCOMPARE(lines.count('\n'), static_cast<int>(c.program->words.size()));
        QVERIFY(lines.contains("rcp("));
        QVERIFY(lines.startsWith("0:  A"));
        const QString table = QString::fromStdString(phaseTable(*c.program));
        QVERIFY(table.contains("kinematics") && table.contains("integrate"));
    }
};

MOMENTREE_TEST(TestPlanarCompiler, Appless)

}  // namespace momentree::fpga::test_planar_compiler
#include "test_planar_compiler.moc"
